"""The lookout: opens the source, says how it is, and never stops the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import PlainError
from companion.lookout import Lookout
from companion.session import TableSession
from companion.store import Store


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
