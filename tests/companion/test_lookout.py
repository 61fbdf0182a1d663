"""The lookout: opens the source, says how it is, and never stops the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import PlainError
from companion.lookout import Lookout
from companion.session import TableSession
from companion.store import Store
from vision.table import Arc


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TableSession]:
    (tmp_path / "evening").mkdir()
    table = TableSession(Store(tmp_path / "evening"))
    yield table
    table.close()


def test_players_sit_evenly_around_a_table_that_nobody_described(session: TableSession) -> None:
    lookout = Lookout(session)
    assert lookout.seat(["Ada", "Bea", "Cem"]) == {"Ada": "1", "Bea": "2", "Cem": "3"}


def test_players_take_the_seats_of_a_described_table_in_order(
    session: TableSession, tmp_path: Path
) -> None:
    file = tmp_path / "table.toml"
    seats = [("south", 90), ("west", 180), ("north", 270)]
    file.write_text(
        "".join(f'[[seat]]\nname="{name}"\nmiddle={middle}\nwidth=90\n' for name, middle in seats)
    )
    lookout = Lookout(session, description=file)
    assert lookout.seat(["Ada", "Bea", "Cem"]) == {"Ada": "south", "Bea": "west", "Cem": "north"}
    assert lookout.seat(["north", "south", "west"])["north"] == "north"
    with pytest.raises(PlainError, match="3 seats for 4 players"):
        lookout.seat(["Ada", "Bea", "Cem", "Dan"])


def test_a_table_file_that_cannot_be_read_is_said_plainly(
    session: TableSession, tmp_path: Path
) -> None:
    with pytest.raises(PlainError, match=r"missing\.toml"):
        Lookout(session, description=tmp_path / "missing.toml")


def test_a_source_that_is_not_there_is_told_and_the_game_goes_on(session: TableSession) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"])
    with session.listen() as changes, Lookout(session, "nowhere.mp4") as lookout:
        while session.snapshot()["camera"]["state"] != "lost":
            assert changes.get(timeout=60) is not None
        assert "nowhere.mp4" in session.snapshot()["camera"]["text"]
        assert lookout.latest() is None
        session.submit({"type": "announce", "contract": "no_hearts"})
        lookout.choose("")
        while session.snapshot()["camera"]["state"] != "none":
            assert changes.get(timeout=60) is not None


def test_a_table_set_up_on_the_pages_is_there_again_the_next_evening(
    session: TableSession, tmp_path: Path
) -> None:
    kept = tmp_path / "table.toml"
    corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    lookout = Lookout(session, kept=kept)
    lookout.choose("nowhere.mp4")
    lookout.keep(replace(lookout.table, corners=corners))
    again = Lookout(session, kept=kept)
    assert again.table.corners == corners
    assert again.source == "nowhere.mp4"


def test_seats_set_on_the_pages_for_others_begin_where_the_first_one_sat(
    session: TableSession, tmp_path: Path
) -> None:
    lookout = Lookout(session, kept=tmp_path / "table.toml")
    seats = tuple(Arc(str(n + 1), middle, 90) for n, middle in enumerate((180.0, 260.0, 350.0)))
    lookout.keep(replace(lookout.table, seats=seats))
    assert lookout.seat(["Ada", "Bea", "Cem"]) == {"Ada": "1", "Bea": "2", "Cem": "3"}
    assert list(lookout.seat(["Ada", "Bea", "Cem", "Dan"]).values()) == ["1", "2", "3", "4"]
    assert [arc.middle for arc in lookout.table.seats] == [180, 260, 350]


def test_a_table_that_cannot_be_kept_is_said_and_used_all_the_same(
    session: TableSession, tmp_path: Path
) -> None:
    lookout = Lookout(session, kept=tmp_path / "nowhere" / "table.toml")
    with pytest.raises(PlainError, match="cannot be written"):
        lookout.keep(replace(lookout.table, aspect=2.0))
    assert lookout.table.aspect == 2.0


def test_what_people_wrote_into_a_tables_file_stays_in_it(
    session: TableSession, tmp_path: Path
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        '# The club\'s big table\ndeck = "french"  # bought in May\n\n'
        "[table]\n# measured on Friday\n"
        "corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]\n\n"
        '[[seat]]\nname = "south"  # by the door\nmiddle = 90\nwidth = 180\n'
        '[[seat]]\nname = "north"\nmiddle = 270\nwidth = 180\n'
    )
    lookout = Lookout(session, description=file)
    lookout.choose("nowhere.mp4")
    lookout.keep(replace(lookout.table, aspect=1.5))
    text = file.read_text()
    for said in (
        "# The club's big table",
        "# bought in May",
        "# measured on Friday",
        "# by the door",
    ):
        assert said in text
    assert "[0.1, 0.1], [0.9, 0.1]" in text
    again = Lookout(session, description=file)
    assert (again.source, again.table.aspect) == ("nowhere.mp4", 1.5)
    assert [arc.name for arc in again.table.seats] == ["south", "north"]
