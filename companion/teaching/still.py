"""Which cards lie still before the camera, so that they can be learned: each is told once.

A card counts when it has not moved for a moment. When a hand was over it, it counts anew: another
card may have been laid on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from vision import crops, quads
from vision.advice import LEAST_HEIGHT, advise
from vision.frame import Picture
from vision.quads import Quad
from vision.sighting import Look, Sighting

STILL_S: Final = 0.3
"""Seconds for which a card has to lie still, in so many looks."""
STILL_LOOKS: Final = 3
GONE_S: Final = 0.35
"""Seconds without a sighting after which what lies there next is another card."""
MOVED: Final = 0.06
"""Share of its height by which a card has to move to have moved; outlines tremble by 0.02."""
SAME: Final = 0.5
"""Outlines that share so much are one card."""
HAND: Final = 0.06
"""Share of a card that may be under an arm: shadows reach further than fingers."""
HAND_TOLD_S: Final = 1.5
AGAIN_S: Final = 0.7
"""A card that is seen badly is told again so often, until it is seen well."""
CUT: Final = 0.03
"""Share of its height by which a card may reach beyond the picture."""
COVERED: Final = 0.04
"""Share of a card that may lie under another: outlines are not exact."""

Fault = Literal["hand", "cut", "covered", "small", "dark", "glare", "blurred"]
REFUSED: Final[Mapping[str, Fault]] = {
    "small": "small",
    "dark": "dark",
    "glare": "glare",
    "blurred": "blurred",
}
"""What advice on the picture makes a card unfit to be learned from."""


@dataclass(frozen=True, eq=False)
class StillCard:
    """A card that lies still."""

    number: int
    """The same for as long as one card lies there undisturbed."""
    at: float
    since: float
    """When it is told, and since when it lies still: seconds of the source's clock."""
    view: Picture
    """uint8 (320, 224, 3), blue-green-red: the flat card, as `crops.card_view` cuts it."""
    side: Literal["face", "back"]
    names: Mapping[str, float]
    """What it is, were it of a French deck; the most probable first."""
    known: bool
    """Whether the first of them is sure."""
    place: tuple[float, float] = (0.5, 0.5)
    """Its middle, as shares of the picture's width and height."""
    faults: tuple[Fault, ...] = ()
    """Why it cannot be learned from; empty for a good view."""
    height: float = 0.0
    """Pixels of its long side in the picture; 0 where that says nothing."""


@dataclass(eq=False)
class _Lying:
    quad: Quad
    came: float
    """When it was first seen."""
    since: float
    seen_at: float
    looks: int = 1
    hand_since: float | None = None
    told_at: float | None = None
    number: int = 0
    """0: nothing to be told of it yet."""
    good: bool = False
    """Whether it was told and could be learned from."""


class StillCards:
    """Follows the looks at a table and tells the cards that have come to lie still."""

    def __init__(self) -> None:
        self._lying: list[_Lying] = []
        self._next = 1

    def see(
        self,
        picture: Picture,
        at: float,
        look: Look,
        hand: Callable[[Quad], float] = lambda _quad: 0.0,
    ) -> list[StillCard]:
        """The cards to tell of after this look, row by row as people read.

        `hand` says which share of an outline (pixels of the picture) lies under an arm.
        """
        self._lying = [one for one in self._lying if at - one.seen_at <= GONE_S]
        free = list(self._lying)
        pairs: list[tuple[_Lying, Sighting]] = []
        for sighting in look.sightings:
            lying = _matching(sighting, free)
            if lying is None:
                lying = _Lying(sighting.quad, at, at, at)
                self._lying.append(lying)
            else:
                free.remove(lying)
                _follow(lying, sighting.quad, at)
            pairs.append((lying, sighting))
        told = []
        for lying, sighting in pairs:
            # What came before lies under it.
            above = [one.quad for one in self._lying if one is not lying and one.came >= lying.came]
            faults = self._ripe(lying, at, hand(sighting.quad))
            if faults is None:
                continue
            faults = faults or faults_of(picture, sighting, above)
            if "covered" in faults and lying.told_at is not None:
                continue
            told.append(self._told(lying, sighting, picture, at, faults))
        return in_rows(told)

    def _ripe(self, lying: _Lying, at: float, under_hand: float) -> tuple[Fault, ...] | None:
        """None where there is nothing to tell of a card now; else what hides it, if anything."""
        if under_hand > HAND:
            lying.since, lying.looks, lying.number, lying.good = at, 0, 0, False
            lying.hand_since = at if lying.hand_since is None else lying.hand_since
            waits = at - lying.hand_since < HAND_TOLD_S or _just(lying, at)
            return None if waits else ("hand",)
        lying.hand_since = None
        if lying.good or at - lying.since < STILL_S - 0.01 or lying.looks < STILL_LOOKS:
            return None
        return None if lying.number and _just(lying, at) else ()

    def _told(
        self,
        lying: _Lying,
        sighting: Sighting,
        picture: Picture,
        at: float,
        faults: tuple[Fault, ...],
    ) -> StillCard:
        if not lying.number:
            lying.number, self._next = self._next, self._next + 1
        lying.told_at, lying.good = at, not faults
        return still_card(picture, sighting, at, lying.since, lying.number, faults)


def still_card(
    picture: Picture,
    sighting: Sighting,
    at: float,
    since: float,
    number: int,
    faults: tuple[Fault, ...],
) -> StillCard:
    """What there is to learn of a sighting in a picture."""
    high, wide = picture.shape[:2]
    x, y = quads.centre(sighting.quad)
    return StillCard(
        number,
        at,
        since,
        crops.card_view(crops.Pyramid(picture), sighting.quad),
        sighting.side,
        dict(sighting.names),
        sighting.known,
        (x / wide, y / high),
        faults,
        quads.height(sighting.quad),
    )


def faults_of(picture: Picture, sighting: Sighting, above: Iterable[Quad]) -> tuple[Fault, ...]:
    """Why a card cannot be learned from as it lies, the worst first; empty where it can.

    `above` are the outlines of those that may lie on it.
    """
    found: list[Fault] = []
    high, wide = picture.shape[:2]
    slack = CUT * quads.height(sighting.quad)
    x1, y1, x2, y2 = quads.box(sighting.quad)
    if min(x1, y1) < -slack or x2 > wide + slack or y2 > high + slack:
        found.append("cut")
    own = abs(quads.area(sighting.quad))
    if any(quads.overlap(quad, sighting.quad) > COVERED * own for quad in above):
        found.append("covered")
    # A back is to be as sharp as a face.
    alone = Look((replace(sighting, side="face"),))
    found += [REFUSED[one.fault] for one in advise(picture, alone) if one.fault in REFUSED]
    return tuple(found)


def in_rows(cards: list[StillCard]) -> list[StillCard]:
    """Cards that lie side by side in the order in which people read: row by row."""
    if len(cards) < 2:
        return cards
    left = sorted(cards, key=lambda card: card.place[1])
    rows: list[list[StillCard]] = []
    for card in left:
        if rows and card.place[1] - rows[-1][0].place[1] < ROW:
            rows[-1].append(card)
        else:
            rows.append([card])
    return [card for row in rows for card in sorted(row, key=lambda one: one.place[0])]


ROW: Final = 0.12
"""Share of the picture's height within which cards lie in one row."""


def _matching(sighting: Sighting, lying: list[_Lying]) -> _Lying | None:
    shares = [(quads.iou(sighting.quad, one.quad), n) for n, one in enumerate(lying)]
    best = max(shares, default=(0.0, 0))
    return lying[best[1]] if best[0] > SAME else None


def _follow(lying: _Lying, quad: Quad, at: float) -> None:
    # An unread card may be outlined from any of its corners.
    ways = [quads.turned(quad, turn) for turn in range(4)]
    quad = min(ways, key=lambda way: float(np.abs(way - lying.quad).max()))
    far = float(np.linalg.norm(quad - lying.quad, axis=1).max()) / max(quads.height(quad), 1.0)
    if far > MOVED:
        lying.quad, lying.since, lying.looks = quad, at, 0
        lying.number, lying.good = 0, False
    else:
        lying.quad = (0.7 * lying.quad + 0.3 * quad).astype(np.float32)
    lying.looks += 1
    lying.seen_at = at


def _just(lying: _Lying, at: float) -> bool:
    return lying.told_at is not None and at - lying.told_at < AGAIN_S


__all__ = ["LEAST_HEIGHT", "Fault", "StillCard", "StillCards", "faults_of", "in_rows", "still_card"]
