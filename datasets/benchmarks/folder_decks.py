"""Decks as folders of flat pictures, one a card: what a person has scanned or photographed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from ..scenes.shelf import Art

PICTURES = (".jpg", ".jpeg", ".png", ".webp")
HEIGHT = 700
"""Pixels that a face is kept at, at most."""
ROUND = 0.045
"""Radius of the corners as a share of the card's height: flat pictures have square ones."""

JASS_SUITS = {"K": "C", "E": "D", "H": "H", "S": "S"}


def plain_id(stem: str) -> str:
    """The id of a card by its file's name: `QH` stays, anything else is written small."""
    if len(stem) == 2 and stem[0] in "23456789TJQKA" and stem[1] in "CDHS":
        return stem
    return stem.lower()


def jass_id(stem: str) -> str:
    """`E_8`, the six of diamonds of a Jass deck counted from its ace, as `6D`."""
    return "AKQJT9876"[int(stem[2])] + JASS_SUITS[stem[0]]


@dataclass(frozen=True)
class FolderDeck:
    """A deck of pictures, as scenes want it."""

    name: str
    faces: tuple[tuple[str, Art], ...]
    """Card id and picture, blue-green-red-alpha, colours multiplied with alpha; sorted."""
    names: bool
    """Whether the ids are those of the French deck."""
    _small: dict[tuple[int, int], Art] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def read(cls, folder: Path, name: str, naming: Callable[[str], str] = plain_id) -> FolderDeck:
        """Raises FileNotFoundError where the folder is missing or holds no pictures."""
        files = sorted(p for p in folder.glob("*") if p.suffix.lower() in PICTURES)
        if not files:
            raise FileNotFoundError(
                f"There are no pictures of cards in {folder}: name the folder of the flat pictures."
            )
        faces = sorted(((naming(p.stem), _rounded(p)) for p in files), key=lambda face: face[0])
        french = all(len(card) == 2 and card.isupper() for card, _ in faces)
        return cls(name, tuple(faces), french)

    @property
    def cards(self) -> tuple[str, ...]:
        """Ids of the faces, sorted."""
        return tuple(card for card, _ in self.faces)

    @property
    def aspect(self) -> float:
        """Height through width; the middle of all, since hand-cut pictures differ a little."""
        return float(np.median([a.shape[0] / a.shape[1] for _, a in self.faces]))

    def art(self, index: int, height: float) -> Art:
        """Face `index`, halved as often as it stays at least `height` pixels high."""
        art = self.faces[index][1]
        halvings = max(0, int(np.floor(np.log2(art.shape[0] / max(height, 1.0)))))
        key = (index, halvings)
        if key not in self._small:
            for _ in range(halvings):
                art = cast(Art, cv2.resize(art, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
            self._small[key] = art
        return self._small[key]


def _rounded(path: Path) -> Art:
    picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"{path} cannot be read as a picture.")
    high, wide = picture.shape[:2]
    if high > HEIGHT:
        wide, high = round(wide * HEIGHT / high), HEIGHT
        picture = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    alpha = np.zeros((high, wide), np.uint8)
    reach = int(ROUND * high)
    for corner in ((reach, reach), (wide - 1 - reach, reach), (reach, high - 1 - reach),
                   (wide - 1 - reach, high - 1 - reach)):  # fmt: skip
        cv2.circle(alpha, corner, reach, 255, -1, cv2.LINE_AA)
    alpha[reach : high - reach] = 255
    alpha[:, reach : wide - reach] = 255
    share = alpha.astype(np.float32)[..., None] / 255
    return np.dstack([np.rint(picture * share), alpha]).astype(np.uint8)
