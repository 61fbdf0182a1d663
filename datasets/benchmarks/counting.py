"""Counts with their uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


def wilson(hits: int, of: int, z: float = Z95) -> tuple[float, float]:
    """95 % interval of a share (Wilson, 1927); (0, 1) where nothing was counted."""
    if of == 0:
        return 0.0, 1.0
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Share:
    """So many of so many."""

    hits: int
    of: int

    def __str__(self) -> str:
        """As in `143/150 95.3 % (90.7-97.7)`."""
        if self.of == 0:
            return "-"
        low, high = wilson(self.hits, self.of)
        return (
            f"{self.hits}/{self.of} {100 * self.hits / self.of:.1f} % "
            f"({100 * low:.1f}-{100 * high:.1f})"
        )

    def as_json(self) -> dict[str, float | int | None]:
        """Count, share and interval."""
        low, high = wilson(self.hits, self.of)
        return {
            "hits": self.hits,
            "of": self.of,
            "share": self.hits / self.of if self.of else None,
            "low": low,
            "high": high,
        }
