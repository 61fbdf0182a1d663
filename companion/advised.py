"""Advice on the camera's picture that has lasted: what only a passing hand caused is not shown.

The picture is checked every few seconds (`vision.advice`). A fault is shown once it was found in
most of the last checks, and goes when it is not any more.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from vision.advice import Advice, Fault

CHECKS = 3
"""So many checks are looked back on; a fault has to be in most of them."""
MOVED = 0.12
"""Share of the picture by which a place has to move before it is told anew."""


@dataclass(frozen=True)
class Placed:
    """One thing to change, with its place as shares (0 to 1) of the picture's width and height."""

    fault: Fault
    figure: float
    """What was measured, in the unit of the limit that it misses."""
    place: tuple[float, float] | None = None


class Advised:
    """Takes in every check and keeps what has lasted."""

    def __init__(self) -> None:
        self._checks: deque[tuple[Placed, ...]] = deque(maxlen=CHECKS)
        self.shown: tuple[Placed, ...] = ()
        """What is to be shown now."""

    def take(self, advice: tuple[Advice, ...], size: tuple[int, int]) -> bool:
        """Take in a check of a picture of that size (width, height); whether `shown` changed."""
        wide, high = size
        self._checks.append(
            tuple(
                Placed(
                    one.fault, one.figure, one.place and (one.place[0] / wide, one.place[1] / high)
                )
                for one in advice
            )
        )
        newest = {one.fault: one for check in self._checks for one in check}
        found = [one for one in newest.values() if self._lasts(one.fault)]
        before = {one.fault: one for one in self.shown}
        # A ring that trembles with every check would only be watched itself.
        shown = tuple(_steady(one, before.get(one.fault)) for one in found)
        changed = shown != self.shown
        self.shown = shown
        return changed

    def forget(self) -> bool:
        """Nothing is known any more: the camera was changed; whether `shown` changed."""
        self._checks.clear()
        changed, self.shown = bool(self.shown), ()
        return changed

    def _lasts(self, fault: Fault) -> bool:
        return sum(any(one.fault == fault for one in check) for check in self._checks) > CHECKS // 2


def _steady(now: Placed, before: Placed | None) -> Placed:
    if before is None or (now.place is None) != (before.place is None):
        return now
    if abs(now.figure - before.figure) > 0.1 * abs(before.figure):
        return now
    if now.place is None or before.place is None:
        return before
    apart = max(abs(a - b) for a, b in zip(now.place, before.place, strict=True))
    return now if apart > MOVED else before
