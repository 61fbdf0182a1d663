"""The protocol is enough: a game that nothing else knows is replayed, played, corrected, kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games
from companion.games import Game, find, names
from companion.record import Record, replay
from companion.session import TableSession
from companion.store import Store

FOLDER = Path(__file__).parent / "fourth"
PLAYERS = ("Ada", "Bea")


@pytest.fixture(autouse=True)
def _one_module_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(FOLDER)])


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TableSession]:
    session = TableSession(Store(tmp_path))
    session.start_game("mau-mau", PLAYERS)
    yield session
    session.close()


def lay(session: TableSession, player: str, card: str) -> None:
    move = {"type": "play", "player": player, "card": card}
    session.submit(move, "confirmed", "referee")


def test_one_module_more_is_one_game_more() -> None:
    assert "mau-mau" in names()
    assert isinstance(find("mau-mau"), Game)


def test_a_record_of_it_is_replayed_with_its_flags() -> None:
    events = [
        {"type": "play", "player": "Ada", "card": "7C"},
        {"type": "play", "player": "Bea", "card": "8H"},
        {"type": "play", "player": "Bea", "card": "7H"},
    ]
    steps = list(replay(Record("mau-mau", PLAYERS, events=events)))
    assert [step.verdict.accepted for step in steps] == [True, False, True]
    assert steps[1].verdict.flags[0].code == "does_not_fit"
    assert steps[-1].to_json()["state"]["top"] == "7H"


def test_it_is_played_undone_corrected_and_exported_at_a_table(session: TableSession) -> None:
    lay(session, "Ada", "7C")
    lay(session, "Bea", "7H")
    session.undo("referee")
    assert session.snapshot("table")["state"]["turn"] == "Bea"
    lay(session, "Bea", "9C")
    first = session.snapshot("referee")["events"][0]
    session.correct(
        first["id"], {"type": "play", "player": "Ada", "card": "9D"}, "referee", "misread"
    )
    state = session.snapshot("table")["state"]
    assert state["top"] == "9C"
    assert state["hand_sizes"] == {"Ada": 4, "Bea": 4}
    exported = session.export_record()
    assert [event["card"] for event in exported["events"]] == ["9D", "9C"]


def test_its_flags_reach_the_referee_with_a_reason(session: TableSession) -> None:
    lay(session, "Bea", "7C")
    (flag,) = session.snapshot("referee")["flags"]
    assert (flag["code"], flag["player"]) == ("out_of_turn", "Bea")
    assert flag["reason"] == "Bea: out_of_turn"


def test_a_player_may_ask_before_playing_it(session: TableSession) -> None:
    lay(session, "Ada", "7C")
    assert session.may_play("Bea", ["7H"]).may == "yes"
    assert session.may_play("Bea", ["8H"]).may == "no"
    assert session.nothing_to_ask() is None
    assert session.snapshot("table")["state"]["top"] == "7C"
