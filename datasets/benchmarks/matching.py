"""Which sighting belongs to which labelled card, and what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision import quads
from vision.sighting import BACK, UNKNOWN, Sighting

Box = tuple[float, float, float, float]
Outcome = Literal["right", "wrong", "unknown", "missed"]
LEAST_IOU = 0.5
HIDDEN = 0.25
"""Less than that share shows of a card that is as good as covered."""
EDGE = 0.03
"""Nobody labelled cards cut by the picture's edge: sightings centred within this share of the
picture's size from it are not counted as false."""


@dataclass(frozen=True, eq=False)
class Label:
    """A card as a person or a generator labelled it."""

    card: str
    full: bool
    """Whether the whole card can be seen."""
    box: Box | None = None
    quad: quads.Quad | None = None
    """Exact outline where it is known (generated scenes)."""
    visible: float | None = None
    index_visible: float | None = None


@dataclass(frozen=True, eq=False)
class Result:
    """What became of one label (`sighting` None: missed)."""

    label: Label
    outcome: Outcome
    sighting: Sighting | None


@dataclass(frozen=True, eq=False)
class Matched:
    """All labels of one picture with their outcomes, and sightings where no card lies."""

    results: tuple[Result, ...]
    false: tuple[Sighting, ...]


def box_iou(a: Box, b: Box) -> float:
    """Intersection over union of two axis-parallel boxes."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = wide * high
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def likeness(label: Label, sighting: Sighting) -> float:
    """How well a sighting's place fits a label's; 0 where the label has none."""
    if label.quad is not None:
        return quads.iou(label.quad, sighting.quad)
    if label.box is not None:
        return box_iou(label.box, quads.box(sighting.quad))
    return 0.0


def outcome(label: Label, sighting: Sighting) -> Outcome:
    """Right, wrong, or not known."""
    if sighting.card == label.card:
        return "right"
    return "unknown" if sighting.card == UNKNOWN else "wrong"


def match(labels: Sequence[Label], sightings: Sequence[Sighting], size: tuple[int, int]) -> Matched:
    """Match by place (best overall), then partly covered cards by name and place, then by name.

    Cards of which hardly anything shows come last: where one lies exactly under another, what is
    seen there is the upper one. `size` is the picture's (wide, high).
    """
    free = dict(enumerate(sightings))
    found: dict[int, Sighting] = {}
    placed = [i for i, label in enumerate(labels) if label.box or label.quad is not None]
    hidden = {i for i in placed if (labels[i].visible or 1.0) < HIDDEN}
    for these in ([i for i in placed if i not in hidden], sorted(hidden)):
        keys = list(free)
        if not these or not keys:
            continue
        score = np.array([[likeness(labels[i], free[key]) for key in keys] for i in these])
        for row, column in zip(*linear_sum_assignment(-score), strict=True):
            if score[row, column] >= LEAST_IOU:
                found[these[row]] = free.pop(keys[int(column)])
    for i in placed:
        label = labels[i]
        if i in found or label.full or label.box is None:
            continue
        for key, sighting in free.items():
            if sighting.card == label.card and box_iou(label.box, quads.box(sighting.quad)) > 0:
                found[i] = free.pop(key)
                break
    unplaced = [i for i in range(len(labels)) if i not in placed]
    for i in unplaced:
        for key, sighting in free.items():
            if sighting.card == labels[i].card:
                found[i] = free.pop(key)
                break
    for i in unplaced:  # what is left over in such a picture was meant for one of its cards
        if i not in found and free:
            surest = max(free, key=lambda key: free[key].found)
            found[i] = free.pop(surest)
    results = [
        Result(label, outcome(label, found[i]) if i in found else "missed", found.get(i))
        for i, label in enumerate(labels)
    ]
    false = [s for s in free.values() if not _at_edge(s, size)]
    return Matched(tuple(results), tuple(false))


def _at_edge(sighting: Sighting, size: tuple[int, int]) -> bool:
    x, y = quads.centre(sighting.quad)
    return not (
        EDGE * size[0] < x < (1 - EDGE) * size[0] and EDGE * size[1] < y < (1 - EDGE) * size[1]
    )


def counts_as_named(result: Result) -> bool:
    """Whether a name of the 52 (or the joker) was given."""
    return result.sighting is not None and result.sighting.card not in (UNKNOWN, BACK)
