"""Which deck a game is played with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.decks.shelf import FRENCH
from companion.errors import PlainError
from companion.web.language import _
from companion.web.words import game_name, language, shelf
from vision.sighting import BACK

ANY_DECK = "vier-engel"
"""The game for which five cards of any deck will do."""


@dataclass(frozen=True)
class OfferedDeck:
    """A deck on the set-up page."""

    id: str
    name: str
    taught: bool
    missing: int
    """So many of its cards were not shown to the camera yet."""


def decks_offered() -> list[OfferedDeck]:
    """The taught decks, and those that are only known by name: played by hand."""
    taught = [
        OfferedDeck(
            deck.id,
            deck.definition.name(language()),
            True,
            sum(card != BACK for card in deck.missing),
        )
        for deck in shelf().taught()
    ]
    there = {deck.id for deck in taught}
    others = [
        OfferedDeck(name, deck.name(language()), False, len(deck.cards))
        for name, deck in shelf().definitions().items()
        if name not in there and not deck.is_french
    ]
    return taught + others


def options_with(game: str, name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game that is played with that deck. Raises PlainError."""
    chosen = dict(options)
    if name in ("", FRENCH):
        return chosen
    deck = shelf().known(name)
    if deck is None:
        raise PlainError(_("That deck is no longer there: choose another."))
    if deck.is_french:
        return chosen
    if game != ANY_DECK:
        text = _("%(game)s is played with French suits: choose such a deck.", game=game_name(game))
        raise PlainError(text)
    chosen.setdefault("deck", deck.features())
    if deck.angels:
        chosen.setdefault("angels", list(deck.angels))
    if deck.devil:
        chosen.setdefault("devil", deck.devil)
    if not chosen.get("open") and not {"angels", "devil"} <= chosen.keys():
        raise PlainError(
            _("Say which four cards of this deck are the angels, and which the devil.")
        )
    return chosen
