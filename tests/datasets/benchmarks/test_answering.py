"""A truthful person at a film's table answers what is asked with what was truly laid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.readers.move import ReadMove
from companion.record import Record
from companion.session import TableSession
from companion.store import Store
from companion_datasets.benchmarks.answering import THINKS, Witness, still_open

PLAYERS = ("Ada", "Bea", "Cem")


def play(player: str, card: str) -> dict[str, Any]:
    return {"type": "play", "player": player, "card": card}


ANNOUNCE = {"type": "announce", "contract": "no_hearts"}
#: What was truly laid, one move every two seconds.
TRICK = (ANNOUNCE, play("Ada", "TS"), play("Bea", "8S"), play("Cem", "7S"))
OUT_OF_TURN = (ANNOUNCE, play("Ada", "TS"), play("Cem", "7S"), {"type": "take_back"})


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TableSession]:
    table = TableSession(Store(tmp_path))
    table.start_game("berteln", PLAYERS)
    yield table
    table.close()


def witness_of(*events: Mapping[str, Any]) -> Witness:
    return Witness(Record("berteln", PLAYERS, {}, events), [2.0 * n for n in range(len(events))])


def seen(
    session: TableSession, at: float, player: str, card: str, *others: str, track: int
) -> None:
    grade = "assumed" if others or "?" in (player, card) else "seen"
    doubt = "player" if player == "?" else "card" if grade == "assumed" else ""
    move = play(player, card)
    session.see([ReadMove(move, grade, at, doubt=doubt, candidates=others, track=track)])  # type: ignore[arg-type]


def laid(session: TableSession) -> list[tuple[str | None, str | None]]:
    events = session.snapshot("referee")["events"]
    return [(e["player"], e["card"]) for e in events if e["type"] == "play" and e["accepted"]]


def test_a_question_is_answered_after_a_moment_with_the_true_card(session: TableSession) -> None:
    witness = witness_of(*TRICK)
    session.submit(ANNOUNCE)
    seen(session, 2.0, "Ada", "?", "9S", track=1)
    seen(session, 4.0, "Bea", "8S", track=2)
    witness.look(session, 4.0)
    witness.look(session, 4.0 + THINKS - 0.1)
    assert laid(session) == []
    witness.look(session, 4.0 + THINKS)
    assert laid(session) == [("Ada", "TS"), ("Bea", "8S")]
    assert (witness.asked, witness.put_right) == (1, 0)


def test_who_played_a_card_is_told(session: TableSession) -> None:
    witness = witness_of(*TRICK)
    session.submit(ANNOUNCE)
    seen(session, 2.0, "?", "TS", track=1)
    witness.finish(session, 20)
    assert laid(session) == [("Ada", "TS")]


def test_what_never_happened_is_said_to_be_no_play(session: TableSession) -> None:
    witness = witness_of(*TRICK)
    session.submit(ANNOUNCE)
    seen(session, 2.0, "Ada", "TS", track=1)
    seen(session, 3.0, "Bea", "?", "6S", track=2)
    seen(session, 4.0, "Bea", "8S", track=3)
    witness.finish(session, 4.5)
    assert laid(session) == [("Ada", "TS"), ("Bea", "8S")]


def test_a_missed_play_is_put_in_where_the_next_one_waits_for_a_ruling(
    session: TableSession,
) -> None:
    witness = witness_of(*TRICK)
    session.submit(ANNOUNCE)
    seen(session, 2.0, "Ada", "TS", track=1)
    seen(session, 6.0, "Cem", "7S", track=2)
    assert session.snapshot("referee")["flags"]
    witness.finish(session, 20)
    snapshot = session.snapshot("referee")
    assert laid(session) == [("Ada", "TS"), ("Bea", "8S"), ("Cem", "7S")]
    assert snapshot["flags"] == []
    assert still_open(snapshot) == []
    assert (witness.asked, witness.put_right) == (1, 1)


def test_a_card_misread_before_is_put_right_when_it_makes_a_lawful_play_wait(
    session: TableSession,
) -> None:
    witness = witness_of(*TRICK)
    session.submit(ANNOUNCE)
    seen(session, 2.0, "Ada", "7S", track=1)
    seen(session, 4.0, "Bea", "8S", track=2)
    seen(session, 6.0, "Cem", "7S", track=3)
    assert session.snapshot("referee")["state"]["pending"]
    witness.finish(session, 20)
    assert laid(session) == [("Ada", "TS"), ("Bea", "8S"), ("Cem", "7S")]


def test_who_truly_broke_the_rules_is_left_to_the_ruling_at_the_table(
    session: TableSession,
) -> None:
    witness = witness_of(*OUT_OF_TURN)
    session.submit(ANNOUNCE)
    seen(session, 2.0, "Ada", "TS", track=1)
    seen(session, 4.0, "Cem", "7S", track=2)
    for at in (2.0, 4.5, 6.1, 9.9):  # The card goes back from 6 s on, which takes its time.
        witness.look(session, at)
    assert session.snapshot("referee")["state"]["pending"]
    session.submit({"type": "take_back"})
    witness.finish(session, 11)
    assert witness.asked == 0
    assert [flag["code"] for flag in session.snapshot("referee")["flags"]] == ["out_of_turn"]


def test_a_ruling_that_was_missed_is_said(session: TableSession) -> None:
    witness = witness_of(*OUT_OF_TURN, play("Bea", "8S"))
    session.submit(ANNOUNCE)
    seen(session, 2.0, "Ada", "TS", track=1)
    seen(session, 4.0, "Cem", "7S", track=2)
    seen(session, 8.0, "Bea", "8S", track=3)
    witness.finish(session, 20)
    assert laid(session) == [("Ada", "TS"), ("Bea", "8S")]
    assert [flag["code"] for flag in session.snapshot("referee")["flags"]] == ["out_of_turn"]


def test_what_is_wrong_in_silence_stays_wrong(session: TableSession) -> None:
    witness = witness_of(*TRICK)
    session.submit(ANNOUNCE)
    seen(session, 2.0, "Ada", "9S", track=1)
    witness.finish(session, 20)
    assert laid(session) == [("Ada", "9S")]
    assert witness.asked == 0


def test_a_tap_that_was_refused_is_tapped_again_once_what_was_missed_is_put_in(
    tmp_path: Path,
) -> None:
    start = {"type": "start", "trump_card": "9H"}
    attack = {"type": "attack", "player": "Ada", "cards": ["7D"]}
    beat = {"type": "beat", "attack": "7D", "card": "9D"}
    passes = [{"type": "pass", "player": name} for name in ("Ada", "Cem")]
    events = [start, attack, beat, *passes]
    witness = Witness(Record("duren-piatkowy", PLAYERS, {}, events), [2.0, 4.0, 6.0, 8.0, 9.0])
    table = TableSession(Store(tmp_path))
    table.start_game("duren-piatkowy", PLAYERS)
    table.submit(start, at=2.0)
    table.see([ReadMove(attack, "seen", 4.0, track=1)])
    for at, tap in zip((8.0, 9.0), passes, strict=True):
        table.submit(tap, at=at)
    assert table.snapshot("referee")["state"]["phase"] == "defend"
    witness.finish(table, 20)
    state = table.snapshot("referee")["state"]
    assert (state["last_attack"], state["attacker"]) == ("won", "Bea")
    table.close()
