"""The moves of Dureń Piątkowy, and how they are read from events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.cards import JOKER, Card
from companion.games import Event, InvalidEvent
from companion.games._events import Fields, card_in, player_in, said, type_of
from companion.games._rulings import RULING_FIELDS, RULINGS, Ruling
from companion.games.duren_piatkowy.table import NAME


@dataclass(frozen=True, slots=True)
class Start:
    """A game is dealt and a card turned up for trumps (D1, D2)."""

    kind: ClassVar[str] = "start"
    trump_card: Card


@dataclass(frozen=True, slots=True)
class Attack:
    """All that a player plays to one wave (D4, D8)."""

    kind: ClassVar[str] = "attack"
    seat: int | None
    """None: whose turn it is."""
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """A player adds nothing to this wave (D8)."""

    kind: ClassVar[str] = "pass"
    seat: int | None


@dataclass(frozen=True, slots=True)
class Beat:
    """The defender beats an attack card (D7)."""

    kind: ClassVar[str] = "beat"
    attack: Card
    card: Card


@dataclass(frozen=True, slots=True)
class Take:
    """The defender gives up and takes (D7, D12)."""

    kind: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Swap:
    """A player exchanges the 2 of trumps for the turned-up card (D16)."""

    kind: ClassVar[str] = "swap"
    seat: int | None


Move = Start | Attack | Pass | Beat | Take | Swap | Ruling

TYPES: Final[Mapping[str, Fields]] = {
    "start": Fields("trump_card"),
    "attack": Fields("cards", optional=["player"]),
    "pass": Fields(optional=["player"]),
    "beat": Fields("attack", "card"),
    "take": Fields(),
    "swap": Fields(optional=["player"]),
    **RULING_FIELDS,
}
_BARE: Final[Mapping[str, Move]] = {**RULINGS, "take": Take()}


def read_move(event: Event, players: Sequence[str]) -> Move:
    """The move that `event` means; raises InvalidEvent."""
    kind = type_of(NAME, event, TYPES)
    if kind == "attack":
        return Attack(player_in(event, players), _cards(event))
    if kind == "beat":
        return Beat(card_in(event, "attack"), card_in(event))
    if kind == "pass":
        return Pass(player_in(event, players))
    if kind == "swap":
        return Swap(player_in(event, players))
    if kind == "start":
        trump_card = card_in(event, "trump_card")
        if trump_card is JOKER:
            raise InvalidEvent(f"trump_card: {trump_card.code} is none of the 52 cards")
        return Start(trump_card)
    return _BARE[kind]


def _cards(event: Event) -> tuple[Card, ...]:
    cards = event["cards"]
    if isinstance(cards, str) or not isinstance(cards, Sequence):
        raise InvalidEvent(f"cards is a list of cards, not {said(cards)}")
    if not cards:
        raise InvalidEvent("cards is an empty list; an attack has one card or more")
    return tuple(card_in({"card": card}) for card in cards)
