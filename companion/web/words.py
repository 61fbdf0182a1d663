"""What things are called in the reader's language: cards, contracts, points, plays, times.

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
from flask import current_app, g, get_template_attribute
from markupsafe import Markup, escape

from companion.cards import card_of, is_card
from companion.decks.definition import Deck
from companion.decks.shelf import Shelf
from companion.teaching.naming import card_in_words
from companion.web.language import _, locale, pgettext
from companion.web.rounds_said import round_move_said
from vision.sighting import BACK

MINUS = "−"


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


def deck_in_play() -> str:
    """The id of the deck of the game that this page is about."""
    if "deck" not in g:
        g.deck = current_app.extensions["table_session"].snapshot("table")["deck"]
    return str(g.deck)


def shelf() -> Shelf:
    """The app's decks."""
    found = current_app.extensions["school"].shelf
    assert isinstance(found, Shelf)
    return found


def deck_card_name(deck: Deck, card: str) -> str:
    """A card as a deck calls it; one that only has a number by that."""
    known = deck.card(card)
    number = card.removeprefix("nr-")
    if card == BACK:
        return _("the back")
    if number != card and number.isdecimal():
        return _("No. %(n)s", n=number)
    if is_card(card):
        return card_name(card)
    return known.name(language()) if known else card


def _own_name(card: str) -> str:
    """The name of a card that is none of the 52, in the deck that is played with."""
    name = deck_in_play()
    deck = shelf().known(name) if name else None
    return deck_card_name(deck, card) if deck is not None else card


def card_in_play(text: str) -> str | None:
    """The card of the deck that is played with which somebody names; None for none."""
    name = deck_in_play()
    deck = shelf().known(name) if name else None
    return card_in_words(text, deck) if deck is not None and not deck.is_french else None


def is_printed(card: str | None) -> bool:
    """Whether a card can be drawn: one of the 52."""
    return bool(card) and is_card(str(card)) and card != "JOKER"


def card_name(card: str | None) -> str:
    """A card as it is said: "queen of hearts", "Herz-Dame"."""
    if card == "BACK":
        return _("a card face down")
    if not card or card == "?":
        return _("an unread card")
    if not is_card(card):
        return _own_name(card)
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
    if rank in "JQKA":
        return pgettext("said of a court card or ace", "%(rank)s of %(suit)s") % parts
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


def said_card(card: str, drawn: bool) -> str | Markup:
    """A card by its name, or drawn as a chip."""
    if not drawn:
        return card_name(card)
    if not is_printed(card):
        return escape(card_name(card))
    return Markup(get_template_attribute("cards.html", "chip")(card))


def cards_said(cards: Iterable[str], drawn: bool = False) -> str | Markup:
    """Several cards in a row."""
    said = [said_card(card, drawn) for card in cards]
    return Markup(" ").join(said) if drawn else ", ".join(said)


def filled(message: str, drawn: bool, parts: Mapping[str, object]) -> str | Markup:
    """A sentence with its parts filled in."""
    # Markup escapes what is filled in; the sentences themselves are ours.
    return Markup(message) % parts if drawn else message % parts


def player_said(name: object, nobody: str) -> str:
    """A player's name, or what to say in its place."""
    # A player who is not known yet travels as "?".
    return str(name) if name and name != "?" else nobody


def move_said(move: Mapping[str, Any], drawn: bool = False) -> str | Markup:
    """A move as a sentence: "Bea plays 9 of clubs"."""
    player = player_said(move.get("player"), _("Somebody"))
    parts: dict[str, object] = {"player": player}
    kind = str(move.get("type", ""))
    match kind:
        case "play":
            parts["card"] = said_card(str(move.get("card") or "?"), drawn)
            return filled(_("%(player)s plays %(card)s"), drawn, parts)
        case "announce" if "verdict" not in move:
            parts["contract"] = contract_name(move.get("contract"))
            if not move.get("player"):
                return filled(_("Announced: %(contract)s"), drawn, parts)
            return filled(_("%(player)s announces %(contract)s"), drawn, parts)
        case "bid":
            parts["points"] = points(move.get("points"))
            return filled(_("%(player)s expects %(points)s points"), drawn, parts)
        case "pass":
            return filled(_("%(player)s passes"), drawn, parts)
        case "take_back":
            return _("The play is taken back")
        case "accept":
            return _("The play is let stand")
        case "annul":
            return _("The deal is annulled")
        case "end_deal":
            return _("The deal is ended early")
        case "start" if "trump_card" in move:
            parts["card"] = said_card(str(move["trump_card"]), drawn)
            return filled(_("A new game: %(card)s is turned up for trumps"), drawn, parts)
        case "attack":
            parts["cards"] = cards_said(map(str, move.get("cards") or ["?"]), drawn)
            return filled(_("%(player)s attacks with %(cards)s"), drawn, parts)
        case "beat":
            parts["card"] = said_card(str(move.get("card") or "?"), drawn)
            parts["attack"] = said_card(str(move.get("attack") or "?"), drawn)
            return filled(_("%(card)s beats %(attack)s"), drawn, parts)
        case "take":
            return _("The defender takes")
        case "swap":
            return filled(_("%(player)s exchanges the 2 of trumps"), drawn, parts)
        case _:
            if message := round_move_said(move):
                parts["card"] = said_card(str(move.get("card") or "?"), drawn)
                parts["cards"] = cards_said(map(str, move.get("cards") or []), drawn)
                parts["n"] = str(move.get("position", ""))
                return filled(message, drawn, parts)
            return kind


def _local(at: str) -> datetime:
    # The clock on the wall of the room is that of the machine at the table.
    return datetime.fromisoformat(at).astimezone()


def clock(at: str) -> str:
    """A moment's time of day, from UTC in ISO 8601."""
    return format_time(_local(at), "short", locale=locale())


def day(at: str) -> str:
    """A moment's date, from UTC in ISO 8601."""
    return format_date(_local(at).date(), "long", locale=locale())
