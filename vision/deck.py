"""What a deck settles: one deck holds each card once. What the rules allow is never asked."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.sighting import BACK, UNKNOWN
from vision.track import Track

#: Seconds without a sighting after which a card may have been taken elsewhere.
OUT_OF_SIGHT = 0.2
#: Card widths within which a lifted card without a name is looked for.
NEARBY = 2.5


def lies_elsewhere(card: str, track: Track, counted: Iterable[Track]) -> bool:
    """Whether this card plainly lies somewhere else than at `track`."""
    if card in (BACK, UNKNOWN):
        return False
    return any(
        other is not track and other.card == card and other.seen_at >= track.seen_at - 0.3
        for other in counted
    )


def settled(track: Track, counted: Iterable[Track]) -> str:
    """The only name left once those are struck out that plainly lie somewhere else, or `?`.

    Something has to be struck out, and what is left must have been voted for as well.
    """
    counted = list(counted)
    shares = {n: s for n, s in track.votes.shares().items() if n != BACK}
    rest = {n: s for n, s in shares.items() if not lies_elsewhere(n, track, counted)}
    struck = sum(shares.values()) - sum(rest.values())
    if struck < 0.3 or sum(rest.values()) < 0.3:
        return UNKNOWN
    name, share = next(iter(rest.items()))
    return name if share / sum(rest.values()) >= 0.7 else UNKNOWN


def same_card(
    track: Track, card: str, counted: Iterable[Track], at: float, *, one_deck: bool
) -> Track | None:
    """The card that counts already and has come to lie at `track`, if this is no new one.

    A face is known by its name, wherever it was; a back, or a face not read, only by a card lifted
    close by.
    """
    lost = [t for t in counted if at - t.seen_at > OUT_OF_SIGHT]
    if card not in (BACK, UNKNOWN):
        named = [t for t in lost if t.card == card and (one_deck or t.lifted)]
        return named[0] if named else None

    def far(other: Track) -> float:
        return float(np.linalg.norm(other.anchor - track.anchor)) / track.spot.width

    shares = track.votes.shares()
    near = [
        t
        for t in lost
        if t.lifted and far(t) < NEARBY and (t.card == card or shares.get(t.card, 0.0) > 0.25)
    ]
    return min(near, key=far, default=None)
