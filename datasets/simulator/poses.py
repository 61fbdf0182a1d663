"""Where a card or a hand is at a moment, and the ways from one place to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, radians, sin
from typing import Literal

import numpy as np

from .camera import CARD_HEIGHT, Points

Ease = Literal["even", "start", "stop", "both"]


@dataclass(frozen=True)
class Pose:
    """A card's or a hand's place in the world (mm, degrees clockwise as seen from above).

    A turn of 0 is upright for a player at the bottom of the picture. Of a hand, x and y are the
    point that it touches with, and `lean` is not used.
    """

    x: float
    y: float
    turn: float
    height: float = 0.0
    lean: float = 0.0
    """Degrees by which a card's far edge is raised above its near one."""

    def shifted(self, x: float, y: float) -> Pose:
        """The same, that many mm further."""
        return replace(self, x=self.x + x, y=self.y + y)

    def corners(self, wide: float) -> Points:
        """A card's corners (4, 3) in the world, clockwise from its top left; `wide` in mm."""
        half_w, half_h = wide / 2, CARD_HEIGHT / 2
        rise = sin(radians(self.lean)) * CARD_HEIGHT
        flat = cos(radians(self.lean))
        x = np.array([-half_w, half_w, half_w, -half_w])
        y = np.array([-half_h, -half_h, half_h, half_h]) * flat
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        z = self.height + np.array([max(rise, 0), max(rise, 0), max(-rise, 0), max(-rise, 0)])
        return np.stack([self.x + c * x - s * y, self.y + s * x + c * y, z], axis=1)


@dataclass(frozen=True)
class Key:
    """A pose to be reached at a time, and how one gets there from the key before."""

    at: float
    pose: Pose
    ease: Ease = "both"


def _eased(share: float, ease: Ease) -> float:
    if ease == "start":
        return share * share
    if ease == "stop":
        return 1 - (1 - share) ** 2
    if ease == "both":
        return share * share * (3 - 2 * share)
    return share


def between(a: Pose, b: Pose, share: float) -> Pose:
    """The pose that is `share` (0 to 1) of the way from one to the other."""
    return Pose(
        a.x + (b.x - a.x) * share,
        a.y + (b.y - a.y) * share,
        a.turn + (b.turn - a.turn) * share,
        a.height + (b.height - a.height) * share,
        a.lean + (b.lean - a.lean) * share,
    )


def pose_at(keys: Sequence[Key], at: float) -> Pose:
    """Where a thing with these keys is at a time; it stays at the first and at the last."""
    if at <= keys[0].at:
        return keys[0].pose
    for before, after in pairwise(keys):
        if at < after.at:
            share = (at - before.at) / (after.at - before.at)
            return between(before.pose, after.pose, _eased(share, after.ease))
    return keys[-1].pose
