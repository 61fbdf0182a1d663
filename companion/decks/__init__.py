"""Decks: which cards there are and what they are called, and what a camera was taught of them."""

from __future__ import annotations

from companion.decks.definition import Deck, DeckCard, DeckError
from companion.decks.reading import read_deck

__all__ = ["Deck", "DeckCard", "DeckError", "read_deck"]
