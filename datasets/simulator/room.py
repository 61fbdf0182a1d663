"""How much of a table a game needs to be in view, and which part of it means what; in mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.table import Zone


@dataclass(frozen=True)
class Area:
    """An ellipse on the table about (x, y), in mm from the table's middle."""

    x: float
    y: float
    rx: float
    ry: float

    def as_zone(self, half: tuple[float, float]) -> Zone:
        """The same in table coordinates; `half` is the table's half width and height in mm."""
        wide, high = 2 * half[0], 2 * half[1]
        return Zone(0.5 + self.x / wide, 0.5 + self.y / high, self.rx / wide, self.ry / high)


@dataclass(frozen=True)
class Room:
    """What has to be in view."""

    areas: Mapping[str, Area]
    """By the zone's name."""
    needed: float
    """Half the height that must be in view."""
