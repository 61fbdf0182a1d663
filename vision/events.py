"""What happened on the table, as plain data: the words in which vision speaks to the readers.

Places are table coordinates: x right and y down as the camera sees it, 0 to 1 over the table's
rectangle. A track is the number under which the tracker keeps one card, whatever happens to it.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, kw_only=True)
class TableEvent:
    """Something that happened at a time."""

    kinds: ClassVar[dict[str, type[TableEvent]]] = {}

    at: float
    """Seconds, as in `Frame.at`: when it happened, not when it was understood."""

    def __init_subclass__(cls) -> None:
        TableEvent.kinds[cls.__name__] = cls

    def to_json(self) -> dict[str, Any]:
        """The event as plain JSON data; `from_json` gives it back."""
        values = {name.name: getattr(self, name.name) for name in fields(self)}
        if isinstance(values.get("evidence"), bytes):
            values["evidence"] = base64.b64encode(values["evidence"]).decode("ascii")
        values |= {name: dict(v) for name, v in values.items() if isinstance(v, Mapping)}
        return {"event": type(self).__name__, **{k: _as_lists(v) for k, v in values.items()}}


def from_json(data: Mapping[str, Any]) -> TableEvent:
    """The event that `to_json` wrote. Raises ValueError for anything else."""
    kind = TableEvent.kinds.get(str(data.get("event")))
    if kind is None:
        raise ValueError(f"{data.get('event')!r} is no table event")
    values = {name: _as_tuples(value) for name, value in data.items() if name != "event"}
    try:
        if isinstance(values.get("evidence"), str):
            values["evidence"] = base64.b64decode(values["evidence"], validate=True)
        return kind(**values)
    except (TypeError, binascii.Error) as fault:
        raise ValueError(f"not a {kind.__name__}: {fault}") from None


def _as_lists(value: Any) -> Any:
    return [_as_lists(part) for part in value] if isinstance(value, tuple) else value


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(part) for part in value) if isinstance(value, list) else value


@dataclass(frozen=True, kw_only=True)
class CardLaid(TableEvent):
    """A card has come to rest on the table; said once for each card."""

    track: int
    card: str
    """The card's id, `BACK`, or `?` for a face that could not be told."""
    confidence: float
    candidates: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Shares of the votes over the looks at rest, the most probable first; empty for a back."""
    place: Point
    quad_table: Outline
    arc: str | None
    """The seat nearest to the arm that laid the card; None where no arm was seen."""
    arc_certainty: float
    """0 to 1; 0.5 is the middle between two seats."""
    arms: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Each seat whose arm came to the card, with its certainty; they add up to 1 at most."""
    evidence: bytes | None = None
    """JPEG of the card and a little around it."""


@dataclass(frozen=True, kw_only=True)
class CardRead(TableEvent):
    """A card laid as `?` is read now, or its name was mistaken and is another."""

    track: int
    card: str
    confidence: float
    candidates: Mapping[str, float] = field(default_factory=dict, hash=False)
    evidence: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class CardTurned(TableEvent):
    """A card shows its other side at its place: `before` is `BACK` or `card` is."""

    track: int
    card: str
    before: str
    confidence: float
    candidates: Mapping[str, float] = field(default_factory=dict, hash=False)
    place: Point
    arc: str | None
    arc_certainty: float
    evidence: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class CardMoved(TableEvent):
    """A card that lay still lies still at another place now."""

    track: int
    card: str
    before: Point
    after: Point
    widths: float
    """How far, in widths of the card."""
    arc: str | None = None
    arc_certainty: float = 0.0


@dataclass(frozen=True, kw_only=True)
class CardCovered(TableEvent):
    """Another card came to lie on this one."""

    track: int
    by: int
    share: float
    """Of the lower card's area that is covered, 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class CardUncovered(TableEvent):
    """The card that lay on this one is gone from it."""

    track: int
    by: int


@dataclass(frozen=True, kw_only=True)
class CardLifted(TableEvent):
    """The card's place is seen empty; whether the card comes back is not known yet."""

    track: int
    card: str
    place: Point


@dataclass(frozen=True, kw_only=True)
class CardLaidBack(TableEvent):
    """A lifted card lies on the table again: the same one, the same side up, no new card."""

    track: int
    card: str
    place: Point
    arc: str | None = None
    """The seat nearest to the arm that laid it back."""
    arc_certainty: float = 0.0


@dataclass(frozen=True, kw_only=True)
class CardRemoved(TableEvent):
    """One card left the table alone."""

    track: int
    card: str
    place: Point


@dataclass(frozen=True, kw_only=True)
class Swept(TableEvent):
    """Several cards left the table together."""

    tracks: tuple[int, ...]
    cards: tuple[str, ...]
    arc: str | None = None
    arc_certainty: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Pointed(TableEvent):
    """A finger rests on a card; `at` is when it came to rest. Said once for each rest."""

    track: int
    arc: str | None
    arc_certainty: float


@dataclass(frozen=True, kw_only=True)
class HandIn(TableEvent):
    """An arm reaches over the table's edge."""

    arc: str | None
    certainty: float


@dataclass(frozen=True, kw_only=True)
class HandOut(TableEvent):
    """That arm is gone again."""

    arc: str | None
    certainty: float


@dataclass(frozen=True, kw_only=True)
class HandsOff(TableEvent):
    """No hand has been over the table for a while; said once, until one comes again."""

    since: float
    """When the last one was seen, seconds."""
