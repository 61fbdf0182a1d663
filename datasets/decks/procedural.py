"""Whole decks drawn from a seed: 52 faces and a joker, in any index language and size.

Photographed decks that may be used are few and nearly all English; these bring the indices,
sizes, signs and papers that the packages lack. The same seed and fonts give the same pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)  # fmt: skip

from companion.cards import RANKS, SUITS

from .canvas import HEIGHT, UNITS, Art, both_ways, drawn, lettering, local, placed, rounded
from .courts import draw_court
from .jokers import draw_any_joker, draw_joker
from .style import INDEX_LETTERS, Style, style_of

# Places of the signs of a number card: column (-1, 0, 1) and height from the top (0) to the
# bottom (1) of the field.
_SIDES = {2: (0.0, 1.0), 3: (0.0, 0.5, 1.0), 4: (0.0, 1 / 3, 2 / 3, 1.0)}


def _places(rank: int, low_seven: bool) -> list[tuple[int, float]]:
    if rank <= 3:
        return [(0, y) for y in ((0.5,), (0.0, 1.0), (0.0, 0.5, 1.0))[rank - 1]]
    rows = _SIDES[2 if rank <= 5 else 3 if rank <= 8 else 4]
    both = [(side, y) for side in (-1, 1) for y in rows]
    middle: tuple[float, ...] = {
        5: (0.5,), 7: (0.75 if low_seven else 0.25,), 8: (0.25, 0.75),
        9: (0.5,), 10: (1 / 6, 5 / 6),
    }.get(rank, ())  # fmt: skip
    return both + [(0, y) for y in middle]


def _paint_paper(painter: QPainter, style: Style) -> None:
    shade = QLinearGradient(0, 0, 0, UNITS)
    shade.setColorAt(0, QColor(*style.paper))
    shade.setColorAt(1, QColor(*style.paper_low))
    painter.fillPath(rounded(style.width, style.radius), QBrush(shade))
    if style.edge:
        pen = QPen(QColor(60, 60, 60, int(255 * style.edge)), 5)
        painter.strokePath(rounded(style.width, style.radius, 2.5), pen)


def index_text(style: Style, rank: str) -> str:
    """What the corners of a card say."""
    return "10" if rank == "T" else INDEX_LETTERS[style.language].get(rank, rank)


@dataclass(frozen=True)
class _Index:
    """The top left index: letters, suit sign, and where it ends on the right."""

    letters: QPainterPath
    sign: QPainterPath
    right: float


def _index(style: Style, rank: str, suit: str) -> _Index:
    upright = lettering(style.font, index_text(style, rank), style.ten_tightness)
    letters = QTransform().shear(-style.lean, 0).map(upright) if style.lean else upright
    tall, natural = style.index, letters.boundingRect().width() * style.index
    squeeze = min(style.squeeze, 0.3 * style.width / natural)
    wide = natural * squeeze
    # Indices stand in a column of one width, so that two and queen share their middle.
    slot = tall * 0.62 * style.squeeze if rank != "T" else wide
    slot = max(slot, wide, 0 if style.beside else tall * style.index_sign * 0.8)
    x, y = style.margin_x + slot / 2, style.margin_y + tall / 2
    text = placed(letters, x, y, tall, squeeze)
    high = tall * style.index_sign
    if style.beside:
        sign = placed(style.pips[suit], style.margin_x + slot + high * 0.62, y, high)
        return _Index(text, sign, style.margin_x + slot + high * 1.15)
    sign = placed(style.pips[suit], x, y + tall * 0.64 + high / 2, high)
    return _Index(text, sign, style.margin_x + slot)


def _room(style: Style) -> float:
    """From the middle of the card to the indices, whose widest is the ten's."""
    return style.width / 2 - max(_index(style, rank, "C").right for rank in "8T")


def _paint_indices(painter: QPainter, style: Style, rank: str, suit: str) -> None:
    index = _index(style, rank, suit)
    colour, halo = QColor(*style.colours[suit]), QPen(QColor(*style.paper), 9)
    box = index.letters.boundingRect().united(index.sign.boundingRect())
    # In the upper right the same signs are moved, not mirrored.
    moves = (0.0, style.width - box.left() - box.right())[: style.indices // 2]
    for _ in both_ways(painter, style.middle_point):
        for move in moves:
            for path in (index.letters.translated(move, 0), index.sign.translated(move, 0)):
                if rank in "JQK":  # large letters may lie over the picture
                    painter.strokePath(path, halo)
                painter.fillPath(path, colour)
            if style.weight:
                fatter = QPen(colour, style.weight * style.index)
                painter.strokePath(index.letters.translated(move, 0), fatter)


def _paint_signs(painter: QPainter, style: Style, number: int, suit: str) -> None:
    """The signs of a number card."""
    colour = QColor(*style.colours[suit])
    sign = style.pips[suit]
    # Large indices push the signs towards the middle and make them smaller.
    room = _room(style) * 1.04
    column = min(style.column * style.width, room * 0.55)
    high = min(style.pip, (room - column) * 2.1, column * 1.85 if number > 3 else 999.0)
    if number > 8:
        high = min(high, 165.0)
    top = max(style.margin_y + high * 0.5, 95.0)
    for side, share in _places(number, style.low_seven):
        at = QPointF(style.width / 2 + side * column, top + (UNITS - 2 * top) * share)
        with local(painter, at, turn=180 if style.turned and share > 0.5 else 0):
            painter.fillPath(placed(sign, 0, 0, high), colour)


def _paint_number(painter: QPainter, style: Style, rank: str, suit: str) -> None:
    colour = QColor(*style.colours[suit])
    middle = style.middle_point
    number = 10 if rank == "T" else int(rank)
    if style.number_frame:
        right = _index(style, "8", suit).right
        box = QRectF(right + 8, 50, style.width - 2 * right - 16, UNITS - 100)
        _paint_frame(painter, style, box, (0, 1, 3)[style.number_frame], colour)
    if style.middle == "sign":
        high = min(400.0, max(2.1 * _room(style), 150.0))
        painter.fillPath(placed(style.pips[suit], middle.x(), middle.y(), high), colour)
    elif style.middle == "numeral":
        text = lettering(style.font, str(number), style.ten_tightness)
        fitting = 1.9 * _room(style) / (text.boundingRect().width() * 300)
        squeeze = min(style.squeeze, fitting)
        painter.fillPath(placed(text, middle.x(), middle.y(), 300, squeeze), colour)
    else:
        _paint_signs(painter, style, number, suit)


def _paint_frame(painter: QPainter, style: Style, box: QRectF, kind: int, colour: QColor) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if kind:
        painter.setPen(QPen(colour, 4))
        painter.drawRect(box)
    if kind == 2:
        painter.setPen(QPen(colour, 2))
        painter.drawRect(box.adjusted(9, 9, -9, -9))
    if kind == 3:
        painter.setBrush(QColor(*style.paper))
        for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()):
            painter.drawEllipse(corner, 22, 22)
            painter.drawEllipse(corner, 9, 9)


def _paint_ace(painter: QPainter, style: Style, suit: str, rng: Generator) -> None:
    colour, sign = QColor(*style.colours[suit]), style.pips[suit]
    x, y = style.width / 2, UNITS / 2
    ornate = style.ornate_ace and suit == "S"
    high = float(rng.uniform(330, 460)) if ornate else style.pip * float(rng.uniform(1.0, 2.2))
    high = min(high, max(2.6 * _room(style), 150.0))
    painter.fillPath(placed(sign, x, y, high), colour)
    if ornate:
        painter.setPen(QPen(QColor(*style.paper), 7))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for size in (0.72, 0.5):
            painter.drawPath(placed(sign, x, y + high * 0.03, high * size))
        painter.setPen(QPen(colour, 4))
        around = QRectF(x - high * 0.55, y - high * 0.55, high * 1.1, high * 1.1)
        for start in (-40, 140):
            painter.drawArc(around, start * 16, 80 * 16)


def _paint_court(painter: QPainter, style: Style, card: str, rng: Generator) -> None:
    width = style.width
    colour = QColor(*style.colours[card[1]])
    inset = min(max(_index(style, *card).right + 10, width * 0.1), width * 0.3)
    if style.indices == 2 and style.index < 130:
        inset = min(inset, width * 0.19)
    top = 62.0 if inset > width * 0.12 else 90.0
    box = QRectF(inset, top, width - 2 * inset, UNITS - 2 * top)
    draw_court(painter, style, card, rng, box)
    frame = QColor(40, 50, 110) if style.seed % 3 else colour
    _paint_frame(painter, style, box, style.court_frame, frame)
    if style.court_sign and style.court in ("figure", "silhouette", "landscape"):
        high = min(130.0, box.width() * 0.26)
        sign = placed(
            style.pips[card[1]], box.left() + high * 0.58, box.top() + high * 0.66, high
        )  # fmt: skip
        for _ in both_ways(painter, style.middle_point):
            painter.strokePath(sign, QPen(QColor(*style.paper), 6))
            painter.fillPath(sign, colour)


def _paint_picture(painter: QPainter, style: Style, picture: Art) -> None:
    """Another deck's picture between the indices."""
    inset = min(max(_index(style, "8", "S").right, 0.14 * style.width), 0.26 * style.width)
    box = QRectF(inset, 60, style.width - 2 * inset, UNITS - 120)
    high, wide = picture.shape[:2]
    image = QImage(
        picture.tobytes(), wide, high, 4 * wide, QImage.Format.Format_RGBA8888_Premultiplied
    )
    painter.drawImage(box, image)


def face(
    style: Style,
    card: str,
    height: int = HEIGHT,
    picture: Art | None = None,
    *,
    any_joker: bool = False,
) -> Art:
    """One card of a deck, e.g. `QH` or `JOKER`.

    `picture`, where given, stands between the indices instead of the deck's own, or is the joker's.
    `any_joker`: the joker is one of the wider lot.
    """
    # Every card has a generator of its own: a figure does not change with the cards before it.
    rng = np.random.default_rng([style.seed, *card.encode()])

    def paint(painter: QPainter) -> None:
        _paint_paper(painter, style)
        if card == "JOKER":
            if picture is not None:
                _paint_picture(painter, style, picture)
            if any_joker:
                draw_any_joker(painter, style, rng, pictured=picture is not None)
            else:
                draw_joker(painter, style, style.width, rng)
            return
        rank, suit = card[0], card[1]
        if picture is not None:
            _paint_picture(painter, style, picture)
        elif rank in "JQK":
            _paint_court(painter, style, card, rng)
        elif rank == "A":
            _paint_ace(painter, style, suit, rng)
        else:
            _paint_number(painter, style, rank, suit)
        _paint_indices(painter, style, rank, suit)

    return drawn(style.aspect, paint, height)


def cards() -> tuple[str, ...]:
    """Codes of the 52 cards."""
    return tuple(rank + suit for suit in SUITS for rank in RANKS)


def deck(
    seed: int, cache_folder: Path, *, held_out: bool = False, height: int = HEIGHT
) -> Mapping[str, Art]:
    """All faces of the deck of a seed, the joker included."""
    style = style_of(seed, cache_folder, held_out)
    return {card: face(style, card, height) for card in (*cards(), "JOKER")}
