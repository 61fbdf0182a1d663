"""What an event is called in a sentence. English; pages in other languages use the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.cards import card_of, is_card
from companion.readers.move import UNREAD
from companion.session.booked import SECRET, Booked

SOMEBODY: Final = "somebody"
A_CARD: Final = "a card"

_SENTENCES: Final[Mapping[str, str]] = {
    "announce": "{contract} is announced",
    "bid": "{player} expects {points} points",
    "play": "{player} plays {card}",
    "pass": "{player} passes",
    "take_back": "the card goes back",
    "accept": "the play stands",
    "annul": "the deal is void",
    "end_deal": "the rest is thrown in",
    "start": "{trump_card} is turned up for trumps",
    "attack": "{player} attacks with {cards}",
    "beat": "{card} beats {attack}",
    "take": "the defender takes",
    "swap": "{player} exchanges the 2 of trumps",
}

_FIRST: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def card_text(card: str | None) -> str:
    """A card as it is read best: `♥7`; ids of custom decks as they are; `a card` if not known."""
    if card is None or card == UNREAD:
        return A_CARD
    return card_of(card).symbol if is_card(card) else card


def cards_text(event: Booked) -> str:
    """What was laid with an event, one card or several: `♥7`, `♣6 ♦6`."""
    cards = event.move.get("cards")
    return " ".join(map(card_text, cards)) if isinstance(cards, list) else card_text(event.card)


def player_text(player: str | None) -> str:
    """A player's name, `somebody` if it is not known."""
    return SOMEBODY if player in (None, UNREAD) else str(player)


def event_text(event: Booked) -> str:
    """What happened, as one short sentence without a full stop."""
    words: dict[str, Any] = {
        name: value for name, value in event.move.items() if name not in ("type", "card", "player")
    }
    words["card"] = card_text(event.card)
    words["cards"] = cards_text(event)
    words["player"] = player_text(event.player)
    for name in ("attack", "trump_card"):
        if isinstance(words.get(name), str):
            words[name] = card_text(words[name])
    if "contract" in words:
        words["contract"] = str(words["contract"]).replace("_", " ")
    sentence = _SENTENCES.get(event.type)
    if sentence:
        try:
            text = sentence.format(**words)
        except KeyError:
            text = event.type.replace("_", " ")
    else:
        text = _plain(event)
    return text[:1].upper() + text[1:]


def _plain(event: Booked) -> str:
    """For events without a sentence of their own: `Ada: beat ♣9 ♣J`."""
    hidden = SECRET.get(event.type)
    parts = [event.type.replace("_", " ")]
    for name, value in event.move.items():
        if name in ("type", "player", hidden):
            continue
        values = value if isinstance(value, list) else [value]
        parts += [card_text(part) if isinstance(part, str) else str(part) for part in values]
    return (f"{event.player}: " if event.player else "") + " ".join(parts)


def trick_text(trick: int) -> str:
    """` in the third trick`, nothing outside tricks."""
    if not trick:
        return ""
    name = _FIRST[trick - 1] if trick <= len(_FIRST) else f"{trick}th"
    return f" in the {name} trick"
