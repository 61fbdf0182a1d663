"""A deck of six elements, drawn from a seed: 72 cards that are much alike, to measure with.

Each element has ace to seven, and page, knight, seer, mage and prince. All cards of an element
share ground, frame and a pattern of its sign over and over, as fantasy decks have it; cards of one
rank share their figure's posture. It stands in for decks of which there are no free pictures, and
nothing is learned from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from . import fonts
from .canvas import (
    UNITS,
    both_ways,
    drawn,
    ellipse,
    fitted,
    lettering,
    local,
    outline,
    placed,
    polygon,
    rounded,
    star,
)

Art = NDArray[np.uint8]

HEIGHT = 704
"""Pixels of a face."""
ASPECT = 1.46
RANKS = ("A", "2", "3", "4", "5", "6", "7", "page", "knight", "seer", "mage", "prince")
ELEMENTS = ("fire", "water", "earth", "air", "wood", "light")
LETTERS = {"page": "P", "knight": "K", "seer": "S", "mage": "M", "prince": "R"}
_SIGNS: dict[str, Callable[[], QPainterPath]] = {
    "fire": lambda: outline(
        "M 0 -.5 C .1 -.2 .4 -.1 .34 .2 C .3 .45 .1 .5 0 .5 C -.2 .5 -.36 .4 -.34 .14 "
        "C -.32 0 -.2 -.1 -.18 -.22 C -.1 -.1 -.04 -.1 -.02 -.16 C .02 -.3 -.04 -.4 0 -.5 Z"
    ),
    "water": lambda: outline("M 0 -.5 C .12 -.2 .36 0 .36 .2 C .36 .6 -.36 .6 -.36 .2 "
                             "C -.36 0 -.12 -.2 0 -.5 Z"),
    "earth": lambda: polygon([(-0.5, 0.5), (-0.1, -0.5), (0.08, -0.06), (0.2, -0.28), (0.5, 0.5)]),
    "air": lambda: outline(
        "M -.5 -.3 C -.2 -.6 .1 0 .5 -.3 L .5 -.14 C .1 .16 -.2 -.44 -.5 -.14 Z"
    ).united(outline("M -.5 .14 C -.2 -.16 .1 .44 .5 .14 L .5 .3 C .1 .6 -.2 0 -.5 .3 Z")),
    "wood": lambda: outline("M 0 .5 C -.5 .2 -.4 -.3 0 -.5 C .4 -.3 .5 .2 0 .5 Z").subtracted(
        polygon([(-0.03, 0.5), (0.03, 0.5), (0.01, -0.25), (-0.01, -0.25)])
    ),
    "light": lambda: star(0, 0, 0.5, 12).united(ellipse(0, 0, 0.3, 0.3)),
}  # fmt: skip


@dataclass(frozen=True)
class _Look:
    """What a seed settles for the whole deck."""

    grounds: tuple[QColor, ...]
    inks: tuple[QColor, ...]
    font: Path
    step: float
    """Distance of the pattern's signs, units."""
    frame: float
    radius: float


def _look(seed: int, cache: Path) -> _Look:
    rng = np.random.default_rng([seed, 72])
    faces = fonts.for_indices(cache, True)
    start = float(rng.uniform(0, 360))
    hues = [(start + 60 * i + float(rng.normal(0, 9))) % 360 for i in range(6)]
    dark = rng.random() < 0.35
    grounds = tuple(
        QColor.fromHsv(int(h), int(rng.integers(30, 110)), 75 if dark else 238) for h in hues
    )
    inks = tuple(QColor.fromHsv(int(h), 190, 245 if dark else 130) for h in hues)
    return _Look(
        grounds, inks, faces[int(rng.integers(len(faces)))], float(rng.uniform(62, 95)),
        float(rng.uniform(24, 44)), float(rng.uniform(24, 50)),
    )  # fmt: skip


def _posture(painter: QPainter, rng: Generator, rank: str, ink: QColor, ground: QColor) -> None:
    """A hooded figure around (0, 0), about 420 units high, with what its rank carries."""
    painter.setPen(QPen(ink.darker(160), 5))
    painter.setBrush(ground.darker(125))
    painter.drawPath(outline("M -120 210 C -110 20 -70 -60 0 -70 C 70 -60 110 20 120 210 Z"))
    painter.setBrush(QColor(225, 190, 160))
    painter.drawPath(ellipse(0, -110, 44, 54))
    painter.setBrush(ink)
    if rank == "page":
        painter.drawPath(outline("M -60 -140 C -40 -200 40 -200 60 -140 Z"))
        painter.drawRect(QRectF(60, 0, 60, 80))
    elif rank == "knight":
        painter.drawPath(ellipse(0, -130, 56, 48))
        painter.drawRect(QRectF(-130, -170, 14, 330))
        painter.drawRect(QRectF(-160, -60, 74, 14))
    elif rank == "seer":
        painter.drawPath(ellipse(0, 40, 66, 40))
        painter.setBrush(ground.lighter(130))
        painter.drawPath(ellipse(0, 40, 24, 24))
    elif rank == "mage":
        painter.drawPath(polygon([(-64, -140), (0, -250), (64, -140)]))
        painter.drawRect(QRectF(116, -120, 12, 300))
        painter.drawPath(star(122, -140, 36))
    else:
        painter.drawPath(polygon([(-56, -150), (-56, -215), (-24, -180), (0, -225), (24, -180),
                                  (56, -215), (56, -150)]))  # fmt: skip
        painter.drawPath(star(0, 60, 52, 6))
    painter.setBrush(QColor(40, 30, 30))
    for side in (-1, 1):
        painter.drawPath(ellipse(side * 16 + float(rng.normal(0, 2)), -112, 5, 5))


def _paint(painter: QPainter, look: _Look, element: int, rank: str, rng: Generator) -> None:
    wide = UNITS / ASPECT
    middle = QPointF(wide / 2, UNITS / 2)
    ground, ink = look.grounds[element], look.inks[element]
    sign = fitted(_SIGNS[ELEMENTS[element]]())
    painter.fillPath(rounded(wide, look.radius), QColor(246, 243, 236))
    inner = rounded(wide, look.radius, look.frame)
    shade = QLinearGradient(0, 0, wide, UNITS)
    shade.setColorAt(0, ground.lighter(108))
    shade.setColorAt(1, ground.darker(112))
    painter.fillPath(inner, shade)
    painter.save()
    painter.setClipPath(inner)
    faint = QColor(ink)
    faint.setAlpha(70)
    rows, columns = int(UNITS / look.step) + 2, int(wide / look.step) + 2
    for row in range(rows):
        for column in range(columns):
            x = (column + (row % 2) / 2) * look.step
            painter.fillPath(placed(sign, x, row * look.step, look.step * 0.5), faint)
    painter.restore()
    painter.strokePath(inner, QPen(ink, 4))
    if rank in LETTERS:
        oval = ellipse(middle.x(), middle.y(), wide * 0.3, UNITS * 0.3)
        painter.fillPath(oval, ground.lighter(120))
        painter.strokePath(oval, QPen(ink, 6))
        with local(painter, middle):
            _posture(painter, rng, rank, ink, ground)
        painter.fillPath(placed(sign, middle.x(), UNITS * 0.86, 74), ink)
    else:
        count = 1 if rank == "A" else int(rank)
        columns = 1 if count < 4 else 2
        each = (count + columns - 1) // columns
        for i in range(count):
            alone = columns == 2 and i == count - 1 and count % 2 == 1
            x = middle.x() + (0 if alone else (i % columns - (columns - 1) / 2) * wide * 0.34)
            y = UNITS * (0.2 + 0.6 * (i // columns + 0.5) / each)
            painter.fillPath(placed(sign, x, y, 300 if count == 1 else 120), ink)
    text = lettering(look.font, LETTERS.get(rank, rank))
    for _ in both_ways(painter, middle):
        painter.fillPath(placed(text, look.frame + 48, look.frame + 58, 66), ink.darker(130))
        painter.fillPath(placed(sign, look.frame + 48, look.frame + 128, 46), ink)


@dataclass(frozen=True)
class ElementsDeck:
    """The deck of a seed; cards are drawn when they are asked for."""

    seed: int
    cache: Path
    _drawn: dict[tuple[int, int], Art] = field(default_factory=dict, compare=False, repr=False)

    names = False
    part = "held-out"
    aspect = ASPECT

    @property
    def name(self) -> str:
        """As scenes name it."""
        return f"elements-{self.seed}"

    @property
    def cards(self) -> tuple[str, ...]:
        """The 72 ids, sorted: `air-2` to `wood-seer`."""
        return tuple(sorted(f"{e}-{r.lower()}" for e in ELEMENTS for r in RANKS))

    def art(self, index: int, height: float) -> Art:
        """Card `index`, blue-green-red-alpha, colours multiplied with alpha; 704 high or halved."""
        halvings = int(np.clip(np.floor(np.log2(HEIGHT / max(height, 1.0))), 0, 2))
        key = (index, halvings)
        if key not in self._drawn:
            whole = self._face(index)
            for _ in range(halvings):
                half = cv2.resize(whole, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
                whole = cast(Art, half)
            self._drawn[key] = whole
        return self._drawn[key]

    def _face(self, index: int) -> Art:
        element, rank = self.cards[index].split("-")
        spelled = rank.upper() if len(rank) == 1 else rank
        rng = np.random.default_rng([self.seed, index])
        look = _look(self.seed, self.cache)

        def paint(painter: QPainter) -> None:
            painter.setPen(Qt.PenStyle.NoPen)
            _paint(painter, look, ELEMENTS.index(element), spelled, rng)

        straight = drawn(ASPECT, paint, HEIGHT)[..., [2, 1, 0, 3]].astype(np.float32)
        straight[..., :3] *= straight[..., 3:] / 255
        return np.rint(straight).astype(np.uint8)
