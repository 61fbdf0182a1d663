"""The figures of drawn court cards: head, crown or cap, robe, and what the hand holds.

A figure is drawn down to the middle of its box; the card's lower half shows it turned around.
Parts are drawings in units of the head's half height, so they keep their shape at any size.
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from .canvas import ellipse, local, outline, polygon
from .style import Style

INK = QColor(20, 20, 25)
_GOLD, _STEEL, _ERMINE = QColor(235, 190, 50), QColor(190, 200, 210), QColor(250, 248, 240)
_HAIRS = ((235, 190, 60), (60, 40, 25), (120, 70, 30), (235, 235, 230), (30, 30, 35))
_SKINS = ((250, 225, 200), (252, 246, 238), (235, 195, 160), (250, 235, 215))

_CAP = outline("M -.75 0 C -1 -.75 .2 -1 .8 -.3 L .75 0 Z")
_FEATHER = outline("M .4 -.3 C 1 -1.2 1.5 -.9 1.35 -.1 C 1.2 -.7 .8 -.4 .4 -.3 Z")
_BEARD = outline("M -.64 .1 C -.7 1.3 .7 1.3 .64 .1 C .3 .55 -.3 .55 -.64 .1 Z")
_AXE = outline("M 0 60 C 62 50 62 -20 0 6 Z M -9 10 L 0 -42 L 9 10 Z")
_SCEPTRE = outline("M -5 -48 L 5 -48 L 5 -20 L -5 -20 Z M -15 -40 L 15 -40 L 15 -31 L -15 -31 Z")


def ink_pen(width: float, colour: QColor = INK) -> QPen:
    """A pen with round joins."""
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


@dataclass(frozen=True)
class Robe:
    """How one figure is dressed, and who wears it."""

    rank: str
    cloth: QColor
    trim: QColor
    lining: QColor
    hair: QColor
    skin: QColor
    pattern: int
    """0 plain, 1 stripes, 2 lozenges, 3 dots, 4 ermine."""
    weapon: int
    looks: float
    """Where the figure looks, -1 left to 1 right."""
    line: float
    """Thickness of outlines, card units."""


def robe_of(rng: Generator, style: Style, rank: str) -> Robe:
    """A robe in the deck's colours."""
    order = rng.permutation(len(style.court_colours))
    cloth, trim, lining = (QColor(*style.court_colours[int(i)]) for i in order[:3])
    return Robe(
        rank, cloth, trim, lining, QColor(*_HAIRS[int(rng.integers(len(_HAIRS)))]),
        QColor(*_SKINS[int(rng.integers(len(_SKINS)))]), int(rng.integers(5)),
        int(rng.integers(4)), float(rng.uniform(-1, 1)), 3.0 + float(rng.uniform(0, 2)),
    )  # fmt: skip


@dataclass(frozen=True)
class Cloth:
    """A piece of cloth: its colour, its pattern's colour and kind (see `Robe.pattern`)."""

    base: QColor
    ink: QColor
    kind: int


def _sew(painter: QPainter, area: QPainterPath, cloth: Cloth, line: float) -> None:
    """Fill `area` with cloth and outline it."""
    painter.save()
    painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
    box, step = area.boundingRect(), 26.0
    painter.fillRect(box, cloth.base)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(cloth.ink)
    rows, columns = int(box.height() / step) + 2, int(box.width() / step) + 2
    for row in range(rows if cloth.kind else 0):
        for column in range(columns):
            x, y = box.x() + column * step, box.y() + row * step
            shifted = x + (row % 2) * step / 2
            if cloth.kind == 1 and row == 0:
                painter.drawRect(QRectF(x, box.y(), step * 0.4, box.height()))
            elif cloth.kind == 2:
                painter.drawPath(polygon([(x, y - 11), (x + 9, y), (x, y + 11), (x - 9, y)]))
            elif cloth.kind == 3:
                painter.drawEllipse(QPointF(shifted, y), 6, 6)
            elif cloth.kind == 4:
                painter.drawPath(
                    polygon([(shifted, y - 8), (shifted + 5, y + 8), (shifted - 5, y + 8)])
                )
    painter.restore()
    painter.strokePath(area, ink_pen(line))


def draw_crown(painter: QPainter, robe: Robe, at: QPointF, size: float) -> None:
    """A crown whose band's lower edge is at `at`: three high points for kings, four for queens."""
    points = 3 if robe.rank == "K" else 4
    tips = [-0.713 + 1.426 * i / (points * 2) for i in range(points * 2 + 1)]
    edge = [(x, -0.35 if i % 2 else -0.78) for i, x in enumerate(tips)]
    with local(painter, at, size):
        painter.setPen(ink_pen(robe.line / size))
        painter.setBrush(_GOLD)
        painter.drawPath(polygon([(-0.62, 0), *edge, (0.62, 0)]))
        painter.setBrush(robe.trim)
        painter.drawRect(QRectF(-0.62, -0.22, 1.24, 0.22))
        for i in range(points + 1):
            painter.drawEllipse(QPointF(-0.713 + 1.426 * i / points, -0.82), 0.09, 0.09)


def draw_cap(painter: QPainter, robe: Robe, at: QPointF, size: float) -> None:
    """A cap with a feather."""
    with local(painter, at, size):
        painter.setPen(ink_pen(robe.line / size))
        painter.setBrush(robe.lining)
        painter.drawPath(_CAP)
        painter.setBrush(robe.trim)
        painter.drawPath(_FEATHER)


def _draw_head(painter: QPainter, robe: Robe, at: QPointF, size: float) -> None:
    """A head around `at`; `size` is half of its height."""
    line = robe.line / size
    length = {"J": 0.95, "Q": 1.35, "K": 1.0}[robe.rank]
    turn = robe.looks * 0.16
    with local(painter, at, size):
        painter.setPen(ink_pen(line))
        painter.setBrush(robe.hair)
        for side in (-1, 1):
            painter.drawPath(ellipse(side * 0.62, length - 0.8, 0.34, length * 0.8))
        painter.drawPath(ellipse(0, -0.15, 0.82, 0.95))
        painter.setBrush(robe.skin)
        painter.drawPath(ellipse(0, 0, 0.66, 0.92))
        if robe.rank == "K":
            painter.setBrush(robe.hair)
            painter.drawPath(_BEARD)
        painter.setBrush(INK)
        for side in (-1, 1):
            eye = turn + side * 0.27
            painter.drawEllipse(QPointF(eye + turn * 0.4, -0.12), 0.06, 0.07)
            painter.drawLine(QPointF(eye - 0.13, -0.28), QPointF(eye + 0.13, -0.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline(f"M {turn} -.1 L {turn * 2.2} .2 L {turn} .24"))
        painter.setPen(ink_pen(line * 1.3, QColor(190, 50, 50)))
        painter.drawLine(QPointF(turn - 0.16, 0.48), QPointF(turn + 0.16, 0.48))
        if robe.rank == "J" and robe.weapon % 2:  # a moustache
            painter.setPen(ink_pen(line * 1.4, robe.hair.darker(120)))
            painter.drawLine(QPointF(turn - 0.3, 0.38), QPointF(turn + 0.3, 0.38))


def _draw_held(painter: QPainter, robe: Robe, top: QPointF, length: float) -> None:
    """What the hand holds, its upper end at `top`: flower, sceptre, sword or halberd."""
    with local(painter, top):
        painter.setPen(ink_pen(robe.line * 2.4, QColor(70, 50, 30)))
        painter.drawLine(QPointF(0, length), QPointF(0, 0))
        painter.setPen(ink_pen(robe.line))
        if robe.rank == "Q":
            painter.setBrush(robe.trim if robe.weapon else QColor(215, 50, 90))
            for dx, dy in ((-14, 0), (14, 0), (0, -14), (0, 14)):
                painter.drawEllipse(QPointF(dx, dy), 14, 14)
            painter.setBrush(_GOLD)
            painter.drawEllipse(QPointF(0, 0), 10, 10)
        elif robe.rank == "K" and robe.weapon < 2:
            painter.setBrush(_GOLD)
            painter.drawEllipse(QPointF(0, 0), 22, 22)
            painter.drawPath(_SCEPTRE)
        elif robe.rank == "K":
            painter.setBrush(_STEEL)
            painter.drawPath(outline(f"M -12 {length} L -12 0 L 0 -30 L 12 0 L 12 {length} Z"))
            painter.setBrush(_GOLD)
            painter.drawRect(QRectF(-34, length - 24, 68, 16))
        else:
            painter.setBrush(_STEEL)
            painter.drawPath(_AXE)


def draw_figure(painter: QPainter, robe: Robe, rng: Generator, box: QRectF) -> None:
    """The upper half of a figure in `box`; what reaches below the middle is to be cut off."""
    x, wide = box.center().x() + float(rng.uniform(-0.04, 0.04)) * box.width(), box.width()
    middle = box.center().y()
    size = min(wide * 0.16, 78.0) * float(rng.uniform(0.9, 1.08))
    share = {"J": 0.36, "Q": 0.38, "K": 0.42}[robe.rank]
    head = box.top() + (middle - box.top()) * share + size * 0.3
    shoulder = head + size
    side = 1.0 if rng.random() < 0.5 else -1.0
    _draw_held(
        painter, robe, QPointF(x + side * wide * 0.36, head - size * 0.2),
        middle + 60 - head + size * 0.2,
    )  # fmt: skip
    drop = middle - shoulder
    stretch = QTransform.fromTranslate(x, shoulder).scale(wide, 1)
    body = outline(
        f"M -.14 0 C -.4 20 -.47 {drop - 80} -.46 {drop + 150} L .46 {drop + 150} "
        f"C .47 {drop - 80} .4 20 .14 0 Z"
    )
    panel = outline(f"M -.1 0 L .1 0 L .17 {drop + 150} L -.17 {drop + 150} Z")
    sleeve = outline(
        f"M .3 40 C .48 60 .5 {drop - 10} .36 {drop - 20} C .28 {drop - 30} .2 100 .3 40 Z"
    )
    sided = QTransform.fromScale(side, 1) * stretch
    _sew(painter, stretch.map(body), Cloth(robe.cloth, robe.trim, robe.pattern), robe.line)
    inner = Cloth(robe.lining, robe.cloth, (robe.pattern + 2) % 5)
    _sew(painter, stretch.map(panel), inner, robe.line)
    striped = Cloth(robe.trim, robe.cloth, 1 if robe.pattern != 1 else 0)
    _sew(painter, sided.map(sleeve), striped, robe.line)
    painter.setBrush(robe.skin)
    painter.setPen(ink_pen(robe.line))
    painter.drawEllipse(QPointF(x + side * wide * 0.36, middle - 46), 22, 20)
    collar = Cloth(_ERMINE, INK, 4 if robe.rank == "K" else 0)
    _sew(painter, ellipse(x, shoulder + 8, wide * 0.17, size * 0.42), collar, robe.line)
    _draw_head(painter, robe, QPointF(x, head), size)
    if robe.rank == "J":
        draw_cap(painter, robe, QPointF(x, head - size * 0.5), size)
    else:
        larger = 1.15 if robe.rank == "K" else 0.85
        draw_crown(painter, robe, QPointF(x, head - size * 0.55), size * larger)
