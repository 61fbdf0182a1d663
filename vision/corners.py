"""Makes a rotated rectangle into a card's true outline, on the full-resolution picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision import crops, quads
from vision.quads import Quad
from vision.weights import Network

SETTLED = 0.08
"""Corners that the first look moved by no more than that share of the height are believed."""


@dataclass(frozen=True, eq=False)
class Outline:
    """A card's four corners, and what the close look says of the place."""

    quad: Quad
    face: float
    back: float
    empty: float
    """Probabilities of a face, a back and of no card at all; they add up to one."""


@dataclass(frozen=True)
class CornerFinder:
    """The trained corner finder."""

    network: Network

    @classmethod
    def load(cls, folder: Path | None = None, threads: int | None = None) -> CornerFinder:
        """The released corner finder. Raises ModelError."""
        return cls(Network.load("corners", folder, threads, inputs=["outline"], abreast=True))

    def outline(self, pyramid: crops.Pyramid, rectangles: Sequence[Quad]) -> list[Outline]:
        """The outline of the card in each rectangle (pixels of the picture), in order.

        Those that were far off are looked for twice: the second look starts where the first one
        ended, hence with the card nearly straight and whole in its view.
        """
        if not rectangles:
            return []
        found = self._once(pyramid, rectangles)
        again = [
            i for i, outline in enumerate(found) if _far(rectangles[i], outline.quad) > SETTLED
        ]
        second = self._once(pyramid, [found[i].quad for i in again]) if again else []
        for i, outline in zip(again, second, strict=True):
            found[i] = outline
        return found

    def judged(self, pyramid: crops.Pyramid, known: list[Quad]) -> list[Outline]:
        """What lies in outlines that are known already."""
        seen = self._once(pyramid, known) if known else []
        return [replace(one, quad=quad) for one, quad in zip(seen, known, strict=True)]

    def _once(self, pyramid: crops.Pyramid, rectangles: Sequence[Quad]) -> list[Outline]:
        views, matrices = zip(
            *(crops.outline_view(pyramid, rectangle) for rectangle in rectangles), strict=True
        )
        (out,) = self.network.run(outline=crops.tensor(list(views)))
        return [_outline(row, matrix) for row, matrix in zip(out, matrices, strict=True)]


def _far(rectangle: Quad, outline: Quad) -> float:
    """How far a corner is from where it was looked for at most, as a share of the height."""
    moved = np.linalg.norm(outline - rectangle, axis=1)
    return float(moved.max()) / max(quads.height(rectangle), 1e-6)


def _outline(row: NDArray[np.float32], matrix: NDArray[np.float64]) -> Outline:
    offsets = row[:8].reshape(4, 2) * np.array(crops.OUTLINE_SIZE, np.float32)
    corners = (crops.outline_target() + offsets).astype(np.float32)
    quad = quads.through(np.linalg.inv(matrix).astype(np.float64), corners)
    if row[8] > 0:  # the card lies across in the view
        quad = quads.turned(quad, 1)
    kinds = np.exp(row[9:12] - row[9:12].max())
    face, back, empty = (float(v) for v in kinds / kinds.sum())
    return Outline(quad, face, back, empty)
