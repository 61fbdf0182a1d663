"""The talon as the camera sees it: the turned-up card under it, and the 2 that is exchanged for it.

Read are rules D2 (what is turned up is trump) and D16 (the exchange) of Dureń Piątkowy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.readers._arms import Witness
from companion.readers._faces import Face, cover
from companion.readers.move import UNREAD, ReadMove

#: Share of the turned-up card that the talon has to cover to lie on it.
LIES_ON = 0.08
#: What is never turned up for trumps.
NO_TRUMP = (UNREAD, "JOKER")


@dataclass
class Talon:
    """Faces and backs in the talon's zone, by track."""

    faces: dict[int, Face] = field(default_factory=dict)
    backs: dict[int, Face] = field(default_factory=dict)
    told: set[int] = field(default_factory=set)
    """Faces that were told as the trump card."""
    asked: bool = False
    """Whether it was asked what is turned up in this game, since no face was seen there."""

    def covered(self) -> Face | None:
        """The face that lies half under a back."""
        return next(
            (
                face
                for face in self.faces.values()
                if any(cover(face, back) >= LIES_ON for back in self.backs.values())
            ),
            None,
        )

    def take(self, track: int) -> None:
        """That card has left."""
        self.faces.pop(track, None)
        self.backs.pop(track, None)

    def started(self, at: float, *, hands_off: bool) -> list[ReadMove]:
        """The game that begins with what lies here; without a talon on it, it is asked about."""
        face = self.covered()
        if face is None and hands_off and len(self.faces) == 1:
            face = next(iter(self.faces.values()))
        if (
            self.asked
            or face is None
            or face.track in self.told
            or (face.card == UNREAD and not hands_off)
        ):
            return []
        # No joker is turned up for trumps: a card of which half is hidden was misread.
        likely = [name for name in (face.card, *face.candidates) if name not in NO_TRUMP]
        if not likely:
            return []
        card = likely[0]
        self.told.add(face.track)
        sure = self.covered() is not None and card == face.card
        return [
            ReadMove(
                move={"type": "start", "trump_card": card},
                grade="seen" if sure else "assumed",
                at=at,
                why="the talon lies on it" if sure else "it is alone there, or hard to read",
                doubt="" if sure else "happened",
                candidates=face.candidates,
                evidence=face.evidence,
                track=face.track,
                question=None if sure else f"Does a game begin with {card} for trumps?",
            )
        ]

    def unseen(self, at: float) -> list[ReadMove]:
        """A card is laid already, the talon lies there, and no face was seen half under it."""
        if self.asked or not self.backs or self.told.intersection(self.faces):
            return []
        self.asked = True
        return [
            ReadMove(
                move={"type": "start", "trump_card": UNREAD},
                grade="assumed",
                at=at,
                why="an attack is laid, and no card turned up was seen",
                doubt="card",
                question="Which card is turned up for trumps?",
            )
        ]

    def swapped(self, face: Face, witness: Witness, state: Mapping[str, Any]) -> list[ReadMove]:
        """The exchange, if a face that comes to lie here is the 2 of trumps and was not before."""
        two = f"2{state.get('trump')}"
        if face.card != two or state.get("trump_card") in (None, two) or face.track in self.told:
            return []
        self.told.add(face.track)
        question = None
        if witness.doubt:
            question = f"Did {witness.player} exchange the 2 for {state['trump_card']}?"
        return [
            ReadMove(
                move={"type": "swap", "player": witness.player},
                grade=witness.grade,
                at=face.at,
                why=f"the 2 of trumps lies under the talon; {witness.why}",
                doubt=witness.doubt,
                evidence=face.evidence,
                track=face.track,
                question=question,
            )
        ]
