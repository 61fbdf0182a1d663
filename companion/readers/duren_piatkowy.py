"""Dureń Piątkowy as the camera sees it: cards before the defender, cards on cards, cards picked up.

An attack is told once it is complete: when the defender's first card comes, when somebody else
lays, or when hands are off. Which card beats which is the overlap's to say; the rules are asked
only where no card was hit, and then the move is assumed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.readers._arms import AGREES, PRESENT
from companion.readers._attack import SURELY_BEATS, Laid, beats
from companion.readers._attack_reader import AttackReader
from companion.readers._faces import Face, face_of
from companion.readers._talon import Talon
from companion.readers._waves import waits
from companion.readers._withdrawal import Withdrawal
from companion.readers.move import Habits, ReadMove
from vision.events import (
    CardLaid,
    CardMoved,
    CardRead,
    CardRemoved,
    CardTurned,
    HandsOff,
    Swept,
    TableEvent,
)
from vision.sighting import BACK
from vision.table import Table

PLAYING = ("attack", "defend", "add")


class DurenReader(AttackReader):
    """Reads one table; remembers which card before the defender is what."""

    def __init__(
        self,
        table: Table,
        players: Sequence[str],
        arcs: Mapping[str, str] | None = None,
        habits: Habits | None = None,
    ) -> None:
        """`arcs`: the player at each arc of the table, by default the one of its name."""
        super().__init__(players, arcs or {name: name for name in players}, habits or Habits())
        self._table = table
        self._talon = Talon()
        self._early: dict[int, Face] = {}
        """Faces in the centre although no game has begun."""
        self._attack: tuple[Any, ...] = ()
        self._withdrawal = Withdrawal()
        self._took = False
        self._gathered: frozenset[str] | None = None
        """Attack cards that left the centre, not all beaten; they may come to lie open."""

    def see(self, event: TableEvent, state: Mapping[str, Any]) -> list[ReadMove]:
        """The moves that an event tells; `state` is the public state before them."""
        self._follow(state)
        if not state.get("waiting"):
            self._open.learn(state.get("table", ()))
        moves = self._begun(state)
        match event:
            case CardLaid() if event.card == BACK:
                moves += self._back_laid(event, state)
            case CardLaid():
                moves += self._shown(face_of(event), state)
            case CardTurned() if event.before == BACK:
                moves += self._shown(face_of(event), state)
            case CardMoved():
                moves += self._moved(event, state)
            case CardRead():
                moves += self._read(event, state)
            case CardRemoved():
                moves += self._left((event.track,), event.at, state)
            case Swept():
                moves += self._left(event.tracks, event.at, state)
            case HandsOff():
                moves += self._hands_off(event.at, state)
            case _:
                pass
        return moves

    def _follow(self, state: Mapping[str, Any]) -> None:
        """Forget the last attack's cards, and who acted in the last wave, once another one runs."""
        attack = tuple(state.get(key) for key in ("game_number", "attacker", "defender"))
        if attack != self._attack:
            if state.get("phase") in PLAYING:
                self._open.next()
                self._talon.asked = False
            self._attack, self._took, self._last = attack, False, None
            self._gathered = None
        self._waves.follow(state)
        if not state.get("pending"):
            self._withdrawal.cards.clear()
        if not waits(state):
            self._later = False

    def _begun(self, state: Mapping[str, Any]) -> list[ReadMove]:
        """What lay in the centre before the game was started, once it was."""
        if state.get("phase") not in PLAYING or not self._early:
            return []
        early = sorted(self._early.values(), key=lambda face: face.at)
        self._early.clear()
        return [move for face in early for move in self._played(face, state)]

    # Cards that come

    def _back_laid(self, event: CardLaid, state: Mapping[str, Any]) -> list[ReadMove]:
        if self._table.zone_at(event.place) != "talon":
            return []
        self._talon.backs[event.track] = face_of(event)
        playing = state.get("phase") in PLAYING
        return [] if playing else self._talon.started(event.at, hands_off=False)

    def _shown(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        zone = self._table.zone_at(face.place)
        if zone == "talon":
            return self._in_talon(face, state)
        if zone == "edge":
            return self._laid_open(face, state)
        if zone != "centre" or face.track in self._open.laid:
            return []
        if state.get("phase") not in PLAYING:
            self._early[face.track] = face
            return self._talon.unseen(face.at)
        return self._played(face, state)

    def _in_talon(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        self._talon.faces[face.track] = face
        if state.get("phase") not in PLAYING:
            return self._talon.started(face.at, hands_off=False)
        return self._talon.swapped(face, self._who(face, tuple(state.get("may_swap", ()))), state)

    def _moved(self, event: CardMoved, state: Mapping[str, Any]) -> list[ReadMove]:
        before, after = (self._table.zone_at(place) for place in (event.before, event.after))
        laid = self._open.laid.get(event.track)
        if laid is not None and after == "centre":
            self._open.read(laid.face.moved(event))
            return []
        if laid is not None:
            return (
                self._picked_up(laid, event, state)
                if after == "edge"
                else self._left((event.track,), event.at, state)
            )
        if after == "centre" and before != "centre" and event.card != BACK:
            face = Face(
                event.track, event.card, event.at, event.after, arc=event.arc,
                certainty=event.arc_certainty,
            )  # fmt: skip
            return self._shown(face, state)
        return []

    def _played(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        """A face in the centre: it beats a card, or it attacks."""
        if self._gathered is not None and not self._took:
            return self._taken_unseen(face.at, state) + self._attacked(face, state)
        defender = state.get("defender")
        arm = self._arcs.get(face.arc or "")
        shares = self._shares(face)
        others = arm not in (None, defender) and face.certainty >= AGREES
        others = others and shares.get(defender, 0.0) < PRESENT
        defends = arm == defender and face.certainty >= AGREES
        under = self._open.under(face)
        late = self._late(face, arm if others else None, state)
        hits = bool(under) and under[0][0] >= SURELY_BEATS
        if under and (hits or not (others and (late or state["phase"] != "defend"))):
            return self._beat(face, under[0][1], "one" if len(under) == 1 else "two", state)
        if late:
            return late
        answers = defends or (not others and state["phase"] == "defend" and not self._open.group)
        if answers and self._open.unbeaten():
            near = self._open.near(face)
            fitting = [o for o in near if beats(face.card, o.face.card, state.get("trump"))]
            alone = len(fitting) == 1
            return self._beat(face, (fitting or near)[0], "fits" if alone else "none", state)
        return self._attacked(face, state)

    def _over(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """The defender begins the next attack: this one is over, however it ended (D15)."""
        attacks = any(one.beats is None for one in self._open.laid.values())
        left = any(pair["beaten_by"] is None for pair in state.get("table", ()))
        if state.get("phase") == "defend" and left and not attacks and not self._took:
            return self._taken(at, state, sure=False, why="the next attack began", asks=False)
        return super()._over(at, state)

    def _hands_off(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """Nobody lays any more: the attack is complete, and what was taken back in part too."""
        if state.get("phase") not in PLAYING:
            return self._talon.started(at, hands_off=True)
        if self._gathered is not None and not self._took:
            return self._taken_unseen(at, state)
        pending = state.get("pending")
        back = self._withdrawal.in_part(self._open, at, pending) if pending else []
        return back or self._told(state, at)

    # Cards that go

    def _read(self, event: CardRead, state: Mapping[str, Any]) -> list[ReadMove]:
        """A card is another one than it was taken for."""
        for memory in (self._early, self._talon.faces):
            if event.track in memory:
                memory[event.track] = memory[event.track].read_as(
                    event.card, event.candidates, event.evidence
                )
        if event.track in self._talon.faces:
            return self._in_talon(self._talon.faces[event.track], state)
        return self._read_again(event)

    def _picked_up(self, laid: Laid, event: CardMoved, state: Mapping[str, Any]) -> list[ReadMove]:
        """A card of the attack lies at the edge, open: the defender takes."""
        defender = str(state.get("defender"))
        seat, certainty = self._table.seat_at(event.after)
        own = self._arcs.get(seat or "") == defender and certainty >= AGREES
        unbeaten = bool(self._open.unbeaten())
        moves = self._told(state, event.at)
        self._open.take((event.track,))
        if laid.beats is not None or self._took or not unbeaten:
            return moves
        return [
            *moves,
            *self._taken(event.at, state, sure=own, why=f"they lie open before {defender}"),
        ]

    def _taken(
        self, at: float, state: Mapping[str, Any], *, sure: bool, why: str, asks: bool = True
    ) -> list[ReadMove]:
        self._took = True
        if sure:
            return [ReadMove({"type": "take"}, "seen", at, why)]
        question = f"Did {state.get('defender')} take?" if asks else None
        return [ReadMove({"type": "take"}, "assumed", at, why, "happened", question=question)]

    def _left(self, tracks: Sequence[int], at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """Cards left the centre: taken back, set aside, or taken into the hand."""
        for track in tracks:
            self._early.pop(track, None)
            self._talon.take(track)
        unbeaten = bool(self._open.unbeaten())
        waiting = [one for one in state.get("waiting", ()) if one.get("track") is not None]
        gone = self._open.take(tracks)
        if not gone:
            return []
        pending = state.get("pending")
        back = self._withdrawal.more(gone, at, pending) if pending else []
        if back:
            self._last = None
            return back
        first = waiting[0]["track"] if waiting else None
        if first is not None and first == gone[0].lead and not self._open.of(first):
            self._last = None
            return [ReadMove({"type": "take_back"}, "seen", at, "the card went back", track=first)]
        attacks = [one for one in self._open.laid.values() if one.beats is None]
        if attacks or all(one.beats is not None for one in gone):
            return []
        if waits(state):
            aside = not unbeaten and not self._withdrawal.cards
            if aside:
                self._later = True
                self._waves.acted.clear()
            return self._complete(at, state) if aside else []
        if state.get("phase") == "add":
            return self._complete(at, state)
        if state.get("phase") == "defend" and unbeaten and not self._took:
            # Told once they lie open, or once it is plain that they will not.
            self._gathered = frozenset(one.face.card for one in gone if one.beats is None)
        return []

    def _laid_open(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        """A face at the edge: one of the attack cards that were gathered before."""
        if self._gathered is None or face.card not in self._gathered or self._took:
            return []
        defender = str(state.get("defender"))
        seat, certainty = self._table.seat_at(face.place)
        own = self._arcs.get(seat or "") == defender and certainty >= AGREES
        return self._taken(face.at, state, sure=own, why=f"they lie open before {defender}")

    def _taken_unseen(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        why = "the attack cards were gathered, not all beaten"
        return self._taken(at, state, sure=False, why=why)


READER = DurenReader
