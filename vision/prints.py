"""Compares two views of a card as pictures: place by place, after one was laid on the other.

Slower than comparing what a network says of them, and blind to nothing that it leaves out: asked
of the few cards between which the network hesitates, it settles many of them, and a card of another
deck seldom passes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

Plane = NDArray[np.float32]

SIZE = (56, 80)
"""(wide, high) at which views are compared, pixels."""
PLACE = 9
"""Side of the square around each place within which two views are correlated, pixels."""
STEPS = 6
"""Of the search for how one view lies on the other."""
FLAT = 0.002
"""Variance below which a place is blank, of logarithmic brightness."""
_EVERYWHERE = np.full(SIZE[::-1], 255, np.uint8)
BLANK = 0.05
"""What a blank place counts, beside the spread of brightness at others."""
COLOURLESS = 0.001
"""Variance of the colours, of logarithms, below which they say nothing."""
BLEACHED = (float(np.log(220.0)), float(np.log(270.0)))
"""Logarithmic brightness of the brightest colour between which a place counts less and less: what
is too bright for the camera loses its colour, blue ground first of all its blueness."""
EXACT = 0.2
"""Share of the colours that may differ before it counts: no two lamps show them quite alike."""
EXPECTED = 0.25
"""What own cards' colours agree by more where all of them can be compared than where none can."""


@dataclass(frozen=True, eq=False)
class Print:
    """A view as it is compared."""

    colours: Plane
    """(80, 56, 3) logarithmic, so that other light adds the same everywhere."""
    lines: Plane
    """(80, 56) without what changes slowly, to find how one lies on the other."""

    @classmethod
    def of(cls, view: Picture) -> Print:
        """Of a card view, uint8 (320, 224, 3)."""
        small = cv2.resize(view, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        colours = cast(Plane, cv2.GaussianBlur(np.log(small + 20), (0, 0), 0.7))
        grey = cast(Plane, colours.mean(axis=2))
        slow = cv2.GaussianBlur(grey, (0, 0), 5)
        return cls(colours, (grey - slow).astype(np.float32))

    @property
    def contrast(self) -> float:
        """The spread of the logarithmic brightness, the mean of the colours'."""
        return float(self.colours.std(axis=(0, 1)).mean())

    def upside_down(self) -> Print:
        """The same view with its lower end up."""
        return Print(
            np.ascontiguousarray(self.colours[::-1, ::-1]),
            np.ascontiguousarray(self.lines[::-1, ::-1]),
        )


class Agreement(NamedTuple):
    """How far two views look like one card."""

    like: float
    """How far their places correlate, -0.2 to 1."""
    hues: float
    """How far their colours change alike from place to place, logarithmic: -1 to 1.6, more where
    more is alike, 0.5 where neither has any. Other light changes all places alike, which makes
    no blue ink on its ground into green ink on another; what too much light has bleached on either
    view is left out."""


def agreement(seen: Print, stored: Print) -> Agreement:
    """How far the places of a stored view look like those of the seen one.

    Places count by how much there is on the stored view; one that is covered in the seen view
    agrees with nothing, and costs every stored view the same.
    """
    ours, theirs = seen.colours, _laid_on(seen, stored)
    mean, mean_there = _mean(ours), _mean(theirs)
    spread = np.maximum((_mean(ours * ours) - mean * mean).sum(axis=2), 0)
    spread_there = np.maximum((_mean(theirs * theirs) - mean_there * mean_there).sum(axis=2), 0)
    common = (_mean(ours * theirs) - mean * mean_there).sum(axis=2)
    like = common / np.sqrt((spread + FLAT) * (spread_there + FLAT))
    weight = np.sqrt(spread_there) + BLANK
    places = (slice(2, -2, PLACE // 2), slice(2, -2, PLACE // 2))
    like, weight = np.clip(like[places], -0.2, 1), weight[places]
    return Agreement(float((like * weight).sum() / weight.sum()), _same_hues(ours, theirs))


def _same_hues(ours: Plane, theirs: Plane) -> float:
    """The share of what is left of the colours without brightness that differs, as a logarithm: in
    size as well, since a lamp's colour on black and white is no red on white."""
    ours, theirs = ours[3:-3, 3:-3], theirs[3:-3, 3:-3]
    low, high = BLEACHED
    brightest = np.maximum(ours, theirs).max(axis=2)
    counts = np.clip((high - brightest) / (high - low), 0.001, 1)[..., np.newaxis]
    one, other = _hues(ours, counts), _hues(theirs, counts)
    spread = float(((one * one + other * other) * counts).mean() / counts.mean())
    apart = float(((one - other) ** 2 * counts).mean() / counts.mean())
    share = (apart + COLOURLESS + EXACT * spread) / (spread + 2 * COLOURLESS)
    return -float(np.log(share)) - EXPECTED * float(counts.mean())


def _hues(colours: Plane, counts: Plane) -> Plane:
    hues = colours - colours.mean(axis=2, keepdims=True)
    return cast(Plane, hues - (hues * counts).mean(axis=(0, 1)) / counts.mean())


def _mean(plane: Plane) -> Plane:
    return cast(Plane, cv2.blur(plane, (PLACE, PLACE)))


def _laid_on(seen: Print, stored: Print) -> Plane:
    """The stored view's colours where the seen view has them: outlines are never quite right."""
    shift = np.eye(2, 3, dtype=np.float32)
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, STEPS, 1e-3)
    try:
        _, found = cv2.findTransformECC(
            seen.lines, stored.lines, shift.copy(), cv2.MOTION_AFFINE, until, _EVERYWHERE, 3
        )
    except cv2.error:  # nothing in common to go by
        found = shift
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(stored.colours, found, SIZE, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return cast(Plane, moved)
