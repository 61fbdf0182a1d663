"""Cards on cards: which lies on which, and what the upper ones hide."""

from __future__ import annotations

from collections.abc import Iterable

from vision.events import CardCovered, CardUncovered, TableEvent
from vision.track import Track, quads_overlap

#: Share of a card's area under another one from which on it is covered.
COVERED = 0.12


def cover_of(track: Track, counted: Iterable[Track]) -> float:
    """The largest share of a card that another one covers, 0 to 1."""
    return max(
        (
            quads_overlap(track.outline, other.outline)
            for other in counted
            if track.number in other.under and not other.lifted
        ),
        default=0.0,
    )


def put_on(upper: Track, counted: Iterable[Track]) -> list[TableEvent]:
    """A card came to rest: the cards that it covers now."""
    events: list[TableEvent] = []
    for lower in counted:
        if lower is upper or upper.number in lower.under or lower.number in upper.under:
            continue
        if lower.lifted and lower.lifted_at < upper.laid_at:
            continue  # Its place was seen free before: it does not lie there any more.
        share = quads_overlap(lower.outline, upper.outline)
        if share >= COVERED:
            upper.under.add(lower.number)
            events.append(
                CardCovered(
                    at=upper.still_since,
                    track=lower.number,
                    by=upper.number,
                    share=round(share, 3),
                )
            )
    return events


def moved_off(upper: Track, counted: Iterable[Track]) -> list[TableEvent]:
    """A card moved: the cards that it covers no more."""
    events: list[TableEvent] = []
    for lower in counted:
        if lower.number not in upper.under:
            continue
        if quads_overlap(lower.outline, upper.outline) < COVERED:
            upper.under.discard(lower.number)
            events.append(CardUncovered(at=upper.still_since, track=lower.number, by=upper.number))
    return events


def uncovered(lower: Track, tracks: Iterable[Track]) -> list[TableEvent]:
    """A card is seen, and what lay on it is gone."""
    events: list[TableEvent] = []
    for upper in tracks:
        if upper.gone and lower.number in upper.under:
            upper.under.discard(lower.number)
            events.append(CardUncovered(at=lower.seen_at, track=lower.number, by=upper.number))
    return events
