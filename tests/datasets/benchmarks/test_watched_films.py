"""From pictures to flags: short films of Dureń Piątkowy and Vier Engel with one violation each."""

from typing import Any

import pytest

from companion.record import Record, replay
from companion.session import TableSession
from companion_datasets.benchmarks.films import watched
from companion_datasets.simulator import SimulatedTable
from companion_datasets.simulator.knowing_eye import KnowingEye

DUREN = [
    {"type": "start", "trump_card": "9H"},
    {"type": "attack", "player": "Ada", "cards": ["6C", "6D"]},
    {"type": "beat", "attack": "6D", "card": "5D"},  # does not beat
    {"type": "take_back"},
    {"type": "beat", "attack": "6D", "card": "7D"},
    {"type": "take"},
    {"type": "attack", "player": "Bea", "cards": ["TC"]},
    {"type": "beat", "attack": "TC", "card": "JC"},
    {"type": "pass", "player": "Bea"},
    {"type": "pass", "player": "Ada"},
]
ENGEL = [
    {"type": "release"},
    {"type": "turn", "card": "AC"},
    {"type": "peeked", "position": 4, "player": "Bea"},
    {"type": "turn", "card": "AH"},
    {"type": "bank"},
]
OPEN = [
    {"type": "lay_open", "cards": ["7H", "8H", "9H", "TH", "QH"]},
    {"type": "seal", "card": "9H"},
    {"type": "choose", "card": "7H"},
    {"type": "choose", "card": "9H"},
]


def followed(record: Record, seed: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """What the camera told, and the referee's snapshot at the end of the film."""
    film = SimulatedTable(record, "english", seed, "easy", size=(480, 270), fps=8)
    moves: list[dict[str, Any]] = []
    session: TableSession | None = None
    snapshot: dict[str, Any] = {}
    for _, session, seen in watched(film, KnowingEye(film)):
        if seen is not None:
            moves += [dict(move.move) for move in seen.moves]
        else:
            snapshot = dict(session.snapshot("referee"))
    return moves, snapshot


def without_secrets(state: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name not in ("seal", "commitment")}


@pytest.mark.parametrize(
    ("game", "players", "options", "events", "tapped"),
    [
        ("duren-piatkowy", ("Ada", "Bea", "Cem"), {}, DUREN, ("pass",)),
        ("vier-engel", ("Ada", "Bea"), {}, ENGEL, ("release", "bank")),
        ("vier-engel", ("Ada", "Bea"), {"open": True}, OPEN, ("seal",)),
    ],
)
def test_a_film_is_followed_to_its_end_and_only_what_was_wrong_is_flagged(
    game: str,
    players: tuple[str, ...],
    options: dict[str, Any],
    events: list[dict[str, Any]],
    tapped: tuple[str, ...],
) -> None:
    record = Record(game, players, options, events)
    steps = list(replay(record))
    moves, snapshot = followed(record, 1)
    assert moves == [event for event in events if event["type"] not in tapped]
    wanted = [(flag.code, flag.player) for step in steps for flag in step.verdict.flags]
    assert [(flag["code"], flag["player"]) for flag in snapshot["flags"]] == wanted
    assert snapshot["questions"] == []
    state = steps[-1].game.public(steps[-1].state)
    assert without_secrets(snapshot["state"]) == without_secrets(state)
