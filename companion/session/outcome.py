"""What comes of handing something to a session, and how it refuses."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import PlainError


class SessionError(PlainError):
    """What was asked for cannot be done now; the sentence says why. Nothing was changed."""


@dataclass(frozen=True)
class Outcome:
    """What became of one thing handed to the session."""

    event: int
    """Id of the event that it was about."""
    accepted: bool
    """Whether that event counts in the game now."""
    status: str
    """Its `EventStatus`, see `companion.session.snapshot`."""
    flags: tuple[str, ...]
    """Ids of the flags now shown that were not shown before."""
    questions: tuple[str, ...]
    """Ids of the questions now open that were not open before."""
    changed: tuple[int, ...]
    """Ids of earlier events that count differently now than before."""
    version: int
