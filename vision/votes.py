"""What the looks at one card say together: one wrong reading among many decides nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.sighting import BACK, UNKNOWN, Sighting

#: A look's weight shrinks by this with every later look: what was read twenty looks ago counts a
#: third, so that a name taken in a bad moment can be mended.
FADING = 0.95
#: The leading name needs this share of all votes, and so many times the votes of the next.
SHARE = 0.6
LEAD = 2.0
#: Votes of looks in which the eye was sure of the name, without which nothing is decided.
SURE_LOOKS = 1.5
#: A look in which the eye itself was not sure counts so much.
UNSURE = 0.35
#: That many unsure looks decide as well if they agree as much as this.
MANY_LOOKS = 8
MANY_SHARE = 0.75


@dataclass
class Votes:
    """Weights of names over the looks at a card; `BACK` is a name like any other."""

    weights: dict[str, float] = field(default_factory=dict)
    sure: float = 0.0
    looks: int = 0

    def add(self, sighting: Sighting, weight: float = 1.0) -> None:
        """Count one sighting, `weight` below 1 where it was seen badly (moving, under a hand)."""
        sure = sighting.side == "back" or sighting.known
        for name in self.weights:
            self.weights[name] *= FADING
        self.sure = self.sure * FADING + (weight if sure else 0.0)
        self.looks += 1
        for name, share in names_of(sighting).items():
            self.weights[name] = self.weights.get(name, 0.0) + share * weight * (
                1.0 if sure else UNSURE
            )

    def shares(self) -> dict[str, float]:
        """Every name's share of the votes, the largest first; they add up to 1."""
        total = sum(self.weights.values())
        if total <= 0:
            return {}
        ranked = sorted(self.weights.items(), key=lambda item: -item[1])
        return {name: weight / total for name, weight in ranked}

    def leading(self) -> str:
        """The name with the most votes, `?` without any."""
        return next(iter(self.shares()), UNKNOWN)

    def candidates(self) -> dict[str, float]:
        """The faces that are worth naming, as shares, the largest first: five at most."""
        return {n: s for n, s in list(self.shares().items())[:5] if n != BACK and s >= 0.01}

    def decided(self) -> str:
        """The card that the votes agree on, or `?`."""
        ranked = list(self.shares().items())
        if not ranked:
            return UNKNOWN
        name, share = ranked[0]
        second = ranked[1][1] if len(ranked) > 1 else 0.0
        enough = self.sure >= SURE_LOOKS and share >= SHARE and share >= LEAD * second
        agreed = self.looks >= MANY_LOOKS and share >= MANY_SHARE
        return name if enough or agreed else UNKNOWN

    def affinity(self, sighting: Sighting) -> float:
        """How well a sighting's names fit these votes, 0 to 1 (Bhattacharyya coefficient)."""
        shares, names = self.shares(), names_of(sighting)
        if not shares or not names:
            return 0.5
        return min(1.0, sum(math.sqrt(shares.get(n, 0.0) * p) for n, p in names.items()))


def names_of(sighting: Sighting) -> Mapping[str, float]:
    """The names that a sighting votes for."""
    return {BACK: 1.0} if sighting.side == "back" else sighting.names
