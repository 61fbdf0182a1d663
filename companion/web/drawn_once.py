"""The live part of a page, drawn once for all who look at the same thing in the same language.

A hundred screens fetch it within a moment of every change; drawing it takes some milliseconds,
handing it on takes none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock


class DrawnOnce:
    """Keeps what was drawn until something changes."""

    def __init__(self) -> None:
        self._version = -1
        self._drawn: dict[Hashable, str] = {}
        self._drawing: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, version: int, key: Hashable, draw: Callable[[], str]) -> str:
        """What `draw` gives, which may depend on nothing but the version and the key.

        Who asks while it is being drawn waits for it rather than drawing it too.
        """
        with self._lock:
            if version > self._version:
                self._version, self._drawn, self._drawing = version, {}, {}
            if version < self._version:
                return draw()
            drawn, drawing = self._drawn, self._drawing.setdefault(key, Lock())
        with drawing:
            if key not in drawn:
                drawn[key] = draw()
            return drawn[key]
