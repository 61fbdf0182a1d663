"""A face that was not read quite surely is read again: upside down, from slightly other outlines.

A card that can be read says the same in all these views. Where they differ, what the first one
said was chance: its name becomes a question.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp, log

import numpy as np

from vision import crops
from vision.frame import Picture
from vision.quads import Quad
from vision.recogniser import LISTED, Reading

DOUBTFUL, SURE = 0.5, 0.999
"""From the first share of its surest name on, and below the second, a face is read again."""
MOVES = ((0.02, 0.015, 1.0), (-0.015, -0.01, 0.97))
"""How else the outline might lie: moved across and down, in shares of the card's width and height,
and sized; about as far as outlines are off. Chosen on 600 generated scenes, as the limits above."""
LEAST = 0.001
"""No view says anything more surely than by that share."""


def is_doubtful(reading: Reading) -> bool:
    """Whether a name might be given or refused by chance."""
    return DOUBTFUL <= next(iter(reading.names.values())) < SURE


def other_views(pyramid: crops.Pyramid, quad: Quad, view: Picture) -> list[Picture]:
    """Further views of the card in `quad`, of which `view` is the first."""
    moved = [crops.card_view(pyramid, _moved(quad, *move)) for move in MOVES]
    return [view[::-1, ::-1], *moved]


def joined(first: Reading, others: list[Reading]) -> Reading:
    """What all views together say of the name, each as much: the mean of their log odds."""
    readings = [first, *others]
    shares = {
        name: _mean_odds([reading.names.get(name, 0.0) for reading in readings])
        for reading in readings
        for name in reading.names
    }
    ordered = sorted(shares.items(), key=lambda item: -item[1])[:LISTED]
    return replace(first, names={name: round(share, 4) for name, share in ordered})


def _moved(quad: Quad, across: float, down: float, size: float) -> Quad:
    middle = quad.mean(axis=0)
    wide = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    high = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    moved = (quad - middle) * size + middle + across * wide + down * high
    return np.asarray(moved, np.float32)


def _mean_odds(shares: list[float]) -> float:
    clipped = [min(max(share, LEAST), 1 - LEAST) for share in shares]
    return 1 / (1 + exp(-sum(log(share / (1 - share)) for share in clipped) / len(clipped)))
