"""Where cards lie on a table: scattered, in heaps, fans, rows, pairs and piles.

Places are in table units: a card is 1 high. The list is in drawing order, the topmost last.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

WIDTH = 0.69
"""Width of a card that is 1 high; layouts need no more exactness than that."""


@dataclass(frozen=True)
class Place:
    """Centre of a card, and its turn in radians (clockwise as seen, y down)."""

    x: float
    y: float
    turn: float
    back: bool = False


def scattered(rng: Generator, count: int) -> list[Place]:
    """Cards that do not touch each other (as far as there is room), in no order."""
    spread = 0.75 * count**0.5 + 0.4
    places: list[Place] = []
    for _ in range(count * 12):
        if len(places) == count:
            break
        x, y = rng.uniform(-spread, spread, 2)
        if all((x - p.x) ** 2 + (y - p.y) ** 2 > 1.25**2 for p in places):
            places.append(Place(float(x), float(y), float(rng.uniform(0, 2 * pi))))
    return places


def heap(rng: Generator, count: int) -> list[Place]:
    """A trick or a discard heap: cards over each other around one spot."""
    tight = rng.uniform(0.25, 0.9)
    return [
        Place(
            float(rng.normal(0, tight)), float(rng.normal(0, tight)), float(rng.uniform(0, 2 * pi))
        )
        for _ in range(count)
    ]


def trick(rng: Generator, count: int) -> list[Place]:
    """Each card laid from another side, tops outwards, corners overlapping in the middle."""
    radius = rng.uniform(0.3, 1.0)
    first = rng.uniform(0, 2 * pi)
    places = []
    for i in range(count):
        angle = first + 2 * pi * i / max(count, 3) + rng.normal(0, 0.15)
        places.append(
            Place(
                float(radius * cos(angle)),
                float(radius * sin(angle)),
                float(angle + pi / 2 + rng.normal(0, 0.25)),
            )
        )
    return places


def fan(rng: Generator, count: int) -> list[Place]:
    """A hand held or laid open, each card over its left neighbour."""
    step = rng.uniform(0.07, 0.22)
    radius = rng.uniform(0.9, 2.2)
    first = -step * (count - 1) / 2
    order = 1 if rng.random() < 0.85 else -1
    places = []
    for i in range(count):
        angle = order * (first + i * step) + rng.normal(0, 0.012)
        reach = radius + rng.normal(0, 0.02)
        places.append(
            Place(float(reach * sin(angle)), float(-reach * cos(angle) + radius), float(angle))
        )
    return places


def row(rng: Generator, count: int) -> list[Place]:
    """Cards side by side, apart or overlapping, in a line that need not be straight."""
    step = rng.uniform(0.14, 1.2) * WIDTH if rng.random() < 0.6 else rng.uniform(1.0, 1.6) * WIDTH
    sideways = rng.random() < 0.25
    drift = rng.normal(0, 0.05)
    skew = rng.uniform(0.0, 0.12)
    places = []
    for i in range(count):
        along = (i - (count - 1) / 2) * step * (1.4 if sideways else 1.0)
        across = along * drift + rng.normal(0, skew * 0.3)
        place = (across, along) if sideways else (along, across)
        places.append(Place(float(place[0]), float(place[1]), float(rng.normal(0, skew))))
    return places


def grid(rng: Generator, count: int) -> list[Place]:
    """Rows of a patience."""
    columns = int(np.ceil(count**0.5 * rng.uniform(0.8, 1.6)))
    wide, high = rng.uniform(0.5, 1.5) * WIDTH, rng.uniform(0.3, 1.3)
    return [
        Place(
            float((i % columns - columns / 2) * wide + rng.normal(0, 0.02)),
            float((i // columns - count / columns / 2) * high + rng.normal(0, 0.02)),
            float(rng.normal(0, 0.05)),
        )
        for i in range(count)
    ]


def pairs(rng: Generator, count: int) -> list[Place]:
    """Attack cards in a line, each half covered by the card that beats it."""
    places: list[Place] = []
    across = rng.uniform(1.1, 1.9) * WIDTH
    shift = rng.normal(0, 0.25, 2) + (0.25, 0.3)
    for i in range((count + 1) // 2):
        x = (i - count / 4) * across + rng.normal(0, 0.05)
        turn = rng.normal(0, 0.12)
        places.append(Place(float(x), 0.0, float(turn)))
        if len(places) < count and rng.random() < 0.85:
            lean = rng.normal(0, 0.3)
            places.append(Place(float(x + shift[0]), float(shift[1]), float(turn + lean)))
    return places[:count]


def tidy_pairs(rng: Generator, count: int) -> list[Place]:
    """As `pairs`, but straight below each other: both together look like one long card."""
    places: list[Place] = []
    across = rng.uniform(1.05, 1.7) * WIDTH
    shift = rng.normal(0, 0.06, 2) + (rng.choice([0.0, 0.1, 0.2]), rng.uniform(0.3, 0.65))
    skew = rng.choice([0.02, 0.06, 0.12])
    for i in range((count + 1) // 2):
        x = (i - count / 4) * across + rng.normal(0, 0.04)
        turn = rng.normal(0, 0.08)
        places.append(Place(float(x), float(rng.normal(0, 0.03)), float(turn)))
        if len(places) < count and rng.random() < 0.85:
            other = float(turn + rng.normal(0, skew))
            places.append(Place(float(x + shift[0]), float(shift[1]), other))
    return places


def pile(rng: Generator, count: int) -> list[Place]:
    """A talon or a heap of won tricks: backs nearly on each other, sometimes a face half under."""
    places = []
    if rng.random() < 0.5:
        places.append(Place(0.45, 0.0, pi / 2 + float(rng.normal(0, 0.05))))
    lean = rng.normal(0, 0.004, 2)
    mess = rng.choice([0.003, 0.01, 0.06])
    for i in range(int(rng.integers(2, 7))):
        x, y = lean * i + rng.normal(0, mess, 2)
        places.append(Place(float(x), float(y), float(rng.normal(0, mess)), back=True))
    return places[: max(count, 2)]


OVERLAPPING = (heap, trick, fan, row, row, grid, pairs, pile)
AT_PLAY = (tidy_pairs, tidy_pairs, row, grid, trick)
"""How cards lie over each other in the middle of the games that are played here."""


def moved(places: list[Place], x: float, y: float, turn: float) -> list[Place]:
    """The same arrangement turned about its origin, then shifted."""
    c, s = cos(turn), sin(turn)
    return [
        Place(p.x * c - p.y * s + x, p.x * s + p.y * c + y, p.turn + turn, p.back) for p in places
    ]


def as_matrix(place: Place, width: float) -> NDArray[np.float64]:
    """3x3 matrix from a card's own rectangle (0..width, 0..1) to the table."""
    c, s = cos(place.turn), sin(place.turn)
    centre = np.array([[1, 0, -width / 2], [0, 1, -0.5], [0, 0, 1]])
    turn = np.array([[c, -s, place.x], [s, c, place.y], [0, 0, 1]])
    return np.asarray(turn @ centre, np.float64)
