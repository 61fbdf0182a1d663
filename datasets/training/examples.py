"""Examples for corner finder and recogniser, made from the view shards on disk."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from vision import crops
from vision.recogniser import KINDS, RANKS, SUITS

from .outlines import recoloured
from .shards import loaded, shard_folder, unpacked

Picture = NDArray[np.uint8]
Task = Literal["recogniser", "corners"]

READABLE = 0.75
"""From this share of an index on, a card should be named."""
UNREADABLE = 0.35
"""Below this share of both indices nobody can be asked to name it (unless its pips show)."""


def truth(name: str, visible: float, index: float) -> tuple[int, int, int, float, float]:
    """(kind, rank, suit, readable, weight of readable); -1 where rank and suit do not apply."""
    if name == "BACK":
        return KINDS.index("back"), -1, -1, 0.0, 0.0
    if name == "JOKER":
        return KINDS.index("joker"), -1, -1, 0.0, 0.0
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        return KINDS.index("none" if name == "none" else "other"), -1, -1, 0.0, 0.0
    rank, suit = RANKS.index(name[0]), SUITS.index(name[1])
    if index >= READABLE or visible > 0.8:
        return 0, rank, suit, 1.0, 1.0
    if index < UNREADABLE and visible < 0.5:
        return 0, -1, -1, 0.0, 1.0
    return 0, rank, suit, 0.0, 0.0


def roughened(rng: Generator, picture: Picture) -> Picture:
    """Blurred, coarsened or partly hidden, as cameras and fingers do it."""
    out = recoloured(rng, picture)
    if rng.random() < 0.12:
        out = cast(Picture, cv2.GaussianBlur(out, (0, 0), rng.uniform(0.5, 2.0)))
    if rng.random() < 0.08:
        factor = rng.uniform(0.25, 0.7)
        small = cv2.resize(out, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        out = cast(Picture, cv2.resize(small, out.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    if rng.random() < 0.12:
        high, wide = out.shape[:2]
        h, w = int(high * rng.uniform(0.08, 0.35)), int(wide * rng.uniform(0.08, 0.45))
        y, x = int(rng.uniform(0, high - h)), int(rng.uniform(0, wide - w))
        out[y : y + h, x : x + w] = rng.integers(0, 256, 3, dtype=np.uint8)
    return out


def misplaced(
    rng: Generator, view: Picture, corners: NDArray[np.float32]
) -> tuple[Picture, NDArray[np.float32]]:
    """An outline view as from a rectangle that is well off, as detectors give it in heaps.

    `corners` (4, 2) are pixels of the view.
    """
    high, wide = view.shape[:2]
    turn, size = rng.normal(0, 8), float(np.exp(rng.normal(0, 0.09)))
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, size)
    matrix[:, 2] += (rng.normal(0, 0.07) * wide, rng.normal(0, 0.07) * high)
    moved = cv2.warpAffine(view, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    corners = (corners @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
    return cast(Picture, moved), corners


class ViewStream(IterableDataset[tuple[Any, ...]]):
    """Endless examples of one task from the shards on disk."""

    def __init__(self, task: Task, kinds: list[str], seed: int) -> None:
        self.task, self.kinds, self.seed = task, kinds, seed

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Inputs and truths as arrays."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, time.time_ns()))
        waiting: list[Path] = []
        pool: list[tuple[Any, ...]] = []
        while True:
            if not waiting:
                waiting = [p for k in self.kinds for p in shard_folder(k).glob("[0-9]*[0-9].npz")]
                rng.shuffle(waiting)
                if not waiting:
                    raise SystemExit("There are no view shards: make some with training.shards.")
            shard = loaded(waiting.pop())
            if shard is None:
                continue
            for index in rng.permutation(len(shard["names"])):
                name = str(shard["names"][index])
                if self.task == "corners":
                    pool.append(self._corner_example(rng, shard, int(index), name))
                else:
                    pool.append(self._name_example(rng, shard, int(index), name))
                # Neighbours in a shard come from one scene; a pool mixes several shards.
                if len(pool) > 600:
                    swap = int(rng.integers(len(pool)))
                    pool[swap], pool[-1] = pool[-1], pool[swap]
                    yield pool.pop()

    def _name_example(
        self, rng: Generator, shard: dict[str, Any], index: int, name: str
    ) -> tuple[Any, ...]:
        view = unpacked(shard, index, "view_")
        if rng.random() < 0.5 and name != "none":  # a card has no upper end
            view = np.ascontiguousarray(view[::-1, ::-1])
        view = roughened(rng, view)
        whole, first, second = crops.card_parts(view)
        parts = [whole.copy(), np.stack([first, second])]
        drop = rng.random()
        if drop < 0.2:
            parts[0][:] = 128
        elif drop < 0.3:
            parts[1][int(rng.integers(2))] = 128
        facts = shard["facts"][index]
        # Of a card that lies open both indices can be read, unless one was just taken away.
        both = float(facts[0] > 0.97 and not 0.2 <= drop < 0.3)
        return (*parts, np.array([*truth(name, facts[0], facts[1]), both], np.float32))

    def _corner_example(
        self, rng: Generator, shard: dict[str, Any], index: int, name: str
    ) -> tuple[Any, ...]:
        view = roughened(rng, unpacked(shard, index, "outline_"))
        facts = shard["facts"][index]
        nominal = crops.outline_target()
        target = shard["targets"][index].reshape(4, 2)
        if rng.random() < 0.5:
            view, target = misplaced(rng, view, target)
        offsets = (target - nominal) / crops.OUTLINE_SIZE
        if rng.random() < 0.5:  # half a turn: corners change places
            view = np.ascontiguousarray(view[::-1, ::-1])
            offsets = -np.roll(offsets, 2, axis=0)
        kind = 2 if name == "none" else (1 if name == "BACK" else 0)
        weight = float(kind != 2 and facts[0] > 0.12 and np.abs(offsets).max() < 0.35)
        return view, np.array([*offsets.ravel(), facts[2], kind, weight], np.float32)


def as_input(pictures: Tensor) -> Tensor:
    """uint8 (..., h, w, 3) to float (..., 3, h, w) in -1 to 1, as `crops.tensor` does it."""
    return pictures.movedim(-1, -3).float() / 127.5 - 1
