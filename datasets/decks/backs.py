"""Card backs drawn from a seed: lattices, rosettes, flowers, stripes, pictures, with or without a
white margin.

Some kinds of pattern are kept for backs that are held out from training.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen

from .canvas import HEIGHT, UNITS, Art, drawn, local, rounded, star
from .courts import paint_landscape

_INKS = (
    (30, 60, 150), (180, 25, 35), (25, 100, 60), (30, 30, 36), (95, 40, 110), (115, 70, 35),
    (15, 110, 130), (200, 120, 30),
)  # fmt: skip


@dataclass(frozen=True)
class Pattern:
    """What a pattern is drawn with."""

    ink: QColor
    ground: QColor
    third: QColor
    step: float
    """Distance between repeats, card units."""
    line: float
    box: QRectF

    def rows(self) -> list[tuple[int, float]]:
        """Numbers and places of the repeats downwards, beyond the edges."""
        return _steps(self.box.top(), self.box.bottom(), self.step)

    def columns(self) -> list[tuple[int, float]]:
        """Numbers and places of the repeats to the right, beyond the edges."""
        return _steps(self.box.left(), self.box.right(), self.step)


def _steps(low: float, high: float, step: float) -> list[tuple[int, float]]:
    middle = (low + high) / 2
    reach = int((high - low) / step / 2) + 2
    return [(i, middle + i * step) for i in range(-reach, reach + 1)]


Draw = Callable[[QPainter, Generator, Pattern], None]


def _lattice(painter: QPainter, rng: Generator, of: Pattern) -> None:
    painter.setPen(QPen(of.ink, of.line))
    slope = float(rng.uniform(0.8, 1.8))
    high = of.box.height()
    for turn in (-1, 1):
        for _, x in _steps(of.box.left() - high, of.box.right() + high, of.step):
            painter.drawLine(
                QPointF(x - turn * high / slope / 2, of.box.top()),
                QPointF(x + turn * high / slope / 2, of.box.bottom()),
            )
    if rng.random() < 0.5:
        painter.setBrush(of.third)
        painter.setPen(Qt.PenStyle.NoPen)
        for _, y in of.rows():
            for _, x in of.columns():
                painter.drawEllipse(QPointF(x, y), of.step * 0.13, of.step * 0.13)


def _checks(painter: QPainter, rng: Generator, of: Pattern) -> None:
    if rng.random() < 0.6:
        painter.translate(of.box.center())
        painter.rotate(45)
        painter.translate(-of.box.center())
    painter.setPen(Qt.PenStyle.NoPen)
    reach = max(of.box.width(), of.box.height())
    for i, y in _steps(of.box.center().y() - reach, of.box.center().y() + reach, of.step):
        for j, x in _steps(of.box.center().x() - reach, of.box.center().x() + reach, of.step):
            if (i + j) % 2:
                painter.fillRect(QRectF(x, y, of.step, of.step), of.ink)


def _stripes(painter: QPainter, rng: Generator, of: Pattern) -> None:
    painter.translate(of.box.center())
    painter.rotate(float(rng.choice([0, 45, 90, 30])))
    for i, x in _steps(-1000, 1000, of.step):
        painter.fillRect(QRectF(x, -1000, of.step * 0.5, 2000), of.ink if i % 2 else of.third)


def _dots(painter: QPainter, rng: Generator, of: Pattern) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    size = of.step * float(rng.uniform(0.2, 0.42))
    for i, y in of.rows():
        for j, x in of.columns():
            painter.setBrush(of.ink if (i + j) % 2 else of.third)
            painter.drawEllipse(QPointF(x + (i % 2) * of.step / 2, y), size, size)


def _flower(painter: QPainter, of: Pattern, at: QPointF, size: float, petals: int) -> None:
    painter.setPen(QPen(of.ink.darker(130), max(1.5, of.line * 0.4) / size))
    painter.setBrush(of.ink)
    for i in range(petals):
        with local(painter, at, size, 360 * i / petals):
            painter.drawEllipse(QPointF(0, -0.55), 0.25, 0.45)
    painter.setBrush(of.third)
    painter.drawEllipse(at, size * 0.25, size * 0.25)


def _flowers(painter: QPainter, rng: Generator, of: Pattern) -> None:
    petals = int(rng.integers(5, 9))
    step = max(of.step * 1.6, 70.0)
    for i, y in _steps(of.box.top(), of.box.bottom(), step):
        for _, x in _steps(of.box.left(), of.box.right(), step):
            _flower(painter, of, QPointF(x + (i % 2) * step / 2, y), step * 0.45, petals)


def _rosette(painter: QPainter, rng: Generator, of: Pattern) -> None:
    """A large rosette in the middle and quarters of it in the corners."""
    petals = int(rng.integers(8, 20))
    places = [of.box.center(), of.box.topLeft(), of.box.topRight(), of.box.bottomLeft(),
              of.box.bottomRight()]  # fmt: skip
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for at in places:
        for ring in range(5):
            size = of.box.width() * (0.44 - 0.08 * ring)
            painter.setPen(QPen(of.ink if ring % 2 == 0 else of.third, of.line))
            for i in range(petals):
                with local(painter, at, turn=360 * i / petals + ring * 7):
                    painter.drawEllipse(QPointF(0, -size * 0.5), size * 0.22, size * 0.5)


def _plain(painter: QPainter, rng: Generator, of: Pattern) -> None:
    shade = QLinearGradient(of.box.topLeft(), of.box.bottomRight())
    shade.setColorAt(0, of.ink)
    shade.setColorAt(1, of.ink.darker(int(rng.integers(100, 150))))
    painter.fillRect(of.box, QBrush(shade))
    if rng.random() < 0.6:
        size = of.box.width() * float(rng.uniform(0.12, 0.3))
        points = int(rng.integers(4, 9))
        painter.fillPath(star(of.box.center().x(), of.box.center().y(), size, points), of.ground)


def _picture(painter: QPainter, rng: Generator, of: Pattern) -> None:
    inks = tuple(_INKS[int(i)] for i in rng.permutation(len(_INKS))[:5])
    paint_landscape(painter, rng, of.box, inks)


def _stars(painter: QPainter, rng: Generator, of: Pattern) -> None:
    painter.fillRect(of.box, of.ink)
    points = int(rng.integers(4, 7))
    for i, y in of.rows():
        for _, x in of.columns():
            painter.fillPath(star(x + (i % 2) * of.step / 2, y, of.step * 0.36, points), of.ground)


def _scales(painter: QPainter, _rng: Generator, of: Pattern) -> None:
    painter.setPen(QPen(of.ink, of.line))
    for i, y in of.rows():
        for _, x in of.columns():
            at = QPointF(x + (i % 2) * of.step / 2, y)
            for share in (0.95, 0.6, 0.25):
                painter.setBrush(of.ground if share != 0.6 else of.third)
                painter.drawEllipse(at, of.step * share * 0.6, of.step * share * 0.6)


def _weave(painter: QPainter, _rng: Generator, of: Pattern) -> None:
    """Basket work."""
    painter.setPen(QPen(of.ground, of.line * 0.5))
    size = max(of.step, 50.0)
    for i, y in _steps(of.box.top(), of.box.bottom(), size):
        for j, x in _steps(of.box.left(), of.box.right(), size):
            painter.setBrush(of.ink if (i + j) % 2 else of.third)
            for part in range(3):
                if (i + j) % 2:
                    painter.drawRect(QRectF(x, y + part * size / 3, size, size / 3))
                else:
                    painter.drawRect(QRectF(x + part * size / 3, y, size / 3, size))


def _waves(painter: QPainter, rng: Generator, of: Pattern) -> None:
    """Guilloche: crossing waves, as on banknotes."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    turns = float(rng.uniform(2, 5))
    for i in range(26):
        path = QPainterPath()
        for step in range(81):
            y = of.box.top() + of.box.height() * step / 80
            swing = math.sin(2 * math.pi * (turns * step / 80 + i / 13)) * of.box.width() * 0.12
            x = of.box.left() + of.box.width() * (i + 0.5) / 26 + swing
            if step:
                path.lineTo(x, y)
            else:
                path.moveTo(x, y)
        painter.setPen(QPen(of.ink if i % 3 else of.third, of.line * 0.7))
        painter.drawPath(path)


def _rays(painter: QPainter, rng: Generator, of: Pattern) -> None:
    """Sun rays from the middle."""
    number = int(rng.integers(16, 40))
    middle, reach = of.box.center(), 1200.0
    for i in range(number):
        path = QPainterPath(middle)
        for share in (i, i + 0.5):
            angle = 2 * math.pi * share / number
            path.lineTo(middle + QPointF(reach * math.cos(angle), reach * math.sin(angle)))
        painter.fillPath(path, of.ink)
    size = of.box.width() * 0.2
    painter.setBrush(of.third)
    painter.setPen(QPen(of.ground, 8))
    painter.drawEllipse(middle, size, size)


PATTERNS: tuple[Draw, ...] = (
    _lattice, _checks, _stripes, _dots, _flowers, _rosette, _plain, _picture, _stars, _scales,
)  # fmt: skip
HELD_OUT_PATTERNS: tuple[Draw, ...] = (_weave, _waves, _rays)


def back(seed: int, held_out: bool = False, aspect: float = 0.0, height: int = HEIGHT) -> Art:
    """The back of a seed; `aspect` (height through width) is drawn from the seed if 0."""
    rng = np.random.default_rng([seed, 7, int(held_out)])
    aspect = aspect or float(rng.uniform(1.38, 1.58))
    width = UNITS / aspect
    choices = HELD_OUT_PATTERNS if held_out else PATTERNS
    draw = choices[seed % len(choices)]
    inks = rng.permutation(len(_INKS))[:2]
    ink, third = (QColor(*_INKS[int(i)]) for i in inks)
    ground = QColor(250, 248, 242) if rng.random() < 0.75 else third.lighter(170)
    if rng.random() < 0.2:
        ink, ground = ground, ink
    if rng.random() < 0.5:
        third = ink.lighter(135) if ink.lightness() < 200 else ground.lighter(130)
    radius = float(rng.uniform(18, 62))
    margin = float(rng.uniform(24, 60)) if rng.random() < 0.68 else 0.0
    box = QRectF(margin, margin, width - 2 * margin, UNITS - 2 * margin)
    of = Pattern(ink, ground, third, float(rng.uniform(26, 75)), float(rng.uniform(3, 8)), box)

    def paint(painter: QPainter) -> None:
        painter.fillPath(rounded(width, radius), QColor(252, 252, 250) if margin else ground)
        painter.save()
        painter.setClipPath(rounded(width, radius, margin))
        painter.fillRect(box, ground)
        draw(painter, rng, of)
        painter.restore()
        if margin and rng.random() < 0.7:
            line = float(rng.uniform(3, 10))
            painter.strokePath(rounded(width, radius, margin), QPen(ink, line))

    return drawn(aspect, paint, height)
