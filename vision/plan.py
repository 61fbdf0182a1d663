"""The plan: the table seen from above, small, as logarithms of its colours."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.quads import Quad, homography, rectangle
from vision.table import Table, View

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]

#: Pixels of the table's longer side.
PLAN_SIDE = 256


def plan_of(picture: Picture, view: View) -> Picture:
    """The table in `picture` seen from above, its longer side `PLAN_SIDE` pixels long."""
    longer = max(view.aspect, 1.0)
    wide = max(8, round(PLAN_SIDE * view.aspect / longer))
    high = max(8, round(PLAN_SIDE / longer))
    if view.table.corners == Table().corners:
        return cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA).astype(np.uint8)
    # Averaging first keeps fine texture from flickering in the plan.
    corners: Quad = (np.asarray(view.table.corners, np.float32) * (view.wide, view.high)).astype(
        np.float32
    )
    side = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).max())
    factor = min(1.0, 1.5 * PLAN_SIDE / side)
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    scale = np.array([small.shape[1] / view.wide, small.shape[0] / view.high], np.float32)
    matrix = homography((corners * scale).astype(np.float32), rectangle(wide, high))
    return cv2.warpPerspective(small, matrix, (wide, high)).astype(np.uint8)


def logarithms(plan: Picture) -> Floats:
    """(h, w, 3) logarithms of a plan's colours: a change of light adds to them."""
    # 12 of 255 added: below that, sensor noise would be a large change.
    logs: Floats = np.log(cv2.GaussianBlur(plan, (3, 3), 0).astype(np.float32) + 12.0)
    return logs


def brightness(logs: Floats) -> Floats:
    """(h, w) mean over the colours."""
    mean: Floats = logs.mean(axis=2)
    return mean


def filled(outlines: Sequence[Floats], shape: tuple[int, ...]) -> Mask:
    """The mask of all points of a plan inside some outline (4, 2; table coordinates)."""
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        corners = np.rint(outline * (shape[1], shape[0])).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, 1)
    # A pixel around: the plan is smoothed, and outlines tremble.
    return cv2.dilate(mask, np.ones((3, 3), np.uint8)).astype(np.bool_)


def share_inside(mask: Mask, outline: Floats) -> float:
    """Share of an outline's points (4, 2; table coordinates) at which a plan's mask is set."""
    if not mask.any():
        return 0.0
    high, wide = mask.shape
    corners = np.rint(outline * (wide, high)).astype(np.int32)
    x1, y1 = np.maximum(corners.min(axis=0), 0)
    x2, y2 = np.minimum(corners.max(axis=0) + 1, (wide, high))
    if x1 >= x2 or y1 >= y2:
        return 0.0
    inside = np.zeros((y2 - y1, x2 - x1), np.uint8)
    cv2.fillConvexPoly(inside, corners - (x1, y1), 1)
    total = int(inside.sum())
    return float((inside.astype(bool) & mask[y1:y2, x1:x2]).sum() / total) if total else 0.0
