"""A knock-out evening of several pairs: who plays whom, who goes on, and the table of results.

Nothing of it is kept but who takes part: the games themselves tell who has won them, so that a
corrected game corrects the evening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FEWEST, MOST = 2, 32
"""So many can take part."""


@dataclass(frozen=True)
class Played:
    """One game of the evening, as it stands."""

    game: int
    round: int
    number: int
    scores: Mapping[str, float]
    winner: str | None


@dataclass(frozen=True)
class Pairing:
    """Two who play, or one who goes on without a game."""

    round: int
    """From 1."""
    number: int
    """Within the round, from 1."""
    players: tuple[str | None, str | None]
    """None: not known yet. With `free` there is only the first."""
    free: bool = False
    """Whether the first goes on without a game."""
    played: Played | None = None

    @property
    def winner(self) -> str | None:
        """Who goes on, None while that is open."""
        if self.free:
            return self.players[0]
        return self.played.winner if self.played else None

    @property
    def is_due(self) -> bool:
        """Whether both are known and nobody has won yet."""
        return not self.free and None not in self.players and self.winner is None


@dataclass(frozen=True)
class Line:
    """What somebody has reached."""

    player: str
    games: int
    won: int
    points: float
    """Of all games together."""
    out_in: int | None
    """The round in which they lost; None while they are in, or have won the evening."""


@dataclass(frozen=True)
class Knockout:
    """The whole evening."""

    players: tuple[str, ...]
    rounds: tuple[tuple[Pairing, ...], ...]

    @property
    def champion(self) -> str | None:
        """Who has won the last game."""
        return self.rounds[-1][0].winner

    def pairing(self, round_number: int, number: int) -> Pairing | None:
        """That pairing, None if there is none such."""
        pairs = (pair for one in self.rounds for pair in one)
        return next((p for p in pairs if (p.round, p.number) == (round_number, number)), None)

    @property
    def table(self) -> tuple[Line, ...]:
        """The table of results: who came furthest first, then by games won and points."""
        lines = [self._line(name) for name in self.players]
        far = len(self.rounds) + 1
        return tuple(
            sorted(lines, key=lambda line: (-(line.out_in or far), -line.won, -line.points))
        )

    def _line(self, name: str) -> Line:
        pairs = [p for one in self.rounds for p in one if name in p.players and not p.free]
        played = [p.played for p in pairs if p.played is not None]
        lost = [p.round for p in pairs if p.winner not in (None, name)]
        return Line(
            name,
            games=len(played),
            won=sum(one.winner == name for one in played),
            points=sum(one.scores.get(name, 0) for one in played),
            out_in=lost[0] if lost else None,
        )


def knockout(players: Sequence[str], games: Sequence[Played]) -> Knockout:
    """The evening of those players, in the order drawn, as its games stand.

    Where their number is no power of two, the first ones go on from the first round without a
    game. Of a pairing played several times the last game that somebody won counts, else the last.
    """
    size = 1 << (len(players) - 1).bit_length()
    free = size - len(players)
    slots: list[tuple[str | None, str | None, bool]] = [
        (name, None, True) for name in players[:free]
    ]
    rest = players[free:]
    slots += [(rest[n], rest[n + 1], False) for n in range(0, len(rest), 2)]
    rounds: list[tuple[Pairing, ...]] = []
    while True:
        number = len(rounds) + 1
        rounds.append(
            tuple(
                Pairing(number, n, (one, other), is_free, _counting(games, number, n))
                for n, (one, other, is_free) in enumerate(slots, 1)
            )
        )
        if len(slots) == 1:
            return Knockout(tuple(players), tuple(rounds))
        winners = [pair.winner for pair in rounds[-1]]
        slots = [(winners[n], winners[n + 1], False) for n in range(0, len(winners), 2)]


def _counting(games: Sequence[Played], round_number: int, number: int) -> Played | None:
    found = [one for one in games if (one.round, one.number) == (round_number, number)]
    won = [one for one in found if one.winner is not None]
    return next(reversed(won or found), None)
