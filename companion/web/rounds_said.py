"""The moves of a game of rounds, as sentences: laying, releasing, turning, sealing, answering."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.web.language import _


def round_move_said(move: Mapping[str, Any]) -> str:
    """The sentence for a move, still to be filled with `card`, `cards`, `player` and `n`.

    Empty for a move of another kind. A sealed card is no part of any sentence.
    """
    named = bool(move.get("player"))
    match str(move.get("type", "")):
        case "start_round":
            return _("A round begins")
        case "release":
            return _("The table is released")
        case "turn":
            return _("%(card)s is turned") if "card" in move else _("A card is turned too late")
        case "bank":
            return _("The drawer banks")
        case "devil_call" if "card" in move:
            return _("Teufel-komm-raus on %(card)s")
        case "devil_call":
            return _("Teufel-komm-raus")
        case "moved":
            return _("%(player)s moved card %(n)s") if named else _("Card %(n)s was moved")
        case "peeked":
            return _("%(player)s looked at card %(n)s") if named else _("Card %(n)s was looked at")
        case "lay_open":
            return _("Laid open: %(cards)s")
        case "seal":
            return _("The devil is sealed")
        case "choose":
            return _("Asked for: %(card)s")
        case "announce" if move.get("verdict") == "devil":
            return _("%(card)s is called the devil")
        case "announce" if "verdict" in move:
            return _("%(card)s is called an angel")
        case "reference":
            return _("The reference is %(card)s")
        case "dispute":
            return _("Disputed: the whole seal is opened")
    return ""
