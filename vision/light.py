"""Changes of light: smooth over the whole table, unlike anything that lies or moves on it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

#: Every how many pixels of the plan the change is sampled for the fit.
STRIDE = 6
#: A sample further from the fit than this (in logarithms) is a thing, not light.
THING = 0.08
#: Rows brightened together: a 50 Hz lamp seen by a rolling shutter. At most so much.
BAND = 0.08


def smooth_change(change: Floats) -> Floats:
    """The part of a change (h, w, c; logarithms) that light explains.

    A quadratic surface a channel, fitted without regard to what does not follow it (arms, cards),
    and what is left over as a change of whole rows.
    """
    high, wide, channels = change.shape
    ys, xs = np.mgrid[0:high:STRIDE, 0:wide:STRIDE].astype(np.float32)
    samples = change[::STRIDE, ::STRIDE].reshape(-1, channels)
    terms = _terms((xs / wide - 0.5).ravel(), (ys / high - 0.5).ravel())
    surface = np.empty_like(change)
    x_all = np.arange(wide, dtype=np.float32) / wide - 0.5
    y_all = np.arange(high, dtype=np.float32) / high - 0.5
    for channel in range(channels):
        a, bx, by, cxx, cxy, cyy = _fit(terms, samples[:, channel])
        row = a + bx * x_all + cxx * x_all**2
        surface[:, :, channel] = row + (by * y_all + cyy * y_all**2)[:, None]
        surface[:, :, channel] += cxy * np.outer(y_all, x_all)
    bands = np.median((change - surface).mean(axis=2), axis=1)
    surface += np.clip(bands, -BAND, BAND).astype(np.float32)[:, None, None]
    return surface


def _terms(x: Floats, y: Floats) -> Floats:
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _fit(terms: Floats, values: Floats) -> Floats:
    """Least squares, repeated with less and less weight on what does not follow the surface."""
    start = float(np.median(values))
    weight = 1.0 / (1.0 + ((values - start) / (4 * THING)) ** 2) ** 2
    answer = np.zeros(6, np.float32)
    for _ in range(4):
        left = terms.T @ (terms * weight[:, None]) + 1e-3 * len(values) * _RIDGE
        answer = np.linalg.solve(left, terms.T @ (weight * values)).astype(np.float32)
        weight = 1.0 / (1.0 + ((values - terms @ answer) / THING) ** 2) ** 2
    return answer


#: Bends need evidence: with little of the table in sight, a flat change is the better guess.
_RIDGE = np.diag([0.0, 0.1, 0.1, 1.0, 1.0, 1.0]).astype(np.float32)
