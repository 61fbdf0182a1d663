"""Which card of a deck somebody means by some words: a typed name, or the name of a file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.cards import parse
from companion.decks.definition import Deck, DeckCard
from companion.decks.shelf import id_of, plain
from vision.sighting import BACK

BACKS = frozenset({"back", "ruecken", "rueckseite", "kartenruecken", "rewers", "tyl"})
SMALL = frozenset({"the", "der", "die", "das", "of"})
"""Words that say nothing."""


def card_in_words(text: str, deck: Deck) -> str | None:
    """The id of the one card that the words name, None where there is none or more than one.

    Case, accents, order and what else stands there do not matter: `RWS_Tarot_16_Tower` is The
    Tower, `Cups07` the 7 of cups, `feuer-as` and `Feuer As` the ace of fire.
    """
    bare = text.strip()
    if deck.card(bare):
        return bare
    wanted = id_of(bare)
    if wanted in BACKS:
        return BACK
    exact = [card.id for card in deck.cards if wanted and wanted in _exact(card)]
    if len(exact) == 1:
        return exact[0]
    if deck.is_french:
        return _printed(bare, deck)
    said = _words(bare)
    named = {card.id: max((len(way) for way in _ways(card) if way <= said), default=0)
             for card in deck.cards}  # fmt: skip
    most = max(named.values(), default=0)
    best = [card for card, count in named.items() if count == most]
    return best[0] if most and len(best) == 1 else None


def _printed(text: str, deck: Deck) -> str | None:
    """A card of a French deck, as people write it."""
    for word in (text, re.sub(r"[_-]+", " ", text)):
        try:
            code = parse(word).code
        except ValueError:
            continue
        return code if deck.card(code) else None
    return None


def _exact(card: DeckCard) -> set[str]:
    return {id_of(card.id), *map(id_of, card.names.values())}


def _ways(card: DeckCard) -> Iterable[frozenset[str]]:
    """Sets of words each of which names the card."""
    if card.suit is None or card.rank is None:
        yield frozenset(_words(card.id))
        for name in (*card.names.values(), *card.also):
            yield frozenset(_words(name))
        return
    for pair in (f"{card.suit},{card.rank}", *card.also):
        yield frozenset(_words(pair))


def _words(text: str) -> frozenset[str]:
    """The words of a text; digits are words of their own, without leading zeros, and so are signs
    and letters that are not Latin."""
    parts = re.findall(r"[a-z]+|[0-9]+|[^\x00-\x7f]+", plain(text))
    return frozenset(part.lstrip("0") or "0" if part.isdigit() else part for part in parts) - SMALL
