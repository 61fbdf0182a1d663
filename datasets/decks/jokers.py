"""Jokers of drawn decks: a jester's head, a word, a star, a smiling face."""

from __future__ import annotations

from numpy.random import Generator
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from .canvas import UNITS, lettering, placed
from .style import Style

INK = QColor(20, 20, 25)


def star(x: float, y: float, size: float, points: int = 5) -> QPainterPath:
    """A star around (x, y)."""
    import math

    path = QPainterPath()
    for i in range(points * 2):
        reach = size if i % 2 == 0 else size * 0.42
        angle = math.pi * (i / points - 0.5)
        at = QPointF(x + reach * math.cos(angle), y + reach * math.sin(angle))
        if i == 0:
            path.moveTo(at)
        else:
            path.lineTo(at)
    path.closeSubpath()
    return path


def _jester(painter: QPainter, style: Style, x: float, y: float, size: float) -> None:
    """A head with a three-pointed cap around (x, y); `size` is the head's radius."""
    colours = [QColor(*c) for c in style.court_colours]
    painter.setPen(QPen(INK, 5))
    for i, (dx, dy) in enumerate(((-1.5, -0.7), (0.0, -1.9), (1.5, -0.7))):
        horn = QPainterPath(QPointF(x - size * 0.85 + i * size * 0.25, y - size * 0.3))
        horn.quadTo(x + dx * size * 0.6, y + dy * size * 1.2, x + dx * size, y + dy * size)
        horn.quadTo(x + dx * size * 0.4, y + dy * size * 0.5, x + size * 0.35 + i * size * 0.25, y - size * 0.3)  # fmt: skip
        horn.closeSubpath()
        painter.setBrush(colours[i % len(colours)])
        painter.drawPath(horn)
        painter.setBrush(QColor(240, 200, 60))
        painter.drawEllipse(QPointF(x + dx * size, y + dy * size), size * 0.14, size * 0.14)
    painter.setBrush(QColor(250, 230, 205))
    painter.drawEllipse(QPointF(x, y + size * 0.1), size * 0.8, size * 0.9)
    painter.setBrush(INK)
    for side in (-1, 1):
        painter.drawEllipse(QPointF(x + side * size * 0.3, y), size * 0.08, size * 0.11)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    smile = QPainterPath(QPointF(x - size * 0.4, y + size * 0.4))
    smile.quadTo(x, y + size * 0.85, x + size * 0.4, y + size * 0.4)
    painter.drawPath(smile)
    for i in range(5):
        at = x + (i - 2) * size * 0.42
        collar = QPainterPath(QPointF(at - size * 0.24, y + size * 0.95))
        collar.lineTo(at + size * 0.24, y + size * 0.95)
        collar.lineTo(at, y + size * 1.6)
        collar.closeSubpath()
        painter.setBrush(colours[i % len(colours)])
        painter.drawPath(collar)


def draw_joker(painter: QPainter, style: Style, width: float, rng: Generator) -> None:
    """A joker on the paper of its deck."""
    colour = QColor(*style.colours["S" if rng.random() < 0.5 else "H"])
    kind = int(rng.integers(3))
    if kind == 0:
        _jester(painter, style, width / 2, UNITS / 2, width * 0.22)
    elif kind == 1:
        for turn in (0, 180):
            painter.save()
            painter.translate(width / 2, UNITS / 2)
            painter.rotate(turn)
            painter.setClipRect(-width / 2, -UNITS / 2, width, UNITS / 2)
            _jester(painter, style, 0, -UNITS * 0.16, width * 0.17)
            painter.restore()
    else:
        painter.fillPath(star(width / 2, UNITS / 2, width * 0.3, int(rng.integers(5, 9))), colour)
    tall = max(min(style.index, 110.0) * 0.8, 50.0)
    sideways = rng.random() < 0.6
    word = ("JOKER", "Joker", "JOLLY")[int(rng.choice(3, p=[0.7, 0.2, 0.1]))]
    for turn in (0, 180):
        painter.save()
        painter.translate(width / 2, UNITS / 2)
        painter.rotate(turn)
        painter.translate(-width / 2, -UNITS / 2)
        if sideways:
            for row, letter in enumerate(word.upper()):
                shape = lettering(style.font, letter)
                y = style.margin_y + tall / 2 + row * tall * 1.12
                painter.fillPath(placed(shape, style.margin_x + tall * 0.35, y, tall, style.squeeze), colour)  # fmt: skip
        else:
            painter.fillPath(star(style.margin_x + 34, style.margin_y + 34, 34), colour)
            shape = lettering(style.font, word)
            painter.fillPath(placed(shape, width / 2, style.margin_y + 90, tall, style.squeeze), colour)  # fmt: skip
        painter.restore()
