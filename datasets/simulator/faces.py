"""The pictures of one deck's cards and of its back, at the sizes that a film needs."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..decks.load import load_deck
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
        self.pictures = pictures
        self._steps: dict[str, list[Art]] = {}
        first = next(iter(pictures.values()))
        #: Width of a card in mm.
        self.wide = CARD_HEIGHT * first.shape[1] / first.shape[0]

    def __contains__(self, card: str) -> bool:
        return card in self.pictures

    def art(self, card: str, height: float) -> Art:
        """A card's picture that is at least `height` pixels high (or the largest there is)."""
        if card not in self.pictures:
            raise ValueError(f"the deck {self.name!r} has no picture of {card}")
        if card not in self._steps:
            self._steps[card] = _steps(self.pictures[card])
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


def worn(faces: Faces, rng: Generator) -> Faces:
    """The same deck after years of play: yellowed, with grey edges and a crease here and there."""
    yellow = 1 - rng.uniform(0.0, 0.16) * np.array([1.0, 0.35, 0.15, 0.0])
    dirt = rng.uniform(0.05, 0.35)

    def aged(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        high, wide = picture.shape[:2]
        rim = np.zeros((high, wide), np.float32)
        cv2.rectangle(rim, (0, 0), (wide - 1, high - 1), 1.0, max(2, wide // 40))
        rim = np.asarray(cv2.GaussianBlur(rim, (0, 0), wide / 60), np.float32)
        old = picture * yellow * (1 - dirt * rim[..., None] * np.array([1, 1, 1, 0]))
        crease = picture.copy()
        for _ in range(int(rng.integers(0, 3))):
            ends = rng.uniform(0, 1, (2, 2)) * (wide, high)
            start, end = (tuple(int(v) for v in point) for point in ends)
            cv2.line(crease, start, end, (150, 160, 165, 255), max(1, wide // 160), cv2.LINE_AA)
        old[..., :3] += 0.35 * (crease[..., :3].astype(np.float64) - picture[..., :3])
        return np.asarray(np.clip(old, 0, 255), np.uint8)

    return Faces({card: aged(face) for card, face in faces.pictures.items()}, faces.name)


def load_faces(deck: str) -> Faces:
    """A deck by name, see `decks.load`. Raises DeckError for one that cannot be had."""
    loaded = load_deck(deck)
    pictures = {**loaded.faces, BACK: loaded.back}
    # Decks are kept with red first, OpenCV has blue first.
    return Faces({card: face[..., [2, 1, 0, 3]] for card, face in pictures.items()}, loaded.name)
