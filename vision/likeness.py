"""What a card looks like, as numbers by which it is known again: the same for every deck.

A small network describes every place of a card view by itself, finely (20 x 14 places) and
coarsely (10 x 7), and says how far each place is to be trusted. Two views show one card when their
places agree; places that something covers agree with nothing, and the others still do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import crops
from vision.frame import Picture
from vision.weights import Network

SIZE = (112, 160)
"""(wide, high) of what the network is given of a card view."""
AT_ONCE = 32
"""Views that are described in one run; a whole deck at once would need much memory."""

Numbers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Asked:
    """What stored pictures are compared with, of n views."""

    which: Numbers
    """(n, d): its products with what is stored say which card it is."""
    whether: Numbers
    """(n, d): its products with what is stored say whether it is that card at all."""
    judged: Numbers
    """(n, 3): how sharply either product tells for such a view, and from which product of the
    second kind on it is that card."""


@dataclass(frozen=True)
class Likeness:
    """The trained network and its settings.

    How near two views are is the scalar product of what is asked with the one and stored of the
    other: places agree by their cosine, weighted by how far the asked view's are to be trusted.
    One at most.
    """

    network: Network
    sharp: float
    """Multiplies how sharply nearness tells cards apart, so that probabilities mean what they
    say."""
    index: float
    """How much the recogniser's reading counts for the cards of a French deck."""
    pictures: float
    """How much it counts, where the network hesitates, that views agree as pictures."""
    colours: float
    """How much it counts then that their colours change alike from place to place."""
    own: tuple[float, ...]
    """What tells a deck's own card from a stranger, as log odds (see `own_features`): a constant,
    then what each feature counts."""
    sure: float
    """From this probability on a card has its name. All are chosen on generated decks only."""

    @classmethod
    def load(cls, folder: Path | None = None, threads: int | None = None) -> Likeness:
        """The released network. Raises ModelError."""
        network = Network.load("likeness", folder, threads, inputs=["view"])
        return cls(
            network,
            network.number("sharp", 0.1, 10),
            network.number("index", 0, 4),
            network.number("pictures", 0, 100),
            network.number("colours", 0, 200),
            network.numbers("own", -100, 100),
            network.number("sure"),
        )

    def stored(self, views: Sequence[Picture]) -> Numbers:
        """What is kept of each view, uint8 (320, 224, 3), to compare others with: (n, d)."""
        parts = [self._run(views[i : i + AT_ONCE])[0] for i in range(0, len(views), AT_ONCE)]
        return np.concatenate(parts) if parts else np.zeros((0, 1), np.float32)

    def asked(self, views: Sequence[Picture]) -> Asked:
        """Of each view what stored pictures are compared with."""
        _, which, whether, judged = self._run(views)
        return Asked(which, whether, judged)

    def _run(self, views: Sequence[Picture]) -> list[Numbers]:
        return self.network.run(view=crops.tensor([shrunk(view) for view in views]))


def shrunk(view: Picture) -> Picture:
    """A card view as the network gets it."""
    return cast(Picture, cv2.resize(view, SIZE, interpolation=cv2.INTER_AREA))
