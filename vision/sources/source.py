"""What every source of pictures is, wherever they come from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from vision.frame import Frame

StateKind = Literal["live", "stalled", "frozen", "lost", "closed", "waiting", "asleep"]
"""The last two are a phone's: none has joined yet, and its screen is off."""


class SourceError(Exception):
    """A source that cannot be opened or read; one plain sentence that says what to do."""


@dataclass(frozen=True)
class SourceState:
    """How a live source is doing, for people."""

    kind: StateKind
    text: str


@runtime_checkable
class Source(Protocol):
    """Frames in order of time.

    Live sources give the newest picture there is and never an old one; films and simulated tables
    give every frame in film time, so that results repeat.
    """

    live: bool

    def __iter__(self) -> Iterator[Frame]:
        """The frames, until the film ends or the source is closed. Raises SourceError."""
        ...

    def describe(self) -> str:
        """What it is, in words for people, with the real size and rate."""
        ...

    def close(self) -> None:
        """Let go of the device or file. Iterating then ends."""
        ...
