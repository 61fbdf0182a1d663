"""Things on a card table that are no cards: papers, books, phones, mats, glasses, pens, hands."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from .prints import printed
from .tables import Plane, Textures, table_top

Mask = NDArray[np.uint8]


def _blend(picture: Plane, layer: Plane | NDArray[np.float32], mask: Mask) -> None:
    share = (mask.astype(np.float32) / 255)[..., None]
    picture *= 1 - share
    picture += layer * share


def _rounded(
    mask: Mask, centre: NDArray[np.float64], size: tuple[float, float], turn: float, radius: float
) -> None:
    """Draw a filled rectangle with rounded corners, turned about its centre."""
    wide, high = size[0] / 2 - radius, size[1] / 2 - radius
    c, s = np.cos(turn), np.sin(turn)
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]])
    corners = corners @ np.array([[c, s], [-s, c]]) + centre
    points = np.rint(corners * 8).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 3)
    if radius >= 1:
        cv2.polylines(mask, [points], True, 255, max(1, int(radius * 2)), cv2.LINE_AA, 3)


def _shadowed(rng: Generator, picture: Plane, mask: Mask) -> None:
    shift = rng.uniform(-5, 5, 2)
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    cast_mask = cv2.warpAffine(mask, move, (mask.shape[1], mask.shape[0]))
    cast_mask = cv2.GaussianBlur(cast_mask, (0, 0), rng.uniform(1, 5))
    picture *= (1 - cast_mask.astype(np.float32) / 255 * rng.uniform(0.1, 0.5))[..., None]


def add_thing(
    rng: Generator,
    picture: Plane,
    textures: Textures,
    card: float,
    at: tuple[float, float] | None = None,
    *,
    held_out: bool = False,
) -> Mask:
    """Draw one thing onto `picture` (changed in place); its mask comes back.

    `card` is a card's height in pixels there, `at` the thing's middle (default: anywhere).
    """
    high, wide = picture.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    middle = np.array(at if at is not None else rng.uniform(0, 1, 2) * (wide, high))
    turn = rng.uniform(0, 2 * np.pi)
    kind = int(rng.integers(10))
    if kind <= 4:  # paper, book, box, mat, phone: rectangles of many proportions
        proportion = rng.choice([1.0, 1.3, 1.41, 1.45, 1.6, 2.0, 2.2])
        long = card * rng.uniform(0.5, 3.0)
        radius = card * rng.choice([0.0, 0.0, 0.03, 0.06, 0.1])
        _rounded(mask, middle, (long / proportion, long), turn, min(radius, long / 5))
        surface = ("paper", "photo", "white", "plain", "patterned")[kind]
        if not held_out and rng.random() < 0.5:
            _shadowed(rng, picture, mask)
            return _print_on(rng, picture, mask, middle, (long / proportion, long), turn)
    elif kind == 5:  # coaster, plate, ashtray
        cv2.circle(
            mask,
            tuple(int(v) for v in middle),
            int(card * rng.uniform(0.25, 0.9)),
            255,
            -1,
            cv2.LINE_AA,
        )
        surface = ("white", "photo", "plain", "wood")[int(rng.integers(4))]
    elif kind == 6:  # pen, cable, knife
        end = middle + rng.normal(0, card * 1.2, 2)
        cv2.line(
            mask,
            tuple(int(v) for v in middle),
            tuple(int(v) for v in end),
            255,
            max(1, int(card * rng.uniform(0.03, 0.12))),
            cv2.LINE_AA,
        )
        surface = "plain"
    elif kind == 7:  # crumpled cloth, food, a bag
        points = middle + rng.normal(0, card * rng.uniform(0.2, 0.8), (9, 2))
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 255, cv2.LINE_AA)
        surface = ("cloth", "photo", "patterned")[int(rng.integers(3))]
    elif kind == 8:  # a keyboard: many small rounded keys
        return _keyboard(rng, picture, middle, turn, card)
    else:  # a glass: ring and shine
        return _glass(rng, picture, middle, card)
    x1, y1, w, h = cv2.boundingRect(mask)
    if w and h:
        _shadowed(rng, picture, mask)
        layer = table_top(rng, surface, h, w, textures, held_out=held_out)
        _blend(picture[y1 : y1 + h, x1 : x1 + w], layer, mask[y1 : y1 + h, x1 : x1 + w])
    return mask


def _print_on(
    rng: Generator,
    picture: Plane,
    mask: Mask,
    middle: NDArray[np.float64],
    size: tuple[float, float],
    turn: float,
) -> Mask:
    """A printed thing of `size` (wide, high), turned about its middle, where the mask has it."""
    wide, high = max(8, int(size[0])), max(8, int(size[1]))
    sheet = printed(rng, high, wide)
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c, -s, 0], [s, c, 0]])
    matrix[:, 2] = middle - matrix[:, :2] @ (wide / 2, high / 2)
    x, y, w, h = cv2.boundingRect(mask)
    matrix[:, 2] -= (x, y)
    if w and h:
        shown = cv2.warpAffine(sheet, matrix, (w, h), borderMode=cv2.BORDER_REPLICATE)
        layer = shown.astype(np.float32) * np.float32(rng.uniform(0.8, 1.0))
        _blend(picture[y : y + h, x : x + w], layer, mask[y : y + h, x : x + w])
    return mask


def _keyboard(
    rng: Generator, picture: Plane, middle: NDArray[np.float64], turn: float, card: float
) -> Mask:
    mask = np.zeros(picture.shape[:2], np.uint8)
    key = card * rng.uniform(0.15, 0.25)
    columns, rows = int(rng.integers(8, 16)), int(rng.integers(4, 6))
    _rounded(mask, middle, ((columns + 0.5) * key, (rows + 0.5) * key), turn, key * 0.2)
    shade = rng.uniform(10, 230)
    _blend(picture, np.full_like(picture, shade), mask)
    keys = np.zeros_like(mask)
    c, s = np.cos(turn), np.sin(turn)
    for i in range(rows):
        for j in range(columns):
            x, y = (j - columns / 2 + 0.5) * key, (i - rows / 2 + 0.5) * key
            at = middle + (x * c - y * s, x * s + y * c)
            _rounded(keys, at, (key * 0.85, key * 0.85), turn, key * 0.12)
    tone = np.clip(shade + rng.choice([-1, 1]) * rng.uniform(15, 60), 0, 255)
    _blend(picture, np.full_like(picture, tone), keys)
    return mask


def _glass(rng: Generator, picture: Plane, middle: NDArray[np.float64], card: float) -> Mask:
    mask = np.zeros(picture.shape[:2], np.uint8)
    radius = card * rng.uniform(0.25, 0.55)
    point = tuple(int(v) for v in middle)
    cv2.circle(mask, point, int(radius), 255, -1, cv2.LINE_AA)
    drink = rng.uniform(0.3, 1.15, 3).astype(np.float32)
    _blend(picture, picture * drink, mask)
    ring = np.zeros_like(mask)
    cv2.circle(ring, point, int(radius), 255, max(1, int(radius * 0.1)), cv2.LINE_AA)
    start = rng.uniform(0, 360)
    cv2.ellipse(
        ring,
        point,
        (int(radius * 0.7), int(radius * 0.7)),
        0,
        start,
        start + rng.uniform(30, 120),
        255,
        max(1, int(radius * 0.08)),
        cv2.LINE_AA,
    )
    _blend(picture, np.full_like(picture, rng.uniform(150, 255)), ring)
    return mask


#: Skin from very light to very dark, blue-green-red.
SKIN = np.array(
    [
        [196, 214, 238],
        [160, 188, 226],
        [130, 165, 214],
        [95, 132, 190],
        [64, 96, 152],
        [40, 62, 104],
        [28, 42, 70],
    ],
    np.float32,
)


def add_hand(rng: Generator, picture: Plane, tip: tuple[float, float], card: float) -> Mask:
    """A forearm, palm and fingers reaching to pixel `tip` from outside; the mask comes back."""
    high, wide = picture.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    target = np.array(tip)
    turn = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    palm = target - along * card * rng.uniform(0.8, 1.2)
    broad = card * rng.uniform(0.75, 1.0)  # a palm is nearly as broad as a card is high

    def stroke(a: NDArray[np.float64], b: NDArray[np.float64], thick: float) -> None:
        cv2.line(
            mask,
            tuple(int(v) for v in a),
            tuple(int(v) for v in b),
            255,
            max(2, int(thick)),
            cv2.LINE_AA,
        )

    wrist = palm - along * broad * 0.9
    stroke(palm + across * broad * 0.12, wrist, broad * 0.85)
    stroke(palm - across * broad * 0.12, wrist, broad * 0.85)
    spread = rng.uniform(0.5, 1.4)
    for i in range(4):
        side = (i - 1.5) / 1.5
        root = palm + across * side * broad * 0.36 + along * broad * 0.25
        lean = along + across * side * 0.25 * spread
        length = card * rng.uniform(0.35, 0.85) * (1 - 0.15 * abs(side))
        joint = root + lean * length * 0.55
        end = joint + (lean + across * rng.normal(0, 0.15)) * length * 0.5
        stroke(root, joint, broad * 0.24)
        stroke(joint, end, broad * 0.2)
    thumb = palm + across * broad * 0.45 * rng.choice([-1, 1])
    stroke(palm, thumb + along * broad * 0.35, broad * 0.27)
    arm = np.zeros_like(mask)
    far = wrist - along * max(high, wide)
    cv2.line(
        arm,
        tuple(int(v) for v in wrist),
        tuple(int(v) for v in far),
        255,
        max(2, int(broad * rng.uniform(0.7, 1.1))),
        cv2.LINE_AA,
    )
    skin = SKIN[int(rng.integers(len(SKIN)))] * rng.uniform(0.85, 1.1)
    sleeve = rng.uniform(10, 240, 3).astype(np.float32) if rng.random() < 0.7 else skin
    _shadowed(rng, picture, cast(Mask, np.maximum(mask, arm)))
    depth = cv2.GaussianBlur(mask, (0, 0), max(1.0, broad * 0.08)).astype(np.float32) / 255
    _blend(picture, np.broadcast_to(sleeve, picture.shape).astype(np.float32), arm)
    _blend(picture, skin * (0.55 + 0.45 * depth[..., None]), mask)
    return cast(Mask, np.maximum(mask, arm))
