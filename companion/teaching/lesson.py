"""A lesson: cards are laid before the camera one after another, and the deck knows them.

    lesson = Lesson(shelf, shelf.open("opas-karten"), sight.gallery)
    lesson.show(card)              # a StillCard: taken, known already, refused or asked about

Every view is on the disk when `show` returns; whoever goes on another day goes on where it stood.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from threading import RLock
from typing import Final, Literal

from companion.decks.definition import DeckError
from companion.decks.file import TaughtDeck, number_id
from companion.decks.shelf import Shelf, id_of
from companion.errors import USAGE, PlainError
from companion.teaching.naming import card_in_words
from companion.teaching.seen import SeenBefore
from companion.teaching.still import Fault, StillCard
from vision.frame import Picture
from vision.gallery import Gallery, Named
from vision.sighting import BACK
from vision.taught import Taught, TaughtError
from vision.weights import ModelError

Kind = Literal["taken", "again", "asked", "refused"]

REMEMBERED: Final = 12
"""So many of the cards that were laid last can still be put right from their picture."""
CLEARLY_NEW: Final = 0.5
"""From this probability on that a card is none of those shown, it is a new one."""

OTHER_SIZE: Final = 1.25
"""What is larger or smaller by this factor than the cards before is asked about."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A card that was laid, and what became of it."""

    number: int
    """Running number in the lesson."""
    kind: Kind
    card: str
    """What it was taken for, known as, or what is proposed."""
    view: Picture
    at: float
    since: float
    """When it was told, and since when it lay still; seconds of the source's clock."""
    faults: tuple[Fault, ...] = ()
    """Why it was refused."""
    stored: bytes | None = None
    """The view as it is kept in the deck, where it was taken."""
    candidates: tuple[str, ...] = ()
    """Other cards that it may be."""
    new: bool = False
    """Whether the deck had no such card before somebody named this one so."""


class Lesson:
    """Teaches one deck; safe to be used from any thread."""

    def __init__(
        self,
        shelf: Shelf,
        deck: TaughtDeck,
        gallery: Callable[[Taught], Gallery],
        changed: Callable[[], None] = lambda: None,
        automatic: bool = True,
    ) -> None:
        """`gallery` makes what knows the cards shown so far; `changed` is called after every
        change, from the thread that made it. `automatic`: cards whose name is clear are taken at
        once, and can be put right afterwards; else each is asked about.
        """
        self._shelf = shelf
        self._deck = deck
        self._seen = SeenBefore(gallery)
        self._changed = changed
        self._lock = RLock()
        self._handled: dict[int, Kind] = {}
        self._last: StillCard | None = None
        self._next: str | None = None
        self.automatic = automatic
        self.again_wanted: str | None = None
        """A card that is to be shown once more: whatever comes next is it."""
        self.without_back = deck.begun and not deck.shown(BACK)
        """Whether the back is not asked for first."""
        self.shown: deque[Shown] = deque(maxlen=REMEMBERED)
        """The cards laid last, the newest last."""
        self.trouble = ""
        """Why the last card could not be kept, in a sentence."""
        self._count = 0
        self._heights: deque[float] = deque(maxlen=9)
        self._read_as: dict[str, str] = {}
        """Which of the 52 each card of a deck of one's own was read as, where that was sure."""

    @property
    def deck(self) -> TaughtDeck:
        """The deck as far as it is taught."""
        return self._deck

    @property
    def next(self) -> str:
        """The card that is expected next: the one asked for, else the next in the deck's order."""
        with self._lock:
            if self.again_wanted is not None:
                return self.again_wanted
            missing = [c for c in self._deck.missing if c != BACK or not self.without_back]
            if missing and missing[0] == BACK:
                return BACK
            if self._next in missing:
                return str(self._next)
            return missing[0] if missing else self._number()

    @property
    def ready(self) -> bool:
        """Whether every card of the deck was shown."""
        return not [c for c in self._deck.missing if c != BACK]

    def prepare(self) -> None:
        """Have the deck ready to be compared with. Raises PlainError, ModelError."""
        with self._lock:
            try:
                self._seen.follow(self._deck.taught)
            except TaughtError as fault:
                raise DeckError(self._deck.id, str(fault).rstrip(".")) from None

    # What lies before the camera

    def see(self, cards: Iterable[StillCard]) -> None:
        """Cards that have come to lie still; what cannot be kept is said on the page."""
        for card in cards:
            try:
                self.show(card)
                self.trouble = ""
            except (PlainError, ModelError) as fault:
                self.trouble = str(fault)
                self._changed()

    def show(self, card: StillCard) -> Shown | None:
        """A card has come to lie still; None where it lay there already. Raises PlainError."""
        with self._lock:
            before = self._handled.get(card.number)
            if before is not None and (before != "refused" or self._same_refusal(card)):
                return None
            shown = self._judged(card)
            self._handled[card.number] = shown.kind
            if before == "refused" and self.shown and self.shown[-1].kind == "refused":
                self.shown.pop()
            self.shown.append(shown)
        self._changed()
        return shown

    def _same_refusal(self, card: StillCard) -> bool:
        return bool(self.shown) and bool(card.faults) and self.shown[-1].faults == card.faults

    def _judged(self, card: StillCard) -> Shown:
        if card.faults:
            return self._made("refused", "", card, faults=card.faults)
        if self.again_wanted is not None:
            wanted, self.again_wanted = self.again_wanted, None
            return self._taken(card, wanted)
        kind, name, others = self._proposal(card)
        if kind == "taken" and not self.automatic:
            kind = "asked"
        if kind == "taken":
            return self._taken(card, name, others)
        return self._made(kind, name, card, candidates=others)

    def _proposal(self, card: StillCard) -> tuple[Kind, str, tuple[str, ...]]:
        """What to do with a card, which one it may be, and which others."""
        deck = self._deck
        if card.side == "back" and not deck.shown(BACK):
            return "taken", BACK, ()
        if deck.definition.is_french and card.side == "back":
            return "again", BACK, ()
        if deck.definition.is_french and card.known:
            names = [name for name in card.names if deck.definition.card(name)]
            if names:
                return self._printed(names)
        named = self._seen_before(card)
        if named is not None and named.card and named.confidence >= self._seen.sure:
            if not self._reads_otherwise(card, named.card):
                return "again", named.card, ()
            named = replace(named, stranger=1.0)
        if deck.definition.is_french:
            missing = [name for name in card.names if name in deck.missing]
            proposal = missing[0] if missing else self._after_back()
            return "asked", proposal, tuple(name for name in missing if name != proposal)
        if self.next == BACK and not deck.begun:
            return "asked", BACK, (self._after_back(),)
        if (named is None or named.stranger >= CLEARLY_NEW) and self._is_sized(card):
            return "taken", self._after_back(), ()
        others = (named.card,) if named is not None and named.card else ()
        return "asked", self._after_back(), others

    def _reads_otherwise(self, card: StillCard, known: str) -> bool:
        """Whether an index can be read on it, and another was read on that known card: kings of
        two suits look more alike than any two pictures."""
        printed = next(iter(card.names), None) if card.known else None
        before = self._read_as.get(known)
        return printed is not None and before is not None and printed != before

    def _is_sized(self, card: StillCard) -> bool:
        """Whether it is as large as the cards before it, which something else hardly ever is."""
        if not card.height or len(self._heights) < 3:
            return True
        usual = sorted(self._heights)[len(self._heights) // 2]
        return 1 / OTHER_SIZE < card.height / usual < OTHER_SIZE

    def _printed(self, names: list[str]) -> tuple[Kind, str, tuple[str, ...]]:
        """A card of a French deck says itself what it is."""
        name = names[0]
        if self._deck.shown(name) >= self._deck.wanted(name):
            return "again", name, ()
        return "taken", name, tuple(names[1:])

    def _after_back(self) -> str:
        missing = [c for c in self._deck.missing if c != BACK]
        if self._next in missing:
            return str(self._next)
        return missing[0] if missing else self._number()

    def _number(self) -> str:
        there = set(self._deck.taught.cards)
        return next(n for i in range(1, 10_000) if (n := number_id(i)) not in there)

    def _seen_before(self, card: StillCard) -> Named | None:
        self.prepare()
        return self._seen.named(card.view)

    # What people say

    def take(self, number: int, words: str = "") -> Shown:
        """A card that was laid is the one that the words name, or the one proposed.

        What it was taken for before, it is not. Raises PlainError.
        """
        with self._lock:
            shown = self._of(number)
            card, name = self.meant(words) if words.strip() else (self._fresh(shown.card), "")
            deck = self._deck
            if shown.stored is not None:
                deck = _without_view(deck, shown.card, shown.stored)
                if shown.new and card != shown.card and not deck.shown(shown.card):
                    deck = deck.without_card(shown.card)
                if shown.card in self._read_as:
                    self._read_as[card] = self._read_as.pop(shown.card)
            new = bool(name) or (shown.new and card == shown.card)
            deck = deck.with_view(card, shown.view, name)
            self._keep(deck)
            self._advance(card)
            stored = deck.taught.views[card][-1]
            taken = replace(shown, kind="taken", card=card, stored=stored, candidates=(), new=new)
            self._replace(taken)
        self._changed()
        return taken

    def drop(self, number: int) -> None:
        """What was laid is no card of the deck, or not to be kept. Raises PlainError."""
        with self._lock:
            shown = self._of(number)
            if shown.stored is not None:
                self._keep(_without_view(self._deck, shown.card, shown.stored))
                if shown.card in self._deck.missing:
                    self._next = shown.card
            self.shown.remove(shown)
        self._changed()

    def rename(self, card: str, words: str) -> str:
        """All views of `card` are of the card that the words name; its id. Raises PlainError."""
        with self._lock:
            if card not in self._deck.taught.cards:
                raise PlainError(f"This deck has no card {card}.", USAGE)
            to, name = self.meant(words)
            self._keep(self._deck.renamed(card, to, name))
        self._changed()
        return to

    def forget(self, card: str) -> None:
        """The card is to be shown again: its views are deleted. Raises PlainError."""
        with self._lock:
            if card not in self._deck.taught.cards:
                raise PlainError(f"This deck has no card {card}.", USAGE)
            self._keep(self._deck.without(card))
            self._next = card
        self._changed()

    def expect(self, card: str) -> None:
        """This card comes next; one that was shown already gets a further view."""
        with self._lock:
            if card not in self._deck.taught.cards:
                raise PlainError(f"This deck has no card {card}.", USAGE)
            self.again_wanted = card if self._deck.shown(card) else None
            self._next = card
        self._changed()

    def meant(self, words: str) -> tuple[str, str]:
        """The card that somebody names: its id, and its name if the deck has none such yet."""
        known = card_in_words(words, self._deck.definition)
        if known is not None:
            return known, ""
        name = " ".join(words.split())
        # A French deck has all its cards, and their codes are those of the games.
        new = "" if self._deck.definition.is_french else id_of(name)
        if not new or len(name) > 60:
            raise PlainError(f"“{words.strip()[:60]}” can be no card's name.", USAGE)
        return new, name

    # Keeping

    def _taken(self, card: StillCard, name: str, others: tuple[str, ...] = ()) -> Shown:
        words = f"No. {name[3:]}" if self._deck.definition.card(name) is None else ""
        deck = self._deck.with_view(name, card.view, words if name != BACK else "")
        self._keep(deck)
        self._advance(name)
        if card.known and card.names:
            self._read_as[name] = next(iter(card.names))
        stored = deck.taught.views[name][-1]
        return self._made("taken", name, card, stored=stored, candidates=others)

    def _keep(self, deck: TaughtDeck) -> None:
        self._shelf.save(deck)
        self._deck = deck

    def _advance(self, card: str) -> None:
        """What comes after `card` in the deck's order is expected next."""
        cards = self._deck.taught.cards
        missing = set(self._deck.missing) - {BACK}
        if card == BACK or card not in cards:
            return
        place = cards.index(card)
        later = (c for c in (*cards[place + 1 :], *cards[:place]) if c in missing)
        self._next = card if card in missing else next(later, None)

    def _fresh(self, card: str) -> str:
        if not card:
            return self._after_back()
        return card

    def _made(
        self,
        kind: Kind,
        name: str,
        card: StillCard,
        *,
        faults: tuple[Fault, ...] = (),
        stored: bytes | None = None,
        candidates: tuple[str, ...] = (),
    ) -> Shown:
        self._count += 1
        if kind == "taken" and card.height:
            self._heights.append(card.height)
        return Shown(
            self._count, kind, name, card.view, card.at, card.since, faults, stored, candidates
        )

    def _of(self, number: int) -> Shown:
        found = next((one for one in self.shown if one.number == number), None)
        if found is None:
            raise PlainError("That card was laid too long ago: show it again.")
        return found

    def _replace(self, shown: Shown) -> None:
        place = next(n for n, one in enumerate(self.shown) if one.number == shown.number)
        self.shown[place] = shown


def _without_view(deck: TaughtDeck, card: str, stored: bytes) -> TaughtDeck:
    kept = tuple(view for view in deck.taught.views.get(card, ()) if view != stored)
    return deck.with_views(card, kept)
