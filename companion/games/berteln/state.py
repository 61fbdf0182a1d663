"""What a game of Berteln remembers. Everything is immutable; seats are numbers from 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.cards import Card
from companion.games import Flag
from companion.games.berteln.table import CONTRACTS, Table


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that lies: who laid it, and with which event (its number from 1)."""

    seat: int
    card: Card
    event: int


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick; its first card was led."""

    cards: tuple[Laid, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A card that did not follow suit: its owner said that they have none of the suit led (B9)."""

    trick: int
    """Number of the trick in the deal, from 1."""
    led: Laid
    card: Laid


@dataclass(frozen=True, slots=True)
class Row:
    """A row of patience: its lowest and its highest card, and everything between."""

    low: Laid
    high: Laid


@dataclass(frozen=True, slots=True)
class Passed:
    """A player said that they can place no card on these rows (B19)."""

    seat: int
    rows: tuple[Row, ...]
    event: int


@dataclass(frozen=True, slots=True)
class TrickDeal:
    """A deal of one of the three contracts with tricks, as far as it is played."""

    contract: str
    turn: int
    bids: tuple[Fraction | None, ...]
    laid: tuple[Laid, ...] = ()
    """Every card played, in order."""
    out: frozenset[Card] = frozenset()
    """The same cards."""
    trick: tuple[Laid, ...] = ()
    """The trick that is being played."""
    tricks: tuple[Trick, ...] = ()
    discards: tuple[Discard, ...] = ()
    """Those not proved to be a revoke."""


@dataclass(frozen=True, slots=True)
class PatienceDeal:
    """A deal of patience, as far as it is played."""

    turn: int
    bids: tuple[Fraction | None, ...]
    laid: tuple[Laid, ...] = ()
    out: frozenset[Card] = frozenset()
    rows: tuple[Row, ...] = ()
    """In the order in which they were opened."""
    this_turn: tuple[Laid, ...] = ()
    """What the player whose turn it is has laid in this turn, all on one row."""
    direction: int = 0
    """Of this turn: 1 upwards, -1 downwards, 0 before its first card."""
    turn_since: int = 0
    """Number of the event that gave the turn to this player."""
    passes: tuple[Passed, ...] = ()
    """Those not proved false."""

    @property
    def contract(self) -> str:
        """`patience`, so that every deal has a contract."""
        return "patience"


Deal = TrickDeal | PatienceDeal


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal that counts, with all that the score sheet tells about it."""

    round: int
    number: int
    dealer: int
    announcer: int
    deal: Deal
    points: tuple[Fraction, ...]
    """With the bonus of a right bid."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A play that waits for a ruling (R1)."""

    play: Laid
    flag: Flag
    acceptable: bool


@dataclass(frozen=True, slots=True)
class State:
    """A game of Berteln between two events."""

    table: Table
    dealer: int
    announcer: int
    round: int = 1
    number: int = 1
    """Of the deal in its round, from 1 to 4."""
    contracts_left: tuple[str, ...] = CONTRACTS
    scores: tuple[Fraction, ...] = ()
    last_points: tuple[Fraction, ...] = ()
    """Of the last deal that counts; zeros before the first."""
    finished: tuple[Finished, ...] = ()
    deal: Deal | None = None
    """None while the next contract is to be announced."""
    pending: Pending | None = None
    before: State | None = None
    """The state that `annul` goes back to; None where it is not allowed (B5)."""
    events: int = 0
    """How many events there were so far, refused ones too."""

    @property
    def phase(self) -> str:
        """`announce`, `bid_or_play` or `play`."""
        if self.deal is None:
            return "announce"
        return "bid_or_play" if self.table.bid_bonus and not self.deal.laid else "play"

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.announcer if self.deal is None else self.deal.turn


def first_state(table: Table) -> State:
    """The state before the first event."""
    zeros = (Fraction(0),) * len(table.players)
    return State(table, table.dealer, table.announcer, scores=zeros, last_points=zeros)


def hand_size(table: Table, deal: Deal, seat: int) -> int:
    """How many cards the player still holds."""
    return table.hand - sum(laid.seat == seat for laid in deal.laid)


def events_of(cards: Sequence[Laid]) -> tuple[int, ...]:
    """The numbers of the events that laid these cards."""
    return tuple(laid.event for laid in cards)
