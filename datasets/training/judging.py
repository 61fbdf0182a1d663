"""What a detector finds in scenes that it never saw, counted so that detectors can be compared.

Two detectors with other scores are compared where both have as many false finds a picture. A find
is right where its outline and a card's have at least half of their area in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.detector import same_card

LEAST_IOU = 0.5
"""From this intersection over union of the outlines on, a find is right."""
WHOLE, HIDDEN = 0.98, 0.35
"""Visible share of a card that is fully visible; and of one that nobody has to find."""
SAME = 0.7
"""From this likeness on, two finds are the same (as the released detector has it)."""
LEAST_SCORE, MOST_FINDS = 0.01, 100

Numbers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Finds:
    """What was found in one picture, the surest first."""

    outlines: Numbers
    """(n, 4, 2) pixels, clockwise."""
    scores: Numbers
    """(n,), 0 to 1."""


@dataclass(frozen=True, eq=False)
class Cards:
    """What there is to find in one picture."""

    outlines: Numbers
    """(n, 4, 2) pixels, clockwise."""
    visible: Numbers
    """(n,) visible share."""


@dataclass(frozen=True)
class Verdict:
    """What became of one card: the find that is right, if there is one."""

    visible: float
    height: float
    """Of the card, pixels of the picture."""
    score: float
    """Of the find; 0 where the card was missed."""
    iou: float
    corner_error: float
    """Mean distance of the corners, as a share of the card's height."""


def without_doubles(outlines: Numbers, scores: Numbers) -> Finds:
    """The surest find of each card, above the least score."""
    order = np.argsort(-scores)[:MOST_FINDS]
    order = order[scores[order] >= LEAST_SCORE]
    outlines, scores = outlines[order], scores[order]
    rectangles = np.array([cv2.minAreaRect(q) for q in outlines], dtype=object)
    rows = np.array([[*c, *s, np.radians(t)] for c, s, t in rectangles], np.float32).reshape(-1, 5)
    likeness = same_card(rows)
    kept: list[int] = []
    for i in range(len(rows)):
        if not (likeness[i, kept] > SAME).any():
            kept.append(i)
    return Finds(outlines[kept], scores[kept])


def corner_error(found: Numbers, card: Numbers) -> float:
    """Mean distance of corners that belong together, as a share of the card's height."""
    ways = [np.linalg.norm(np.roll(found, k, axis=0) - card, axis=1).mean() for k in range(4)]
    return float(min(ways)) / quads.height(card)


def judged(finds: Finds, cards: Cards) -> tuple[list[Verdict], list[float]]:
    """Verdicts on the cards that can be asked for, and the scores of the false finds.

    The surest find chooses first. A card that is as good as hidden may be found or not.
    """
    taken: dict[int, int] = {}
    false = []
    for i, outline in enumerate(finds.outlines):
        shares = [quads.iou(outline, card) for card in cards.outlines]
        free = [k for k in range(len(shares)) if k not in taken and shares[k] >= LEAST_IOU]
        if free:
            taken[max(free, key=lambda k: shares[k])] = i
        else:
            false.append(float(finds.scores[i]))
    verdicts = []
    for k, card in enumerate(cards.outlines):
        if cards.visible[k] < HIDDEN:
            continue
        right = finds.outlines[taken[k]] if k in taken else None
        verdicts.append(
            Verdict(
                float(cards.visible[k]),
                quads.height(card),
                float(finds.scores[taken[k]]) if k in taken else 0.0,
                quads.iou(right, card) if right is not None else 0.0,
                corner_error(right, card) if right is not None else np.inf,
            )
        )
    return verdicts, false


def threshold(false: Sequence[float], pictures: int, rate: float) -> float:
    """Score from which on there are at most `rate` false finds a picture."""
    allowed = int(rate * pictures)
    surest = sorted(false, reverse=True)
    return surest[allowed] if len(surest) > allowed else LEAST_SCORE


@dataclass(frozen=True)
class Summary:
    """Shares of the cards found (0 to 1), and how well their outlines fit."""

    whole: float
    covered: float
    by_height: tuple[float, ...]
    """Of all cards, up to each of the heights and above the last."""
    iou: float
    """Median of the cards found."""
    corner_error: float
    """Median of the cards found, share of the card's height."""
    threshold: float


def summary(
    verdicts: Sequence[Verdict], least: float, heights: Sequence[float] = (100, 180)
) -> Summary:
    """What was found with a score above `least`; `heights` in pixels part small from large."""
    found = [v for v in verdicts if v.score > least]

    def share(some: Sequence[Verdict]) -> float:
        return sum(v.score > least for v in some) / len(some) if some else float("nan")

    edges = [0.0, *heights, np.inf]
    return Summary(
        share([v for v in verdicts if v.visible >= WHOLE]),
        share([v for v in verdicts if v.visible < WHOLE]),
        tuple(
            share([v for v in verdicts if low <= v.height < high]) for low, high in pairwise(edges)
        ),
        float(np.median([v.iou for v in found])) if found else float("nan"),
        float(np.median([v.corner_error for v in found])) if found else float("nan"),
        least,
    )
