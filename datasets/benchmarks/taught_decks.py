"""The decks that teaching is measured with, and whose cards are strangers to them.

Three are flat pictures of real decks in a folder that does not come with the project; the fourth is
drawn. Nothing is learned from any of them and no threshold is chosen with them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np

from vision.eye import Eye
from vision.gallery import Gallery
from vision.likeness import Likeness
from vision.taught import Taught

from ..decks.load import cache_folder
from ..scenes.shelf import Deck, Shelf
from .folder_decks import FolderDeck, jass_id, plain_id
from .generated import FROM

REAL: Final[Mapping[str, str]] = {
    "tarot": "tarot-rws-yidarvin/standard",
    "jass": "lukiroth-swiss-french-jass-photo",
    "dal-negro": "feliksh-dalnegro-scan",
}
"""Name -> where its pictures lie in the folder of real decks."""
NAMES: Final = (*REAL, "elements")
FRENCH, OTHER = 2, 3
"""So many strangers of either kind are taken from the cache's held-out decks."""


def deck_of(name: str, folder: Path | None) -> Deck:
    """The deck of that name. FileNotFoundError, in a sentence, where it cannot be had."""
    if name == "elements":
        from ..decks.elements import ElementsDeck  # draws with Qt

        return ElementsDeck(FROM, cache_folder())
    if folder is None:
        raise FileNotFoundError(
            f"The deck {name} does not come with the project: name the folder with the flat "
            "pictures of real decks (--decks FOLDER)."
        )
    naming = jass_id if name == "jass" else plain_id
    return FolderDeck.read(folder / REAL[name], name, naming)


def strangers_to(name: str, folder: Path | None, shelf: Shelf) -> list[Deck]:
    """Other decks: those that are measured as well, and held-out ones of the cache."""
    others = [deck_of(n, folder) for n in NAMES if n != name and _there(n, folder)]
    held = [d for d in shelf.decks if d.part == "held-out"]
    french = [d for d in held if d.names][:FRENCH]
    return [*others, *french, *[d for d in held if not d.names][:OTHER]]


def _there(name: str, folder: Path | None) -> bool:
    return name == "elements" or (folder is not None and (folder / REAL[name]).is_dir())


def milliseconds(eye: Eye, likeness: Likeness, cards: int = 78, rounds: int = 40) -> float:
    """What naming one card of such a deck takes, the recogniser's reading included (median)."""
    rng = np.random.default_rng(1)
    taught = Taught("timed")
    views = [rng.integers(0, 256, (10, 7, 3), np.uint8).repeat(32, 0).repeat(32, 1)
             for _ in range(cards)]  # fmt: skip
    for number, view in enumerate(views):
        taught = taught.with_view(f"card-{number}", view)
    gallery = Gallery.of(taught, eye.recogniser, likeness)
    took = []
    for round_ in range(rounds):
        view = views[round_ % cards]
        start = time.perf_counter()
        gallery.name([view], eye.recogniser.read([view]))
        took.append((time.perf_counter() - start) * 1000)
    return float(np.median(took[5:]))
