"""A shelf on which most decks have never been seen before."""

from __future__ import annotations

from dataclasses import dataclass, replace

from numpy.random import Generator

from ..decks.fresh import FreshBack, fresh, fresh_strangers
from ..decks.load import cache_folder
from ..scenes import SceneMaker
from ..scenes.shelf import Deck, Part, Shelf

FRESH = 0.62
"""Share of the decks, and of the backs, that are drawn for one scene only."""
REAL = 0.2
"""Share of the decks from the cache that are photographed ones."""


@dataclass(frozen=True)
class FreshShelf(Shelf):
    """The cache's decks, and as many more as there are seeds."""

    def deck(self, rng: Generator, *, part: Part, named: bool) -> Deck:
        """As `Shelf.deck`; most are drawn afresh."""
        if part != "train":
            return super().deck(rng, part=part, named=named)
        if not named:
            if rng.random() < FRESH:
                return fresh_strangers(rng, cache_folder())
            return super().deck(rng, part=part, named=named)
        learned = [d for d in self.decks if d.part == "train" and d.names]
        if rng.random() < FRESH:
            lenders = [d for d in learned if not d.name.startswith("proc-")]
            return fresh(rng, cache_folder(), lenders)
        real = [d for d in learned if d.real]
        chosen = real if real and rng.random() < REAL else learned
        return chosen[int(rng.integers(len(chosen)))]

    def back(self, rng: Generator, *, part: Part) -> Deck:
        """As `Shelf.back`; of backs to learn from, most are drawn afresh."""
        if part != "train" or rng.random() >= FRESH:
            return super().back(rng, part=part)
        return FreshBack(int(rng.integers(100_000, 2**31)))


def fresh_maker() -> SceneMaker:
    """Makes scenes with the cache's textures and such a shelf."""
    maker = SceneMaker.from_cache()
    return replace(maker, shelf=FreshShelf(maker.shelf.decks, maker.shelf.backs))
