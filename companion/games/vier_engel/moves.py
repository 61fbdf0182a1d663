"""The moves of Vier Engel, ein Teufel, and how they are read from events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

from companion.games import Event, InvalidEvent
from companion.games._events import Fields, exact, number_in, player_in, said, type_of
from companion.games._rulings import RULING_FIELDS
from companion.games.vier_engel.deck import UnknownCard
from companion.games.vier_engel.state import State
from companion.games.vier_engel.table import NAME
from companion.seal import DIGEST, Verdict

POSITIONS: Final = 5


@dataclass(frozen=True, slots=True)
class StartRound:
    """A round begins, perhaps with other cards than usual (V1)."""

    kind: ClassVar[str] = "start_round"
    angels: tuple[str, ...]
    devil: str


@dataclass(frozen=True, slots=True)
class Release:
    """The layer hands the table over (V2, V7)."""

    kind: ClassVar[str] = "release"
    cards_down: Fraction | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A card is turned up (V3)."""

    kind: ClassVar[str] = "turn"
    card: str


@dataclass(frozen=True, slots=True)
class DevilCall:
    """Teufel-komm-raus (V12): the drawer says which card they take for the devil."""

    kind: ClassVar[str] = "devil_call"
    position: int | None = None
    """Face down: where the finger lies, if it is known."""
    card: str | None = None
    """Open."""
    verdict: Verdict | None = None
    """What was answered, in a record whose seal has only its root."""


@dataclass(frozen=True, slots=True)
class Disturbed:
    """A card was `moved` or `peeked` at (V8)."""

    kind: str
    position: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class LayOpen:
    """Five cards are laid face up (V14)."""

    kind: ClassVar[str] = "lay_open"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MakeSeal:
    """The layer picks the devil in secret (V15); the card is in no `repr`."""

    kind: ClassVar[str] = "seal"
    card: str | None = field(default=None, repr=False)
    root: str | None = None
    """Instead of the card, in the export of a real evening."""
    salt: str = field(default="", repr=False)
    """Drawn for this seal, see `companion.seal.close`; in no record."""
    of: str | None = None
    """Mark of the five cards among which it was picked, where it is told; in no record."""


@dataclass(frozen=True, slots=True)
class Choose:
    """The drawer asks for a card's verdict (V16)."""

    kind: ClassVar[str] = "choose"
    card: str
    verdict: Verdict | None = None
    """What was answered, in a record whose seal has only its root."""


@dataclass(frozen=True, slots=True)
class Announce:
    """The layer answers (V18)."""

    kind: ClassVar[str] = "announce"
    card: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ShowReference:
    """The reference card is turned up (V18)."""

    kind: ClassVar[str] = "reference"
    card: str


@dataclass(frozen=True, slots=True)
class Bare:
    """A move that is nothing but its type: bank, dispute, take_back, accept, annul."""

    kind: str


Move = (
    StartRound
    | Release
    | Turn
    | DevilCall
    | Disturbed
    | LayOpen
    | MakeSeal
    | Choose
    | Announce
    | ShowReference
    | Bare
)

TYPES: Final[Mapping[str, Fields]] = {
    "start_round": Fields(optional=["angels", "devil"]),
    "release": Fields(optional=["cards_down"]),
    "turn": Fields("card"),
    "bank": Fields(),
    "devil_call": Fields(optional=["position"]),
    "moved": Fields("position", optional=["player"]),
    "peeked": Fields("position", optional=["player"]),
    "lay_open": Fields("cards"),
    "seal": Fields("card", optional=["salt", "of"]),
    "choose": Fields("card"),
    "announce": Fields("card", "verdict"),
    "reference": Fields("card"),
    "dispute": Fields(),
    **RULING_FIELDS,
}
_OPEN: Final = {**TYPES, "devil_call": Fields("card")}
_ANSWERED: Final = {
    **_OPEN,
    "choose": Fields("card", optional=["verdict"]),
    "devil_call": Fields("card", optional=["verdict"]),
}
"""While no card is known to the judge, an answer can stand in the record only (V15)."""
_SEAL_BY_ROOT: Final = {"seal": Fields("root")}


def read_move(event: Event, state: State) -> Move:
    """The move that `event` means; raises InvalidEvent."""
    kind = type_of(NAME, event, _types(event, state))
    reader: Callable[[Event, State], Move] = _READERS.get(kind, _bare)
    return reader(event, state)


def _types(event: Event, state: State) -> Mapping[str, Fields]:
    table = state.table
    if not table.open:
        return TYPES
    if not table.by_app:
        return _OPEN
    types = _OPEN if state.judge_knows else _ANSWERED
    by_root = event.get("type") == "seal" and "root" in event and "card" not in event
    return {**types, **_SEAL_BY_ROOT} if by_root else types


def _bare(event: Event, _: State) -> Bare:
    return Bare(str(event["type"]))


def _start_round(event: Event, state: State) -> StartRound:
    try:
        return StartRound(*state.table.named(event))
    except ValueError as fault:
        raise InvalidEvent(str(fault)) from None


def _release(event: Event, _: State) -> Release:
    return Release(number_in(event, "cards_down") if "cards_down" in event else None)


def _turn(event: Event, state: State) -> Turn:
    return Turn(_card(event["card"], state))


def _devil_call(event: Event, state: State) -> DevilCall:
    if "card" not in event:
        return DevilCall(position=_position(event) if "position" in event else None)
    card = _card(event["card"], state)
    return DevilCall(card=card, verdict=_answer(event, state, card))


def _disturbed(event: Event, state: State) -> Disturbed:
    seat = player_in(event, state.table.players)
    return Disturbed(str(event["type"]), _position(event), seat)


def _lay_open(event: Event, state: State) -> LayOpen:
    cards = event["cards"]
    if not isinstance(cards, list | tuple):
        raise InvalidEvent(f"cards: {said(cards)} is no list of cards")
    return LayOpen(tuple(_card(card, state) for card in cards))


def _seal(event: Event, state: State) -> MakeSeal:
    if "card" in event:
        salt = event.get("salt", "")
        if not isinstance(salt, str) or ("salt" in event and not DIGEST.fullmatch(salt)):
            raise InvalidEvent(f"salt: {said(salt)} is no number of 64 hexadecimal digits")
        of = event.get("of")
        if of is not None and not isinstance(of, str):
            raise InvalidEvent(f"of: {said(of)} is no mark of cards")
        if of is None:
            return MakeSeal(card=_card(event["card"], state), salt=salt)
        # It was a card of the deck when it was sealed. Should the deck be another one since, what
        # is said of the card would tell which one it is.
        return MakeSeal(card=str(event["card"]), salt=salt, of=of)
    root = event["root"]
    if not isinstance(root, str) or not DIGEST.fullmatch(root.lower()):
        raise InvalidEvent(f"root: {said(root)} is no SHA-256 digest in 64 hexadecimal digits")
    return MakeSeal(root=root.lower())


def _choose(event: Event, state: State) -> Choose:
    card = _card(event["card"], state)
    return Choose(card, _answer(event, state, card))


def _announce(event: Event, state: State) -> Announce:
    return Announce(_card(event["card"], state), _verdict(event["verdict"]))


def _reference(event: Event, state: State) -> ShowReference:
    return ShowReference(_card(event["card"], state))


def _card(code: object, state: State) -> str:
    try:
        return state.table.card(code)
    except UnknownCard as fault:
        raise InvalidEvent(str(fault)) from None


def _position(event: Event) -> int:
    value = event["position"]
    try:
        place = exact(value)
    except ValueError as fault:
        raise InvalidEvent(f"position: {fault}") from None
    if place.denominator != 1 or not 1 <= place <= POSITIONS:
        raise InvalidEvent(f"position: {said(value)} is none of 1 to {POSITIONS}")
    return int(place)


def _verdict(value: object) -> Verdict:
    if value == "angel":
        return "angel"
    if value == "devil":
        return "devil"
    raise InvalidEvent(f"verdict: {said(value)} is neither angel nor devil")


def _answer(event: Event, state: State, card: str) -> Verdict | None:
    """The verdict in a record whose seal has only its root: due where an answer is given (V15)."""
    if "verdict" in event:
        return _verdict(event["verdict"])
    if state.answer_is_due(card, calling=event["type"] == "devil_call"):
        raise InvalidEvent(
            f"{event['type']} needs the field 'verdict': of the seal only its root is known"
        )
    return None


_READERS: Final[Mapping[str, Callable[[Event, State], Any]]] = {
    "start_round": _start_round,
    "release": _release,
    "turn": _turn,
    "devil_call": _devil_call,
    "moved": _disturbed,
    "peeked": _disturbed,
    "lay_open": _lay_open,
    "seal": _seal,
    "choose": _choose,
    "announce": _announce,
    "reference": _reference,
}
