"""Being told to end: by Ctrl-C, or by whoever manages the service. Once is enough."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE_S = 5.0
"""Closing takes less; whoever still presses then wants it ended at all costs."""


class _Told:
    """Raises KeyboardInterrupt once."""

    def __init__(self) -> None:
        self._since: float | None = None

    @property
    def ends(self) -> bool:
        """Whether it was told to."""
        return self._since is not None

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._since is None:
            self._since = now
            raise KeyboardInterrupt
        if now - self._since > PATIENCE_S:
            os._exit(128 + number)  # What was booked is on the disk.


@contextmanager
def ends_once() -> Iterator[None]:
    """In the block the first Ctrl-C or SIGTERM raises KeyboardInterrupt.

    Those that follow are passed over: they would break off the closing half-way, and what is not
    closed then would be waited for without end. Told so, the process is to end after the block.
    """
    told = _Told()
    before = {number: signal.signal(number, told) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if told.ends else handler)
