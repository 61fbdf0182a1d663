"""Names the cards of a taught deck by how they look: nothing is trained for a deck.

    taught = Taught("tarot").with_view("fool", crops.card_view(crops.Pyramid(picture), quad))
    eye = Eye.load()
    gallery = Gallery.load(taught, eye.recogniser)
    look = eye.with_deck(gallery).look(picture)      # sightings carry the taught ids

Every view of a card is compared with every picture of the deck, both ways up: by what a network
says of them, and where that leaves a doubt, as pictures. Of a French deck the trained recogniser's
reading of the index counts as well: beside the pictures for which card of the deck it is, and alone
for what it is called if it is of another deck. A seven of clubs is called so whichever deck it is
of, so that a doubt of that takes no name away; what looks like no card of it is none all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.compared import Compared
from vision.frame import Picture
from vision.likeness import Likeness
from vision.prints import Print, agreement
from vision.recogniser import LISTED, NAMES, Reading, Recogniser
from vision.sighting import BACK
from vision.taught import Taught

Numbers = NDArray[np.float32]

HESITATES, LOOKED_AT = 0.97, 8
"""Below this probability of the surest card, so many are compared as pictures, else it alone."""
ONE_DECK = 0.8
"""Share of the cards before a camera that are of the deck of which most of them are."""
FAR = 5.0
"""From so many log odds against a French deck's own card on, what is read on it names it no more:
of other games' cards 4 in 100 would else be named, and of the deck's own ones none more."""
OF_OTHERS = 0.25
"""How much this deck's pictures count for the name of another French deck's card."""
LOUDEST = 3.0
"""Log odds: no one card says more about which deck lies there."""


@dataclass(frozen=True)
class Named:
    """What a gallery says of one card."""

    names: Mapping[str, float]
    """The most probable ids of the deck with their probability, the surest first; `BACK` is among
    them where the back was taught. Of a French deck what is read on a card counts also where it
    may be of another; of other decks what is missing from one is `stranger`, and ids not listed."""
    stranger: float
    """The probability that the card is none of this deck; above one half it is called so."""
    turned: bool
    """Whether the view shows the surest card upside down, as compared with how it was taught."""

    @property
    def card(self) -> str | None:
        """The surest id; None for a deck of which nothing was shown."""
        return next(iter(self.names), None)

    @property
    def confidence(self) -> float:
        """The surest id's probability."""
        return next(iter(self.names.values()), 0.0)


@dataclass(frozen=True, eq=False)
class Gallery:
    """All pictures of a taught deck, ready to be compared."""

    taught: Taught
    recogniser: Recogniser
    likeness: Likeness
    cards: tuple[str, ...]
    """The cards of which there are pictures."""
    owners: NDArray[np.intp]
    """Index in `cards` of each picture, those of one card side by side."""
    stored: Numbers
    """(2, pictures, d): each picture as it is, and upside down."""
    prints: tuple[Print, ...]
    """Each picture, to be compared as such."""

    @classmethod
    def load(cls, taught: Taught, recogniser: Recogniser, folder: Path | None = None) -> Gallery:
        """The gallery of a deck; `folder` holds the released networks. Raises ModelError, and
        TaughtError for a damaged picture.
        """
        return cls.of(taught, recogniser, Likeness.load(folder))

    @classmethod
    def of(cls, taught: Taught, recogniser: Recogniser, likeness: Likeness) -> Gallery:
        """The gallery of a deck, with networks that are loaded already. Raises TaughtError."""
        cards = tuple(card for card in taught.cards if taught.views.get(card))
        owners, views = [], []
        for index, card in enumerate(cards):
            for view in taught.pictures(card):
                owners.append(index)
                views.append(view)
        stored = likeness.stored([*views, *(upside_down(view) for view in views)])
        pair = stored.reshape(2, len(views), stored.shape[1])
        prints = tuple(Print.of(view) for view in views)
        return cls(taught, recogniser, likeness, cards, np.array(owners, np.intp), pair, prints)

    @property
    def sure(self) -> float:
        """From this probability on a card has its name; chosen on generated decks only."""
        return self.likeness.sure

    @property
    def french(self) -> bool:
        """Whether all its faces are such as the trained recogniser reads."""
        faces = set(self.cards) - {BACK}
        return bool(faces) and faces <= {*NAMES, "JOKER"}

    def name(
        self,
        views: Sequence[Picture],
        readings: Sequence[Reading] | None = None,
        surely: Sequence[bool] | None = None,
    ) -> list[Named]:
        """What each card view, uint8 (320, 224, 3), shows; all were seen at the same time.

        `readings`: what the recogniser said of the same views, where that is known already; for a
        French deck it is asked otherwise. `surely`: where surely a card lies (default: everywhere);
        what may be none says nothing about the deck on the table.
        """
        if not views or not self.cards:
            return [Named({}, 1.0, False) for _ in views]
        if readings is None and not set(self.cards).isdisjoint(NAMES):
            readings = self.recogniser.read(list(views))
        compared = self.compared(views, readings)
        shares = [self._shares(one) for one in compared]
        own = np.array(
            [self._own(one, share) for one, share in zip(compared, shares, strict=True)], np.float32
        )
        own += _of_the_table(own, _counted(own, readings, surely))
        return [
            self._named(one, share, float(odds), readings[i] if readings else None)
            for i, (one, share, odds) in enumerate(zip(compared, shares, own, strict=True))
        ]

    def compared(
        self, views: Sequence[Picture], readings: Sequence[Reading] | None = None
    ) -> list[Compared]:
        """What answers are made of, for each view; at least one card has to be known."""
        asked = self.likeness.asked(views)
        # Not by matrix product: its threads wait for each other far longer than this takes.
        near = np.einsum("nd,wpd->nwp", asked.which, self.stored)
        there = np.einsum("nd,wpd->nwp", asked.whether, self.stored)
        return [
            self._compared(
                view,
                near[i],
                there[i],
                asked.judged[i],
                self._raised(readings[i] if readings else None),
            )
            for i, view in enumerate(views)
        ]

    def _compared(
        self, view: Picture, near: Numbers, there: Numbers, judged: Numbers, raised: Numbers
    ) -> Compared:
        """`near` and `there` (2, pictures)."""
        which = []
        for card in range(len(self.cards)):
            mine = np.flatnonzero(self.owners == card)
            way, picture = divmod(int(near[:, mine].argmax()), len(mine))
            which.append((way, int(mine[picture])))
        ways, pictures = (np.array(part) for part in zip(*which, strict=True))
        seen = Print.of(view)
        one = Compared(
            near[ways, pictures], there[ways, pictures], ways == 1, raised, judged,
            np.full(len(self.cards), np.nan, np.float32), np.zeros(len(self.cards), np.float32),
            seen.contrast,
        )  # fmt: skip
        shares = self._shares(one)
        count = LOOKED_AT if shares.max() < HESITATES else 1
        for card in np.argsort(-shares)[:count]:
            stored = self.prints[pictures[card]]
            stored = stored.upside_down() if ways[card] else stored
            one.agreed[card], one.hues[card] = agreement(seen, stored)
        return one

    def _shares(self, one: Compared) -> Numbers:
        """How probable each card is, if it is one of the deck."""
        sharp, index = self.likeness.sharp * float(one.judged[0]), self.likeness.index
        odds = np.exp(sharp * (one.near - one.near.max())) * one.raised**index
        shares = odds / odds.sum()
        looked = np.isfinite(one.agreed)
        if looked.any():  # what these have in common is shared out anew
            alike = self.likeness.pictures * one.agreed + self.likeness.colours * one.hues
            again = shares[looked] * np.exp(alike[looked] - alike[looked].max())
            shares[looked] = again / again.sum() * shares[looked].sum()
        return np.asarray(shares, np.float32)

    def _own(self, one: Compared, shares: Numbers) -> float:
        """Log odds that it is a card of this deck, for all that the card itself says."""
        surest = int(shares.argmax())
        return float(one.own_features(surest, float(shares[surest])) @ self.likeness.own)

    def _named(self, one: Compared, shares: Numbers, own: float, reading: Reading | None) -> Named:
        stranger = float(1 / (1 + np.exp(np.clip(own, -30, 30))))
        called = dict(zip(self.cards, (shares * (1 - stranger)).tolist(), strict=True))
        if reading is not None and self.french:
            read = self._read_as_foreign(reading, shares)
            french = float(1 / (1 + np.exp(-np.clip(own + FAR, -30, 30))))
            for name, share in read.items():
                # What was not shown yet looks like none of the others.
                counts = stranger * french if name in called else stranger
                called[name] = called.get(name, 0.0) + share * counts
        best = sorted(called, key=lambda card: -called[card])[:LISTED]
        names = {card: round(called[card], 4) for card in best}
        return Named(names, round(stranger, 4), bool(one.turned[shares.argmax()]))

    def _read_as_foreign(self, reading: Reading, shares: Numbers) -> dict[str, float]:
        """What a card of another French deck is called: its pips lie much as they do in this one,
        so that the pictures count a little beside what is read."""
        like = dict(zip(self.cards, shares.tolist(), strict=True))
        raised = {
            name: share * (like[name] + 1e-4) ** OF_OTHERS if name in like else share
            for name, share in reading.names.items()
        }
        scale = sum(reading.names.values()) / max(sum(raised.values()), 1e-9)
        return {name: min(1.0, share * scale) for name, share in raised.items()}

    def _raised(self, reading: Reading | None) -> Numbers:
        """By how much the reading makes each card more probable than it was (cards,)."""
        if reading is None:
            return np.ones(len(self.cards), np.float32)
        known = {name: share for name, share in reading.names.items() if name in NAMES}
        rest = max(0.0, 1 - sum(known.values()))
        raised = [
            known.get(card, 0.0) * len(NAMES) + rest if card in NAMES else 1.0
            for card in self.cards
        ]
        return np.maximum(np.array(raised, np.float32), np.float32(1e-3))


def _counted(
    own: Numbers, readings: Sequence[Reading] | None, surely: Sequence[bool] | None
) -> NDArray[np.bool_]:
    """Which views say something about the deck that lies there: what may be no card does not, nor
    a back, since a deck may be taught without."""
    cards = np.ones(len(own), bool) if surely is None else np.array(surely, bool)
    if readings is not None:
        cards &= np.array([max(r.back, r.empty) < 0.5 for r in readings], bool)
    return cards | (own > 0)


def _of_the_table(own: Numbers, counted: NDArray[np.bool_]) -> Numbers:
    """What the other cards that are seen at the same time add to each card's log odds.

    A table is seldom laid with two decks, and a foreign card among the deck's own is still told
    where it differs clearly: what is added is bounded by `ONE_DECK`.
    """
    said = np.where(counted, np.clip(own, -LOUDEST, LOUDEST), 0.0)
    deck = 1 / (1 + np.exp(-np.clip(said.sum() - said, -30, 30)))
    ours = deck * ONE_DECK + (1 - deck) * (1 - ONE_DECK)
    return np.asarray(np.log(ours / (1 - ours)), np.float32)


def upside_down(view: Picture) -> Picture:
    """The view with its lower end up."""
    return np.ascontiguousarray(view[::-1, ::-1])
