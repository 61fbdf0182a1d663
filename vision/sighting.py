"""What one look at one picture shows: cards with their outlines and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from vision.quads import Quad

BACK = "BACK"
UNKNOWN = "?"


@dataclass(frozen=True, eq=False)
class Sighting:
    """One card as seen in one picture."""

    quad: Quad
    """Whole outline in pixels of the original picture."""
    found: float
    """How sure the detector is that a card lies here, 0 to 1."""
    side: Literal["face", "back"]
    names: Mapping[str, float] = field(default_factory=dict)
    """Probability of each candidate, the most probable first; empty for a back."""
    known: bool = False
    """Whether the first candidate is sure enough to be given as the card's name."""

    @property
    def card(self) -> str:
        """The card's id, `BACK`, or `?` where the face cannot be told."""
        if self.side == "back":
            return BACK
        if self.known and self.names:
            return next(iter(self.names))
        return UNKNOWN

    @property
    def confidence(self) -> float:
        """How sure the answer `card` is: of a back that it is one, else of the best name."""
        if self.side == "back" or not self.names:
            return self.found
        return next(iter(self.names.values()))


@dataclass(frozen=True, eq=False)
class Look:
    """All cards of one picture and what the look took."""

    sightings: tuple[Sighting, ...]
    detect_ms: float = 0.0
    recognise_ms: float = 0.0
