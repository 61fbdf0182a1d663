"""Decks as plain arrays of small faces, for learning what makes two views show one card.

    python -m companion_datasets.training.albums --fresh 110

Most are decks of the cache and decks drawn for this alone; some are no decks at all but pieces of
photographs and paintings, so that a deck with any picture on it can be told apart as well. Only
what training may learn from is taken; of the decks that teaching is measured with, nothing is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..decks.load import cache_folder
from ..scenes.shelf import Deck, Part, Shelf
from ..scenes.tables import Textures

Faces = NDArray[np.uint8]
"""(cards, 240, 168, 4) blue-green-red-alpha, colours multiplied with alpha."""

SIZE = (168, 240)
"""(wide, high) of a face; all are stretched to it, as a card view stretches them."""
PIECES = 40
"""Cards of a deck that is made of pieces of photographs."""
VALIDATION_SEED = 70_000_000


def album_folder(part: Part = "train") -> Path:
    """Where albums lie."""
    return cache_folder() / "albums" / part


def of_deck(deck: Deck) -> Faces:
    """All faces of a deck."""
    faces = [
        cv2.resize(np.asarray(deck.art(i, SIZE[1])), SIZE, interpolation=cv2.INTER_AREA)
        for i in range(len(deck.cards))
    ]
    return np.stack(faces).astype(np.uint8)


def of_pieces(rng: Generator, pictures: tuple[Path, ...]) -> Faces:
    """A deck whose cards are pieces of photographs, in one frame."""
    wide, high = SIZE
    paper = rng.integers(0, 256, 3) if rng.random() < 0.3 else rng.integers(225, 256, 3)
    margin = int(rng.uniform(0, 0.1) * high)
    caption = int(rng.uniform(0.05, 0.12) * high) if rng.random() < 0.5 else 0
    faces: list[Faces] = []
    while len(faces) < PIECES:
        path = pictures[int(rng.integers(len(pictures)))]
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None or min(picture.shape[:2]) < 200:
            continue
        for _ in range(int(rng.integers(1, 4))):
            scale = float(np.exp(rng.uniform(np.log(0.12), np.log(0.9))))
            tall = scale * min(picture.shape[0], picture.shape[1] * 1.4)
            broad = tall / 1.4
            y = int(rng.uniform(0, picture.shape[0] - tall))
            x = int(rng.uniform(0, picture.shape[1] - broad))
            piece = picture[y : y + max(int(tall), 8), x : x + max(int(broad), 8)]
            if piece.std(axis=(0, 1)).max() < 12:
                continue
            face = np.full((high, wide, 4), 255, np.uint8)
            face[..., :3] = paper
            inner = (wide - 2 * margin, high - 2 * margin - caption)
            shown = cv2.resize(piece, inner, interpolation=cv2.INTER_AREA)
            face[margin : margin + inner[1], margin : margin + inner[0], :3] = shown
            if caption:
                _write(rng, face, margin + inner[1], caption)
            faces.append(face)
    return np.stack(faces[:PIECES])


def _write(rng: Generator, face: NDArray[np.uint8], top: int, tall: int) -> None:
    text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVWZ  "), int(rng.integers(3, 12))))
    ink = (20, 20, 20) if face[top, 5, :3].mean() > 110 else (235, 235, 235)
    size = tall / 32
    (long, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_COMPLEX, size, 1)
    place = ((SIZE[0] - long) // 2, top + int(tall * 0.8))
    shown = np.ascontiguousarray(face[..., :3])
    cv2.putText(shown, text, place, cv2.FONT_HERSHEY_COMPLEX, size, ink, 1, cv2.LINE_AA)
    face[..., :3] = shown


def albums(part: Part, count: int) -> Iterator[tuple[str, Faces]]:
    """(name, faces) of the cache's decks of that part, and of `count` drawn ones of each kind."""
    from ..decks.fresh import FreshDeck, bold_style, fresh, fresh_strangers  # draws with Qt

    cache = cache_folder()
    shelf = Shelf.from_cache(cache)
    for packed in shelf.decks:
        if packed.part == part:
            yield packed.name, of_deck(packed)
    first = 0 if part == "train" else VALIDATION_SEED
    lenders = [d for d in shelf.decks if d.part == part and d.names]
    textures = Textures.in_folder(cache / "tex")
    pictures = textures.train if part == "train" else textures.held_out
    for number in range(first, first + count):
        rng = np.random.default_rng((number, 0xA1B))
        deck = fresh(rng, cache, lenders)
        if part != "train":  # fonts and signs held out as well
            deck = FreshDeck(bold_style(number, cache))
        yield f"fresh-{number}", of_deck(deck)
        yield f"strangers-{number}", of_deck(fresh_strangers(rng, cache))
        if pictures and number % 2 == 0:
            yield f"pieces-{number}", of_pieces(rng, pictures)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=["train", "validation"], default="train")
    parser.add_argument("--fresh", type=int, default=110, help="drawn decks of each kind")
    chosen = parser.parse_args()
    folder = album_folder(chosen.part)
    folder.mkdir(parents=True, exist_ok=True)
    for name, faces in albums(cast(Part, chosen.part), chosen.fresh):
        np.save(folder / f"{name}.npy", faces)
        print(f"{name}: {len(faces)} faces", flush=True)


if __name__ == "__main__":
    main()
