"""Court cards of drawn decks: figures with crowns, caps and robes, and plainer kinds.

Everything is drawn inside a box (x, y, width, height in card units); double-headed figures draw
their upper half and turn the card for the lower one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numpy.random import Generator
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from .canvas import lettering, placed
from .style import Colour, Style

INK = QColor(20, 20, 25)


def _pen(width: float, colour: QColor = INK) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _shape(points: list[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _ellipse(x: float, y: float, rx: float, ry: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), rx, ry)
    return path


@dataclass(frozen=True)
class Robe:
    """How one figure is dressed; drawn from the deck's seed, the rank and the suit."""

    cloth: QColor
    trim: QColor
    lining: QColor
    hair: QColor
    skin: QColor
    pattern: int
    weapon: int
    looks: float
    """Where the figure looks, -1 left to 1 right."""
    line: float
    """Thickness of outlines."""


def _robe(rng: Generator, style: Style) -> Robe:
    order = rng.permutation(len(style.court_colours))
    cloth, trim, lining = (QColor(*style.court_colours[int(i)]) for i in order[:3])
    hairs = ((235, 190, 60), (60, 40, 25), (120, 70, 30), (235, 235, 230), (30, 30, 35))
    skins = ((250, 225, 200), (252, 246, 238), (235, 195, 160), (250, 235, 215))
    return Robe(
        cloth, trim, lining, QColor(*hairs[int(rng.integers(5))]),
        QColor(*skins[int(rng.integers(4))]), int(rng.integers(5)), int(rng.integers(4)),
        float(rng.uniform(-1, 1)), 3.0 + float(rng.uniform(0, 2)),
    )  # fmt: skip


def _patterned(painter: QPainter, area: QPainterPath, robe: Robe, base: QColor, ink: QColor,
               kind: int) -> None:  # fmt: skip
    """Fill `area` with cloth: plain, stripes, lozenges, dots or ermine."""
    painter.save()
    painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
    box = area.boundingRect()
    painter.fillRect(box, base)
    step = 26.0
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    rows, columns = int(box.height() / step) + 2, int(box.width() / step) + 2
    for row in range(rows if kind else 0):
        for column in range(columns):
            x, y = box.x() + column * step, box.y() + row * step
            if kind == 1 and row == 0:
                painter.drawRect(QRectF(x, box.y(), step * 0.4, box.height()))
            elif kind == 2:
                painter.drawPath(
                    _shape([(x, y - 11), (x + 9, y), (x, y + 11), (x - 9, y)])
                )  # fmt: skip
            elif kind == 3:
                painter.drawEllipse(QPointF(x + (row % 2) * step / 2, y), 6, 6)
            elif kind == 4:
                at = x + (row % 2) * step / 2
                painter.drawPath(_shape([(at, y - 8), (at + 5, y + 8), (at - 5, y + 8)]))
    painter.restore()
    painter.setPen(_pen(robe.line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(area)


def _crown(painter: QPainter, robe: Robe, x: float, y: float, size: float, points: int) -> None:
    wide = size * 0.62
    band = [(x - wide, y)]
    for i in range(points * 2 + 1):
        share = i / (points * 2)
        rise = size * (0.35 if i % 2 else 0.78)
        band.append((x - wide * 1.15 + 2 * wide * 1.15 * share, y - rise))
    band.append((x + wide, y))
    painter.setPen(_pen(robe.line))
    painter.setBrush(QColor(235, 190, 50))
    painter.drawPath(_shape(band))
    painter.setBrush(robe.trim)
    painter.drawRect(QRectF(x - wide, y - size * 0.22, 2 * wide, size * 0.22))
    for i in range(points + 1):
        at = x - wide * 1.15 + 2 * wide * 1.15 * i / points
        painter.drawEllipse(QPointF(at, y - size * 0.82), size * 0.09, size * 0.09)


def _cap(painter: QPainter, robe: Robe, x: float, y: float, size: float) -> None:
    cap = QPainterPath(QPointF(x - size * 0.75, y))
    cap.cubicTo(x - size, y - size * 0.75, x + size * 0.2, y - size, x + size * 0.8, y - size * 0.3)
    cap.lineTo(x + size * 0.75, y)
    cap.closeSubpath()
    painter.setPen(_pen(robe.line))
    painter.setBrush(robe.lining)
    painter.drawPath(cap)
    feather = QPainterPath(QPointF(x + size * 0.4, y - size * 0.3))
    feather.cubicTo(
        x + size, y - size * 1.2, x + size * 1.5, y - size * 0.9, x + size * 1.35, y - size * 0.1
    )
    feather.cubicTo(
        x + size * 1.2, y - size * 0.7, x + size * 0.8, y - size * 0.4, x + size * 0.4, y - size * 0.3
    )
    painter.setBrush(robe.trim)
    painter.drawPath(feather)


def _head(painter: QPainter, robe: Robe, rank: str, x: float, y: float, size: float) -> None:
    """A head around (x, y); `size` is half of its height."""
    painter.setPen(_pen(robe.line))
    painter.setBrush(robe.hair)
    length = {"J": 0.95, "Q": 1.35, "K": 1.0}[rank]
    for side in (-1, 1):
        painter.drawPath(_ellipse(x + side * size * 0.62, y + size * (length - 0.8), size * 0.34, size * length * 0.8))  # fmt: skip
    painter.drawPath(_ellipse(x, y - size * 0.15, size * 0.82, size * 0.95))
    painter.setBrush(robe.skin)
    painter.drawPath(_ellipse(x, y, size * 0.66, size * 0.92))
    if rank == "K":
        beard = QPainterPath(QPointF(x - size * 0.64, y + size * 0.1))
        beard.cubicTo(x - size * 0.7, y + size * 1.3, x + size * 0.7, y + size * 1.3, x + size * 0.64, y + size * 0.1)  # fmt: skip
        beard.cubicTo(x + size * 0.3, y + size * 0.55, x - size * 0.3, y + size * 0.55, x - size * 0.64, y + size * 0.1)  # fmt: skip
        painter.setBrush(robe.hair)
        painter.drawPath(beard)
    turn = robe.looks * size * 0.16
    painter.setBrush(INK)
    for side in (-1, 1):
        eye = x + turn + side * size * 0.27
        painter.drawEllipse(QPointF(eye + turn * 0.4, y - size * 0.12), size * 0.06, size * 0.07)
        painter.drawLine(QPointF(eye - size * 0.13, y - size * 0.28), QPointF(eye + size * 0.13, y - size * 0.3))  # fmt: skip
    nose = QPainterPath(QPointF(x + turn, y - size * 0.1))
    nose.lineTo(x + turn * 2.2, y + size * 0.2)
    nose.lineTo(x + turn, y + size * 0.24)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(nose)
    painter.setPen(_pen(robe.line * 1.3, QColor(190, 50, 50)))
    painter.drawLine(
        QPointF(x + turn - size * 0.16, y + size * 0.48),
        QPointF(x + turn + size * 0.16, y + size * 0.48),
    )
    if rank == "J" and robe.weapon % 2:
        painter.setPen(_pen(robe.line * 1.4, robe.hair.darker(120)))
        painter.drawLine(QPointF(x + turn - size * 0.3, y + size * 0.38), QPointF(x + turn + size * 0.3, y + size * 0.38))  # fmt: skip


def _held(painter: QPainter, robe: Robe, rank: str, x: float, low: float, top: float) -> None:
    """What a figure holds: sword, sceptre, halberd, flower."""
    painter.setPen(_pen(robe.line * 2.4, QColor(70, 50, 30)))
    painter.drawLine(QPointF(x, low), QPointF(x, top))
    painter.setPen(_pen(robe.line))
    gold, steel = QColor(235, 190, 50), QColor(190, 200, 210)
    if rank == "Q":
        petals = robe.trim if robe.weapon else QColor(215, 50, 90)
        painter.setBrush(petals)
        for dx, dy in ((-14, 0), (14, 0), (0, -14), (0, 14)):
            painter.drawEllipse(QPointF(x + dx, top + dy), 14, 14)
        painter.setBrush(gold)
        painter.drawEllipse(QPointF(x, top), 10, 10)
    elif rank == "K" and robe.weapon < 2:
        painter.setBrush(gold)
        painter.drawEllipse(QPointF(x, top), 22, 22)
        painter.drawRect(QRectF(x - 5, top - 48, 10, 28))
        painter.drawRect(QRectF(x - 15, top - 40, 30, 9))
    elif rank == "K":
        painter.setBrush(steel)
        painter.drawPath(_shape([(x - 12, low), (x - 12, top), (x, top - 30), (x + 12, top), (x + 12, low)]))  # fmt: skip
        painter.setBrush(gold)
        painter.drawRect(QRectF(x - 34, low - 24, 68, 16))
    else:
        painter.setBrush(steel)
        blade = QPainterPath(QPointF(x, top + 60))
        blade.cubicTo(x + 62, top + 50, x + 62, top - 20, x, top + 6)
        painter.drawPath(blade)
        painter.drawPath(_shape([(x - 9, top + 10), (x, top - 42), (x + 9, top + 10)]))


def _upper_half(painter: QPainter, rng: Generator, style: Style, rank: str, box: QRectF) -> None:
    """Head, robe, arm and what is held, down to the middle of `box`."""
    robe = _robe(rng, style)
    x, wide = box.center().x() + float(rng.uniform(-0.04, 0.04)) * box.width(), box.width()
    middle = box.center().y()
    size = min(wide * 0.16, 78.0) * float(rng.uniform(0.9, 1.08))
    top = {"J": 0.36, "Q": 0.38, "K": 0.42}[rank]
    head = box.top() + (middle - box.top()) * top + size * 0.3
    shoulder = head + size * 1.0
    side = 1.0 if rng.random() < 0.5 else -1.0
    _held(painter, robe, rank, x + side * wide * 0.36, middle + 60, head - size * 0.2)
    body = QPainterPath(QPointF(x - wide * 0.14, shoulder))
    body.cubicTo(x - wide * 0.4, shoulder + 20, x - wide * 0.47, middle - 80, x - wide * 0.46, middle + 150)  # fmt: skip
    body.lineTo(x + wide * 0.46, middle + 150)
    body.cubicTo(x + wide * 0.47, middle - 80, x + wide * 0.4, shoulder + 20, x + wide * 0.14, shoulder)  # fmt: skip
    body.closeSubpath()
    _patterned(painter, body, robe, robe.cloth, robe.trim, robe.pattern)
    panel = _shape([(x - wide * 0.1, shoulder), (x + wide * 0.1, shoulder),
                    (x + wide * 0.17, middle + 150), (x - wide * 0.17, middle + 150)])  # fmt: skip
    _patterned(painter, panel, robe, robe.lining, robe.cloth, (robe.pattern + 2) % 5)
    sleeve = QPainterPath(QPointF(x + side * wide * 0.3, shoulder + 40))
    sleeve.cubicTo(x + side * wide * 0.48, shoulder + 60, x + side * wide * 0.5, middle - 10, x + side * wide * 0.36, middle - 20)  # fmt: skip
    sleeve.cubicTo(x + side * wide * 0.28, middle - 30, x + side * wide * 0.2, shoulder + 100, x + side * wide * 0.3, shoulder + 40)  # fmt: skip
    _patterned(painter, sleeve, robe, robe.trim, robe.cloth, 1 if robe.pattern != 1 else 0)
    painter.setBrush(robe.skin)
    painter.drawEllipse(QPointF(x + side * wide * 0.36, middle - 46), 22, 20)
    collar = _ellipse(x, shoulder + 8, wide * 0.17, size * 0.42)
    _patterned(painter, collar, robe, QColor(250, 248, 240), INK, 4 if rank == "K" else 0)
    _head(painter, robe, rank, x, head, size)
    if rank == "J":
        _cap(painter, robe, x, head - size * 0.5, size)
    else:
        _crown(painter, robe, x, head - size * 0.55, size * (1.15 if rank == "K" else 0.85),
               3 if rank == "K" else 4)  # fmt: skip


def _twice(painter: QPainter, box: QRectF, draw: Callable[[], None], slant: float) -> None:
    """Draw the upper half of `box` and, turned around, the lower one; `slant` tilts the border."""
    middle = box.center()
    for turn in (0, 180):
        painter.save()
        painter.translate(middle)
        painter.rotate(turn)
        painter.translate(-middle)
        half = _shape([(box.left(), box.top()), (box.right(), box.top()),
                       (box.right(), middle.y() - slant), (box.left(), middle.y() + slant)])  # fmt: skip
        painter.setClipPath(half, Qt.ClipOperation.IntersectClip)
        draw()
        painter.restore()
    painter.setPen(_pen(4))
    painter.drawLine(QPointF(box.left(), middle.y() + slant), QPointF(box.right(), middle.y() - slant))  # fmt: skip


def _landscape(painter: QPainter, rng: Generator, box: QRectF, colours: tuple[Colour, ...]) -> None:
    """A painted picture: sky, hills and a sun, as picture decks have photographs."""
    sky = QLinearGradient(box.topLeft(), box.bottomLeft())
    first, second = rng.permutation(len(colours))[:2]
    sky.setColorAt(0, QColor(*colours[int(first)]).lighter(130))
    sky.setColorAt(1, QColor(*colours[int(second)]).lighter(170))
    painter.fillRect(box, QBrush(sky))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 240, 190))
    size = float(rng.uniform(30, 90))
    painter.drawEllipse(QPointF(box.left() + box.width() * float(rng.uniform(0.2, 0.8)), box.top() + box.height() * 0.3), size, size)  # fmt: skip
    for layer in range(4):
        base = box.top() + box.height() * (0.45 + 0.14 * layer)
        hill = QPainterPath(QPointF(box.left(), box.bottom()))
        hill.lineTo(box.left(), base)
        steps = 5
        for step in range(1, steps + 1):
            rise = float(rng.uniform(-90, 60))
            hill.quadTo(
                box.left() + box.width() * (step - 0.5) / steps, base + rise,
                box.left() + box.width() * step / steps, base,
            )  # fmt: skip
        hill.lineTo(box.right(), box.bottom())
        colour = QColor(*colours[int(rng.integers(len(colours)))])
        painter.fillPath(hill, colour.darker(100 + 25 * layer))


def _silhouette(painter: QPainter, rng: Generator, rank: str, box: QRectF, colour: QColor) -> None:
    """A bust in one colour."""
    x, size = box.center().x(), box.width() * 0.2
    head = box.center().y() - size * 0.3
    body = QPainterPath(QPointF(x - box.width() * 0.42, box.bottom()))
    body.cubicTo(x - box.width() * 0.4, head + size, x + box.width() * 0.4, head + size, x + box.width() * 0.42, box.bottom())  # fmt: skip
    face = _ellipse(x, head, size * 0.8, size)
    nose = 1 if rng.random() < 0.5 else -1
    profile = _shape([(x + nose * size * 0.6, head - size * 0.2), (x + nose * size * 1.05, head + size * 0.25), (x + nose * size * 0.6, head + size * 0.35)])  # fmt: skip
    whole = body.united(face).united(profile)
    whole = whole.united(_ellipse(x, head + size * 0.9, size * 0.45, size * 0.7))
    if rank != "J":
        top, wide = head - size * 0.6, size * 0.8
        points = 5 if rank == "Q" else 3
        crown = [(x - wide, top)]
        for i in range(points * 2 - 1):
            crown.append((x - wide + 2 * wide * i / (points * 2 - 2), top - size * (0.9 if i % 2 == 0 else 0.45)))  # fmt: skip
        crown.append((x + wide, top))
        whole = whole.united(_shape(crown))
    else:
        whole = whole.united(_ellipse(x, head - size * 0.75, size * 1.1, size * 0.4))
    painter.fillPath(whole, colour)


def draw_court(painter: QPainter, style: Style, rank: str, suit: str, rng: Generator,
               box: QRectF) -> None:  # fmt: skip
    """The picture of a court card inside `box`; `rng` belongs to this card alone."""
    colour = QColor(*style.colours[suit])
    letter = {"J": "J", "Q": "Q", "K": "K"}[rank]
    painter.save()
    painter.setClipRect(box)
    if style.court == "figure":
        tint = rng.random()
        if tint < 0.3:
            shade = QColor(*style.court_colours[int(rng.integers(5))])
            shade.setAlpha(60)
            painter.fillRect(box, shade)
        slant = float(rng.choice([0.0, 60.0, -60.0]))
        state = rng.bit_generator.state

        def half() -> None:
            rng.bit_generator.state = state  # both halves show the same figure
            _upper_half(painter, rng, style, rank, box)

        _twice(painter, box, half, slant)
    elif style.court == "letter":
        from .style import INDEX_LETTERS

        big = lettering(style.font, INDEX_LETTERS[style.language][letter])
        painter.fillPath(placed(big, box.center().x(), box.center().y(), box.height() * 0.45), colour)
    elif style.court == "landscape":
        _landscape(painter, rng, box, style.court_colours)
        _silhouette(painter, rng, rank, QRectF(box.left(), box.center().y() - 80, box.width(), box.height() / 2 + 80), INK)  # fmt: skip
    elif style.court == "silhouette":
        _silhouette(painter, rng, rank, box, colour)
    else:
        sign = style.pips[suit]
        number = {"J": 4, "Q": 6, "K": 8}[rank]
        robe = _robe(rng, style)
        for i in range(number):
            painter.save()
            painter.translate(box.center())
            painter.rotate(360 * i / number)
            painter.fillPath(placed(sign, 0, -box.width() * 0.36, box.width() * 0.25), colour)
            painter.restore()
        if rank == "J":
            _cap(painter, robe, box.center().x(), box.center().y() + 30, 70)
        else:
            _crown(painter, robe, box.center().x(), box.center().y() + 40, 95 if rank == "K" else 70,
                   3 if rank == "K" else 5)  # fmt: skip
    painter.restore()
