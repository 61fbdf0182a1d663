"""How well a deck is known that was only shown: one view a card, then other views in scenes.

Scenes differ from what was shown in light, angle (up to 40 degrees), blur, size (60 to 200 pixels)
and in what lies over the cards (up to 30 % of them). Naming is measured on true outlines, the
whole path with the outlines that the eye finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vision import crops, quads
from vision.eye import Eye
from vision.frame import Picture
from vision.gallery import Gallery, Named
from vision.likeness import Likeness
from vision.recogniser import Reading
from vision.sighting import BACK, UNKNOWN
from vision.taught import Taught

from ..scenes import EASY, NORMAL, LabelledCard, Scene, SceneMaker
from ..scenes.shelf import Deck
from .counting import Share
from .generated import FROM, Extract, Only, label
from .matching import match

SHOWING = replace(
    EASY, name="showing", cards=(1, 1), card_height=(200, 420), tilt=(0, 15),
    tables=("plain", "wood", "felt", "cloth"), back_shares=(1.0, 0.0, 0.0, 0.0), strange_share=0.0,
)  # fmt: skip
"""One card, held or laid before the camera on purpose."""
PLAYING = replace(
    NORMAL, name="playing", card_height=(60, 200), tilt=(0, 40), cards=(3, 10),
    back_shares=(0.9, 0.1, 0.0, 0.0), strange_share=0.0,
)  # fmt: skip
"""The same cards in play: light, lens and tables as in normal scenes, smaller and steeper."""
SHOWN_SIDE, SIZE = 640, (960, 720)
"""Pixels of the pictures; both are pieces of a 1080p frame."""
LEAST_VISIBLE = 0.7
"""Cards of which less can be seen are not counted."""
OUTLINED, WHOLE, OTHERS = "true outline", "whole path", "another deck's cards"
"""Rows of the report."""
FOUND = 0.8
"""The outline that the eye found serves for teaching when it shares so much with the true one."""


def maker_of(maker: SceneMaker, deck: Deck) -> SceneMaker:
    """Draws scenes with this deck alone."""
    return replace(maker, shelf=Only(maker.shelf.decks, maker.shelf.backs, (deck,)))


def teach(eye: Eye, maker: SceneMaker, deck: Deck, first: int = FROM, views: int = 1) -> Taught:
    """The deck after every card was shown so often, each time in a scene of its own."""
    taught = Taught(deck.name, deck.cards)
    for index, card in enumerate(deck.cards):
        alone = maker_of(maker, Extract(deck, (card,)))
        for time in range(views):
            seed = first + 500_000 + index * 1_000 + time * 100
            taught = taught.with_view(card, _shown(eye, _whole_card(alone, seed)))
    return taught


def _whole_card(maker: SceneMaker, seed: int) -> Scene:
    """The first scene from this seed on in which the card is not cut by the picture's edge."""
    while True:
        scene = maker.make(seed, SHOWING, (SHOWN_SIDE, SHOWN_SIDE), part="held-out", frame=1080)
        if len(scene.cards) == 1 and scene.cards[0].visible > 0.99:
            return scene
        seed += 1


def _shown(eye: Eye, scene: Scene) -> Picture:
    """The card's view, cut as the eye finds it."""
    (card,) = scene.cards
    pyramid = crops.Pyramid(scene.picture)
    found = eye.detector.find(scene.picture)
    for outline in eye.corners.outline(pyramid, [f.rectangle for f in found]):
        quad = quads.long_side_up(outline.quad)
        if quads.iou(quad, card.quad) > FOUND:
            # An eye that cannot read a card may take its lower end for the upper one.
            upside = np.linalg.norm(quad[0] - card.quad[0]) > np.linalg.norm(quad[2] - card.quad[0])
            return crops.card_view(pyramid, quads.turned(quad, 2) if upside else quad)
    return crops.card_view(pyramid, card.quad)


def scenes(
    maker: SceneMaker, deck: Deck, count: int, first: int = FROM
) -> Iterator[tuple[Scene, tuple[LabelledCard, ...]]]:
    """So many scenes, each with the faces that are counted."""
    there = maker_of(maker, deck)
    for seed in range(first, first + count):
        scene = there.make(seed, PLAYING, SIZE, part="held-out", frame=1080)
        yield scene, tuple(c for c in scene.cards if _counts(c))


def _counts(card: LabelledCard) -> bool:
    x, y = quads.centre(card.quad)
    inside = 0 < x < SIZE[0] and 0 < y < SIZE[1]
    return card.card != BACK and card.visible >= LEAST_VISIBLE and inside


@dataclass
class Tally:
    """What became of so many cards."""

    right: int = 0
    wrong: int = 0
    """Of another card's name, given surely."""
    unsure: int = 0
    """Found, and not named surely."""
    refused: int = 0
    """Said to be none of this deck, among all these: such a French card may be named as well."""
    missed: int = 0
    """Not found at all."""
    first: int = 0
    """The surest name was the right one, sure or not."""

    @property
    def all(self) -> int:
        """How many."""
        return self.right + self.wrong + self.unsure + self.missed

    def add(self, truth: str, names: Sequence[str], sure: bool, stranger: bool) -> None:
        """Count one card."""
        best = names[0] if names else None
        self.first += best == truth
        self.refused += stranger
        if sure:
            self.right += best == truth
            self.wrong += best != truth
        else:
            self.unsure += 1

    def as_json(self) -> dict[str, Any]:
        """All shares."""
        return {
            "right": Share(self.right, self.all).as_json(),
            "first choice right": Share(self.first, self.all).as_json(),
            "wrong": Share(self.wrong, self.right + self.wrong).as_json(),
            "unsure": Share(self.unsure, self.all).as_json(),
            "refused": Share(self.refused, self.all).as_json(),
            "missed": Share(self.missed, self.all).as_json(),
        }

    def line(self) -> str:
        """Counts in words."""
        return (
            f"right {Share(self.right, self.all)}, surest right {Share(self.first, self.all)}, "
            f"wrong {Share(self.wrong, self.right + self.wrong)} of named, unsure {self.unsure}, "
            f"refused {Share(self.refused, self.all)}, missed {self.missed}"
        )


@dataclass
class Report:
    """Everything counted for one deck."""

    deck: str
    cards: int
    file_bytes: int
    """Of the taught deck."""
    tallies: dict[str, Tally] = field(default_factory=dict)

    def tally(self, row: str) -> Tally:
        """That row's counts."""
        return self.tallies.setdefault(row, Tally())

    def lines(self) -> Iterator[str]:
        """As printed."""
        yield f"{self.cards} cards, {self.file_bytes / 1024:.0f} KiB"
        for row, tally in sorted(self.tallies.items()):
            if row.startswith(OTHERS):
                named = Share(tally.right + tally.wrong, tally.all)
                told = Share(tally.refused, tally.all)
                as_read = f", {tally.right} of them as is printed" if tally.right else ""
                yield f"{row:36} called not of this deck {told}, named {named}{as_read}"
            else:
                yield f"{row:36} {tally.line()}"

    def as_json(self) -> dict[str, Any]:
        """As written."""
        rows = {row: tally.as_json() for row, tally in self.tallies.items()}
        return {"cards": self.cards, "bytes": self.file_bytes, "rows": rows}


def views_of(scene: Scene, cards: Sequence[LabelledCard]) -> list[Picture]:
    """The cards' views on their true outlines; every other one upside down, as cards lie."""
    pyramid = crops.Pyramid(scene.picture)
    rng = np.random.default_rng((scene.seed, 0x7EAC))
    return [
        crops.card_view(pyramid, quads.turned(card.quad, 2 * int(rng.integers(2))))
        for card in cards
    ]


def measure(
    eye: Eye,
    likeness: Likeness,
    maker: SceneMaker,
    deck: Deck,
    count: int,
    strangers: Sequence[Deck] = (),
    first: int = FROM,
    views: int = 1,
) -> Report:
    """Teach the deck, then name it in so many scenes; and scenes of other decks beside it."""
    taught = teach(eye, maker, deck, first, views)
    gallery = Gallery.of(taught, eye.recogniser, likeness)
    alone = replace(gallery, likeness=replace(likeness, index=0.0))
    watching = eye.with_deck(gallery)
    report = Report(deck.name, len(deck.cards), len(taught.to_bytes()))
    for scene, cards in scenes(maker, deck, count, first):
        there = views_of(scene, cards)
        readings = eye.recogniser.read(there)
        for card, answer in zip(cards, gallery.name(there, readings), strict=True):
            cover = "open" if card.visible > 0.97 else "partly covered"
            for row in (OUTLINED, f"{OUTLINED}, {cover}"):
                _add(report.tally(row), card.card, answer, gallery.sure)
        if deck.names:
            for card, answer in zip(cards, alone.name(there, readings), strict=True):
                _add(report.tally(f"{OUTLINED}, pictures alone"), card.card, answer, gallery.sure)
            for card, reading in zip(cards, readings, strict=True):
                _add_untaught(report.tally(f"{OUTLINED}, not taught"), card.card, reading, eye)
            _whole_path(report, eye, scene, cards, f"{WHOLE}, not taught")
        _whole_path(report, watching, scene, cards, WHOLE)
    for other in strangers:
        kind = "French deck" if other.names else "other game"
        for scene, cards in scenes(maker, other, max(4, count // 6), first + 300_000):
            for card, answer in zip(cards, gallery.name(views_of(scene, cards)), strict=True):
                # What is printed on a French card is its name, whichever deck it is of.
                truth = card.card if deck.names and other.names else ""
                for row in (OTHERS, f"{OTHERS} ({kind})"):
                    _add(report.tally(row), truth, answer, gallery.sure)
    return report


def _add(tally: Tally, truth: str, answer: Named, sure: float) -> None:
    tally.add(truth, list(answer.names), answer.confidence >= sure, answer.stranger > 0.5)


def _add_untaught(tally: Tally, truth: str, reading: Reading, eye: Eye) -> None:
    names = list(reading.names)
    tally.add(truth, names, reading.names[names[0]] >= eye.recogniser.sure, False)


def _whole_path(
    report: Report,
    eye: Eye,
    scene: Scene,
    cards: Sequence[LabelledCard],
    row: str,
) -> None:
    """What the eye says of the same cards when it has to find them itself."""
    counted = {id(card) for card in cards}
    labels = [replace(label(card), card=card.card) for card in scene.cards]
    look = eye.look(scene.picture)
    found = match(labels, look.sightings, (scene.picture.shape[1], scene.picture.shape[0]))
    for card, result in zip(scene.cards, found.results, strict=True):
        if id(card) not in counted:
            continue
        seen = result.sighting
        tally = report.tally(row)
        if seen is None:
            tally.missed += 1
            continue
        names = [BACK] if seen.side == "back" else list(seen.names)
        tally.add(card.card, names, seen.card != UNKNOWN, False)
