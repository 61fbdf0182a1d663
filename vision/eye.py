"""The eye: one picture in, all its cards with outlines and names out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision import crops, quads
from vision.corners import CornerFinder, Outline
from vision.detector import Detector, Found
from vision.frame import Picture
from vision.recogniser import Reading, Recogniser
from vision.sighting import Look, Sighting

ONE_CARD = 0.8
"""Two outlines that share so much of their area are one card, whatever was read."""
SAME_NAME = 0.25
"""Two outlines with the same name that share so much of their area are one card."""
SHADOW = 0.4
"""A face that cannot be read and shares so much with a surer card is that card, badly found."""
CARD, NAMELESS = 0.5, 0.85
"""So sure it must be that a card lies there: one with a name, and one without (chosen on generated
scenes: half as many false ones as with 0.7, and no back less in normal scenes)."""
WITHIN = 0.8
OTHER_SIZE = 0.6
"""A sighting that lies to that share within another, or around it, and has less than that share
of its area (or it of the other's), is a part of a card or a group of cards."""
INSIDE, SMALLER = 0.93, 0.85
"""So is one that lies all but wholly within another and is that much smaller."""


@dataclass(frozen=True)
class Eye:
    """Detector, corner finder and recogniser in one."""

    detector: Detector
    corners: CornerFinder
    recogniser: Recogniser

    @classmethod
    def load(cls, folder: Path | None = None, threads: int | None = None) -> Eye:
        """The released networks (see `weights.Network.load`). Raises ModelError."""
        return cls(
            Detector.load(folder, threads),
            CornerFinder.load(folder, threads),
            Recogniser.load(folder, threads),
        )

    def look(self, picture: Picture) -> Look:
        """Every card of a picture (H, W, 3), uint8, blue-green-red; quads in its pixels."""
        start = time.perf_counter()
        found = self.detector.find(picture)
        pyramid = crops.Pyramid(picture)
        outlines = self.corners.outline(pyramid, [f.rectangle for f in found])
        between = time.perf_counter()
        places = [
            (f, o) for f, o in zip(found, outlines, strict=True) if _is_card(f, o, picture.shape)
        ]
        readings = self.recogniser.read([crops.card_view(pyramid, o.quad) for _, o in places])
        sightings = [
            self._sighting(f, o, r)
            for (f, o), r in zip(places, readings, strict=True)
            if self._stays_card(f, o, r)
        ]
        end = time.perf_counter()
        return Look(tuple(distinct(sightings)), (between - start) * 1000, (end - between) * 1000)

    def _stays_card(self, found: Found, outline: Outline, reading: Reading) -> bool:
        """Whether a card lies there still after its face was looked at.

        What can be named is hardly ever a mistake; a back, or a face that says nothing, has to be
        found more surely.
        """
        sure = _agreed(found.score, 1 - outline.empty, 1 - reading.empty)
        named = next(iter(reading.names.values())) >= self.recogniser.sure
        return sure >= (CARD if named else NAMELESS)

    def _sighting(self, found: Found, outline: Outline, reading: Reading) -> Sighting:
        back = _agreed(
            found.back / max(found.back + found.face, 1e-6),
            outline.back / max(outline.back + outline.face, 1e-6),
            reading.back,
        )
        if back > 0.5:
            return Sighting(outline.quad, found.score, "back")
        names = reading.names
        known = next(iter(names.values())) >= self.recogniser.sure
        return Sighting(outline.quad, found.score, "face", names, known)


def _agreed(*shares: float) -> float:
    """Several opinions on one question as one: their mean in log odds."""
    odds = [float(np.log(np.clip(p, 0.01, 0.99) / (1 - np.clip(p, 0.01, 0.99)))) for p in shares]
    return float(1 / (1 + np.exp(-np.mean(odds))))


def _is_card(found: Found, outline: Outline, shape: tuple[int, ...]) -> bool:
    """Whether the close look agrees that a card lies there, with a possible shape."""
    quad = outline.quad
    if not np.isfinite(quad).all() or abs(quads.area(quad)) < 60:
        return False
    if _agreed(found.score, 1 - outline.empty) < 0.5:
        return False
    x, y = quads.centre(quad)
    high, wide = shape[:2]
    return -0.2 * wide < x < 1.2 * wide and -0.2 * high < y < 1.2 * high


def distinct(sightings: list[Sighting]) -> list[Sighting]:
    """Each card once: of two sightings of one card the surer stays."""
    kept: list[Sighting] = []
    for one in sorted(sightings, key=lambda s: -(s.found * (0.3 + 0.7 * _certainty(s)))):
        if not any(_same(one, other) for other in kept):
            kept.append(one)
    return kept


def _certainty(sighting: Sighting) -> float:
    return next(iter(sighting.names.values()), 0.5)


def _same(one: Sighting, surer: Sighting) -> bool:
    """Whether a sighting shows no other card than one that is surer."""
    common = quads.overlap(one.quad, surer.quad)
    here, there = abs(quads.area(one.quad)), abs(quads.area(surer.quad))
    shared = common / max(here + there - common, 1e-6)
    if shared > ONE_CARD:
        return True
    # All cards of a table are of one size: what lies within a card or around it is none.
    if common > WITHIN * min(here, there) and min(here, there) < OTHER_SIZE * max(here, there):
        return True
    if common > INSIDE * min(here, there) and min(here, there) < SMALLER * max(here, there):
        return True
    if one.side == "face" and not one.known and shared > SHADOW:
        return True
    if one.side == "back" or surer.side == "back" or not one.names or not surer.names:
        return False
    return shared > SAME_NAME and next(iter(one.names)) == next(iter(surer.names))
