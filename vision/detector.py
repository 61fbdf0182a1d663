"""Finds cards: a picture becomes rotated rectangles with the scores of face and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.abreast import abreast
from vision.closer import windows
from vision.frame import Picture
from vision.quads import Quad
from vision.weights import Network, cores

STRIDE = 32
GREY = 114
CLOSER = 1.5
"""A closer look shows a card at least that much larger than the first one."""
DOUBTED = 0.25
"""From this score of a face on a place counts when it is asked where to look closer."""
Numbers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Found:
    """A place where a card may lie."""

    rectangle: Quad
    """Rotated rectangle, pixels of the original picture, long sides left and right, clockwise."""
    face: float
    """Score of a face-up card, 0 to 1."""
    back: float
    """Score of a face-down card, 0 to 1."""

    @property
    def score(self) -> float:
        """That there is a card at all."""
        return max(self.face, self.back)


@dataclass(frozen=True)
class Letterbox:
    """How a picture was fitted into the detector's input."""

    factor: float
    left: int
    top: int


def letterboxed(picture: Picture, side: int) -> tuple[Picture, Letterbox]:
    """The picture shrunk (or grown) so that its longer side is `side` pixels.

    Both sides are filled up with grey to multiples of the network's stride, no further: a wide
    picture costs less than a square one.
    """
    high, wide = picture.shape[:2]
    factor = side / max(high, wide)
    size = (max(1, round(wide * factor)), max(1, round(high * factor)))
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, size, interpolation=way)
    across, down = -size[0] % STRIDE, -size[1] % STRIDE
    left, top = across // 2, down // 2
    boxed = cv2.copyMakeBorder(
        small, top, down - top, left, across - left, cv2.BORDER_CONSTANT, value=(GREY,) * 3
    )
    return cast(Picture, boxed), Letterbox(factor, left, top)


def network_input(boxed: Picture) -> Numbers:
    """float32 (1, 3, h, w), red-green-blue, 0 to 1."""
    planes = np.empty((1, 3, *boxed.shape[:2]), np.float32)
    for plane, channel in zip(planes[0], reversed(cv2.split(boxed)), strict=True):
        np.divide(channel, np.float32(255), out=plane)
    return planes


def same_card(rows: Numbers) -> Numbers:
    """How much each two of the rectangles (cx, cy, w, h, turn) are the same: (n, n), 0 to 1.

    The overlap of the two Gaussians with the rectangles' moments (Llerena et al., "Gaussian
    Bounding Boxes and Probabilistic IoU", 2021): smooth, vectorised, and for rotated rectangles of
    like shape close to their intersection over union.
    """
    x, y = rows[:, 0], rows[:, 1]
    a, b = rows[:, 2] ** 2 / 12, rows[:, 3] ** 2 / 12
    c, s = np.cos(rows[:, 4]), np.sin(rows[:, 4])
    xx, yy, xy = a * c * c + b * s * s, a * s * s + b * c * c, (a - b) * c * s
    sxx, syy, sxy = xx[:, None] + xx, yy[:, None] + yy, xy[:, None] + xy
    dx, dy = x[:, None] - x, y[:, None] - y
    determinant = np.maximum(sxx * syy - sxy**2, 1e-9)
    near = (sxx * dy**2 + syy * dx**2 - 2 * sxy * dx * dy) / determinant / 4
    own = np.maximum(xx * yy - xy**2, 1e-9)
    shape = 0.5 * np.log(determinant / (4 * np.sqrt(own[:, None] * own)))
    distance = np.clip(near + shape, 1e-9, 100)
    return cast(Numbers, (1 - np.sqrt(1 - np.exp(-distance))).astype(np.float32))


@dataclass(frozen=True)
class Detector:
    """The trained detector and how it is used."""

    networks: Mapping[int, Network]
    """The network for each size in which a picture is searched, pixels of its longer side: small
    cards are found in the large one, cards that fill much of the picture in the small one. Each
    size has a network of its own because a change of size costs as much as a search."""
    least: float
    """Score below which nothing is reported."""
    same: float
    """From this likeness on two rectangles are one card."""
    close: tuple[int, Network] | None
    """Pixels of a closer look at a part of the picture, and the network for it; None for no closer
    look."""
    cores: int = 1
    """So many sizes are searched at once."""

    @classmethod
    def load(cls, folder: Path | None = None, threads: int | None = None) -> Detector:
        """The released detector. Raises ModelError."""
        load = partial(Network.load, "detector", folder, threads, inputs=["images"])
        first = load()
        side, *more = (int(side) for side in first.numbers("sides", STRIDE, 4096))
        close = int(first.number("close", STRIDE, 4096))
        least, same = first.number("least"), first.number("same")
        networks = {side: first, **{other: load() for other in more}}
        return cls(networks, least, same, (close, load()), cores(threads))

    def find(self, picture: Picture) -> list[Found]:
        """All cards of a picture (H, W, 3), the surest first."""
        # All sizes at once, though each has all cores: together they leave none of them idle.
        rows = abreast(
            lambda sizes: [self._searched(picture, *size) for size in sizes],
            list(self.networks.items()),
            self.cores,
        )
        return self._cards(self._looked_at_again(picture, np.concatenate(rows)))

    def _searched(self, picture: Picture, side: int, network: Network) -> Numbers:
        """The likely rows of a picture that is looked at in that size."""
        boxed, fit = letterboxed(picture, side)
        (out,) = network.run(images=network_input(boxed))
        return self._likely(out[0].T, fit)

    def _looked_at_again(self, picture: Picture, rows: Numbers) -> Numbers:
        """The rows, with those of crowded places found anew in a larger view of these."""
        if self.close is None or not len(rows):
            return rows
        side, network = self.close
        high, wide = picture.shape[:2]
        largest = min(side / CLOSER * max(high, wide) / max(self.networks), high, wide)
        seen = rows[(rows[:, 4] >= DOUBTED) & (rows[:, 4] >= rows[:, 5])]
        places = [found.rectangle for found in self._cards(seen)]
        for window in windows(places, (wide, high), largest):
            part = picture[
                window.top : window.top + window.side, window.left : window.left + window.side
            ]
            found = self._searched(part, side, network)
            found[:, :2] += (window.left, window.top)
            known = np.array([window.holds(_rectangle(row)) for row in rows], bool)
            rows = np.concatenate([rows[~known], found])
        return rows

    def _likely(self, rows: Numbers, fit: Letterbox) -> Numbers:
        """The surest of the rows (cx, cy, w, h, face, back, turn), in pixels of the picture."""
        scores = rows[:, 4:6].max(axis=1)
        order = np.argsort(-scores)[:400]
        rows = rows[order[scores[order] >= self.least]]
        return _outside(rows, fit)

    def _cards(self, rows: Numbers) -> list[Found]:
        """Rows of one picture, overlapping ones joined, the surest first."""
        if not len(rows):
            return []
        rows = rows[np.argsort(-rows[:, 4:6].max(axis=1))]
        likeness = same_card(rows[:, [0, 1, 2, 3, 6]])
        free = np.ones(len(rows), bool)
        cards = []
        for i in range(len(rows)):
            if not free[i]:
                continue
            group = free & (likeness[i] > self.same)
            group[i] = True
            free &= ~group
            # Both scores are kept: a face that may be a back is worth knowing about.
            face, back = rows[group, 4].max(), rows[group, 5].max()
            cards.append(Found(_rectangle(rows[i]), float(face), float(back)))
        return cards


def _outside(rows: Numbers, fit: Letterbox) -> Numbers:
    """Rows found in a letterboxed picture, in pixels of the picture."""
    rows[:, :2] -= (fit.left, fit.top)
    rows[:, :4] /= fit.factor
    return rows


def _rectangle(row: Numbers) -> Quad:
    x, y, w, h, turn = (float(row[k]) for k in (0, 1, 2, 3, 6))
    if w > h:
        w, h, turn = h, w, turn + np.pi / 2
    c, s = np.cos(turn), np.sin(turn)
    half = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    corners = half @ np.array([[c, s], [-s, c]]) + (x, y)
    return cast(Quad, corners.astype(np.float32))
