"""Card outlines as quads: four corners, and the plane geometry that they need.

A quad is a float32 array of shape (4, 2): corners in pixels of the original picture (x right,
y down), clockwise, starting at the card's top left as its index is read. Of a back either of the
two possible starts. A quad is the whole outline of a card, also where another card covers it or
the picture's edge cuts it.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]
Matrix = NDArray[np.float64]

#: Height through width of a poker or bridge card lies between 1.4 and 1.56; French-suited Skat
#: cards are 1.54. The middle serves wherever one aspect has to do for all.
CARD_ASPECT = 1.45


def as_quad(corners: object) -> Quad:
    """Four (x, y) pairs as a quad. Raises ValueError for any other shape."""
    quad = np.asarray(corners, dtype=np.float32)
    if quad.shape != (4, 2):
        raise ValueError(f"a quad has four corners of two numbers, not shape {quad.shape}")
    return quad


def area(quad: Quad) -> float:
    """Area in square pixels; positive for corners in clockwise order as seen (y down)."""
    (x, y), (u, v) = (quad[2:].astype(np.float64) - quad[:2]).tolist()  # the two diagonals
    return float(x * v - u * y) / 2


def centre(quad: Quad) -> tuple[float, float]:
    """Where the diagonals' ends average out, in the quad's own coordinates."""
    x, y = quad.mean(axis=0)
    return float(x), float(y)


def height(quad: Quad) -> float:
    """Length of a card's long side as seen: the mean of its left and right edge."""
    left = np.linalg.norm(quad[3] - quad[0])
    right = np.linalg.norm(quad[2] - quad[1])
    return float((left + right) / 2)


def width(quad: Quad) -> float:
    """Length of a card's short side as seen: the mean of its top and bottom edge."""
    top = np.linalg.norm(quad[1] - quad[0])
    bottom = np.linalg.norm(quad[2] - quad[3])
    return float((top + bottom) / 2)


def overlap(a: Quad, b: Quad) -> float:
    """Area common to two convex quads, in square pixels."""
    common, _ = cv2.intersectConvexConvex(a.reshape(4, 1, 2), b.reshape(4, 1, 2))
    return float(common)


def iou(a: Quad, b: Quad) -> float:
    """Intersection over union of two convex quads, 0 to 1."""
    common = overlap(a, b)
    union = abs(area(a)) + abs(area(b)) - common
    return common / union if union > 0 else 0.0


def box(quad: Quad) -> tuple[float, float, float, float]:
    """The axis-parallel box (x1, y1, x2, y2) around a quad."""
    x1, y1 = quad.min(axis=0)
    x2, y2 = quad.max(axis=0)
    return float(x1), float(y1), float(x2), float(y2)


def turned(quad: Quad, quarter_turns: int) -> Quad:
    """The same outline, starting `quarter_turns` corners further on."""
    return np.roll(quad, -quarter_turns, axis=0)


def long_side_up(quad: Quad) -> Quad:
    """The same outline, starting so that it is higher than wide; for cards seen from above."""
    return quad if height(quad) >= width(quad) else turned(quad, 1)


def scaled(quad: Quad, factor: float) -> Quad:
    """Every corner multiplied by `factor`: the quad in a picture of another size."""
    return (quad * np.float32(factor)).astype(np.float32)


def homography(source: Quad, target: Quad) -> Matrix:
    """The 3x3 matrix that takes the four corners of `source` to those of `target`."""
    return cast(Matrix, cv2.getPerspectiveTransform(source, target))


def through(matrix: Matrix, points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Points of shape (n, 2) through a homography."""
    flat = np.asarray(points, dtype=np.float32).reshape(-1, 1, 2)
    return cast("NDArray[np.float32]", cv2.perspectiveTransform(flat, matrix).reshape(-1, 2))


def rectangle(wide: float, high: float) -> Quad:
    """An upright rectangle of the given size with its top left at the origin."""
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32)
