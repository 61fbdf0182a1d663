"""What a reader makes of table events: a move of the game, and how sure it is of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ReadGrade = Literal["seen", "assumed"]
Doubt = Literal["", "card", "player", "happened"]

UNREAD = "?"
"""Stands in a move for a card whose face, or a player whose arm, was not seen well enough."""


@dataclass(frozen=True)
class Habits:
    """What people at a table do beside moving cards."""

    passes_are_tapped: bool = False
    """Somebody taps every pass, so that none need be guessed from later plays."""
    releases_itself: bool = False
    """Vier Engel: five backs that lie still are released without a tap. What follows from that
    (moved, peeked) is asked, never flagged."""


@dataclass(frozen=True)
class ReadMove:
    """One move as the camera understood it; the session decides what becomes of it."""

    move: Mapping[str, Any]
    """The record event, `{"type": "play", "player": "Ada", "card": "7C"}`. `card` or `player` may
    be `?`: the game then waits and the referee page asks."""
    grade: ReadGrade
    """`seen`: read from the picture beyond the threshold; `assumed`: it only follows from the turn,
    from what came later, or from an unsure seat or reading."""
    at: float
    """Seconds of film time, or of the live source's clock."""
    why: str = ""
    """For the referee page, in a few words: what was seen, or what the assumption rests on."""
    doubt: Doubt = ""
    """What exactly is unsure about an assumed move; it decides what is asked when it matters."""
    candidates: tuple[str, ...] = ()
    """Other cards that it may be, the most probable first; offered as answers."""
    evidence: bytes | None = None
    """A JPEG of the card as it lay, nothing but the card."""
    track: int | None = None
    """The tracker's number of the card, so that a later reading finds this move again."""
    question: str | None = None
    """Asked at once if given, whether or not anything rests on the answer."""
    proposes: bool = False
    """Only offered to be tapped: nothing is booked, since what it brings (the judge's answer)
    could not be taken back."""
    remarks: bool = False
    """No move at all: `why` is something that the referee is told."""
    hits: tuple[int, int] | None = None
    """Of a move whose `attack` is `?`: the track of the move that laid that card, and the card's
    place among its `cards`. It gets the name that stands there once it is known."""
    revises: bool = False
    """This reads the card of an earlier move anew (same `track`); it is no further move."""
