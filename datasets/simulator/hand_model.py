"""Poses a rigged hand and draws it from straight above: where the committed hand sprites come from.

Run once, by hand, with a copy of the generic hand of the npm package
`@webxr-input-profiles/assets` (MIT), `dist/profiles/generic-hand/right.glb`:

    python -m companion_datasets.simulator.hand_model right.glb

A sprite is a PNG of four channels that are no colours: shade, material, height, cover
(see `hands.py`, which gives it a skin tone and a sleeve).
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Pixels of a sprite for a millimetre of hand, and how much finer it is drawn before shrinking.
SPRITE_SCALE = 2.0
SUPERSAMPLE = 2
#: Size of a sprite in mm: across the arm, along the arm.
SPRITE_WIDE, SPRITE_LONG = 200.0, 330.0
#: Height that the channel "height" can hold, mm.
HEIGHT_RANGE = 128.0

FINGERS = ("index-finger", "middle-finger", "ring-finger", "pinky-finger")
PALM_NORMAL = np.array([-1.0, 0.0, 0.0])  # the model's palm looks along -x, its fingers along -y

SKIN, NAIL, SLEEVE = 0, 1, 2


@dataclass(frozen=True)
class Pose:
    """Joint angles in degrees; a finger's three are knuckle, middle and end joint."""

    bend: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    spread: Mapping[str, float] = field(default_factory=dict)
    thumb: tuple[float, float, float] = (0.0, 0.0, 0.0)
    thumb_across: float = 0.0
    """How far the thumb swings under the palm."""
    roll: float = 0.0
    """About the forearm; positive lifts the thumb's side."""
    pitch: float = 0.0
    """Wrist against forearm; positive drops the fingers."""
    yaw: float = 0.0
    """Wrist against forearm; positive turns a right hand towards its little finger."""
    only_thumb: bool = False


def _fingers(*bends: tuple[float, float, float]) -> dict[str, tuple[float, float, float]]:
    return dict(zip(FINGERS, bends, strict=True))


POSES: dict[str, Pose] = {
    # Fingertips on the card, the thumb under it: how a card is laid or picked up.
    "pinch": Pose(
        bend=_fingers((28, 22, 12), (30, 24, 14), (38, 34, 20), (46, 42, 24)),
        spread={"index-finger": -2, "pinky-finger": 4},
        thumb=(8, 14, 20),
        thumb_across=28,
        roll=14,
        pitch=4,
    ),
    # Thumb on the card, fingers curled under it: how a card is carried.
    "key": Pose(
        bend=_fingers((48, 58, 34), (54, 64, 38), (60, 68, 40), (64, 70, 40)),
        thumb=(-4, 2, 4),
        thumb_across=6,
        roll=52,
        pitch=0,
        yaw=24,
    ),
    # The flat hand that gathers a trick.
    "sweep": Pose(
        bend=_fingers((14, 16, 10), (14, 16, 10), (16, 16, 10), (20, 18, 12)),
        spread={"index-finger": 4, "middle-finger": 1, "ring-finger": -2, "pinky-finger": -6},
        thumb=(4, 6, 8),
        thumb_across=4,
        roll=4,
        pitch=6,
    ),
    # One finger out: pointing at a card.
    "point": Pose(
        bend=_fingers((12, 8, 6), (62, 70, 40), (66, 74, 42), (66, 74, 42)),
        thumb=(16, 26, 28),
        thumb_across=24,
        roll=10,
        pitch=6,
    ),
}
POSES["key_thumb"] = Pose(**{**POSES["key"].__dict__, "only_thumb": True})


@dataclass(frozen=True, eq=False)
class Model:
    """Vertices in mm in the model's own axes, triangles, and how joints carry vertices."""

    points: Array
    triangles: NDArray[np.int64]
    joints: NDArray[np.int64]
    weights: Array
    names: tuple[str, ...]
    origins: Array
    """Where each joint sits at rest, mm."""


def load_model(path: Path) -> Model:
    """The one skinned mesh of a GLB file. Raises ValueError for a file that is none."""
    data = path.read_bytes()
    if data[:4] != b"glTF":
        raise ValueError(f"{path} is no GLB file")
    length = struct.unpack("<I", data[12:16])[0]
    head = json.loads(data[20 : 20 + length])
    blob = data[28 + length :]

    def accessor(index: int) -> NDArray[np.generic]:
        entry = head["accessors"][index]
        view = head["bufferViews"][entry["bufferView"]]
        kind = {5126: "<f4", 5121: "u1", 5123: "<u2", 5125: "<u4"}[entry["componentType"]]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[entry["type"]]
        start = view.get("byteOffset", 0) + entry.get("byteOffset", 0)
        count = entry["count"] * width
        return np.frombuffer(blob, kind, count, start).reshape(entry["count"], width)

    part = head["meshes"][0]["primitives"][0]
    skin = head["skins"][0]
    inverse = accessor(skin["inverseBindMatrices"]).astype(np.float64).reshape(-1, 4, 4)
    bind = np.linalg.inv(inverse.transpose(0, 2, 1))
    return Model(
        points=accessor(part["attributes"]["POSITION"]).astype(np.float64) * 1000,
        triangles=accessor(part["indices"]).astype(np.int64).reshape(-1, 3),
        joints=accessor(part["attributes"]["JOINTS_0"]).astype(np.int64),
        weights=accessor(part["attributes"]["WEIGHTS_0"]).astype(np.float64),
        names=tuple(head["nodes"][node]["name"] for node in skin["joints"]),
        origins=np.asarray(bind[:, :3, 3] * 1000, np.float64),
    )


def _turn(axis: Array, degrees: float, about: Array) -> Array:
    """The 4x4 matrix of a rotation about a line through `about`."""
    unit = axis / np.linalg.norm(axis)
    matrix = np.eye(4)
    matrix[:3, :3] = cv2.Rodrigues(unit * np.radians(degrees))[0]
    matrix[:3, 3] = about - matrix[:3, :3] @ about
    return matrix


def pose_points(model: Model, pose: Pose) -> Array:
    """The model's vertices in a pose (n, 3), mm, still in the model's axes."""
    at = {name: model.origins[index] for index, name in enumerate(model.names)}
    moved = {name: np.eye(4) for name in model.names}
    for finger in FINGERS:
        chain = [f"{finger}-phalanx-{part}" for part in ("proximal", "intermediate", "distal")]
        along = at[f"{finger}-tip"] - at[chain[0]]
        hinge = np.cross(along, PALM_NORMAL)
        carried = _turn(PALM_NORMAL, pose.spread.get(finger, 0.0), at[chain[0]])
        for name, degrees in zip(chain, pose.bend.get(finger, (0, 0, 0)), strict=True):
            carried = carried @ _turn(hinge, degrees, at[name])
            moved[name] = carried
        moved[f"{finger}-tip"] = carried
    chain = ["thumb-metacarpal", "thumb-phalanx-proximal", "thumb-phalanx-distal"]
    along = at["thumb-tip"] - at[chain[0]]
    hinge = np.cross(along, np.array([-0.6, -0.2, 0.75]))
    carried = _turn(np.array([0.0, -1.0, 0.0]), -pose.thumb_across, at[chain[0]])
    for name, degrees in zip(chain, pose.thumb, strict=True):
        carried = carried @ _turn(hinge, degrees, at[name])
        moved[name] = carried
    moved["thumb-tip"] = carried
    transforms = np.stack([moved[name] for name in model.names])
    mixed = np.einsum("nk,nkij->nij", model.weights, transforms[model.joints])
    homogeneous = np.concatenate([model.points, np.ones((len(model.points), 1))], axis=1)
    return np.asarray(np.einsum("nij,nj->ni", mixed, homogeneous)[:, :3], np.float64)


def _to_table(points: Array, pose: Pose, wrist: Array) -> Array:
    """Model axes to the sprite's: x to the right, y towards the player, z up from the table."""
    rolled = _turn(np.array([0.0, -1.0, 0.0]), pose.roll, wrist)
    pitched = _turn(np.array([0.0, 0.0, 1.0]), pose.pitch, wrist)
    yawed = _turn(np.array([1.0, 0.0, 0.0]), -pose.yaw, wrist)
    matrix = yawed @ pitched @ rolled
    turned = points @ matrix[:3, :3].T + matrix[:3, 3] - wrist
    return np.stack([turned[:, 2], turned[:, 1], turned[:, 0]], axis=1)


def _forearm(shapes: list[tuple[float, float, float]]) -> tuple[Array, NDArray[np.int64]]:
    """A tube of ellipses: (distance from the wrist, half width, half thickness) in mm each."""
    around = 40
    angles = np.linspace(0, 2 * np.pi, around, endpoint=False)
    rings = [
        np.stack([wide * np.cos(angles), np.full(around, distance), thick * np.sin(angles)], axis=1)
        for distance, wide, thick in shapes
    ]
    triangles = []
    for ring in range(len(shapes) - 1):
        for step in range(around):
            a, b = ring * around + step, ring * around + (step + 1) % around
            c, d = a + around, b + around
            triangles += [(a, b, c), (b, d, c)]
    return np.concatenate(rings), np.array(triangles, dtype=np.int64)


@dataclass(eq=False)
class Sheet:
    """The pixels that are being drawn: a height map with what was topmost in each place."""

    height: Array
    normal: Array
    rest: Array
    """Where the hand's skin of this pixel lies on the unposed model, mm; NaN off the model."""
    material: NDArray[np.uint8]

    @classmethod
    def empty(cls) -> Sheet:
        """A sheet of the size of a sprite, supersampled, with nothing on it."""
        scale = SPRITE_SCALE * SUPERSAMPLE
        shape = (round(SPRITE_LONG * scale), round(SPRITE_WIDE * scale))
        return cls(
            np.full(shape, -1e9),
            np.zeros((*shape, 3)),
            np.full((*shape, 3), np.nan),
            np.zeros(shape, np.uint8),
        )

    def draw(
        self, points: Array, triangles: NDArray[np.int64], rest: Array | None, material: int
    ) -> None:
        """Rasterise triangles from above; points in mm from the sheet's corner, z up."""
        face = np.cross(
            points[triangles[:, 1]] - points[triangles[:, 0]],
            points[triangles[:, 2]] - points[triangles[:, 0]],
        )
        normals = np.zeros_like(points)
        for corner in range(3):
            np.add.at(normals, triangles[:, corner], face)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
        pixels = points[:, :2] * SPRITE_SCALE * SUPERSAMPLE
        rows, columns = self.height.shape
        for a, b, c in triangles:
            pa, pb, pc = pixels[a], pixels[b], pixels[c]
            x1, y1 = np.maximum(np.floor(np.minimum(np.minimum(pa, pb), pc)).astype(int), 0)
            x2, y2 = np.ceil(np.maximum(np.maximum(pa, pb), pc)).astype(int)
            x2, y2 = min(int(x2), columns - 1), min(int(y2), rows - 1)
            area = (pb[1] - pc[1]) * (pa[0] - pc[0]) + (pc[0] - pb[0]) * (pa[1] - pc[1])
            if x1 > x2 or y1 > y2 or abs(area) < 1e-9:
                continue
            ys, xs = np.mgrid[y1 : y2 + 1, x1 : x2 + 1] + 0.5
            u = ((pb[1] - pc[1]) * (xs - pc[0]) + (pc[0] - pb[0]) * (ys - pc[1])) / area
            v = ((pc[1] - pa[1]) * (xs - pc[0]) + (pa[0] - pc[0]) * (ys - pc[1])) / area
            shares = np.stack([u, v, 1 - u - v], axis=-1)
            tall = shares @ points[[a, b, c], 2]
            window = (slice(int(y1), y2 + 1), slice(int(x1), x2 + 1))
            won = (shares >= -1e-6).all(axis=-1) & (tall > self.height[window])
            self.height[window][won] = tall[won]
            self.normal[window][won] = (shares @ normals[[a, b, c]])[won]
            self.rest[window][won] = np.nan if rest is None else (shares @ rest[[a, b, c]])[won]
            self.material[window][won] = material


def _skin_marks(rest: Array, model: Model) -> tuple[NDArray[np.bool_], Array, Array]:
    """Per pixel: whether a nail, how red (0 to 1), and how dark a crease is (0 to 1)."""
    at = {name: model.origins[index] for index, name in enumerate(model.names)}
    nail = np.zeros(rest.shape[:2], dtype=bool)
    red, crease = np.zeros(rest.shape[:2]), np.zeros(rest.shape[:2])
    for finger in ("thumb", *FINGERS):
        tip, end = at[f"{finger}-tip"], at[f"{finger}-phalanx-distal"]
        along = (tip - end) / np.linalg.norm(tip - end)
        up = -PALM_NORMAL if finger != "thumb" else np.array([0.62, -0.25, -0.74])
        up = up - along * (up @ along)
        up /= np.linalg.norm(up)
        side = np.cross(along, up)
        offset = rest - tip
        near = np.linalg.norm(offset, axis=-1) < 26
        length, across, high = offset @ along, offset @ side, offset @ up
        big = 1.25 if finger == "thumb" else (0.8 if finger == "pinky-finger" else 1.0)
        oval = ((length + 0.5) / (7.0 * big)) ** 4 + (across / (5.4 * big)) ** 4
        nail |= near & (oval < 1) & (high > 2.0)
        red += near * np.exp(-((length / 9.0) ** 2)) * 0.8
        joints = ("distal",) if finger == "thumb" else ("intermediate", "distal", "proximal")
        for joint in joints:
            spot = rest - at[f"{finger}-phalanx-{joint}"]
            far = np.linalg.norm(spot, axis=-1)
            red += np.exp(-((far / 13.0) ** 2)) * 0.6
            if joint == "proximal":
                continue
            along_here, above = spot @ along, spot @ up
            for line, strength in ((-2.2, 0.7), (0.2, 1.0), (2.4, 0.6)):
                bow = line + 0.02 * (spot @ side) ** 2
                crease += (
                    strength
                    * np.exp(-(((along_here - bow) / 0.55) ** 2))
                    * (above > 1)
                    * (far < 14)
                )
    return nail, np.clip(red, 0, 1), np.clip(crease, 0, 1)


def _wrinkles(material: NDArray[np.uint8]) -> Array:
    """The unevenness of skin and cloth, to be added to the shade."""
    chance = np.random.default_rng(5)

    def noise(across: float, along: float) -> Array:
        grain = chance.normal(size=material.shape)
        soft = cv2.GaussianBlur(grain, (0, 0), sigmaX=across, sigmaY=along)
        return np.asarray(soft / soft.std(), np.float64)

    skin = 0.012 * noise(2, 2) + 0.012 * noise(14, 14)
    folds = 0.05 * noise(30, 9) + 0.03 * noise(10, 5) + 0.015 * noise(1, 3)
    return np.where(material == SLEEVE, folds, skin)


#: A light from above and behind the player's left shoulder, as hands are mostly lit.
_LIGHT = np.array([-0.35, -0.25, 0.9]) / np.linalg.norm([-0.35, -0.25, 0.9])


def render(model: Model, pose: Pose) -> NDArray[np.uint8]:
    """A sprite (H, W, 4): shade, material, height, cover. The wrist lies in the middle column."""
    wrist = model.origins[model.names.index("wrist")]
    posed = pose_points(model, pose)
    hand = _to_table(posed, pose, wrist)
    offset = np.array([SPRITE_WIDE / 2, SPRITE_LONG - 130.0, 0.0])
    offset[2] = -hand[:, 2].min() + 2.0
    triangles = model.triangles
    sheet = Sheet.empty()
    if pose.only_thumb:
        thumb = {index for index, name in enumerate(model.names) if name.startswith("thumb-phal")}
        thumb.add(model.names.index("thumb-tip"))
        owner = model.joints[np.arange(len(model.joints)), model.weights.argmax(axis=1)]
        mine = np.isin(owner, list(thumb))
        triangles = triangles[mine[triangles].all(axis=1)]
    sheet.draw(hand + offset, triangles, model.points, SKIN)
    if not pose.only_thumb:
        skin, faces = _forearm([(2, 23, 17), (18, 25, 19), (36, 27.5, 21), (70, 31, 25)])
        sleeve, sleeve_faces = _forearm(
            [(-4, 29, 26), (-2, 32, 31), (14, 32.5, 30), (50, 34, 28), (100, 38, 32), (140, 41, 35)]
        )
        sheet.draw(skin + offset, faces, None, SKIN)
        sheet.draw(sleeve + offset, sleeve_faces, None, SLEEVE)

    cover = sheet.height > -1e8
    normal = sheet.normal / (np.linalg.norm(sheet.normal, axis=-1, keepdims=True) + 1e-9)
    normal *= np.where(normal[..., 2:] < 0, -1.0, 1.0)  # what is seen from above looks up
    tall = np.where(cover, sheet.height, 0.0).astype(np.float32)
    open_sky = cv2.GaussianBlur(tall, (0, 0), 10 * SUPERSAMPLE) - tall
    near_sky = cv2.GaussianBlur(tall, (0, 0), 3 * SUPERSAMPLE) - tall
    shade = 0.42 + 0.30 * normal[..., 2].clip(0, 1) + 0.34 * (normal @ _LIGHT).clip(0, 1)
    shade -= 0.012 * open_sky.clip(0, 20) + 0.03 * near_sky.clip(0, 5)
    rest = np.nan_to_num(sheet.rest, nan=1e4)
    nail, red, crease = _skin_marks(rest, model)
    shade += _wrinkles(sheet.material)
    shade *= 1 - 0.13 * crease * (sheet.material == SKIN)
    shade += 0.05 * nail
    material = np.where(sheet.material == SLEEVE, 255.0, 60 + 100 * red)
    material = np.where(nail & (sheet.material == SKIN), 200.0, material)
    sprite = np.stack(
        [
            (shade * 255).clip(1, 255),
            material,
            (tall * 255 / HEIGHT_RANGE).clip(0, 255),
            cover * 255.0,
        ],
        axis=-1,
    ).astype(np.float32)
    # Shrinking must not drag the empty surroundings into the edge: weigh by cover.
    weighed = sprite[..., :3] * cover[..., None]
    size = (round(SPRITE_WIDE * SPRITE_SCALE), round(SPRITE_LONG * SPRITE_SCALE))
    alpha = cv2.resize(sprite[..., 3], size, interpolation=cv2.INTER_AREA)
    small = np.asarray(cv2.resize(weighed, size, interpolation=cv2.INTER_AREA), np.float32)
    small /= np.maximum(alpha[..., None] / 255, 1e-3)
    small[alpha < 1] = 0
    return np.dstack([small, alpha]).round().clip(0, 255).astype(np.uint8)


def main(arguments: list[str]) -> int:
    """Draw every pose into the folder of the committed sprites."""
    if len(arguments) != 1:
        print("Name the GLB file of the right hand.", file=sys.stderr)
        return 2
    model = load_model(Path(arguments[0]))
    folder = Path(__file__).parent / "sprites"
    folder.mkdir(exist_ok=True)
    for name, pose in POSES.items():
        file = folder / f"{name}.png"
        cv2.imwrite(str(file), render(model, pose), [cv2.IMWRITE_PNG_COMPRESSION, 9])
        print(f"{file} ({file.stat().st_size // 1024} kB)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
