"""Jokers of drawn decks: a jester's head once or twice, or a star, and the word."""

from __future__ import annotations

from numpy.random import Generator
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from .canvas import UNITS, both_ways, lettering, local, outline, placed, polygon, star
from .figures import INK
from .style import Style

_HORNS = ((-1.5, -0.7), (0.0, -1.9), (1.5, -0.7))


def _draw_jester(painter: QPainter, style: Style, at: QPointF, size: float) -> None:
    """A head with a three-pointed cap around `at`; `size` is the head's radius."""
    colours = [QColor(*c) for c in style.court_colours]
    with local(painter, at, size):
        painter.setPen(QPen(INK, 5 / size))
        for i, (x, y) in enumerate(_HORNS):
            left, right = -0.85 + i * 0.25, 0.35 + i * 0.25
            painter.setBrush(colours[i])
            painter.drawPath(
                outline(
                    f"M {left} -.3 Q {x * 0.6} {y * 1.2} {x} {y} "
                    f"Q {x * 0.4} {y * 0.5} {right} -.3 Z"
                )
            )
            painter.setBrush(QColor(240, 200, 60))
            painter.drawEllipse(QPointF(x, y), 0.14, 0.14)
        painter.setBrush(QColor(250, 230, 205))
        painter.drawEllipse(QPointF(0, 0.1), 0.8, 0.9)
        painter.setBrush(INK)
        for side in (-1, 1):
            painter.drawEllipse(QPointF(side * 0.3, 0), 0.08, 0.11)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline("M -.4 .4 Q 0 .85 .4 .4"))
        for i, colour in enumerate(colours):
            x = (i - 2) * 0.42
            painter.setBrush(colour)
            painter.drawPath(polygon([(x - 0.24, 0.95), (x + 0.24, 0.95), (x, 1.6)]))


def draw_joker(painter: QPainter, style: Style, width: float, rng: Generator) -> None:
    """A joker on the paper of its deck."""
    colour = QColor(*style.colours["S" if rng.random() < 0.5 else "H"])
    middle = QPointF(width / 2, UNITS / 2)
    kind = int(rng.integers(3))
    if kind == 0:
        _draw_jester(painter, style, middle, width * 0.22)
    elif kind == 1:
        for _ in both_ways(painter, middle):
            painter.setClipRect(0, 0, round(width) + 1, round(UNITS / 2))
            _draw_jester(painter, style, QPointF(width / 2, UNITS * 0.34), width * 0.17)
    else:
        points = int(rng.integers(5, 9))
        painter.fillPath(star(middle.x(), middle.y(), width * 0.3, points), colour)
    tall = max(min(style.index, 110.0) * 0.8, 50.0)
    sideways = rng.random() < 0.6
    word = ("JOKER", "Joker", "JOLLY")[int(rng.choice(3, p=[0.7, 0.2, 0.1]))]
    x, y = style.margin_x, style.margin_y
    for _ in both_ways(painter, middle):
        if sideways:
            for row, letter in enumerate(word.upper()):
                shape = lettering(style.font, letter)
                down = y + tall / 2 + row * tall * 1.12
                letter_path = placed(shape, x + tall * 0.35, down, tall, style.squeeze)
                painter.fillPath(letter_path, colour)
        else:
            painter.fillPath(star(x + 34, y + 34, 34), colour)
            shape = lettering(style.font, word)
            painter.fillPath(placed(shape, width / 2, y + 90, tall, style.squeeze), colour)
