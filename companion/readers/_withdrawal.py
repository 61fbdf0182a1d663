"""A pending play whose cards go back to the hand, all at once, one by one, or only in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.readers._attack import Laid, OpenAttack
from companion.readers.move import ReadMove


@dataclass
class Withdrawal:
    """The cards of the pending play that have left the table so far."""

    cards: list[str] = field(default_factory=list)

    def more(self, gone: Sequence[Laid], at: float, pending: Mapping[str, Any]) -> list[ReadMove]:
        """Cards left; the play is taken back once all of it has, and nothing else with it."""
        strange = (
            one.face.card not in pending["cards"] or one.player != pending["player"] for one in gone
        )
        if any(strange):
            return []
        self.cards += [one.face.card for one in gone]
        if sorted(self.cards) != sorted(pending["cards"]):
            return []
        self.cards.clear()
        why = f"{', '.join(pending['cards'])} went back"
        return [ReadMove({"type": "take_back"}, "seen", at, why, track=gone[0].lead)]

    def in_part(self, lying: OpenAttack, at: float, pending: Mapping[str, Any]) -> list[ReadMove]:
        """Hands are off, and only a part of the pending attack has gone: the rest is the attack."""
        player = str(pending["player"])
        rest = [
            one
            for one in lying.laid.values()
            if one.beats is None and one.player == player and one.face.card in pending["cards"]
        ]
        if not self.cards or not rest:
            return []
        self.cards.clear()
        lead = rest[0].face.track
        for one in rest:
            lying.laid[one.face.track] = replace(one, lead=lead)
        cards = [one.face.card for one in rest]
        move = {"type": "attack", "player": player, "cards": cards}
        return [
            ReadMove({"type": "take_back"}, "seen", at, "a part of it went back"),
            ReadMove(move, "seen", at, "these cards of it still lie there", track=lead),
        ]
