"""Table tops: what lies under the cards.

Procedural kinds need nothing; `photo` takes pieces of the photographs in the texture folder and
falls back to a procedural kind where there is none. Textures are split by name: those of the
held-out part appear in benchmark scenes only.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]

KINDS = ("plain", "wood", "felt", "cloth", "patterned", "paper", "white", "carpet", "photo")
HELD_OUT_IN = 5
"""One texture in so many is kept for benchmarks."""


def is_held_out(name: str) -> bool:
    """Whether a texture of that file name is kept for benchmarks (stable over machines)."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % HELD_OUT_IN == 0


@dataclass(frozen=True)
class Textures:
    """Photographs of surfaces, by use."""

    train: tuple[Path, ...] = ()
    held_out: tuple[Path, ...] = field(default=())

    @classmethod
    def in_folder(cls, folder: Path) -> Textures:
        """All JPEG, PNG and WebP pictures below `folder` that are big enough to be a surface."""
        found = sorted(
            p
            for p in folder.rglob("*")
            if p.suffix.lower() in {".jpg", ".jpeg", ".webp"} and p.stat().st_size > 20_000
        )
        held = tuple(p for p in found if is_held_out(p.name))
        return cls(tuple(p for p in found if not is_held_out(p.name)), held)


def smooth_noise(rng: Generator, high: int, wide: int, cell: float, ratio: float = 1.0) -> Plane:
    """Noise in [-1, 1] with features of about `cell` pixels (`cell * ratio` down the picture)."""
    rows = max(2, int(high / max(cell * ratio, 1)) + 2)
    columns = max(2, int(wide / max(cell, 1)) + 2)
    grid = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
    return cast(Plane, cv2.resize(grid, (wide, high), interpolation=cv2.INTER_CUBIC))


def _colour(
    rng: Generator, hue: tuple[float, float], sat: tuple[float, float], val: tuple[float, float]
) -> Plane:
    hsv = np.array([[[rng.uniform(*hue) % 180, rng.uniform(*sat), rng.uniform(*val)]]], np.float32)
    return cast(
        Plane, cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    )


def _any_colour(rng: Generator) -> Plane:
    return _colour(rng, (0, 180), (0, 220), (20, 250))


def _plain(rng: Generator, high: int, wide: int) -> Plane:
    top = np.empty((high, wide, 3), np.float32)
    top[:] = _any_colour(rng)
    top += smooth_noise(rng, high, wide, wide / 3)[..., None] * rng.uniform(0, 12)
    return top


def _wood(rng: Generator, high: int, wide: int) -> Plane:
    base = _colour(rng, (5, 22), (40, 190), (40, 235))
    dark = base * rng.uniform(0.45, 0.85)
    y = np.arange(high, dtype=np.float32)[:, None]
    bend = smooth_noise(rng, high, wide, wide / 2, 0.5) * rng.uniform(5, 40)
    cell = rng.uniform(6, 40)
    rings = np.sin(
        (y + bend) / cell * 2 * np.pi + smooth_noise(rng, high, wide, wide / 4, 0.15) * 4
    )
    fibre = smooth_noise(rng, high, wide, rng.uniform(30, 120), 0.02)
    share = np.clip(0.5 + 0.3 * rings * rng.uniform(0.2, 1) + 0.35 * fibre, 0, 1)[..., None]
    top = base * (1 - share) + dark * share
    if rng.random() < 0.5:
        plank = int(rng.uniform(60, 300))
        for row in range(int(rng.uniform(0, plank)), high, plank):
            top[row : row + 2] *= 0.6
            top[row:] *= rng.uniform(0.92, 1.08)
    return cast(Plane, top.astype(np.float32))


def _felt(rng: Generator, high: int, wide: int) -> Plane:
    base = _colour(rng, (0, 180), (60, 240), (25, 190))
    top = np.empty((high, wide, 3), np.float32)
    top[:] = base
    grain = rng.normal(0, 1, (high, wide)).astype(np.float32)
    fibres = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.2))
    top *= 1 + fibres[..., None] * rng.uniform(0.03, 0.16)
    return top


def _cloth(rng: Generator, high: int, wide: int) -> Plane:
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    thread = rng.uniform(3, 8)
    weave = np.sin(x / thread * 2 * np.pi) * np.sin(y / thread * 2 * np.pi)
    top = np.empty((high, wide, 3), np.float32)
    top[:] = _any_colour(rng)
    top *= 1 + weave[..., None] * rng.uniform(0.02, 0.12)
    folds = smooth_noise(rng, high, wide, wide / rng.uniform(2, 6), rng.uniform(0.3, 3))
    return top * (1 + folds[..., None] * rng.uniform(0.02, 0.2))


def _patterned(rng: Generator, high: int, wide: int) -> Plane:
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    u, v = x * np.cos(turn) + y * np.sin(turn), -x * np.sin(turn) + y * np.cos(turn)
    cell = rng.uniform(14, 120)
    kind = int(rng.integers(6))
    if kind == 0:  # stripes
        share = (np.floor(u / cell) % 2).astype(np.float32)
    elif kind == 1:  # checks
        share = ((np.floor(u / cell) + np.floor(v / cell)) % 2).astype(np.float32)
    elif kind == 2:  # gingham
        share = ((np.floor(u / cell) % 2) + (np.floor(v / cell) % 2)).astype(np.float32) / 2
    elif kind == 3:  # dots
        gap = cell / 2
        share = (np.hypot(u % cell - gap, v % cell - gap) < cell * rng.uniform(0.15, 0.4)).astype(
            np.float32
        )
    elif kind == 4:  # rosettes
        gap = cell / 2
        angle = np.arctan2(v % cell - gap, u % cell - gap)
        radius = np.hypot(u % cell - gap, v % cell - gap)
        petals = int(rng.integers(4, 9))
        share = (radius < cell * (0.3 + 0.15 * np.sin(angle * petals))).astype(np.float32)
    else:  # blotches, as on printed cotton
        share = (smooth_noise(rng, high, wide, cell) > rng.uniform(-0.3, 0.3)).astype(np.float32)
    share = cv2.GaussianBlur(share, (0, 0), 0.8)[..., None]
    one, other = _any_colour(rng), _any_colour(rng)
    top = one * (1 - share) + other * share
    if rng.random() < 0.4:  # a second print over it
        top = np.where(
            smooth_noise(rng, high, wide, cell * rng.uniform(0.4, 2))[..., None] > 0.55,
            _any_colour(rng),
            top,
        )
    grain = rng.normal(0, 1, (high, wide, 1)).astype(np.float32)
    return cast(Plane, (top * (1 + grain * rng.uniform(0, 0.06))).astype(np.float32))


def _paper(rng: Generator, high: int, wide: int) -> Plane:
    top = np.empty((high, wide, 3), np.uint8)
    top[:] = _colour(rng, (10, 40), (0, 60), (170, 250))
    ink = tuple(float(c) for c in _colour(rng, (0, 180), (0, 160), (20, 120)))
    if rng.random() < 0.7:
        line = int(rng.uniform(9, 30))
        for row in range(line, high, line):
            if rng.random() < 0.6:
                cv2.putText(
                    top,
                    _scribble(rng),
                    (int(rng.uniform(0, wide / 3)), row),
                    int(rng.integers(0, 8)),
                    line / 40,
                    ink,
                    1,
                    cv2.LINE_AA,
                )
            if rng.random() < 0.2:
                cv2.line(top, (0, row + 2), (wide, row + 2), ink, 1)
    return top.astype(np.float32)


def _scribble(rng: Generator) -> str:
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz     ABCDEQKJ0123456789,.-"))
    return "".join(rng.choice(letters, int(rng.integers(8, 70))))


def _white(rng: Generator, high: int, wide: int) -> Plane:
    top = np.empty((high, wide, 3), np.float32)
    top[:] = _colour(rng, (0, 180), (0, 18), (195, 255))
    top += smooth_noise(rng, high, wide, wide / 3)[..., None] * rng.uniform(0, 14)
    return top


def _carpet(rng: Generator, high: int, wide: int) -> Plane:
    top = np.empty((high, wide, 3), np.float32)
    top[:] = _any_colour(rng)
    for cell in (1.5, 4, 12):
        tint = rng.normal(0, 1, 3).astype(np.float32) * rng.uniform(4, 22)
        top += smooth_noise(rng, high, wide, cell)[..., None] * tint
        top += smooth_noise(rng, high, wide, cell)[..., None] * rng.uniform(3, 22)
    return top


@lru_cache(maxsize=160)
def _read(path: Path) -> Picture | None:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None or min(picture.shape[:2]) < 128:
        return None
    factor = 1400 / max(picture.shape[:2])
    if factor < 1:
        picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return cast(Picture, picture)


def _photo(rng: Generator, high: int, wide: int, paths: tuple[Path, ...]) -> Plane | None:
    if not paths:
        return None
    picture = _read(paths[int(rng.integers(len(paths)))])
    if picture is None:
        return None
    rows, columns = picture.shape[:2]
    side = int(rng.uniform(0.3, 1.0) * min(rows, columns))
    top, left = int(rng.uniform(0, rows - side)), int(rng.uniform(0, columns - side))
    piece = picture[top : top + side, left : left + side]
    piece = np.rot90(piece, int(rng.integers(4)))
    repeat = 1 if side > 500 else int(rng.integers(1, 4))
    if repeat > 1:  # small textures are made to be tiled
        piece = np.tile(piece, (repeat, repeat, 1))
    scaled = cv2.resize(np.ascontiguousarray(piece), (wide, high), interpolation=cv2.INTER_AREA)
    tint = _any_colour(rng) / np.float32(160) if rng.random() < 0.3 else np.float32(1)
    return cast(Plane, scaled.astype(np.float32) * tint)


_PROCEDURAL = {
    "plain": _plain,
    "wood": _wood,
    "felt": _felt,
    "cloth": _cloth,
    "patterned": _patterned,
    "paper": _paper,
    "white": _white,
    "carpet": _carpet,
}


def table_top(
    rng: Generator, kind: str, high: int, wide: int, textures: Textures, *, held_out: bool = False
) -> Plane:
    """A table top of that kind as float32 (high, wide, 3), 0 to 255, blue-green-red."""
    if kind == "photo":
        photo = _photo(rng, high, wide, textures.held_out if held_out else textures.train)
        if photo is not None:
            return photo
        kind = ("wood", "patterned", "cloth", "carpet")[int(rng.integers(4))]
    return cast(Plane, np.clip(_PROCEDURAL[kind](rng, high, wide), 0, 255))
