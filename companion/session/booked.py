"""One event of a table as it was booked, and what may be said about it without knowing the game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from companion.readers.move import UNREAD, Doubt
from companion.session.snapshot import Grade

TAKE_BACK: Final = "take_back"
ACCEPT: Final = "accept"
ANNUL: Final = "annul"
RULINGS: Final = frozenset({TAKE_BACK, ACCEPT, ANNUL})
"""What may be done while a play is pending (rules R2 and R5 of every game)."""

BETWEEN_DEALS: Final = frozenset({"announce", "deal", "over"})
"""Phases in which no card can be played: something has to be said or dealt first."""

NOTHING_BEHIND: Final = frozenset({"lay"})
"""Phases between deals in which `annul` is never about the deal before, and no card that is shown
waits for the next one: what becomes of it is for the game to say."""

AT_REST: Final = BETWEEN_DEALS | NOTHING_BEHIND
"""All phases in which no deal (game, round) is running."""

BEGINS_DEAL: Final = frozenset({"announce", "start", "start_round", "release", "lay_open"})
"""Events with which a deal (game, round) begins; `announce` also answers in Vier Engel."""

SECRET: Final[Mapping[str, str]] = {"seal": "card"}
"""Fields of events that no page and no export may show, and no log in the clear."""

HUSHED: Final = frozenset({"turned_after_end"})
"""Flags of events whose card nobody was to know."""


def apart(body: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A row's body without what is secret in its move, and that."""
    if "set" in body:
        changed, secret = apart(body["set"])
        return {**body, "set": changed}, secret
    move = body.get("move")
    hidden = SECRET.get(str(move.get("type"))) if isinstance(move, Mapping) else None
    if hidden is None or not isinstance(move, Mapping) or hidden not in move:
        return dict(body), {}
    shown = {name: value for name, value in move.items() if name != hidden}
    return {**body, "move": shown}, {hidden: move[hidden]}


Refused = Literal["", "then", "for_good"]
"""`for_good`: a button pressed at the wrong moment; it never comes to count, whatever corrections
say."""


@dataclass(frozen=True)
class Change:
    """What a person once made of an event."""

    at: str
    """UTC, ISO 8601."""
    who: str
    why: str
    was: Mapping[str, Any]
    """The move as it stood before, without what is secret in it."""
    struck: bool
    """Whether it was struck out by this."""


@dataclass(frozen=True)
class Booked:
    """One event: the move, how sure it is, and where it came from."""

    id: int
    """Id of the row in the log that booked it; corrections leave it as it is."""
    move: Mapping[str, Any]
    """Without what is secret in it."""
    grade: Grade
    camera: bool
    """Whether the camera brought it; stays true when a person confirms it."""
    who: str
    at: str
    """When it was written down, UTC, ISO 8601."""
    film: float | None = None
    """Seconds of the source's clock."""
    why: str = ""
    evidence: str | None = None
    track: int | None = None
    doubt: Doubt = ""
    candidates: tuple[str, ...] = ()
    question: str | None = None
    hits: tuple[int, int] | None = None
    """Of a move whose `attack` was not read: see `ReadMove.hits`."""
    on: int | None = None
    """What the game waited for when it was booked: the pending or asked-about event."""
    while_pending: bool = False
    """Booked by a person although a play was pending: the game refuses that (R2), for good."""
    must_confirm: bool = False
    """Booked while every card had to be confirmed."""
    admitted: bool = False
    """Seen before the announcement, and said to be a play of the deal all the same."""
    struck: bool = False
    """A person struck it out; it counts no more."""
    corrected: bool = False
    changes: tuple[Change, ...] = ()
    """What people made of it since, the first change first."""
    refused: Refused = ""
    """Whether the game refused it at once, as whoever entered it was told."""
    gone: bool = False
    """A later event took the card back: it went to the hand, whatever corrections say."""
    supposed: bool = False
    """Its card was not read: it is only what it is taken for until somebody has said so."""
    secret: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What belongs to the move and is for the game's ears only."""

    def mark(self, before: int | None) -> str:
        """A short mark of what the event is now and of what it stands behind.

        A page that was drawn with the mark can tell whether somebody changed either since.
        """
        said = json.dumps([dict(self.move), self.struck], sort_keys=True, default=str)
        return f"{before or 0}-{hashlib.sha256(said.encode()).hexdigest()[:12]}"

    @property
    def whole(self) -> dict[str, Any]:
        """The move as the game has to hear it."""
        return {**self.move, **self.secret}

    @property
    def type(self) -> str:
        """The type of the move."""
        return str(self.move.get("type", ""))

    @property
    def player(self) -> str | None:
        """The player that the move names; None if it names none, `?` if the arm was not seen."""
        player = self.move.get("player")
        return player if isinstance(player, str) else None

    @property
    def card(self) -> str | None:
        """The card that everybody may see; `?` if the face was not read."""
        card = None if SECRET.get(self.type) == "card" else self.move.get("card")
        return card if isinstance(card, str) else None

    @property
    def lays_card(self) -> bool:
        """Whether cards are laid with it."""
        return self.type not in SECRET and ("card" in self.move or "cards" in self.move)

    @property
    def sure(self) -> bool:
        """Whether a flag may rest on it."""
        return self.grade != "assumed"

    @property
    def is_ruling(self) -> bool:
        """Whether it rules on a pending play."""
        return self.type in RULINGS

    @property
    def unread(self) -> str | None:
        """The field that has to be asked for before it can count: `card`, `player` or None."""
        named = (self.move.get("card"), self.move.get("trump_card"))
        if UNREAD in named or UNREAD in (self.move.get("cards") or ()):
            return "card"
        return "player" if self.player == UNREAD else None
