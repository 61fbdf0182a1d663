"""One picture of a source, with its time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture (H, W, 3), uint8, blue-green-red, never written to after it was made."""

    picture: Picture
    at: float
    """Seconds: film time of films and simulated tables, else `time.monotonic()` when taken."""
    number: int
