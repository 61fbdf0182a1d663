"""The attack before the defender: what is laid becomes moves once it is complete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.readers._arms import Witness, whose
from companion.readers._attack import Group, Laid, OpenAttack
from companion.readers._faces import Face
from companion.readers._telling import On, attack_told, beat_told
from companion.readers._waves import Waves, waits
from companion.readers.move import Habits, ReadMove
from vision.events import CardRead
from vision.sighting import BACK


class AttackReader:
    """Reads attacks and beats; remembers which card before the defender is what."""

    def __init__(self, players: Sequence[str], arcs: Mapping[str, str], habits: Habits) -> None:
        """`arcs`: the player at each arc of the table."""
        self._players = tuple(players)
        self._arcs = dict(arcs)
        self._open = OpenAttack()
        self._waves = Waves(players, passes_are_tapped=habits.passes_are_tapped)
        self._last: tuple[int, str] | None = None
        """The attack told last, by its lead track and player, while no card has beaten since."""
        self._later = False
        """While the game waits: whether a later wave is played all the same."""

    # Laying

    def _attacked(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        """A card of an attack; told with the others of its group."""
        group = self._open.group
        who = self._who(face, self._may_attack(state))
        moves: list[ReadMove] = []
        if group is not None and (who.player == group.player or who.doubt == "player"):
            group.tracks.append(face.track)
            if who.doubt:
                group.witness = replace(who, player=group.player)
        else:
            moves = self._told(state, face.at)
            self._adds(state)
            if who.player == state.get("defender"):
                over = self._over(face.at, state)
                moves += over
                if not over and not waits(state) and not who.doubt:
                    why = "the defender laid it on no attack card: one may not have been seen"
                    who = replace(who, grade="assumed", doubt="happened", why=why)
            self._open.group = group = Group(who, [face.track])
        self._open.laid[face.track] = Laid(face, group.tracks[0], group.player)
        return moves

    def _adds(self, state: Mapping[str, Any]) -> None:
        """While the game waits it knows of no wave: once all is beaten, a later one is played."""
        if waits(state) and self._open.laid and not self._open.unbeaten():
            self._later = True
            self._waves.acted.clear()

    def _over(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """The defender begins the next attack: all others have passed (D15)."""
        return self._waves.passes(state, at, later=self._later)

    def _late(self, face: Face, arm: str | None, state: Mapping[str, Any]) -> list[ReadMove]:
        """One more card of the attack that was told already: it belongs to that attack."""
        if self._last is None or self._open.group is not None or state.get("pending"):
            return []
        lead, player = self._last
        if arm != player:
            return []
        self._open.laid[face.track] = Laid(face, lead, player)
        return self._attack_again(lead, player, face.at, "one more card was laid to it")

    def _beat(self, face: Face, target: Laid, on: On, state: Mapping[str, Any]) -> list[ReadMove]:
        """A card that beats another."""
        moves = self._complete(face.at, state)
        self._last = None
        defender = str(state.get("defender"))
        who = self._who(face, (defender,))
        self._open.laid[face.track] = Laid(face, face.track, defender, target.face.track)
        place = [one.track for one in self._open.of(target.lead)].index(target.face.track)
        told = beat_told(who, face, target.face.card, on, state, (target.lead, place))
        return [*moves, told]

    # What is told once it is complete

    def _complete(self, at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """The wave is complete: what was being laid, and the passes of all who laid nothing."""
        laid = len(self._open.group.tracks) if self._open.group else 0
        told = self._told(state, at)
        return told + self._waves.passes(state, at, laid=laid, later=self._later)

    def _told(self, state: Mapping[str, Any], at: float) -> list[ReadMove]:
        """The attack that was being laid, and those who passed before it."""
        group, self._open.group = self._open.group, None
        if group is None:
            return []
        faces = [self._open.laid[track].face for track in group.tracks]
        lead, player = faces[0].track, group.player
        passes = self._waves.passes(state, at, until=player, later=self._later)
        self._waves.acted.add(player)
        self._last = (lead, player)
        cards = [face.card for face in faces]
        if _by_hand(cards, player, state):
            return passes
        return [*passes, attack_told(group.witness, faces, state)]

    # Readings

    def _attack_again(self, lead: int, player: str, at: float, why: str) -> list[ReadMove]:
        """The attack of that lead as it lies now: another reading, or one card more."""
        cards = [face.card for face in self._open.of(lead)]
        move = {"type": "attack", "player": player, "cards": cards}
        return [ReadMove(move, "seen", at, why, track=lead, revises=True)]

    def _read_again(self, event: CardRead) -> list[ReadMove]:
        """A card of the attack is another one than it was taken for."""
        laid = self._open.laid.get(event.track)
        if laid is None or event.card == BACK:
            return []
        self._open.read(laid.face.read_as(event.card, event.candidates, event.evidence))
        group = self._open.group
        if group is not None and event.track in group.tracks:
            return []
        why = f"the card reads {event.card} now"
        if laid.beats is None:
            moves = self._attack_again(laid.lead, laid.player, event.at, why)
            beaten = self._open.beaten_by(event.track)
            return [*moves, *self._beaten_again(beaten, event.at, why)] if beaten else moves
        return self._beaten_again(self._open.laid[event.track], event.at, why)

    def _beaten_again(self, one: Laid, at: float, why: str) -> list[ReadMove]:
        target = self._open.laid.get(one.beats or 0)
        if target is None:
            return []
        move = {"type": "beat", "attack": target.face.card, "card": one.face.card}
        return [
            ReadMove(
                move, "seen", at, why, candidates=one.face.candidates,
                evidence=one.face.evidence, track=one.face.track, revises=True,
            )
        ]  # fmt: skip

    # Who

    def _shares(self, face: Face) -> dict[str | None, float]:
        return {self._arcs.get(arc): share for arc, share in face.arms.items()}

    def _who(self, face: Face, may_act: Sequence[str | None]) -> Witness:
        arm = self._arcs.get(face.arc or "")
        return whose(arm, face.certainty, self._shares(face), may_act)

    def _may_attack(self, state: Mapping[str, Any]) -> tuple[str, ...]:
        """Whose attack a card is where no arm tells: who is laying, else whose turn it is."""
        if self._open.group is not None:
            return (self._open.group.player,)
        if state.get("phase") == "add":
            return tuple(self._waves.may_add(state)[:1])
        turn = state.get("turn")
        return (str(turn),) if turn in self._players else ()


def _by_hand(cards: Sequence[str], player: str, state: Mapping[str, Any]) -> bool:
    """Whether somebody has entered that attack already."""
    there = [pair["attack"] for pair in state.get("table", ()) if pair["by"] == player]
    return all(there.count(card) >= cards.count(card) for card in cards)
