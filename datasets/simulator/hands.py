"""Hands and arms as sprites: a skin tone and a sleeve for each player.

The PNGs in `sprites/` hold no colours but shade, material (skin with its redness, nail, sleeve),
height and cover; `hand_model.py` made them from a rigged model. Sprites show a right hand from
above, fingers up, two pixels for a millimetre.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Sprite = NDArray[np.uint8]
"""(H, W, 4) blue-green-red-alpha, colours multiplied with alpha."""

SPRITE_SCALE = 2.0
#: The point of each sprite that touches a card, mm from the sprite's corner.
TOUCH = {
    "pinch": (77.0, 48.0),
    "key": (55.0, 78.0),
    "key_thumb": (55.0, 78.0),
    "sweep": (92.0, 70.0),
    "point": (74.0, 27.0),
}
#: The forearm is lengthened so that it always reaches the picture's edge, mm.
ARM_LENGTH = 2200.0

#: Skin in the light, blue-green-red: from very fair to very dark.
SKIN_TONES = (
    (178, 200, 236), (150, 182, 228), (128, 164, 216), (104, 140, 198), (78, 112, 170),
    (58, 84, 134), (44, 62, 98),
)  # fmt: skip
_NAIL = np.array([14.0, 10.0, 10.0])


@dataclass(frozen=True)
class Dress:
    """How one player's hands look."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    stripes: float
    """Width of the sleeve's stripes in mm; 0 for none."""
    left_handed: bool


def dressed(rng: Generator) -> Dress:
    """A player's skin, sleeve and hand, drawn at random."""
    skin = np.array(SKIN_TONES[int(rng.integers(len(SKIN_TONES)))]) * rng.uniform(0.93, 1.05)
    hsv = np.array([[[rng.integers(180), rng.integers(10, 170), rng.integers(35, 230)]]], np.uint8)
    sleeve = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return Dress(
        skin=cast("tuple[float, float, float]", tuple(float(v) for v in skin)),
        sleeve=cast("tuple[float, float, float]", tuple(float(v) for v in sleeve)),
        stripes=float(rng.uniform(4, 16)) if rng.random() < 0.25 else 0.0,
        left_handed=bool(rng.random() < 0.12),
    )


@cache
def _layers(name: str) -> NDArray[np.uint8]:
    """A committed sprite."""
    data = (resources.files(__package__) / "sprites" / f"{name}.png").read_bytes()
    sprite = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if sprite is None:
        raise ValueError(f"the hand sprite {name} cannot be read")
    return cast("NDArray[np.uint8]", sprite)


def _lengthened(sprite: Sprite) -> Sprite:
    """The sprite with its sleeve mirrored on and on until the arm is long enough."""
    cloth = sprite[-120:]
    pieces = [sprite]
    rows = len(sprite)
    while rows < ARM_LENGTH * SPRITE_SCALE:
        cloth = cloth[::-1]
        pieces.append(cloth)
        rows += len(cloth)
    return np.concatenate(pieces)


def coloured(name: str, dress: Dress) -> Sprite:
    """A sprite in one player's colours, mirrored for a left-handed player."""
    layers = _layers(name).astype(np.float32)
    shade, material = layers[..., :1] / 255, layers[..., 1]
    red = np.clip((material - 60) / 100, 0, 1)[..., None]
    skin = np.array(dress.skin, np.float32) * (1 - red * np.array([0.22, 0.20, 0.03], np.float32))
    nail = ((material > 175) & (material < 228))[..., None]
    skin = np.where(nail, np.array(dress.skin, np.float32) + _NAIL, skin)
    # Light that wanders through skin comes out red: shadows on it are warm.
    skin = skin * shade ** np.array([1.35, 1.15, 0.9], np.float32)
    cloth = np.array(dress.sleeve, np.float32)
    rows = np.arange(len(layers), dtype=np.float32)[:, None, None] / SPRITE_SCALE
    if dress.stripes:
        cloth = np.where((rows // dress.stripes) % 2 == 0, cloth, 255 - 0.55 * (255 - cloth))
    colour = np.where((material >= 228)[..., None], cloth * shade, skin)
    alpha = layers[..., 3:]
    sprite = np.dstack([np.clip(colour, 0, 255) * (alpha / 255), alpha]).astype(np.uint8)
    if name != "key_thumb":
        sprite = _lengthened(sprite)
    return np.ascontiguousarray(sprite[:, ::-1]) if dress.left_handed else sprite


def to_world(name: str, mirrored: bool, factor: float) -> NDArray[np.float64]:
    """3x3 from a sprite's pixels, shrunk by `factor`, to mm about the point that touches.

    x to the right, y from the fingers towards the elbow.
    """
    touch_x, touch_y = TOUCH[name]
    wide = _layers(name).shape[1] / SPRITE_SCALE
    step = 1 / (SPRITE_SCALE * factor)
    if mirrored:
        touch_x = wide - touch_x
    return np.array([[step, 0, -touch_x], [0, step, -touch_y], [0, 0, 1]])
