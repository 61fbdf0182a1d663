"""Where the cards of Dureń Piątkowy lie: attack, talon, discard, and open before a player."""

from __future__ import annotations

from dataclasses import dataclass, field

from numpy.random import Generator

from .poses import Pose
from .room import Area, Room
from .seats import Seat

#: Attack cards lie in two rows of five; from middle to middle, mm.
COLUMNS, ROWS = 5, 2
PITCH = (82.0, 142.0)
#: The beating card lies this much aside and nearer to the defender, mm: more than half of the
#: card under it shows.
BEATEN = (9.0, 45.0)
#: The first row lies this much nearer to the defender than the table's middle, mm.
BEFORE = 22.0
#: Talon and discard lie this far to the left and right of the middle, mm.
ASIDE = 330.0
#: Open cards show so much of their width, mm, and lie this far inside the table's edge.
OPEN_STEP, INSIDE = 30.0, 62.0
#: Half of the height that has to be in view, mm.
NEEDED = 288.0


@dataclass
class DurenPlaces:
    """Chooses places on one table."""

    mess: float
    """0 for neat to 1 for careless."""

    @staticmethod
    def room() -> Room:
        """Everything that is played has to be in view."""
        return Room(
            {
                "centre": Area(0.0, 0.0, 278.0, 190.0),
                "talon": Area(-ASIDE, 0.0, 78.0, 78.0),
                "discard": Area(ASIDE, 0.0, 78.0, 78.0),
            },
            NEEDED,
        )

    def attack(self, slot: int, defender: Seat, rng: Generator) -> Pose:
        """Where the next attack card comes to lie."""
        across, down = slot % COLUMNS, slot // COLUMNS % ROWS
        again = slot // (COLUMNS * ROWS)
        side = 1.0 if defender.outwards[1] >= 0 else -1.0
        x = (across - (COLUMNS - 1) / 2) * PITCH[0] + 24.0 * again
        y = side * ((0.5 - down) * PITCH[1] - BEATEN[1] / 2) + BEFORE * defender.outwards[1]
        loose = rng.normal(0, 1 + 4 * self.mess, 2)
        turn = 0.0 if side > 0 else 180.0
        return Pose(x + loose[0], y + loose[1], turn + rng.normal(0, 1 + 3 * self.mess))

    def beating(self, attack: Pose, defender: Seat, rng: Generator) -> Pose:
        """Half over an attack card, nearer to the defender."""
        side = 1.0 if defender.outwards[1] >= 0 else -1.0
        x, y = rng.normal(0, 1 + 3 * self.mess, 2)
        return Pose(
            attack.x + BEATEN[0] * side + x, attack.y + BEATEN[1] * side + y,
            attack.turn + rng.normal(0, 2 + 5 * self.mess),
        )  # fmt: skip

    def talon(self, rng: Generator) -> tuple[Pose, Pose]:
        """The talon, and the turned-up card half under it."""
        x, y = rng.normal(0, 2, 2)
        turn = rng.normal(0, 2)
        return (
            Pose(-ASIDE + 14 + x, y, turn),
            Pose(-ASIDE - 20 + x, y + rng.normal(0, 2), turn + 90 + rng.normal(0, 2)),
        )

    def heap(self, rng: Generator) -> Pose:
        """Where cards out of the game are put."""
        x, y = rng.normal(0, 4 + 6 * self.mess, 2)
        return Pose(ASIDE + x, y, rng.normal(0, 20))

    def open(self, count: int, seat: Seat, rng: Generator) -> list[Pose]:
        """So many open cards before a player, each over the one before."""
        x, y = seat.edge
        across = abs(y) * 16 / 9 >= abs(x)  # Along the nearer edge of the table.
        step = min(OPEN_STEP, 150.0 / max(count - 1, 1))
        turn = (0.0 if y > 0 else 180.0) if across else (-90.0 if x > 0 else 90.0)
        half = (count - 1) / 2 * step + 12
        inside = (half, 0.0) if across else (0.0, half)
        limits = NEEDED * 16 / 9 - INSIDE - inside[0], NEEDED - INSIDE - inside[1]
        x, y = max(-limits[0], min(x, limits[0])), max(-limits[1], min(y, limits[1]))
        poses = []
        for index in range(count):
            beside = (index - (count - 1) / 2) * step
            along = (beside, 0.0) if across else (0.0, beside)
            poses.append(Pose(x + along[0], y + along[1], turn + rng.normal(0, 1 + 2 * self.mess)))
        return poses


@dataclass
class Pair:
    """An attack card on the table, and what lies on it."""

    number: int
    card: str
    place: Pose
    beaten_by: int | None = None


@dataclass
class OnTable:
    """Numbers of the cards that lie where."""

    pairs: list[Pair] = field(default_factory=list)
    open: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """Open cards before each player, with their names."""
    trump: int | None = None
    talon: int | None = None
    pending: list[Pair] = field(default_factory=list)
    """Cards that wait for a ruling."""
    beats: Pair | None = None
    """The attack card on which the pending one lies."""
