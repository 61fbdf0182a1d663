"""How large cards are in a picture: all cards of a table are of one size."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from vision import quads
from vision.quads import Quad


def oddness(outlines: Sequence[Quad], sure: Sequence[bool]) -> list[float]:
    """How far the size of each outline is from what cards have here, as the logarithm of a ratio.

    That is the median of the other outlines that are surely cards'; without any, nothing is known
    and nothing odd (0). Half and double the size: 0.69.
    """
    sizes = [log(max(quads.height(q) * quads.width(q), 1e-6)) / 2 for q in outlines]
    odd = []
    for i, size in enumerate(sizes):
        others = [other for k, other in enumerate(sizes) if sure[k] and k != i]
        odd.append(abs(size - float(np.median(others))) if others else 0.0)
    return odd
