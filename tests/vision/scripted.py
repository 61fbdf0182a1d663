"""A scripted table for the tracker: looks and arms as a person at the table would see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import cv2
import numpy as np

from vision.arms import Arm, Arms
from vision.events import TableEvent
from vision.frame import Frame
from vision.quads import Quad
from vision.sighting import Look, Sighting
from vision.table import Arc, Table, View
from vision.tracker import Tracker

WIDE, HIGH = 1920, 1080
TALL = 160.0
SEATS = (Arc("Ada", 90, 90), Arc("Bea", 180, 90), Arc("Cem", 270, 90), Arc("Dan", 0, 90))
TABLE = Table(seats=SEATS)
PICTURE = np.full((HIGH, WIDE, 3), 90, np.uint8)
STARTS = {"Ada": (960, HIGH), "Bea": (0, 540), "Cem": (960, 0), "Dan": (WIDE, 540)}

Event = TypeVar("Event", bound=TableEvent)


@dataclass(frozen=True)
class Lying:
    """A card as one look shows it."""

    card: str
    x: float
    y: float
    turn: float = 0.0
    read: Any = None
    """Names read instead of the card: a name, or a mapping when the eye is not sure."""


def card(name: str, x: float, y: float, turn: float = 0.0, read: Any = None) -> Lying:
    return Lying(name, x, y, turn, read)


def quad_at(x: float, y: float, turn: float = 0.0, tall: float = TALL) -> Quad:
    half = np.array([[-1, -1.45], [1, -1.45], [1, 1.45], [-1, 1.45]]) * tall / 2.9
    a = np.radians(turn)
    rotation = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    quad: Quad = (half @ rotation + (x, y)).astype(np.float32)
    return quad


def sighting(lying: Lying, trembling: np.ndarray | None = None) -> Sighting:
    quad = quad_at(lying.x, lying.y, lying.turn)
    if trembling is not None:
        quad = (quad + trembling).astype(np.float32)
    if lying.card == "BACK" and lying.read is None:
        return Sighting(quad, 0.95, "back")
    read = lying.read or lying.card
    if isinstance(read, str):
        return Sighting(quad, 0.95, "face", {read: 0.95, "2C": 0.05}, known=True)
    return Sighting(quad, 0.9, "face", dict(read), known=False)


@dataclass
class Scripted:
    """Feeds a tracker look by look and keeps what it says."""

    tracker: Tracker = field(default_factory=lambda: Tracker(TABLE))
    rate: float = 10.0
    tremble: float = 0.0
    """Pixels of jitter on every corner (standard deviation)."""
    hand: int = 11
    """Radius of a hand on the plan, pixels; 3 is a finger."""
    at: float = 0.0
    events: list[TableEvent] = field(default_factory=list)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(3))

    def show(
        self, seconds: float, *cards: Lying, arms: Sequence[tuple[str, float, float]] = ()
    ) -> list[TableEvent]:
        """The same scene for some time; arms as (seat, x, y of the hand). Returns what it said."""
        said: list[TableEvent] = []
        for _ in range(max(1, round(seconds * self.rate))):
            said += self.look(*cards, arms=arms)
        return said

    def look(
        self, *cards: Lying, arms: Sequence[tuple[str, float, float]] = ()
    ) -> list[TableEvent]:
        """One look."""
        sightings = []
        for lying in cards:
            jitter = self.rng.normal(0, self.tremble, (4, 2)) if self.tremble else None
            sightings.append(sighting(lying, jitter))
        said = self.tracker.see(
            Frame(PICTURE, self.at, round(self.at * self.rate)),
            Look(tuple(sightings)),
            self.arms(arms),
        )
        self.at += 1 / self.rate
        self.events += said
        return said

    def arms(self, hands: Sequence[tuple[str, float, float]]) -> Arms:
        """Arms straight from the middle of each seat's edge to the hand."""
        arms = []
        for seat, x, y in hands:
            mask = np.zeros((144, 256), np.uint8)
            start = np.array(STARTS[seat]) / (WIDE, HIGH) * (256, 144)
            tip = np.array([x, y]) / (WIDE, HIGH) * (256, 144)
            wide = min(14, 2 * self.hand)
            cv2.line(mask, start.astype(int).tolist(), tip.astype(int).tolist(), 1, wide)
            cv2.circle(mask, tip.astype(int).tolist(), self.hand, 1, -1)
            place = (STARTS[seat][0] / WIDE, STARTS[seat][1] / HIGH)
            _, certainty = View(TABLE, WIDE, HIGH).seat_at(place)
            reach = float(np.hypot(*(tip - start)) / 256)
            arms.append(
                Arm(mask.astype(np.bool_), seat, certainty, place, (x / WIDE, y / HIGH), reach)
            )
        still = np.zeros((144, 256), np.bool_)
        return Arms(self.at, tuple(arms), still)

    def lay(self, seat: str, name: str, x: float, y: float, *others: Lying) -> list[TableEvent]:
        """A player lays a card: the arm comes, holds the card, lets go and leaves."""
        said = self.show(
            0.3, *others, arms=[(seat, (STARTS[seat][0] + x) / 2, (STARTS[seat][1] + y) / 2)]
        )
        said += self.show(0.3, *others, card(name, x, y), arms=[(seat, x, y)])
        said += self.show(0.6, *others, card(name, x, y))
        return said

    def of(self, kind: type[Event]) -> list[Event]:
        """Everything of one kind that was said so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        """The kinds said so far but for hands."""
        names = [type(event).__name__ for event in self.events]
        return [name for name in names if not name.startswith("Hand")]
