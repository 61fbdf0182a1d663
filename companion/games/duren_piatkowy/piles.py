"""A pile of cards of which, with two decks, the same one can lie there twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.cards import RANKS, SUITS, Card, card_of

ORDER: Final = tuple(card_of(rank + suit) for rank in RANKS for suit in SUITS)
"""All cards by rank from the 2 to the ace, and of one rank clubs, diamonds, hearts, spades."""
_PLACE: Final = {card: place for place, card in enumerate(ORDER)}


class Pile:
    """An immutable pile: which cards, and how many copies of each; their order says nothing."""

    __slots__ = ("_counts", "_listed")

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        counts: dict[Card, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        self._counts: Mapping[Card, int] = counts
        self._listed: tuple[str, ...] | None = None

    @classmethod
    def _of(cls, counts: Mapping[Card, int]) -> Pile:
        pile = cls.__new__(cls)
        pile._counts = counts
        pile._listed = None
        return pile

    def count(self, card: Card) -> int:
        """How many copies of the card lie in the pile."""
        return self._counts.get(card, 0)

    def plus(self, cards: Iterable[Card]) -> Pile:
        """The pile with these cards as well."""
        counts = dict(self._counts)
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        return Pile._of(counts)

    def without(self, cards: Iterable[Card]) -> Pile:
        """The pile without these cards; a card that is not in it is not missed."""
        counts = dict(self._counts)
        for card in cards:
            left = counts.pop(card, 0) - 1
            if left > 0:
                counts[card] = left
        return Pile._of(counts)

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __iter__(self) -> Iterator[Card]:
        """The cards by rank and suit, each as often as it lies there."""
        for card in sorted(self._counts, key=_PLACE.__getitem__):
            for _ in range(self._counts[card]):
                yield card

    def listed(self) -> tuple[str, ...]:
        """The codes of the cards in that order; kept, since most piles outlast many events."""
        if self._listed is None:
            self._listed = tuple(card.code for card in self)
        return self._listed

    def codes(self) -> Mapping[str, int]:
        """How many copies there are of each card, by its code."""
        return {card.code: count for card, count in self._counts.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and self._counts == other._counts

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __repr__(self) -> str:
        return f"Pile({' '.join(card.code for card in self)})"


EMPTY: Final = Pile()
