"""Places that a detector took for a card and that are none: what the closer looks have to refuse.

    python -m companion_datasets.training.negatives scenes --from 0 --to 10
    python -m companion_datasets.training.negatives tables --from 0 --to 4
    python -m companion_datasets.training.negatives photographs LABELS.jsonl

Looked for with the released detector in scenes to learn from, at tables where games are played with
decks to learn from (phones, score pads and sleeves lie there), and in labelled photographs beside
their cards. A piece of a large card (the head of a king) is no card either, nor is the outline
that runs over two cards of a heap and is neither's.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from vision import crops, quads
from vision.corners import CornerFinder
from vision.detector import Detector
from vision.frame import Picture

from ..benchmarks.accuracy import photographs
from ..benchmarks.matching import EDGE, box_iou
from ..scenes import TRAINING, SceneMaker
from ..scenes.shelf import Shelf
from ..simulator import SimulatedTable
from ..simulator.duren_evening import play_duren
from ..simulator.engel_evening import play_engel
from ..simulator.evening import play
from .shards import packed, shard_folder

KIND = "negatives"
SCENES_A_SHARD = 150
FIRST_SEED = 6_000_000
CLUTTERED = replace(TRAINING, clutter_share=0.9, cards=(1, 8), huge_share=0.25)
HEAPED = replace(TRAINING, covered_share=1.0, cards=(3, 14), card_height=(110, 420))
TAKEN = 0.25
"""Score from which on the eye looks closer at a place."""
APART = 0.15
"""A place that shares no more than that with any card is none."""
PIECE = 0.3
"""So is one that lies within a card and has no more than that share of its area."""

FILMS_A_SHARD, FRAMES_A_FILM = 15, 12
FIRST_TABLE, FIRST_TABLE_SHARD = 5_000_000, 5000
DOUBTED = 0.1
"""Score from which on a place at a table is looked at: the eye looks at such, too."""

NEITHER = 0.45
"""So is an outline, closely looked at, that has no more than that in common with any card."""

Place = tuple[Picture, Picture, float]
"""Outline view, card view, height in pixels."""


def _is_piece(place: quads.Quad, card: quads.Quad) -> bool:
    inside = quads.overlap(place, card) > 0.9 * abs(quads.area(place))
    return inside and abs(quads.area(place)) < PIECE * abs(quads.area(card))


def neithers(
    detector: Detector, finder: CornerFinder, picture: Picture, cards: list[quads.Quad]
) -> Iterator[Place]:
    """Outlines in a heap that are no card's."""
    pyramid = crops.Pyramid(picture)
    rectangles = [f.rectangle for f in detector.find(picture) if f.score >= TAKEN]
    high, wide = picture.shape[:2]
    for rectangle, seen in zip(rectangles, finder.outline(pyramid, rectangles), strict=True):
        x, y = quads.centre(seen.quad)
        inside = EDGE * wide < x < (1 - EDGE) * wide and EDGE * high < y < (1 - EDGE) * high
        if inside and max((quads.iou(seen.quad, card) for card in cards), default=0.0) < NEITHER:
            outline, _ = crops.outline_view(pyramid, rectangle)
            yield outline, crops.card_view(pyramid, seen.quad), quads.height(seen.quad)


def places(
    detector: Detector,
    picture: Picture,
    cards: list[quads.Quad],
    surely: bool = True,
    least: float = TAKEN,
) -> Iterator[Place]:
    """What the detector takes for cards and is none.

    `surely`: `cards` are outlines, so that pieces of a card can be told; boxes cannot tell.
    `least`: score from which on.
    """
    pyramid = crops.Pyramid(picture)
    high, wide = picture.shape[:2]
    for found in detector.find(picture):
        rectangle = found.rectangle
        x, y = quads.centre(rectangle)
        beyond = not (EDGE * wide < x < (1 - EDGE) * wide and EDGE * high < y < (1 - EDGE) * high)
        if found.score < least or beyond or quads.height(rectangle) < 16:
            continue
        if surely:
            apart = all(
                quads.iou(rectangle, card) < APART or _is_piece(rectangle, card) for card in cards
            ) and not any(
                quads.overlap(rectangle, card) > 0.5 * abs(quads.area(card)) for card in cards
            )
        else:
            apart = all(box_iou(quads.box(rectangle), quads.box(c)) < 0.02 for c in cards)
        if apart:
            outline, _ = crops.outline_view(pyramid, rectangle)
            yield outline, crops.card_view(pyramid, rectangle), quads.height(rectangle)


def save(number: int, found: Iterable[Place]) -> int:
    """Write one shard in the form of the view shards; how many places it holds."""
    rows = list(found)
    folder = shard_folder(KIND)
    folder.mkdir(parents=True, exist_ok=True)
    shard: dict[str, Any] = {
        **{f"outline_{k}": v for k, v in packed([r[0] for r in rows], 95).items()},
        **{f"view_{k}": v for k, v in packed([r[1] for r in rows], 95).items()},
        "names": np.array(["none"] * len(rows)),
        "targets": np.repeat(crops.outline_target().reshape(1, 8), len(rows), axis=0),
        "facts": np.array([[0.0, 0.0, 0.0, r[2], 0.0] for r in rows], np.float64).reshape(-1, 5),
    }
    partial = folder / f"{number:05d}.partial.npz"
    np.savez(partial, **cast(Any, shard))
    partial.replace(folder / f"{number:05d}.npz")
    return len(rows)


def of_scenes(
    detector: Detector, finder: CornerFinder, maker: SceneMaker, number: int
) -> Iterator[Place]:
    """Places from the scenes of one shard: cluttered ones and heaps in turns."""
    for seed in range(
        FIRST_SEED + number * SCENES_A_SHARD, FIRST_SEED + (number + 1) * SCENES_A_SHARD
    ):
        heaped = seed % 2 == 1
        scene = maker.make(seed, HEAPED if heaped else CLUTTERED, (960, 720), frame=1080)
        cards = [card.quad for card in scene.cards]
        if heaped:
            yield from neithers(detector, finder, scene.picture, cards)
        else:
            yield from places(detector, scene.picture, cards)


def of_tables(detector: Detector, number: int) -> Iterator[Place]:
    """Places beside the cards in pictures of games that are played, those of one shard."""
    decks = [d.name for d in Shelf.from_cache().decks if d.part == "train" and len(d.cards) >= 52]
    for seed in range(
        FIRST_TABLE + number * FILMS_A_SHARD, FIRST_TABLE + (number + 1) * FILMS_A_SHARD
    ):
        rng = np.random.default_rng(seed)
        evening = (play, play_duren, play_engel)[seed % 3](seed)
        conditions = ("normal", "hard")[int(rng.integers(2))]
        deck = decks[int(rng.integers(len(decks)))]
        try:
            film = SimulatedTable(evening.record, deck, seed, conditions)
        except ValueError:  # a card that this deck does not have
            continue
        for frame in rng.choice(len(film), min(FRAMES_A_FILM, len(film)), replace=False):
            cards = [card.quad for card in film.truth_look(int(frame))]
            yield from places(detector, film.frame(int(frame)).picture, cards, least=DOUBTED)


def of_photographs(detector: Detector, labels: Path) -> Iterator[Place]:
    """Places from photographs whose cards are all labelled with boxes."""
    for example in photographs(labels):
        boxes = [label.box for label in example.labels if label.box is not None]
        if len(boxes) < len(example.labels):
            continue
        cards = [quads.as_quad([[a, b], [c, b], [c, d], [a, d]]) for a, b, c, d in boxes]
        yield from places(detector, example.open(), cards, surely=False)


def main() -> None:
    """Command line: where to look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("where", choices=["scenes", "tables", "photographs"])
    parser.add_argument("labels", type=Path, nargs="?")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="end", type=int, default=1)
    chosen = parser.parse_args()
    detector, finder = Detector.load(threads=1), CornerFinder.load(threads=1)
    if chosen.where == "photographs":
        count = save(9000, of_photographs(detector, chosen.labels))
        print(f"{count} places that are no cards in {chosen.labels}")
        return
    if chosen.where == "tables":
        for number in range(chosen.first, chosen.end):
            count = save(FIRST_TABLE_SHARD + number, of_tables(detector, number))
            print(f"negatives of tables, shard {number}: {count} places", flush=True)
        return
    from .fresh_shelf import fresh_maker  # draws with Qt

    maker = fresh_maker()
    for number in range(chosen.first, chosen.end):
        count = save(number, of_scenes(detector, finder, maker, number))
        print(f"negatives shard {number}: {count} places", flush=True)


if __name__ == "__main__":
    main()
