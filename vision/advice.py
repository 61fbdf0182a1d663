"""What is wrong with a picture of the table, and where: said before an evening begins.

Only what people can change is named: the light, the lens, the camera's place and settings. What is
measured is measured on the cards themselves, since they are what has to be read; a table may be as
dark as it likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import crops, quads
from vision.frame import Picture
from vision.sighting import Look, Sighting

Fault = Literal[
    "no_cards", "dark", "glare", "small", "blurred", "coloured", "mirrored", "low_contrast"
]

DARK = 70.0
"""Paper (of 255) below which the picture is too dark to read by."""
LEAST_HEIGHT = 90.0
"""Pixels that a card should be high; from about 60 on some can still be read."""
GLARE_SHARE = 0.05
"""Share of a card's face that may be burnt out while its paper is not."""
SHARP = 0.5
"""Share of the brightness steps that another blur must take away from a sharp picture."""
COLOURED = 22.0
"""Distance of the paper's colour from grey (in a and b of CIE Lab)."""
CONTRAST = 18.0
"""Difference (of 255) by which the paper must stand out from the table."""
INK = 0.06
"""Share of a corner that an index covers at least."""
ACROSS = 1.1
"""Width through height from which an outline lies on its side, unless the camera is very steep."""
PRINTED = 60.0
"""Difference (of 255) from the paper by which a pixel is printed on."""

Grey = NDArray[np.float32]


@dataclass(frozen=True)
class Advice:
    """One thing to change."""

    fault: Fault
    figure: float
    """What was measured, in the unit of the limit that it misses."""
    place: tuple[float, float] | None = None
    """Where in the picture, pixels; None where it is the whole picture's fault."""


def advise(picture: Picture, look: Look) -> tuple[Advice, ...]:
    """What to change in a picture (H, W, 3), uint8, blue-green-red, in which `look` was seen.

    At most one piece of advice of each kind, the worst place of each.
    """
    if not look.sightings:
        return (Advice("no_cards", 0.0),)
    faces = [s for s in look.sightings if s.side == "face"]
    pyramid = crops.Pyramid(picture)
    views = [(s, crops.card_view(pyramid, s.quad)) for s in faces]
    found = [
        *_of_light(views),
        *_of_size(look.sightings),
        *_of_lens(picture, faces),
        *_of_table(picture, look.sightings),
    ]
    if _is_mirrored(views):
        found.append(Advice("mirrored", float(len(faces))))
    return tuple(found)


def _paper(view: Picture) -> Grey:
    """The typical colour of a face's paper: that of its brighter half, blue-green-red."""
    pixels = view.reshape(-1, 3).astype(np.float32)
    bright = pixels.mean(axis=1)
    return cast(Grey, np.median(pixels[bright >= np.median(bright)], axis=0))


def _of_light(views: list[tuple[Sighting, Picture]]) -> Iterator[Advice]:
    if not views:
        return
    papers = [_paper(view) for _, view in views]
    brightness = float(np.median([paper.mean() for paper in papers]))
    if brightness < DARK:
        yield Advice("dark", brightness)
    burnt = [_burnt(view, paper) for (_, view), paper in zip(views, papers, strict=True)]
    worst = int(np.argmax([share for share, _, _ in burnt]))
    share, x, y = burnt[worst]
    if share > GLARE_SHARE:
        to_picture = quads.homography(quads.rectangle(*crops.CARD_SIZE), views[worst][0].quad)
        place = cv2.perspectiveTransform(np.array([[[x, y]]], np.float32), to_picture)[0, 0]
        yield Advice("glare", share, (float(place[0]), float(place[1])))
    lab = cv2.cvtColor(np.array([papers], np.float32) / 255, cv2.COLOR_BGR2Lab)[0]
    chroma = float(np.median(np.hypot(lab[:, 1], lab[:, 2])))
    if chroma > COLOURED:
        yield Advice("coloured", chroma)


def _burnt(view: Picture, paper: Grey) -> tuple[float, float, float]:
    """Share of a view that is burnt out, and the middle of that; nothing where the paper is white
    all over, which is no glare."""
    if paper.min() > 235:
        return 0.0, 0.0, 0.0
    spots = (view.min(axis=2) >= 252).astype(np.uint8)
    spots = cast("NDArray[np.uint8]", cv2.erode(spots, np.ones((5, 5), np.uint8)))
    if not spots.any():
        return 0.0, 0.0, 0.0
    ys, xs = np.nonzero(spots)
    return float(spots.mean()), float(xs.mean()), float(ys.mean())


def _of_size(sightings: tuple[Sighting, ...]) -> Iterator[Advice]:
    least = min(sightings, key=lambda s: quads.height(s.quad))
    height = quads.height(least.quad)
    if height < LEAST_HEIGHT:
        x, y = quads.centre(least.quad)
        yield Advice("small", height, (float(x), float(y)))


def _of_lens(picture: Picture, faces: list[Sighting]) -> Iterator[Advice]:
    steps = [_sharpness(picture, face) for face in faces]
    if steps and float(np.median(steps)) < SHARP:
        yield Advice("blurred", float(np.median(steps)))


def _sharpness(picture: Picture, face: Sighting) -> float:
    """How much of the brightness steps another blur takes away: near 1 in a sharp picture, little
    in one that is blurred already (after Crété et al., "The Blur Effect", 2007)."""
    x1, y1, x2, y2 = quads.box(face.quad)
    high, wide = picture.shape[:2]
    piece = picture[
        max(0, int(y1)) : min(high, int(y2)) + 1, max(0, int(x1)) : min(wide, int(x2)) + 1
    ]
    if min(piece.shape[:2]) < 12:
        return 1.0
    grey = cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY).astype(np.float32)
    # Noise has steps of its own: what a lens would pass is compared with what a blur passes.
    seen = cv2.GaussianBlur(grey, (0, 0), 0.7)
    blurred = cv2.GaussianBlur(grey, (0, 0), 2.2)
    here = _steps(seen)
    strong = here > np.quantile(here, 0.95)
    return float(1 - _steps(blurred)[strong].sum() / max(float(here[strong].sum()), 1e-6))


def _steps(grey: NDArray[Any]) -> Grey:
    return cast(Grey, np.hypot(np.gradient(grey, axis=0), np.gradient(grey, axis=1)))


def _of_table(picture: Picture, sightings: tuple[Sighting, ...]) -> Iterator[Advice]:
    """Paper against what lies just outside the card."""
    worst: Advice | None = None
    for sighting in sightings:
        if sighting.side == "back":
            continue
        difference = _contrast(picture, sighting)
        if difference < CONTRAST and (worst is None or difference < worst.figure):
            x, y = quads.centre(sighting.quad)
            worst = Advice("low_contrast", difference, (float(x), float(y)))
    if worst is not None:
        yield worst


def _contrast(picture: Picture, sighting: Sighting) -> float:
    middle = sighting.quad.mean(axis=0)
    rings = {f: (middle + (sighting.quad - middle) * f) for f in (1.16, 1.05, 0.97, 0.9)}
    x1, y1 = np.maximum(rings[1.16].min(axis=0).astype(int), 0)
    x2, y2 = rings[1.16].max(axis=0).astype(int) + 1
    piece = picture[y1:y2, x1:x2]
    masks = {}
    for factor, corners in rings.items():
        masks[factor] = np.zeros(piece.shape[:2], np.uint8)
        cv2.fillConvexPoly(masks[factor], np.rint(corners - (x1, y1)).astype(np.int32), 1)
    inside = piece[(masks[0.97] == 1) & (masks[0.9] == 0)]
    outside = piece[(masks[1.16] == 1) & (masks[1.05] == 0)]
    if not len(inside) or not len(outside):
        return 255.0
    return float(np.abs(np.median(inside, axis=0) - np.median(outside, axis=0)).max())


def _is_mirrored(views: list[tuple[Sighting, Picture]]) -> bool:
    """Whether indices stand at the top right and bottom left, where no deck has them alone.

    Reading does not tell: most cards can be read in a looking-glass as well. Nor need the outline
    be trusted: by its index a mirrored card looks as if it lay across.
    """
    usual = mirrored = 0
    for sighting, view in views:
        here, there = _ink(view), _ink(view[:, ::-1])
        if max(here, there) > INK and min(here, there) < max(here, there) / 4:
            start, right, _, below = sighting.quad
            across = np.linalg.norm(right - start) > ACROSS * np.linalg.norm(below - start)
            mirrored += bool((there > here) != across)
            usual += bool((there > here) == across)
    return mirrored >= 2 and mirrored > usual


def _ink(view: Picture) -> float:
    """Share of the upper left and lower right corners that is printed on."""
    wide, high = crops.CARD_SIZE
    rows, columns = slice(int(high * 0.03), int(high * 0.17)), slice(int(wide * 0.03), wide // 7)
    paper = _paper(view)
    shares = []
    for way in (view, view[::-1, ::-1]):
        away = np.abs(way[rows, columns].astype(np.float32) - paper).max(axis=2)
        shares.append(float((away > PRINTED).mean()))
    return min(shares)
