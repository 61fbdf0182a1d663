"""Arms over the table: what differs from the still table and hangs together with its edge.

All of it happens on the *plan*: the table seen from above, its longer side `PLAN_SIDE` pixels
long. The still table is learnt as it lies, cards and all: what has lain still for a moment belongs
to it. Light is told from things by its shape: a change of exposure, white balance or lamp is smooth
over the whole table, an arm is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.edges import border_runs
from vision.events import Point
from vision.frame import Frame, Picture
from vision.light import smooth_change
from vision.quads import Quad, homography, rectangle
from vision.table import Table, View

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]

PLAN_SIDE = 256
#: Change of the logarithm of brightness, and of colour, above which a point differs from the still
#: table. A soft shadow darkens by less; skin on wood changes colour by about 0.2.
BRIGHTNESS_STEP = 0.22
COLOUR_STEP = 0.13
#: How far texture may shift by shake, in pixels of the plan, before it counts as a difference.
SHAKE = 0.7
#: Seconds after which a still thing away from the edge belongs to the table (a card just laid).
ABSORBED_AFTER = 0.6
#: The same for what reaches in from the edge: a hand may rest, a ghost of one must go.
EDGE_ABSORBED_AFTER = 6.0
#: Seconds in which slow changes of light and table are followed.
FOLLOWED_IN = 2.0
#: Smallest arm, as a share of the plan; a fly or a chip at the edge is less.
SMALLEST_ARM = 0.004
#: More than this share of the plan changed at once is no arm but the light or the camera.
UPHEAVAL = 0.6


@dataclass(frozen=True, eq=False)
class Arm:
    """One arm that reaches over the table's edge."""

    mask: Mask
    """(h, w) of the plan."""
    seat: str | None
    certainty: float
    entry: Point
    """Where it crosses the edge, table coordinates."""
    tip: Point
    """Its point furthest from the entry, table coordinates."""
    reach: float
    """From entry to tip, in lengths of the table's longer side."""


@dataclass(frozen=True, eq=False)
class Arms:
    """What moves over the table in one frame."""

    at: float
    arms: tuple[Arm, ...]
    stir: Mask
    """(h, w) of the plan: where something moved since the frame before."""
    plan: Floats | None = None
    """(h, w) logarithm of the brightness, light evened out; None where no picture was looked at."""

    def over(self, outline: Floats) -> float:
        """Share of an outline (4, 2; table coordinates) that lies under arms, 0 to 1."""
        covered = 0.0
        for arm in self.arms:
            covered += share_inside(arm.mask, outline)
        return min(1.0, covered)

    def stirred(self, outline: Floats) -> float:
        """Share of an outline (table coordinates) in which something moves, 0 to 1."""
        return share_inside(self.stir, outline)


def no_arms(at: float) -> Arms:
    """A still table with no hand over it."""
    return Arms(at, (), np.zeros((1, 1), np.bool_))


def share_inside(mask: Mask, outline: Floats) -> float:
    """Share of an outline's points (table coordinates) at which a plan's mask is set."""
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


class ArmWatch:
    """Learns the still table and finds the arms over it, frame by frame."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._view: View | None = None
        self._still: Floats | None = None
        """(h, w, 3) logarithms of the still table's colours."""
        self._last: Floats = np.empty(0, np.float32)
        self._age: Floats = np.empty(0, np.float32)
        """Seconds for which each point has not moved."""
        self._at = 0.0

    def see(self, frame: Frame) -> Arms:
        """The arms in the next frame; frames come in order of time."""
        high, wide = frame.picture.shape[:2]
        if self._view is None or (self._view.wide, self._view.high) != (wide, high):
            self._view = View(self.table, wide, high)
            self._still = None
        now = _logarithms(plan_of(frame.picture, self._view))
        if self._still is None:
            self._still, self._last, self._at = now.copy(), now.copy(), frame.at
            self._age = np.full(now.shape[:2], EDGE_ABSORBED_AFTER, np.float32)
            return Arms(frame.at, (), np.zeros(now.shape[:2], np.bool_), _brightness(now))
        seconds = min(max(frame.at - self._at, 0.0), 1.0)
        self._at = frame.at
        now = now - smooth_change(now - self._still)
        differs = _differs(now, self._still, self._still)
        stir = _differs(now, self._last, self._still)
        self._last = now
        self._age = np.where(stir, np.float32(0), self._age + np.float32(seconds))
        if differs.mean() > UPHEAVAL:
            self._still += (now - self._still) * np.float32(min(1.0, seconds / 0.5))
            return Arms(frame.at, (), stir, _brightness(now))
        arms, edge = self._arms(differs, self._view)
        self._learn(now, differs, edge, seconds)
        return Arms(frame.at, arms, stir, _brightness(now))

    def _arms(self, differs: Mask, view: View) -> tuple[tuple[Arm, ...], Mask]:
        """The arms, and the mask of everything that reaches in from the edge."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(differs.astype(np.uint8))
        edge = np.zeros(differs.shape, np.bool_)
        arms: list[Arm] = []
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < SMALLEST_ARM * differs.size:
                continue
            piece = labels == label
            runs = border_runs(piece)
            if not runs:
                continue
            edge |= piece
            arms += [_arm(part, entry, view) for part, entry in _split(piece, runs)]
        return tuple(arms), edge

    def _learn(self, now: Floats, differs: Mask, edge: Mask, seconds: float) -> None:
        if self._still is None:
            return
        rest = np.where(edge, np.float32(EDGE_ABSORBED_AFTER), np.float32(ABSORBED_AFTER))
        settled = differs & (self._age >= rest)
        self._still[settled] = now[settled]
        follow = ~differs
        self._still[follow] += (now - self._still)[follow] * np.float32(
            min(1.0, seconds / FOLLOWED_IN)
        )


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


def _logarithms(plan: Picture) -> Floats:
    # 12 of 255 added: below that, sensor noise would be a large change.
    logs: Floats = np.log(cv2.GaussianBlur(plan, (3, 3), 0).astype(np.float32) + 12.0)
    return logs


def _brightness(logs: Floats) -> Floats:
    mean: Floats = logs.mean(axis=2)
    return mean


def _differs(now: Floats, then: Floats, still: Floats) -> Mask:
    """Where `now` is another thing than `then`, texture and noise allowed for."""
    change = now - then
    bright = change.mean(axis=2)
    colour = np.abs(change[:, :, 0] - change[:, :, 1]) + np.abs(change[:, :, 2] - change[:, :, 1])
    texture = _brightness(still)
    slope = cv2.magnitude(cv2.Sobel(texture, -1, 1, 0), cv2.Sobel(texture, -1, 0, 1)) / 8
    slack = np.minimum(SHAKE * slope, 0.5)
    mask = (np.abs(bright) > BRIGHTNESS_STEP + slack) | (colour > COLOUR_STEP + slack)
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    return closed.astype(np.bool_)


def _split(piece: Mask, runs: list[Point]) -> list[tuple[Mask, Point]]:
    """A piece that enters at several points is several arms that touch: each takes its side."""
    if len(runs) == 1:
        return [(piece, runs[0])]
    ys, xs = np.nonzero(piece)
    far = np.stack([np.hypot(xs - x, ys - y) for x, y in runs])
    nearest = far.argmin(axis=0)
    parts = []
    for index, run in enumerate(runs):
        part = np.zeros(piece.shape, np.bool_)
        part[ys[nearest == index], xs[nearest == index]] = True
        parts.append((part, run))
    return parts


def _arm(mask: Mask, entry: Point, view: View) -> Arm:
    high, wide = mask.shape
    ys, xs = np.nonzero(mask)
    far = np.hypot(xs - entry[0], ys - entry[1])
    furthest = int(far.argmax()) if len(far) else 0
    tip = (xs[furthest], ys[furthest]) if len(far) else entry
    place = (entry[0] / wide, entry[1] / high)
    seat, certainty = view.seat_at(place)
    end = (float((tip[0] + 0.5) / wide), float((tip[1] + 0.5) / high))
    reach = float(far.max() / max(wide, high)) if len(far) else 0.0
    return Arm(mask, seat, certainty, place, end, reach)
