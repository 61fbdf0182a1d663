"""Cards that are none of the 52, drawn from a seed: what else lies on a table.

A recogniser that has only ever seen the French deck names everything after it. These teach it to
answer that it does not know: tarot, German suits, coloured numbers, rules, blanks, fantasy games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.random import Generator
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from .canvas import (
    HEIGHT,
    UNITS,
    Art,
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
from .courts import draw_court, paint_landscape
from .style import Style, style_of

_NOUNS = (
    "Forest", "Dragon", "Castle", "River", "Shadow", "Merchant", "Healer", "Storm", "Lantern",
    "Raven", "Garden", "Tower", "Comet", "Harvest", "Mirror", "Engine", "Island", "Wanderer",
    "Crystal", "Bridge",
)  # fmt: skip
_WORDS = (
    *_NOUNS, "Draw", "two", "cards", "Take", "one", "Skip", "turn", "Discard", "Shuffle",
    "Exchange", "Next", "player", "begins", "Count", "your", "points", "Winner",
)  # fmt: skip
_ROMAN = (
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV",
    "XVI", "XVII", "XVIII", "XIX", "XX", "XXI",
)  # fmt: skip
_INK, _WHITE = QColor(30, 28, 30), QColor(250, 250, 248)


@dataclass(frozen=True)
class Sheet:
    """One card that is being drawn."""

    painter: QPainter
    style: Style
    number: int
    """Which card of its deck."""
    rng: Generator

    @property
    def width(self) -> float:
        """Width of the card, units."""
        return self.style.width

    def noun(self) -> str:
        """A word that may be a card's name."""
        return _NOUNS[int(self.rng.integers(len(_NOUNS)))]

    def write(self, text: str, box: QRectF, colour: QColor = _INK) -> None:
        """One line of text in the middle of `box`, as high as the box, or narrower to fit."""
        shape = lettering(self.style.font, text)
        squeeze = min(1.0, box.width() / (shape.boundingRect().width() * box.height()))
        middle = box.center()
        self.painter.fillPath(placed(shape, middle.x(), middle.y(), box.height(), squeeze), colour)

    def fill_with_words(self, box: QRectF, tall: float, lines: int = 99) -> None:
        """Lines of text from the top of `box`, letters `tall` units high."""
        y = box.top()
        while lines > 0 and y + tall < box.bottom():
            x = box.left()
            while True:
                word = _WORDS[int(self.rng.integers(len(_WORDS)))]
                wide = tall * 0.55 * len(word)
                if x + wide > box.right():
                    break
                self.write(word, QRectF(x, y, wide, tall))
                x += wide + tall * 0.5
            y += tall * 1.7
            lines -= 1

    def picture(self, box: QRectF, figure: str = "") -> None:
        """A landscape, and in front of it the figure of court card `figure`."""
        self.painter.save()
        self.painter.setClipRect(box)
        paint_landscape(self.painter, self.rng, box, self.style.court_colours)
        if figure:
            inner = box.adjusted(box.width() * 0.12, box.height() * 0.14, -box.width() * 0.12, 0)
            draw_court(self.painter, self.style, figure, self.rng, inner)
        self.painter.restore()


def _tarot(sheet: Sheet) -> None:
    painter, rng, wide = sheet.painter, sheet.rng, sheet.width
    box = QRectF(45, 110, wide - 90, UNITS - 240)
    sheet.picture(box, "JQK"[sheet.number % 3] + "S")
    for _ in range(int(rng.integers(1, 7))):
        x, y = rng.uniform(box.left() + 70, box.right() - 70), rng.uniform(200, 780)
        painter.fillPath(
            star(float(x), float(y), float(rng.uniform(20, 70)), 7), QColor(250, 220, 90)
        )
    painter.setPen(QPen(_INK, 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)
    sheet.write(_ROMAN[sheet.number % len(_ROMAN)], QRectF(wide * 0.2, 42, wide * 0.6, 52))
    title = f"THE {sheet.noun().upper()}"
    sheet.write(title, QRectF(wide * 0.1, UNITS - 98, wide * 0.8, 46))


_ACORN_CUP = outline("M -.32 -.1 C -.32 -.5 .32 -.5 .32 -.1 Z")
_LEAF = outline("M 0 -.5 C .55 -.1 .4 .4 0 .3 C -.4 .4 -.55 -.1 0 -.5 Z")


def _german_sign(painter: QPainter, suit: int, at: QPointF, size: float) -> None:
    """An acorn, a leaf, a bell or a rose around `at`."""
    with local(painter, at, size):
        painter.setPen(QPen(_INK, 0.03))
        if suit == 0:
            painter.setBrush(QColor(190, 130, 40))
            painter.drawPath(ellipse(0, 0.12, 0.24, 0.36))
            painter.setBrush(QColor(60, 110, 50))
            painter.drawPath(_ACORN_CUP)
        elif suit == 1:
            painter.setBrush(QColor(40, 130, 60))
            painter.drawPath(_LEAF)
            painter.drawLine(QPointF(0, -0.3), QPointF(0, 0.5))
        elif suit == 2:
            painter.setBrush(QColor(235, 190, 40))
            painter.drawPath(ellipse(0, 0, 0.42, 0.42))
            painter.setBrush(QColor(200, 40, 40))
            painter.drawRect(QRectF(-0.41, -0.07, 0.82, 0.14))
            painter.setBrush(_INK)
            painter.drawPath(ellipse(0, 0.24, 0.08, 0.08))
        else:
            painter.setBrush(QColor(215, 60, 90))
            for dx, dy in ((-0.25, 0.0), (0.25, 0.0), (0.0, -0.25), (0.0, 0.25)):
                painter.drawPath(ellipse(dx, dy, 0.22, 0.22))
            painter.setBrush(QColor(240, 220, 120))
            painter.drawPath(ellipse(0, 0, 0.2, 0.2))


def _german(sheet: Sheet) -> None:
    painter, wide = sheet.painter, sheet.width
    suit, rank = sheet.number % 4, (sheet.number // 4) % 8
    if rank < 4:
        count = rank + 7
        for i in range(count):
            alone = i == count - 1 and count % 2
            x = wide / 2 + (0 if alone else wide * 0.2 * (-1 if i % 2 else 1))
            y = 150 + 700 * (i // 2) / ((count + 1) // 2 - 0.5)
            _german_sign(painter, suit, QPointF(x, y), 150)
    elif rank == 7:
        for y in (300, 700):
            _german_sign(painter, suit, QPointF(wide / 2, y), 330)
    else:
        box = QRectF(wide * 0.14, 90, wide * 0.72, UNITS - 180)
        draw_court(painter, sheet.style, "JQK"[rank - 4] + "CDHS"[suit], sheet.rng, box)
        for _ in both_ways(painter, sheet.style.middle_point):
            _german_sign(painter, suit, QPointF(wide * 0.2, 130), 130)
    text = ("7", "8", "9", "10", "U", "O", "K", "D")[rank]
    for _ in both_ways(painter, sheet.style.middle_point):
        sheet.write(text, QRectF(8, 39, 90, 62))


def _coloured(sheet: Sheet) -> None:
    painter, wide, number = sheet.painter, sheet.width, sheet.number
    hues = ((215, 40, 40), (40, 90, 200), (40, 150, 70), (240, 190, 30), (25, 25, 30))
    colour = QColor(*hues[number % 5])
    painter.fillPath(rounded(wide, sheet.style.radius, 34), colour)
    with local(painter, sheet.style.middle_point, turn=28):
        painter.fillPath(ellipse(0, 0, wide * 0.3, 400), _WHITE)
    text = str((number // 5) % 10) if number < 40 else ("+2", "+4", "X", "?")[number % 4]
    sheet.write(text, QRectF(wide * 0.25, 335, wide * 0.5, 330), colour)
    for _ in both_ways(painter, sheet.style.middle_point):
        sheet.write(text, QRectF(40, 65, 110, 90), _WHITE)


def _rules(sheet: Sheet) -> None:
    rng, wide = sheet.rng, sheet.width
    if sheet.number % 3 == 0:  # a blank or nearly blank card
        if rng.random() < 0.5:
            sheet.fill_with_words(QRectF(70, 440, wide - 140, 200), 44, 1)
        return
    sheet.write(sheet.noun().upper(), QRectF(wide * 0.12, 75, wide * 0.76, 70))
    box = QRectF(70, 190, wide - 140, float(rng.uniform(300, 720)))
    sheet.fill_with_words(box, float(rng.uniform(20, 36)))


def _fantasy(sheet: Sheet) -> None:
    painter, rng, wide, number = sheet.painter, sheet.rng, sheet.width, sheet.number
    frame = QColor(*sheet.style.court_colours[number % 5])
    painter.fillPath(rounded(wide, sheet.style.radius, 18), frame)
    pale = frame.lighter(165) if frame.lightness() < 150 else frame.darker(120)
    painter.fillRect(QRectF(52, 48, wide - 104, 70), pale)
    figure = "JQK"[number % 3] + "S" if rng.random() < 0.7 else ""
    sheet.picture(QRectF(52, 135, wide - 104, 420), figure)
    lower = QRectF(52, 575, wide - 104, 370)
    painter.fillRect(lower, QColor(240, 234, 220))
    sheet.write(sheet.noun(), QRectF(wide * 0.12, 64, wide * 0.5, 40))
    painter.setBrush(QColor(*sheet.style.court_colours[(number + 1) % 5]))
    painter.setPen(QPen(_INK, 4))
    painter.drawEllipse(QPointF(wide - 85, 83), 40, 40)
    sheet.write(str(int(rng.integers(1, 10))), QRectF(wide - 115, 61, 60, 44), _WHITE)
    sheet.fill_with_words(lower.adjusted(20, 24, -20, -20), 27, int(rng.integers(3, 7)))


_SYMBOLS: tuple[Callable[[], QPainterPath], ...] = (
    lambda: star(0, 0, 1, 4),
    lambda: star(0, 0, 1, 5),
    lambda: star(0, 0, 1, 8),
    lambda: ellipse(0, 0, 1, 1).subtracted(ellipse(0, 0, 0.6, 0.6)),
    lambda: ellipse(0, 0, 1, 1).subtracted(ellipse(0.45, 0, 0.85, 0.85)),
    lambda: polygon([(0, -1), (1, 0.8), (-1, 0.8)]),
    lambda: polygon([(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)]),
    lambda: polygon([(-1, -0.3), (-0.3, -0.3), (-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3),
                     (1, 0.3), (0.3, 0.3), (0.3, 1), (-0.3, 1), (-0.3, 0.3), (-1, 0.3)]),
    lambda: polygon([(0.2, -1), (-0.6, 0.15), (-0.05, 0.15), (-0.3, 1), (0.6, -0.2), (0.1, -0.2)]),
    lambda: polygon([(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 6, False)]),
    lambda: polygon([(-1, -0.5), (0, 0), (1, -0.5), (1, 0.1), (0, 0.6), (-1, 0.1)]),
    lambda: ellipse(0, 0, 1, 0.55).subtracted(ellipse(0, 0, 0.35, 0.35)),
)  # fmt: skip
"""Signs of fantasy suits: stars, rings, moons, crosses ... None may be taken for a French one, or
the network would learn to doubt those."""


def _symbol(seed: int, suit: int) -> QPainterPath:
    """The sign of one of a fantasy deck's six suits, of height 1."""
    order = np.random.default_rng([seed, 3]).permutation(len(_SYMBOLS))
    return fitted(_SYMBOLS[int(order[suit])]())


_RANKS = ("A", "2", "3", "4", "5", "6", "7", "P", "R", "S", "M", "F")


def _elements(sheet: Sheet) -> None:
    """A fantasy deck with suits of its own, numbers and courts, indexed as French ones are."""
    painter, wide, style = sheet.painter, sheet.width, sheet.style
    suit, rank = sheet.number % 6, sheet.number // 6
    colour = QColor(*style.court_colours[suit % 5]).darker(110 + 12 * suit)
    if colour.lightness() > 190:
        colour = colour.darker(180)
    sign = _symbol(style.seed, suit)
    if rank >= 7:
        inset = float(np.random.default_rng(style.seed).uniform(60, 150))
        sheet.picture(QRectF(inset, 70, wide - 2 * inset, UNITS - 140), "JQK"[rank % 3] + "S")
        sheet.write(sheet.noun(), QRectF(wide * 0.2, UNITS - 62, wide * 0.6, 44), colour)
    else:
        columns = 1 if rank < 3 else 2
        for i in range(rank + 1):
            x = wide / 2 + (i % columns - (columns - 1) / 2) * wide * 0.34
            y = UNITS * (0.2 + 0.6 * (i // columns + 0.5) / ((rank + columns) // columns))
            painter.fillPath(placed(sign, x, y, 300 if rank == 0 else 125), colour)
    tall = min(style.index, 120.0)
    for _ in both_ways(painter, style.middle_point):
        x, y = style.margin_x + tall * 0.35, style.margin_y + tall / 2
        sheet.write(_RANKS[rank], QRectF(x - tall * 0.4, y - tall / 2, tall * 0.8, tall), colour)
        painter.fillPath(placed(sign, x, y + tall * 1.15, tall * style.index_sign), colour)


KINDS: Mapping[str, tuple[Callable[[Sheet], None], int]] = {
    "tarot": (_tarot, 22),
    "german": (_german, 32),
    "coloured": (_coloured, 44),
    "rules": (_rules, 12),
    "fantasy": (_fantasy, 24),
    "elements": (_elements, 72),
}
"""Kind of deck -> how a card of it is drawn, and how many cards there are."""


def _painted(sheet: Sheet) -> None:
    """A painting over the whole card, dark ones too, in frames of its deck: its outline is not the
    first line that an eye meets."""
    painter, rng, wide = sheet.painter, sheet.rng, sheet.width
    deck = np.random.default_rng([sheet.style.seed, 4])
    margin = float(deck.choice([0.0, deck.uniform(10, 70)]))
    edges = (_WHITE, _INK, QColor(120, 90, 40), QColor(*sheet.style.court_colours[0]))
    painter.fillPath(
        rounded(wide, sheet.style.radius), edges[int(deck.choice(4, p=[0.3, 0.4, 0.15, 0.15]))]
    )
    box = QRectF(margin, margin, wide - 2 * margin, UNITS - 2 * margin)
    dark = int(deck.choice([90, 160, 255]))
    painter.save()
    painter.setClipRect(box)
    shade = QLinearGradient(
        box.topLeft(), box.bottomRight() if deck.random() < 0.5 else box.bottomLeft()
    )
    for stop in (0.0, 0.5, 1.0):
        shade.setColorAt(stop, QColor(*(int(v) for v in rng.integers(0, dark, 3))))
    painter.fillRect(box, shade)
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(int(rng.integers(8, 50))):
        red, green, blue = (int(v) for v in rng.integers(0, min(255, dark * 2), 3))
        painter.setBrush(QColor(red, green, blue, int(rng.integers(40, 230))))
        x, y = float(rng.uniform(0, wide)), float(rng.uniform(0, UNITS))
        size = float(np.exp(rng.uniform(np.log(15), np.log(320))))
        with local(painter, QPointF(x, y), size, float(rng.uniform(0, 360))):
            if rng.random() < 0.5:
                painter.drawPath(ellipse(0, 0, 1, float(rng.uniform(0.2, 1))))
            else:
                points = rng.uniform(-1, 1, (int(rng.integers(3, 7)), 2))
                painter.drawPath(polygon([(float(a), float(b)) for a, b in points]))
    painter.restore()
    if rng.random() < 0.5:
        inner = box.adjusted(wide * 0.12, 120, -wide * 0.12, -110)
        draw_court(painter, sheet.style, "JQK"[sheet.number % 3] + "S", rng, inner)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    away = margin + float(deck.uniform(0, 60))
    for ring in range(int(deck.integers(0, 4))):
        painter.setPen(QPen(edges[int(deck.integers(4))], float(deck.uniform(3, 16))))
        inset = away + ring * float(deck.uniform(12, 40))
        frame = QRectF(inset, inset, wide - 2 * inset, UNITS - 2 * inset)
        corner = float(deck.choice([0, 30]))
        painter.drawRoundedRect(frame, corner, corner)
    if deck.random() < 0.5:
        plaque = QRectF(wide * 0.2, UNITS - 115 - margin, wide * 0.6, 60)
        painter.fillRect(plaque, edges[int(deck.integers(2))])
        sheet.write(sheet.noun(), plaque.adjusted(14, 9, -14, -9), QColor(190, 150, 70))
    if deck.random() < 0.3:
        sheet.write(
            _ROMAN[sheet.number % len(_ROMAN)], QRectF(wide * 0.4, 40, wide * 0.2, 46), _WHITE
        )


FRESH_KINDS: Mapping[str, tuple[Callable[[Sheet], None], int]] = {
    **KINDS,
    "painted": (_painted, 40),
}
"""The same, with the one kind that only decks drawn for one scene are of."""


def strange_style(seed: int, cache_folder: Path, *, held_out: bool = False) -> Style:
    """The look of a deck that is not French."""
    # French signs, as other courts show them, would make these cards of the 52.
    style = style_of(seed, cache_folder, held_out, "JQK")
    return replace(style, court="figure", court_sign=False)


def strange_face(kind: str, seed: int, style: Style, number: int, height: int = HEIGHT) -> Art:
    """Card `number` of such a deck."""
    draw, _ = FRESH_KINDS[kind]
    rng = np.random.default_rng([seed, number, *kind.encode()])

    def paint(painter: QPainter) -> None:
        painter.fillPath(rounded(style.width, style.radius), QColor(*style.paper))
        painter.save()
        painter.setClipPath(rounded(style.width, style.radius))
        draw(Sheet(painter, style, number, rng))
        painter.restore()

    return drawn(style.aspect, paint, height)


def strange_deck(
    kind: str, seed: int, cache_folder: Path, *, held_out: bool = False, height: int = HEIGHT
) -> Mapping[str, Art]:
    """All faces of a deck that is not French; ids are lower-case, as custom cards have them."""
    style = strange_style(seed, cache_folder, held_out=held_out)
    return {
        f"{kind}-{number:02d}": strange_face(kind, seed, style, number, height)
        for number in range(KINDS[kind][1])
    }
