"""Court cards of drawn decks: figures, large letters, busts, painted pictures, emblems."""

from __future__ import annotations

from numpy.random import Generator
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath

from .canvas import both_ways, ellipse, lettering, local, outline, placed, polygon
from .figures import INK, draw_cap, draw_crown, draw_figure, ink_pen, robe_of
from .style import INDEX_LETTERS, Colour, Style


def paint_landscape(
    painter: QPainter, rng: Generator, box: QRectF, colours: tuple[Colour, ...]
) -> None:
    """A painted picture: sky, sun and hills, as picture decks have photographs."""
    sky = QLinearGradient(box.topLeft(), box.bottomLeft())
    first, second = rng.permutation(len(colours))[:2]
    sky.setColorAt(0, QColor(*colours[int(first)]).lighter(130))
    sky.setColorAt(1, QColor(*colours[int(second)]).lighter(170))
    painter.fillRect(box, QBrush(sky))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 240, 190))
    size = float(rng.uniform(30, 90))
    x = box.left() + box.width() * float(rng.uniform(0.2, 0.8))
    painter.drawEllipse(QPointF(x, box.top() + box.height() * 0.3), size, size)
    for layer in range(4):
        base = box.top() + box.height() * (0.45 + 0.14 * layer)
        hill = QPainterPath(QPointF(box.left(), box.bottom()))
        hill.lineTo(box.left(), base)
        for step in range(1, 6):
            rise = float(rng.uniform(-90, 60))
            top = QPointF(box.left() + box.width() * (step - 0.5) / 5, base + rise)
            hill.quadTo(top, QPointF(box.left() + box.width() * step / 5, base))
        hill.lineTo(box.right(), box.bottom())
        colour = QColor(*colours[int(rng.integers(len(colours)))])
        painter.fillPath(hill, colour.darker(100 + 25 * layer))


def _silhouette(painter: QPainter, rng: Generator, rank: str, box: QRectF, colour: QColor) -> None:
    """A bust in one colour."""
    size = box.width() * 0.2
    head = box.center().y() - size * 0.3
    low = (box.bottom() - head) / size
    nose = 1 if rng.random() < 0.5 else -1
    parts = [
        outline(f"M -2.1 {low} C -2 1 2 1 2.1 {low} Z"),
        ellipse(0, 0, 0.8, 1),
        polygon([(nose * 0.6, -0.2), (nose * 1.05, 0.25), (nose * 0.6, 0.35)]),
        ellipse(0, 0.9, 0.45, 0.7),
    ]
    if rank == "J":
        parts.append(ellipse(0, -0.75, 1.1, 0.4))
    else:
        last = (5 if rank == "Q" else 3) * 2 - 2
        tips = [(-0.8 + 1.6 * i / last, -1.05 if i % 2 else -1.5) for i in range(last + 1)]
        parts.append(polygon([(-0.8, -0.6), *tips, (0.8, -0.6)]))
    with local(painter, QPointF(box.center().x(), head), size):
        for part in parts:
            painter.fillPath(part, colour)


def _emblem(painter: QPainter, style: Style, rank: str, suit: str, box: QRectF) -> None:
    """A ring of signs around a cap or a crown."""
    number = {"J": 4, "Q": 6, "K": 8}[rank]
    colour = QColor(*style.colours[suit])
    for i in range(number):
        with local(painter, box.center(), turn=360 * i / number):
            sign = placed(style.pips[suit], 0, -box.width() * 0.36, box.width() * 0.25)
            painter.fillPath(sign, colour)


def _draw_figure_twice(
    painter: QPainter, style: Style, rank: str, rng: Generator, box: QRectF
) -> None:
    if rng.random() < 0.3:
        shade = QColor(*style.court_colours[int(rng.integers(5))])
        shade.setAlpha(60)
        painter.fillRect(box, shade)
    slant = float(rng.choice([0.0, 60.0, -60.0]))
    middle = box.center()
    left, right = middle.y() + slant, middle.y() - slant
    half = outline(
        f"M {box.left()} {box.top()} L {box.right()} {box.top()} "
        f"L {box.right()} {right} L {box.left()} {left} Z"
    )
    state = rng.bit_generator.state
    for _ in both_ways(painter, middle):
        rng.bit_generator.state = state  # both halves show the same figure
        painter.setClipPath(half, Qt.ClipOperation.IntersectClip)
        draw_figure(painter, robe_of(rng, style, rank), rng, box)
    painter.setPen(ink_pen(4))
    painter.drawLine(QPointF(box.left(), left), QPointF(box.right(), right))


def draw_court(painter: QPainter, style: Style, card: str, rng: Generator, box: QRectF) -> None:
    """The picture of court card `card` inside `box`; `rng` belongs to this card alone."""
    rank, suit = card[0], card[1]
    colour = QColor(*style.colours[suit])
    painter.save()
    painter.setClipRect(box)
    if style.court == "figure":
        _draw_figure_twice(painter, style, rank, rng, box)
    elif style.court == "letter":
        big = lettering(style.font, INDEX_LETTERS[style.language][rank])
        middle = box.center()
        painter.fillPath(placed(big, middle.x(), middle.y(), box.height() * 0.45), colour)
    elif style.court == "landscape":
        paint_landscape(painter, rng, box, style.court_colours)
        _silhouette(painter, rng, rank, box.adjusted(0, box.height() / 2 - 80, 0, 0), INK)
    elif style.court == "silhouette":
        _silhouette(painter, rng, rank, box, colour)
    else:
        robe = robe_of(rng, style, rank)
        _emblem(painter, style, rank, suit, box)
        if rank == "J":
            draw_cap(painter, robe, box.center() + QPointF(0, 30), 70)
        else:
            draw_crown(painter, robe, box.center() + QPointF(0, 40), 95 if rank == "K" else 70)
    painter.restore()
