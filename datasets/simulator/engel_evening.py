"""Rounds of Vier Engel that nobody played, as records: for films, benchmarks and tests.

evening = play_engel(seed=3, wrong="peeked")
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from companion.cards import RANKS
from companion.record import Record

from .evening import NAMES, Evening, judged

#: What can be made to go wrong, and the flag that has to come of it.
WRONGS: Mapping[str, str] = {"peeked": "peeked", "moved": "moved_after_release"}
#: A film is so many rounds.
ROUNDS = 3
ANGELS, DEVIL = ("AC", "AD", "AH", "AS"), "JOKER"


def play_engel(
    seed: int,
    wrong: str = "",
    rounds: int = ROUNDS,
    *,
    open_game: bool = False,
    devil: str = DEVIL,
) -> Evening:
    """So many rounds, with one offence if `wrong` (a key of `WRONGS`) is given.

    Raises ValueError for an unknown wrong, and for one that the open game cannot show.
    """
    if wrong and (wrong not in WRONGS or open_game):
        raise ValueError(f"nobody can do {wrong!r} wrong; there are {', '.join(WRONGS)}, face down")
    rng = np.random.default_rng((seed, 0))
    names = NAMES[:2]
    events: list[Mapping[str, object]] = []
    guilty = int(rng.integers(rounds)) if wrong else -1
    for number in range(rounds):
        if open_game:
            events += _open_round(rng)
        else:
            drawer = names[(number + 1) % 2]
            events += _round(rng, devil, wrong if number == guilty else "", drawer)
    options: dict[str, object] = {"open": True} if open_game else {}
    if devil != DEVIL and not open_game:
        options["devil"] = devil
    return judged(Record("vier-engel", names, options, tuple(events), "evening"))


def _round(rng: Generator, devil: str, wrong: str, drawer: str) -> list[Mapping[str, object]]:
    """One round face down: cards come in any order until the devil, four angels or the bank."""
    events: list[Mapping[str, object]] = [{"type": "release"}]
    cards = [*ANGELS, devil]
    rng.shuffle(cards)
    if not wrong and rng.random() < 0.25:
        position = int(rng.integers(1, 6))
        events.append({"type": "devil_call", "position": position})
        held = cards.pop()
        shown = cards if held == devil else cards[: cards.index(devil) + 1]
        return events + [{"type": "turn", "card": card} for card in shown]
    wanted = int(rng.integers(1, 5))
    before = int(rng.integers(0, 2))
    for count, card in enumerate(cards):
        if wrong and count == before:
            position = int(rng.integers(1, 6))
            events.append({"type": wrong, "position": position, "player": drawer})
        events.append({"type": "turn", "card": card})
        if card == devil or count == 3:
            return events
        if count + 1 >= max(wanted, before + 1 if wrong else 1):
            return [*events, {"type": "bank"}]
    return events


def _open_round(rng: Generator) -> list[Mapping[str, object]]:
    """One open round, sealed by the app: the drawer chooses until the devil or the bank."""
    suit = str(rng.choice(list("CDHS")))
    ranks = rng.choice(list(RANKS), 5, replace=False)
    cards = [f"{rank}{suit}" for rank in ranks]
    devil = str(rng.choice(cards))
    events: list[Mapping[str, object]] = [
        {"type": "lay_open", "cards": cards},
        {"type": "seal", "card": devil},
    ]
    wanted = int(rng.integers(1, 5))
    order = [str(card) for card in rng.permutation(cards)]
    for count, card in enumerate(order):
        events.append({"type": "choose", "card": card})
        if card == devil or count == 3:
            return events
        if count + 1 >= wanted:
            return [*events, {"type": "bank"}]
    return events
