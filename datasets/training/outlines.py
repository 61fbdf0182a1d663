"""Examples for the detector: scenes from the shards, moved, recoloured, with whole outlines.

No picture is ever mirrored: a mirrored index is no index. Outlines are kept whole also where the
picture's edge cuts them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch.utils.data import IterableDataset

from vision import quads

from .shards import loaded, shard_folder, unpacked

Picture = NDArray[np.uint8]
Rows = NDArray[np.float32]
"""(n, 9): the class, and the four corners x, y of an outline in pixels, clockwise from the top
left of the card as its index is read."""
Example = tuple[Picture, Rows]

FACE, BACK, INDEX = 0.0, 1.0, 2.0
LEAST_VISIBLE = 0.08
"""Cards of which less shows are no example: nobody could be asked to find them."""
LEAST_SHOWN = 0.25
"""Share of an outline that has to lie within the picture."""
GREY = 114
"""Fill beside a letterboxed picture, as Ultralytics has it."""
INDEX_FROM, INDEX_TO = (0.02, 0.02), (0.2, 0.28)
"""Where the index lies, as shares of the card's width and height from its corner."""
INDEX_COVERED = 0.3
"""An index of which cards above (or the picture's edge) hide more is no example."""


def warped(rng: Generator, picture: Picture, outlines: Rows, side: int) -> tuple[Picture, Rows]:
    """Turned by any angle, scaled and shifted (never mirrored)."""
    high, wide = picture.shape[:2]
    turn = rng.uniform(0, 360) if rng.random() < 0.5 else rng.choice([0, 90, 180, 270])
    factor = side / max(high, wide) * float(np.exp(rng.uniform(np.log(0.6), np.log(2.4))))
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), float(turn), factor)
    room = abs(side - factor * side) / 2 + side * 0.06
    shift = np.array([side - wide, side - high]) / 2 + rng.uniform(-room, room, 2)
    matrix = matrix + np.column_stack([np.zeros((2, 2)), shift])
    fill = (GREY,) * 3 if rng.random() < 0.6 else tuple(int(v) for v in rng.integers(0, 256, 3))
    out = cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=fill)
    moved = outlines @ matrix[:, :2].T + matrix[:, 2]
    return cast(Picture, out), moved.astype(np.float32)


def recoloured(rng: Generator, picture: Picture) -> Picture:
    """Other light than the scene was made with; now and then none of its colour."""
    levels = (np.arange(256) - 128) * rng.uniform(0.7, 1.3) + 128 + rng.uniform(-25, 25)
    colours = levels[:, None] * rng.uniform(0.88, 1.12, 3)
    table = np.clip(colours, 0, 255).astype(np.uint8)[None]
    out = cv2.LUT(picture, table)
    if rng.random() < 0.05:
        out = cv2.transform(out, np.full((3, 3), 1 / 3))
    return cast(Picture, out)


def index_corners(rows: Rows, size: tuple[int, int]) -> Rows:
    """Outlines of the index corners of faces that no later card covers, as rows of their own.

    `rows` are the cards of one scene in drawing order, `size` is its picture's (wide, high). What
    hands and things cover is not known.
    """
    frame = quads.rectangle(*size)
    (left, top), (right, bottom) = INDEX_FROM, INDEX_TO
    found = []
    for i, row in enumerate(rows):
        if row[0] != FACE:
            continue
        quad = row[1:].reshape(4, 2)
        for a, b, c, d in (quad, quad[[2, 3, 0, 1]]):
            shares = ((left, top), (right, top), (right, bottom), (left, bottom))
            corner = np.array(
                [(1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * d + u * c) for u, v in shares],
                np.float32,
            )
            above = (r[1:].reshape(4, 2) for r in rows[i + 1 :])
            hidden = max([1 - _common(corner, frame), *(_common(corner, q) for q in above)])
            if hidden < INDEX_COVERED:
                found.append([INDEX, *corner.ravel()])
    return np.array(found, np.float32).reshape(-1, 9)


class SceneStream(IterableDataset[Example]):
    """Endless examples from the shards on disk; looks for new shards as it goes.

    The same seed and shards give the same pictures in the same order, whatever their side.
    """

    def __init__(self, kinds: list[str], side: int, seed: int, *, index: bool = False) -> None:
        self.kinds, self.side, self.seed, self.index = kinds, side, seed, index

    def __iter__(self) -> Iterator[Example]:
        """Pictures (side, side, 3) with their rows."""
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng((self.seed, info.id if info else 0))
        shards: list[Path] = []
        while True:
            if not shards:
                shards = [
                    p for k in self.kinds for p in sorted(shard_folder(k).glob("[0-9]*[0-9].npz"))
                ]
                rng.shuffle(shards)
                if not shards:
                    raise SystemExit("There are no scene shards: make some with training.shards.")
            shard = loaded(shards.pop())
            if shard is None:
                continue
            for index in rng.permutation(len(shard["offsets"]) - 1):
                if rng.random() < 0.12:
                    yield self._mosaic(rng, shard)
                else:
                    yield self._one(rng, shard, int(index), self.side)

    def _one(self, rng: Generator, shard: dict[str, Any], index: int, side: int) -> Example:
        cards = shard["cards"][shard["cards"][:, 0] == index]
        rows, seen = cards[:, 1:10], cards[:, 10]
        picture = unpacked(shard, index)
        corners = index_corners(rows, picture.shape[1::-1]) if self.index else rows[:0]
        rows = np.concatenate([rows[seen >= LEAST_VISIBLE], corners])
        picture, outlines = warped(rng, picture, rows[:, 1:].reshape(-1, 4, 2), side)
        moved = np.column_stack([rows[:, :1], outlines.reshape(-1, 8)]).astype(np.float32)
        frame = quads.rectangle(side, side)
        shown = np.array([_common(outline, frame) > LEAST_SHOWN for outline in outlines], bool)
        return recoloured(rng, picture), moved[shown]

    def _mosaic(self, rng: Generator, shard: dict[str, Any]) -> Example:
        half = self.side // 2
        out = np.zeros((self.side, self.side, 3), np.uint8)
        parts = []
        for place in range(4):
            index = int(rng.integers(len(shard["offsets"]) - 1))
            picture, rows = self._one(rng, shard, index, half)
            y, x = (place // 2) * half, (place % 2) * half
            out[y : y + half, x : x + half] = picture
            rows[:, 1:] += np.tile(np.array([x, y], np.float32), 4)
            parts.append(rows)
        return out, np.concatenate(parts)


def _common(small: Rows, other: Rows) -> float:
    """Share of the small outline that lies within the other."""
    common, _ = cv2.intersectConvexConvex(small.reshape(4, 1, 2), other.reshape(4, 1, 2))
    return float(common) / max(abs(cv2.contourArea(small)), 1e-6)
