"""The reference card of Vier Engel, face down beside the five: watched until it is turned.

It says which card was the devil, so it must be the same card, untouched, from the time the five
lie (V18). What is done to it is no offence of the rules: the referee is told, and a reference that
is turned after that is a question and accuses nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.readers._formation import MAY_BE_TURNED, MOVED
from companion.readers.move import ReadMove
from vision.events import (
    CardLaid,
    CardLaidBack,
    CardLifted,
    CardMoved,
    CardRemoved,
    CardTurned,
    Swept,
    TableEvent,
)
from vision.sighting import BACK

MISSING: Final = "No reference card lies face down beside the five, or more than one does."
TOUCHED: Final = "The reference card was moved, lifted or changed since the five cards lie there."


@dataclass
class ReferenceWatch:
    """The backs on the table, and which of them is the reference of the round."""

    backs: set[int] = field(default_factory=set)
    """Tracks of all cards face down."""
    track: int | None = None
    """The only back that lay there when the five were laid."""
    touched: bool = False
    _lifted_at: float | None = None
    _playing: bool = False

    def see(self, event: TableEvent, state: Mapping[str, Any]) -> list[ReadMove]:
        """What the referee is to be told of it."""
        remarks = self._begins(event.at) if self._begun(state) else []
        was_touched = self.touched
        self._follow(event)
        if self._playing and self.touched and not was_touched:
            remarks.append(_remark(event.at, TOUCHED))
        return remarks

    def is_it(self, track: int) -> bool:
        """Whether that card is the reference as it lay there from the beginning."""
        return track == self.track and not self.touched

    def _begun(self, state: Mapping[str, Any]) -> bool:
        before, self._playing = self._playing, state.get("phase") in ("draw", "answer")
        return self._playing and not before

    def _begins(self, at: float) -> list[ReadMove]:
        self.track = next(iter(self.backs)) if len(self.backs) == 1 else None
        self.touched, self._lifted_at = False, None
        return [] if self.track is not None else [_remark(at, MISSING)]

    def _follow(self, event: TableEvent) -> None:
        late = self._lifted_at is not None and event.at - self._lifted_at > MAY_BE_TURNED
        self.touched |= late
        match event:
            case CardLaid() if event.card == BACK:
                self.backs.add(event.track)
            case CardTurned() if event.card == BACK:
                self.backs.add(event.track)
            case CardTurned():
                self.backs.discard(event.track)
                if event.track == self.track:
                    self._lifted_at = None  # Who turns a card has to lift it.
            case CardMoved() if event.track == self.track:
                self.touched |= event.widths > MOVED
            case CardLifted() if event.track == self.track:
                self._lifted_at = event.at
            case CardLaidBack() if event.track == self.track:
                self.touched |= event.card == BACK
            case CardRemoved():
                self._gone({event.track})
            case Swept():
                self._gone(set(event.tracks))
            case _:
                pass

    def _gone(self, tracks: set[int]) -> None:
        self.backs -= tracks
        self.touched |= self.track in tracks


def _remark(at: float, text: str) -> ReadMove:
    return ReadMove({}, "assumed", at, text, remarks=True)
