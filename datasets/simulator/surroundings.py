"""The table before anybody plays: its top under the lamp, and what stands about on its edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..decks.load import cache_folder
from ..scenes.camera import kelvin_gains
from ..scenes.conditions import Conditions
from ..scenes.tables import Textures, smooth_noise, table_top
from .camera import TableCamera
from .seats import Seat

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]
#: The light map holds this for light that changes nothing.
FULL_LIGHT = 110


def light_map(rng: Generator, size: tuple[int, int], scene: Conditions, shadow: bool) -> Picture:
    """The lamps' light on each pixel (H, W, 3) uint8; `FULL_LIGHT` leaves a colour as it is."""
    wide, high = size
    lamp = kelvin_gains(rng.uniform(*scene.kelvin))
    camera = kelvin_gains(rng.uniform(*scene.kelvin)) ** np.float32(rng.uniform(0.5, 1.0))
    colour = (lamp / camera) ** np.float32(0.6)
    ratio = rng.uniform(1, scene.gradient)
    turn = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    across = (x / wide - 0.5) * np.float32(np.cos(turn)) + (y / high - 0.5) * np.float32(
        np.sin(turn)
    )
    across = (across - across.min()) / float(np.ptp(across))
    strength = (1 + across * np.float32(ratio - 1)) / np.float32((ratio + 1) / 2)
    # Lenses darken the corners a little.
    radius = ((x / wide - 0.5) ** 2 + (y / high - 0.5) ** 2) / 0.5
    strength *= 1 - np.float32(rng.uniform(0.03, 0.2)) * radius
    light = strength[..., None] * colour
    if scene.two_lamps and rng.random() < 0.5:
        other = (kelvin_gains(rng.uniform(*scene.kelvin)) / camera) ** np.float32(0.6)
        light = light * (1 + across[..., None] * (other / colour - 1))
    if shadow:
        mask = np.ones((high // 8, wide // 8), np.float32)
        ends = rng.uniform(-0.2, 1.2, (2, 2)) * (wide // 8, high // 8)
        cv2.line(
            mask, tuple(int(v) for v in ends[0]), tuple(int(v) for v in ends[1]),
            float(rng.uniform(0.5, 0.85)), int(rng.uniform(0.1, 0.4) * wide / 8),
        )  # fmt: skip
        soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(2, 8))
        light = light * cv2.resize(soft, size, interpolation=cv2.INTER_CUBIC)[..., None]
    return cast(Picture, np.clip(light * FULL_LIGHT, 0, 255).astype(np.uint8))


def lamp_reflection(rng: Generator, camera: TableCamera, reach: float) -> Picture:
    """What a lamp adds to glossy cards (H, W), one soft spot within `reach` mm of the middle."""
    wide, high = camera.size
    spot = camera.pixels(np.array([[*rng.uniform(-reach, reach, 2), 0.0]]))[0]
    size = rng.uniform(14, 40) * camera.scale_at(0, 0)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    far = ((x - np.float32(spot[0])) / size) ** 2 + ((y - np.float32(spot[1])) / size) ** 2
    return np.asarray(np.exp(-(far ** rng.uniform(1, 2))) * rng.uniform(60, 230), np.uint8)


def empty_table(
    rng: Generator, camera: TableCamera, half: tuple[float, float], kind: str, *, held_out: bool
) -> Picture:
    """The table top (and a strip of floor where its edge is in view), under even light."""
    wide, high = camera.size
    corners = camera.on_table(np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64))
    seen = np.abs(corners).max(axis=0)
    grain = min(2.2, 1.15 * camera.scale_at(0, 0))  # texture pixels for a millimetre
    columns, rows = (min(3200, int(2 * reach * grain)) for reach in seen)
    # Photographed tables lie in the cache, if anywhere; without them a drawn one is taken.
    textures = Textures.in_folder(cache_folder() / "tex") if kind == "photo" else Textures()
    top = table_top(rng, kind, rows, columns, textures, held_out=held_out)
    mean = float(top.mean())
    if mean > 150:  # a table is darker than the cards on it, mostly
        top *= np.float32(150 / mean)
    to_world = np.array(
        [[2 * seen[0] / columns, 0, -seen[0]], [0, 2 * seen[1] / rows, -seen[1]], [0, 0, 1]]
    )
    matrix = camera.plane(0.0) @ to_world
    drawn = cv2.warpPerspective(
        np.clip(top, 0, 255).astype(np.uint8), matrix, camera.size, flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    picture = np.asarray(drawn, np.uint8)
    if rng.random() < 0.35:
        picture = _with_edge(rng, camera, half, picture)
    return picture


def _with_edge(
    rng: Generator, camera: TableCamera, half: tuple[float, float], picture: Picture
) -> Picture:
    """The table ends inside the picture; beyond it is the floor."""
    wide, high = camera.size
    reach = np.array(half) * rng.uniform(1.0, 1.12, 2)
    floor = np.empty((high, wide, 3), np.float32)
    floor[:] = rng.uniform(20, 110) * (1 + rng.normal(0, 0.06, 3))
    floor += smooth_noise(rng, high, wide, wide / 5)[..., None] * 14
    corner = rng.uniform(10, 120)
    outline = []
    for sx, sy, start in ((1, -1, 270), (1, 1, 0), (-1, 1, 90), (-1, -1, 180)):
        for angle in np.radians(np.linspace(start, start + 90, 9)):
            outline.append(
                (sx * (reach[0] - corner) + corner * np.cos(angle),
                 sy * (reach[1] - corner) + corner * np.sin(angle), 0.0)
            )  # fmt: skip
    points = camera.pixels(np.array(outline))
    mask = np.zeros((high, wide), np.uint8)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    soft = cv2.GaussianBlur(mask, (0, 0), high / 60)
    floor *= np.asarray(1 - 0.5 * (soft / 255.0), np.float32)[..., None]
    rim = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, high // 240))
    bright = np.where((mask > 0) & (rim == 0), 1.18, 1.0)[..., None]
    share = (mask / 255.0)[..., None]
    return cast(
        Picture, np.clip(picture * bright * share + floor * (1 - share), 0, 255).astype(np.uint8)
    )


def clutter(
    rng: Generator, camera: TableCamera, seats: Sequence[Seat], picture: Picture
) -> Picture:
    """A glass, a telephone, a score pad, each on the edge between two players."""
    things = (_glass, _phone, _score_pad)
    order = rng.permutation(len(things))
    out = picture.astype(np.float32)
    for place, index in enumerate(order[: int(rng.integers(1, 4))]):
        seat = seats[place % len(seats)]
        after = seats[(place + 1) % len(seats)]
        mix = rng.uniform(0.4, 0.6)
        x = seat.edge[0] * mix + after.edge[0] * (1 - mix)
        y = seat.edge[1] * mix + after.edge[1] * (1 - mix)
        # Between two neighbours the straight line cuts the middle: push out towards the rim.
        push = rng.uniform(1.35, 1.6) if len(seats) > 2 else 1.0
        things[int(index)](rng, camera, (x * push, y * push), float(rng.uniform(0, 360)), out)
    return cast(Picture, np.clip(out, 0, 255).astype(np.uint8))


def _polygon(
    camera: TableCamera, outline: NDArray[np.float64], at: tuple[float, float], turn: float,
    height: float = 0.0,
) -> NDArray[np.float64]:  # fmt: skip
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    world = outline @ np.array([[c, s], [-s, c]]) + at
    return camera.pixels(np.column_stack([world, np.full(len(world), height)]))


def _fill(
    out: Plane, polygon: NDArray[np.float64], colour: tuple[float, ...] | None, share: float,
    blur: float = 0.0,
) -> None:  # fmt: skip
    """Mix a colour into a polygon; None darkens instead."""
    mask = np.zeros(out.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(polygon * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    soft = mask.astype(np.float32) * np.float32(share / 255)
    if blur > 0.3:
        soft = np.asarray(cv2.GaussianBlur(soft, (0, 0), blur), np.float32)
    if colour is None:
        out *= 1 - soft[..., None]
    else:
        out += soft[..., None] * (np.array(colour, np.float32) - out)


def _circle(radius: float) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _hull(*outlines: NDArray[np.float64]) -> NDArray[np.float64]:
    """The convex outline around several outlines."""
    points = np.concatenate(outlines).astype(np.float32)
    return cast("NDArray[np.float64]", cv2.convexHull(points).reshape(-1, 2).astype(np.float64))


def _box(wide: float, high: float, corner: float) -> NDArray[np.float64]:
    points = []
    for sx, sy, start in ((1, -1, 270), (1, 1, 0), (-1, 1, 90), (-1, -1, 180)):
        for angle in np.radians(np.linspace(start, start + 90, 6)):
            points.append(
                (sx * (wide / 2 - corner) + corner * np.cos(angle),
                 sy * (high / 2 - corner) + corner * np.sin(angle))
            )  # fmt: skip
    return np.array(points)


def _glass(
    rng: Generator, camera: TableCamera, at: tuple[float, float], turn: float, out: Plane
) -> None:
    """A tumbler seen from above, with a drink in it."""
    radius, tall = rng.uniform(30, 40), rng.uniform(80, 120)
    scale = camera.scale_at(*at)
    drink = np.array([(30, 90, 190), (200, 210, 215), (40, 40, 120), (60, 170, 230)])[
        int(rng.integers(4))
    ]
    _fill(out, _polygon(camera, _circle(radius * 1.2), (at[0] + 16, at[1] + 14), turn), None, 0.4,
          9 * scale)  # fmt: skip
    foot = _polygon(camera, _circle(radius * 0.85), at, turn)
    level = _polygon(camera, _circle(radius * 0.93), at, turn, tall * 0.6)
    rim = _polygon(camera, _circle(radius), at, turn, tall)
    _fill(out, _hull(foot, rim), (225, 225, 225), 0.22)
    _fill(out, _hull(foot, level), tuple(drink * 0.75), 0.8)
    _fill(out, level, tuple(drink), 0.75)
    inner = _polygon(camera, _circle(radius * 0.94), at, turn, tall)
    before = out.copy()
    _fill(out, rim, (235, 235, 235), 0.6)
    mask = np.zeros(out.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(inner * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    inside = (mask / np.float32(255))[..., None]
    out += inside * (before * np.float32(0.97) + 5 - out)
    beside = (at[0] - radius * 0.55, at[1] - radius * 0.6)
    spark = _polygon(camera, _circle(radius * 0.16) * (1, 0.4), beside, 45, tall)
    _fill(out, spark, (255, 255, 255), 0.8, 0.8 * scale)


def _phone(
    rng: Generator, camera: TableCamera, at: tuple[float, float], turn: float, out: Plane
) -> None:
    """A telephone, its screen dark."""
    scale = camera.scale_at(*at)
    body = _box(72, 150, 9)
    _fill(out, _polygon(camera, body, (at[0] + 4, at[1] + 4), turn), None, 0.45, 4 * scale)
    shell = float(rng.uniform(15, 190))
    _fill(out, _polygon(camera, body, at, turn, 4), (shell, shell, shell * 0.98), 1.0)
    _fill(out, _polygon(camera, _box(67, 145, 7), at, turn, 8), (22, 20, 18), 1.0)
    shine = np.array([[-30, -70], [10, -70], [-20, 70], [-33, 70]])
    _fill(out, _polygon(camera, shine, at, turn, 8), (150, 150, 145), 0.18, 3 * scale)


def _score_pad(
    rng: Generator, camera: TableCamera, at: tuple[float, float], turn: float, out: Plane
) -> None:
    """A squared pad with columns of figures, and a pencil across it."""
    scale = camera.scale_at(*at)
    pixels = 420
    sheet = np.full((pixels, int(pixels * 0.7), 3), 238, np.uint8)
    sheet[..., 0] -= 12
    for line in range(0, pixels, 20):
        cv2.line(sheet, (0, line), (sheet.shape[1], line), (225, 205, 190), 1)
        cv2.line(sheet, (line, 0), (line, pixels), (225, 205, 190), 1)
    for column in range(4):
        for row in range(int(rng.integers(3, 9))):
            cv2.putText(
                sheet, str(int(rng.integers(-80, 80))), (8 + column * 70, 40 + row * 40),
                cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 0.8, (90, 50, 40), 2, cv2.LINE_AA,
            )  # fmt: skip
    corners = _polygon(
        camera, np.array([[-52, -74], [52, -74], [52, 74], [-52, 74]], float), at, turn, 5
    )
    _fill(out, corners + np.array([3, 4]) * scale, None, 0.4, 4 * scale)
    source = np.array(
        [[0, 0], [sheet.shape[1], 0], [sheet.shape[1], pixels], [0, pixels]], np.float32
    )
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    high, wide = out.shape[:2]
    drawn = cv2.warpPerspective(sheet, matrix, (wide, high), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(sheet.shape[:2], 255, np.uint8), matrix, (wide, high))
    out += (mask / np.float32(255))[..., None] * (drawn - out)
    pencil = np.array([[-3.5, -80], [3.5, -80], [3.5, 60], [0, 75], [-3.5, 60]])
    _fill(out, _polygon(camera, pencil, (at[0] + 8, at[1] + 5), turn + 35, 6), None, 0.4, 2 * scale)
    _fill(out, _polygon(camera, pencil, at, turn + 35, 10), (40, 150, 220), 1.0)
    _fill(out, _polygon(camera, pencil[2:], at, turn + 35, 10), (130, 180, 215), 1.0)
