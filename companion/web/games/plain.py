"""Pages for any game, and what a game may do differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import RANKS
from companion.errors import PlainError
from companion.web.entries import card_sent
from companion.web.language import _, ngettext

Snapshot = Mapping[str, Any]
Fields = Mapping[str, Any]


def names_filled_in(players: Sequence[str]) -> str:
    """How many names there are, as a sentence."""
    return ngettext("One name is filled in.", "%(num)s names are filled in.", len(players))


class PlainPages:
    """What the pages ask of a game; these are the answers for one that they know nothing of."""

    folder = "plain"
    """Its templates lie in `templates/games/<folder>/`."""
    habits: tuple[str, ...] = ()
    """Which settings of the session say what the camera may take for granted in this game."""
    fewest = 2
    most = 10

    def drawn(self, snapshot: Snapshot) -> dict[str, Any]:  # noqa: ARG002
        """What the game's own templates need beside the snapshot."""
        return {}

    def ranks(self, snapshot: Snapshot) -> str:  # noqa: ARG002
        """The ranks in play, for entering cards."""
        return RANKS

    def setup(self) -> dict[str, Any]:
        """What its house rules need on the set-up page."""
        return {}

    def options_sent(self, form: Fields, players: Sequence[str]) -> dict[str, Any]:  # noqa: ARG002
        """The options that differ from the defaults, from a form. Raises PlainError."""
        return {}

    def check(self, players: Sequence[str], options: Mapping[str, Any]) -> None:  # noqa: ARG002
        """What people get wrong most, said in their language before the game says it in English."""
        if not self.fewest <= len(players) <= self.most:
            can = _("%(few)s to %(most)s players can play.", few=self.fewest, most=self.most)
            raise PlainError(f"{can} {names_filled_in(players)}")

    def asks_several(self, snapshot: Snapshot) -> bool:  # noqa: ARG002
        """Whether several cards are played at once now, so that one may ask about them together."""
        return False

    def moves_sent(self, fields: Fields) -> list[dict[str, Any]]:
        """The moves that a form or a program sends. Raises PlainError.

        Typed cards may be several, with commas: each is a play of its own.
        """
        typed = [part for part in str(fields.get("card", "")).split(",") if part.strip()]
        return [self.move_sent({**fields, "card": card}) for card in typed] or [
            self.move_sent(fields)
        ]

    def move_sent(self, fields: Fields) -> dict[str, Any]:
        """One move, from whatever a form or a program gives for it. Raises PlainError."""
        kind = str(fields.get("type", "play"))
        move = {name: value for name, value in fields.items() if name in _PLAIN_FIELDS}
        if kind == "play":
            move["card"] = card_sent(fields)
        return {**move, "type": kind}

    def may(self, snapshot: Snapshot, player: str) -> set[str]:
        """What this player can press on their own page; the rules still have the last word."""
        pending = snapshot["state"].get("pending") or {}
        return {"take_back"} if pending.get("player") == player else set()

    def asked_for(self, snapshot: Snapshot, fields: Fields) -> dict[str, Any]:  # noqa: ARG002
        """The move that a tap on a card proposes, to be confirmed. Raises PlainError."""
        raise PlainError(_("That is not yours to do now."))

    def own_move(self, kind: str, player: str, fields: Fields) -> dict[str, Any]:  # noqa: ARG002
        """The move that a player's own page sends."""
        return {"type": kind}

    def is_settled(self, snapshot: Snapshot) -> bool:
        """Whether the game is over by its rules: then nobody minds if another one begins."""
        return bool(snapshot["state"].get("phase") == "over")

    def variants(self, options: Mapping[str, Any]) -> list[str]:  # noqa: ARG002
        """What is played otherwise than usual, in a few words each."""
        return []

    def deals(self, own: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The finished deals of the game's own sheet, in the order played."""
        return list(own["deals"] if "deals" in own else own.get("rounds", ()))


_PLAIN_FIELDS = frozenset(
    {"player", "position", "positions", "card", "cards", "verdict", "angels", "devil", "trump_card"}
)
"""Fields of events that a program may send for a game without pages of its own."""
