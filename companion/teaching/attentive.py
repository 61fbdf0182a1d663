"""An eye for teaching: it also sees cards that look like nothing it has learned.

At play a thing without a name has to be surely a card, lest an evening be disturbed. Before a
lesson lies one card after another, still, and somebody looks on: there it is worse to miss one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.corners import Outline
from vision.detector import Found
from vision.eye import Eye
from vision.recogniser import Reading

CARD: Final = 0.6
"""So sure detector and corner finder have to be together: of 78 tarot cards, which they never
learned, the least is 0.61. What the recogniser thinks of the face is not asked."""


@dataclass(frozen=True)
class AttentiveEye(Eye):
    """Sees what may be a card."""

    @classmethod
    def of(cls, eye: Eye) -> AttentiveEye:
        """The same networks, looking more closely."""
        return cls(eye.detector, eye.corners, eye.recogniser, cores=eye.cores)

    def _stays_card(
        self, found: Found, outline: Outline, reading: Reading, off: float = 0.0
    ) -> bool:
        odds = [
            max(share, 0.01) / max(1 - share, 0.01) for share in (found.score, 1 - outline.empty)
        ]
        agreed = (odds[0] * odds[1]) ** 0.5
        return agreed / (1 + agreed) >= CARD or super()._stays_card(found, outline, reading, off)
