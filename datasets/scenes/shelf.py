"""The decks that scenes are drawn with: every card as a pyramid of pictures, mapped from disk.

A deck folder of the cache (`decks/<deck>/<CARD>.png`, upright, transparent corners) is packed once
into one array a level, so that a scene touches only the pixels that it needs and several
processes share them.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, Protocol, cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..decks.load import cache_folder

Art = NDArray[np.uint8]
"""(h, w, 4) blue-green-red-alpha, colours multiplied with alpha."""

Part = Literal["train", "validation", "held-out"]
"""What a deck may be used for: to learn from, to choose thresholds with, or only to measure."""

LEVELS = (700, 350, 176, 88)
"""Heights of the pyramid, pixels."""


def _premultiplied(picture: NDArray[np.uint8]) -> Art:
    if picture.ndim == 2:
        picture = cast("NDArray[np.uint8]", cv2.cvtColor(picture, cv2.COLOR_GRAY2BGRA))
    if picture.shape[2] == 3:
        picture = cast("NDArray[np.uint8]", cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA))
    colour = picture[..., :3].astype(np.float32) * (picture[..., 3:].astype(np.float32) / 255)
    return np.dstack([np.rint(colour).astype(np.uint8), picture[..., 3]])


def part_of(name: str, *, held_out: bool) -> Part:
    """Decks held out of training are halved by their name: thresholds are chosen with the one
    half, figures measured with the other."""
    if not held_out:
        return "train"
    return "validation" if hashlib.sha256(name.encode()).digest()[0] % 2 else "held-out"


class Deck(Protocol):
    """What a scene needs of a deck."""

    @property
    def name(self) -> str:
        """As labels name it."""

    @property
    def names(self) -> bool:
        """Whether its faces may teach the 52 names."""

    @property
    def cards(self) -> tuple[str, ...]:
        """Ids of the faces, sorted."""

    @property
    def aspect(self) -> float:
        """Height through width."""

    def art(self, index: int, height: float) -> Art:
        """Face `index`, at least `height` pixels high where there is so large a one."""


@dataclass(frozen=True)
class PackedDeck:
    """One deck (or a set of backs); `cards[i]` is row i of every level."""

    name: str
    folder: Path
    names: bool
    """Whether its faces may teach the 52 names."""
    part: Part
    real: bool = False

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Ids of the faces, sorted."""
        return tuple(sorted(p.stem for p in self.folder.glob("*.png")))

    @cached_property
    def aspect(self) -> float:
        """Height through width."""
        shape = self._level(LEVELS[0]).shape
        return float(shape[1] / shape[2])

    def _packed(self, level: int) -> Path:
        return self.folder / f"packed-{level}.npy"

    def _level(self, level: int) -> NDArray[np.uint8]:
        cached: dict[int, NDArray[np.uint8]] = self.__dict__.setdefault("_levels", {})
        if level not in cached:
            if not self._packed(level).exists():
                self._pack()
            cached[level] = np.load(self._packed(level), mmap_mode="r")
        return cached[level]

    def _pack(self) -> None:
        pictures = []
        for card in self.cards:
            picture = cv2.imread(str(self.folder / f"{card}.png"), cv2.IMREAD_UNCHANGED)
            if picture is None:
                raise ValueError(f"{self.folder / card}.png cannot be read as a picture")
            pictures.append(_premultiplied(cast("NDArray[np.uint8]", picture)))
        wide = int(np.median([round(p.shape[1] * LEVELS[0] / p.shape[0]) for p in pictures]))
        stack = [cv2.resize(p, (wide, LEVELS[0]), interpolation=cv2.INTER_AREA) for p in pictures]
        for level in LEVELS:
            size = (max(1, round(wide * level / LEVELS[0])), level)
            rows = np.stack([cv2.resize(p, size, interpolation=cv2.INTER_AREA) for p in stack])
            partial = self.folder / f"packing-{level}-{os.getpid()}.npy"
            np.save(partial, rows)
            partial.replace(self._packed(level))

    def art(self, index: int, height: float) -> Art:
        """Card `index` from the smallest level that is at least as high as `height` pixels."""
        level = next((x for x in reversed(LEVELS) if x >= height), LEVELS[0])
        return cast(Art, self._level(level)[index])


@dataclass(frozen=True)
class Shelf:
    """All decks and backs of the cache."""

    decks: tuple[PackedDeck, ...]
    backs: tuple[PackedDeck, ...]

    @classmethod
    def from_cache(cls, cache: Path | None = None) -> Shelf:
        """Read `decks/decks.json` and the backs; FileNotFoundError where nothing was rendered."""
        cache = cache or cache_folder()
        listing = cache / "decks" / "decks.json"
        if not listing.exists():
            raise FileNotFoundError(
                f"{listing} is missing: render the decks first (python -m companion_datasets.decks)"
            )
        decks = [
            PackedDeck(
                name,
                cache / "decks" / name,
                bool(entry["names"]),
                part_of(name, held_out=bool(entry["held_out"])),
                bool(entry.get("real", False)),
            )
            for name, entry in sorted(json.loads(listing.read_text()).items())
        ]
        return cls(tuple(d for d in decks if d.cards), _backs(cache))

    def deck(self, rng: Generator, *, part: Part, named: bool) -> Deck:
        """A deck at random that may be used for that part.

        `named`: one of the 52; else a stranger to them, where the shelf has any. Where no deck is
        kept for validation or measuring, those of the other held-out part serve.
        """
        trained = part == "train"
        fitting = [d for d in self.decks if d.part == part and d.names == named]
        fitting = fitting or [
            d for d in self.decks if (d.part == "train") == trained and d.names == named
        ]
        if not fitting and not named:
            return self.deck(rng, part=part, named=True)
        if not fitting:
            raise ValueError(f"there is no deck for {part} on the shelf")
        return fitting[int(rng.integers(len(fitting)))]

    def back(self, rng: Generator, *, part: Part) -> Deck:
        """A back at random, as a deck of one."""
        fitting = [b for b in self.backs if (b.part == "train") == (part == "train")]
        return fitting[int(rng.integers(len(fitting)))]


def _backs(cache: Path) -> tuple[PackedDeck, ...]:
    folders = []
    for picture in sorted((cache / "backs").glob("*.png")):
        folder = cache / "backs" / "single" / picture.stem
        target = folder / "BACK.png"
        if not target.exists():
            folder.mkdir(parents=True, exist_ok=True)
            target.write_bytes(picture.read_bytes())
        part: Part = "held-out" if picture.stem.startswith("held-") else "train"
        folders.append(PackedDeck(picture.stem, folder, False, part))
    return tuple(folders)
