"""When a finger rests on a card: a thin arm whose tip lies still on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arms import Arm, Arms
from vision.events import Pointed, TableEvent
from vision.plan import share_inside
from vision.track import Track

#: A finger rests after lying still so long (seconds) in so many frames.
RESTS_AFTER, REST_FRAMES = 0.7, 4
#: The tip of a resting finger trembles by no more than this (longer sides of the table).
TREMBLES = 0.015
#: Share of a card under an arm from which on a hand lies on it and no finger points at it. On the
#: rendered hands a finger covers 10 to 35 % of a card that its tip touches.
HAND_SHARE = 0.5


@dataclass
class _Rest:
    """A tip that lies still."""

    tip: tuple[float, float]
    since: float
    frames: int = 0
    said: bool = False


class Pointing:
    """Watches the tips of the arms."""

    def __init__(self) -> None:
        self._rests: dict[str | None, _Rest] = {}

    def see(self, arms: Arms, tracks: Iterable[Track]) -> list[TableEvent]:
        """At which of `tracks` (all that lie on the table) somebody begins to point."""
        events: list[TableEvent] = []
        lying = [track for track in tracks if track.counts and not track.gone]
        self._rests = {arm.seat: self._rest(arm, arms.at) for arm in arms.arms}
        for arm in arms.arms:
            rest = self._rests[arm.seat]
            rests = rest.frames >= REST_FRAMES and arms.at - rest.since >= RESTS_AFTER
            if rest.said or not rests:
                continue
            track = _pointed_at(arm, lying)
            if track is not None:
                rest.said = True
                events.append(
                    Pointed(
                        at=rest.since,
                        track=track.number,
                        arc=arm.seat,
                        arc_certainty=round(arm.certainty, 3),
                    )
                )
        return events

    def _rest(self, arm: Arm, at: float) -> _Rest:
        high, wide = arm.mask.shape
        unit = np.array([wide, high]) / max(wide, high)
        before = self._rests.get(arm.seat)
        far = np.subtract(arm.tip, before.tip) * unit if before else np.array([np.inf, 0.0])
        if before is None or float(np.hypot(*far)) > TREMBLES:
            return _Rest(arm.tip, at)
        before.frames += 1
        return before


def _pointed_at(arm: Arm, lying: list[Track]) -> Track | None:
    """The uppermost card under the tip, unless a whole hand lies on it."""
    for track in sorted(lying, key=lambda track: -track.number):
        outline = track.outline.astype(np.float32).reshape(-1, 1, 2)
        if cv2.pointPolygonTest(outline, arm.tip, measureDist=False) >= 0:
            return track if share_inside(arm.mask, track.outline) <= HAND_SHARE else None
    return None
