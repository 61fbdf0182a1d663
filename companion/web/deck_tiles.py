"""What the page of a deck shows of its cards: a tile each, and names to tap for one just laid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.decks.file import TaughtDeck
from companion.teaching.lesson import Lesson, Shown
from companion.web.words import deck_card_name
from vision.sighting import BACK

CHOICES = 4
"""So many names can be tapped for a card that was laid; any other is typed."""


@dataclass(frozen=True)
class Tile:
    """One card of a deck on its page."""

    card: str
    name: str
    views: int
    wanted: int
    expected: bool
    group: str
    """Its suit, empty without one."""


def card_name(deck: TaughtDeck, card: str) -> str:
    """What the deck calls the card, in the page's language."""
    return deck_card_name(deck.definition, card)


def tiles_of(deck: TaughtDeck, lesson: Lesson | None) -> Iterator[Tile]:
    """Every card of the deck in its order; the lesson says which is expected next."""
    expected = lesson.next if lesson else None
    for card in deck.taught.cards:
        known = deck.definition.card(card)
        yield Tile(
            card,
            card_name(deck, card),
            deck.shown(card),
            deck.wanted(card),
            card == expected,
            (known.suit if known else None) or "",
        )


def choices_for(deck: TaughtDeck, lesson: Lesson | None, one: Shown) -> list[tuple[str, str]]:
    """Cards that may be meant, each with its name: the proposal first, then what comes next."""
    missing = [card for card in deck.missing if card != BACK]
    expected = [lesson.next] if lesson and lesson.next in deck.taught.cards else []
    back = [BACK] if one.kind == "asked" and not deck.shown(BACK) else []
    found = dict.fromkeys([*one.candidates, *expected, *back, *missing])
    return [(card, card_name(deck, card)) for card in found if card != one.card][:CHOICES]
