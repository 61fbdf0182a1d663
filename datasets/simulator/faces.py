"""The pictures of one deck's cards and of its back, at the sizes that a film needs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from ..scenes.shelf import cache_folder
from .camera import CARD_HEIGHT
from .script import BACK

Art = NDArray[np.uint8]
"""(h, w, 4) blue-green-red-alpha, colours multiplied with alpha."""
#: Transparent pixels around a card's picture, so that its edge is drawn smooth.
MARGIN = 2


class Faces:
    """Cards as pictures in steps of size, the largest first."""

    def __init__(self, pictures: Mapping[str, NDArray[np.uint8]], name: str) -> None:
        """`pictures`: RGBA as OpenCV reads them (blue first), upright, one for each card and BACK.

        Raises ValueError where there is no card at all.
        """
        if not pictures:
            raise ValueError(f"the deck {name!r} has no cards")
        self.name = name
        self._pictures = pictures
        self._steps: dict[str, list[Art]] = {}
        first = next(iter(pictures.values()))
        #: Width of a card in mm.
        self.wide = CARD_HEIGHT * first.shape[1] / first.shape[0]

    def __contains__(self, card: str) -> bool:
        return card in self._pictures

    def art(self, card: str, height: float) -> Art:
        """A card's picture that is at least `height` pixels high (or the largest there is)."""
        if card not in self._pictures:
            raise ValueError(f"the deck {self.name!r} has no picture of {card}")
        if card not in self._steps:
            self._steps[card] = _steps(self._pictures[card])
        fitting = [art for art in self._steps[card] if art.shape[0] - 2 * MARGIN >= height]
        return fitting[-1] if fitting else self._steps[card][0]


def _steps(picture: NDArray[np.uint8]) -> list[Art]:
    colour = picture[..., :3].astype(np.float32) * (picture[..., 3:].astype(np.float32) / 255)
    whole = np.dstack([np.rint(colour).astype(np.uint8), picture[..., 3]])
    steps = []
    high, wide = whole.shape[:2]
    factor = 1.0
    while high * factor >= 20:
        size = (max(2, round(wide * factor)), max(2, round(high * factor)))
        small = cv2.resize(whole, size, interpolation=cv2.INTER_AREA) if factor < 1 else whole
        steps.append(
            np.asarray(
                cv2.copyMakeBorder(
                    small, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=0
                ),
                np.uint8,
            )
        )
        factor /= 2**0.5
    return steps


def from_folder(folder: Path, back: Path | None) -> Faces:
    """The deck in a folder of `<CARD>.png`; `back` is a picture file of its back."""
    pictures = {path.stem: _read(path) for path in sorted(folder.glob("*.png"))}
    if back is not None:
        pictures[BACK] = _read(back)
    elif BACK not in pictures and pictures:
        pictures[BACK] = plain_back(next(iter(pictures.values())))
    return Faces(pictures, folder.name)


def load_faces(deck: str, back: str | None = None) -> Faces:
    """A deck by name: from the cache of rendered decks. Raises ValueError, saying what there is."""
    folder = cache_folder() / "decks" / deck
    if not any(folder.glob("*.png")):
        there = sorted(path.name for path in (cache_folder() / "decks").glob("*/"))
        named = ", ".join(there[:6]) + (f" and {len(there) - 6} others" if len(there) > 6 else "")
        raise ValueError(f"there is no deck {deck!r}; there are {named or 'none yet'}")
    picture = cache_folder() / "backs" / f"{back or deck}.png"
    return from_folder(folder, picture if back or picture.exists() else None)


def _read(path: Path) -> NDArray[np.uint8]:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{path} cannot be read as a picture")
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGRA)
    if picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return cast("NDArray[np.uint8]", picture)


def plain_back(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A blue lattice on a card of the face's outline, for a deck that has no back of its own."""
    high, wide = face.shape[:2]
    y, x = np.mgrid[0:high, 0:wide]
    lattice = ((x + y) // (wide // 14) + (x - y) // (wide // 14)) % 2 == 0
    border = wide // 14
    inside = (x > border) & (x < wide - border) & (y > border) & (y < high - border)
    back = np.full((high, wide, 4), 245, np.uint8)
    back[..., :3][inside] = (150, 70, 40)
    back[..., :3][inside & lattice] = (205, 150, 120)
    back[..., 3] = face[..., 3]
    return back
