"""When evidence pictures may be deleted: once a day, by a clock that can be believed.

A computer without a good clock starts in another year and is put right by the network a moment
later, and people set clocks wrong. Pictures that such a clock takes for old would be lost for good,
so nothing is deleted before the clock of the day has run evenly, beside the machine's own steady
one, for a while.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

EVERY: Final = timedelta(days=1)
PROBATION_S: Final = 600.0
"""Seconds for which the clock must have run evenly: a network sets it within the first minutes."""
UNEVEN_S: Final = 60.0
"""Seconds by which the two clocks may part meanwhile; they drift by less than one in an hour."""


class Tidying:
    """Says when it is time to delete what is too old."""

    def __init__(self, clock: Callable[[], datetime], steady: Callable[[], float]) -> None:
        """`clock` is the time of the day, `steady` seconds that nobody sets."""
        self._clock = clock
        self._steady = steady
        self._believed_from = (clock(), steady())
        self._last: datetime | None = None

    def due(self) -> bool:
        """Whether it is time; the next time is a day later."""
        now, steady = self._clock(), self._steady()
        since, began = self._believed_from
        ran = steady - began
        if abs((now - since).total_seconds() - ran) > UNEVEN_S:
            self._believed_from, self._last = (now, steady), None
            return False
        if ran < PROBATION_S or (self._last is not None and now - self._last < EVERY):
            return False
        self._last = now
        return True

    def again(self) -> None:
        """Look again at the next opportunity: the number of days has changed."""
        self._last = None
