"""Small cards that lie half over each other, as attack and defence do, are two cards each."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion_datasets.simulator.faces import MARGIN, Faces, load_faces
from vision import quads
from vision.eye import Eye

Picture = NDArray[np.uint8]
TALL = 100.0
PAIRS = (("6H", "3D"), ("6S", "7S"), ("9C", "TC"), ("JD", "AD"))


def laid(picture: Picture, faces: Faces, card: str, x: float, y: float, turn: float) -> quads.Quad:
    """Draw a card with its middle at (x, y), turned by degrees; its outline in pixels."""
    art = faces.art(card, TALL)
    high, wide = art.shape[0] - 2 * MARGIN, art.shape[1] - 2 * MARGIN
    corners = quads.rectangle(wide, high) + np.float32(MARGIN)
    tilt = cv2.getRotationMatrix2D((0, 0), turn, TALL / high)
    flat = quads.rectangle(wide, high) - np.float32([wide / 2, high / 2])
    quad = (flat @ tilt[:, :2].T + (x, y)).astype(np.float32)
    size = (picture.shape[1], picture.shape[0])
    drawn = cv2.warpPerspective(art, quads.homography(corners, quad), size, flags=cv2.INTER_AREA)
    share = drawn[..., 3:].astype(np.float32) / 255
    picture[:] = np.rint(picture * (1 - share) + drawn[..., :3]).astype(np.uint8)
    return quad


def table() -> tuple[Picture, dict[str, quads.Quad]]:
    rng = np.random.default_rng(4)
    grain = cv2.GaussianBlur(rng.normal(0, 18, (1080, 1920)).astype(np.float32), (0, 0), 1.2)
    cloth = np.array([150, 110, 70], np.float32) + grain[:, :, None]
    picture = np.clip(cloth, 0, 255).astype(np.uint8)
    faces = load_faces("english")
    upper = {}
    for index, (below, above) in enumerate(PAIRS):
        x, y = 620 + 125 * index, 500 + rng.normal(0, 4)
        lean = float(rng.normal(0, 4))
        laid(picture, faces, below, x, y, lean)
        upper[above] = laid(picture, faces, above, x + 10, y + 46, lean + float(rng.normal(0, 6)))
    return picture, upper


def test_a_small_card_half_over_another_of_its_direction_is_found_as_itself() -> None:
    picture, upper = table()
    seen = Eye.load().look(picture).sightings
    for card, quad in upper.items():
        best = max(seen, key=lambda one: quads.iou(one.quad, quad))
        assert best.card == card
        assert quads.iou(best.quad, quad) > 0.8
    named = {one.card for one in seen if one.known}
    assert named <= {card for pair in PAIRS for card in pair}
