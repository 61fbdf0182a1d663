"""What a game of Vier Engel remembers. Everything is immutable; seats are numbers, 0 and 1.

The judge's secret lives in `Seal.secret` and `Table.seed` only; neither is in any `repr`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from companion.games import Flag
from companion.games.vier_engel.table import Table
from companion.seal import Seal, Verdict

Phase = Literal["lay", "draw", "call", "seal", "answer", "over"]

ANGELS_IN_A_ROUND = 4


@dataclass(frozen=True, slots=True)
class Shown:
    """A card whose verdict is known: turned, or answered for."""

    card: str
    verdict: Verdict
    event: int
    """Number of the event that showed it."""
    asked: int = 0
    """Number of the event that asked for it, in the open game."""


@dataclass(frozen=True, slots=True)
class Call:
    """Teufel-komm-raus was called (V12)."""

    event: int
    position: int | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """The reference card was turned up (V18)."""

    card: str
    means: str | None
    """The devil, if it is clear."""
    event: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round as far as it is played."""

    angels: tuple[str, ...]
    """Face down: the four angels and the devil of this round (V1)."""
    devil: str
    started: int = 0
    """Number of its `start_round`, 0 without."""
    begun: int = 0
    """Number of its `release` or `lay_open`, 0 before."""
    lying: tuple[str, ...] = ()
    """Open: the five cards."""
    sealed: int = 0
    """Number of its `seal`, 0 before; the seal itself is the last of `State.seals`."""
    call: Call | None = None
    chosen: str | None = None
    """The card for which the layer owes an answer (V18)."""
    asked: int = 0
    """Number of the event that asked for it."""
    shown: tuple[Shown, ...] = ()
    reference: Reference | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """The five cards of the round."""
        return self.lying or (*self.angels, self.devil)

    @property
    def points(self) -> int:
        """The drawer's points so far: an angel counts 1, except in a call (V4)."""
        return 0 if self.call else len(self.shown)


@dataclass(frozen=True, slots=True)
class Result:
    """How a round ended."""

    reason: str
    winner: int | None
    points: Fraction
    """Before the cap of V10."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A round that counts, with all that the score sheet tells about it."""

    number: int
    layer: int
    round: Round
    """What was shown in it; nothing else of it is kept (V6)."""
    result: Result
    scores: tuple[Fraction, Fraction]
    """After it."""
    event: int
    """Number of the event that ended it."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed round, for the audit (V17)."""

    number: int
    """Of the seal in the game, from 1: a repeated round has another."""
    round: int
    layer: int
    cards: tuple[str, ...]
    laid: int
    """Numbers of the events that laid the cards and sealed the devil."""
    sealed: int
    seal: Seal
    answers: tuple[Shown, ...] = ()
    disputed: int = 0
    """Number of the first `dispute`, 0 without."""

    def forgotten(self) -> Sealed:
        """The same without what nobody may ask for any more."""
        if self.disputed:
            return self
        shown = {shown.card for shown in self.answers}
        kept = tuple(one for one in self.seal.secret if one.card in shown)
        return replace(self, seal=replace(self.seal, secret=kept))


@dataclass(frozen=True, slots=True)
class Pending:
    """A play that waits for a ruling (R1)."""

    cards: tuple[str, ...]
    event: int
    flag: Flag
    acceptable: bool


@dataclass(frozen=True, slots=True)
class State:
    """A game of Vier Engel between two events."""

    table: Table
    layer: int
    round: Round
    number: int = 1
    """Of the round."""
    scores: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    last: Result | None = None
    ended: int = 0
    """Number of the event that ended or voided the last round."""
    finished: tuple[Finished, ...] = ()
    seals: tuple[Sealed, ...] = ()
    previous: tuple[int, Round] | None = None
    """The open round just ended or annulled, with its layer: its reference may be shown (V18)."""
    pending: Pending | None = None
    winner: int | None = None
    events: int = 0
    """How many events there were so far, refused ones too."""
    told: int = 0
    """How often the judge has given something away: answers, and disputes that opened the rest."""

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        now = self.round
        if self.winner is not None:
            return "over"
        if not now.begun:
            return "lay"
        if self.table.by_app and not now.sealed:
            return "seal"
        if now.chosen is not None:
            return "answer"
        return "call" if now.call else "draw"

    @property
    def drawer(self) -> int:
        """The seat that draws."""
        return 1 - self.layer

    @property
    def judge_knows(self) -> bool:
        """Whether the round is sealed by a card, so that the judge can answer."""
        return bool(self.round.sealed and self.seals[-1].seal.secret)

    def answer_is_due(self, card: str, *, calling: bool) -> bool:
        """Whether asking for that card now gets an answer that only the record can give."""
        now = self.round
        if not now.sealed or self.judge_knows or self.pending or card not in now.lying:
            return False
        if calling:
            return self.table.devil_call and not now.shown
        return all(shown.card != card for shown in now.shown)


def is_after_the_end(state: State) -> bool:
    """Whether a round is over and the next one has not begun: then no card may be turned (V6)."""
    return state.phase == "lay" and state.last is not None and not state.round.started


def fresh(table: Table) -> Round:
    """A new, empty round with the table's cards."""
    return Round(table.angels, table.devil)


def first_state(table: Table) -> State:
    """The state before the first event."""
    return State(table, table.first_layer, fresh(table))
