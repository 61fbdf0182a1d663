"""Where something crosses the edge of the plan."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Pixels: gaps up to this are one crossing, and shorter crossings are none.
GAP = 8
SHORTEST = 4


def ring(wide: int, high: int) -> NDArray[np.intp]:
    """The (x, y) of the plan's outermost pixels, clockwise from the top left; shape (n, 2)."""
    top = [(x, 0) for x in range(wide)]
    right = [(wide - 1, y) for y in range(1, high)]
    bottom = [(x, high - 1) for x in range(wide - 2, -1, -1)]
    left = [(0, y) for y in range(high - 2, 0, -1)]
    return np.array(top + right + bottom + left, np.intp)


def border_runs(mask: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """The middle (x, y in pixels) of every stretch of the border that `mask` crosses."""
    high, wide = mask.shape
    points = ring(wide, high)
    # Two pixels deep, as smoothing can take the outermost one away.
    inner = np.clip(points, 1, (wide - 2, high - 2))
    hit = mask[points[:, 1], points[:, 0]] | mask[inner[:, 1], inner[:, 0]]
    if not hit.any():
        return []
    if hit.all():
        return [(wide / 2, high / 2)]
    at = np.flatnonzero(hit)
    gaps = np.diff(np.append(at, at[0] + len(points)))
    breaks = np.flatnonzero(gaps > GAP)
    if not len(breaks):
        return [_middle(points, at)]
    # Starting behind a break, so that no stretch is cut where the ring closes.
    at = np.concatenate([at[breaks[-1] + 1 :], at[: breaks[-1] + 1] + len(points)])
    stretches = np.split(at, np.flatnonzero(np.diff(at) > GAP) + 1)
    return [_middle(points, s % len(points)) for s in stretches if len(s) >= SHORTEST]


def _middle(points: NDArray[np.intp], at: NDArray[np.intp]) -> tuple[float, float]:
    x, y = points[at[len(at) // 2]]
    return float(x), float(y)
