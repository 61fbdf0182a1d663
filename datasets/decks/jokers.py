"""Jokers of drawn decks: those of the kept ones, and a wider lot for decks drawn for one scene.

A joker has no rank and no suit, and every maker draws it in another way; what jokers have in common
is the word, a star or a wheel in the corner, and a picture that belongs to no court.
"""

from __future__ import annotations

from numpy.random import Generator
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from .canvas import (
    UNITS,
    both_ways,
    ellipse,
    has_glyphs,
    lettering,
    local,
    outline,
    placed,
    polygon,
    star,
)
from .courts import draw_court, paint_landscape
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


_WORDS = ("JOKER", "Joker", "joker", "JOLLY", "The Jolly Joker", "JOKER", "Джокер", "Dżoker")
_MARKS = ("star", "ringed star", "wheel", "letter", "none", "word down", "word across")


def _mark(painter: QPainter, style: Style, rng: Generator, kind: str, ink: QColor) -> None:
    """What stands in a corner in the place of an index."""
    size = float(rng.uniform(26, 58))
    x, y = style.margin_x + size * 0.8, style.margin_y + size
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if kind == "ringed star":
        painter.setPen(QPen(ink, size * 0.16))
        painter.drawPath(ellipse(x, y, size, size))
        size *= 0.68
    if kind in ("star", "ringed star"):
        painter.fillPath(star(x, y, size, int(rng.integers(4, 7))), ink)
    elif kind == "wheel":
        turns = int(rng.integers(3, 7))
        for i in range(turns):
            with local(painter, QPointF(x, y), turn=360 * i / turns):
                painter.fillPath(ellipse(0, -size * 0.55, size * 0.3, size * 0.4), ink)
    elif kind == "letter":
        painter.fillPath(placed(lettering(style.font, "Jo"), x, y, size), ink)


def _word_in_corner(
    painter: QPainter, style: Style, rng: Generator, word: str, ink: QColor, across: bool
) -> None:
    tall = float(rng.uniform(30, 78))
    x, y = style.margin_x, style.margin_y
    if across:
        shape = lettering(style.font, word)
        squeeze = min(1.0, style.width * 0.42 / (shape.boundingRect().width() * tall))
        wide = shape.boundingRect().width() * tall * squeeze
        painter.fillPath(placed(shape, x + wide / 2, y + tall / 2, tall, squeeze), ink)
        return
    for row, letter in enumerate(word.replace(" ", "").upper()[:6]):
        down = y + tall / 2 + row * tall * 1.15
        painter.fillPath(placed(lettering(style.font, letter), x + tall * 0.4, down, tall), ink)


def _wheel(painter: QPainter, style: Style, rng: Generator, size: float) -> None:
    """The four suits' signs in a ring, as simple decks have it."""
    number = int(rng.choice([4, 8, 12]))
    for i in range(number):
        suit = "CDHS"[i % 4]
        with local(painter, style.middle_point, turn=360 * i / number):
            sign = placed(style.pips[suit], 0, -size, size * 0.55)
            painter.fillPath(sign, QColor(*style.colours[suit]))


def _beast(painter: QPainter, rng: Generator, at: QPointF, size: float, ink: QColor) -> None:
    """A creature out of a few round shapes: no court has one."""
    with local(painter, at, size, float(rng.uniform(-25, 25))):
        painter.setPen(QPen(INK, 0.03))
        for _ in range(int(rng.integers(4, 10))):
            shade = QColor(ink).lighter(int(rng.integers(60, 170)))
            painter.setBrush(shade)
            x, y = rng.normal(0, 0.4, 2)
            rx, ry = rng.uniform(0.12, 0.6, 2)
            painter.drawPath(ellipse(float(x), float(y), float(rx), float(ry)))
        path = QPainterPath(QPointF(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1))))
        for _ in range(int(rng.integers(2, 6))):
            path.quadTo(
                QPointF(*(float(v) for v in rng.uniform(-1, 1, 2))),
                QPointF(*(float(v) for v in rng.uniform(-1, 1, 2))),
            )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink, 0.07))
        painter.drawPath(path)


def _centre(painter: QPainter, style: Style, rng: Generator, ink: QColor) -> None:
    """The joker's picture: jester, beast, star, wheel, landscape, or a fool in court dress."""
    width, middle = style.width, style.middle_point
    kind = int(rng.integers(8))
    size = width * float(rng.uniform(0.16, 0.3))
    if kind <= 1:
        _draw_jester(painter, style, middle, size * 0.9)
    elif kind == 2:
        for _ in both_ways(painter, middle):
            painter.setClipRect(0, 0, round(width) + 1, round(UNITS / 2))
            _draw_jester(painter, style, QPointF(width / 2, UNITS * 0.34), size * 0.8)
    elif kind == 3:
        painter.fillPath(star(middle.x(), middle.y(), size * 1.2, int(rng.integers(4, 12))), ink)
    elif kind == 4:
        _wheel(painter, style, rng, size)
    elif kind == 5:
        inset = width * float(rng.uniform(0.1, 0.2))
        box = QRectF(inset, inset * 1.2, width - 2 * inset, UNITS - 2.4 * inset)
        painter.save()
        painter.setClipRect(box)
        paint_landscape(painter, rng, box, style.court_colours)
        painter.restore()
        _beast(painter, rng, middle, size, ink)
    elif kind == 6:
        inset = width * float(rng.uniform(0.14, 0.24))
        box = QRectF(inset, inset, width - 2 * inset, UNITS - 2 * inset)
        draw_court(painter, style, "JS", rng, box)
        at = QPointF(width / 2, float(rng.uniform(0.3, 0.5)) * UNITS)
        _draw_jester(painter, style, at, size * 0.7)
    else:
        _beast(painter, rng, middle, size * float(rng.uniform(0.9, 1.6)), ink)


def draw_any_joker(
    painter: QPainter, style: Style, rng: Generator, *, pictured: bool = False
) -> None:
    """A joker of any kind, on the paper of its deck.

    `pictured`: its picture is there already, and only what says that it is a joker is missing.
    """
    middle = style.middle_point
    paper = QColor(*style.paper).lightness()
    inks = [QColor(*c) for c in (*style.colours.values(), *style.court_colours)]
    inks = [ink for ink in inks if abs(ink.lightness() - paper) > 60] or [INK]
    ink = inks[int(rng.integers(len(inks)))]
    if not pictured:
        painter.save()
        _centre(painter, style, rng, ink if rng.random() < 0.7 else INK)
        painter.restore()
    mark = _MARKS[int(rng.choice(len(_MARKS), p=[0.1, 0.14, 0.08, 0.06, 0.1, 0.32, 0.2]))]
    if pictured and mark == "none":
        mark = "word down"
    words = [word for word in _WORDS if has_glyphs(style.font, word.replace(" ", "").upper())]
    word = words[int(rng.integers(len(words)))]
    state = rng.bit_generator.state
    for _ in both_ways(painter, middle):
        rng.bit_generator.state = state  # both corners show the same
        if mark.startswith("word"):
            _word_in_corner(painter, style, rng, word, ink, mark == "word across")
        else:
            _mark(painter, style, rng, mark, ink)
    if not mark.startswith("word") and rng.random() < 0.75:
        tall = float(rng.uniform(34, 84))
        shape = lettering(style.font, word)
        squeeze = min(1.0, style.width * 0.7 / (shape.boundingRect().width() * tall))
        away = float(rng.uniform(0.22, 0.42)) * UNITS
        turns = (0, 180) if rng.random() < 0.7 else (0,)
        for turn in turns:
            with local(painter, middle, turn=turn + float(rng.choice([0, 0, -12]))):
                painter.fillPath(placed(shape, 0, -away, tall, squeeze), ink)
