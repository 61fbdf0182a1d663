"""The form of a record's events and options: what every game checks the same way.

What is wrong is said in words that fit after `FILE: event N: `.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from companion.cards import Card, card_of, is_card
from companion.games import Event, InvalidEvent, InvalidGame

UNCHECKED = frozenset({"type", "at", "note", "seen"})
"""Keys that may stand in every event; they change nothing."""

LARGEST_NUMBER = 10**15
"""Far beyond any score; keeps every sum printable."""

_LONGEST_QUOTE = 60


class Fields:
    """The fields of one event type."""

    def __init__(self, *required: str, optional: Collection[str] = ()) -> None:
        self.required = frozenset(required)
        self.allowed = self.required.union(optional, UNCHECKED)
        """Every key that may stand in such an event."""


def said(value: object) -> str:
    """`value` as a message quotes it: short, on one line, whatever it is."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, Collection) and not isinstance(value, str | bytes):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        return "a number of more than 15 digits"
    quote = repr(value)
    return quote if len(quote) <= _LONGEST_QUOTE else quote[:_LONGEST_QUOTE] + "…"


def type_of(game: str, event: Event, types: Mapping[str, Fields]) -> str:
    """The event's type, its keys being those that this type has; raises InvalidEvent."""
    if "type" not in event:
        raise InvalidEvent("the field 'type' is missing")
    kind = event["type"]
    if not isinstance(kind, str) or kind not in types:
        raise InvalidEvent(f"{game} has no event {said(kind)}; it has {', '.join(types)}")
    fields = types[kind]
    if not event.keys() <= fields.allowed:
        odd = next(key for key in event if key not in fields.allowed)
        raise InvalidEvent(f"{kind} has no field {said(odd)}")
    if not fields.required <= event.keys():
        missing = min(fields.required - event.keys())
        raise InvalidEvent(f"{kind} needs the field {missing!r}")
    return kind


def player_in(event: Event, players: Sequence[str], key: str = "player") -> int | None:
    """The seat (from 0) of the player that the event names, None if it names none."""
    if key not in event:
        return None
    name = event[key]
    if not isinstance(name, str) or name not in players:
        raise InvalidEvent(f"no player {said(name)} sits at the table")
    return players.index(name)


def card_in(event: Event, key: str = "card") -> Card:
    """The card of the French deck, or the joker, that the event names."""
    code = event[key]
    if not isinstance(code, str) or not is_card(code):
        raise InvalidEvent(f"{said(code)} is no card; a card is written like 7C, TD, QH, AS")
    return card_of(code)


def exact(value: object) -> Fraction:
    """A number of a record, exactly as it is written there: 0.1 is one tenth.

    Raises ValueError (with words for a message) for what is no number; true and false are none.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{said(value)} is no number")  # noqa: TRY004 - it is a record's fault
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{said(value)} is no number that can be counted with")
    if abs(value) > LARGEST_NUMBER:
        raise ValueError(f"{said(value)} is too large")
    return Fraction(value) if isinstance(value, int) else Fraction(repr(value))


def number_in(event: Event, key: str) -> Fraction:
    """The number that stands in the event's field."""
    try:
        return exact(event[key])
    except ValueError as fault:
        raise InvalidEvent(f"{key}: {fault}") from None


def plain(number: Fraction) -> int | float:
    """A number as JSON shows it: exact where it can be, else the nearest double."""
    return number.numerator if number.denominator == 1 else float(number)


def seated(game: str, players: Sequence[str], fewest: int, most: int | None) -> tuple[str, ...]:
    """The players, checked: enough of them, each with a name of their own; raises InvalidGame."""
    for name in players:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise InvalidGame(f"a player's name is a text, not {said(name)}")
    twice = next((name for name in players if players.count(name) > 1), None)
    if twice is not None:
        raise InvalidGame(f"two players are called {said(twice)}")
    if len(players) < fewest or (most is not None and len(players) > most):
        number = f"{fewest} to {most}" if most not in (None, fewest) else f"{fewest}"
        more = " or more" if most is None else ""
        raise InvalidGame(f"{game} is for {number}{more} players, not {len(players)}")
    return tuple(players)


def options_of(game: str, options: Mapping[str, object], known: Collection[str]) -> None:
    """Raises InvalidGame if there is an option that the game has not."""
    for key in options:
        if key not in known:
            raise InvalidGame(f"{game} has no option {said(key)}; it has {', '.join(known)}")
