"""The moves of Berteln, and how they are read from events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from companion.cards import Card
from companion.games import Event, InvalidEvent
from companion.games._events import Fields, card_in, number_in, player_in, said, type_of
from companion.games._rulings import RULING_FIELDS, RULINGS, Ruling
from companion.games.berteln.table import CONTRACTS, NAME


@dataclass(frozen=True, slots=True)
class Announce:
    """The announcer names the contract of the deal (B4)."""

    kind: ClassVar[str] = "announce"
    contract: str


@dataclass(frozen=True, slots=True)
class Bid:
    """A player says how many points they expect (B22)."""

    kind: ClassVar[str] = "bid"
    seat: int | None
    """None: whose turn it is."""
    points: Fraction


@dataclass(frozen=True, slots=True)
class Play:
    """A card is played to the trick, or laid to a row."""

    kind: ClassVar[str] = "play"
    seat: int | None
    card: Card


@dataclass(frozen=True, slots=True)
class Pass:
    """A player passes in patience (B18, B19)."""

    kind: ClassVar[str] = "pass"
    seat: int | None


@dataclass(frozen=True, slots=True)
class EndDeal:
    """The rest is thrown in (B15)."""

    kind: ClassVar[str] = "end_deal"


Move = Announce | Bid | Play | Pass | Ruling | EndDeal

TYPES: Final[Mapping[str, Fields]] = {
    "announce": Fields("contract"),
    "bid": Fields("points", optional=["player"]),
    "play": Fields("card", optional=["player"]),
    "pass": Fields(optional=["player"]),
    **RULING_FIELDS,
    "end_deal": Fields(),
}
_BARE: Final[Mapping[str, Move]] = {**RULINGS, "end_deal": EndDeal()}


def read_move(event: Event, players: Sequence[str]) -> Move:
    """The move that `event` means; raises InvalidEvent."""
    kind = type_of(NAME, event, TYPES)
    if kind == "play":
        return Play(player_in(event, players), card_in(event))
    if kind == "pass":
        return Pass(player_in(event, players))
    if kind == "bid":
        return Bid(player_in(event, players), number_in(event, "points"))
    if kind == "announce":
        contract = event["contract"]
        if not isinstance(contract, str) or contract not in CONTRACTS:
            raise InvalidEvent(f"no contract {said(contract)}; there are {', '.join(CONTRACTS)}")
        return Announce(contract)
    return _BARE[kind]
