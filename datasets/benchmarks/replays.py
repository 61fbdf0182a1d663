"""How many events a second the rules judge, and how much a state that is kept weighs.

Evenings are made up: whoever's turn it is plays something that the rules let pass, so that every
event counts, and nobody holds real hands.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from companion.games import Event, Game, Legal, find, names

EVENTS: Final = 20_000
"""How long an evening is made."""
WEIGHED: Final = 4_000
"""So many events are kept twice over, to see whether later states weigh more than earlier ones."""
SEED: Final = 1

Choices = Callable[[Mapping[str, Any], Legal, random.Random], Iterator[Event]]


@dataclass(frozen=True)
class Figures:
    """What was measured of one game."""

    game: str
    players: int
    events: int
    events_a_second: float
    bytes_a_state: tuple[float, float]
    """What a state that is kept weighs: in the first half of the evening, in the second."""

    def line(self) -> str:
        """One line for people."""
        first, second = self.bytes_a_state
        return (
            f"{self.game}, {self.players} players: {self.events_a_second:,.0f} events a second; "
            f"a state kept weighs {first:,.0f} bytes, later on {second:,.0f}"
        )


def _berteln(public: Mapping[str, Any], legal: Legal, rng: random.Random) -> Iterator[Event]:
    if "announce" in legal.types:
        yield {"type": "announce", "contract": rng.choice(legal.choices)}
    cards = list(legal.cards.get(public["turn"], ()))
    if cards:
        yield {"type": "play", "player": public["turn"], "card": rng.choice(cards)}
    yield {"type": "pass", "player": public["turn"]}
    yield {"type": "annul"}


def _duren_piatkowy(public: Mapping[str, Any], legal: Legal, rng: random.Random) -> Iterator[Event]:
    if "start" in legal.types:
        yield {"type": "start", "trump_card": rng.choice(legal.choices)}
    cards = list(legal.cards.get(public["turn"], ()))
    rng.shuffle(cards)
    if "pass" in legal.types and (not cards or rng.random() < 0.5):
        yield {"type": "pass"}
    if "attack" in legal.types and cards:
        yield {"type": "attack", "cards": cards[:1]}
    if "beat" in legal.types and rng.random() < 0.9:
        lying = [pair["attack"] for pair in public["table"] if not pair["beaten_by"]]
        yield from ({"type": "beat", "attack": one, "card": c} for one in lying for c in cards)
    yield {"type": "take"}
    yield {"type": "annul"}


def _vier_engel(
    public: Mapping[str, Any],  # noqa: ARG001 - what is legal says it all
    legal: Legal,
    rng: random.Random,
) -> Iterator[Event]:
    if "release" in legal.types:
        yield {"type": "release"}
    if "bank" in legal.types and rng.random() < 0.3:
        yield {"type": "bank"}
    cards = [card for of_one in legal.cards.values() for card in of_one]
    if cards:
        yield {"type": "turn", "card": rng.choice(cards)}


_TABLES: Final[Mapping[str, tuple[int, Choices]]] = {
    "berteln": (4, _berteln),
    "duren-piatkowy": (4, _duren_piatkowy),
    "vier-engel": (2, _vier_engel),
}
_NAMES: Final = ("Ada", "Bea", "Cem", "Dan")


def measured() -> Sequence[str]:
    """The games for which evenings can be made up."""
    return [name for name in names() if name in _TABLES]


def evening(name: str, count: int, seed: int = SEED) -> list[list[Event]]:
    """An evening of about so many events, a list for each game begun anew."""
    players, choices = _TABLES[name]
    game, rng = find(name), random.Random(seed)
    state, games = game.start(_NAMES[:players], {}), [list[Event]()]
    made = 0
    while made < count:
        legal = game.legal(state)
        for event in choices(game.public(state), legal, rng):
            after, verdict = game.apply(state, game.parse(state, event))
            if verdict.accepted:
                state = after
                games[-1].append(event)
                made += 1
                break
        else:
            state = game.start(_NAMES[:players], {})
            games.append([])
    return games


def measure(name: str, events: int = EVENTS, weighed: int = WEIGHED) -> Figures:
    """Judge a made-up evening as fast as it goes, and weigh its states."""
    players, _choices = _TABLES[name]
    games = evening(name, events)
    spent = min(_judge(find(name), players, games) for _ in range(3))
    count = sum(map(len, games))
    weights = _weigh(find(name), players, games, min(weighed, count // 2))
    return Figures(name, players, count, count / spent, weights)


def _judge(game: Game[Any, Any], players: int, games: Sequence[Sequence[Event]]) -> float:
    """Seconds of one processor for an evening; reading the events is not counted."""
    seconds = 0.0
    for events in games:
        state = game.start(_NAMES[:players], {})
        moves = [game.parse(state, event) for event in events]
        began = time.process_time()
        for move in moves:
            state, _verdict = game.apply(state, move)
        seconds += time.process_time() - began
    return seconds


def _weigh(
    game: Game[Any, Any], players: int, games: Sequence[Sequence[Event]], count: int
) -> tuple[float, float]:
    states: list[Any] = []
    sizes = [0]
    tracemalloc.start()
    for events in games:
        state = game.start(_NAMES[:players], {})
        for event in events:
            state, _verdict = game.apply(state, game.parse(state, event))
            states.append(state)
            if len(states) in (count, 2 * count):
                sizes.append(tracemalloc.get_traced_memory()[0])
        if len(states) >= 2 * count:
            break
    tracemalloc.stop()
    first, second = (after - before for before, after in pairwise(sizes))
    return first / count, second / count
