"""Who sits where: the seats' places in the world, and the table as the vision knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.random import Generator

from vision.table import Arc, Table

from .camera import TableCamera
from .room import Area

#: How far outside the picture's edge a shoulder is, mm.
SHOULDER = 330.0


@dataclass(frozen=True)
class Seat:
    """One player's place; angles clockwise from the right, as the camera sees the table."""

    name: str
    angle: float
    edge: tuple[float, float]
    """Where the line from the table's middle to the player leaves the table's rectangle, mm."""
    shoulder: tuple[float, float]

    @property
    def outwards(self) -> tuple[float, float]:
        """The direction from the table's middle to this seat."""
        return cos(radians(self.angle)), sin(radians(self.angle))

    @property
    def turn(self) -> float:
        """The turn of a card that lies upright for this player, degrees."""
        return self.angle - 90.0


def rectangle_in(camera: TableCamera) -> tuple[float, float]:
    """Half width and half height (mm) of the largest picture-shaped rectangle in view."""
    wide, high = camera.size
    shape = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * (wide / high, 1.0, 0.0)
    best = 0.0
    for half in np.geomspace(20, 2000, 160):
        pixels = camera.pixels(shape * half)
        if (pixels >= 4).all() and (pixels <= (wide - 4, high - 4)).all():
            best = float(half)
    return best * wide / high, best


def seats_around(
    players: Sequence[str], rng: Generator, half: tuple[float, float], spread: float
) -> tuple[Seat, ...]:
    """Players clockwise from the bottom of the picture, each off the even spacing by up to
    `spread` degrees."""
    seats = []
    for number, name in enumerate(players):
        angle = (90 + 360 * number / len(players) + rng.uniform(-spread, spread)) % 360
        x, y = cos(radians(angle)), sin(radians(angle))
        reach = min(half[0] / max(abs(x), 1e-6), half[1] / max(abs(y), 1e-6))
        far = reach + SHOULDER
        seats.append(Seat(name, angle, (x * reach, y * reach), (x * far, y * far)))
    return tuple(seats)


def as_table(
    camera: TableCamera,
    half: tuple[float, float],
    seats: Sequence[Seat],
    areas: Mapping[str, Area],
    deck: str,
) -> Table:
    """The set-up that a person would have clicked; `areas` are its zones, by name."""
    corners = camera.pixels(
        np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * (*half, 0.0)
    ) / np.array(camera.size)
    width = 360 / max(len(seats), 1)
    return Table(
        corners=tuple((float(x), float(y)) for x, y in corners),
        seats=tuple(Arc(seat.name, round(seat.angle, 1), width) for seat in seats),
        zones={name: area.as_zone(half) for name, area in areas.items()},
        deck=deck,
        aspect=half[0] / half[1],
    )
