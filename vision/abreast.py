"""Work that the processor's cores share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

MOST = 4
"""Cores that one look takes at most: on a large machine others want some too."""
Item = TypeVar("Item")
Done = TypeVar("Done")


def abreast(
    work: Callable[[Sequence[Item]], Sequence[Done]], items: Sequence[Item], cores: int
) -> list[Done]:
    """What `work` makes of the items, in their order.

    So many cores (`MOST` at most) take every so manieth item each; what one of them raises is
    raised when all have ended. `work` has to let go of Python's lock most of the time, as networks
    and OpenCV do.
    """
    shares = min(cores, MOST, len(items))
    if shares < 2:
        return list(work(items))
    others = [_hands().submit(work, items[k::shares]) for k in range(1, shares)]
    made: dict[int, Done] = {}
    try:
        made.update(zip(range(0, len(items), shares), work(items[::shares]), strict=True))
    finally:
        for k, other in enumerate(others, 1):
            made.update(zip(range(k, len(items), shares), other.result(), strict=True))
    return [made[i] for i in range(len(items))]


@cache
def _hands() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST - 1, "abreast")
