"""The referee's live picture: what the camera sees, with names on the cards and hands hidden.

Players hold their cards at the table's edge, and in all games something there is secret: outside
the zones where cards are played the picture is reduced to coarse blocks.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.sighting import BACK, UNKNOWN, Look
from vision.table import View

#: Width of the referee's picture, pixels: enough to check a card, little enough for a phone.
WIDE = 960
JPEG_QUALITY = 75
#: Blocks so large (share of the picture's width) that no index can be read in them.
BLOCK = 1 / 40
NAMED, UNNAMED, BACKS = (80, 220, 80), (60, 160, 255), (220, 170, 90)


def drawn(picture: Picture, look: Look | None, view: View) -> bytes:
    """A JPEG of the picture with the cards of the last look outlined and named."""
    high, wide = picture.shape[:2]
    factor = min(1.0, WIDE / wide)
    size = (round(wide * factor), round(high * factor))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    shown = np.where(open_to_see(view, size)[..., None], small, _coarse(small))
    for sighting in look.sightings if look is not None else ():
        corners = np.round(sighting.quad * factor * 8).astype(np.int32)
        colour = BACKS if sighting.card == BACK else NAMED if sighting.known else UNNAMED
        cv2.polylines(shown, [corners], True, colour, 2, cv2.LINE_AA, shift=3)
        if sighting.card != BACK:
            _name(shown, sighting.card, sighting.quad.mean(axis=0) * factor, colour)
    _, jpeg = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes()


def whole(picture: Picture) -> bytes:
    """A JPEG of the picture as it is, no wider than the referee's."""
    high, wide = picture.shape[:2]
    factor = min(1.0, WIDE / wide)
    size = (round(wide * factor), round(high * factor))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes()


def open_to_see(view: View, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels of a picture of `size` lie in a zone of the table (h, w)."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    for zone in view.table.zones.values():
        rim = np.stack([zone.x + zone.rx * np.cos(angles), zone.y + zone.ry * np.sin(angles)], 1)
        pixels = cv2.perspectiveTransform(
            rim.astype(np.float32).reshape(-1, 1, 2), view.to_pixels
        ) * (size[0] / view.wide)
        cv2.fillPoly(mask, [np.round(pixels).astype(np.int32)], 1)
    return mask.astype(bool)


def _coarse(picture: Picture) -> Picture:
    high, wide = picture.shape[:2]
    few = (round(1 / BLOCK), max(1, round(high / (wide * BLOCK))))
    blocks = cv2.resize(picture, few, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(blocks, (wide, high), interpolation=cv2.INTER_NEAREST), np.uint8)


def _name(
    picture: Picture, card: str, at: NDArray[np.float32], colour: tuple[int, int, int]
) -> None:
    text = "?" if card == UNKNOWN else card
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.6, 2)
    x, y = int(at[0] - wide / 2), int(at[1] + high / 2)
    cv2.rectangle(picture, (x - 4, y - high - 4), (x + wide + 4, y + 5), (30, 30, 30), -1)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2, cv2.LINE_AA)
