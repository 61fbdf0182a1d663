"""Examples on disk: files of a few hundred scenes or card views, made from consecutive seeds.

    python -m companion_datasets.training.shards scenes --from 0 --to 40
    python -m companion_datasets.training.shards views --from 0 --to 40

Making and learning go on side by side: the trainers read whatever shards are there, and a shard
that exists is not made again, so both can be stopped and started at any time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision import crops, quads

from ..decks.load import cache_folder
from ..scenes import TRAINING, TRAINING_AT_PLAY, TRAINING_OPEN, Conditions, LabelledCard, SceneMaker

SCENES_A_SHARD = 250
VIEW_SCENES_A_SHARD = 250
KINDS: Mapping[str, tuple[Conditions, int]] = {
    "scenes": (TRAINING, 0),
    "scenes-open": (TRAINING_OPEN, 2_000_000),
    "scenes-at-play": (TRAINING_AT_PLAY, 3_000_000),
}
"""The detector's kinds of scenes, and the first seed of each."""
VIEWS = replace(TRAINING, cards=(2, 9), covered_share=0.5, clutter_share=0.25, huge_share=0.0)
VIEW_KINDS: Mapping[str, tuple[Conditions, int]] = {
    "views": (VIEWS, 4_000_000),
    "views-strange": (replace(VIEWS, strange_share=0.6), 5_000_000),
}
"""The kinds of card views, far from the detector's scenes. In most scenes of the second lie
cards of other games, whose frames and dark pictures pass for an edge or hide it."""

Picture = NDArray[np.uint8]


def shard_folder(kind: str) -> Path:
    """Where shards of that kind lie."""
    return cache_folder() / "shards" / kind


def packed(pictures: list[Picture], quality: int = 94) -> dict[str, NDArray[Any]]:
    """Pictures as JPEG bytes on end, with their offsets."""
    coded = [
        cv2.imencode(".jpg", p, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].ravel() for p in pictures
    ]
    offsets = np.cumsum([0, *(len(c) for c in coded)])
    return {"jpeg": np.concatenate(coded) if coded else np.zeros(0, np.uint8), "offsets": offsets}


def loaded(path: Path) -> dict[str, NDArray[Any]] | None:
    """A whole shard, or None where it was taken away since it was listed."""
    try:
        with np.load(path) as file:
            return {key: file[key] for key in file.files}
    except FileNotFoundError:
        return None


def unpacked(shard: Mapping[str, NDArray[Any]], index: int, prefix: str = "") -> Picture:
    """Picture `index` of what `packed` made."""
    start, end = shard[prefix + "offsets"][index : index + 2]
    coded = shard[prefix + "jpeg"][start:end]
    return cast(Picture, cv2.imdecode(coded, cv2.IMREAD_COLOR))


def scene_shard(
    maker: SceneMaker, number: int, side: int, kind: str = "scenes"
) -> dict[str, NDArray[Any]]:
    """Pictures (side x side) for the detector, and the rows (picture, class, 8 coordinates)."""
    pictures, rows = [], []
    conditions, first = KINDS[kind]
    for i in range(SCENES_A_SHARD):
        seed = first + number * SCENES_A_SHARD + i
        # A picture is what the detector gets of a whole frame, or of a part of one.
        frame = side * float(np.random.default_rng(seed).choice([0.75, 1.0, 1.3]))
        scene = maker.make(seed, conditions, (side, side), frame=frame)
        pictures.append(scene.picture)
        for card in scene.cards:
            side_up = 1.0 if card.card == "BACK" else 0.0
            rows.append([i, side_up, *card.quad.ravel().tolist(), card.visible])
    table = np.array(rows, np.float32).reshape(-1, 11)
    return {**packed(pictures), "cards": table}


def jittered(rng: Generator, quad: quads.Quad) -> quads.Quad:
    """A quad as the corner finder gives it: nearly right, now and then less so."""
    size = quads.height(quad)
    sigma = rng.choice([0.004, 0.01, 0.025], p=[0.4, 0.45, 0.15]) * size
    shift = rng.normal(0, sigma * 0.5, (1, 2))
    return (quad + rng.normal(0, sigma, (4, 2)) + shift).astype(np.float32)


def rough_rectangle(rng: Generator, quad: quads.Quad) -> quads.Quad:
    """A rotated rectangle around the quad as the detector gives it: a little off."""
    rectangle = crops.upright_rectangle(quad)
    (x, y), size = rectangle.mean(axis=0), quads.height(rectangle)
    turn = np.radians(rng.normal(0, 2.5))
    c, s = np.cos(turn), np.sin(turn)
    stretch = rng.normal(1, 0.04, 2)
    axes = np.stack([rectangle[1] - rectangle[0], rectangle[3] - rectangle[0]])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * stretch / 2
    corners = half @ axes @ np.array([[c, s], [-s, c]]) + (x, y) + rng.normal(0, 0.025 * size, 2)
    return cast(quads.Quad, corners.astype(np.float32))


def view_shard(maker: SceneMaker, number: int, kind: str = "views") -> dict[str, NDArray[Any]]:
    """Card views for the recogniser, outline views for the corner finder, and their truth."""
    conditions, first = VIEW_KINDS[kind]
    views, outlines, names, targets, facts = [], [], [], [], []
    for i in range(VIEW_SCENES_A_SHARD):
        seed = first + number * VIEW_SCENES_A_SHARD + i
        rng = np.random.default_rng((seed, 1))
        # Small cards are a matter of their own; most of reading is learned from larger ones.
        low, high = (50, 90) if rng.random() < 0.2 else (90, 420)
        height = float(np.exp(rng.uniform(np.log(low), np.log(high))))
        side = int(np.clip(height * rng.uniform(1.4, 3.0), 110, 600))
        scene = maker.make(seed, conditions, (side, side), card_height=height, frame=1080)
        pyramid = crops.Pyramid(scene.picture)
        chosen = [c for c in scene.cards if _inside(c, side)]
        for card in chosen[-7:]:
            rough = rough_rectangle(rng, card.quad)
            outline, matrix = crops.outline_view(pyramid, rough)
            target, turned = corner_truth(quads.through(matrix, card.quad))
            views.append(crops.card_view(pyramid, jittered(rng, card.quad)))
            outlines.append(outline)
            targets.append(target.ravel())
            names.append(card.card if card.named or card.card == "BACK" else "other")
            facts.append([card.visible, card.index_visible, turned, quads.height(card.quad), seed])
        if rng.random() < 0.25:  # a place where no card lies, for the corner finder's doubt
            empty = _empty_place(rng, scene.cards, side)
            if empty is not None:
                outlines.append(crops.outline_view(pyramid, empty)[0])
                views.append(crops.card_view(pyramid, empty))
                targets.append(crops.outline_target().ravel())
                names.append("none")
                facts.append([0.0, 0.0, 0.0, quads.height(empty), seed])
    view_pack, outline_pack = packed(views, 95), packed(outlines, 95)
    return {
        **{f"view_{k}": v for k, v in view_pack.items()},
        **{f"outline_{k}": v for k, v in outline_pack.items()},
        "names": np.array(names),
        "targets": np.array(targets, np.float32),
        "facts": np.array(facts, np.float64),
    }


def corner_truth(quad: quads.Quad) -> tuple[quads.Quad, float]:
    """The quad started at the corner nearest to the view's top left, and whether that turns it.

    The second value is 1 where the card lies across in the view (a steep camera makes a card
    look wider than high), else 0.
    """
    nominal = crops.outline_target()
    shifts = [float(np.abs(quads.turned(quad, k) - nominal).sum()) for k in range(4)]
    best = int(np.argmin(shifts))
    return quads.turned(quad, best), float(best % 2)


def _inside(card: LabelledCard, side: int) -> bool:
    x, y = quads.centre(card.quad)
    return 0.02 * side < x < 0.98 * side and 0.02 * side < y < 0.98 * side


def _empty_place(rng: Generator, cards: tuple[LabelledCard, ...], side: int) -> quads.Quad | None:
    for _ in range(6):
        high = float(rng.uniform(0.2, 0.7) * side)
        turn = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(turn), np.sin(turn)
        half = quads.rectangle(high / 1.45, high) - np.array([high / 2.9, high / 2], np.float32)
        middle = rng.uniform(0.15, 0.85, 2) * side
        place = (half @ np.array([[c, s], [-s, c]]) + middle).astype(np.float32)
        if all(quads.iou(place, card.quad) < 0.15 for card in cards):
            return cast(quads.Quad, place)
    return None


def make(kind: str, numbers: Iterator[int], side: int) -> None:
    """Make the shards of these numbers that are not there yet."""
    cv2.setNumThreads(1)
    folder = shard_folder(kind)
    folder.mkdir(parents=True, exist_ok=True)
    try:  # drawing decks needs Qt, which learning does not
        from .fresh_shelf import fresh_maker
    except ImportError:
        print("Without PySide6-Essentials no deck is drawn afresh; the cache's decks serve.")
        maker = SceneMaker.from_cache()
    else:
        maker = fresh_maker()
    for number in numbers:
        path = folder / f"{number:05d}.npz"
        if path.exists():
            continue
        if kind in VIEW_KINDS:
            shard = view_shard(maker, number, kind)
        else:
            shard = scene_shard(maker, number, side, kind)
        partial = path.with_suffix(".partial.npz")
        np.savez(partial, **cast(Any, shard))
        partial.replace(path)
        print(f"{kind} shard {number} made", flush=True)


def main() -> None:
    """Command line: which shards to make."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=[*KINDS, *VIEW_KINDS])
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="end", type=int, required=True)
    parser.add_argument("--side", type=int, default=416, help="pixels of a detector scene")
    chosen = parser.parse_args()
    make(chosen.kind, iter(range(chosen.first, chosen.end)), chosen.side)


if __name__ == "__main__":
    main()
