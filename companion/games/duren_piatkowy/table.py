"""Who plays Dureń Piątkowy with how many decks (rules D1, D3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.cards import DECK
from companion.games import InvalidGame
from companion.games._events import options_of, said, seated

NAME: Final = "duren-piatkowy"
HAND: Final = 5
"""Cards that each player gets, and up to which they draw (D1, D14)."""
FEWEST_PLAYERS: Final = 2
DECKS: Final = (1, 2)
OPTIONS: Final = ("decks", "dealer")


@dataclass(frozen=True)
class Table:
    """What stays the same all evening. Seats are numbers from 0, clockwise."""

    players: tuple[str, ...]
    decks: int
    dealer: int
    """Seat of the first dealer."""

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.decks * len(DECK)

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % len(self.players)

    def from_seat(self, seat: int) -> Sequence[int]:
        """All seats clockwise, that one first."""
        return (*range(seat, len(self.players)), *range(seat))


def most_players(decks: int) -> int:
    """How many can play so that a card is left to be turned up (D1)."""
    return (decks * len(DECK) - 1) // HAND


def lay_table(players: Sequence[str], options: Mapping[str, object]) -> Table:
    """The table of these players and options; raises InvalidGame."""
    seats = seated(NAME, players, FEWEST_PLAYERS, None)
    options_of(NAME, options, OPTIONS)
    decks = options.get("decks", 1)
    if isinstance(decks, bool) or not isinstance(decks, int) or decks not in DECKS:
        raise InvalidGame(f"decks: {said(decks)} is neither 1 nor 2")
    if len(seats) > most_players(decks):
        raise InvalidGame(
            f"{len(seats)} players need {HAND * len(seats)} cards and one for trumps, "
            f"and there are {decks * len(DECK)}: at most {most_players(decks)} can play"
        )
    dealer = options.get("dealer", seats[-1])
    if not isinstance(dealer, str) or dealer not in seats:
        raise InvalidGame(f"dealer: no player {said(dealer)} sits at the table")
    return Table(seats, decks, seats.index(dealer))
