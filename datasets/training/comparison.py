"""Puts trained detectors beside one another: what they find, how exactly, and how long they take.

All of them look at the same scenes, whose decks, backs and tables are held out of training, and
are compared where they have as many false finds a picture (`judging.py`).
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import openvino
from numpy.typing import NDArray

from vision.detector import letterboxed, network_input
from vision.weights import compiled

from ..scenes import BY_NAME, SceneMaker
from .designs import Design
from .judging import Cards, Finds, Summary, Verdict, judged, summary, threshold, without_doubles
from .outlines import Example, index_corners
from .shards import packed, shard_folder, unpacked

CONDITIONS = ("normal", "hard")
SCENES = 100
"""Of each condition."""
FIRST_SEED = 8_600_000
SIZE = (1280, 720)
HEIGHTS = (60, 120)
"""Pixels of these pictures that part small cards from large ones."""
FALSE_FINDS = 0.5
"""A picture, at which variants are compared."""
LOOKS = 10
"""Of which the shortest counts: what runs beside it only ever adds."""


def scenes_to_judge_with(conditions: str) -> list[Example]:
    """Pictures with the rows of their cards, and each card's visible share as a tenth column."""
    path = shard_folder("judging") / f"{conditions}-{SCENES}.npz"
    if not path.exists():
        maker = SceneMaker.from_cache()
        pictures, rows = [], []
        for i in range(SCENES):
            scene = maker.make(FIRST_SEED + i, BY_NAME[conditions], SIZE, part="validation")
            pictures.append(scene.picture)
            for card in scene.cards:
                kind = float(card.card == "BACK")
                rows.append([i, kind, *card.quad.ravel().tolist(), card.visible])
        path.parent.mkdir(parents=True, exist_ok=True)
        table = np.array(rows, np.float32).reshape(-1, 11)
        np.savez(path, **cast(Any, {**packed(pictures), "cards": table}))
    with np.load(path) as file:
        shard = {key: file[key] for key in file.files}
    cards = shard["cards"]
    return [(unpacked(shard, i), cards[cards[:, 0] == i, 1:]) for i in range(SCENES)]


@dataclass(frozen=True)
class Judged:
    """What one network found in all pictures, looking at one size."""

    cards: list[Verdict]
    false: list[float]
    indices: list[Verdict]
    false_indices: list[float]
    pictures: int

    def summary(self) -> Summary:
        """Of the cards, at the agreed number of false finds."""
        return summary(self.cards, threshold(self.false, self.pictures, FALSE_FINDS), HEIGHTS)

    def indices_found(self) -> float:
        """Share of the index corners found, at the agreed number of false ones."""
        least = threshold(self.false_indices, self.pictures, FALSE_FINDS)
        return summary(self.indices, least).whole


@dataclass(frozen=True)
class Entrant:
    """A network that is compared with others."""

    design: Design
    network: Path
    """The ONNX file."""
    sides: tuple[int, ...]
    """To which it shrinks a picture for a look."""
    learned: str
    """From what, and how long."""


@dataclass(frozen=True)
class Looking:
    """An exported network, ready to look."""

    design: Design
    request: openvino.InferRequest

    @classmethod
    def load(cls, design: Design, network: Path, threads: int) -> Looking:
        """The network, to run with so many threads."""
        return cls(design, compiled(network, threads).create_infer_request())

    def find(self, picture: NDArray[np.uint8], side: int) -> tuple[Finds, Finds]:
        """Cards and index corners of a picture that is shrunk to that side."""
        boxed, fit = letterboxed(picture, side)
        (answer,) = self.request.infer({"images": network_input(boxed)}).values()
        outlines, scores = self.design.read(np.asarray(answer[0], np.float32))
        outlines = (outlines - np.array([fit.left, fit.top], np.float32)) / fit.factor
        cards = without_doubles(outlines, scores[:, :2].max(axis=1))
        if not self.design.index:
            return cards, Finds(outlines[:0], scores[:0, 0])
        return cards, without_doubles(outlines, scores[:, 2])


def judge(looking: Looking, side: int, examples: Sequence[Example]) -> Judged:
    """Look at all pictures and count."""
    all_of_it = Judged([], [], [], [], len(examples))
    for picture, rows in examples:
        found, found_indices = looking.find(picture, side)
        verdicts, false = judged(found, Cards(rows[:, 1:9].reshape(-1, 4, 2), rows[:, 9]))
        all_of_it.cards.extend(verdicts)
        all_of_it.false.extend(false)
        if looking.design.index:
            corners = index_corners(rows[:, :9], SIZE)[:, 1:].reshape(-1, 4, 2)
            verdicts, false = judged(
                found_indices, Cards(corners, np.ones(len(corners), np.float32))
            )
            all_of_it.indices.extend(verdicts)
            all_of_it.false_indices.extend(false)
    return all_of_it


def times(
    networks: Mapping[str, Entrant], picture: NDArray[np.uint8]
) -> dict[tuple[str, int, int], float]:
    """Milliseconds of the shortest look of each network, by (name, side, threads).

    With one thread they are of processor time, which means something on a busy machine too; with
    two they are as the clock on the wall has it. The networks take turns, so that what runs beside
    them disturbs all of them alike.
    """
    best: dict[tuple[str, int, int], float] = {}
    sides = sorted({side for one in networks.values() for side in one.sides})
    for threads, side in itertools.product((1, 2), sides):
        ready = {
            name: Looking.load(one.design, one.network, threads)
            for name, one in networks.items()
            if side in one.sides
        }
        clock = time.process_time if threads == 1 else time.perf_counter
        for _, (name, looking) in itertools.product(range(LOOKS), ready.items()):
            start = clock()
            looking.find(picture, side)
            took = (clock() - start) * 1000
            key = (name, side, threads)
            best[key] = min(took, best.get(key, took))
    return best


HEAD = (
    "| variant | learned from | looks at | cards fully visible | partly covered | small | middle "
    "| large | outline | corner error | one look, ms | weights |"
)


def line(name: str, one: Entrant, side: int, found: Judged, ms: str) -> str:
    """One line of the table, as HEAD has it."""
    of = found.summary()
    shares = [of.whole, of.covered, *of.by_height]
    weights = sum(p.numel() for p in one.design.untrained().parameters()) / 1e6
    text = " | ".join(f"{100 * share:.0f} %" for share in shares)
    outline = f"{of.iou:.3f} | {100 * of.corner_error:.1f} %"
    extra = f" (index corners {100 * found.indices_found():.0f} %)" if found.indices else ""
    return (
        f"| {name}{extra} | {one.learned} | {side} | {text} | {outline} | {ms} | {weights:.2f} M |"
    )


def report(networks: Mapping[str, Entrant], pictures: int) -> Iterator[str]:
    """The tables, a line at a time."""
    cv2.setNumThreads(1)
    everything = {c: scenes_to_judge_with(c)[:pictures] for c in CONDITIONS}
    clock = times(networks, everything[CONDITIONS[0]][0][0])
    for conditions, examples in everything.items():
        yield f"{conditions}: {len(examples)} pictures, {FALSE_FINDS} false finds a picture"
        yield HEAD
        yield "|" + " --- |" * (HEAD.count("|") - 1)
        for name, one in networks.items():
            looking = Looking.load(one.design, one.network, 2)
            for side in one.sides:
                ms = " / ".join(f"{clock[name, side, threads]:.0f}" for threads in (1, 2))
                yield line(name, one, side, judge(looking, side, examples), ms)
