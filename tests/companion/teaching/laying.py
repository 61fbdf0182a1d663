"""A drawn table on which a hand lays one card after another: frames, and when each lay still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frame import Frame, Picture

SIZE = (1280, 720)
"""(wide, high) of a frame."""
CARD = 250.0
"""Pixels of a card's height."""


@dataclass
class Laying:
    """Lays drawn cards (red-green-blue-alpha pictures); iterate over its frames."""

    cards: Iterable[tuple[str, Picture]]
    """Name and picture of each, in the order in which they are laid."""
    fps: float = 10.0
    lies_s: float = 1.0
    """For so long a card lies before it is taken away, or the next is laid on it."""
    pile: bool = False
    """Whether each is laid on the one before."""
    side_by_side: int = 1
    """So many lie in a row before all are taken away."""
    seed: int = 1
    still_at: list[tuple[str, float]] = field(default_factory=list)
    """Name of each card and film time at which its hand is gone, filled in as frames are made."""
    live = False

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)
        wide, high = SIZE
        grain = self._rng.normal(0, 1, (high // 8, wide // 40)).astype(np.float32)
        wood = cv2.resize(grain, SIZE, interpolation=cv2.INTER_CUBIC)
        base = np.array([52, 84, 62], np.float32) + wood[..., None] * 6
        self._table = np.clip(base, 0, 255).astype(np.uint8)
        self._number = 0

    def describe(self) -> str:
        return "a drawn table"

    def close(self) -> None:
        pass

    def __iter__(self) -> Iterator[Frame]:
        table = self._table
        yield from self._hold(table, 0.5)
        lying = 0
        for name, picture in self.cards:
            if not self.pile and lying >= self.side_by_side:
                table = self._table
                yield from self._hold(table, 0.4)
                lying = 0
            place = self._place(lying)
            lying += 1
            for step in (0.25, 0.6, 0.9):
                moving = self._with_card(table, picture, place, (1 - step) * 300)
                yield self._frame(_with_hand(moving, place, (1 - step) * 300))
            table = self._with_card(table, picture, place, 0)
            yield self._frame(_with_hand(table, place, 20))
            yield self._frame(_with_hand(table, place, 220))
            self.still_at.append((name, self._number / self.fps))
            yield from self._hold(table, self.lies_s)

    def _place(self, lying: int) -> tuple[float, float, float]:
        spread = 230.0 if self.side_by_side > 1 else 0.0
        x = SIZE[0] / 2 + (lying % self.side_by_side - (self.side_by_side - 1) / 2) * spread
        jitter = self._rng.normal(0, 1, 3)
        return x + jitter[0] * 5, SIZE[1] / 2 + jitter[1] * 5, jitter[2] * 4

    def _with_card(
        self, table: Picture, card: Picture, place: tuple[float, float, float], below: float
    ) -> Picture:
        x, y, degrees = place
        high = CARD
        wide = high * card.shape[1] / card.shape[0]
        cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
        target = corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y + below)
        source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (card.shape[1], card.shape[0])
        matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
        small = cv2.GaussianBlur(card, (0, 0), max(0.4, card.shape[0] / high / 3))
        drawn = cv2.warpPerspective(small, matrix, SIZE, flags=cv2.INTER_LINEAR)
        alpha = drawn[..., 3:].astype(np.float32) / 255
        face = drawn[..., 2::-1].astype(np.float32) * 0.88
        return (table * (1 - alpha) + face * alpha).astype(np.uint8)

    def _hold(self, picture: Picture, seconds: float) -> Iterator[Frame]:
        for _ in range(round(seconds * self.fps)):
            yield self._frame(picture)

    def _frame(self, picture: Picture) -> Frame:
        noise = self._rng.normal(0, 2.5, (SIZE[1], SIZE[0], 1)).astype(np.float32)
        noisy = np.clip(picture.astype(np.float32) + noise, 0, 255).astype(np.uint8)
        frame = Frame(noisy, self._number / self.fps, self._number)
        self._number += 1
        return frame


def _with_hand(picture: Picture, place: tuple[float, float, float], below: float) -> Picture:
    """An arm from the lower edge with its fingers on the card's lower edge."""
    drawn = picture.copy()
    x, y = place[0], place[1] + CARD * 0.45 + below
    tip, elbow = (int(x), int(y)), (int(x + 60), SIZE[1] + 80)
    cv2.line(drawn, elbow, tip, (120, 150, 205), 90, cv2.LINE_AA)
    cv2.circle(drawn, tip, 52, (124, 156, 212), -1, cv2.LINE_AA)
    for shift in (-34, -12, 12, 34):
        end = (tip[0] + shift, tip[1] - 60)
        cv2.line(drawn, (tip[0] + shift, tip[1]), end, (128, 160, 216), 20, cv2.LINE_AA)
    return drawn
