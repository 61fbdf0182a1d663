"""The open game of Vier Engel as the camera sees it: five faces, a finger on one, a reference.

A finger only proposes: the judge's answer cannot be taken back, so somebody has to tap (V16).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.readers._faces import Face, face_of
from companion.readers._formation import FIVE, as_cards
from companion.readers._reference import ReferenceWatch
from companion.readers.move import UNREAD, ReadMove
from vision.events import (
    CardLaid,
    CardMoved,
    CardRead,
    CardRemoved,
    CardTurned,
    HandsOff,
    Point,
    Pointed,
    Swept,
    TableEvent,
)
from vision.sighting import BACK


@dataclass
class OpenFormation:
    """Faces and backs in the centre, by track."""

    arcs: Mapping[str, str]
    faces: dict[int, Face] = field(default_factory=dict)
    told: tuple[int, ...] = ()
    """Tracks of the five that were told."""
    shown: set[int] = field(default_factory=set)
    """References that were told."""
    reference: ReferenceWatch = field(default_factory=ReferenceWatch)

    def see(
        self, event: TableEvent, state: Mapping[str, Any], *, in_centre: Callable[[Point], bool]
    ) -> list[ReadMove]:
        """The moves that an event tells; `state` is the public state before them."""
        by_layer = not state.get("sealed") and not state.get("seal")
        remarks = self.reference.see(event, state) if by_layer else []
        return [*remarks, *self._seen(event, state, in_centre=in_centre)]

    def _seen(
        self, event: TableEvent, state: Mapping[str, Any], *, in_centre: Callable[[Point], bool]
    ) -> list[ReadMove]:
        match event:
            case CardLaid() if event.card != BACK and in_centre(event.place):
                self.faces[event.track] = face_of(event)
            case CardMoved() if event.track in self.faces:
                self.faces[event.track] = self.faces[event.track].moved(event)
            case CardRead() if event.track in self.faces:
                face = self.faces[event.track]
                self.faces[event.track] = face.read_as(event.card, event.candidates, event.evidence)
                return self._read(event, state)
            case CardTurned() if event.before == BACK:
                return self._turned(face_of(event), state)
            case CardTurned() | CardRemoved():
                self.faces.pop(event.track, None)
                return self._left(event.at, state)
            case Swept():
                for track in event.tracks:
                    self.faces.pop(track, None)
                return self._left(event.at, state)
            case Pointed():
                return self._pointed(event, state)
            case HandsOff():
                return self._lies_open(event.at, state)
            case _:
                pass
        return []

    def _lies_open(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """Five faces at rest are the layer's cards (V14)."""
        tracks = tuple(sorted(self.faces))
        if state.get("phase") != "lay" or len(tracks) != FIVE or tracks == self.told:
            return []
        self.told = tracks
        cards = self._cards()
        strange = [card for card in cards if card not in (*state.get("deck", cards), UNREAD)]
        question = None
        if UNREAD in cards:
            question = "Which five cards lie there? One of them could not be read."
        elif strange or len(set(cards)) < FIVE:
            question = f"Do {', '.join(cards)} lie there?"
        return [
            ReadMove(
                move={"type": "lay_open", "cards": cards},
                grade="assumed" if question else "seen",
                at=at,
                why="five faces lie there and hands are off",
                doubt="card" if question else "",
                track=tracks[0],
                question=question,
            )
        ]

    def _cards(self) -> list[str]:
        placed = {track: (face.place, face.card) for track, face in self.faces.items()}
        return as_cards(placed, self.told)

    def _read(self, event: CardRead, state: Mapping[str, Any]) -> list[ReadMove]:
        if event.track not in self.told or not set(self.told) <= set(self.faces):
            return []
        if state.get("announced") or state.get("sealed"):
            return []  # Past the seal only the round can be voided.
        move = {"type": "lay_open", "cards": self._cards()}
        why = f"a card reads {event.card} now"
        return [ReadMove(move, "seen", event.at, why, track=self.told[0], revises=True)]

    def _left(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """All five that are pending have left."""
        if not state.get("pending") or any(track in self.faces for track in self.told):
            return []
        if state["pending"]["code"] != "not_a_set":
            return []
        return [ReadMove({"type": "take_back"}, "seen", at, "the five cards went back")]

    def _pointed(self, event: Pointed, state: Mapping[str, Any]) -> list[ReadMove]:
        """The drawer's finger rests on a card: perhaps it is chosen."""
        face = self.faces.get(event.track)
        drawer = self.arcs.get(event.arc or "") == state.get("drawer")
        if face is None or not drawer or state.get("phase") != "draw":
            return []
        if face.card not in state.get("lying", ()):
            return []
        if face.card in [one["card"] for one in state.get("announced", ())]:
            return []
        return [
            ReadMove(
                move={"type": "choose", "card": face.card},
                grade="assumed",
                at=event.at,
                why=f"{state['drawer']}'s finger rests on it",
                doubt="happened",
                evidence=face.evidence,
                track=face.track,
                proposes=True,
            )
        ]

    def _turned(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        """The lone card face down beside the five is the reference (V18)."""
        by_layer = not state.get("sealed") and not state.get("seal")
        due = state.get("phase") in ("draw", "answer") or (
            state.get("phase") in ("lay", "over") and state.get("last_round")
        )
        if not by_layer or not due or face.track in self.shown:
            return []
        it_is = self.reference.is_it(face.track)
        if state.get("phase") not in ("draw", "answer") and not it_is:
            return []  # Between rounds it may be the next reference, which nobody may know.
        self.shown.add(face.track)
        known = face.card in state.get("deck", (face.card,))
        sure = known and it_is
        question = None if sure else f"Is the reference {face.card}?"
        return [
            ReadMove(
                move={"type": "reference", "card": face.card},
                grade="seen" if sure else "assumed",
                at=face.at,
                why="the card beside the five was turned",
                doubt="" if sure else "card" if not known else "happened",
                candidates=face.candidates,
                evidence=face.evidence,
                track=face.track,
                question=question,
            )
        ]
