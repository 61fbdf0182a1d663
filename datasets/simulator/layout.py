"""Where cards come to lie: round a trick's middle, or in the rows of a patience."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import pi, tan

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.cards import RANKS

from .camera import CARD_HEIGHT
from .poses import Pose
from .seats import Seat

#: Distance of two rows of a patience from middle to middle, mm.
ROW_PITCH = 95.0
#: A card's picture is tried at so many places before the last one is taken.
TRIES = 40


def visible_shares(
    outlines: Sequence[NDArray[np.float64]],
    size: tuple[int, int],
    covers: Sequence[NDArray[np.uint8]] = (),
) -> list[float]:
    """Which share of each outline shows, when each lies above the ones before it.

    Outlines (n, 2) in pixels of a picture of `size` (what is outside does not count as seen);
    `covers` are masks of that size of what lies above everything (a hand), hiding from 128 on.
    """
    wide, high = size
    canvas = np.zeros((high, wide), np.int32)
    for number, outline in enumerate(outlines, 1):
        cv2.fillPoly(canvas, [np.round(outline * 16).astype(np.int32)], number, shift=4)
    for cover in covers:
        canvas[cover >= 128] = 0
    counted = np.bincount(canvas.ravel(), minlength=len(outlines) + 1)
    shares = []
    for number, outline in enumerate(outlines, 1):
        whole = abs(float(cv2.contourArea(outline.astype(np.float32))))
        shares.append(min(1.0, float(counted[number]) / whole) if whole > 1 else 0.0)
    return shares


def _on_plan(pose: Pose, wide: float) -> NDArray[np.float64]:
    """A card's outline on a plan of half a pixel a millimetre, the middle at (400, 400)."""
    return pose.corners(wide)[:, :2] * 0.5 + 400


@dataclass
class Layout:
    """Chooses places; `least_visible` is the least share of a card that others may leave."""

    players: int
    card_wide: float
    least_visible: float
    mess: float
    """0 for neat to 1 for careless."""
    ranks: int = 8
    """How many ranks are in play."""
    row_of: dict[str, int] = field(default_factory=dict)

    @property
    def trick_radius(self) -> tuple[float, float]:
        """How far a trick's cards lie from the middle, mm: at the nearest and at the farthest."""
        apart = CARD_HEIGHT / 2 + self.card_wide / 2 / tan(pi / max(self.players, 3))
        return apart * (1.12 - 0.45 * self.mess), apart * 1.25

    @property
    def rank_step(self) -> float:
        """How far neighbours of a patience row lie from each other, mm."""
        free = self.card_wide * 1.04
        return free * (1 - 0.45 * self.mess) if self.least_visible < 1 else free

    def trick_extent(self) -> float:
        """How far from the middle a trick's cards reach, mm."""
        return self.trick_radius[1] + CARD_HEIGHT / 2

    def patience_extent(self) -> tuple[float, float]:
        """Half width and half height of the four rows, mm."""
        across = self.rank_step * (self.ranks - 1) / 2 + self.card_wide / 2 + 8
        return across, 1.5 * ROW_PITCH + CARD_HEIGHT / 2 + 4

    def in_trick(self, seat: Seat, rng: Generator, lying: Sequence[Pose]) -> Pose:
        """Where a player's card to a trick comes to lie, given those that lie already."""
        near, far = self.trick_radius
        pose = Pose(0, 0, 0)
        for _ in range(TRIES):
            reach = rng.uniform(near, far)
            aside = rng.normal(0, 4 + 10 * self.mess)
            x, y = seat.outwards
            pose = Pose(
                x * reach - y * aside, y * reach + x * aside,
                seat.turn + rng.normal(0, 4 + 9 * self.mess),
            )  # fmt: skip
            if self._shows_all([*lying, pose]):
                break
        return pose

    def in_row(self, card: str, rng: Generator) -> Pose:
        """Where a card of a patience comes to lie; its suit gets a row when it is first seen."""
        suit = card[-1]
        free = [row for row in range(4) if row not in self.row_of.values()]
        if suit not in self.row_of:
            middle = [row for row in free if row in (1, 2)]
            self.row_of[suit] = int(rng.choice(middle or free)) if free else 0
        first = len(RANKS) - self.ranks
        index = max(RANKS.find(card[0]) - first, 0)
        loose = 1.0 + 3.0 * self.mess
        return Pose(
            (index - (self.ranks - 1) / 2) * self.rank_step + rng.normal(0, loose * 0.6),
            (self.row_of[suit] - 1.5) * ROW_PITCH + rng.uniform(-1, 1) * loose,
            float(np.clip(rng.normal(0, 1 + 2 * self.mess), -5, 5)),
        )

    def _shows_all(self, poses: Sequence[Pose]) -> bool:
        outlines = [_on_plan(pose, self.card_wide) for pose in poses]
        shares = visible_shares(outlines, (800, 800))
        # Masks of half-millimetre pixels count an outline's rim as hidden: allow for it.
        return min(shares) >= min(self.least_visible, 0.985) - 0.01

    def can_push(self, poses: Sequence[Pose]) -> bool:
        """Whether cards at these places (from below to above) all still show enough."""
        return self._shows_all(poses)
