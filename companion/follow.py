"""Joins a camera to a table: frames become table events, moves, and what the session makes of them.

Works in the source's own time, so that a film gives the same evening each time it is followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.readers import Reader
from companion.readers.move import ReadMove
from companion.session import Outcome, TableSession
from vision.frame import Frame
from vision.pipeline import Pipeline, Seen


@dataclass(frozen=True)
class Tap:
    """A move without a picture: somebody taps it at that time of the source's clock."""

    at: float
    move: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Followed:
    """What one frame brought."""

    seen: Seen
    taps: tuple[tuple[Tap, Outcome], ...]
    """Taps whose time has come, booked before the frame was looked at."""
    moves: tuple[ReadMove, ...]
    """Also those that are only proposed, and were not booked."""
    outcomes: tuple[Outcome, ...]


class Follower:
    """Follows a game frame by frame."""

    def __init__(
        self,
        session: TableSession,
        pipeline: Pipeline,
        reader: Reader,
        taps: Iterable[Tap] = (),
    ) -> None:
        self.session = session
        self.pipeline = pipeline
        self.reader = reader
        self._taps = sorted(taps, key=lambda tap: tap.at)

    def see(self, frame: Frame) -> Followed:
        """The next frame; frames come in order of time."""
        taps = self.tap(frame.at)
        seen = self.pipeline.see(frame)
        moves: list[ReadMove] = []
        outcomes: list[Outcome] = []
        for event in seen.events:
            # One by one: what a move changes, the next event is read by.
            read = self.reader.see(event, self.session.reader_state())
            moves += [move for move in read if not move.remarks]
            outcomes += self.session.see([move for move in read if not move.proposes])
        return Followed(seen, tuple(taps), tuple(moves), tuple(outcomes))

    def tap(self, until: float = float("inf")) -> list[tuple[Tap, Outcome]]:
        """Book the taps whose time has come. Raises what `TableSession.submit` raises."""
        booked = []
        while self._taps and self._taps[0].at <= until:
            tap = self._taps.pop(0)
            outcome = self.session.submit(tap.move, "confirmed", "tapped", at=tap.at)
            booked.append((tap, outcome))
        return booked
