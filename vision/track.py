"""One card under observation: where it lies, since when, and what the looks say that it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arms import Arms
from vision.events import Outline, Point
from vision.quads import Quad
from vision.sighting import BACK, UNKNOWN, Sighting
from vision.table import View
from vision.votes import Votes

Floats = NDArray[np.float32]

#: A card lies still while it stays within this many of its own widths; detectors tremble by
#: two or three pixels, and more where a card is partly covered.
STILL = 0.12
STILL_UNDER_HAND = 0.3
#: A card that rested so long (seconds) and then moved no further (widths) was nudged as it lay.
NUDGE_AFTER, NUDGE = 0.2, 0.8
#: A card is carried while it is so many widths off its place and was not seen to rest so often.
CARRIED, RESTING_LOOKS = 0.35, 3
#: A name with that share of the votes is in question.
IN_QUESTION = 0.1
#: After so many clear looks in a row at its other side a card has been turned, hand or no hand.
OTHER_SIDE_LOOKS = 3
#: A hand that is no further off than so many cards' sizes may have taken a card.
REACH = 5.0
#: How much two plan patches must correlate to show the same card, and what contrast they need
#: (standard deviation of the logarithm of brightness) to say anything.
SAME_PATCH = 0.8
PATCH_CONTRAST = 0.06
#: Beside a hand, so much of a patch has to be in view, and correlate less than that, to show that
#: the card is gone.
BESIDE, OTHER_PATCH = 0.5, 0.4


@dataclass(frozen=True, eq=False)
class Spot:
    """A sighting with its place on the table."""

    sighting: Sighting
    outline: Floats
    """(4, 2) table coordinates."""
    middle: Floats
    """(2,) table coordinates in which lengths are the same in every direction."""
    width: float
    """Of the card, in the same unit."""

    @property
    def place(self) -> Point:
        """Its middle in table coordinates."""
        x, y = self.outline.mean(axis=0)
        return float(x), float(y)


def spot_of(sighting: Sighting, view: View) -> Spot:
    """Where on the table a sighting lies."""
    outline = view.places(sighting.quad)
    true = view.true(outline)
    across = np.linalg.norm(true[[1, 2]] - true[[0, 3]], axis=1).mean()
    return Spot(sighting, outline, true.mean(axis=0), max(float(across), 1e-4))


@dataclass(eq=False)
class Track:
    """A card over time. It counts, and has a card and number, once it was said to lie there."""

    spot: Spot
    first_at: float
    votes: Votes = field(default_factory=Votes)
    """What it is. Untouched by what is seen after a hand was there, until that is understood."""
    epoch: Votes | None = None
    """Votes since a hand was last over it; None once they are known to be for the same card."""

    laid_at: float = 0.0
    """When it first came to rest; a nudge after that changes nothing."""
    still_since: float = 0.0
    still_looks: int = 0
    looks_since_still: int = 0
    anchor: Floats = field(default_factory=lambda: np.zeros(2, np.float32))
    """The mean place since `still_since`."""
    seen_at: float = 0.0
    hand_at: float = float("-inf")
    """When a hand was last over it."""
    reached_at: float = float("-inf")
    """When a hand was last near enough to have taken it, or pushed it off with another card."""
    disturbed: bool = False
    """Whether a hand was over it, or it was out of sight, since the last clear look."""
    clear_looks: int = 0
    """Looks that saw it at rest with no hand over it, as the card that it is taken for."""

    in_question: set[str] = field(default_factory=set)
    """The names that it may have had when it was last seen clearly."""
    other_side: int = 0
    """Clear looks in a row that showed the other side than the card's."""

    number: int = 0
    """0 until it counts."""
    card: str = UNKNOWN
    lies_at: Spot | None = None
    """Where it was last said to lie."""
    free_since: float | None = None
    free_looks: int = 0
    lifted: bool = False
    lifted_at: float = 0.0
    """Since when its place was seen free before it was said to be lifted."""
    landed: bool = False
    """Whether it has been seen again since it was lifted."""
    gone: bool = False
    looked: tuple[Floats, Floats] | None = None
    """The outline at the last clear look, and how the plan looked there."""
    lay: tuple[Floats, Floats] | None = None
    """The same where it was last said to lie."""
    under: set[int] = field(default_factory=set)
    """Numbers of the tracks that lie under this one."""

    def __post_init__(self) -> None:
        self.laid_at = self.still_since = self.seen_at = self.first_at
        self.anchor = self.spot.middle.copy()

    @property
    def counts(self) -> bool:
        """Whether its card was said to lie on the table."""
        return self.number > 0

    @property
    def outline(self) -> Floats:
        """Its latest outline, table coordinates (4, 2)."""
        return self.spot.outline

    @property
    def place(self) -> Point:
        """Its middle in table coordinates."""
        return self.spot.place

    @property
    def carried(self) -> bool:
        """Whether it was last seen away from where it lay, and has not come to rest there."""
        return self.still_looks < RESTING_LOOKS and self._away() > CARRIED

    def lost_sight_of(self) -> None:
        """It is not seen: one that was being carried away is looked for where it lay."""
        self.looks_since_still += 1
        if self.carried and self.lies_at is not None:
            self.spot, self.looked = self.lies_at, self.lay
            self.anchor = self.lies_at.middle.copy()

    def affinity(self, sighting: Sighting) -> float:
        """How well a sighting's names fit what this card is, or may have become; 0 to 1."""
        fits = self.votes.affinity(sighting)
        return max(fits, self.epoch.affinity(sighting)) if self.epoch else fits

    def see(self, spot: Spot, at: float, arms: Arms) -> None:
        """One more sighting of this card."""
        over = arms.over(spot.outline)
        slack = STILL_UNDER_HAND if over > 0.1 else STILL
        moved = float(np.linalg.norm(spot.middle - self.anchor)) / spot.width
        if self.lifted and not self.landed:
            # It rests anew, even where it lay.
            self.landed, self.anchor = True, spot.middle.copy()
            self.still_since, self.still_looks, self.looks_since_still = at, 0, 0
        elif moved > slack:
            if moved > NUDGE or at - self.still_since < NUDGE_AFTER:
                self.laid_at = at
            self.anchor = spot.middle.copy()
            self.still_since, self.still_looks, self.looks_since_still = at, 0, 0
        self.still_looks += 1
        self.looks_since_still += 1
        self.anchor += (spot.middle - self.anchor) / min(self.still_looks, 8)
        self.spot, self.seen_at = spot, at
        self.free_since, self.free_looks = None, 0
        clear = over < 0.1 and self.still_looks >= 2
        if self.disturbed and clear:
            self.epoch, self.disturbed = Votes() if self.counts else None, False
        other = (spot.sighting.side == "back") != (self.card == BACK)
        self.other_side = self.other_side + 1 if clear and other and self.counts else 0
        if self.other_side == OTHER_SIDE_LOOKS and self.epoch is None:
            self.epoch = Votes()
        (self.epoch or self.votes).add(spot.sighting, 1.0 if clear else 0.3)
        if clear:
            if self.epoch is None:
                self.clear_looks += 1
                shares = self.votes.shares()
                self.in_question = {n for n, share in shares.items() if share >= IN_QUESTION}
            patch = patch_at(arms, spot.outline)
            self.looked = (spot.outline, patch) if patch is not None else None
            if self.counts and self._away() <= STILL:
                self.lay = self.looked

    def touched(self, arms: Arms) -> None:
        """Note whether a hand is over the card in a frame, or near it."""
        if not arms.arms:
            return
        middle = self.outline.mean(axis=0)
        if arms.over((self.outline - middle) * REACH + middle) > 0:
            self.reached_at = arms.at
        if arms.over(self.outline) > 0.2:
            self.disturbed = True
            self.hand_at = arms.at

    def _away(self) -> float:
        """How far it is from where it was last said to lie, in its widths; 0 if it never was."""
        if self.lies_at is None:
            return 0.0
        return float(np.linalg.norm(self.spot.middle - self.lies_at.middle)) / self.spot.width

    def still_shown(self, arms: Arms) -> bool:
        """Whether its place looks as it did when the card was last seen there clearly."""
        return _shows(arms, self.looked)

    def gone_beside(self, arms: Arms) -> bool:
        """Whether the part of its place that no hand hides looks otherwise than with the card."""
        if self.looked is None:
            return False
        outline, then = self.looked
        now = patch_at(arms, outline)
        if now is None or now.shape != then.shape or then.std() < PATCH_CONTRAST:
            return False
        bare = ~patch_of(np.logical_or.reduce([arm.mask for arm in arms.arms]), outline)
        if bare.sum() < BESIDE * bare.size:
            return False
        a, b = then[bare] - then[bare].mean(), now[bare] - now[bare].mean()
        return float((a * b).mean()) < OTHER_PATCH * float(a.std()) * max(float(b.std()), 1e-3)

    def stays(self, arms: Arms) -> bool:
        """Whether the place where it was last said to lie looks as it did with the card there."""
        return _shows(arms, self.lay)


def _shows(arms: Arms, looked: tuple[Floats, Floats] | None) -> bool:
    """Whether the plan looks at an outline as it once did."""
    if looked is None:
        return False
    outline, then = looked
    now = patch_at(arms, outline)
    if now is None or now.shape != then.shape:
        return False
    a, b = then - then.mean(), now - now.mean()
    if min(a.std(), b.std()) < PATCH_CONTRAST:
        return False
    return float((a * b).mean() / (a.std() * b.std())) >= SAME_PATCH


def patch_at(arms: Arms, outline: Floats) -> Floats | None:
    """The plan's brightness in a box a little larger than the outline; None without a plan."""
    if arms.plan is None:
        return None
    patch: Floats = patch_of(arms.plan, outline)
    return patch.copy() if patch.size >= 16 else None


def patch_of(plan: NDArray[Any], outline: Floats) -> NDArray[Any]:
    """The part of something with the plan's shape in that box."""
    high, wide = plan.shape
    middle = outline.mean(axis=0)
    box = ((outline - middle) * 1.2 + middle) * (wide, high)
    x1, y1 = np.clip(np.floor(box.min(axis=0)), 0, (wide, high)).astype(int)
    x2, y2 = np.clip(np.ceil(box.max(axis=0)), 0, (wide, high)).astype(int)
    return plan[y1:y2, x1:x2]


def as_outline(points: Floats) -> Outline:
    """Four table points as plain numbers."""
    a, b, c, d = ((round(float(x), 5), round(float(y), 5)) for x, y in points)
    return a, b, c, d


def quads_overlap(lower: Floats, upper: Floats) -> float:
    """Share of the lower outline's area that the upper one covers."""
    scale = np.float32(1000)
    a: Quad = (lower * scale).astype(np.float32)
    b: Quad = (upper * scale).astype(np.float32)
    common, _ = cv2.intersectConvexConvex(a.reshape(4, 1, 2), b.reshape(4, 1, 2))
    whole = abs(float(cv2.contourArea(a)))
    return float(common) / whole if whole > 0 else 0.0
