"""The picture that proves an event: the card as it lay, and nothing else."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Frame, Picture
from vision.quads import Quad

#: Longest side of an evidence picture in pixels.
SIDE = 400
QUALITY = 88


def evidence(frame: Frame, quad: Quad) -> bytes | None:
    """A JPEG of a card and a tenth of its size around it, cut from the full picture.

    None where the card lies outside the picture.
    """
    middle = quad.mean(axis=0)
    box = (quad - middle) * 1.2 + middle
    high, wide = frame.picture.shape[:2]
    x1, y1 = np.clip(np.floor(box.min(axis=0)), 0, (wide, high)).astype(int)
    x2, y2 = np.clip(np.ceil(box.max(axis=0)), 0, (wide, high)).astype(int)
    crop: Picture = frame.picture[y1:y2, x1:x2]
    if not crop.size:
        return None
    factor = SIDE / max(crop.shape[:2])
    if factor < 1:
        size = (max(1, round(crop.shape[1] * factor)), max(1, round(crop.shape[0] * factor)))
        crop = cv2.resize(crop, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    done, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes() if done else None
