"""What a real camera does to the picture: shake, exposure, blur, noise, compression."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from .conditions import FilmDraw

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]


class Lens:
    """One film's camera; everything is a function of the frame, so any frame can be had again."""

    def __init__(self, draw: FilmDraw, rng: Generator, empty: Picture, length: float) -> None:
        """`empty` is the lit table with nothing on it, `length` the film's in seconds."""
        self._draw = draw
        mean = max(float(empty.mean()), 4.0)
        self._gain = float(np.clip(draw.brightness / mean, 0.35, 1.9))
        self._waves = rng.uniform(0.05, 0.9, 8), rng.uniform(0, 2 * np.pi, 8)
        self._drift = rng.uniform(0.02, 0.08, 2), rng.uniform(0, 2 * np.pi, 2)
        self._drift_size = rng.uniform(0.2, 1.0) * draw.ranges.drift
        self._beat = (rng.uniform(0.3, 3.0), rng.uniform(0.02, 0.08)) if draw.flicker else None
        self._knocked = None
        if draw.knock_share is not None:
            far = rng.uniform(4, 14, 2) * rng.choice([-1, 1], 2) * draw.pixel
            self._knocked = (draw.knock_share * length, far, float(rng.uniform(-0.8, 0.8)))
        self._seed = int(rng.integers(2**31))
        self._noise = self._noise_bank(rng)

    def _noise_bank(self, rng: Generator) -> tuple[Picture, Picture] | None:
        if self._draw.noise < 0.3:
            return None
        wide, high = self._draw.size
        shape = (high + 64, wide + 64)
        colour = rng.uniform(0.1, 0.6)
        grain = rng.standard_normal((*shape, 1), np.float32) * np.float32(1 - colour)
        grain = grain + rng.standard_normal((*shape, 3), np.float32) * np.float32(colour)
        grain *= np.float32(self._draw.noise)
        return (
            np.clip(grain + 0.5, 0, 255).astype(np.uint8),
            np.clip(0.5 - grain, 0, 255).astype(np.uint8),
        )

    def motion(self, at: float) -> Matrix:
        """3x3 from the still camera's pixels to those of the shaken one at a time."""
        draw = self._draw
        speeds, phases = self._waves
        turns = np.sin(2 * np.pi * speeds * at * 3 + phases)
        x, y = turns[:2].sum() / 2 * draw.shake, turns[2:4].sum() / 2 * draw.shake
        angle = 0.0
        if self._knocked is not None and at >= self._knocked[0]:
            since = at - self._knocked[0]
            swing = np.exp(-since * 6) * np.cos(since * 40)
            x += self._knocked[1][0] * (1 - swing)
            y += self._knocked[1][1] * (1 - swing)
            angle = np.radians(self._knocked[2]) * (1 - swing)
        wide, high = draw.size
        c, s = np.cos(angle), np.sin(angle)
        centre = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1]])
        back = np.array([[1, 0, wide / 2 + x], [0, 1, high / 2 + y], [0, 0, 1]])
        return cast(Matrix, back @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ centre)

    def developed(self, picture: Picture, number: int, at: float) -> Picture:
        """The picture as the camera delivers it."""
        draw = self._draw
        if draw.shake > 0 or self._knocked is not None:
            picture = cast(
                Picture,
                cv2.warpAffine(
                    picture, self.motion(at)[:2], draw.size, flags=cv2.INTER_LINEAR,
                    borderMode=cv2.BORDER_REPLICATE,
                ),
            )  # fmt: skip
        if draw.blur > 0.25:
            reach = 2 * round(1.5 * draw.blur) + 1
            picture = cast(Picture, cv2.GaussianBlur(picture, (max(reach, 3),) * 2, draw.blur))
        picture = cast(Picture, cv2.LUT(picture, self._curve(at)))
        if self._noise is not None:
            dice = np.random.default_rng((self._seed, number))
            y, x = dice.integers(0, 64, 2)
            wide, high = draw.size
            more, less = (bank[y : y + high, x : x + wide] for bank in self._noise)
            picture = cast(Picture, cv2.subtract(cv2.add(picture, more), less))
        _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, draw.jpeg])
        return cast(Picture, cv2.imdecode(coded, cv2.IMREAD_COLOR))

    def _curve(self, at: float) -> Picture:
        """A table (1, 256, 3) of what the sensor makes of each value in each channel."""
        speeds, phases = self._drift
        slow = np.sin(2 * np.pi * speeds * at + phases)
        gain = self._gain * 2 ** (self._drift_size * float(slow[0]))
        if self._beat is not None:
            gain *= 1 + self._beat[1] * np.sin(2 * np.pi * self._beat[0] * at)
        tint = 1 + 0.08 * self._drift_size * float(slow[1])
        values = np.arange(256, dtype=np.float64)[:, None] * gain * np.array([tint, 1.0, 1 / tint])
        # Highlights roll off instead of clipping.
        rolled = np.where(values > 190, 190 + 65 * (1 - np.exp(-(values - 190) / 65)), values)
        return np.asarray(np.clip(rolled, 0, 255).reshape(1, 256, 3), np.uint8)
