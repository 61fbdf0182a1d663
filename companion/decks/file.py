"""A taught deck as a file: what its cards are called, and pictures of each.

The file is that of `vision.taught`, a ZIP archive with a JPEG for every view, and in it besides
`definition.json`, the deck's definition. Pictures are kept rather than what some network makes of
them, so that a deck taught years ago is known by the networks of today.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from companion.decks.definition import Deck, DeckCard, DeckError
from vision.frame import Picture
from vision.sighting import BACK
from vision.taught import MOST_VIEWS, Taught, TaughtError

DEFINITION: Final = "definition.json"
VERSION: Final = 1
"""Of the definition in the file; a later one is refused."""
LARGEST: Final = 4_000_000
"""Bytes of a file that is opened; no deck comes near it."""
_DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class TaughtDeck:
    """A deck with the pictures of its cards. Every change is a new value."""

    definition: Deck
    """Its id and names are the taught deck's own."""
    taught: Taught

    @classmethod
    def blank(cls, definition: Deck) -> TaughtDeck:
        """The deck with nothing shown yet: its back is asked for first."""
        return cls(definition, Taught(definition.id, (BACK, *(c.id for c in definition.cards))))

    @property
    def id(self) -> str:
        """The deck's id."""
        return self.definition.id

    def wanted(self, card: str) -> int:
        """So many views of that card are wanted at least: one for each copy."""
        known = self.definition.card(card)
        return known.copies if known else 1

    def shown(self, card: str) -> int:
        """So many views there are of that card."""
        return len(self.taught.views.get(card, ()))

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards that were not (often enough) shown yet, in order."""
        return tuple(c for c in self.taught.cards if self.shown(c) < self.wanted(c))

    @property
    def begun(self) -> bool:
        """Whether any card was shown."""
        return bool(self.taught.views)

    def with_view(self, card: str, view: Picture, name: str = "") -> TaughtDeck:
        """The deck after one more view of a card; a new card is called `name`. Raises DeckError."""
        try:
            taught = self.taught.with_view(card, view)
        except TaughtError as fault:
            raise _wrong(self.id, fault) from None
        return replace(self.with_card(card, name), taught=taught)

    def with_card(self, card: str, name: str = "") -> TaughtDeck:
        """The deck with that card in it, at its end if it is new. Raises DeckError."""
        if card == BACK or self.definition.card(card):
            return self
        cards = (*self.definition.cards, DeckCard(card, {"en": name or card}, added=True))
        definition = Deck.from_json(replace(self.definition, cards=cards).to_json(), self.id)
        return TaughtDeck(definition, self.taught.with_card(card))

    def without(self, card: str) -> TaughtDeck:
        """The deck with that card still to be shown."""
        return self.with_views(card, ())

    def with_views(self, card: str, views: tuple[bytes, ...]) -> TaughtDeck:
        """The deck with these stored views of a card; one that only has a number goes with its
        last view."""
        rest = {name: kept for name, kept in self.taught.views.items() if name != card}
        every = MappingProxyType({**rest, card: views} if views else rest)
        deck = replace(self, taught=replace(self.taught, views=every))
        return deck if views or not _is_numbered(card) else deck.without_card(card)

    def without_card(self, card: str) -> TaughtDeck:
        """The deck as if it had no such card."""
        left = tuple(c for c in self.definition.cards if c.id != card)
        cards = tuple(c for c in self.taught.cards if c != card)
        taught = replace(self.taught.without_views(card), cards=cards)
        return TaughtDeck(replace(self.definition, cards=left), taught)

    def renamed(self, card: str, to: str, name: str = "") -> TaughtDeck:
        """The views of `card` are views of `to`; those of `to`, if any, come first.

        A card that only came with its picture was never another one, and goes.
        """
        if card == to:
            return self
        kept = (*self.taught.views.get(to, ()), *self.taught.views.get(card, ()))
        # The first view stays: it says which end is up.
        deck = self.with_card(to, name).with_views(card, ())
        known = deck.definition.card(card)
        deck = deck.without_card(card) if known and known.added else deck
        return deck.with_views(to, kept[:1] + kept[1:][-MOST_VIEWS + 1 :])

    def to_bytes(self) -> bytes:
        """The deck as a file; the same deck gives the same bytes."""
        out = io.BytesIO(self.taught.to_bytes())
        with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
            head = {"version": VERSION, **self.definition.to_json()}
            text = json.dumps(head, ensure_ascii=False, indent=1)
            entry = zipfile.ZipInfo(DEFINITION, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.encode())
        return out.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes, source: object) -> TaughtDeck:
        """The deck in a file. Raises DeckError, in a plain sentence, for anything else."""
        if len(data) > LARGEST:
            raise DeckError(source, "it is too large to be a taught deck")
        try:
            taught = Taught.from_bytes(data)
        except TaughtError as fault:
            raise _wrong(source, fault) from None
        definition = _definition(data, source) or _bare(taught, source)
        for card in definition.cards:
            taught = taught.with_card(card.id)
        deck = cls(definition, replace(taught, deck=definition.id).with_card(BACK))
        for name in taught.cards:
            deck = deck.with_card(name)
        return deck

    def called(self, name: str, words: str) -> TaughtDeck:
        """The same deck under another id and, where `words` are given, another name."""
        names: Any = {"en": words} if words else self.definition.names
        definition = replace(self.definition, id=name, names=names)
        return TaughtDeck(definition, replace(self.taught, deck=name))


def number_id(number: int) -> str:
    """The id of a card that only has a number."""
    return f"nr-{number}"


def _is_numbered(card: str) -> bool:
    return card.startswith("nr-") and card[3:].isdecimal()


def _definition(data: bytes, source: object) -> Deck | None:
    """The definition in a file; None in one that only has ids, as decks before had."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if DEFINITION not in archive.namelist():
                return None
            if archive.getinfo(DEFINITION).file_size > 1_000_000:
                raise DeckError(source, "its list of cards is too long")
            head = json.loads(archive.read(DEFINITION))
            json.dumps(head, ensure_ascii=False).encode()  # Else it could not be kept.
    except DeckError:
        raise
    except Exception:  # archives raise nearly anything at damaged data
        raise DeckError(source, "its list of cards is damaged") from None
    version = head.get("version") if isinstance(head, dict) else None
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DeckError(source, "it does not say which version of a deck it is")
    if version > VERSION:
        raise DeckError(source, "it was made by a newer program: update this one")
    return Deck.from_json(head, source)


def _bare(taught: Taught, source: object) -> Deck:
    cards = [{"id": c, "names": {"en": c}} for c in taught.cards if c != BACK]
    return Deck.from_json({"id": taught.deck, "names": {"en": taught.deck}, "cards": cards}, source)


def _wrong(source: object, fault: TaughtError) -> DeckError:
    text = str(fault).rstrip(".")
    return DeckError(source, text[:1].lower() + text[1:])
