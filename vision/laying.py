"""Remembers the arms of the last seconds: who laid a card, who swept, which hand is in."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.arms import Arms
from vision.events import HandIn, HandOut, TableEvent
from vision.plan import share_inside

#: Seconds that are remembered: the longest a hand stays on a card that it lays.
MEMORY = 6.0
#: An arm counts as a hand over the table from this reach on (longer sides of the table).
HAND_REACH = 0.12
#: Seconds after which a hand that comes or goes is believed.
IN_AFTER, OUT_AFTER = 0.1, 0.3
#: A hand that was there so long before (seconds) did not come to lay this card.
BEFORE = 0.7
#: How much less sure the seat is where the arm was not seen at the card (it was tossed).
TOSSED = 0.75


class ArmMemory:
    """The arms of the last `MEMORY` seconds."""

    def __init__(self) -> None:
        self._past: deque[Arms] = deque()
        self._since: dict[str | None, tuple[float, float]] = {}
        """Seat: when its hand was first and last seen, without a longer gap."""
        self._said: dict[str | None, float] = {}
        """Seats whose hand was said to be in, with the certainty."""

    def see(self, arms: Arms) -> list[TableEvent]:
        """The next frame's arms; says which hands came in or went out."""
        self._past.append(arms)
        while self._past[0].at < arms.at - MEMORY:
            self._past.popleft()
        events: list[TableEvent] = []
        for arm in arms.arms:
            if arm.reach < HAND_REACH:
                continue
            first, _ = self._since.get(arm.seat, (arms.at, arms.at))
            self._since[arm.seat] = (first, arms.at)
            if arm.seat not in self._said and arms.at - first >= IN_AFTER:
                self._said[arm.seat] = arm.certainty
                events.append(HandIn(at=first, arc=arm.seat, certainty=arm.certainty))
        for seat, (_, last) in list(self._since.items()):
            if arms.at - last > OUT_AFTER:
                del self._since[seat]
                if seat in self._said:
                    certainty = self._said.pop(seat)
                    events.append(HandOut(at=last, arc=seat, certainty=certainty))
        return events

    def who(
        self, outline: NDArray[np.float32], since: float, until: float
    ) -> tuple[str | None, float]:
        """The seat whose arm came to an outline (table coordinates) in a time, and how certain.

        (None, 0.0) where no arm was seen at all.
        """
        arms = self.came(outline, since, until)
        seat = max(arms, key=lambda name: arms[name], default=None)
        return seat, arms[seat] if seat is not None else 0.0

    def came(self, outline: NDArray[np.float32], since: float, until: float) -> dict[str, float]:
        """Every seat whose arm came to an outline in a time, with its certainty (0 to 1)."""
        # A hand that lay there all the while did nothing new: only what came counts.
        there = self._touch(outline, since, until)
        before = self._touch(outline, since - BEFORE - 1.2, since - BEFORE)
        came = {
            seat: (max(0.0, touch - before.get(seat, (0.0, 0.0))[0]), certainty)
            for seat, (touch, certainty) in there.items()
        }
        touches = came if any(touch > 0 for touch, _ in came.values()) else there
        if touches:
            total = sum(touch for touch, _ in touches.values())
            return {s: round(sure * touch / total, 3) for s, (touch, sure) in touches.items()}
        reaching = self._reaching(since, until)
        return {s: round(c * TOSSED, 3) for s, c in reaching.items()} if len(reaching) == 1 else {}

    def _touch(
        self, outline: NDArray[np.float32], since: float, until: float
    ) -> dict[str, tuple[float, float]]:
        """How much each seat's arm was at an outline in a time, and how certain the seat is."""
        middle = outline.mean(axis=0)
        around = ((outline - middle) * 1.3 + middle).astype(np.float32)
        size = float(np.linalg.norm(outline - middle, axis=1).max())
        touch: dict[str, float] = {}
        sure: dict[str, float] = {}
        frames = [past for past in self._past if since <= past.at <= until]
        for past in frames:
            for arm in past.arms:
                share = share_inside(arm.mask, around)
                if arm.seat is None or share <= 0:
                    continue
                # Fingers lay cards; a forearm that only passes over does not.
                far = float(np.hypot(*(np.array(arm.tip) - middle)))
                share *= float(np.exp(-far / (2 * size))) / len(frames)
                touch[arm.seat] = touch.get(arm.seat, 0.0) + share
                sure[arm.seat] = sure.get(arm.seat, 0.0) + share * arm.certainty
        return {seat: (touch[seat], sure[seat] / touch[seat]) for seat in touch}

    def _reaching(self, since: float, until: float) -> dict[str, float]:
        """The seats whose hands were over the table in a time, with their certainty."""
        reaching: dict[str, float] = {}
        for past in self._past:
            for arm in past.arms if since <= past.at <= until else ():
                if arm.seat is not None and arm.reach >= HAND_REACH:
                    reaching[arm.seat] = max(reaching.get(arm.seat, 0.0), arm.certainty)
        return reaching
