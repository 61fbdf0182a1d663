"""What comparing one view with every card of a deck has found, before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Compared:
    """One view compared with all pictures of a deck; arrays have a number for each card."""

    near: Numbers
    """How near its nearest picture is, of whichever end up."""
    there: Numbers
    """How near that picture is when it is asked whether it is that card at all."""
    turned: NDArray[np.bool_]
    """Whether that picture was compared upside down."""
    raised: Numbers
    """By how much the recogniser's reading makes it more probable; all one without a reading."""
    judged: Numbers
    """(3,): see `likeness.Asked`."""
    agreed: Numbers
    """How far the views agree as pictures; not a number where that was not looked at."""
    hues: Numbers
    """How far their colours change alike, where that was looked at."""
    contrast: float
    """How much there is to see: the spread of the view's logarithmic brightness."""

    def own_features(self, card: int, share: float) -> Numbers:
        """What tells whether it is a card of this deck, for the surest one and its probability.

        One; how much nearer than needed its picture is; how far it agrees with it; how much there
        is to see, since a view that is washed out is near to nothing; whether it is sure; and how
        far it agrees in its colours.
        """
        _, strict, least = (float(value) for value in self.judged)
        return np.array(
            [
                1.0,
                strict * (float(self.there[card]) - least),
                float(np.nan_to_num(self.agreed[card], nan=0.5)),
                np.log(self.contrast + 0.02),
                np.log(share + 1e-3),
                float(self.hues[card]),
            ],
            np.float32,
        )
