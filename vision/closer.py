"""Where a picture deserves a closer look: small cards that may lie over each other.

In the whole picture, shrunk for the detector, a card half over another of the same direction looks
like one long card. What overlaps, or has not the shape of the other cards, is looked at again,
larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Quad

SLIM, WIDE = 1.62, 1.18
"""Height by width from and to which a rectangle is no single card's, tilt and error allowed for."""
TOUCH = 0.04
"""Share of a rectangle under another one from which on they may hide each other's outline."""
OFF_SIZE = 1.22
"""A rectangle that much higher than a card usually is here is looked at again."""
MARGIN, ROOM = 0.35, 2.4
"""Heights of a card by which a window reaches beyond the rectangles in it, and its least side."""
CARDS_ACROSS = 3.4
"""No window is wider than that many heights of a card, else its cards would be small again."""
MOST = 4
"""Windows in a picture; the fullest are looked at."""


@dataclass(frozen=True)
class Window:
    """A square of a picture, in its pixels."""

    left: int
    top: int
    side: int

    def holds(self, points: Quad) -> bool:
        """Whether all points lie within."""
        inside = (points >= (self.left, self.top)) & (
            points <= (self.left + self.side, self.top + self.side)
        )
        return bool(inside.all())


def windows(rectangles: Sequence[Quad], size: tuple[int, int], largest: float) -> list[Window]:
    """The squares of a picture to be looked at again, none larger than `largest` pixels.

    `rectangles`: what was found, (4, 2) each, pixels, long sides left and right; `size`: (wide,
    high) of the picture.
    """
    if not rectangles:
        return []
    # Two cards taken for one are too high, so the lower ones tell better how high a card is.
    usual = float(np.percentile([quads.height(quad) for quad in rectangles], 25))
    largest = min(largest, CARDS_ACROSS * usual)
    doubtful = [quad for quad in _doubtful(rectangles, usual) if _side([quad], usual) <= largest]
    found: list[tuple[int, Window]] = []
    while doubtful:
        group = [doubtful.pop(0)]
        while True:
            grown = [(_side([*group, other], usual), i) for i, other in enumerate(doubtful)]
            if not grown or min(grown)[0] > largest:
                break
            group.append(doubtful.pop(min(grown)[1]))
        found.append((len(group), _around(group, size, usual)))
    found.sort(key=lambda item: -item[0])
    return [window for _, window in found[:MOST]]


def _doubtful(rectangles: Sequence[Quad], usual: float) -> list[Quad]:
    """What may be more than one card, or one that hides another; `usual`: the height of a card."""
    chosen = []
    for quad in rectangles:
        high = quads.height(quad)
        shape = high / max(quads.width(quad), 1e-6)
        odd = not WIDE <= shape <= SLIM or high > OFF_SIZE * usual
        area = abs(quads.area(quad))
        touched = any(
            quads.overlap(quad, other) > TOUCH * area for other in rectangles if other is not quad
        )
        if odd or touched:
            chosen.append(quad)
    return sorted(chosen, key=lambda quad: float(quad[:, 0].mean()))


def _box(group: Sequence[Quad]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    points = np.concatenate(list(group))
    return points.min(axis=0), points.max(axis=0)


def _side(group: Sequence[Quad], usual: float) -> float:
    low, high = _box(group)
    return max(float((high - low).max()) + 2 * MARGIN * usual, ROOM * usual)


def _around(group: Sequence[Quad], size: tuple[int, int], usual: float) -> Window:
    low, high = _box(group)
    side = int(_side(group, usual))
    corner = (low + high) / 2 - side / 2
    left, top = np.clip(np.rint(corner), 0, np.array(size) - side).astype(int)
    return Window(int(left), int(top), side)
