"""Drawing on card pictures with Qt: the window-less application, pictures as arrays, glyphs.

A picture is (h, w, 4) uint8 red-green-blue-alpha, colours not multiplied with alpha. While a card
is drawn, lengths are in thousandths of its height (`UNITS`), x to the right, y down.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QImage,
    QPainter,
    QPainterPath,
    QPolygonF,
    QRawFont,
    QTransform,
)

Art = NDArray[np.uint8]
"""(h, w, 4) red-green-blue-alpha."""

HEIGHT = 700
"""Height of a card picture, pixels."""
UNITS = 1000.0
"""Height of a card in drawing units."""

_GLYPH_SIZE = 1000.0


@cache
def application() -> QGuiApplication:
    """The one Qt application of this process; Qt draws no glyph without it."""
    running = QGuiApplication.instance()
    return running if isinstance(running, QGuiApplication) else QGuiApplication([])


def straight(image: QImage) -> Art:
    """The picture of an image whose colours are multiplied with alpha."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1, 4)
    return rows[:, : plain.width()].copy()


def drawn(aspect: float, draw: Callable[[QPainter], None], height: int = HEIGHT) -> Art:
    """What `draw` paints on an empty card whose height is `aspect` times its width."""
    application()
    image = QImage(round(height / aspect), height, QImage.Format.Format_RGBA8888_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(height / UNITS, height / UNITS)
    draw(painter)
    painter.end()
    return straight(image)


@cache
def _font(file: Path) -> QRawFont:
    application()
    # Without hinting: outlines are scaled afterwards, and must not depend on the display.
    font = QRawFont(str(file), _GLYPH_SIZE, QFont.HintingPreference.PreferNoHinting)
    if not font.isValid():
        raise ValueError(f"{file} is not a font that can be read; remove it or name another")
    return font


def has_glyphs(file: Path, text: str) -> bool:
    """Whether the font draws every character of `text`."""
    try:
        font = _font(file)
    except ValueError:
        return False
    glyphs = font.glyphIndexesForString(text)
    if len(glyphs) != len(text) or 0 in glyphs:
        return False
    return all(not font.pathForGlyph(glyph).isEmpty() for glyph in glyphs)


def lettering(file: Path, text: str, tightness: float = 0.0) -> QPainterPath:
    """The outline of `text` in a box of height 1 that starts at (0, 0); any width.

    `tightness` is the share of a letter's advance that its neighbour comes nearer.
    """
    font = _font(file)
    path = QPainterPath()
    x = 0.0
    glyphs = font.glyphIndexesForString(text)
    for glyph, advance in zip(glyphs, font.advancesForGlyphIndexes(glyphs), strict=True):
        path.addPath(font.pathForGlyph(glyph).translated(x, 0))
        x += advance.x() * (1 - tightness)
    return fitted(path)


def fitted(path: QPainterPath) -> QPainterPath:
    """`path` moved to (0, 0) and scaled to height 1."""
    box = path.boundingRect()
    scale = 1 / max(box.height(), 1e-6)
    fit = QTransform.fromScale(scale, scale).translate(-box.x(), -box.y())
    return fit.map(path)


def placed(
    path: QPainterPath, x: float, y: float, height: float, squeeze: float = 1.0
) -> QPainterPath:
    """A path of height 1 as `height` units, its middle at (x, y); `squeeze` scales the width."""
    box = path.boundingRect()
    place = QTransform.fromTranslate(x, y).scale(height * squeeze, height)
    return place.map(path.translated(-box.center().x(), -box.center().y()))


def outline(drawing: str) -> QPainterPath:
    """The path of an SVG-like drawing: `M x y`, `L x y`, `Q x y x y`, `C x y x y x y`, `Z`.

    >>> outline("M 0 0 L 1 0 L 1 1 Z").boundingRect().width()
    1.0
    """
    path = QPainterPath()
    for step in re.findall(r"[MLQCZ][^MLQCZ]*", drawing):
        numbers = [float(n) for n in step[1:].split()]
        points = [QPointF(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if step[0] == "M":
            path.moveTo(points[0])
        elif step[0] == "L":
            for point in points:
                path.lineTo(point)
        elif step[0] == "Q":
            path.quadTo(points[0], points[1])
        elif step[0] == "C":
            path.cubicTo(points[0], points[1], points[2])
        else:
            path.closeSubpath()
    return path


def polygon(points: Sequence[tuple[float, float]]) -> QPainterPath:
    """The closed outline through `points`."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def ellipse(x: float, y: float, rx: float, ry: float) -> QPainterPath:
    """An ellipse around (x, y)."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), rx, ry)
    return path


def star(x: float, y: float, size: float, points: int = 5) -> QPainterPath:
    """A star around (x, y) whose points reach `size` far."""
    corners = []
    for i in range(points * 2):
        reach = size if i % 2 == 0 else size * 0.42
        angle = math.pi * (i / points - 0.5)
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return polygon(corners)


@contextmanager
def local(painter: QPainter, at: QPointF, scale: float = 1.0, turn: float = 0.0) -> Iterator[None]:
    """Inside, (0, 0) is `at`, lengths are `scale` times as long and everything is turned."""
    painter.save()
    painter.translate(at)
    painter.rotate(turn)
    painter.scale(scale, scale)
    yield
    painter.restore()


def both_ways(painter: QPainter, middle: QPointF) -> Iterator[None]:
    """Twice: as it is, and turned by half a turn around `middle`, as cards are."""
    for turn in (0, 180):
        painter.save()
        painter.translate(middle)
        painter.rotate(turn)
        painter.translate(-middle)
        yield
        painter.restore()


def rounded(width: float, radius: float, inset: float = 0.0, height: float = UNITS) -> QPainterPath:
    """The outline of a card, `inset` units inside its edge."""
    path = QPainterPath()
    box = QRectF(inset, inset, width - 2 * inset, height - 2 * inset)
    path.addRoundedRect(box, max(radius - inset, 2), max(radius - inset, 2))
    return path
