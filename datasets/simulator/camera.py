"""Where a point over the table appears in the picture.

World: millimetres, origin in the table's middle, x to the right and y down as the camera sees
the table, height upwards from the table top.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

#: A card's long side. Poker, bridge and Skat cards are 88 to 91 mm high.
CARD_HEIGHT = 89.0

Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TableCamera:
    """A pinhole camera that looks at the table's middle."""

    size: tuple[int, int]
    """Picture width and height, pixels."""
    matrix: Points
    """3x4: world (x, y, height, 1) to homogeneous pixels."""

    def pixels(self, points: Points) -> Points:
        """World points (n, 3) to pixels (n, 2)."""
        homogeneous = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return homogeneous[:, :2] / homogeneous[:, 2:]

    def plane(self, height: float) -> Points:
        """3x3 homography from (x, y) on the plane of that height to pixels."""
        columns = [self.matrix[:, 0], self.matrix[:, 1], self.matrix[:, 3]]
        columns[2] = columns[2] + height * self.matrix[:, 2]
        return np.column_stack(columns)

    def on_table(self, pixels: Points) -> Points:
        """Pixels (n, 2) to the points (x, y) of the table top that they show."""
        back = np.linalg.inv(self.plane(0.0))
        return cast(Points, cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), back).reshape(-1, 2))

    def scale_at(self, x: float, y: float) -> float:
        """Pixels for a millimetre across the picture at a place on the table."""
        spots = self.pixels(np.array([[x - 0.5, y, 0.0], [x + 0.5, y, 0.0]]))
        return float(np.linalg.norm(spots[1] - spots[0]))


def above(
    size: tuple[int, int], card_pixels: float, tilt: float, roll: float, focal: float
) -> TableCamera:
    """A camera for pictures of `size` in which a card in the middle is `card_pixels` high.

    `tilt` in degrees from straight down, towards the bottom of the picture; `roll` in degrees
    about the line of sight; `focal` in picture widths.
    """
    wide, high = size
    f = focal * wide
    a, b = radians(roll), radians(-tilt)
    turn = np.array([[cos(a), -sin(a), 0], [sin(a), cos(a), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, cos(b), -sin(b)], [0, sin(b), cos(b)]])
    rotation = turn @ lean
    inside = np.array([[f, 0, wide / 2], [0, f, high / 2], [0, 0, 1]])
    distance = f * CARD_HEIGHT / card_pixels
    outside = np.column_stack(
        [rotation[:, 0], rotation[:, 1], -rotation[:, 2], np.array([0.0, 0.0, distance])]
    )
    return TableCamera(size, inside @ outside)
