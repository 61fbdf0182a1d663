"""The decks of a table: one lesson at a time, and corrections that decks can learn from."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from companion.decks.file import TaughtDeck
from companion.decks.shelf import Shelf, id_of
from companion.errors import USAGE, PlainError
from companion.teaching.lesson import Lesson
from companion.teaching.pictures import main_card
from companion.teaching.sight import Sight
from vision.weights import ModelError

OFFERS: Final = 6
"""So many corrections are offered at most; older ones go."""


@dataclass(frozen=True)
class Offer:
    """A picture of a card that was read wrongly, to be learned from if somebody says so."""

    number: int
    deck: str
    card: str
    evidence: str
    """Id of the picture."""


class School:
    """Teaches the decks of a shelf."""

    def __init__(
        self,
        shelf: Shelf,
        changed: Callable[[], None],
        shows_to: Callable[[Lesson | None], None] | None = None,
        sight: Sight | None = None,
    ) -> None:
        """`changed` is called whenever pages have to be drawn anew; `shows_to` makes the camera
        show what lies still to a lesson, None where there is no camera."""
        self.shelf = shelf
        self._changed = changed
        self._shows_to = shows_to
        self._sight = sight or Sight(threads=1)
        self.lesson: Lesson | None = None
        self.offers: deque[Offer] = deque(maxlen=OFFERS)
        self._count = 0
        self._lock = threading.RLock()

    @property
    def has_camera(self) -> bool:
        """Whether there is a camera to teach with."""
        return self._shows_to is not None

    def new(self, kind: str, words: str) -> TaughtDeck:
        """A new deck of that definition (empty: of cards yet to be named). Raises PlainError."""
        definition = self.shelf.definition(kind) if kind else None
        words = " ".join(words.split())[:60]
        if not words and definition is None:
            raise PlainError("Give the deck a name.", USAGE)
        if definition is None:
            from companion.decks.definition import Deck

            definition = Deck(id_of(words), {"en": words}, ())
        wanted = id_of(words) or (definition.id if definition.id != "french" else "french-cards")
        deck = TaughtDeck.blank(definition).called(self.shelf.free_name(wanted), words)
        self.shelf.save(deck)
        return deck

    def begin(self, name: str) -> Lesson:
        """Go on teaching this deck; another lesson ends. Raises PlainError."""
        with self._lock:
            if self.lesson is not None and self.lesson.deck.id == name:
                return self.lesson
            self.end()
            lesson = Lesson(self.shelf, self.shelf.open(name), self._sight.gallery, self._changed)
            self.lesson = lesson
            if self._shows_to is not None:
                # The networks are ready by the time the first card lies.
                threading.Thread(target=self._warm, args=(lesson,), daemon=True).start()
                self._shows_to(lesson)
        self._changed()
        return lesson

    def _warm(self, lesson: Lesson) -> None:
        try:
            lesson.prepare()
        except (PlainError, ModelError) as fault:
            lesson.trouble = str(fault)

    def end(self) -> None:
        """No deck is taught any more."""
        with self._lock:
            if self.lesson is None:
                return
            self.lesson = None
            if self._shows_to is not None:
                self._shows_to(None)
        self._changed()

    def forget(self, name: str) -> None:
        """Delete a deck. Raises PlainError."""
        with self._lock:
            if self.lesson is not None and self.lesson.deck.id == name:
                self.end()
            self.shelf.delete(name)
        self._changed()

    # Corrections

    def offer(self, deck: str, card: str, evidence: str) -> None:
        """A card of this deck was read wrongly, and this is its picture."""
        with self._lock:
            if not self.shelf.has(deck):
                return
            same = [one for one in self.offers if one.evidence == evidence]
            for one in same:
                self.offers.remove(one)
            self._count += 1
            self.offers.append(Offer(self._count, deck, card, evidence))
        self._changed()

    def learn(self, number: int, jpeg: bytes | None) -> str:
        """Take the offered picture as a further view of its card; the card. Raises PlainError."""
        with self._lock:
            offer = self._offered(number)
            picture = None
            if jpeg is not None:
                picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
            if picture is None:
                self.offers.remove(offer)
                raise PlainError("That picture is no longer there.")
            try:
                card = main_card(np.asarray(picture, np.uint8), self._sight)
            except ModelError as fault:
                raise PlainError(str(fault)) from None
            if card is None:
                self.offers.remove(offer)
                raise PlainError("No card can be made out in that picture.")
            deck = self.shelf.open(offer.deck)
            self.shelf.save(deck.with_view(offer.card, card.view))
            self.offers.remove(offer)
        self._changed()
        return offer.card

    def decline(self, number: int) -> None:
        """Nothing is to be learned from it."""
        with self._lock:
            self.offers.remove(self._offered(number))
        self._changed()

    def _offered(self, number: int) -> Offer:
        found = next((one for one in self.offers if one.number == number), None)
        if found is None:
            raise PlainError("That picture is no longer offered.")
        return found
