"""When a card that was lifted lies on the table again, and with which side up."""

from __future__ import annotations

from vision.events import CardLaidBack, TableEvent
from vision.laying import ArmMemory
from vision.sighting import BACK, UNKNOWN
from vision.track import Track

#: Looks that a name needs before it may replace another.
REREAD_LOOKS = 4
#: A lifted card that is seen again is laid back or turned once its side is read; after so many
#: looks it is laid back as it was.
LANDED_LOOKS = 12


def other_side(track: Track, name: str) -> bool:
    """Whether a name is of the side that a card did not show."""
    return name != UNKNOWN and (name == BACK) != (track.card == BACK)


def side_is_read(track: Track) -> bool:
    """Whether it is known which side of a lifted card lies up now."""
    if track.disturbed:
        return False
    fresh = track.epoch or track.votes
    decided = fresh.looks >= REREAD_LOOKS and fresh.decided() != UNKNOWN
    return decided or fresh.looks >= LANDED_LOOKS


def landed(track: Track, memory: ArmMemory) -> list[TableEvent]:
    """A lifted card lies again; with the other side up it was turned, which is said later."""
    if track.epoch is not None and other_side(track, track.epoch.decided()):
        track.lifted = track.landed = False
        return []
    return laid_back(track, memory)


def laid_back(track: Track, memory: ArmMemory) -> list[TableEvent]:
    """A lifted card lies again as it did."""
    track.lifted = track.landed = False
    seat, certainty = memory.who(track.outline, track.still_since)
    return [
        CardLaidBack(
            at=track.still_since,
            track=track.number,
            card=track.card,
            place=track.place,
            arc=seat,
            arc_certainty=certainty,
        )
    ]
