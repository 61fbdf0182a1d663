"""Cards that are easily taken for each other, and how often that happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .counting import Share

PAIRS = (
    ("6", "9"), ("4", "A"), ("7", "T"), ("8", "6"), ("K", "Q"), ("Q", "J"), ("K", "J"),
    ("C", "S"), ("H", "D"),
)  # fmt: skip
"""Ranks and suits that look alike, after how far or in a hurry one sees them."""


def taken_for(
    named: Counter[str], confused: Counter[tuple[str, str]]
) -> Iterator[tuple[str, str, Share]]:
    """(what lay there, what was said, how often), for both directions of each pair.

    `named`: how often each card was given a name at all; `confused`: how often a card (first) was
    given another's name (second).
    """
    for pair in PAIRS:
        for one, other in (pair, pair[::-1]):
            of = sum(n for card, n in named.items() if _has(card, one))
            wrong = sum(
                n for (card, said), n in confused.items() if _has(card, one) and _has(said, other)
            )
            yield one, other, Share(wrong, of)


def _has(card: str, sign: str) -> bool:
    return len(card) == 2 and sign in card
