"""Scenes to measure with: decks, tables and backs that training never saw, drawn from fixed seeds.

Beside the three conditions there are kinds for one question each: cards of other games, jokers,
every index language in fonts held out of training, and one card in every rotation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.frame import Picture
from vision.sighting import BACK, UNKNOWN

from ..decks.load import cache_folder
from ..scenes import BY_NAME, EASY, NORMAL, Conditions, LabelledCard, SceneMaker
from ..scenes.shelf import Art, Deck, Part, Shelf
from .accuracy import Example
from .matching import Label

FROM = 9_000_000
"""First seed of benchmark scenes."""
TURN = 15
"""Degrees between two rotations."""
SIDE = 900
"""Pixels of a scene that is turned."""


def label(card: LabelledCard) -> Label:
    """A generated card as the benchmark wants it: what has no name of the 52 is `?`."""
    name = card.card if card.named or card.card == BACK else UNKNOWN
    return Label(name, card.visible > 0.97, None, card.quad, card.visible, card.index_visible)


def generated(
    conditions: str, count: int, first: int = FROM, part: Part = "held-out"
) -> Iterator[Example]:
    """Scenes of these conditions; their decks are held out or, for comparison, learned from."""
    maker = SceneMaker.from_cache()
    for seed in range(first, first + count):
        scene = maker.make(seed, BY_NAME[conditions], part=part)
        held = any(d.name == scene.deck and d.part != "train" for d in maker.shelf.decks)
        source = f"{conditions}, {'held-out' if held else 'training'} decks"
        labels = tuple(label(c) for c in scene.cards)
        yield Example(f"{conditions}-{seed}", source, labels, partial(np.asarray, scene.picture))


@dataclass(frozen=True)
class Only(Shelf):
    """A shelf with the decks of one question."""

    chosen: tuple[Deck, ...] = ()

    def deck(self, rng: Generator, *, part: Part, named: bool) -> Deck:  # noqa: ARG002
        """One of the chosen decks."""
        return self.chosen[int(rng.integers(len(self.chosen)))]


@dataclass(frozen=True)
class Extract:
    """Some cards of a deck as a deck of their own."""

    whole: Deck
    cards: tuple[str, ...]

    @property
    def name(self) -> str:
        """The whole deck's."""
        return self.whole.name

    @property
    def names(self) -> bool:
        """As the whole deck."""
        return self.whole.names

    @property
    def aspect(self) -> float:
        """Height through width."""
        return self.whole.aspect

    def art(self, index: int, height: float) -> Art:
        """Card `index` of this extract."""
        return self.whole.art(self.whole.cards.index(self.cards[index]), height)


def of_decks(
    kind: str,
    decks: Mapping[str, Sequence[Deck]],
    count: int,
    conditions: Conditions = NORMAL,
) -> Iterator[Example]:
    """So many scenes of each row of decks; FileNotFoundError where there are no such decks."""
    maker = SceneMaker.from_cache()
    for row, chosen in decks.items():
        if not chosen:
            raise FileNotFoundError(f"there are no decks to measure {kind} with ({row})")
        shelf = Only(maker.shelf.decks, maker.shelf.backs, tuple(chosen))
        there = replace(maker, shelf=shelf)
        for seed in range(FROM, FROM + count):
            scene = there.make(seed, conditions, part="held-out")
            labels = tuple(label(c) for c in scene.cards)
            picture = partial(np.asarray, scene.picture)
            yield Example(f"{kind}-{row}-{seed}", f"{kind}: {row}", labels, picture)


def strangers(count: int) -> Iterator[Example]:
    """Cards that are none of the 52."""
    decks = [d for d in Shelf.from_cache().decks if not d.names and d.part != "train"]
    return of_decks("other cards", {"held-out decks": decks}, count)


def jokers(count: int) -> Iterator[Example]:
    """Jokers whose art was never learned from."""
    decks = [
        Extract(d, ("JOKER",))
        for d in Shelf.from_cache().decks
        if d.names and d.part != "train" and "JOKER" in d.cards
    ]
    return of_decks("jokers", {"held-out decks": decks}, count)


def languages(count: int) -> Iterator[Example]:
    """The five ways to print jack, queen and king, in fonts held out of training."""
    from ..decks.fresh import FreshDeck  # draws with Qt
    from ..decks.style import INDEX_LETTERS, style_of

    decks = {
        language: [FreshDeck(style_of(FROM + i, cache_folder(), True, language)) for i in range(6)]
        for language in INDEX_LETTERS
    }
    return of_decks("index letters", decks, count)


def turns(count: int) -> Iterator[Example]:
    """The same cards in every rotation, `TURN` degrees apart."""
    maker = SceneMaker.from_cache()
    alone = replace(EASY, name="alone", cards=(1, 1))
    size = SIDE * 2
    for seed in range(FROM, FROM + count):
        deck = maker.shelf.deck(np.random.default_rng(seed), part="held-out", named=True)
        there = replace(maker, shelf=Only(maker.shelf.decks, maker.shelf.backs, (deck,)))
        scene = there.make(seed, alone, (size, size), part="held-out", frame=1080)
        cards = [c for c in scene.cards if c.visible > 0.97]
        for degrees in range(0, 360, TURN):
            for card in cards[:1]:
                turned, there_now = _turned(scene.picture, card, degrees)
                source = f"rotation: {degrees:03d} degrees"
                picture = partial(np.asarray, turned)
                yield Example(f"turn-{degrees}-{seed}", source, (there_now,), picture)


def _turned(picture: Picture, card: LabelledCard, degrees: int) -> tuple[Picture, Label]:
    """A square around the card, turned about the card's middle."""
    x, y = card.quad.mean(axis=0)
    matrix = cv2.getRotationMatrix2D((float(x), float(y)), degrees, 1.0)
    matrix[:, 2] += (SIDE / 2 - x, SIDE / 2 - y)
    turned = cv2.warpAffine(picture, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT_101)
    corners = card.quad @ matrix[:, :2].T + matrix[:, 2]
    quad = cast("NDArray[np.float32]", corners.astype(np.float32))
    return cast(Picture, turned), replace(label(card), quad=quad)


KINDS: Final[Mapping[str, Callable[[int], Iterator[Example]]]] = {
    **{name: partial(generated, name) for name in ("easy", "normal", "hard")},
    "strangers": strangers,
    "jokers": jokers,
    "languages": languages,
    "turns": turns,
}
"""Everything that can be generated to measure with, by name."""
