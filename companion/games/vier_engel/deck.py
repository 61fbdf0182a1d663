"""The cards of any deck: which there are, and their suits and ranks (rules V1 and V14)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.cards import card_of, is_card, is_custom_id
from companion.games._events import said


class UnknownCard(ValueError):  # noqa: N818 - it says what is unknown
    """That is no card of this table's deck: `str(error)` says so in words for a message."""


@dataclass(frozen=True, slots=True)
class Features:
    """A card's suit and rank, None where it has none."""

    suit: str | None = None
    rank: str | None = None

    @classmethod
    def of(cls, card: str, deck: Mapping[str, Features] | None) -> Features:
        """Those that the deck gives, else those that the 52 cards have."""
        given = deck.get(card, Features()) if deck else Features()
        printed = card_of(card) if is_card(card) else None
        if printed is None or not printed.suit:
            return given
        return cls(given.suit or printed.suit, given.rank or printed.rank)


def deck_of(value: object) -> dict[str, Features]:
    """The deck that the option `deck` describes; raises ValueError, with words for a message."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{said(value)} is no mapping of cards")  # noqa: TRY004
    deck = {}
    for card, features in value.items():
        known(card, None, ())
        if not isinstance(features, Mapping):
            raise ValueError(  # noqa: TRY004 - it is a record's fault
                f"{card} is a mapping of suit and rank ({{}} without), not {said(features)}"
            )
        for key in features:
            if key not in ("suit", "rank"):
                raise ValueError(f"{card} has no {said(key)}, only suit and rank")
        suit, rank = (_feature(card, key, features) for key in ("suit", "rank"))
        deck[card] = Features(suit, rank)
    return deck


def _feature(card: str, key: str, features: Mapping[str, object]) -> str | None:
    if key not in features:
        return None
    value = features[key]
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise ValueError(f"{card}: {key} is a word or a whole number, not {said(value)}")
    return str(value)


def known(code: object, deck: Mapping[str, Features] | None, exempt: Collection[str]) -> str:
    """The card's code, if the deck has it (without a deck: if it can be a card at all).

    Raises UnknownCard.
    """
    if not isinstance(code, str) or not (is_card(code) or is_custom_id(code)):
        raise UnknownCard(f"{said(code)} is no card; a card is written like 7C, JOKER or feuer-as")
    if deck is not None and code not in deck and code not in exempt:
        raise UnknownCard(f"{said(code)} is no card of the deck that the option 'deck' describes")
    return code
