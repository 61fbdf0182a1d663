"""A deck taught from a folder of pictures: one card each, named by its file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.decks.definition import DeckError
from companion.decks.file import TaughtDeck
from companion.decks.shelf import Shelf
from companion.errors import PlainError
from companion.teaching.pictures import Looks, card_named, card_pictures, read_cards
from companion.teaching.still import Fault, StillCard

WHY: dict[Fault, str] = {
    "hand": "a hand is on the card",
    "cut": "the card reaches out of the picture",
    "covered": "another card lies over it",
    "small": "the card is too small in it",
    "dark": "it is too dark",
    "glare": "a lamp shines on the card",
    "blurred": "it is blurred",
}


@dataclass(frozen=True)
class Learned:
    """What came of one picture."""

    path: Path
    deck: TaughtDeck
    """The deck after it."""
    cards: tuple[str, ...] = ()
    """Ids of the cards that were taken from it."""
    why: str = ""
    """Why none was, or empty."""
    known: bool = False
    """Whether its card had been shown before, so that it was left out."""


def learn_folder(shelf: Shelf, deck: TaughtDeck, folder: Path, eye: Looks) -> Iterator[Learned]:
    """Every picture of a folder in order; each card is on the disk when it is told.

    Cards shown before are left out, so that whoever was interrupted goes on where it stood. Raises
    PlainError for a folder without pictures, and where the deck cannot be kept.
    """
    before = set(deck.taught.views)
    for path in card_pictures(folder):
        card, name = card_named(path, deck.definition)
        if card in before:
            yield Learned(path, deck, known=True)
            continue
        try:
            seen = read_cards(path, eye)
        except PlainError as fault:
            yield Learned(path, deck, why=str(fault).rstrip("."))
            continue
        try:
            if deck.definition.is_french and name:
                deck, taken, why = _printed(deck, seen, before)
            else:
                deck, taken, why = _named(deck, seen, card, name)
        except DeckError as fault:  # That card cannot be one of the deck; the next ones may.
            yield Learned(path, deck, why=str(fault).rstrip("."))
            continue
        if taken:
            shelf.save(deck)
        yield Learned(path, deck, taken, why, known=not taken and not why)


def _named(
    deck: TaughtDeck, seen: list[StillCard], card: str, name: str
) -> tuple[TaughtDeck, tuple[str, ...], str]:
    if len(seen) != 1:
        found = "no card can be made out" if not seen else f"there are {len(seen)} cards"
        return deck, (), f"{found} in it; a picture shows one card"
    if seen[0].faults:
        return deck, (), WHY[seen[0].faults[0]]
    taught = deck.with_view(card, seen[0].view, name)
    (*_, stored) = taught.taught.views[card]
    for other, views in deck.taught.views.items():
        if other != card and stored in views:
            return deck, (), f"it is the very picture that {other} has, and no two cards are alike"
    return taught, (card,), ""


def _printed(
    deck: TaughtDeck, seen: list[StillCard], before: set[str]
) -> tuple[TaughtDeck, tuple[str, ...], str]:
    """The cards of a French deck in a picture whose name says nothing: they say it themselves.

    Of those in `before` only what is still wanted is taken.
    """
    taken, known = [], False
    for one in seen:
        name = next(iter(one.names), "")
        if not one.known or one.faults or not deck.definition.card(name):
            continue
        after = deck.with_view(name, one.view)
        kept = deck.taught.views.get(name, ())
        enough = name in before and len(kept) >= deck.wanted(name)
        if enough or after.taught.views[name][-1] in kept:
            known = True
            continue
        deck = after
        taken.append(name)
    why = "" if taken or known else "neither its name nor a card in it can be read"
    return deck, tuple(taken), why
