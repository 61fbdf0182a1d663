"""Where two plans show different things: brightness and colour, noise and texture allowed for."""

from __future__ import annotations

import cv2
import numpy as np

from vision.plan import Floats, Mask, brightness

#: Change of the logarithm of brightness, and of colour, at which a point surely differs from the
#: still table: skin on wood changes colour by about 0.2, a soft shadow darkens by less.
BRIGHTNESS_STEP = 0.22
COLOUR_STEP = 0.13
#: Share of that from which on a point differs if it hangs together with one that surely does: a
#: grey sleeve on a dark table, between the picture's edge and the hand.
WEAK = 0.4
#: Sensor noise: that many standard deviations make a difference, surely or weakly.
SURE_NOISE, WEAK_NOISE = 6.0, 3.5
#: How far texture may shift by shake, in pixels of the plan, before it counts as a difference.
SHAKE = 0.7


def change(now: Floats, then: Floats) -> Floats:
    """(h, w, 2) how much brightness and colour changed, without sign."""
    change = now - then
    blue, green, red = change[:, :, 0], change[:, :, 1], change[:, :, 2]
    both: Floats = np.stack(
        [np.abs(change.mean(axis=2)), np.abs(blue - green) + np.abs(red - green)], axis=2
    )
    return both


def slack(*scenes: Floats) -> Floats:
    """How much a change may be more where there is texture, as the camera may shake."""
    slope = np.maximum.reduce([_slope(brightness(scene)) for scene in scenes])
    more: Floats = np.minimum(SHAKE * slope, 0.5).astype(np.float32)
    return more


def _slope(texture: Floats) -> Floats:
    slope: Floats = cv2.magnitude(
        cv2.Sobel(texture, -1, 1, 0), cv2.Sobel(texture, -1, 0, 1)
    ).astype(np.float32)
    return (slope / np.float32(8)).astype(np.float32)


def _beyond(change: Floats, more: Floats, noise: Floats, share: float, deviations: float) -> Mask:
    """Where a change is larger than noise and texture explain."""
    steps = np.array([BRIGHTNESS_STEP, COLOUR_STEP], np.float32) * np.float32(share)
    limits = np.maximum(steps, np.float32(deviations) * noise) + more[:, :, None]
    mask: Mask = (change > limits).any(axis=2)
    return mask


def stirs(change: Floats, more: Floats, noise: Floats) -> Mask:
    """Where something moved, if only weakly seen."""
    return _opened(_beyond(change, more, noise, WEAK, WEAK_NOISE))


def differs(change: Floats, more: Floats, noise: Floats) -> Mask:
    """Where another thing is than before: surely, or weakly and together with what surely is."""
    surely = _opened(_beyond(change, more, noise, 1.0, SURE_NOISE))
    weakly = _opened(_beyond(change, more, noise, WEAK, WEAK_NOISE)) | surely
    closed = cv2.morphologyEx(weakly.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    count, labels = cv2.connectedComponents(closed)
    kept = np.zeros(count, np.bool_)
    kept[np.unique(labels[surely])] = True
    kept[0] = False
    mask: Mask = kept[labels]
    return mask


def _opened(mask: Mask) -> Mask:
    """Without specks."""
    specks = np.ones((3, 3), np.uint8)
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, specks).astype(np.bool_)
