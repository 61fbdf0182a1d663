"""What a game of Dureń Piątkowy remembers. Everything is immutable; seats are numbers from 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from companion.cards import Card
from companion.games import Flag
from companion.games.duren_piatkowy.piles import EMPTY, Pile
from companion.games.duren_piatkowy.table import Table


@dataclass(frozen=True, slots=True)
class Pair:
    """An attack card on the table, and what beats it. Events are numbers from 1."""

    attack: Card
    by: int
    event: int
    beaten_by: Card | None = None
    beaten: int = 0
    """The event that beat it; 0 while it is not beaten."""


@dataclass(frozen=True, slots=True)
class Acted:
    """A player has had their turn of this wave, with cards or with a pass."""

    seat: int
    event: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """The 2 of trumps went under the talon, and this card into the hand (D16)."""

    seat: int
    two: Card
    card: Card
    event: int


@dataclass(frozen=True, slots=True)
class Ended:
    """An attack that is over, and the hands after the drawing."""

    attacker: int
    defender: int
    pairs: tuple[Pair, ...]
    won: bool
    """By the defender."""
    event: int
    drawn: tuple[int, ...]
    """How many cards each player drew."""
    hands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A game that has been dealt, as far as it is played."""

    began: int
    """The event that started it."""
    turned_up: Card
    """The card that was turned up at the start; its suit is trump."""
    trump_card: Card | None
    """The card that lies turned up now; None once it is drawn."""
    talon: int
    """Cards still to be drawn, the turned-up one among them."""
    hands: tuple[int, ...]
    """How many cards each player holds, open ones too."""
    open: tuple[Pile, ...]
    """Cards laid open in front of each player (D12, D13)."""
    known: tuple[Pile, ...]
    """Cards that are known to be hidden in each hand (D19)."""
    placed: Pile
    """Every copy whose place is known: aside, on the table, turned up, open, known in a hand."""
    attacker: int
    defender: int
    limit: int
    """How many cards the defender held when the attack began (D5)."""
    turn: int
    since: int
    """The event that began this wave."""
    phase: str = "attack"
    """`attack`, `defend`, `add` or `over`."""
    wave: int = 1
    table: tuple[Pair, ...] = ()
    acted: tuple[Acted, ...] = ()
    """Who has had their turn of this wave (from wave 2 on)."""
    ended: tuple[Ended, ...] = ()
    """The attacks so far."""
    swapped: tuple[Swapped, ...] = ()

    @property
    def trump(self) -> str:
        """The suit that is trump."""
        return self.turned_up.suit

    @property
    def room(self) -> int:
        """How many more attack cards the limit lets in (D5); never below 0."""
        return max(0, self.limit - len(self.table))

    def unknown(self, seat: int) -> int:
        """How many cards of that hand are not known."""
        return self.hands[seat] - len(self.open[seat]) - len(self.known[seat])


@dataclass(frozen=True, slots=True)
class Play:
    """Cards that somebody has put down: an attack, or one card that is to beat another."""

    seat: int
    cards: tuple[Card, ...]
    event: int
    beats: Card | None = None
    """The attack card that it was laid on; None for an attack."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A play that breaks a rule and waits for the table (R2)."""

    play: Play
    flag: Flag
    acceptable: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over and paid (D17)."""

    number: int
    dealer: int
    deal: Deal
    winners: tuple[int, ...]
    points: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class State:
    """An evening after some events."""

    table: Table
    dealer: int
    number: int = 1
    """Of the running game; between two games that of the one before."""
    scores: tuple[Fraction, ...] = ()
    deal: Deal | None = None
    """None before a game is started and after one was annulled."""
    finished: tuple[Finished, ...] = ()
    pending: Pending | None = None
    events: int = 0
    """How many events there were so far, refused ones too."""

    @property
    def phase(self) -> str:
        """`deal`, `attack`, `defend`, `add` or `over`."""
        return self.deal.phase if self.deal else "deal"


def first_state(table: Table) -> State:
    """The state before the first event."""
    return State(table, table.dealer, scores=(Fraction(0),) * len(table.players))


def no_cards(table: Table) -> tuple[Pile, ...]:
    """An empty pile for each player."""
    return (EMPTY,) * len(table.players)
