"""Light on the table: lamps of a colour, falling off to one side, shadows, glare on cards."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from .camera import kelvin_gains
from .conditions import Conditions

Plane = NDArray[np.float32]


def _ramp(rng: Generator, high: int, wide: int) -> Plane:
    """0 to 1 across the picture in some direction."""
    turn = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    ramp = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn))
    ramp -= ramp.min()
    return cast(Plane, ramp / max(float(ramp.max()), 1e-6))


def _shadow(rng: Generator, high: int, wide: int) -> Plane:
    """1 in the light, less where something between lamp and table casts its shadow."""
    small = np.ones((max(8, high // 4), max(8, wide // 4)), np.float32)
    rows, columns = small.shape
    darkness = rng.uniform(0.35, 0.85)
    if rng.random() < 0.6:  # an arm or a lamp's stand: a broad band from outside
        start = rng.uniform(-0.3, 1.3, 2) * (columns, rows)
        end = rng.uniform(0.0, 1.0, 2) * (columns, rows)
        thick = int(rng.uniform(0.05, 0.35) * columns)
        cv2.line(
            small,
            tuple(int(v) for v in start),
            tuple(int(v) for v in end),
            float(darkness),
            max(2, thick),
        )
    else:
        points = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 7)), 2)) * (columns, rows)
        cv2.fillConvexPoly(small, cv2.convexHull(points.astype(np.int32)), float(darkness))
    soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.6, 8))
    return cast(Plane, cv2.resize(soft, (wide, high), interpolation=cv2.INTER_LINEAR))


def lit(rng: Generator, picture: Plane, conditions: Conditions) -> Plane:
    """The picture under the lamps of these conditions."""
    high, wide = picture.shape[:2]
    lamp = kelvin_gains(rng.uniform(*conditions.kelvin))
    camera = kelvin_gains(rng.uniform(*conditions.kelvin)) ** np.float32(rng.uniform(0.3, 1.0))
    # The camera's white balance takes most of the lamp's colour away, never all of it.
    cast_colour = (lamp / camera) ** np.float32(0.6)
    ratio = rng.uniform(1, conditions.gradient)
    ramp = _ramp(rng, high, wide)
    strength = (ramp * np.float32(ratio - 1) + 1) / np.float32((ratio + 1) / 2)
    if conditions.two_lamps and rng.random() < 0.5:
        other = (kelvin_gains(rng.uniform(*conditions.kelvin)) / camera) ** np.float32(0.6)
        mix = _ramp(rng, high, wide)[..., None]
        colour = cast_colour * (1 - mix) + other * mix
    else:
        colour = np.broadcast_to(cast_colour, (1, 1, 3))
    if rng.random() < conditions.shadow_share:
        strength = strength * _shadow(rng, high, wide)
    return cast(Plane, picture * strength[..., None] * colour.astype(np.float32))


def with_glare(
    rng: Generator, picture: Plane, gloss: Plane, at: tuple[float, float], size: float
) -> Plane:
    """A lamp's reflection at pixel `at`, about `size` pixels across, where `gloss` (0 to 1) is."""
    high, wide = picture.shape[:2]
    reach = int(size * 2) + 2
    x1, x2 = max(0, int(at[0]) - reach), min(wide, int(at[0]) + reach)
    y1, y2 = max(0, int(at[1]) - reach), min(high, int(at[1]) + reach)
    if x1 >= x2 or y1 >= y2:
        return picture
    y, x = np.mgrid[y1:y2, x1:x2].astype(np.float32)
    turn, stretch = rng.uniform(0, np.pi), rng.uniform(1, 3)
    u = (x - at[0]) * np.float32(np.cos(turn)) + (y - at[1]) * np.float32(np.sin(turn))
    v = (y - at[1]) * np.float32(np.cos(turn)) - (x - at[0]) * np.float32(np.sin(turn))
    soft = rng.uniform(1, 3)
    spot = np.exp(-(((u / size) ** 2 + (v * stretch / size) ** 2) ** soft))
    spot = spot * gloss[y1:y2, x1:x2] * rng.uniform(40, 240)
    out = picture.copy()
    out[y1:y2, x1:x2] += spot[..., None]
    return out
