"""A card, the French deck, and how people write a card in German, Polish and English.

Between rooms a card travels as its code (`7C`, `TD`, `QH`, `JOKER`); games use `Card`.

>>> parse("♥ Dame") is card_of("QH")
True
>>> card_of("QH").name("de"), card_of("QH").symbol
('Herz-Dame', '♥Q')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Language = Literal["de", "en", "pl"]

RANKS: Final = "23456789TJQKA"
"""All ranks from the lowest to the highest."""
SUITS: Final = "CDHS"
"""Kreuz, Karo, Herz, Pik."""
SYMBOLS: Final[Mapping[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

SUIT_NAMES: Final[Mapping[Language, Mapping[str, str]]] = {
    "de": {"C": "Kreuz", "D": "Karo", "H": "Herz", "S": "Pik"},
    "en": {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
    "pl": {"C": "trefl", "D": "karo", "H": "kier", "S": "pik"},
}
RANK_NAMES: Final[Mapping[Language, Mapping[str, str]]] = {
    "de": {"T": "10", "J": "Bube", "Q": "Dame", "K": "König", "A": "Ass"},
    "en": {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"},
    "pl": {"T": "10", "J": "walet", "Q": "dama", "K": "król", "A": "as"},
}

# What else people write; the names above and the printed index letters come on top.
_MORE_SUITS: Final[Mapping[str, str]] = {
    "C": "club treff",
    "D": "diamond",
    "H": "heart kiery",
    "S": "spade piki",
}
_MORE_RANKS: Final[Mapping[str, str]] = {
    "2": "two zwei dwójka deuce",
    "3": "three drei trójka",
    "4": "four vier czwórka",
    "5": "five fünf piątka",
    "6": "six sechs szóstka",
    "7": "seven sieben siódemka",
    "8": "eight acht ósemka",
    "9": "nine neun dziewiątka",
    "T": "t ten zehn dziesiątka",
    "J": "j b w v bauer",
    "Q": "q d",
    "K": "k r koenig krol",
    "A": "a as",
}


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the French deck, or a joker."""

    rank: str
    """One of `RANKS`; `JOKER` for a joker."""
    suit: str
    """One of `SUITS`; empty for a joker."""

    @property
    def code(self) -> str:
        """The card in a record: `7C`, `TD`, `JOKER`."""
        return self.rank + self.suit

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def symbol(self) -> str:
        """Suit and rank, short and the same in every language: `♣7`, `♦10`, `♥Q`."""
        if not self.suit:
            return "🃏"
        return SYMBOLS[self.suit] + ("10" if self.rank == "T" else self.rank)

    def name(self, language: Language = "de") -> str:
        """The card as it is said: `Kreuz 7`, `Karo-Bube`, `7 of clubs`, `7 trefl`, `Joker`."""
        if not self.suit:
            return "Joker"
        suit = SUIT_NAMES[language][self.suit]
        rank = RANK_NAMES[language].get(self.rank, self.rank)
        if language == "de":
            return f"{suit} {rank}" if self.rank in "23456789T" else f"{suit}-{rank}"
        return f"{rank} of {suit}" if language == "en" else f"{rank} {suit}"


JOKER: Final = Card("JOKER", "")
DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards, suit by suit, each from its 2 to its ace."""

_BY_CODE: Final[Mapping[str, Card]] = {card.code: card for card in (*DECK, JOKER)}


def card_of(code: str) -> Card:
    """The card of that code, written exactly as in a record (`7C`, `JOKER`).

    Raises ValueError for anything else, also for `BACK`, which is seen but is no card of a deck.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ValueError(
            f"{code} is no card: write rank and suit, like 7C, TD, QH, AS, or JOKER."
        ) from None


def is_card(code: str) -> bool:
    """Whether `code` is one of the 52 cards or `JOKER`."""
    return code in _BY_CODE


def _words(names: Mapping[Language, Mapping[str, str]], more: Mapping[str, str]) -> dict[str, str]:
    table = {word: sign for sign, words in more.items() for word in words.split()}
    for mapping in names.values():
        table |= {word.casefold(): sign for sign, word in mapping.items()}
    return table


_SUIT_OF: Final = _words(SUIT_NAMES, _MORE_SUITS) | {s: suit for suit, s in SYMBOLS.items()}
_RANK_OF: Final = _words(RANK_NAMES, _MORE_RANKS) | {rank: rank for rank in "23456789"}


def parse(text: str) -> Card:
    """The card that a person wrote: code, symbol or words of any language we speak, any case.

    Raises ValueError, with a sentence for the person, where it is not plainly one card.

    >>> [str(parse(text)) for text in ("7c", "10♥", "Karo-Bube", "dama kier", "ace of spades")]
    ['7C', 'TH', 'JD', 'QH', 'AS']
    """
    word = text.strip().replace("\ufe0f", "").casefold()
    code = word.upper().replace("10", "T", 1)
    if code in _BY_CODE:
        return _BY_CODE[code]
    if word == "🃏":
        return JOKER
    tokens = [t for t in re.split(r"[\s\-]+|([♣♦♥♠])", word) if t and t != "of"]
    if len(tokens) == 2:
        for suit, rank in (tokens, reversed(tokens)):
            if suit in _SUIT_OF and rank in _RANK_OF:
                return _BY_CODE[_RANK_OF[rank] + _SUIT_OF[suit]]
    raise ValueError(
        f"{text.strip() or 'Nothing'} is no card: write it like 7C, ♣7, Kreuz 7 or 7 of clubs."
    )


CUSTOM_ID: Final = re.compile(r"[a-z0-9_-]+")


def is_custom_id(code: str) -> bool:
    """Whether `code` can be a card of a custom deck: lower-case letters, digits, `-`, `_`."""
    return CUSTOM_ID.fullmatch(code) is not None
