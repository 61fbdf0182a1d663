"""Remembers the arms of the last seconds: who laid a card, who swept, which hand is in."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.arms import Arms, share_inside
from vision.events import HandIn, HandOut, TableEvent

#: Seconds that are remembered: the longest a hand stays on a card that it lays.
MEMORY = 6.0
#: An arm counts as a hand over the table from this reach on (longer sides of the table).
HAND_REACH = 0.12
#: Seconds after which a hand that comes or goes is believed.
IN_AFTER, OUT_AFTER = 0.1, 0.3
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
        """The seat whose arm was at an outline (table coordinates) in a time, and how certain.

        (None, 0.0) where no arm was seen at all.
        """
        middle = outline.mean(axis=0)
        around = ((outline - middle) * 1.3 + middle).astype(np.float32)
        touch: dict[str, float] = {}
        sure: dict[str, float] = {}
        reaching: dict[str, float] = {}
        for past in self._past:
            if not since <= past.at <= until:
                continue
            # The arm that was there last before the card lay still is the one that laid it.
            nearness = float(np.exp(-(until - past.at) / 0.7))
            for arm in past.arms:
                if arm.seat is None:
                    continue
                share = share_inside(arm.mask, around) * nearness
                if share > 0:
                    touch[arm.seat] = touch.get(arm.seat, 0.0) + share
                    sure[arm.seat] = sure.get(arm.seat, 0.0) + share * arm.certainty
                if arm.reach >= HAND_REACH:
                    reaching[arm.seat] = max(reaching.get(arm.seat, 0.0), arm.certainty)
        if touch:
            seat = max(touch, key=lambda name: touch[name])
            return seat, sure[seat] / touch[seat] * touch[seat] / sum(touch.values())
        if len(reaching) == 1:
            ((seat, certainty),) = reaching.items()
            return seat, certainty * TOSSED
        return None, 0.0

    def hands_in(self) -> dict[str | None, float]:
        """Seats whose hand is over the table now, and since when."""
        return {seat: first for seat, (first, _) in self._since.items()}
