"""The camera over the table: its view of the plane, and what lens and sensor do to the picture."""

from __future__ import annotations

from math import cos, radians, sin
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from .conditions import Conditions

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]
Matrix = NDArray[np.float64]


def view(
    size: tuple[int, int],
    card_height: float,
    tilt: float,
    roll: float,
    focal: float,
    look_at: tuple[float, float] = (0.0, 0.0),
    aim: tuple[float, float] | None = None,
) -> Matrix:
    """Homography from the table plane (a card is 1 high) to pixels.

    `size` is (wide, high); a card at `look_at` is `card_height` pixels high when seen straight;
    `tilt` and `roll` in degrees; `focal` in picture widths. `look_at` comes to lie at the pixel
    `aim` (default: the picture's middle).
    """
    wide, high = size
    f = focal * wide
    a, b = radians(roll), radians(tilt)
    turn = np.array([[cos(a), -sin(a), 0], [sin(a), cos(a), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, cos(b), -sin(b)], [0, sin(b), cos(b)]])
    rotation = lean @ turn
    inside = np.array([[f, 0, wide / 2], [0, f, high / 2], [0, 0, 1]])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], np.array([0, 0, f / card_height])])
    shift = np.array([[1, 0, -look_at[0]], [0, 1, -look_at[1]], [0, 0, 1]])
    matrix = inside @ plane @ shift
    if aim is not None:
        move = np.array([[1, 0, aim[0] - wide / 2], [0, 1, aim[1] - high / 2], [0, 0, 1]])
        matrix = move @ matrix
    return cast(Matrix, matrix / matrix[2, 2])


def kelvin_gains(kelvin: float) -> NDArray[np.float32]:
    """Blue, green, red gains of a light of that colour against 6500 K, green kept at 1.

    A smooth fit of the Planckian locus in linear sRGB, good to a few per cent from 2000 to 10000 K.
    """
    t = kelvin / 6500.0
    red = t**-0.65 if t < 1 else t**-0.45
    blue = t**1.05 if t < 1 else t**0.55
    return np.array([blue, 1.0, red], np.float32)


def motion_blurred(picture: Plane, length: float, direction: float) -> Plane:
    """Blurred along a line of `length` pixels in `direction` (radians)."""
    reach = int(np.ceil(length)) | 1
    kernel = np.zeros((reach, reach), np.float32)
    middle = reach / 2
    dx, dy = cos(direction) * length / 2, sin(direction) * length / 2
    cv2.line(
        kernel,
        (round(middle - dx - 0.5), round(middle - dy - 0.5)),
        (round(middle + dx - 0.5), round(middle + dy - 0.5)),
        1.0,
        1,
        cv2.LINE_AA,
    )
    return cast(Plane, cv2.filter2D(picture, -1, kernel / kernel.sum()))


def exposed(rng: Generator, picture: Plane, conditions: Conditions, scale: float) -> Picture:
    """The picture as the sensor gives it: exposure, lens and motion blur, noise, JPEG.

    `scale` is this picture's size against the 1080p frame that the conditions speak of.
    """
    high, wide = picture.shape[:2]
    target = rng.uniform(*conditions.brightness)
    gain = float(np.clip(target / max(float(picture.mean()), 1.0), 0.25, 2.0))
    out: Plane = picture * np.float32(gain)
    if rng.random() < 0.5:  # highlights roll off instead of clipping
        out = np.where(out > 180, 180 + 75 * (1 - np.exp(-(out - 180) / 75)), out)
    sigma = rng.uniform(*conditions.blur) * min(scale * 1.3, 1.0)
    if sigma > 0.25:
        out = cast(Plane, cv2.GaussianBlur(out, (0, 0), sigma))
    if rng.random() < conditions.motion_share:
        length = rng.uniform(*conditions.motion) * scale
        if length > 1.5:
            out = motion_blurred(out, length, rng.uniform(0, np.pi))
    if conditions.name in ("hard", "training") and rng.random() < 0.15:  # a poor or far camera
        factor = rng.uniform(0.4, 0.8)
        small = cv2.resize(out, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        out = cast(Plane, cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR))
    noise = rng.uniform(*conditions.noise)
    if noise > 0.3:
        colour = rng.uniform(0.0, 0.6)
        out = out + rng.standard_normal((high, wide, 1), np.float32) * np.float32(
            noise * (1 - colour)
        )
        out = out + rng.standard_normal((high, wide, 3), np.float32) * np.float32(noise * colour)
    shown = np.clip(out, 0, 255).astype(np.uint8)
    quality = int(rng.integers(conditions.jpeg[0], conditions.jpeg[1] + 1))
    _, coded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cast(Picture, cv2.imdecode(coded, cv2.IMREAD_COLOR))
