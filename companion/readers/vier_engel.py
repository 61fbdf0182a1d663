"""Vier Engel, ein Teufel, face down, as the camera sees it; `_open_formation` reads the open game.

What a card is that was not turned is never told to anybody, and neither is which one was turned
after a round (V6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.readers._arms import AGREES, CONTRADICTS
from companion.readers._faces import Face, face_of
from companion.readers._formation import FIVE, MOVED, Disturbed, Formation, width_of
from companion.readers._open_formation import OpenFormation
from companion.readers._turning import turn_told
from companion.readers.move import UNREAD, Habits, ReadMove
from vision.events import (
    CardCovered,
    CardLaid,
    CardLaidBack,
    CardLifted,
    CardMoved,
    CardRead,
    CardRemoved,
    CardTurned,
    HandOut,
    HandsOff,
    Pointed,
    Swept,
    TableEvent,
)
from vision.sighting import BACK
from vision.table import Table

DRAWING = ("draw", "call")
#: So many of the five have to be off the table to have been gathered.
GATHERED = 3


class VierEngelReader:
    """Reads one table; remembers which back is which of the five."""

    def __init__(
        self,
        table: Table,
        players: Sequence[str],
        arcs: Mapping[str, str] | None = None,
        habits: Habits | None = None,
    ) -> None:
        """`arcs`: the player at each arc of the table, by default the one of its name."""
        self._table = table
        self._arcs = dict(arcs) if arcs is not None else {name: name for name in players}
        self._habits = habits or Habits()
        self._lying = Formation()
        self._open = OpenFormation(self._arcs)
        self._phase = ""
        self._counts = False
        """Whether the game is one with cards face down."""
        self._ended = 0.0
        """When the last round was seen to be over."""
        self._unreleased = 0.0
        """Until when things surely happened before the table was released."""
        self._told: dict[int, str] = {}
        """Cards told as turned in this round, by track."""
        self._banked = False
        self._overlooked = False
        """Whether not all five were seen when the table was released."""
        self._sixth: CardLaid | None = None
        """A back laid last although all five lie there."""
        self._gathering = False
        """Whether a card that was turned has left, since which the round is being taken up."""
        self._pointed: dict[str | None, int] = {}
        """Track at which each arc's finger rests."""
        self._after_end: list[int] = []
        """Tracks turned since the round is over."""

    @property
    def cards_down(self) -> int | None:
        """How many cards lie face down and apart; None while nobody has to know (V7)."""
        return self._lying.apart() if self._phase == "lay" and self._counts else None

    def see(self, event: TableEvent, state: Mapping[str, Any]) -> list[ReadMove]:
        """The moves that an event tells; `state` is the public state before them."""
        self._follow(state, event.at)
        self._counts = state.get("cards") is not None
        if state.get("phase") and not self._counts:
            return self._open.see(event, state, in_centre=self._table.in_centre)
        turned = event.track if isinstance(event, CardTurned) else None
        moves = self._disturbances(event.at, turned, state)
        match event:
            case CardLaid() if self._table.in_centre(event.place):
                moves += self._laid(event, state)
            case CardTurned() if event.before == BACK and self._table.in_centre(event.place):
                moves += self._turned(face_of(event), state)
            case CardTurned():
                moves += self._turned_back(event, state)
            case CardRead():
                moves += self._read(event)
            case CardMoved():
                self._moved(event, state)
            case CardCovered():
                self._covered(event, state)
            case CardLifted() if event.track in self._lying.five:
                self._lying.missing.add(event.track)
            case CardLaidBack():
                self._laid_back(event, state)
            case CardRemoved():
                moves += self._left((event.track,), event.at, state)
            case Swept():
                moves += self._left(event.tracks, event.at, state)
            case Pointed():
                self._pointed[event.arc] = event.track
            case HandOut():
                self._pointed.pop(event.arc, None)
            case HandsOff():
                moves += self._hands_off(event.at, state)
            case _:
                pass
        return moves

    def _follow(self, state: Mapping[str, Any], at: float) -> None:
        """A release makes the backs that lie there the round's five; a new round forgets them."""
        phase = str(state.get("phase", ""))
        if phase in DRAWING and self._phase not in DRAWING:
            self._overlooked = len(self._lying.backs) != FIVE
            self._lying.release()
            self._told.clear()
            self._banked = self._gathering = False
            self._after_end.clear()
        elif phase not in DRAWING and self._phase in DRAWING:
            self._lying.end()
            self._ended = at
        if phase not in DRAWING:
            self._unreleased = max(self._unreleased, at)
        self._phase = phase

    # Cards face down

    def _laid(self, event: CardLaid, state: Mapping[str, Any]) -> list[ReadMove]:
        playing = state.get("phase") in DRAWING
        lost = self._lying.lost_near(event.place) if playing else None
        if event.card != BACK:
            # A card that was turned far from its place, or that was never seen to lie there.
            return self._turned(face_of(event), state, lost) if playing else []
        self._lying.backs[event.track] = (event.place, event.at)
        self._lying.widths[event.track] = width_of(event.quad_table)
        if lost is not None:
            self._lying.renamed(lost, event.track, event.place)
            self._disturb("peeked", event.track, event.at, event.arc, event.arc_certainty)
        self._sixth = event if playing and lost is None else None
        return []

    def _covered(self, event: CardCovered, state: Mapping[str, Any]) -> None:
        """A sixth back half over one of the five: there is no such card, so it is that one."""
        sixth = self._sixth
        if sixth is None or event.by != sixth.track or event.track not in self._lying.hidden():
            return
        if sixth.arc_certainty < CONTRADICTS:
            return  # No card moves without a hand.
        self._lying.renamed(event.track, sixth.track, sixth.place)
        if state.get("phase") in DRAWING:
            who = (sixth.arc, sixth.arc_certainty)
            self._disturb("moved", sixth.track, sixth.at, *who, sure=False)

    def _moved(self, event: CardMoved, state: Mapping[str, Any]) -> None:
        if event.track in self._lying.backs:
            self._lying.backs[event.track] = (event.after, event.at)
        hidden = event.track in self._lying.hidden()
        self._lying.lies(event.track, event.after)
        lifted = event.track in self._lying.disturbed
        if hidden and not lifted and state.get("phase") in DRAWING and event.widths > MOVED:
            self._disturb("moved", event.track, event.at, event.arc, event.arc_certainty)

    def _laid_back(self, event: CardLaidBack, state: Mapping[str, Any]) -> None:
        lifted = event.track in self._lying.missing
        self._lying.lies(event.track, event.place)
        if lifted and event.card == BACK and state.get("phase") in DRAWING:
            self._disturb("peeked", event.track, event.at, event.arc, event.arc_certainty)

    def _disturb(
        self, kind: str, track: int, at: float, arc: str | None, certainty: float,
        *, sure: bool = True,
    ) -> None:  # fmt: skip
        # After a card that nobody could read the round may be over, as it is once they gather.
        over = self._gathering or UNREAD in self._told.values()
        if over or self._overlooked or at <= self._unreleased:
            return
        act = Disturbed("moved" if kind == "moved" else "peeked", at, arc, certainty, sure)
        self._lying.disturbed[track] = act

    def _disturbances(
        self, at: float, turned: int | None, state: Mapping[str, Any]
    ) -> list[ReadMove]:
        """Cards that were moved or lifted, once it is plain that they are not being turned."""
        if state.get("phase") not in DRAWING:
            return []
        return [self._disturbance(*due) for due in self._lying.due(at, turned)]

    def _disturbance(self, position: int, act: Disturbed) -> ReadMove:
        move: dict[str, Any] = {"type": act.kind, "position": position}
        player = self._arcs.get(act.arc or "")
        if player and act.certainty >= CONTRADICTS:
            move["player"] = player
        done = "moved" if act.kind == "moved" else "lifted and laid again"
        why = f"card {position} was {done}, and not turned"
        if act.sure:
            return ReadMove(move, "seen", act.at, why)
        asked = f"Was card {position} moved?"
        return ReadMove(move, "assumed", act.at, why, "happened", question=asked)

    # Cards that are turned

    def _turned(
        self, face: Face, state: Mapping[str, Any], lost: int | None = None
    ) -> list[ReadMove]:
        self._lying.backs.pop(face.track, None)
        if lost is not None:
            self._lying.renamed(lost, face.track, face.place)
        known = face.track in self._lying.five
        self._lying.disturbed.pop(face.track, None)
        self._lying.lies(face.track, face.place)
        self._lying.turned.add(face.track)
        if state.get("phase") not in DRAWING:
            if known and state.get("last_round"):
                self._after_end.append(face.track)
            return []
        if face.track in self._told:
            return []
        call = self._call(face, state) if known else []
        before = list(self._told.values())
        turn = turn_told(face, before, state, known=known)
        self._told[face.track] = str(turn.move["card"])
        return [*call, turn]

    def _call(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        """Teufel-komm-raus: the layer turns a card while the drawer's finger rests on another."""
        layer, drawer = state.get("layer"), state.get("drawer")
        arm = self._arcs.get(face.arc or "")
        if state.get("phase") != "draw" or state.get("turned") or self._told:
            return []
        rests = [
            track for arc, track in self._pointed.items() if self._arcs.get(arc or "") == drawer
        ]
        under = [track for track in rests if track in self._lying.five and track != face.track]
        if arm != layer or face.certainty < AGREES or not under:
            return []
        return [
            ReadMove(
                move={"type": "devil_call", "position": self._lying.five[under[-1]]},
                grade="assumed",
                at=face.at,
                why=f"{layer} turns a card while {drawer}'s finger rests on another",
                doubt="happened",
                question=f"Did {drawer} call the devil?",
            )
        ]

    def _read(self, event: CardRead) -> list[ReadMove]:
        if event.track not in self._told:
            return []
        self._told[event.track] = event.card
        others = tuple(name for name in event.candidates if name != event.card)
        move = {"type": "turn", "card": event.card}
        return [
            ReadMove(
                move, "seen", event.at, f"the card reads {event.card} now", candidates=others,
                evidence=event.evidence, track=event.track, revises=True,
            )
        ]  # fmt: skip

    # Cards that go back, or go

    def _turned_back(self, event: CardTurned, state: Mapping[str, Any]) -> list[ReadMove]:
        """A face lies face down again: the pending card was taken back, or the layer lays it so."""
        self._lying.turned.discard(event.track)
        if self._table.in_centre(event.place):
            self._lying.backs[event.track] = (event.place, event.at)
        return self._taken_back(event.track, event.at, state)

    def _taken_back(self, track: int, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        pending = state.get("pending")
        waiting = state.get("waiting") or [{}]
        card = self._told.get(track)
        is_pending = pending and card is not None and card == pending["card"]
        is_asked = not pending and card == UNREAD and waiting[0].get("track") == track
        if not is_pending and not is_asked:
            return []
        del self._told[track]
        return [ReadMove({"type": "take_back"}, "seen", at, f"{card} went back", track=track)]

    def _left(self, tracks: Sequence[int], at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """Cards left: the pending one alone, or all are gathered, which banks after an angel."""
        for track in tracks:
            self._lying.backs.pop(track, None)
        if len(tracks) == 1:
            back = self._taken_back(tracks[0], at, state)
            if back:
                return back
        if self._lying.turned.intersection(tracks):
            self._gathering = True
            self._lying.disturbed.clear()
        self._lying.missing |= {track for track in tracks if track in self._lying.five}
        gathered = len(self._lying.missing) >= GATHERED
        if gathered:
            self._after_end.clear()
            self._lying.gather()
        angels = state.get("round_points") or len(self._told)
        if not gathered or state.get("phase") != "draw" or not angels or self._banked:
            return []
        self._banked = True
        drawer = state.get("drawer")
        return [
            ReadMove(
                {"type": "bank"}, "assumed", at, "the cards were gathered after an angel",
                "happened", question=f"Did {drawer} bank?",
            )
        ]  # fmt: skip

    def _hands_off(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        moves = self._disturbances(float("inf"), None, state)
        if state.get("phase") != "lay":
            return moves
        return moves + self._turned_after_end(at, state) + self._released(at, state)

    def _turned_after_end(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """A single card was turned although the round is over; which one stays secret (V6)."""
        turned, self._after_end = self._after_end, []
        if len(turned) != 1 or not self._lying.hidden():
            return []  # Several faces are shown while gathering.
        # The move has to name a card: always the first of the five, whichever was turned.
        move = {"type": "turn", "card": state["cards"]["angels"][0]}
        return [
            ReadMove(
                move, "assumed", at, "a card was turned after the round was over", "happened",
                question="Was a card turned after the round was over?",
            )
        ]  # fmt: skip

    def _released(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """Five fresh backs lie there and hands are off, where that releases the table."""
        since = [since for _, since in self._lying.backs.values()]
        fresh = len(since) == FIVE and (not state.get("last_round") or min(since) > self._ended)
        if not self._habits.releases_itself or not fresh:
            return []
        return [
            ReadMove(
                {"type": "release", "cards_down": FIVE}, "assumed", at,
                "five cards lie there and hands are off", "happened",
            )
        ]  # fmt: skip


READER = VierEngelReader
