"""Reading decks: the two demo decks that come with the project, and what the cache holds.

Needs no Qt. Pictures are (h, w, 4) uint8 red-green-blue-alpha, upright, corners transparent.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import RANKS, SUITS

Art = NDArray[np.uint8]

CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Codes of the 52 cards; on a demo deck's sheet they are followed by the joker and the back."""
_DEMO = Path(__file__).with_name("demo")
_COLUMNS = 13


class DeckError(Exception):
    """A deck cannot be had; the message says what to do."""


@dataclass(frozen=True)
class Deck:
    """A deck of cards to draw with."""

    name: str
    faces: Mapping[str, Art]
    """Card code -> picture."""
    back: Art


def cache_folder(cache: Path | None = None) -> Path:
    """`cache`, or where gathered and drawn material lies (COMPANION_CACHE overrides)."""
    return cache or Path(os.environ.get("COMPANION_CACHE", "~/.cache/cardtable")).expanduser()


def _read(file: Path) -> Art:
    data = np.fromfile(file, np.uint8) if file.exists() else np.empty(0, np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise DeckError(f"{file} is missing or damaged: draw the decks again")
    return cast(Art, cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA))


def _listing(cache: Path) -> dict[str, dict[str, object]]:
    file = cache / "decks" / "decks.json"
    if not file.exists():
        return {}
    return cast("dict[str, dict[str, object]]", json.loads(file.read_text(encoding="utf-8")))


def _demo_decks() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in _DEMO.glob("*.webp")))


def list_decks(cache: Path | None = None) -> tuple[str, ...]:
    """Names of all decks that can be loaded, the demo decks first."""
    demo = _demo_decks()
    cached = sorted(_listing(cache_folder(cache)))
    return (*demo, *(name for name in cached if name not in demo))


def _demo_deck(name: str) -> Deck:
    sheet = _read(_DEMO / f"{name}.webp")
    ids = (*CARDS, "JOKER", "BACK")
    rows = -(-len(ids) // _COLUMNS)
    high, wide = sheet.shape[0] // rows, sheet.shape[1] // _COLUMNS
    pictures = {
        card: sheet[
            i // _COLUMNS * high : (i // _COLUMNS + 1) * high,
            i % _COLUMNS * wide : (i % _COLUMNS + 1) * wide,
        ]
        for i, card in enumerate(ids)
    }
    return Deck(name, pictures, pictures.pop("BACK"))


def load_deck(name: str, cache: Path | None = None) -> Deck:
    """The deck of that name; errors: DeckError."""
    if name in _demo_decks():
        return _demo_deck(name)
    folder = cache_folder(cache)
    entry = _listing(folder).get(name)
    if entry is None:
        raise DeckError(
            f"there is no deck called {name!r}: choose one of {', '.join(_demo_decks())}, "
            "or draw more with python -m companion_datasets.decks"
        )
    faces = {file.stem: _read(file) for file in sorted((folder / "decks" / name).glob("*.png"))}
    if not faces:
        raise DeckError(f"the deck {name!r} has lost its pictures: draw the decks again")
    return Deck(name, faces, _read(folder / "backs" / f"{entry['back']}.png"))
