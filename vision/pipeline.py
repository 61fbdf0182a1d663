"""From pictures to table events: source, eye, arms and tracker in a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arms import Arms, ArmWatch
from vision.events import TableEvent
from vision.frame import Frame, Picture
from vision.sighting import Look
from vision.table import Table, View
from vision.tracker import Tracker

#: Looks a second at most: a card lies for at least 0.4 s, and three looks have to see it.
LOOKS_A_SECOND = 8.0
#: Looks a second while nothing has moved for `QUIET_AFTER` seconds.
QUIET_LOOKS_A_SECOND = 1.5
QUIET_AFTER = 1.6
#: Frames a second at most in which arms are looked for: a hand is over a card for 0.1 s at least.
ARMS_A_SECOND = 16.0
#: Share of the plan that has to move to count as movement.
MOVEMENT = 0.0008


class Looker(Protocol):
    """Whoever finds and names the cards in a picture: the eye, or a script in tests."""

    def look(self, picture: Picture) -> Look:
        """All cards in a picture (H, W, 3), uint8, blue-green-red."""
        ...


@dataclass(frozen=True, eq=False)
class Seen:
    """What one frame told."""

    frame: Frame
    look: Look | None
    """None where the eye was spared: another frame was looked at just before."""
    arms: Arms
    """Those of this frame, or of the one just before."""
    events: tuple[TableEvent, ...]


class Pipeline:
    """Turns frames into table events, in process and in film time."""

    def __init__(
        self,
        eye: Looker,
        table: Table,
        *,
        looks_a_second: float = LOOKS_A_SECOND,
        one_deck: bool = True,
    ) -> None:
        """`looks_a_second`: below 4, cards that lie shortly are missed; above 15 nothing is won."""
        self.eye = eye
        self.watch = ArmWatch(table)
        self.tracker = Tracker(table, one_deck=one_deck)
        self._every = 1 / looks_a_second
        self._table = table
        self._arms: Arms | None = None
        self._cards: list[NDArray[np.float32]] = []
        """Outlines of the last look, table coordinates."""
        self._looked_at = float("-inf")
        self._moved_at = float("-inf")

    def see(self, frame: Frame) -> Seen:
        """The next frame; frames come in order of time."""
        # Half a frame early is better than a whole frame late, here and below.
        if self._arms is not None and frame.at - self._arms.at < 1 / ARMS_A_SECOND - 0.01:
            return Seen(frame, None, self._arms, ())
        arms = self._arms = self.watch.see(frame, self._cards)
        if self._looked_at == float("-inf") or arms.arms or arms.stir.mean() > MOVEMENT:
            self._moved_at = frame.at
        quiet = frame.at - self._moved_at > QUIET_AFTER
        every = max(self._every, 1 / QUIET_LOOKS_A_SECOND) if quiet else self._every
        look = None
        if frame.at - self._looked_at >= every - 0.01:
            look = self.eye.look(frame.picture)
            self._looked_at = frame.at
            high, wide = frame.picture.shape[:2]
            view = View(self._table, wide, high)
            self._cards = [view.places(sighting.quad) for sighting in look.sightings]
        events = self.tracker.see(frame, look, arms)
        return Seen(frame, look, arms, tuple(events))
