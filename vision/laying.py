"""Remembers the arms of the last seconds: who laid a card, who swept, which hand is in."""

from __future__ import annotations

from collections import deque

import numpy as np

from vision.arms import Arm, Arms
from vision.events import HandIn, HandOut, HandsOff, TableEvent
from vision.plan import Floats, share_inside

#: Seconds that are remembered: the longest a hand stays on a card that it lays.
MEMORY = 6.0
#: An arm counts as a hand over the table from this reach on (longer sides of the table).
HAND_REACH = 0.12
#: Seconds after which a hand that comes or goes is believed.
IN_AFTER, OUT_AFTER = 0.1, 0.3
#: Seconds without any hand after which the hands are off the table: who lays several cards one by
#: one reaches in again sooner than that.
HANDS_OFF = 2.0
#: Seconds for which an arm is at a card that it lays, before it rests and after; and at one that
#: it takes, before its place is free.
BRINGS, LETS_GO, TAKES = 0.3, 0.2, 1.2
#: What an arm that did not just arrive counts for, beside 1 for one that did.
RESTING = 0.1
#: How much an arm counts that is seen within so many times the outline of a card.
NEARNESS = ((1.0, 1.0), (1.5, 0.7), (2.0, 0.4), (2.6, 0.2))
#: How much less sure the seat is where the arm was not seen at the card (it was tossed).
TOSSED = 0.75
#: A card may be found so many seconds after the hand that laid it has left: if only one hand was
#: there in that time, it is that one, nearly as surely.
FOUND_LATE, LATE = 1.5, 0.95


class ArmMemory:
    """The arms of the last `MEMORY` seconds."""

    def __init__(self) -> None:
        self._past: deque[Arms] = deque()
        self._since: dict[str | None, tuple[float, float]] = {}
        """Seat: when its hand was first and last seen, without a longer gap."""
        self._said: dict[str | None, float] = {}
        """Seats whose hand was said to be in, with the certainty."""
        self._last_hand: float | None = None
        """When a hand was last in; None once they were said to be off."""

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
        if self._since:
            self._last_hand = max(last for _, last in self._since.values())
        for seat, (_, last) in list(self._since.items()):
            if arms.at - last > OUT_AFTER:
                del self._since[seat]
                if seat in self._said:
                    certainty = self._said.pop(seat)
                    events.append(HandOut(at=last, arc=seat, certainty=certainty))
        if self._last_hand is not None and arms.at - self._last_hand >= HANDS_OFF:
            events.append(HandsOff(at=arms.at, since=self._last_hand))
            self._last_hand = None
        return events

    def who(self, outline: Floats, at: float) -> tuple[str | None, float]:
        """The seat whose arm brought a card to an outline (table coordinates) where it rests from
        `at` on, and how certain that is.

        (None, 0.0) where no arm was seen at all.
        """
        arms = self.came(outline, at)
        seat = max(arms, key=lambda name: arms[name], default=None)
        return seat, arms[seat] if seat is not None else 0.0

    def came(self, outline: Floats, at: float) -> dict[str, float]:
        """Every seat whose arm may have brought that card, with its certainty (0 to 1)."""
        touches = {
            # A hand that lay there all the while, or is drawn away, did not bring it.
            seat: (touch * (RESTING + self._arrived(seat, at)), certainty)
            for seat, (touch, certainty) in self._touch(outline, at - BRINGS, at + LETS_GO).items()
        }
        if touches:
            total = sum(touch for touch, _ in touches.values())
            return {s: round(sure * touch / total, 3) for s, (touch, sure) in touches.items()}
        late = self._touch(outline, at - FOUND_LATE, at)
        if len(late) == 1:
            return {seat: round(certainty * LATE, 3) for seat, (_, certainty) in late.items()}
        reaching = self._reaching(at - BRINGS, at + LETS_GO)
        return {s: round(c * TOSSED, 3) for s, c in reaching.items()} if len(reaching) == 1 else {}

    def took(self, outline: Floats, at: float) -> tuple[str | None, float]:
        """The seat whose arm was last at an outline before its card was gone `at`."""
        touches = self._touch(outline, at - TAKES, at)
        seat = max(touches, key=lambda name: touches[name][0], default=None)
        return seat, round(touches[seat][1], 3) if seat is not None else 0.0

    def holds(self, outline: Floats, since: float) -> bool:
        """Whether the hand that took a card from its place (free `since`) is still over the
        table, without ever having left it."""
        seat, _ = self.took(outline, since)
        first, _ = self._since.get(seat, (float("inf"), 0.0))
        return seat is not None and first <= since

    def _touch(self, outline: Floats, since: float, until: float) -> dict[str, tuple[float, float]]:
        """How much each seat's arm was at an outline in a time, and how certain the seat is."""
        middle = outline.mean(axis=0)
        size = float(np.linalg.norm(outline - middle, axis=1).max())
        touch: dict[str, float] = {}
        sure: dict[str, float] = {}
        frames = [past for past in self._past if since <= past.at <= until]
        for past in frames:
            for arm in past.arms:
                share = _nearness(arm, outline)
                if arm.seat is None or share <= 0:
                    continue
                # Fingers lay cards; a forearm that only passes over does not.
                far = float(np.hypot(*(np.array(arm.tip) - middle)))
                share *= float(np.exp(-far / (2 * size))) / len(frames)
                touch[arm.seat] = touch.get(arm.seat, 0.0) + share
                sure[arm.seat] = sure.get(arm.seat, 0.0) + share * arm.certainty
        return {seat: (touch[seat], sure[seat] / touch[seat]) for seat in touch}

    def _arrived(self, seat: str, at: float) -> float:
        """Share of a seat's reach at a time that it did not have shortly before, 0 to 1."""
        there = max(self._reaches(seat, at - 0.2, at + 0.3), default=0.0)
        before = min(self._reaches(seat, at - 1.2, at - 0.1), default=0.0)
        return max(0.0, there - before) / there if there > 0 else 0.0

    def _reaches(self, seat: str, since: float, until: float) -> list[float]:
        return [
            max((arm.reach for arm in past.arms if arm.seat == seat), default=0.0)
            for past in self._past
            if since <= past.at <= until
        ]

    def _reaching(self, since: float, until: float) -> dict[str, float]:
        """The seats whose hands were over the table in a time, with their certainty."""
        reaching: dict[str, float] = {}
        for past in self._past:
            for arm in past.arms if since <= past.at <= until else ():
                if arm.seat is not None and arm.reach >= HAND_REACH:
                    reaching[arm.seat] = max(reaching.get(arm.seat, 0.0), arm.certainty)
        return reaching


def _nearness(arm: Arm, outline: Floats) -> float:
    """1 where an arm is over an outline, less where it is only close by, 0 further away.

    Not by how much of the outline it covers: of two hands at a card one would seem to hold it all.
    """
    middle = outline.mean(axis=0)
    for size, near in NEARNESS:
        around = ((outline - middle) * size + middle).astype(np.float32)
        if share_inside(arm.mask, around) > 0.02:
            return near
    return 0.0
