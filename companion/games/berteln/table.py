"""Who plays Berteln with which cards: players, options, pot (rules B1 to B5, B22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from companion.cards import DECK, RANKS, Card
from companion.games import InvalidGame
from companion.games._events import exact, options_of, plain, said, seated

NAME: Final = "berteln"
CONTRACTS: Final = ("no_hearts", "no_queens", "no_king_of_hearts", "patience")
"""The four contracts (Spielarten) in the order of B4."""

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 8
CARDS_IN_PLAY: Final[Mapping[int, int]] = {3: 36, 4: 32, 5: 40, 6: 48, 7: 28, 8: 32}
"""Default number of cards for each number of players (B1)."""
FEWEST_CARDS: Final = 12
"""Queens and kings must be in play (B2)."""
POINTS_A_RANK: Final = 10
"""The pot holds so many points for each rank in play (B3)."""

OPTIONS: Final = ("cards_in_play", "announcer", "dealer", "may_pass", "bid_bonus")


@dataclass(frozen=True)
class Table:
    """What stays the same all evening. Seats are numbers from 0, clockwise."""

    players: tuple[str, ...]
    cards_in_play: int
    announcer: int
    """Seat of the first announcer."""
    dealer: int
    """Seat of the first dealer."""
    may_pass: bool = False
    """Whether one who can place a card may pass all the same (B19)."""
    bid_bonus: Fraction = Fraction(0)
    """Points for a bid that is exactly right; 0: no bids (B22)."""

    @cached_property
    def hand(self) -> int:
        """Cards that each player gets; also the number of tricks."""
        return self.cards_in_play // len(self.players)

    @cached_property
    def ranks(self) -> str:
        """The ranks in play, lowest first."""
        return RANKS[-self.cards_in_play // 4 :]

    @cached_property
    def pot(self) -> Fraction:
        """The points of a deal (B3)."""
        return Fraction(POINTS_A_RANK * len(self.ranks))

    @cached_property
    def deck(self) -> frozenset[Card]:
        """The cards in play."""
        return frozenset(card for card in DECK if card.rank in self.ranks)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The cards in play, suit by suit, each from its lowest to its ace."""
        return tuple(card.code for card in DECK if card in self.deck)

    @cached_property
    def worth(self) -> Mapping[str, Sequence[Fraction]]:
        """What none, one, two ... of the scoring cards are worth in each contract (B12 to B14)."""
        found = {}
        for contract, total in (("no_hearts", len(self.ranks)), ("no_queens", 4)):
            costs = [-self.pot / total * count for count in range(total)]
            found[contract] = [*costs, self.pot]
        return {**found, "no_king_of_hearts": [Fraction(0), -self.pot]}

    @cached_property
    def shown_worth(self) -> Mapping[str, Sequence[int | float]]:
        """The same as plain numbers."""
        return {contract: [*map(plain, sums)] for contract, sums in self.worth.items()}

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % len(self.players)


def lay_table(players: Sequence[str], options: Mapping[str, object]) -> Table:
    """The table of these players and options; raises InvalidGame."""
    seats = seated(NAME, players, FEWEST_PLAYERS, MOST_PLAYERS)
    options_of(NAME, options, OPTIONS)
    cards = options.get("cards_in_play", CARDS_IN_PLAY[len(seats)])
    if isinstance(cards, bool) or not isinstance(cards, int):
        raise InvalidGame(f"cards_in_play: {said(cards)} is no whole number")
    if not FEWEST_CARDS <= cards <= len(DECK) or cards % 4 or cards % len(seats):
        raise InvalidGame(
            f"cards_in_play: {said(cards)} is not a multiple of 4 and of the {len(seats)} players "
            f"between {FEWEST_CARDS} and {len(DECK)}"
        )
    may_pass = options.get("may_pass", False)
    if not isinstance(may_pass, bool):
        raise InvalidGame(f"may_pass: {said(may_pass)} is neither true nor false")
    try:
        bonus = exact(options.get("bid_bonus", 0))
    except ValueError as fault:
        raise InvalidGame(f"bid_bonus: {fault}") from None
    if bonus < 0:
        raise InvalidGame(f"bid_bonus: {said(options['bid_bonus'])} is less than 0")
    return Table(
        players=seats,
        cards_in_play=cards,
        announcer=_seat("announcer", options, seats, 0),
        dealer=_seat("dealer", options, seats, len(seats) - 1),
        may_pass=may_pass,
        bid_bonus=bonus,
    )


def _seat(key: str, options: Mapping[str, object], seats: Sequence[str], default: int) -> int:
    if key not in options:
        return default
    name = options[key]
    if not isinstance(name, str) or name not in seats:
        raise InvalidGame(f"{key}: no player {said(name)} sits at the table")
    return seats.index(name)
