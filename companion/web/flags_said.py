"""Offences in the reader's language: their names, their sentences, what became of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from companion.cards import is_card
from companion.web.language import _
from companion.web.words import card_name, cards_said, filled, language, player_said

REFUSALS = frozenset(
    {
        "call_not_allowed",
        "cannot_accept",
        "cards_outstanding",
        "contract_repeated",
        "must_draw",
        "nothing_pending",
        "pending_first",
        "wrong_phase",
    }
)
"""Flags that answer a button pressed at the wrong moment: told to whoever pressed it, and no
matter for the wall."""


def flag_said(flag: Mapping[str, Any], drawn: bool = False) -> str | Markup:
    """A flag as one sentence that names who, what and, where there is one, the proof."""
    cards = list(flag.get("cards") or [])
    parts: dict[str, object] = {
        "player": player_said(flag.get("player"), _("Somebody")),
        "cards": cards_said(cards, drawn) if cards else _("that"),
        "because": cards_said(flag.get("because") or [], drawn),
    }
    code = str(flag.get("code", ""))
    if code == "out_of_turn" and not cards:
        message = _("%(player)s passed out of turn.")
    else:
        message = _flag_message(code)
    if not message:
        # The game's own sentence: it speaks every language that the pages speak.
        reasons = flag.get("reasons") or {}
        text = str(reasons.get(language()) or flag.get("reason") or code)
        return _with_names(text, [*cards, *(flag.get("because") or [])])
    return filled(message, drawn, parts)


def _with_names(text: str, cards: Iterable[str]) -> str:
    """A game's own sentence with the names of cards that it only knows by their ids."""
    for card in sorted(set(cards), key=len, reverse=True):
        if not is_card(card):
            text = re.sub(rf"(?<![\w-]){re.escape(card)}(?![\w-])", card_name(card), text)
    return text


def _flag_message(code: str) -> str:
    messages = {
        "out_of_turn": _("%(player)s played %(cards)s out of turn."),
        "not_in_deck": _("%(cards)s, played by %(player)s, does not belong to the deck in play."),
        "already_played": _("%(player)s played %(cards)s, which was already played in this deal."),
        "revoke": _(
            "%(player)s did not follow suit with %(cards)s: %(because)s was in the same hand."
        ),
        "cannot_place": _("%(player)s played %(cards)s, which fits on no row yet."),
        "one_row_one_direction": _(
            "%(player)s played %(cards)s: in one turn all cards go on one row in one direction."
        ),
        "false_pass": _("%(player)s passed, although %(because)s could have been laid."),
        "contract_repeated": _("This contract was already played in this round."),
        "wrong_phase": _("That cannot be done at this point of the game."),
        "nothing_pending": _("No play is waiting for a ruling."),
        "pending_first": _(
            "A play is waiting for a ruling: take it back, let it stand or annul the deal first."
        ),
        "cannot_accept": _("This play cannot be let stand: %(cards)s has to be taken back."),
        "cards_outstanding": _("Cards that score are still to come, so the deal cannot end yet."),
    }
    return messages.get(code, "")


def flag_title(code: str) -> str:
    """The name of an offence, as short as on a referee's card."""
    titles = {
        "out_of_turn": _("Out of turn"),
        "not_in_deck": _("Not in the deck"),
        "already_played": _("Already played"),
        "revoke": _("Did not follow suit"),
        "cannot_place": _("Cannot be placed"),
        "one_row_one_direction": _("One row, one direction"),
        "false_pass": _("False pass"),
        "contract_repeated": _("Contract repeated"),
        "not_enough_cards": _("More cards than held"),
        "impossible_card": _("Card known to be elsewhere"),
        "too_many_cards": _("Too many attack cards"),
        "open_card_used": _("Open card used"),
        "bad_attack_pattern": _("No pairs"),
        "rank_not_allowed": _("Rank not allowed"),
        "nothing_to_beat": _("Nothing to beat"),
        "does_not_beat": _("Does not beat"),
        "swap_not_allowed": _("Swap not allowed"),
        "must_draw": _("First card is compulsory"),
        "foreign_card": _("None of the five"),
        "already_turned": _("Known already"),
        "wrong_number_of_cards": _("Not five cards"),
        "moved_after_release": _("Card moved"),
        "peeked": _("Card looked at"),
        "turned_after_end": _("Turned after the round"),
        "call_not_allowed": _("Call not agreed on"),
        "not_a_set": _("No set"),
        "reference_unclear": _("Reference unclear"),
        "false_announcement": _("False answer"),
    }
    return titles.get(code) or _("Not allowed now")


def flag_state(state: str) -> str:
    """What became of a flag."""
    states = {
        "open": _("open"),
        "stands": _("ruled: stands"),
        "taken_back": _("taken back"),
        "annulled": _("deal annulled"),
        "camera_wrong": _("the camera was wrong"),
    }
    return states.get(state, state)
