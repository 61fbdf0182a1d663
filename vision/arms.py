"""Arms over the table: what differs from the still table and hangs together with its edge.

All of it happens on the *plan*: the table seen from above, its longer side `PLAN_SIDE` pixels
long. The still table is learnt as it lies, cards and all: what has lain still for a moment belongs
to it. Light is told from things by its shape: a change of exposure, white balance or lamp is smooth
over the whole table, an arm is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.differences import change, differs, slack, stirs
from vision.edges import border_runs
from vision.events import Point
from vision.frame import Frame
from vision.light import smooth_change
from vision.plan import Floats, Mask, brightness, filled, logarithms, plan_of, share_inside
from vision.table import Table, View

#: Seconds after which a still thing away from the edge belongs to the table (a card just laid).
ABSORBED_AFTER = 0.6
#: The same for what reaches in from the edge: a hand may rest, a ghost of one must go.
EDGE_ABSORBED_AFTER = 6.0
#: Seconds in which slow changes of light and table are followed.
FOLLOWED_IN = 2.0
#: Smallest arm, as a share of the plan; a fly or a chip at the edge is less.
SMALLEST_ARM = 0.004
#: Smallest hand without an arm: its sleeve looks like the table.
SMALLEST_HAND = 0.0015
#: Share of a loose piece that lies under the outlines of cards from which on it is only cards.
NOTHING_BUT_CARDS = 0.7
#: A place where a card was seen in the last so many seconds is bare once it looks like the table
#: around it (in so many pixels of the plan): this share of it, so near (logarithms of colours).
CARDS_REMEMBERED, AROUND, BARE, ALIKE = 8.0, 5, 0.92, 0.25
#: Two outlines whose middles are nearer than that share of a card's diagonal are one place. A place
#: of which that share differs from the still table has lost its card, or a hand is over it.
SAME_PLACE, DIFFERS = 0.15, 0.5
#: A place of which that share looks like the table around it has no card any more.
BARE_PLACE = 0.6
#: By so much more than its outline a card changes the smoothed plan.
RIM = 1.12
#: Share of an arm's mask in which it is found again.
STILL_THERE = 0.3
#: An arm moves if its reach changes by so much (longer sides) from frame to frame; of two that
#: touch, one that lies still is as if it were so many pixels further away from what is new.
MOVING, LIES_STILL = 0.01, 40.0
#: How far (longer sides) from the tip of an arm its hand may be in the next frame, lying and for
#: each second: hands cross half a table in half a second.
HAND_NEAR, HAND_SPEED = 0.03, 1.2
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
        self._noise: Floats = np.empty(0, np.float32)
        """(h, w, 2) standard deviation of brightness and colour from frame to frame."""
        self._card_at: Floats = np.empty(0, np.float32)
        """When a card was last seen at each point."""
        self._places: list[tuple[float, Floats]] = []
        """Outlines of cards, and when each was last seen there."""
        self._before: tuple[Arm, ...] = ()
        self._earlier: tuple[Arm, ...] = ()
        """The arms one and two frames ago."""
        self._at = 0.0

    def see(self, frame: Frame, cards: Sequence[Floats] = ()) -> Arms:
        """The arms in the next frame; frames come in order of time.

        `cards`: outlines (4, 2; table coordinates) of the cards that were seen last. What is
        nothing but cards is no hand.
        """
        high, wide = frame.picture.shape[:2]
        if self._view is None or (self._view.wide, self._view.high) != (wide, high):
            self._view = View(self.table, wide, high)
            self._still = None
        now = logarithms(plan_of(frame.picture, self._view))
        if self._still is None:
            self._still, self._last, self._at = now.copy(), now.copy(), frame.at
            self._age = np.full(now.shape[:2], EDGE_ABSORBED_AFTER, np.float32)
            self._noise = np.full((*now.shape[:2], 2), 0.02, np.float32)
            self._card_at = np.full(now.shape[:2], -np.inf, np.float32)
            self._before = ()
            return Arms(frame.at, (), np.zeros(now.shape[:2], np.bool_), brightness(now))
        seconds = min(max(frame.at - self._at, 0.0), 1.0)
        self._at = frame.at
        now = now - smooth_change(now - self._still)
        moved = change(now, self._last)
        more = slack(self._still, now)
        stir = stirs(moved, more, self._noise)
        other = differs(change(now, self._still), more, self._noise)
        self._noise += 0.1 * (np.minimum(0.8 * moved, 3 * self._noise + 0.004) - self._noise)
        self._last = now
        self._age = np.where(stir, np.float32(0), self._age + np.float32(seconds))
        other = self._without_bare(other, now)
        if other.mean() > UPHEAVAL:
            self._still += (now - self._still) * np.float32(min(1.0, seconds / 0.5))
            self._before = ()
            return Arms(frame.at, (), stir, brightness(now))
        laid = filled(cards, other.shape)
        self._card_at[laid] = frame.at
        self._remember(cards)
        arms = self._arms(other, stir, laid, now, seconds)
        self._earlier, self._before = self._before, arms
        edge = np.logical_or.reduce([arm.mask for arm in arms]) if arms else np.zeros_like(other)
        self._learn(now, other, edge, seconds)
        return Arms(frame.at, arms, stir, brightness(now))

    def _arms(
        self, other: Mask, stir: Mask, laid: Mask, now: Floats, seconds: float
    ) -> tuple[Arm, ...]:
        """What reaches in from the edge, and hands whose sleeves look like the table."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(other.astype(np.uint8))
        arms: list[Arm] = []
        loose: list[Mask] = []
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < SMALLEST_HAND * other.size:
                continue
            piece = labels == label
            runs = border_runs(piece)
            if not runs and (piece & laid).sum() < NOTHING_BUT_CARDS * piece.sum():
                if not self._bare(piece, other, now):
                    loose.append(piece)
            elif runs and stats[label, cv2.CC_STAT_AREA] >= SMALLEST_ARM * other.size:
                arms += self._parted(piece, runs)
        return (*arms, *self._followed(arms, loose, stir, seconds))

    def _remember(self, cards: Sequence[Floats]) -> None:
        """Note where cards lie now."""
        middles = [outline.mean(axis=0) for outline in cards]

        def elsewhere(outline: Floats) -> bool:
            size = SAME_PLACE * float(np.linalg.norm(outline[0] - outline[2]))
            middle = outline.mean(axis=0)
            return all(float(np.linalg.norm(middle - other)) > size for other in middles)

        self._places = [
            (at, outline)
            for at, outline in self._places
            if self._at - at <= CARDS_REMEMBERED and elsewhere(outline)
        ] + [(self._at, outline) for outline in cards]

    def _without_bare(self, other: Mask, now: Floats) -> Mask:
        """What differs, without the places of cards that were taken away and left a bare table.

        They would seem to be a part of the hand that took the cards, as long as it is near.
        """
        for at, outline in self._places:
            if at >= self._at:
                continue
            middle = outline.mean(axis=0)
            place = filled([((outline - middle) * RIM + middle).astype(np.float32)], other.shape)
            if not other[place].sum() > DIFFERS * place.sum() > 0:
                continue
            # Another hand may be over the rest of it.
            bare = _like_around(place, other, now)
            if bare[place].mean() >= BARE_PLACE and self._still is not None:
                other = other & ~bare
                self._still[bare] = now[bare]
        return other

    def _bare(self, piece: Mask, other: Mask, now: Floats) -> bool:
        """Whether a piece is only the places of cards that were taken away, and no hand."""
        cards = self._at - self._card_at[piece] <= CARDS_REMEMBERED
        if cards.mean() < NOTHING_BUT_CARDS:
            return False
        return float(_like_around(piece, other, now)[piece].mean()) >= BARE

    def _parted(self, piece: Mask, runs: list[Point]) -> list[Arm]:
        """The arms that make up one piece: those that touch are told apart by where each was."""
        high, wide = piece.shape
        entries = [(x / wide, y / high) for x, y in runs]
        seats = [(entry, *self._seat_at(entry)) for entry in entries]
        named = {seat for _, seat, _ in seats}
        lost = [
            before
            for before in self._before
            if before.seat not in named
            and (before.mask & piece).sum() > STILL_THERE * before.mask.sum()
        ]
        owners = [*seats, *((one.entry, one.seat, one.certainty) for one in lost)]
        if len(owners) == 1:
            return [_reaching(piece, *owners[0])]
        far = [self._far_from(owner, piece.shape) for owner in owners]
        nearest = np.argmin(far, axis=0)
        parts = [piece & (nearest == index) for index in range(len(owners))]
        return [
            _reaching(part, *owner) for part, owner in zip(parts, owners, strict=True) if part.any()
        ]

    def _seat_at(self, entry: Point) -> tuple[str | None, float]:
        return self._view.seat_at(entry) if self._view else (None, 0.0)

    def _far_from(self, owner: tuple[Point, str | None, float], shape: tuple[int, ...]) -> Floats:
        """(h, w) distance of every point to where an arm was in the frame before, pixels.

        Where a new one was is where it enters. An arm that lies still is further from whatever is
        new: it was brought by the other one.
        """
        (x, y), seat, _ = owner
        before = [one for one in self._before if one.seat == seat]
        seed = np.zeros(shape, np.bool_)
        if before:
            seed |= np.logical_or.reduce([one.mask for one in before])
        else:
            seed[min(int(y * shape[0]), shape[0] - 1), min(int(x * shape[1]), shape[1] - 1)] = True
        far = cv2.distanceTransform((~seed).astype(np.uint8), cv2.DIST_L2, 3).astype(np.float32)
        earlier = [one.reach for one in self._earlier if one.seat == seat]
        if before and earlier and abs(max(one.reach for one in before) - max(earlier)) < MOVING:
            far[~seed] += LIES_STILL
        return far

    def _followed(
        self, arms: list[Arm], loose: list[Mask], stir: Mask, seconds: float
    ) -> list[Arm]:
        """Loose pieces that go on where an arm was just before: its hand, the sleeve unseen."""
        found: list[Arm] = []
        for before in self._before:
            if any(arm.seat == before.seat and (arm.mask & before.mask).any() for arm in arms):
                continue
            near = HAND_NEAR + HAND_SPEED * seconds
            pieces = [piece for piece in loose if _goes_on(before.mask, piece, stir)]
            steps = [(_distance(piece, before.tip), i) for i, piece in enumerate(pieces)]
            if steps and min(steps)[0] <= near:
                piece = pieces[min(steps)[1]]
                loose = [other for other in loose if other is not piece]
                found.append(_reaching(piece, before.entry, before.seat, before.certainty))
        return found

    def _learn(self, now: Floats, other: Mask, edge: Mask, seconds: float) -> None:
        if self._still is None:
            return
        rest = np.where(edge, np.float32(EDGE_ABSORBED_AFTER), np.float32(ABSORBED_AFTER))
        settled = other & (self._age >= rest)
        self._still[settled] = now[settled]
        follow = ~other
        self._still[follow] += (now - self._still)[follow] * np.float32(
            min(1.0, seconds / FOLLOWED_IN)
        )


def _like_around(piece: Mask, other: Mask, now: Floats) -> Mask:
    """The points of a piece that look like the still table around it; none where that is hidden."""
    size = 2 * AROUND + 1
    near = cv2.dilate(piece.astype(np.uint8), np.ones((size, size), np.uint8)).astype(np.bool_)
    ring = near & ~other & ~piece
    if ring.sum() < 4 * AROUND:
        return np.zeros_like(piece)
    off = np.abs(now - np.median(now[ring], axis=0)).max(axis=2)
    like: Mask = piece & (off < ALIKE)
    return like


def _reaching(mask: Mask, entry: Point, seat: str | None, certainty: float) -> Arm:
    """An arm whose tip is the point of `mask` that is furthest from its entry."""
    high, wide = mask.shape
    ys, xs = np.nonzero(mask)
    far = np.hypot(xs - entry[0] * wide, ys - entry[1] * high)
    if not len(far):
        return Arm(mask, seat, certainty, entry, entry, 0.0)
    at = int(far.argmax())
    tip = (float((xs[at] + 0.5) / wide), float((ys[at] + 0.5) / high))
    return Arm(mask, seat, certainty, entry, tip, float(far[at] / max(wide, high)))


def _goes_on(before: Mask, piece: Mask, stir: Mask) -> bool:
    """Whether a piece can be what an arm has become: its hand, which moved on or lies as it lay.

    It can not be a card that a drawn-away arm left, or the place of one that it took along: those
    lie where the arm was, while most of the arm is gone.
    """
    beyond = float((piece & ~before).sum()) / float(piece.sum())
    left = float((before & ~piece & stir).sum()) / float(before.sum())
    return beyond > 0.2 or left < 0.3


def _distance(piece: Mask, place: Point) -> float:
    """From a place (table coordinates) to the nearest point of a piece, in longer sides."""
    high, wide = piece.shape
    ys, xs = np.nonzero(piece)
    return float(np.hypot(xs - place[0] * wide, ys - place[1] * high).min() / max(high, wide))
