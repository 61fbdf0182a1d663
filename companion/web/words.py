"""What things are called in the reader's language: cards, contracts, plays, flags, choices.

The session and the games speak in codes; this is where they become sentences. Every function
gives plain text, or, with `drawn=True`, markup in which cards are drawn as small chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from babel.dates import format_date, format_time
from babel.numbers import format_decimal
from flask import Flask, get_template_attribute
from markupsafe import Markup, escape

from companion.cards import card_of, is_card
from companion.web.camera_said import camera_said, notice_said
from companion.web.language import _, locale, pgettext
from companion.web.rounds_said import round_move_said

MINUS = "−"

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


def rank_letter(rank: str) -> str:
    """A rank as it is printed on this language's cards: J is B in German, T is always 10."""
    match rank:
        case "T":
            return "10"
        case "J":
            return pgettext("on the card", "J")
        case "Q":
            return pgettext("on the card", "Q")
        case "K":
            return pgettext("on the card", "K")
        case "A":
            return pgettext("on the card", "A")
        case _:
            return rank


def language() -> str:
    """The code of the reader's language."""
    return str(locale().language)


def suit_name(suit: str) -> str:
    """A suit as it is said."""
    return {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}.get(suit, suit)


def card_name(card: str | None) -> str:
    """A card as it is said: "queen of hearts", "Herz Dame"."""
    if card == "BACK":
        return _("a card face down")
    if not card or card == "?":
        return _("an unread card")
    if not is_card(card):
        return card
    rank, suit = card_of(card).rank, card_of(card).suit
    if not suit:
        return card_of(card).name()
    spoken = {
        "T": "10",
        "J": pgettext("said of a card", "jack"),
        "Q": pgettext("said of a card", "queen"),
        "K": pgettext("said of a card", "king"),
        "A": pgettext("said of a card", "ace"),
    }
    parts = {"rank": spoken.get(rank, rank), "suit": suit_name(suit)}
    return pgettext("said of a card", "%(rank)s of %(suit)s") % parts


def contract_name(contract: str | None) -> str:
    """A contract's name; a dash where none has been announced."""
    names = {
        "no_hearts": _("No hearts"),
        "no_queens": _("No queens"),
        "no_king_of_hearts": _("No king of hearts"),
        "patience": _("Patience"),
        None: "–",
    }
    return names.get(contract) or str(contract)


def contract_aim(contract: str | None) -> str:
    """One line that tells a newcomer what a contract is about."""
    aims = {
        "no_hearts": _("Take no hearts."),
        "no_queens": _("Take no queens."),
        "no_king_of_hearts": _("Do not take the king of hearts."),
        "patience": _("Be the first to lay every card."),
    }
    return aims.get(contract or "", "")


def game_name(game: str) -> str:
    """A game's name; games keep their own in every language."""
    names = {
        "berteln": "Berteln",
        "duren-piatkowy": "Dureń Piątkowy",
        "vier-engel": "Vier Engel, ein Teufel",
    }
    return names.get(game, game)


def points(value: float | str | None, signed: bool = False) -> str:
    """Points as they are written on paper: a true minus, the language's decimal sign."""
    if value is None:
        return ""
    number = Decimal(str(value)).normalize()
    text = format_decimal(abs(number), locale=locale())
    if number < 0:
        return MINUS + text
    return f"+{text}" if signed and number > 0 else text


def _card(card: str, drawn: bool) -> str | Markup:
    if not drawn:
        return card_name(card)
    if len(card) != 2:
        return escape(card_name(card))
    return Markup(get_template_attribute("cards.html", "chip")(card))


def cards_said(cards: Iterable[str], drawn: bool = False) -> str | Markup:
    """Several cards in a row."""
    said = [_card(card, drawn) for card in cards]
    return Markup(" ").join(said) if drawn else ", ".join(said)


def _fill(message: str, drawn: bool, parts: Mapping[str, object]) -> str | Markup:
    # Markup escapes what is filled in; the sentences themselves are ours.
    return Markup(message) % parts if drawn else message % parts


def _player(name: object, nobody: str) -> str:
    # A player who is not known yet travels as "?".
    return str(name) if name and name != "?" else nobody


def move_said(move: Mapping[str, Any], drawn: bool = False) -> str | Markup:
    """A move as a sentence: "Bea plays 9 of clubs"."""
    player = _player(move.get("player"), _("Somebody"))
    parts: dict[str, object] = {"player": player}
    kind = str(move.get("type", ""))
    match kind:
        case "play":
            parts["card"] = _card(str(move.get("card") or "?"), drawn)
            return _fill(_("%(player)s plays %(card)s"), drawn, parts)
        case "announce" if "verdict" not in move:
            parts["contract"] = contract_name(move.get("contract"))
            if not move.get("player"):
                return _fill(_("Announced: %(contract)s"), drawn, parts)
            return _fill(_("%(player)s announces %(contract)s"), drawn, parts)
        case "bid":
            parts["points"] = points(move.get("points"))
            return _fill(_("%(player)s expects %(points)s points"), drawn, parts)
        case "pass":
            return _fill(_("%(player)s passes"), drawn, parts)
        case "take_back":
            return _("The play is taken back")
        case "accept":
            return _("The play is let stand")
        case "annul":
            return _("The deal is annulled")
        case "end_deal":
            return _("The deal is ended early")
        case "start" if "trump_card" in move:
            parts["card"] = _card(str(move["trump_card"]), drawn)
            return _fill(_("A new game: %(card)s is turned up for trumps"), drawn, parts)
        case "attack":
            parts["cards"] = cards_said(map(str, move.get("cards") or ["?"]), drawn)
            return _fill(_("%(player)s attacks with %(cards)s"), drawn, parts)
        case "beat":
            parts["card"] = _card(str(move.get("card") or "?"), drawn)
            parts["attack"] = _card(str(move.get("attack") or "?"), drawn)
            return _fill(_("%(card)s beats %(attack)s"), drawn, parts)
        case "take":
            return _("The defender takes")
        case "swap":
            return _fill(_("%(player)s exchanges the 2 of trumps"), drawn, parts)
        case _:
            if message := round_move_said(move):
                parts["card"] = _card(str(move.get("card") or "?"), drawn)
                parts["cards"] = cards_said(map(str, move.get("cards") or []), drawn)
                parts["n"] = str(move.get("position", ""))
                return _fill(message, drawn, parts)
            return kind


def flag_said(flag: Mapping[str, Any], drawn: bool = False) -> str | Markup:
    """A flag as one sentence that names who, what and, where there is one, the proof."""
    cards = list(flag.get("cards") or [])
    parts: dict[str, object] = {
        "player": _player(flag.get("player"), _("Somebody")),
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
        return str(reasons.get(language()) or flag.get("reason") or code)
    return _fill(message, drawn, parts)


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


def grade_said(grade: str) -> str:
    """How sure an event is."""
    grades = {"seen": _("seen"), "confirmed": _("by hand"), "assumed": _("assumed")}
    return grades.get(grade, grade)


def status_said(status: str) -> str:
    """What became of an event, where it did not simply count."""
    states = {
        "refused": _("refused"),
        "pending": _("waits for a ruling"),
        "taken_back": _("taken back"),
        "accepted": _("let stand"),
        "held": _("seen, waiting"),
        "asked": _("is being asked about"),
        "annulled": _("annulled"),
        "withdrawn": _("struck out"),
    }
    return states.get(status, status)


def question_said(question: Mapping[str, Any], drawn: bool = False) -> str | Markup:
    """A question to the referee as one sentence."""
    parts: dict[str, object] = {
        "player": _player(question.get("player"), _("somebody")),
        "card": _card(question.get("card") or "?", drawn),
        "trick": question.get("trick") or "",
    }
    messages = {
        "did_play": _("Did %(player)s lay %(card)s in trick %(trick)s?")
        if question.get("trick")
        else _("Did %(player)s lay %(card)s?"),
        "did_pass": _("Did %(player)s pass?"),
        "which_card": _("Which card did %(player)s lay?"),
        "which_player": _("Who laid %(card)s?"),
        "early_cards": _("Cards were laid before the announcement. Do they belong to this deal?"),
        "does_it_stand": _("The table plays on over %(card)s of %(player)s. What becomes of it?"),
    }
    message = messages.get(str(question.get("kind")))
    return _fill(message, drawn, parts) if message else str(question.get("text", ""))


def choice_said(
    choice: Mapping[str, Any], question: Mapping[str, Any], drawn: bool = False
) -> str | Markup:
    """An answer that can be tapped."""
    name = str(choice["id"])
    if name == "none":
        return _("No, nothing was played") if question.get("card") else _("That was no play")
    said = {
        "yes": _("Yes"),
        "no": _("No, something else") if question.get("card") else _("No"),
        "accept": _("Let it stand"),
        "take_back": _("It was taken back"),
        "annul": _("Annul the deal"),
    }
    if name in said:
        return said[name]
    if name.startswith("card:"):
        return _card(name.removeprefix("card:"), drawn)
    player = name.removeprefix("player:")
    if question.get("kind") == "which_player":
        return player
    return _("No, it was %(player)s", player=player)


def who_said(who: str) -> str:
    """Who entered something, from the log's free text."""
    known = {"camera": _("the camera"), "referee": _("the referee")}
    return known.get(who) or who.removeprefix("seat ")


def why_said(why: str) -> str:
    """Why something was put right: the buttons' own reasons, or what somebody wrote."""
    known = {
        "the camera was wrong": _("the camera was wrong"),
        "that was no play": _("that was no play"),
    }
    return known.get(why, why)


def _local(at: str) -> datetime:
    # The clock on the wall of the room is that of the machine at the table.
    return datetime.fromisoformat(at).astimezone()


def clock(at: str) -> str:
    """A moment's time of day, from UTC in ISO 8601."""
    return format_time(_local(at), "short", locale=locale())


def day(at: str) -> str:
    """A moment's date, from UTC in ISO 8601."""
    return format_date(_local(at).date(), "long", locale=locale())


def teach_words(app: Flask) -> None:
    """Make these words known to every template."""
    app.jinja_env.filters["suit_word"] = suit_name
    app.jinja_env.globals.update(
        camera_said=camera_said,
        card_name=card_name,
        cards_said=cards_said,
        choice_said=choice_said,
        clock=clock,
        contract_aim=contract_aim,
        contract_name=contract_name,
        day=day,
        flag_said=flag_said,
        flag_state=flag_state,
        flag_title=flag_title,
        game_name=game_name,
        grade_said=grade_said,
        move_said=move_said,
        notice_said=notice_said,
        points=points,
        question_said=question_said,
        rank_letter=rank_letter,
        status_said=status_said,
        suit_name=suit_name,
        who_said=who_said,
        why_said=why_said,
    )
