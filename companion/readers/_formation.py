"""The five cards of a round of Vier Engel as they lie, and what was done to those face down.

The five are numbered 1 to 5 from the left, one above another from the top, as the camera sees them
when the table is released.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.readers._faces import distance
from vision.events import Outline, Point

FIVE = 5
#: A card that moved by more than this share of its width after the release has moved (V8).
MOVED = 1 / 3
#: Seconds in which a card that was lifted or moved may still be turned, which makes that its turn.
MAY_BE_TURNED = 3.0
#: A card that is turned this much later (seconds) than another was lifted is another act.
ANOTHER_ACT = 1.0
#: How far (table coordinates) from its place a card that was lifted is looked for.
NEARBY = 0.12
#: Cards whose middles are nearer than this share of their width lie over each other.
APART = 0.9


@dataclass(frozen=True)
class Disturbed:
    """A card face down was moved, or lifted and laid again, and not turned so far."""

    kind: Literal["moved", "peeked"]
    at: float
    arc: str | None
    certainty: float
    sure: bool = True
    """Whether the card itself was seen to move, and not only another one where it had lain."""


@dataclass
class Formation:
    """Cards in the centre by track, and where each lies."""

    backs: dict[int, tuple[Point, float]] = field(default_factory=dict)
    """Place, and since when it lies, of every card face down."""
    five: dict[int, int] = field(default_factory=dict)
    """Position of each of the five, by track; empty before the release."""
    places: dict[int, Point] = field(default_factory=dict)
    """Where each of the five lay last."""
    missing: set[int] = field(default_factory=set)
    """Tracks of the five that were lifted off or have left."""
    turned: set[int] = field(default_factory=set)
    disturbed: dict[int, Disturbed] = field(default_factory=dict)
    widths: dict[int, float] = field(default_factory=dict)
    """How wide each back is (table coordinates), where its outline was seen."""

    def apart(self) -> int:
        """How many backs lie so that each can be turned without touching another (V2)."""
        places = {track: place for track, (place, _) in self.backs.items()}
        return sum(
            all(
                other == track
                or distance(places[track], places[other])
                >= APART * max(self.widths.get(track, 0.0), self.widths.get(other, 0.0))
                for other in places
            )
            for track in places
        )

    def release(self) -> None:
        """From now on the backs that lie here are the round's five."""
        lying = {track: place for track, (place, _) in self.backs.items()}
        self.five = dict(zip(ordered(lying), range(1, FIVE + 1), strict=False))
        self.places = {track: lying[track] for track in self.five}
        self.missing, self.turned, self.disturbed = set(), set(), {}

    def end(self) -> None:
        """The round is over; what lies there keeps its number until it is gathered."""
        self.disturbed.clear()

    def gather(self) -> None:
        """All are taken up: what is laid from now on is none of them."""
        self.five.clear()
        self.missing.clear()
        self.disturbed.clear()

    def hidden(self) -> list[int]:
        """Tracks of the five that lie face down."""
        return [t for t in self.five if t not in self.turned and t not in self.missing]

    def lies(self, track: int, place: Point) -> None:
        """One of the five lies there now."""
        if track in self.five:
            self.missing.discard(track)
            self.places[track] = place

    def lost_near(self, place: Point) -> int | None:
        """The card of the five that is off the table and lay nearest to a place."""
        near = [
            (distance(self.places[track], place), track)
            for track in self.missing - self.turned
            if distance(self.places[track], place) < NEARBY
        ]
        return min(near)[1] if near else None

    def renamed(self, old: int, new: int, place: Point) -> None:
        """A card of the five came back under another track."""
        self.five[new] = self.five.pop(old)
        self.places.pop(old, None)
        self.missing.discard(old)
        self.places[new] = place

    def due(self, at: float, turned: int | None = None) -> list[tuple[int, Disturbed]]:
        """Position and act of every card that was disturbed and will not be turned any more.

        `turned`: the card that is turned now, with which earlier acts at others are over. What was
        unsure just before was the hand on its way to that card.
        """
        if turned is not None:
            self.disturbed = {
                track: act
                for track, act in self.disturbed.items()
                if act.sure or at - act.at >= MAY_BE_TURNED
            }
        wait = ANOTHER_ACT if turned is not None else MAY_BE_TURNED
        over = [t for t, act in self.disturbed.items() if t != turned and at - act.at >= wait]
        return [(self.five[track], self.disturbed.pop(track)) for track in over]


def width_of(outline: Outline) -> float:
    """The shorter side of a card's outline."""
    return min(distance(outline[0], outline[1]), distance(outline[1], outline[2]))


def ordered(places: Mapping[int, Point]) -> list[int]:
    """Tracks from the left, one above another from the top."""
    return sorted(places, key=lambda track: (round(places[track][0], 2), places[track][1]))


def as_cards(faces: Mapping[int, tuple[Point, str]], tracks: Iterable[int]) -> list[str]:
    """Names of faces in the order of their places."""
    chosen = {track: faces[track][0] for track in tracks}
    return [faces[track][1] for track in ordered(chosen)]
