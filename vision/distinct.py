"""Each card once: several outlines of one card are one, and a group of cards is none."""

from __future__ import annotations

from vision import quads
from vision.sighting import Sighting

ONE_CARD = 0.8
"""Two outlines that share so much of their area are one card, whatever was read."""
SAME_NAME = 0.25
"""Two outlines with the same name that share so much of their area are one card."""
SHADOW = 0.4
"""A face that cannot be read and shares so much with a surer card is that card, badly found."""
WITHIN = 0.8
OTHER_SIZE = 0.6
"""A sighting that lies to that share within another, or around it, and has less than that share
of its area (or it of the other's), is a part of a card or a group of cards."""
INSIDE, SMALLER = 0.93, 0.85
"""So is one that lies all but wholly within another and is that much smaller."""


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
