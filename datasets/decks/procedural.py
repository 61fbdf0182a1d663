"""Whole decks drawn from a seed: 52 faces and a joker, in any index language and size.

Photographed decks that may be used are few and nearly all English; these bring the indices,
sizes, signs and papers that the packages lack. The same seed and fonts give the same pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.random import Generator
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen

from companion.cards import RANKS, SUITS

from .canvas import HEIGHT, UNITS, Art, drawn, lettering, placed, rounded
from .courts import draw_court
from .jokers import draw_joker
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


def _paint_paper(painter: QPainter, style: Style, width: float) -> None:
    shade = QLinearGradient(0, 0, 0, UNITS)
    shade.setColorAt(0, QColor(*style.paper))
    shade.setColorAt(1, QColor(*style.paper_low))
    painter.fillPath(rounded(width, style.radius), QBrush(shade))
    if style.edge:
        pen = QPen(QColor(60, 60, 60, int(255 * style.edge)), 5)
        painter.strokePath(rounded(width, style.radius, 2.5), pen)


def index_text(style: Style, rank: str) -> str:
    """What the corners of a card say."""
    return "10" if rank == "T" else INDEX_LETTERS[style.language].get(rank, rank)


def _index(style: Style, rank: str, suit: str) -> tuple[QPainterPath, QPainterPath, float]:
    """Letters and sign of the top left index, and how far it reaches to the right."""
    letters = lettering(style.font, index_text(style, rank), style.ten_tightness)
    tall = style.index
    squeeze = min(style.squeeze, 0.3 * UNITS / style.aspect / (letters.boundingRect().width() * tall))
    wide = letters.boundingRect().width() * tall * squeeze
    # Indices stand in a column of one width, so that ten and two share their middle.
    slot = tall * 0.62 * style.squeeze if rank != "T" else wide
    slot = max(slot, wide, tall * style.index_sign * 0.8 if not style.beside else 0)
    x, y = style.margin_x + slot / 2, style.margin_y + tall / 2
    text = placed(letters, x, y, tall, squeeze)
    high = tall * style.index_sign
    if style.beside:
        sign = placed(style.pips[suit], style.margin_x + slot + high * 0.62, y, high)
        return text, sign, style.margin_x + slot + high * 1.15
    sign = placed(style.pips[suit], x, y + tall / 2 + tall * 0.14 + high / 2, high)
    return text, sign, style.margin_x + slot


def _room(style: Style, width: float) -> float:
    """From the middle of the card to the indices, whose widest is the ten's."""
    return width / 2 - max(_index(style, rank, "C")[2] for rank in "8T")


def _paint_indices(painter: QPainter, style: Style, rank: str, suit: str, width: float) -> None:
    text, sign, _ = _index(style, rank, suit)
    colour = QColor(*style.colours[suit])
    for corner in range(style.indices):
        painter.save()
        if corner % 2:
            painter.translate(width, UNITS)
            painter.rotate(180)
        if corner >= 2:  # the upper right and lower left: letters are not mirrored, only moved
            box = text.boundingRect().united(sign.boundingRect())
            painter.translate(width - box.left() - box.right(), 0)
        if rank in "JQK":  # large letters may lie over the picture
            halo = QPen(QColor(*style.paper), 9)
            painter.strokePath(text, halo)
            painter.strokePath(sign, halo)
        painter.fillPath(text, colour)
        painter.fillPath(sign, colour)
        painter.restore()


def _paint_signs(painter: QPainter, style: Style, rank: int, suit: str, width: float) -> None:
    """The signs of a number card."""
    colour = QColor(*style.colours[suit])
    sign = style.pips[suit]
    # Large indices push the signs towards the middle and make them smaller.
    room = _room(style, width) * 1.04
    column = min(style.column * width, room * 0.55)
    high = min(style.pip, (room - column) * 2.1, column * 1.85 if rank > 3 else 999.0)
    if rank > 8:
        high = min(high, 165.0)
    top = max(style.margin_y + high * 0.5, 95.0)
    field = UNITS - 2 * top
    for side, share in _places(rank, style.low_seven):
        y = top + field * share
        painter.save()
        painter.translate(width / 2 + side * column, y)
        if style.turned and share > 0.5:
            painter.rotate(180)
        painter.fillPath(placed(sign, 0, 0, high), colour)
        painter.restore()


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


def _paint_ace(painter: QPainter, style: Style, suit: str, width: float, rng: Generator) -> None:
    colour = QColor(*style.colours[suit])
    ornate = style.ornate_ace and suit == "S"
    high = float(rng.uniform(330, 460)) if ornate else style.pip * float(rng.uniform(1.0, 2.2))
    high = min(high, max(2.6 * _room(style, width), 150.0))
    painter.fillPath(placed(style.pips[suit], width / 2, UNITS / 2, high), colour)
    if ornate:
        painter.setPen(QPen(QColor(*style.paper), 7))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for size in (0.72, 0.5):
            painter.drawPath(placed(style.pips[suit], width / 2, UNITS / 2 + high * 0.03, high * size))
        painter.setPen(QPen(colour, 4))
        for side in (-1, 1):
            painter.drawArc(
                QRectF(width / 2 - high * 0.55, UNITS / 2 - high * 0.55, high * 1.1, high * 1.1),
                (90 - side * 90 - 40) * 16, 80 * 16,
            )  # fmt: skip


def _paint_court(painter: QPainter, style: Style, rank: str, suit: str, width: float,
                 rng: Generator) -> None:  # fmt: skip
    text, sign, right = _index(style, rank, suit)
    colour = QColor(*style.colours[suit])
    inset = min(max(right + 10, width * 0.1), width * 0.3)
    if style.indices == 2 and style.index < 130:
        inset = min(inset, width * 0.19)
    top = 62.0 if inset > width * 0.12 else 90.0
    box = QRectF(inset, top, width - 2 * inset, UNITS - 2 * top)
    draw_court(painter, style, rank, suit, rng, box)
    frame_colour = QColor(40, 50, 110) if style.seed % 3 else colour
    _paint_frame(painter, style, box, style.court_frame, frame_colour)
    if style.court_sign and style.court in ("figure", "silhouette", "landscape"):
        high = min(130.0, box.width() * 0.26)
        for turn in (0, 180):
            painter.save()
            painter.translate(width / 2, UNITS / 2)
            painter.rotate(turn)
            at = QPointF(-box.width() / 2 + high * 0.58, -box.height() / 2 + high * 0.66)
            sign = placed(style.pips[suit], at.x(), at.y(), high)
            painter.strokePath(sign, QPen(QColor(*style.paper), 6))
            painter.fillPath(sign, colour)
            painter.restore()


def face(style: Style, card: str, height: int = HEIGHT) -> Art:
    """One card of a deck, e.g. `QH` or `JOKER`."""
    width = UNITS / style.aspect
    # Every card has a generator of its own: a figure does not change with the cards before it.
    rng = np.random.default_rng([style.seed, *card.encode()])

    def paint(painter: QPainter) -> None:
        _paint_paper(painter, style, width)
        if card == "JOKER":
            draw_joker(painter, style, width, rng)
            return
        rank, suit = card
        if rank in "JQK":
            _paint_court(painter, style, rank, suit, width, rng)
        elif rank == "A":
            _paint_ace(painter, style, suit, width, rng)
        else:
            colour = QColor(*style.colours[suit])
            _, _, right = _index(style, "8", suit)
            if style.number_frame:
                box = QRectF(right + 8, 50, width - 2 * right - 16, UNITS - 100)
                _paint_frame(painter, style, box, (0, 1, 3)[style.number_frame], colour)
            number = 10 if rank == "T" else int(rank)
            if style.middle == "sign":
                high = min(400.0, max(2.1 * _room(style, width), 150.0))
                painter.fillPath(placed(style.pips[suit], width / 2, UNITS / 2, high), colour)
            elif style.middle == "numeral":
                text = lettering(style.font, str(number), style.ten_tightness)
                fitting = 1.9 * _room(style, width) / (text.boundingRect().width() * 300)
                squeeze = min(style.squeeze, fitting)
                painter.fillPath(placed(text, width / 2, UNITS / 2, 300, squeeze), colour)
            else:
                _paint_signs(painter, style, number, suit, width)
        _paint_indices(painter, style, rank, suit, width)

    return drawn(style.aspect, paint, height)


def cards() -> tuple[str, ...]:
    """Codes of the 52 cards."""
    return tuple(rank + suit for suit in SUITS for rank in RANKS)


def deck(seed: int, cache_folder: Path, *, held_out: bool = False, language: str = "",
         height: int = HEIGHT) -> Mapping[str, Art]:  # fmt: skip
    """All faces of the deck of a seed, the joker included."""
    style = style_of(seed, cache_folder, held_out, language)
    return {card: face(style, card, height) for card in (*cards(), "JOKER")}
