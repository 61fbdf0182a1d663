"""Decks whose suits differ in little but a hue and a small sign, made of any faces.

Cards of one rank share their drawing; their suit is a sign, over and over on the ground or in the
corners, and a tone in which ground and ink are printed. Such decks are what a likeness has to look
at closely, and few of those that can be learned from are printed so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Faces = NDArray[np.uint8]
Mask = NDArray[np.float32]

SUITS = (3, 7)
"""So many suits has a deck; the second number is never reached."""
LETTERS = "ABCDEFGHKLMNPRSTUVXYZ&@$%#?+*"
SIGN = 48
"""Pixels of a sign before it is made as small as it is printed."""


@dataclass(frozen=True)
class _Suit:
    """What the cards of a suit share."""

    sign: Mask
    """(48, 48), 0 to 1."""
    ground: NDArray[np.float32]
    ink: NDArray[np.float32]
    """Blue, green, red, 0 to 255."""


@dataclass(frozen=True)
class _Print:
    """What all cards of the deck share."""

    tinted: float
    """How far the tone takes the place of the faces' own colours, 0 to 1."""
    step: float
    """Distance of the signs on the ground, as a share of the width; 0 for none there."""
    faint: float
    """How strongly they are printed there."""
    corner: float
    """Height of the signs in the corners, as a share of the width; 0 for none there."""
    places: tuple[tuple[float, float], ...]
    """Where they stand, as shares of width and height; each also upside down."""


def in_suits(rng: Generator, faces: Faces, count: int) -> Faces:
    """A deck of `count` cards: some of the faces, each in every suit.

    Faces (n, h, w, 4) blue-green-red-alpha, colours multiplied with alpha.
    """
    suits = _suits(rng, int(rng.integers(*SUITS)))
    how = _print(rng)
    high, wide = faces.shape[1:3]
    grounds = [_ground(suit, how, wide, high) for suit in suits]
    corners = [_in_corners(suit.sign, how, wide, high)[..., None] for suit in suits]
    places = [(rank, suit) for rank in range(-(-count // len(suits))) for suit in range(len(suits))]
    ranks = rng.permutation(len(faces))
    return np.stack(
        [
            _printed(
                faces[ranks[rank % len(faces)]], suits[suit], how, grounds[suit], corners[suit]
            )
            for rank, suit in (places[n] for n in rng.permutation(len(places))[:count])
        ]
    )


def _suits(rng: Generator, count: int) -> list[_Suit]:
    dark = rng.random() < 0.35
    one_ground, one_ink = rng.random() < 0.3, rng.random() < 0.15
    start, step = rng.uniform(0, 360), rng.uniform(25, 360 / count)
    hues = [(start + step * i + rng.normal(0, 6)) % 360 for i in range(count)]
    pale = rng.uniform(0, 130)
    strong, bright = rng.uniform(120, 240), rng.uniform(190, 250) if dark else rng.uniform(60, 180)
    paper = rng.uniform(45, 100) if dark else rng.uniform(215, 250)
    return [
        _Suit(
            _sign(rng),
            _colour(hues[0] if one_ground else hue, pale * rng.uniform(0.7, 1.3), paper),
            _colour(hues[0] if one_ink else hue, strong, bright),
        )
        for hue in hues
    ]


def _colour(hue: float, saturation: float, value: float) -> NDArray[np.float32]:
    hsv = np.array([[[hue / 2, min(saturation, 255), value]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _print(rng: Generator) -> _Print:
    on_ground, in_corners = rng.random() < 0.6, rng.random() < 0.85
    x, y = rng.uniform(0.07, 0.16), rng.uniform(0.05, 0.2)
    places = [(x, y), (1 - x, y)] if rng.random() < 0.5 else [(x, y)]
    if rng.random() < 0.4:
        places.append((0.5, rng.uniform(0.05, 0.3)))
    return _Print(
        tinted=float(rng.uniform(0.5, 1)),
        step=float(rng.uniform(0.08, 0.16)) if on_ground else 0.0,
        faint=float(rng.uniform(0.15, 0.5)),
        corner=float(rng.uniform(0.06, 0.15)) if in_corners or not on_ground else 0.0,
        places=tuple((float(a), float(b)) for a, b in places),
    )


def _sign(rng: Generator) -> Mask:
    """A letter, a star, or a round or pointed thing."""
    plane = np.zeros((SIGN, SIGN), np.uint8)
    if rng.random() < 0.25:
        text = LETTERS[int(rng.integers(len(LETTERS)))]
        font = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)[int(rng.integers(2))]
        (wide, high), _ = cv2.getTextSize(text, font, 1.4, 4)
        place = ((SIGN - wide) // 2, (SIGN + high) // 2)
        cv2.putText(plane, text, place, font, 1.4, 255, 4, cv2.LINE_AA)
        return _mask(plane)
    points = 180
    turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
    if rng.random() < 0.4:  # a star, or with few points a square or a triangle
        tips = int(rng.integers(3, 13))
        wave = np.abs(((turn * tips / (2 * np.pi)) % 1) - 0.5) * 2
        reach = 1 - rng.uniform(0.1, 0.65) * wave
    else:
        reach = np.ones(points)
        for waves in range(1, 7):
            reach = reach + rng.normal(0, 0.35 / waves) * np.cos(
                waves * turn + rng.uniform(0, 2 * np.pi)
            )
        reach = np.clip(reach, 0.12, None)
    x = reach * np.cos(turn) * rng.uniform(0.55, 1)
    y = reach * np.sin(turn)
    lean = rng.uniform(0, 2 * np.pi)
    shape = np.stack([x * np.cos(lean) - y * np.sin(lean), x * np.sin(lean) + y * np.cos(lean)], 1)
    shape = (shape - shape.min(axis=0)) / np.ptp(shape, axis=0).max()
    shape = shape * (SIGN - 4) + 2 + (1 - np.ptp(shape, axis=0)) * (SIGN - 4) / 2
    cv2.fillPoly(plane, [np.rint(shape * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return _mask(plane)


def _ground(suit: _Suit, how: _Print, wide: int, high: int) -> NDArray[np.float32]:
    """A card with nothing but its ground."""
    if not how.step:
        return np.broadcast_to(suit.ground, (high, wide, 3))
    signs = _scattered(suit.sign, how, wide, high)[..., None] * how.faint
    return np.asarray(suit.ground * (1 - signs) + suit.ink * signs, np.float32)


def _mask(plane: NDArray[np.uint8]) -> Mask:
    return (plane / np.float32(255)).astype(np.float32)


def _printed(
    face: NDArray[np.uint8], suit: _Suit, how: _Print, ground: NDArray[np.float32], corners: Mask
) -> NDArray[np.uint8]:
    alpha = face[..., 3:].astype(np.float32) / 255
    colours = face[..., :3].astype(np.float32)
    bright = colours.mean(axis=2)
    inside = bright[alpha[..., 0] > 0.9]
    paper, ink = np.percentile(inside, (90, 3))
    drawn = np.clip((paper - bright) / max(float(paper - ink), 20.0), 0, 1)[..., None]
    toned = ground * (1 - drawn) + suit.ink * drawn
    # Drawings keep something of their own colours, as if printed on the tinted ground.
    own = colours / 255 * ground
    out = toned * how.tinted + own * (1 - how.tinted)
    out = out * (1 - corners) + suit.ink * corners
    return np.dstack([np.rint(np.clip(out, 0, 255) * alpha), face[..., 3:]]).astype(np.uint8)


def _small(sign: Mask, size: float) -> Mask:
    side = max(3, round(size))
    return cast(Mask, cv2.resize(sign, (side, side), interpolation=cv2.INTER_AREA))


def _scattered(sign: Mask, how: _Print, wide: int, high: int) -> Mask:
    step = how.step * wide
    small = _small(sign, step * 0.55)
    plane = np.zeros((high, wide), np.float32)
    for row in range(int(high / step) + 1):
        for column in range(int(wide / step) + 1):
            _put(plane, small, (column + row % 2 / 2) * step, (row + 0.5) * step)
    return plane


def _in_corners(sign: Mask, how: _Print, wide: int, high: int) -> Mask:
    if not how.corner:
        return np.zeros((high, wide), np.float32)
    small = _small(sign, how.corner * wide)
    plane = np.zeros((high, wide), np.float32)
    for x, y in how.places:
        _put(plane, small, x * wide, y * high)
        _put(plane, np.ascontiguousarray(small[::-1, ::-1]), (1 - x) * wide, (1 - y) * high)
    return plane


def _put(plane: Mask, small: Mask, x: float, y: float) -> None:
    """Lay a small picture around (x, y), as far as it is within."""
    side = len(small)
    left, top = round(x - side / 2), round(y - side / 2)
    a, b = max(0, -left), max(0, -top)
    piece = plane[max(0, top) : top + side, max(0, left) : left + side]
    np.maximum(piece, small[b : b + piece.shape[0], a : a + piece.shape[1]], out=piece)
