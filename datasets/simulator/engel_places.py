"""Where the five cards of Vier Engel lie, and the reference beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator

from companion.record import Record

from .poses import Pose
from .room import Area, Room

#: From card to card, mm.
PITCH = 92.0
#: How far the cards of an arc or a zigzag lie off the row, mm.
OFF_ROW = 36.0
#: Where the reference lies, mm below the middle.
BELOW = 118.0
#: Half of the height that has to be in view, mm.
NEEDED = 262.0


@dataclass
class EngelPlaces:
    """Chooses places on one table."""

    mess: float
    """0 for neat to 1 for careless."""

    @staticmethod
    def room() -> Room:
        """Everything that is played has to be in view."""
        return Room({"centre": Area(0.0, 0.0, 320.0, 178.0)}, NEEDED)

    def formation(self, rng: Generator, layer_turn: float) -> list[Pose]:
        """Five places, numbered from the left: a row, an arc or a zigzag."""
        steps = np.arange(5) - 2.0
        shape = str(rng.choice(["row", "arc", "zigzag"]))
        off = {
            "row": np.zeros(5), "arc": OFF_ROW * (np.abs(steps) / 2) ** 2,
            "zigzag": OFF_ROW * np.array([1, -1, 1, -1, 1]) / 2,
        }[shape]  # fmt: skip
        return [
            Pose(
                step * PITCH + rng.normal(0, 1 + 2 * self.mess),
                y - 10 + rng.normal(0, 1 + 2 * self.mess),
                layer_turn + rng.normal(0, 1 + 4 * self.mess),
            )
            for step, y in zip(steps.tolist(), off.tolist(), strict=True)
        ]

    def reference(self, rng: Generator) -> Pose:
        """The lone card face down."""
        return Pose(rng.normal(0, 4), BELOW + rng.normal(0, 3), rng.normal(0, 3))

    def aside(self, place: Pose, rng: Generator) -> Pose:
        """Where a card lies that somebody moved by more than a third of its width."""
        down = 1.0 if rng.random() < 0.5 else -1.0
        return place.shifted(rng.uniform(-6, 6), down * rng.uniform(30, 38))


@dataclass
class Lying:
    """The cards of a round on the table."""

    numbers: list[int] = field(default_factory=list)
    """Stories by position, from 1 on the left."""
    turned: dict[int, str] = field(default_factory=dict)
    """What was turned, by story."""
    pending: list[int] = field(default_factory=list)
    reference: int | None = None
    held: int | None = None
    """The card under the finger of a call."""


def spared(record: Record) -> dict[int, frozenset[int]]:
    """For each event, the positions that are moved or looked at later in its round."""
    found: dict[int, frozenset[int]] = {}
    later: frozenset[int] = frozenset()
    for number in range(len(record.events), 0, -1):
        event = record.events[number - 1]
        if not isinstance(event, Mapping):
            continue
        if event.get("type") in ("moved", "peeked"):
            later |= {int(str(event.get("position", 0)))}
        elif event.get("type") == "release":
            later = frozenset()
        found[number] = later
    return found
