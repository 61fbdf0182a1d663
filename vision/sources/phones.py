"""A phone over the table: its browser sends pictures, this gives them as frames.

The page that the phone shows is served by another process than the one that looks at pictures;
between the two lies a pipe, and what travels through it are `Letter`s.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Final, Literal, Protocol

import cv2
import numpy as np

from vision.frame import Frame, Picture
from vision.sources.live import Newest
from vision.sources.source import SourceState

Letter = tuple[Literal["picture"], bytes, float] | tuple[Literal["asleep"]]
"""A JPEG with `time.monotonic()` of its arrival, or that the phone's page was put away."""

ASLEEP_AFTER: Final = 6.0
"""Seconds without a picture after which a phone counts as asleep: a locked one says nothing, and
a short break of the network is over sooner."""

_WAITING = SourceState("waiting", "No phone has joined yet: scan its code on the set-up page.")
_ASLEEP = SourceState("asleep", "The phone is asleep: wake it and open its page again.")


class Letters(Protocol):
    """The reading end of a pipe (`multiprocessing.connection.Connection`)."""

    def recv(self) -> Letter:
        """The next letter. Raises EOFError or OSError when there will be none."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class Phone(Newest):
    """The newest picture of a phone; says when it sleeps and goes on when it wakes."""

    def __init__(self, letters: Letters) -> None:
        super().__init__("the phone")
        self._state = _WAITING
        self._letters = letters
        self._size = ""
        threading.Thread(target=self._run, name="reads the phone", daemon=True).start()

    @property
    def state(self) -> SourceState:
        """How the phone is doing now."""
        silent = time.monotonic() - self._put_at
        if self._state.kind == "stalled" and silent > ASLEEP_AFTER:
            self._say(_ASLEEP)
        return super().state

    def __iter__(self) -> Iterator[Frame]:
        """The newest pictures; says first whether a phone is there at all."""
        self.told(self._state)
        yield from super().__iter__()

    def describe(self) -> str:
        """Size of its pictures."""
        return f"phone ({self._size})" if self._size else "phone"

    def close(self) -> None:
        """End the iteration."""
        super().close()
        self._letters.close()

    def _run(self) -> None:
        while True:
            try:
                letter = self._letters.recv()
            except (EOFError, OSError, TypeError):  # closed, at the other end or at this one
                return
            if letter[0] == "asleep":
                self._say(_ASLEEP)
                continue
            _, jpeg, at = letter
            picture = _decoded(jpeg)
            if picture is None:
                continue  # cut off on its way; the next one comes at once
            self._size = f"{picture.shape[1]} x {picture.shape[0]}"
            self.put(picture, at)


def _decoded(jpeg: bytes) -> Picture | None:
    try:
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)
