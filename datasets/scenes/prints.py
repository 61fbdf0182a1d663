"""What is printed on things that are no cards: words, bar codes, frames, pictures, suit signs.

A label, a ticket or a box is as white, as straight and as full of signs as a card; whoever looks
for cards has to have seen many of them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Print = NDArray[np.uint8]
"""(h, w, 3) blue-green-red."""

_LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789"
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)  # fmt: skip


def _ink(rng: Generator) -> tuple[float, float, float]:
    dark = rng.integers(0, 90, 3) if rng.random() < 0.6 else rng.integers(0, 256, 3)
    return float(dark[0]), float(dark[1]), float(dark[2])


def _word(rng: Generator, sheet: Print, tall: float) -> None:
    high, wide = sheet.shape[:2]
    text = "".join(_LETTERS[int(i)] for i in rng.integers(0, len(_LETTERS), rng.integers(1, 12)))
    at = (int(rng.uniform(-0.1, 0.6) * wide), int(rng.uniform(0.1, 1.0) * high))
    font = _FONTS[int(rng.integers(len(_FONTS)))]
    thick = max(1, int(tall * rng.uniform(0.06, 0.22)))
    cv2.putText(sheet, text, at, font, tall / 22, _ink(rng), thick, cv2.LINE_AA)


def _bars(rng: Generator, sheet: Print) -> None:
    high, wide = sheet.shape[:2]
    x, y = rng.uniform(0.05, 0.5) * wide, rng.uniform(0.05, 0.7) * high
    tall, end = rng.uniform(0.1, 0.3) * high, x + rng.uniform(0.25, 0.5) * wide
    while x < end:
        thick = wide * rng.uniform(0.004, 0.02)
        cv2.rectangle(
            sheet, (int(x), int(y)), (int(x + thick), int(y + tall)), (20, 20, 20), cv2.FILLED
        )
        x += thick + wide * rng.uniform(0.006, 0.02)


def _frame(rng: Generator, sheet: Print) -> None:
    high, wide = sheet.shape[:2]
    inset = int(rng.uniform(0.02, 0.15) * min(high, wide))
    thick = cv2.FILLED if rng.random() < 0.4 else max(1, int(rng.uniform(0.005, 0.05) * high))
    cv2.rectangle(sheet, (inset, inset), (wide - inset, high - inset), _ink(rng), thick)


def _picture(rng: Generator, sheet: Print) -> None:
    high, wide = sheet.shape[:2]
    rough = rng.integers(0, 256, (int(rng.integers(2, 7)), int(rng.integers(2, 7)), 3))
    w, h = int(rng.uniform(0.3, 0.9) * wide), int(rng.uniform(0.2, 0.6) * high)
    smooth = cv2.resize(
        rough.astype(np.uint8), (max(w, 2), max(h, 2)), interpolation=cv2.INTER_CUBIC
    )
    x, y = int(rng.uniform(0, wide - w)), int(rng.uniform(0, high - h))
    sheet[y : y + smooth.shape[0], x : x + smooth.shape[1]] = smooth
    for _ in range(int(rng.integers(0, 4))):  # faces, fruit, balls
        at = (int(x + rng.uniform(0, w)), int(y + rng.uniform(0, h)))
        axes = (max(1, int(rng.uniform(0.05, 0.3) * w)), max(1, int(rng.uniform(0.05, 0.3) * h)))
        cv2.ellipse(
            sheet, at, axes, float(rng.uniform(0, 180)), 0, 360, _ink(rng), cv2.FILLED, cv2.LINE_AA
        )


def _suit_sign(rng: Generator, sheet: Print) -> None:
    """One suit's sign, as beer mats, ashtrays and score pads carry it."""
    high, wide = sheet.shape[:2]
    size = rng.uniform(0.12, 0.4) * min(high, wide)
    x, y = rng.uniform(0.2, 0.8) * wide, rng.uniform(0.2, 0.8) * high
    suit = "CDHS"[int(rng.integers(4))]
    ink = (30.0, 25.0, 190.0) if suit in "DH" else (25.0, 20.0, 20.0)

    def disc(dx: float, dy: float, radius: float) -> None:
        at = (int(x + dx * size), int(y + dy * size))
        cv2.circle(sheet, at, max(1, int(radius * size)), ink, cv2.FILLED, cv2.LINE_AA)

    def shape(*points: tuple[float, float]) -> None:
        corners = np.array([(x + px * size, y + py * size) for px, py in points], np.int32)
        cv2.fillPoly(sheet, [corners], ink, cv2.LINE_AA)

    if suit == "D":
        shape((0, -0.5), (0.36, 0), (0, 0.5), (-0.36, 0))
        return
    if suit == "H":
        disc(-0.22, -0.18, 0.25)
        disc(0.22, -0.18, 0.25)
        shape((-0.45, -0.08), (0.45, -0.08), (0, 0.5))
        return
    if suit == "S":
        disc(-0.22, 0.12, 0.24)
        disc(0.22, 0.12, 0.24)
        shape((-0.45, 0.05), (0.45, 0.05), (0, -0.5))
    else:
        for dx, dy in ((0, -0.25), (-0.25, 0.08), (0.25, 0.08)):
            disc(dx, dy, 0.23)
    shape((-0.06, 0.1), (0.06, 0.1), (0.14, 0.5), (-0.14, 0.5))


def printed(rng: Generator, high: int, wide: int) -> Print:
    """A sheet of `high` x `wide` pixels with a few of these on it."""
    ground = rng.uniform(200, 256, 3) if rng.random() < 0.65 else rng.uniform(0, 256, 3)
    sheet = np.broadcast_to(ground, (high, wide, 3)).astype(np.uint8).copy()
    if rng.random() < 0.4:
        _frame(rng, sheet)
    for _ in range(int(rng.integers(1, 7))):
        kind = rng.random()
        if kind < 0.15:
            _bars(rng, sheet)
        elif kind < 0.35:
            _picture(rng, sheet)
        elif kind < 0.5:
            _suit_sign(rng, sheet)
        else:
            _word(rng, sheet, float(high * rng.choice([0.05, 0.08, 0.15, 0.3])))
    if rng.random() < 0.5:
        sheet = np.ascontiguousarray(np.rot90(sheet, 2))
    return sheet
