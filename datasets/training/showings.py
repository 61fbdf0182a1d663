"""Card views drawn one by one, much faster than scenes: one card, what lies over it, light, lens.

What makes a view unlike another view of the same card is drawn as harshly as scenes draw it; what
lies around the card only so far as it gets into the view.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision import crops, quads
from vision.likeness import SIZE as VIEW_SIZE

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]


@dataclass(frozen=True)
class Harshness:
    """How much views differ."""

    heights: tuple[float, float]
    """Of the card, pixels, drawn evenly in their logarithm."""
    covered: float
    """Share of the views in which something lies over the card."""
    blur: float
    """Largest sigma of the lens, pixels."""
    light: float
    """How far light and colour may go: 1 as in hard scenes, 0 not at all."""
    outlines: float
    """How wrong the outlines are: 1 as the corner finder's, 0 not at all."""


TAUGHT = Harshness((110, 330), 0.0, 0.8, 0.5, 0.8)
"""A card that is shown on purpose."""
PLAYED = Harshness((48, 240), 0.5, 1.5, 1.0, 1.0)
"""A card in play."""
MARGIN = 0.12
"""Of the card's height, around it."""


def showing(
    rng: Generator, face: NDArray[np.uint8], other: NDArray[np.uint8], how: Harshness
) -> Picture:
    """A view (160, 112, 3) of a face; `other` is a face that may lie over it.

    Faces (h, w, 4) blue-green-red-alpha, colours multiplied with alpha.
    """
    high = float(np.exp(rng.uniform(*np.log(how.heights))))
    wide = high / rng.uniform(1.3, 1.75)
    if rng.random() < 0.3:  # seen from the side, the height shrinks
        high *= rng.uniform(0.76, 1)
    margin = MARGIN * high + 3
    size = (int(wide + 2 * margin), int(high + 2 * margin))
    quad = quads.rectangle(wide, high) + np.float32(margin)
    lean = rng.normal(0, 0.02, (4, 2)) * high
    quad = (quad + lean).astype(np.float32)
    table = _table(rng, size)
    _lay(table, face, quad)
    if rng.random() < how.covered:
        _cover(rng, table, other, quad, high)
    _lit(rng, table, how)
    seen = _photographed(rng, table, how, high)
    sigma = rng.choice([0.004, 0.01, 0.025], p=[0.4, 0.45, 0.15]) * high * how.outlines
    found = quad + rng.normal(0, sigma, (4, 2)) + rng.normal(0, sigma * 0.5, (1, 2))
    view = crops.card_view(crops.Pyramid(seen), found.astype(np.float32))
    return cast(Picture, cv2.resize(view, VIEW_SIZE, interpolation=cv2.INTER_AREA))


def _table(rng: Generator, size: tuple[int, int]) -> Plane:
    colour = rng.uniform(10, 245, 3).astype(np.float32)
    if rng.random() < 0.4:
        colour[:] = colour.mean() + rng.normal(0, 12, 3)
    rough = rng.normal(0, rng.uniform(2, 40), (int(rng.integers(3, 24)), int(rng.integers(3, 24))))
    grain = cv2.resize(rough.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return cast(Plane, np.clip(colour + grain[..., None], 0, 255).astype(np.float32))


def _lay(table: Plane, face: NDArray[np.uint8], quad: quads.Quad) -> None:
    """Put a face into the picture of the table at `quad`."""
    high, wide = face.shape[:2]
    tall = quads.height(quad)
    if tall < high / 2:  # else pixels would be skipped
        face = cast(
            "NDArray[np.uint8]",
            cv2.resize(face, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA),
        )
        high, wide = face.shape[:2]
    outline = quads.rectangle(wide, high) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(outline, quad - np.float32(0.5))
    size = (table.shape[1], table.shape[0])
    piece = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)
    table *= 1 - piece[..., 3:] / 255
    table += piece[..., :3]


def _cover(
    rng: Generator, table: Plane, other: NDArray[np.uint8], quad: quads.Quad, high: float
) -> None:
    """Another card, or a hand, over up to two fifths of the card."""
    middle = quad.mean(axis=0)
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    if rng.random() < 0.8:
        lies = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.15)
        a, b = np.cos(lies), np.sin(lies)
        wide = float(np.linalg.norm(quad[1] - quad[0]))
        half = quads.rectangle(wide, high) - np.array([wide / 2, high / 2], np.float32)
        away = rng.uniform(0.62, 1.05) * high * np.array([c * 0.8, s])
        place = half @ np.array([[a, b], [-b, a]]) + middle + away
        _lay(table, other, place.astype(np.float32))
        return
    start = middle + np.array([c, s]) * high
    tip = middle + np.array([c, s]) * high * rng.uniform(0.15, 0.5)
    skin = np.array([110, 140, 200]) * rng.uniform(0.4, 1.25)
    thick = max(2, int(high * rng.uniform(0.1, 0.35)))
    points = [tuple(int(v) for v in p) for p in (start, tip)]
    cv2.line(table, points[0], points[1], tuple(float(v) for v in skin), thick, cv2.LINE_AA)


def _lit(rng: Generator, table: Plane, how: Harshness) -> None:
    high, wide = table.shape[:2]
    strong = how.light
    gains = np.exp(rng.normal(0, 0.08 * strong, 3)).astype(np.float32)
    # What the camera leaves of the lamp's colour.
    gains *= np.exp(rng.normal(0, 0.22 * strong) * np.array([1, 0, -0.65])).astype(np.float32)
    # A dark table makes the camera show the cards on it too bright.
    bright = rng.uniform(0, 0.5) if rng.random() < 0.35 else rng.uniform(-0.95, 0.25) * strong
    gains *= np.float32(np.exp(bright))
    turn, ratio = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.45) * strong
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None] * np.float32(np.sin(turn) * ratio)
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None] * np.float32(np.cos(turn) * ratio)
    light = 1 + x + y
    if rng.random() < 0.3 * strong:  # the edge of a shadow
        points = rng.uniform(-0.6, 1.6, (4, 2)) * (wide, high)
        shade = np.ones((high, wide), np.float32)
        hull = cv2.convexHull(points.astype(np.int32))
        cv2.fillConvexPoly(shade, hull, float(rng.uniform(0.4, 0.85)))
        light = light * cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.5, 9)))
    table *= light[..., None] * gains
    if rng.random() < 0.2 * strong:  # a lamp in the gloss
        at = rng.uniform(0, 1, 2) * (wide, high)
        spread = high * rng.uniform(0.06, 0.35)
        u = (np.arange(wide, dtype=np.float32) - at[0]) / spread
        v = (np.arange(high, dtype=np.float32) - at[1]) / (spread * rng.uniform(0.4, 1.2))
        spot = np.exp(-(u[None] ** 2 + v[:, None] ** 2)) * rng.uniform(40, 220)
        table += spot[..., None].astype(np.float32)


def _photographed(rng: Generator, table: Plane, how: Harshness, high: float) -> Picture:
    """As lens, sensor and coder give it."""
    out = table
    if rng.random() < 0.4:
        bright = 180 + 75 * (1 - np.exp(-(out - 180) / 75))
        out = np.where(out > 180, bright, out).astype(np.float32)
    sigma = rng.uniform(0, how.blur) * min(1.0, high / 130)
    if sigma > 0.25:
        out = cast(Plane, cv2.GaussianBlur(out, (0, 0), sigma))
    if rng.random() < 0.15 * how.light:
        reach = int(np.clip(rng.uniform(2, 9) * high / 200, 2, 9))
        kernel = np.zeros((reach, reach), np.float32)
        ends = ((0, 0), (reach - 1, reach - 1)), ((0, reach // 2), (reach - 1, reach // 2))
        one, two = ends[int(rng.integers(2))]
        cv2.line(kernel, one, two, 1.0, 1)
        if rng.random() < 0.5:
            kernel = np.ascontiguousarray(np.rot90(kernel))
        out = cast(Plane, cv2.filter2D(out, -1, kernel / kernel.sum()))
    noise = rng.uniform(0, 11 * how.light)
    if noise > 0.3:
        rough = rng.standard_normal((*out.shape[:2], 1), np.float32)
        out = out + rough * np.float32(noise)
    shown = np.clip(out, 0, 255).astype(np.uint8)
    quality = int(rng.integers(45, 97))
    _, coded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cast(Picture, cv2.imdecode(coded, cv2.IMREAD_COLOR))
