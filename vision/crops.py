"""Cut-outs of cards, always from the full-resolution picture.

Training cuts its examples with the same functions, so that the networks see at the table exactly
what they have learned from.
"""

from __future__ import annotations

import threading
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.frame import Picture
from vision.quads import Quad

CARD_SIZE = (224, 320)
"""(wide, high) of a rectified card, the recogniser's view of it."""
OUTLINE_SIZE = (96, 128)
"""(wide, high) of the view in which a card's corners are found."""
OUTLINE_MARGIN = 0.18
"""How far that view reaches beyond the detector's rectangle, as a share of each side."""


class Pyramid:
    """A picture and its halvings, made when first needed.

    A warp that shrinks by more than a factor of two skips pixels; cut from the halving whose
    scale fits, it averages them instead.
    """

    def __init__(self, picture: Picture) -> None:
        self._levels: list[Picture] = [picture]
        self._growing = threading.Lock()

    def cut(self, quad: Quad, target: Quad, size: tuple[int, int]) -> Picture:
        """The piece of the picture in which `quad` (its pixels) lies on `target` (the cut's).

        `size` is (wide, high). Outside the picture the cut repeats the picture's edge.
        """
        shrink = quads.height(quad) / max(quads.height(target), 1e-6)
        level = max(0, int(np.floor(np.log2(max(shrink, 1e-6)) + 0.35)))
        level = min(level, 5)
        with self._growing:  # several threads cut from one pyramid
            while len(self._levels) <= level and min(self._levels[-1].shape[:2]) > 4:
                self._levels.append(cast(Picture, cv2.pyrDown(self._levels[-1])))
        level = min(level, len(self._levels) - 1)
        # Pixel centres: coordinate x of the picture is (x + 0.5) / 2 - 0.5 one level up.
        factor = np.float32(0.5**level)
        here = ((quad + np.float32(0.5)) * factor - np.float32(0.5)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(here, target)
        return cast(
            Picture,
            cv2.warpPerspective(
                self._levels[level], matrix, size, flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            ),
        )  # fmt: skip


def card_view(pyramid: Pyramid, quad: Quad) -> Picture:
    """The card inside `quad`, flat and upright: uint8 (320, 224, 3)."""
    wide, high = CARD_SIZE
    target = quads.rectangle(wide, high) - np.float32(0.5)
    return pyramid.cut(quad, target, CARD_SIZE)


def outline_target() -> Quad:
    """Where the detector's rectangle lies within the outline view, pixels of that view."""
    wide, high = OUTLINE_SIZE
    share = OUTLINE_MARGIN / (1 + 2 * OUTLINE_MARGIN)
    corner = np.array([wide, high], np.float32) * np.float32(share)
    inner = quads.rectangle(wide * (1 - 2 * share), high * (1 - 2 * share))
    return (inner + corner - np.float32(0.5)).astype(np.float32)


def outline_view(pyramid: Pyramid, rectangle: Quad) -> tuple[Picture, NDArray[np.float64]]:
    """A card with its surroundings: uint8 (128, 96, 3), and the matrix from picture to view.

    `rectangle` is the detector's rotated rectangle, pixels of the picture, long sides left and
    right.
    """
    target = outline_target()
    view = pyramid.cut(rectangle, target, OUTLINE_SIZE)
    return view, quads.homography(rectangle, target)


def upright_rectangle(quad: Quad) -> Quad:
    """The smallest rectangle around a quad, its long sides left and right, clockwise."""
    (x, y), (a, b), turn = cv2.minAreaRect(quad.astype(np.float32))
    if a > b:
        a, b, turn = b, a, turn + 90
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    half = np.array([[-a, -b], [a, -b], [a, b], [-a, b]]) / 2
    return cast(Quad, (half @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32))


def tensor(views: list[Picture]) -> NDArray[np.float32]:
    """Views of one size as a network's input: float32 (n, 3, h, w), blue-green-red, -1 to 1."""
    stack = np.stack(views).astype(np.float32)
    return cast(
        "NDArray[np.float32]", np.ascontiguousarray(stack.transpose(0, 3, 1, 2)) / 127.5 - 1
    )


def card_parts(view: Picture) -> tuple[Picture, Picture, Picture]:
    """What the recogniser looks at: whole card (136, 96), and both index corners (96, 68).

    The second corner is turned upside down, so that an index stands upright in both.
    """
    whole = cast(Picture, cv2.resize(view, (96, 136), interpolation=cv2.INTER_AREA))
    return whole, view[:96, :68], view[::-1, ::-1][:96, :68]
