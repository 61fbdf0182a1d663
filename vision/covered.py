"""The outline of a card that lies partly under another one.

What is seen of such a card may look like a whole, shorter card, or both together like one long
card. No card is so short or long: its outline is drawn on under the upper one, or ends there, for
the upper one shows how large a card is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import cast

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Quad

LIKELY = 1.15, 1.8
"""Height by width, as seen, of outlines that may be whole cards."""
LIKE_USUAL = 0.15
"""A card that may tell the size of another has the usual shape but for this share."""
CLOSE, OFF = 0.2, 0.12
"""A side is a card's own if it is so close to its length; and no card's from so far off on."""
LONGEST = 2.0
"""Two cards taken for one are no longer than so many cards."""
SLANT = 0.3
"""Cosine of the angle at the corners that are seen, up to which they may be a card's."""
HIDDEN = 0.55
"""Share of what is added or taken away that has to lie under the other card."""

Floats = NDArray[np.float64]


def made_whole(outlines: Sequence[Quad], plain: Sequence[bool]) -> list[Quad]:
    """The outlines, (4, 2) each in pixels, with the length that cards have here.

    `plain` says which of them look like a card on their own. Those that have its shape are left as
    they are, and the others may lie under them.
    """
    usual = _usual_aspect([quad for quad, seen in zip(outlines, plain, strict=True) if seen])
    cards = [seen and _is_like(quad, usual) for quad, seen in zip(outlines, plain, strict=True)]
    upper = [quad for quad, whole in zip(outlines, cards, strict=True) if whole]
    return [
        quad if whole else _with_true_length(quad, upper, usual)
        for quad, whole in zip(outlines, cards, strict=True)
    ]


def _is_like(quad: Quad, usual: float) -> bool:
    aspect = quads.height(quad) / max(quads.width(quad), 1e-6)
    return usual * (1 - LIKE_USUAL) <= aspect <= usual * (1 + LIKE_USUAL)


def _usual_aspect(cards: Sequence[Quad]) -> float:
    aspects = [quads.height(quad) / max(quads.width(quad), 1e-6) for quad in cards]
    likely = [aspect for aspect in aspects if LIKELY[0] <= aspect <= LIKELY[1]]
    return float(np.median(likely)) if likely else quads.CARD_ASPECT


def _with_true_length(quad: Quad, upper: Sequence[Quad], usual: float) -> Quad:
    """The outline that ends under that of the upper cards which hides most of the difference."""
    best, most = None, HIDDEN
    for card in upper:
        if _apart(quad, card):
            continue
        plane = _plane(card, usual)
        for turn, (length, across) in product(range(4), ((usual, 1.0), (1.0, usual))):
            start = quads.turned(quad, turn)
            ends = _ends(start, plane, length, across)
            if ends is None:
                continue
            changed = _clockwise(np.array([start[3], start[2], ends[1], ends[0]], np.float32))
            hidden = quads.overlap(changed, card) / max(quads.area(changed), 1e-6)
            if hidden > most:
                whole = np.array([start[0], start[1], ends[1], ends[0]], np.float32)
                best, most = quads.turned(whole, -turn), hidden
    return quad if best is None else quads.long_side_up(best)


def _apart(one: Quad, other: Quad) -> bool:
    """Whether two outlines are too far from each other for one to go on under the other."""
    gap = float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))
    return gap > (quads.height(one) + quads.width(one)) / 2 + quads.height(other)


def _plane(card: Quad, aspect: float) -> Floats:
    """The 2x2 matrix that takes pixels to widths of a card, near this card."""
    sides = np.array([card[1] - card[0], card[3] - card[0]], np.float64)
    return cast(Floats, np.linalg.inv(sides) @ np.diag([1.0, aspect]))


def _ends(quad: Quad, plane: Floats, length: float, across: float) -> tuple[Quad, Quad] | None:
    """Where the left and right side, from the first edge on, end in a card with sides of that
    length (widths of a card); None where the outline cannot be a part of such a card, or two."""
    edge, left, right = quad[1] - quad[0], quad[3] - quad[0], quad[2] - quad[1]
    flat = [np.asarray(side, np.float64) @ plane for side in (edge, left, right)]
    lengths = [max(float(np.linalg.norm(side)), 1e-6) for side in flat]
    mean = (lengths[1] + lengths[2]) / 2
    if abs(lengths[0] / across - 1) > CLOSE or abs(mean / length - 1) < OFF:
        return None
    if mean > LONGEST * length or min(lengths[1:]) < 0.5 * mean:
        return None
    for side, far in zip(flat[1:], lengths[1:], strict=True):
        if abs(float(flat[0] @ side)) > SLANT * lengths[0] * far:
            return None
    return quad[0] + left * (length / lengths[1]), quad[1] + right * (length / lengths[2])


def _clockwise(points: Quad) -> Quad:
    return points if quads.area(points) > 0 else points[::-1].copy()
