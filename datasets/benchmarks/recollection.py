"""What somebody at the table remembers, laid beside what the program has booked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.readers.move import UNREAD
from companion.record import Record, replay
from companion.session.booked import RULINGS
from companion.session.snapshot import EventView

#: What it costs to take something for what truly happened: another kind of move, another card,
#: another player, something not read, a second of difference, and leaving either of them alone.
KIND, CARD, PLAYER, NOT_READ, SECOND, ALONE = 3.0, 2.0, 1.5, 0.3, 0.25, 2.0
#: Not even people who misremember take things for each other that are further apart, seconds.
FURTHEST = 12.0


@dataclass(frozen=True)
class Remembered:
    """One event of the record, as everybody at the table saw it."""

    at: float
    """Seconds of film."""
    move: Mapping[str, Any]
    is_move: bool
    """Whether it is a move of the game, also one against the rules that waits for a ruling; no
    ruling, for which the game asks itself."""
    pends: bool
    """Whether it waits for a ruling."""

    def differs_from(self, booked: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a booked move that were truly otherwise, as they truly were."""
        named = ("card", "attack", "player", "position", "trump_card")
        wrong = {
            name: self.move[name]
            for name in named
            if name in self.move and self.move[name] != booked.get(name, self.move[name])
        }
        cards = self.move.get("cards")
        if isinstance(cards, list | tuple) and sorted(map(str, cards)) != sorted(
            map(str, booked.get("cards") or ())
        ):
            wrong["cards"] = list(cards)
        return wrong


def remembered(record: Record, acted: Sequence[float]) -> list[Remembered]:
    """All that happens in a film; `acted` are the film times of the record's events."""
    found = []
    for step, at in zip(replay(record), acted, strict=True):
        move = {name: value for name, value in step.event.items() if name != "at"}
        pends = not step.verdict.accepted and bool(step.game.public(step.state).get("pending"))
        is_move = (step.verdict.accepted or pends) and move["type"] not in RULINGS
        found.append(Remembered(at, move, is_move, pends))
    return found


def beside(truth: Sequence[Remembered], booked: Sequence[EventView]) -> dict[int, int]:
    """Which event (by its id) is which of `truth` (by its place there), as far as one is.

    Both keep their order; of all ways to pair them it is the one that strains memory least.
    """
    costs = [[place * ALONE for place in range(len(booked) + 1)]]
    for one in truth:
        row = [costs[-1][0] + ALONE]
        for place, event in enumerate(booked):
            alone = min(row[-1], costs[-1][place + 1]) + ALONE
            row.append(min(alone, costs[-1][place] + _strain(one, event)))
        costs.append(row)
    pairs: dict[int, int] = {}
    left, place = len(truth), len(booked)
    while left and place:
        paired = costs[left - 1][place - 1] + _strain(truth[left - 1], booked[place - 1])
        if costs[left][place] == paired:
            left, place = left - 1, place - 1
            pairs[booked[place]["id"]] = left
        elif costs[left][place] == costs[left - 1][place] + ALONE:
            left -= 1
        else:
            place -= 1
    return pairs


def _strain(true: Remembered, event: EventView) -> float:
    """What it costs to take the one for the other; more than leaving both alone: they are not."""
    apart = abs(true.at - event["film"]) if event["film"] is not None else 0.0
    if apart > FURTHEST:
        return float("inf")
    cost = SECOND * apart
    if true.move["type"] != event["type"]:
        # One kind of move is taken for another only where it is told by the same card.
        return cost + KIND if _cards(true.move) & _cards(event["move"]) else float("inf")
    wrong = true.differs_from(event["move"])
    for name in wrong:
        unread = event["move"].get(name) == UNREAD or UNREAD in (event["move"].get("cards") or ())
        cost += NOT_READ if unread else PLAYER if name == "player" else CARD
    return cost


def _cards(move: Mapping[str, Any]) -> set[str]:
    several = move.get("cards")
    named = {move.get("card"), *(several if isinstance(several, list | tuple) else ())}
    return {str(card) for card in named if card not in (None, UNREAD)}
