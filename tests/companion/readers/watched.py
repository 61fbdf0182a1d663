"""A session and a reader that see hand-written table events, a second apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.readers.move import ReadMove
from companion.session import Outcome, TableSession
from vision.events import (
    CardLaid,
    CardMoved,
    CardRemoved,
    HandsOff,
    Outline,
    Point,
    Swept,
    TableEvent,
)

#: Half width and half height of a card, table coordinates.
HALF = (0.03, 0.07)


def quad(place: Point) -> Outline:
    """An upright card's outline."""
    (x, y), (w, h) = place, HALF
    return (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)


@dataclass
class Watched:
    """One table under watch."""

    session: TableSession
    reader: Any
    at: float = 0.0
    track: int = 0
    tracks: dict[str, int] = field(default_factory=dict)
    """The track of each card that was laid last."""
    places: dict[int, Point] = field(default_factory=dict)
    moves: list[ReadMove] = field(default_factory=list)

    def see(self, event: TableEvent) -> list[ReadMove]:
        moves: list[ReadMove] = self.reader.see(event, self.session.reader_state())
        self.moves += moves
        self.session.see(moves)
        self.at += 1
        return moves

    def lay(
        self,
        card: str,
        arc: str | None,
        place: Point,
        certainty: float = 0.97,
        candidates: Mapping[str, float] | None = None,
        arms: Mapping[str, float] | None = None,
    ) -> list[ReadMove]:
        self.track += 1
        self.tracks[card] = self.track
        self.places[self.track] = place
        return self.see(
            CardLaid(
                at=self.at,
                track=self.track,
                card=card,
                confidence=0.9,
                candidates=candidates or ({} if card == "BACK" else {card: 0.9}),
                place=place,
                quad_table=quad(place),
                arc=arc,
                arc_certainty=certainty if arc else 0.0,
                arms=arms if arms is not None else ({arc: certainty} if arc else {}),
            )
        )

    def move(self, card: str | int, to: Point, arc: str | None = None) -> list[ReadMove]:
        track = card if isinstance(card, int) else self.tracks[card]
        before, self.places[track] = self.places[track], to
        name = next((name for name, number in self.tracks.items() if number == track), "BACK")
        widths = ((to[0] - before[0]) ** 2 + (to[1] - before[1]) ** 2) ** 0.5 / (2 * HALF[0])
        return self.see(
            CardMoved(
                at=self.at, track=track, card=name, before=before, after=to, widths=widths,
                arc=arc, arc_certainty=0.9 if arc else 0.0,
            )
        )  # fmt: skip

    def remove(self, card: str) -> list[ReadMove]:
        track = self.tracks[card]
        return self.see(CardRemoved(at=self.at, track=track, card=card, place=self.places[track]))

    def sweep(self, *cards: str, arc: str | None = None) -> list[ReadMove]:
        tracks = tuple(self.tracks[card] for card in cards)
        return self.see(
            Swept(at=self.at, tracks=tracks, cards=cards, arc=arc, arc_certainty=0.9 if arc else 0)
        )

    def hands_off(self) -> list[ReadMove]:
        return self.see(HandsOff(at=self.at, since=self.at - 2))

    def tap(self, **move: Any) -> Outcome:
        return self.session.submit(move, "confirmed", "tapped")

    @property
    def state(self) -> dict[str, Any]:
        return self.session.snapshot("referee")["state"]

    @property
    def flags(self) -> list[str]:
        return [flag["code"] for flag in self.session.snapshot("referee")["flags"]]

    @property
    def questions(self) -> list[str]:
        return [question["text"] for question in self.session.snapshot("referee")["questions"]]


def told(moves: list[ReadMove]) -> list[dict[str, Any]]:
    """The moves without how sure they are."""
    return [dict(move.move) for move in moves]


def graded(moves: list[ReadMove]) -> list[tuple[str, str, str]]:
    """Type, grade and doubt of each move."""
    return [(move.move["type"], move.grade, move.doubt) for move in moves]
