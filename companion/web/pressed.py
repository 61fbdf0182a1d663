"""A button pressed twice by a slip counts once.

A double tap sends the same form twice within a moment and nothing else between, with or without
the page's script. A button whose meaning depends on the game carries the moment that it answers
(`moment` in the snapshot): pressed again once the page shows what came of it, it is another form,
so two players may pass one right after the other; pressed again before, it is the same one, and
later than a slip the session refuses it, because the game has gone on. That the second press of a
double click does not hit what the button has come to say within the blink of an eye is for the
page's script to see to.
"""

from __future__ import annotations

import hashlib
import time
from threading import Lock
from typing import Final

from flask import Request

SLIP_S: Final = 0.5
"""Seconds: the second press of a double click comes within 0.5 s by every system's default."""

_MOST = 500


class Pressed:
    """Remembers what each browser sent last."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[str, float]] = {}
        self._lock = Lock()

    def again(self, request: Request) -> bool:
        """Whether a browser sent the very same form just now.

        Programs that send JSON mean what they say: they are never held back.
        """
        if request.is_json or "Sec-Fetch-Site" not in request.headers:
            return False
        browser = _digest(
            request.remote_addr,
            request.headers.get("User-Agent", ""),
            request.headers.get("Cookie", ""),
        )
        sent = _digest(request.path, sorted(request.form.items(multi=True)))
        now = time.monotonic()
        with self._lock:
            before, at = self._last.pop(browser, ("", 0.0))
            self._last[browser] = (sent, now)
            while len(self._last) > _MOST:
                del self._last[next(iter(self._last))]
        return sent == before and now - at < SLIP_S


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()
