"""Where things are drawn: places on the felt, and the score chart's lines.

Everything here is plain geometry for the templates; pictures of cards themselves are drawn by
`templates/cards.html`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FELT = 1000.0
"""The felt is a square of this side, in its own units; x right, y down, as seen from above."""

CARD_RATIO = 1.4
"""Height of a drawn card over its width."""

# Players -> (half axes of the oval on which the cards lie, width of a card, roundness of the oval:
# 1 is an ellipse, less is squarer): as large as cards go without touching each other or a name.
_SPREAD = {
    3: (290.0, 215.0, 226.0, 1.0),
    4: (300.0, 226.0, 216.0, 1.0),
    5: (310.0, 262.0, 190.0, 1.0),
    6: (330.0, 282.0, 168.0, 1.0),
    7: (345.0, 300.0, 140.0, 1.0),
    8: (350.0, 300.0, 134.0, 0.4),
}

_LEAN = (-3.0, 2.0, -1.5, 3.5, -2.5, 1.5, -3.5, 2.5)
"""Degrees by which the cards of a trick lie askew, so that they look laid and not printed."""


@dataclass(frozen=True)
class Place:
    """Where one player's card lies on the felt; `x`, `y` are its middle, `lean` is in degrees."""

    x: float
    y: float
    width: float
    lean: float
    label_y: float

    @property
    def height(self) -> float:
        """The card's height in felt units."""
        return self.width * CARD_RATIO


def places(count: int, middles: Sequence[float] | None = None) -> list[Place]:
    """The places of `count` players.

    `middles` are the seats' angles in degrees, clockwise from the right as the camera sees the
    table; without them the first player sits at the bottom and the others follow clockwise.
    """
    across, down, width, roundness = _SPREAD[min(max(count, 3), 8)]
    angles = middles or [90.0 + 360.0 * seat / count for seat in range(count)]
    found = []
    for seat, angle in enumerate(angles):
        x = FELT / 2 + across * _squarer(math.cos(math.radians(angle)), roundness)
        y = FELT / 2 + down * _squarer(math.sin(math.radians(angle)), roundness)
        half = width * CARD_RATIO / 2
        above = y <= FELT / 2 + 1
        label_y = y - half - 22 if above else y + half + 50
        lean = _LEAN[seat % len(_LEAN)]
        found.append(Place(round(x, 1), round(y, 1), width, lean, round(label_y, 1)))
    return found


def _squarer(part: float, roundness: float) -> float:
    if abs(part) < 1e-9:
        return 0.0
    return math.copysign(abs(part) ** roundness, part)


@dataclass(frozen=True)
class Line:
    """One player's line in the score chart: SVG points, and where its name stands."""

    player: str
    points: str
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True)
class Chart:
    """The score chart: a line for each player, the zero line and the highest and lowest total."""

    lines: tuple[Line, ...]
    zero_y: float
    high: float
    low: float


CHART_WIDTH, CHART_HEIGHT = 640.0, 260.0
_LABEL_GAP = 29.0


def chart(players: Sequence[str], totals: Sequence[Mapping[str, float]]) -> Chart | None:
    """Lines through the totals after each deal; None before the first deal has ended."""
    if not totals:
        return None
    rows: list[Mapping[str, float]] = [dict.fromkeys(players, 0.0), *totals]
    values = [row[player] for row in rows for player in players]
    high, low = max(0.0, *values), min(0.0, *values)
    span = (high - low) or 1.0

    def at(step: int, value: float) -> tuple[float, float]:
        return (
            round(CHART_WIDTH * step / (len(rows) - 1), 1),
            round(CHART_HEIGHT * (high - value) / span, 1),
        )

    ends = {player: at(len(rows) - 1, rows[-1][player]) for player in players}
    labels = _apart({player: end[1] for player, end in ends.items()})
    lines = tuple(
        Line(
            player,
            " ".join(
                f"{x},{y}" for x, y in (at(step, row[player]) for step, row in enumerate(rows))
            ),
            ends[player],
            labels[player],
        )
        for player in players
    )
    return Chart(lines, at(0, 0.0)[1], high, low)


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Heights for the names, kept so far from each other that none covers another."""
    placed: dict[str, float] = {}
    lowest = -math.inf
    for player in sorted(wanted, key=lambda name: wanted[name]):
        lowest = max(wanted[player], lowest + _LABEL_GAP)
        placed[player] = round(lowest, 1)
    return placed
