"""Chooses the settings of the likeness on taught decks that it has neither learned nor is measured
with: held-out decks of the validation half, drawn ones in fonts held out of training, and decks
that are made of pieces of held-out photographs.

    python -m companion_datasets.training.taught_decks --scenes 25

Prints them; they are then written into `training.release`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compared import Compared
from vision.eye import Eye
from vision.frame import Picture
from vision.gallery import Gallery
from vision.likeness import Likeness
from vision.recogniser import Reading

from ..benchmarks.teach import scenes, teach, views_of
from ..decks.load import cache_folder
from ..scenes import SceneMaker
from ..scenes.shelf import Deck
from .albums import VALIDATION_SEED, of_pieces
from .release import VALIDATION_FROM

Numbers = NDArray[np.float64]

FRENCH, STRANGE = 3, ("elements", "tarot", "coloured", "german")
"""How many held-out French decks, and which drawn ones beside them."""
ALIKE = 2
"""Decks of six elements, of other seeds than the measured one."""
FOREIGN, FOREIGN_SCENES = 7, 6
"""Other French decks, whose cards are strangers to the first ones; and scenes of each."""
PIECES = 2
"""Decks that are made of pieces of photographs, held out of training as well."""
MOST_WRONG = 0.008
"""Share of wrong names, of those given, that the threshold allows."""
MOST_REFUSED = 0.01
"""Share of a deck's own cards that may be called strangers where nothing else lies beside them."""
GRIDS = {
    "sharp": np.arange(0.4, 2.01, 0.1),
    "index": np.arange(0.0, 2.01, 0.1),
    "pictures": np.arange(0.0, 61.0, 5.0),
    "colours": np.arange(0.0, 41.0, 2.0),
}
"""Values that are tried."""
UNLIKE = ("fresh", "pieces")
"""Kinds of which no two decks share anything."""
STEP = 5
"""Of the other decks' views every so many-th is asked."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """A deck whose cards are pieces of photographs."""

    name: str
    faces: tuple[NDArray[np.uint8], ...]

    names = False
    aspect = 1.45

    @property
    def cards(self) -> tuple[str, ...]:
        """Ids in order."""
        return tuple(f"piece-{number:02d}" for number in range(len(self.faces)))

    def art(self, index: int, height: float) -> NDArray[np.uint8]:  # noqa: ARG002
        """Card `index`, of the one height that there is."""
        return self.faces[index]


@dataclass(frozen=True, eq=False)
class Shown:
    """A deck that was taught, and views of its cards in play."""

    gallery: Gallery
    views: list[Picture]
    readings: list[Reading]
    truth: list[str]

    @property
    def kind(self) -> str:
        """Decks of one kind share their signs, and may be two prints of one drawing."""
        deck = self.gallery.taught.deck
        return "french" if self.truth[0][-1].isupper() else deck.split("-")[0]


@dataclass(frozen=True, eq=False)
class Foreign:
    """Views of cards that are strangers to every deck."""

    views: list[Picture]
    readings: list[Reading]


@dataclass(frozen=True, eq=False)
class Answer:
    """One view compared with one deck."""

    compared: Compared
    truth: int
    """Index of the card; -1 for a card of another deck."""
    alike: bool = False
    """Whether that deck is of the same kind: no threshold can ask that its cards are told."""


def validation_decks(maker: SceneMaker) -> Iterator[Deck]:
    """The decks that settings are chosen with."""
    from ..decks.elements import ElementsDeck  # draws with Qt
    from ..decks.fresh import FreshStrangers
    from ..decks.strangers import strange_style

    yield from _french(maker)[:FRENCH]
    for number, kind in enumerate(STRANGE):
        seed = VALIDATION_SEED + 100_000 + number
        yield FreshStrangers(kind, seed, strange_style(seed, cache_folder(), held_out=True))
    for number in range(PIECES if maker.textures.held_out else 0):
        seed = VALIDATION_SEED + 2 * number
        faces = of_pieces(np.random.default_rng((seed, 0xA1B)), maker.textures.held_out)
        yield Pieces(f"pieces-{seed}", tuple(faces))
    for number in range(ALIKE):
        yield ElementsDeck(VALIDATION_FROM + number, cache_folder())


def _french(maker: SceneMaker) -> list[Deck]:
    return [d for d in maker.shelf.decks if d.part == "validation" and d.names]


def foreign(eye: Eye, maker: SceneMaker) -> Foreign:
    """Cards of French decks that are none of those that are taught."""
    views: list[Picture] = []
    for deck in _french(maker)[FRENCH : FRENCH + FOREIGN]:
        for scene, cards in scenes(maker, deck, FOREIGN_SCENES, VALIDATION_FROM + 300_000):
            views += views_of(scene, cards)
    return Foreign(views, eye.recogniser.read(views))


def shown(eye: Eye, likeness: Likeness, maker: SceneMaker, deck: Deck, count: int) -> Shown:
    """Teach a deck and look at it in play."""
    taught = teach(eye, maker, deck, VALIDATION_FROM)
    views: list[Picture] = []
    truth: list[str] = []
    for scene, cards in scenes(maker, deck, count, VALIDATION_FROM):
        views += views_of(scene, cards)
        truth += [card.card for card in cards]
    gallery = Gallery.of(taught, eye.recogniser, likeness)
    return Shown(gallery, views, eye.recogniser.read(views), truth)


def answers(decks: Sequence[Shown], foreign: Foreign) -> Iterator[Answer]:
    """Every view against its own deck, and some of them against the others."""
    for deck in decks:
        yield from _against(deck.gallery, deck.views, deck.readings, deck.truth)
        if deck.kind == "french":
            nobody = [""] * len(foreign.views)
            for answer in _against(deck.gallery, foreign.views, foreign.readings, nobody):
                yield replace(answer, alike=True)
        for other in decks:
            if other is not deck and (other.kind != deck.kind or other.kind in UNLIKE):
                some = slice(None, None, STEP)
                nobody = [""] * len(other.views[some])
                yield from _against(deck.gallery, other.views[some], other.readings[some], nobody)


def _against(
    gallery: Gallery, views: list[Picture], readings: list[Reading], truth: list[str]
) -> Iterator[Answer]:
    for first in range(0, len(views), 32):
        some = slice(first, first + 32)
        for compared, name in zip(
            gallery.compared(views[some], readings[some]), truth[some], strict=True
        ):
            yield Answer(compared, gallery.cards.index(name) if name else -1)


@dataclass(frozen=True)
class Settings:
    """What is chosen; the meanings are those of `likeness.Likeness`."""

    sharp: float = 1.0
    index: float = 1.0
    pictures: float = 0.0
    colours: float = 0.0
    own: tuple[float, ...] = ()
    sure: float = 0.9

    def changed(self, name: str, value: float) -> Settings:
        """With another value of one setting."""
        given: dict[str, Any] = {name: round(float(value), 2)}
        return replace(self, **given)

    def shares(self, one: Compared) -> Numbers:
        """As the gallery has them."""
        logits = self.sharp * one.judged[0] * one.near + self.index * np.log(one.raised)
        odds = np.exp(logits - logits.max()).astype(float)
        shares: Numbers = odds / odds.sum()
        looked = np.isfinite(one.agreed)
        if looked.any():
            alike = self.pictures * one.agreed + self.colours * one.hues
            again = shares[looked] * np.exp(alike[looked] - alike[looked].max())
            shares[looked] = again / again.sum() * shares[looked].sum()
        return shares


def chosen(made: Sequence[Answer]) -> Settings:
    """The settings under which these answers are the least surprising, and the threshold."""
    own = [one for one in made if one.truth >= 0]

    def surprise(settings: Settings) -> float:
        shares = [settings.shares(one.compared)[one.truth] for one in own]
        return float(np.mean(-np.log(np.array(shares) + 1e-4)))

    best = Settings()
    for _ in range(2):  # they hang together a little
        for name, values in GRIDS.items():
            best = min((best.changed(name, value) for value in values), key=surprise)
    shares = [best.shares(one.compared) for one in made]
    surest = np.array([int(s.argmax()) for s in shares])
    share = np.array([float(s.max()) for s in shares])
    features = np.array([
        one.compared.own_features(int(card), float(s[card]))
        for one, card, s in zip(made, surest, shares, strict=True)
    ], float)  # fmt: skip
    is_own = np.array([one.truth >= 0 for one in made])
    weights = told_apart(features, is_own)
    weights[0] -= np.quantile((features @ weights)[is_own], MOST_REFUSED)
    odds = features @ weights
    confidence = share / (1 + np.exp(-np.clip(odds, -30, 30)))
    right = np.array([one.truth for one in made]) == surest
    order = np.argsort(-confidence)
    order = order[[not made[place].alike for place in order]]
    wrong = np.cumsum(~right[order]) / np.arange(1, len(order) + 1)
    fitting = np.flatnonzero(wrong <= MOST_WRONG)
    sure = max(0.5, float(confidence[order[fitting[-1]]])) if len(fitting) else 0.99
    named = confidence >= sure
    print(
        f"{is_own.sum()} own cards: surest right {right[is_own].mean():.4f}, named right "
        f"{(right & named)[is_own].mean():.4f}, refused {(odds < 0)[is_own].mean():.4f}; "
        f"{(~is_own).sum()} strangers: refused {(odds < 0)[~is_own].mean():.4f}, named "
        f"{named[~is_own].mean():.4f}"
    )
    return replace(best, own=tuple(round(float(w), 3) for w in weights), sure=round(sure, 3))


def told_apart(features: Numbers, is_own: NDArray[np.bool_]) -> Numbers:
    """Weights of a logistic regression in which own cards and strangers count the same."""
    weights = np.zeros(features.shape[1])
    count = np.where(is_own, 1 / is_own.sum(), 1 / (~is_own).sum())
    for _ in range(60):
        share = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ ((share - is_own) * count)
        curve = (features * (share * (1 - share) * count)[:, None]).T @ features
        weights -= np.linalg.solve(curve + 1e-5 * np.eye(len(weights)), slope)
    return np.asarray(weights, float)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=25, help="scenes of each deck")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    eye, maker = Eye.load(), SceneMaker.from_cache()
    # Settings scale what the network says; these let it through as it is.
    likeness = replace(Likeness.load(), sharp=1.0, index=1.0, pictures=0.0, colours=0.0)
    decks = []
    for deck in validation_decks(maker):
        decks.append(shown(eye, likeness, maker, deck, asked.scenes))
        print(f"{deck.name}: {len(decks[-1].views)} views", flush=True)
    print(chosen(list(answers(decks, foreign(eye, maker)))))


if __name__ == "__main__":
    main()
