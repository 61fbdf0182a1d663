"""Which sighting shows which card: the cheapest assignment by place, names and time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.arms import Arms
from vision.sighting import BACK
from vision.track import Spot, Track, quads_overlap

#: In card widths. Nearer than this a sighting belongs to the card there, whatever its name: a
#: single look may misread. Further away the name has to fit.
SAME_PLACE = 0.35
#: How far a card may be from where it was, lying and for each second since it was last seen.
NEAR, SPEED, FURTHEST = 0.9, 6.0, 2.5
#: How far a back that lies over or under another one may be from its place when it is turned there,
#: and what share makes it lie so.
TURNED_IN_HAND, OVER_EACH_OTHER = 0.5, 0.1
#: What a wholly different name costs, in card widths.
OTHER_NAME = 1.5
FITS = 0.3
IMPOSSIBLE = 1e3
#: Two sightings of one look that overlap by this much with fitting names are one card.
DOUBLED = 0.6


def matched(
    spots: Sequence[Spot], tracks: Sequence[Track], arms: Arms
) -> tuple[dict[int, int], list[int]]:
    """Track index by spot index, and the indices of spots that belong to no track."""
    pairs = _at_rest(spots, tracks)
    left = [i for i in range(len(spots)) if i not in pairs]
    others = [k for k in range(len(tracks)) if k not in pairs.values()]
    if left and others:
        reach = {k: _turns_within(tracks[k], tracks) for k in others}
        costs = np.array(
            [[_cost(spots[i], tracks[k], arms, reach[k]) for k in others] for i in left]
        )
        rows, columns = linear_sum_assignment(costs)
        pairs |= {
            left[row]: others[column]
            for row, column in zip(rows, columns, strict=True)
            if costs[row, column] < IMPOSSIBLE
        }
    taken = [spots[row] for row in pairs]
    free = [i for i in range(len(spots)) if i not in pairs and not _doubled(spots[i], taken)]
    return pairs, free


def _at_rest(spots: Sequence[Spot], tracks: Sequence[Track]) -> dict[int, int]:
    """The cards that are seen where they lie, as what they are: these are no others' to have.

    Taken together with the others, all backs of a row would move up for one that is not seen.
    """
    near = sorted(
        (_distance(spot, track), i, k)
        for i, spot in enumerate(spots)
        for k, track in enumerate(tracks)
        if track.counts and not track.gone and track.affinity(spot.sighting) >= FITS
    )
    pairs: dict[int, int] = {}
    for far, i, k in near:
        if far <= SAME_PLACE and i not in pairs and k not in pairs.values():
            pairs[i] = k
    return pairs


def _distance(spot: Spot, track: Track) -> float:
    """From where a card was seen last, in widths."""
    width = max(spot.width, track.spot.width)
    return float(np.linalg.norm(spot.middle - track.spot.middle)) / width


def _turns_within(track: Track, tracks: Sequence[Track]) -> float:
    """How far off its place a card may be seen with its other side up.

    Less in a hand of backs, which lie over each other: a face laid beside it is none of those.
    """
    if track.card != BACK:
        return NEAR
    in_hand = any(
        other is not track
        and other.card == BACK
        and not other.gone
        and quads_overlap(track.outline, other.outline) > OVER_EACH_OTHER
        for other in tracks
    )
    return TURNED_IN_HAND if in_hand else NEAR


def _cost(spot: Spot, track: Track, arms: Arms, turns_within: float) -> float:
    if track.gone:
        return IMPOSSIBLE
    far = _distance(spot, track)
    gate = min(NEAR + SPEED * max(0.0, arms.at - track.seen_at), FURTHEST)
    if far > gate:
        return IMPOSSIBLE
    fits = track.affinity(spot.sighting)
    # What was carried off, or lifted, is not what plainly is another card.
    left = track.carried or (track.lifted and spot.sighting.known)
    if left and track.card != BACK and fits < FITS:
        return IMPOSSIBLE
    if far > SAME_PLACE and not _may_have_moved(spot, track, far, fits, turns_within):
        return IMPOSSIBLE
    if far > SAME_PLACE and track.counts and not track.lifted and track.still_shown(arms):
        return IMPOSSIBLE
    return far + OTHER_NAME * (1.0 - fits)


def _may_have_moved(spot: Spot, track: Track, far: float, fits: float, turns_within: float) -> bool:
    """Whether a card may be what is sighted beside its place.

    One that lay still has to be surely read again: a neighbour half under a hand looks like many.
    """
    if not track.counts:
        return fits >= FITS
    if (spot.sighting.side == "back") != (track.card == BACK):
        return far < turns_within
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
