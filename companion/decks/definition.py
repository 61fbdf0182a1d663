"""What a deck is: its cards in order, each with an id, names, and suit and rank if it has them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.cards import Language, is_card, is_custom_id
from companion.errors import USAGE, PlainError

LANGUAGES: Final[tuple[Language, ...]] = ("de", "en", "pl")
MOST_CARDS: Final = 400
"""No game has as many: a file with more is a mistake."""
MOST_COPIES: Final = 9
MOST_LETTERS: Final = 80
"""Of a name: what no page could show."""

Names = Mapping[Language, str]


class DeckError(PlainError):
    """A deck that cannot be used; one plain sentence with the file and what is wrong."""

    def __init__(self, source: object, fault: str) -> None:
        super().__init__(f"{source}: {fault}.", USAGE)


@dataclass(frozen=True)
class DeckCard:
    """One card of a deck."""

    id: str
    """The card's code in records: `7C` or `JOKER` of the French deck, else lower-case."""
    names: Names
    """What it is called; at least one language."""
    suit: str | None = None
    rank: str | None = None
    copies: int = 1
    """So many of it that may look different: two jokers."""
    also: tuple[str, ...] = ()
    """More words for it in the names of files; those of suit and rank have a comma between."""
    added: bool = False
    """Whether it came with a picture that was shown, rather than with the deck's definition: where
    the picture turns out to be another card's, there is no such card."""

    def name(self, language: str) -> str:
        """Its name in that language, else in English, else in any, else its id."""
        return in_language(self.names, language) or self.id


@dataclass(frozen=True)
class Deck:
    """The definition of a deck."""

    id: str
    names: Names
    cards: tuple[DeckCard, ...]
    """In the order in which they are shown and taught."""
    angels: tuple[str, ...] = ()
    """The usual angels of Vier Engel, ein Teufel; empty where nobody said."""
    devil: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The file's own content, for those that extend it."""

    def name(self, language: str) -> str:
        """What the deck is called."""
        return in_language(self.names, language) or self.id

    def card(self, code: str) -> DeckCard | None:
        """The card of that id, None where the deck has none such."""
        return next((card for card in self.cards if card.id == code), None)

    def features(self) -> dict[str, dict[str, str]]:
        """Every card with its suit and rank, as the option `deck` of a record has them."""
        return {
            card.id: {
                key: value
                for key, value in (("suit", card.suit), ("rank", card.rank))
                if value is not None
            }
            for card in self.cards
        }

    @property
    def is_french(self) -> bool:
        """Whether every card is one of the 52 or a joker, which are read without teaching."""
        return bool(self.cards) and all(is_card(card.id) for card in self.cards)

    def to_json(self) -> dict[str, Any]:
        """The definition as plain values, complete in itself."""
        return {
            "id": self.id,
            "names": dict(self.names),
            "angels": list(self.angels),
            "devil": self.devil,
            "cards": [
                {
                    "id": card.id,
                    "names": dict(card.names),
                    **({"suit": card.suit} if card.suit else {}),
                    **({"rank": card.rank} if card.rank else {}),
                    **({"copies": card.copies} if card.copies != 1 else {}),
                    **({"also": list(card.also)} if card.also else {}),
                    **({"added": True} if card.added else {}),
                }
                for card in self.cards
            ],
        }

    @classmethod
    def from_json(cls, data: Any, source: object) -> Deck:
        """The definition that `to_json` wrote. Raises DeckError for anything else."""
        if not isinstance(data, dict) or not isinstance(data.get("cards"), list):
            raise DeckError(source, "there is no deck in it")
        try:
            cards = tuple(
                DeckCard(
                    card_id(one["id"], source),
                    checked_names(one["names"], source),
                    one.get("suit"),
                    one.get("rank"),
                    one.get("copies", 1),
                    tuple(map(str, one.get("also", ()))),
                    one.get("added") is True,
                )
                for one in data["cards"]
            )
            deck = cls(
                str(data["id"]),
                checked_names(data["names"], source),
                cards,
                tuple(map(str, data.get("angels", ()))),
                str(data.get("devil", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise DeckError(source, "its list of cards cannot be read") from None
        # A deck of one's own begins without a card.
        return checked(deck, source) if cards else deck


def checked_names(value: Any, source: object) -> dict[Language, str]:
    """A name for all languages, or one for each. Raises DeckError."""
    if isinstance(value, str):
        value = {"en": value}
    if not isinstance(value, dict) or not value.keys() <= set(LANGUAGES):
        raise DeckError(source, f"a name is text, or text for {', '.join(LANGUAGES)}")
    for text in value.values():
        if not isinstance(text, str) or not text.strip() or len(text) > MOST_LETTERS:
            raise DeckError(source, f"a name is text of at most {MOST_LETTERS} letters")
        if re.search(r"[\x00-\x1f\x7f]", text):
            raise DeckError(source, "a name is one line of text")
    return value


def card_id(value: Any, source: object) -> str:
    """An id that a card may have. Raises DeckError."""
    if not isinstance(value, str) or not (is_card(value) or is_custom_id(value)):
        raise DeckError(
            source,
            f"{value!r} is no id of a card: it has lower-case letters, digits, - and _, "
            "or is one of the 52 like 7C",
        )
    return value


def checked(deck: Deck, source: object) -> Deck:
    """The deck, if it hangs together. Raises DeckError."""
    ids: Sequence[str] = [card.id for card in deck.cards]
    if not ids:
        raise DeckError(source, "it has no cards: write [[card]], or [[suit]] and [[rank]]")
    if len(ids) > MOST_CARDS:
        raise DeckError(source, f"it has {len(ids)} cards, more than {MOST_CARDS}")
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            raise DeckError(source, f"the card {one!r} is there twice")
        seen.add(one)
    for card in deck.cards:
        _check(card, source)
    for one in (*deck.angels, *filter(None, [deck.devil])):
        if one not in seen:
            raise DeckError(source, f"[vier-engel] names {one!r}, which is no card of this deck")
    if deck.angels and len(deck.angels) != 4:
        raise DeckError(source, f"[vier-engel] needs four angels, not {len(deck.angels)}")
    return deck


def _check(card: DeckCard, source: object) -> None:
    """What a file says of a card may be anything. Raises DeckError."""
    copies: object = card.copies
    if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
        raise DeckError(
            source, f"{card.id}: copies is a number from 1 to {MOST_COPIES}, not {copies!r}"
        )
    for key, word in (("suit", card.suit), ("rank", card.rank)):
        if word is not None and (not isinstance(word, str) or not 0 < len(word) <= MOST_LETTERS):
            raise DeckError(source, f"{card.id}: {key} is a word, not {str(word)[:MOST_LETTERS]!r}")


def in_language(names: Mapping[Language, str], language: str) -> str:
    """The name in that language, else in English, else any; empty without one."""
    for wanted in (language, "en", *LANGUAGES):
        if wanted in names:
            return names[wanted]  # type: ignore[index]
    return ""
