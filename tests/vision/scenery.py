"""Tables, arms and light drawn for the tests of vision; pictures as a camera might give them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

WIDE, HIGH = 960, 540
SKIN = (140, 170, 220)


def tablecloth(seed: int = 1, wide: int = WIDE, high: int = HIGH) -> Picture:
    """A green cloth with some texture."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 20, (high, wide)).astype(np.float32), (0, 0), 3) * 3
    cloth = np.empty((high, wide, 3), np.float32)
    cloth[:] = (60, 110, 70)
    return np.clip(cloth + grain[:, :, None], 0, 255).astype(np.uint8)


def with_card(picture: Picture, x: int, y: int, tall: int = 120, text: str = "7") -> Picture:
    """An upright white card with its middle at (x, y)."""
    wide = round(tall / 1.45)
    out = picture.copy()
    cv2.rectangle(
        out, (x - wide // 2, y - tall // 2), (x + wide // 2, y + tall // 2), (245,) * 3, -1
    )
    place = (x - wide // 4, y + tall // 4)
    cv2.putText(out, text, place, cv2.FONT_HERSHEY_DUPLEX, tall / 60, (30, 30, 180), 4)
    return out


def with_arm(picture: Picture, start: tuple[int, int], tip: tuple[int, int]) -> Picture:
    """An arm from `start` (on or beyond the picture's edge) with its hand at `tip`."""
    out = picture.copy()
    cv2.line(out, start, tip, SKIN, 60, cv2.LINE_AA)
    cv2.circle(out, tip, 45, SKIN, -1, cv2.LINE_AA)
    return out


def lit(
    picture: Picture,
    *,
    gain: float = 1.0,
    slope: float = 0.0,
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0),
    bands: float = 0.0,
    phase: float = 0.0,
) -> Picture:
    """The same scene in other light: brighter, from one side, warmer, or with lamp bands."""
    high, wide = picture.shape[:2]
    across = 1 + slope * (np.linspace(-1, 1, wide, dtype=np.float32))[None, :, None]
    rows = np.arange(high, dtype=np.float32) / high
    down = 1 + bands * np.sin(2 * np.pi * (1.5 * rows + phase))[:, None, None]
    light = picture.astype(np.float32) * gain * across * down * np.array(tint, np.float32)
    return np.clip(light, 0, 255).astype(np.uint8)


def noisy(picture: Picture, sigma: float, rng: np.random.Generator) -> Picture:
    """Sensor noise added."""
    noise: NDArray[np.float64] = rng.normal(0, sigma, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)
