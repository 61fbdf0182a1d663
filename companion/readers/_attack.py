"""The cards of one attack as they lie: which beats which, and what is still being laid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards import RANKS
from companion.readers._arms import Witness
from companion.readers._faces import Face, cover, distance
from companion.readers.move import UNREAD

#: Share of an attack card that a card has to cover to beat it. Cards of one attack that are laid
#: side by side touch, and hide up to a twentieth of each other.
BEATS = 0.1
#: Cards of one attack are not laid so far over each other, whoever seems to have brought them.
SURELY_BEATS = 0.3
#: Of two attack cards under one card the more covered one is meant if the other is covered this
#: much less.
CLEARLY_LESS = 0.6


@dataclass(frozen=True)
class Laid:
    """A card of the attack that lies on the table."""

    face: Face
    lead: int
    """Track by which its move is known: the first card of an attack, the card itself of a beat."""
    player: str
    beats: int | None = None
    """Track of the attack card that it was laid on; None for an attack card."""


@dataclass
class Group:
    """Attack cards that one player is laying and that were not told yet."""

    witness: Witness
    tracks: list[int]

    @property
    def player(self) -> str:
        """Who lays them."""
        return self.witness.player


@dataclass
class OpenAttack:
    """What lies of the running attack, by track."""

    laid: dict[int, Laid] = field(default_factory=dict)
    group: Group | None = None

    def next(self) -> None:
        """Another attack begins, perhaps with what is being laid already."""
        kept = self.group.tracks if self.group else []
        self.laid = {track: one for track, one in self.laid.items() if track in kept}

    def unbeaten(self) -> list[Laid]:
        """Attack cards that no card was laid on, in order."""
        beaten = {one.beats for one in self.laid.values()}
        return [
            one for one in self.laid.values() if one.beats is None and one.face.track not in beaten
        ]

    def under(self, face: Face) -> list[tuple[float, Laid]]:
        """Unbeaten attack cards that a card was laid on, each with its covered share; most first.

        A card that is little covered beside another that is much so does not count.
        """
        shares = [(cover(one.face, face), one) for one in self.unbeaten()]
        found = sorted((s for s in shares if s[0] >= BEATS), key=lambda s: -s[0])
        return [s for s in found if s[0] >= CLEARLY_LESS * found[0][0]]

    def near(self, face: Face) -> list[Laid]:
        """Unbeaten attack cards, the one nearest to a card first."""
        return sorted(self.unbeaten(), key=lambda one: distance(one.face.place, face.place))

    def learn(self, table: Sequence[Mapping[str, Any]]) -> None:
        """Somebody has told the game (its `table`) what could not be read."""
        attacks = [one for one in self.laid.values() if one.beats is None]
        read = [one.face.card for one in attacks]
        for one in attacks:
            told = [pair["attack"] for pair in table if pair["by"] == one.player]
            new = [card for card in told if card not in read]
            if one.face.card == UNREAD and len(new) == 1:
                self.read(replace(one.face, card=new[0]))

    def of(self, lead: int) -> list[Face]:
        """The faces of one move."""
        return [one.face for one in self.laid.values() if one.lead == lead]

    def read(self, face: Face) -> None:
        """A card of the attack reads otherwise or lies elsewhere now."""
        if face.track in self.laid:
            self.laid[face.track] = replace(self.laid[face.track], face=face)

    def beaten_by(self, track: int) -> Laid | None:
        """The card that was laid on an attack card."""
        return next((one for one in self.laid.values() if one.beats == track), None)

    def take(self, tracks: Iterable[int]) -> list[Laid]:
        """Forget these cards, which have left; gives those that lay here."""
        gone = [self.laid.pop(track) for track in tracks if track in self.laid]
        if self.group is not None:
            left = {one.face.track for one in gone}
            self.group.tracks = [track for track in self.group.tracks if track not in left]
            if not self.group.tracks:
                self.group = None
        return gone


def beats(card: str, attack: str, trump: str | None) -> bool:
    """Whether a card beats another (D7)."""
    if "?" in (card, attack) or len(card) != 2 or len(attack) != 2:
        return False
    if card[1] == attack[1]:
        return RANKS.index(card[0]) > RANKS.index(attack[0])
    return card[1] == trump


def cannot_be_there(card: str, player: str, state: Mapping[str, Any]) -> str:
    """Why a card cannot have come from that hand, for all that is known (D19); empty if it can.

    Whoever sees such a card has rather misread it, or an earlier one.
    """
    if card not in state.get("deck", (card,)):
        return f"{card} is no card of this game"
    known = state.get("remembered")
    if not known or player not in known.get("known_cards", {}):
        return ""
    held = [*known["known_cards"][player], *state.get("open_cards", {}).get(player, ())]
    if card in known["cards_out"] or card in held:
        return ""
    return f"{card} is known to be elsewhere"
