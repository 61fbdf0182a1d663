"""The four suit signs: vector shapes of many looks, or the signs of a font.

A shape is a path of height 1; a look is drawn from a generator once a deck, so that all signs of a
deck belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from numpy.random import Generator
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QTransform

from .canvas import fitted, lettering

Pips = Mapping[str, QPainterPath]
"""Suit letter -> its sign, height 1."""


@dataclass(frozen=True)
class Look:
    """How the signs are shaped; all numbers are shares of the sign's height."""

    width: float
    """Half of the width of heart and spade."""
    lobe: float
    """How high the lobes of heart and spade swell."""
    belly: float
    """How far down the swelling reaches; small = slender."""
    tip: float
    """Width of heart and spade just before the tip; small = drawn out to a point."""
    notch: float
    """Depth of the heart's notch."""
    diamond: float
    """Half of the diamond's width."""
    hollow: float
    """How far the diamond's sides bend inwards (negative: outwards)."""
    leaf: float
    """Radius of the club's leaves."""
    spread: float
    """Distance of the club's lower leaves from the middle."""
    stem: float
    """Half width of the foot of spade and club."""
    foot: str
    """`straight`, `curved`, `flared` or `bar`."""


def look(rng: Generator, held_out: bool = False) -> Look:
    """A look at random; looks of held-out decks lie outside the range of the others."""
    if held_out:
        return Look(
            width=rng.uniform(0.5, 0.54), lobe=rng.uniform(0.33, 0.38),
            belly=rng.uniform(0.45, 0.55), tip=rng.uniform(0.0, 0.03),
            notch=rng.uniform(0.06, 0.1), diamond=rng.uniform(0.45, 0.5),
            hollow=rng.uniform(0.1, 0.13), leaf=rng.uniform(0.255, 0.275),
            spread=rng.uniform(0.285, 0.31), stem=rng.uniform(0.3, 0.36), foot="bar",
        )  # fmt: skip
    return Look(
        width=rng.uniform(0.40, 0.53), lobe=rng.uniform(0.18, 0.32), belly=rng.uniform(0.3, 0.58),
        tip=rng.uniform(0.06, 0.4), notch=rng.uniform(0.12, 0.26), diamond=rng.uniform(0.32, 0.44),
        hollow=rng.uniform(-0.02, 0.09), leaf=rng.uniform(0.2, 0.248),
        spread=rng.uniform(0.24, 0.29), stem=rng.uniform(0.1, 0.24),
        foot=("straight", "curved", "flared")[int(rng.integers(3))],
    )  # fmt: skip


# Qt joins paths on a grid too coarse for shapes of size 1, so they are built this much larger.
_GRID = 1000.0


def _mirrored(half: Callable[[QPainterPath, float], None]) -> QPainterPath:
    """The outline of which `half` draws one side from top to bottom (side: 1 right, -1 left)."""
    whole = QPainterPath()
    for side in (1.0, -1.0):
        part = QPainterPath()
        half(part, side)
        part.closeSubpath()
        whole = whole.united(QTransform.fromScale(_GRID, _GRID).map(part))
    return whole


def _heart(of: Look) -> QPainterPath:
    def half(path: QPainterPath, side: float) -> None:
        w = of.width * side
        path.moveTo(-0.002 * side, of.notch)
        path.cubicTo(w * 0.18, -of.lobe * 0.35, w * 0.95, -of.lobe * 0.4, w, of.lobe)
        path.cubicTo(w, of.lobe + of.belly * 0.5, w * of.tip, 0.98 - of.belly * 0.35, 0, 1)
        path.lineTo(-0.002 * side, 1)

    return _mirrored(half)


def _foot(of: Look, top: float) -> QPainterPath:
    def half(path: QPainterPath, side: float) -> None:
        w = of.stem * side
        neck = 0.035 * side
        path.moveTo(-0.002 * side, top)
        path.lineTo(neck, top)
        if of.foot == "straight":
            path.lineTo(w * 0.7, 1)
        elif of.foot == "curved":
            path.cubicTo(neck, 0.85, w * 0.4, 0.97, w, 1)
        elif of.foot == "flared":
            path.cubicTo(neck * 1.5, 0.9, neck * 2, 0.95, w, 0.96)
            path.lineTo(w, 1)
        else:
            path.lineTo(neck, 0.93)
            path.lineTo(w, 0.93)
            path.lineTo(w, 1)
        path.lineTo(-0.002 * side, 1)

    return _mirrored(half)


def _spade(of: Look) -> QPainterPath:
    heart = _heart(of)
    box = heart.boundingRect()
    body = QTransform.fromScale(1, -0.86 * _GRID / box.height()).map(heart)
    body = body.translated(0, -body.boundingRect().top())
    return body.united(_foot(of, 0.55))


def _diamond(of: Look) -> QPainterPath:
    path = QPainterPath()
    corners = [(0.0, 0.0), (of.diamond, 0.5), (0.0, 1.0), (-of.diamond, 0.5)]
    path.moveTo(*corners[0])
    keep = 1 - of.hollow * 2
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        path.quadTo((x0 + x1) / 2 * keep, 0.5 + ((y0 + y1) / 2 - 0.5) * keep, x1, y1)
    return path


def _club(of: Look) -> QPainterPath:
    path = _foot(of, 0.45)
    low = of.leaf + 0.34
    for x, y, radius in (
        (0.0, of.leaf, of.leaf),
        (-of.spread, low, of.leaf),
        (of.spread, low, of.leaf),
        (0.0, low - 0.1, 0.1),
    ):
        leaf = QPainterPath()
        leaf.addEllipse(QPointF(x * _GRID, y * _GRID), radius * _GRID, radius * _GRID)
        path = path.united(leaf)
    return path


def vector_pips(of: Look) -> Pips:
    """The signs of a look."""
    shapes = {"C": _club(of), "D": _diamond(of), "H": _heart(of), "S": _spade(of)}
    return {suit: fitted(shape) for suit, shape in shapes.items()}


def font_pips(file: Path) -> Pips:
    """The signs of a font that has them."""
    return {suit: lettering(file, sign) for suit, sign in zip("CDHS", "♣♦♥♠", strict=True)}
