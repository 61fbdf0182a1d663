"""A picture of all failures, to be looked at: each in its surroundings, with label and answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision import quads
from vision.frame import Picture
from vision.sighting import Sighting

from .accuracy import Judged
from .matching import Box, Result

CELL = 220


def _around(picture: Picture, box: Box | None) -> tuple[Picture, float, float, float]:
    """A square piece around a box (or the whole picture), its origin and its scale."""
    high, wide = picture.shape[:2]
    if box is None:
        box = (0.0, 0.0, float(wide), float(high))
    side = max(box[2] - box[0], box[3] - box[1]) * 1.5
    x, y = (box[0] + box[2] - side) / 2, (box[1] + box[3] - side) / 2
    factor = CELL / side
    matrix = np.array([[factor, 0, -x * factor], [0, factor, -y * factor]], np.float32)
    piece = cv2.warpAffine(picture, matrix, (CELL, CELL), flags=cv2.INTER_AREA)
    return np.asarray(piece, np.uint8), x, y, factor


def _cell(
    picture: Picture, box: Box | None, sighting: Sighting | None, text: str, place: str
) -> Picture:
    piece, x, y, factor = _around(picture, box)
    if sighting is not None:
        quad = np.rint((sighting.quad - (x, y)) * factor).astype(np.int32)
        cv2.polylines(piece, [quad], True, (0, 220, 0), 1, cv2.LINE_AA)
        cv2.circle(piece, tuple(int(v) for v in quad[0]), 3, (0, 0, 255), -1)
    strip = np.full((30, CELL, 3), 255, np.uint8)
    cv2.putText(strip, text, (3, 13), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(
        strip, place[-34:], (3, 26), cv2.FONT_HERSHEY_SIMPLEX, 0.32, (90, 90, 90), 1, cv2.LINE_AA
    )
    return np.vstack([piece, strip])


def _box(result: Result) -> Box | None:
    if result.label.quad is not None:
        return quads.box(result.label.quad)
    if result.label.box is not None:
        return result.label.box
    return quads.box(result.sighting.quad) if result.sighting else None


def cells(judged: Judged) -> list[Picture]:
    """One cell for each label that was not named right, and each named card where none lies."""
    bad = [r for r in judged.matched.results if r.outcome != "right"]
    false = [s for s in judged.matched.false if s.side == "face"]
    if not bad and not false:
        return []
    picture = judged.example.open()
    place = judged.example.name
    made = []
    for result in bad:
        seen = result.sighting
        answer = "missed" if seen is None else f"{seen.card} {_named(seen)}"
        cover = "" if result.label.full else " (partly)"
        text = f"{result.label.card}{cover}: {answer}"
        made.append(_cell(picture, _box(result), seen, text, place))
    for sighting in false:
        text = f"no card: {sighting.card} {_named(sighting)}"
        made.append(_cell(picture, quads.box(sighting.quad), sighting, text, place))
    return made


def _named(sighting: Sighting) -> str:
    return " ".join(f"{name}:{share:.2f}" for name, share in list(sighting.names.items())[:2])


def write_sheet(pictures: Sequence[Picture], path: Path) -> None:
    """All cells as one PNG or JPEG. Raises OSError."""
    # Nearly square: some viewers refuse a picture that is very long one way.
    columns = max(8, round(len(pictures) ** 0.5))
    blank = np.full((CELL + 30, CELL, 3), 255, np.uint8)
    padded = [*pictures, *[blank] * (-len(pictures) % columns)]
    rows = [np.hstack(padded[i : i + columns]) for i in range(0, len(padded), columns)]
    if not rows:
        rows = [np.hstack([blank] * columns)]
    if not cv2.imwrite(str(path), np.vstack(rows)):
        raise OSError(f"The picture {path} cannot be written.")
