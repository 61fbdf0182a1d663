"""Which sighting shows which card: the cheapest assignment by place, names and time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.sighting import BACK
from vision.track import Spot, Track, quads_overlap

#: In card widths. Nearer than this a sighting belongs to the card there, whatever its name: a
#: single look may misread. Further away the name has to fit.
SAME_PLACE = 0.35
#: How far a card may be from where it was, lying and for each second since it was last seen.
NEAR, SPEED, FURTHEST = 0.9, 6.0, 2.5
#: What a wholly different name costs, in card widths.
OTHER_NAME = 1.5
FITS = 0.3
IMPOSSIBLE = 1e3
#: Two sightings of one look that overlap by this much with fitting names are one card.
DOUBLED = 0.6


def matched(
    spots: Sequence[Spot], tracks: Sequence[Track], at: float
) -> tuple[dict[int, int], list[int]]:
    """Track index by spot index, and the indices of spots that belong to no track."""
    if not spots or not tracks:
        return {}, list(range(len(spots)))
    costs = np.array([[_cost(spot, track, at) for track in tracks] for spot in spots])
    rows, columns = linear_sum_assignment(costs)
    pairs = {
        int(row): int(column)
        for row, column in zip(rows, columns, strict=True)
        if costs[row, column] < IMPOSSIBLE
    }
    taken = [spots[row] for row in pairs]
    free = [i for i in range(len(spots)) if i not in pairs and not _doubled(spots[i], taken)]
    return pairs, free


def _cost(spot: Spot, track: Track, at: float) -> float:
    width = max(spot.width, track.spot.width)
    far = float(np.linalg.norm(spot.middle - track.spot.middle)) / width
    gate = min(NEAR + SPEED * max(0.0, at - track.seen_at), FURTHEST)
    if far > gate:
        return IMPOSSIBLE
    fits = track.affinity(spot.sighting)
    if far > SAME_PLACE and not _may_have_moved(spot, track, far, fits):
        return IMPOSSIBLE
    return far + OTHER_NAME * (1.0 - fits)


def _may_have_moved(spot: Spot, track: Track, far: float, fits: float) -> bool:
    """Whether a card may be what is sighted beside its place.

    One that lay still has to be surely read again: a neighbour half under a hand looks like many.
    """
    if not track.counts:
        return fits >= FITS
    if (spot.sighting.side == "back") != (track.card == BACK):
        return far < NEAR
    return spot.sighting.side == "back" or spot.sighting.card == track.card


def _doubled(spot: Spot, taken: Sequence[Spot]) -> bool:
    for other in taken:
        share = quads_overlap(spot.outline, other.outline)
        back = quads_overlap(other.outline, spot.outline)
        same = _same_name(spot, other)
        if share > (DOUBLED if same else 0.85) and back > (DOUBLED if same else 0.85):
            return True
    return False


def _same_name(a: Spot, b: Spot) -> bool:
    if a.sighting.side != b.sighting.side:
        return False
    return (
        a.sighting.side == "back"
        or not (a.sighting.known and b.sighting.known)
        or (a.sighting.card == b.sighting.card)
    )
