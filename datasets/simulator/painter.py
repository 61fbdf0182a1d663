"""Draws a moment of a script: resting cards once, what moves anew in every picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import CARD_HEIGHT, Points, TableCamera
from .faces import MARGIN, Faces
from .hands import SPRITE_SCALE, Dress, Sprite, coloured, to_world
from .poses import Pose
from .script import BACK, Lying, Reaching, SceneNow
from .seats import Seat
from .surroundings import FULL_LIGHT

Picture = NDArray[np.uint8]
Place = tuple[int, int]

#: Where the lamp's shadows fall: mm sideways for a mm of height.
SHADOW_SLOPE = (0.35, 0.30)
#: How dark the shadow of a lying card's edge and of a hand is.
CARD_SHADOW, HAND_SHADOW = 0.42, 0.40


@dataclass(eq=False)
class Patch:
    """A piece of picture with its own transparency, to be laid at a place."""

    at: Place
    colour: Picture
    """(h, w, 3), multiplied with the transparency."""
    through: Picture
    """(h, w, 3): 255 where what lies below stays as it is."""

    def onto(self, picture: Picture) -> None:
        """Draw it."""
        x, y = self.at
        high, wide = self.colour.shape[:2]
        below = picture[y : y + high, x : x + wide]
        cv2.multiply(below, self.through, below, 1 / 255)
        cv2.add(below, self.colour, below)


@dataclass(eq=False)
class Shade:
    """A shadow: 255 where it leaves the light, less where it takes it."""

    at: Place
    through: Picture

    def onto(self, picture: Picture) -> None:
        """Darken what lies there."""
        x, y = self.at
        high, wide = self.through.shape[:2]
        below = picture[y : y + high, x : x + wide]
        cv2.multiply(below, self.through, below, 1 / 255)


def fan_poses(seat: Seat, count: int) -> list[Pose]:
    """Where the backs of a held hand are, the lowest first; height and lean as held."""
    x, y = seat.outwards
    inset, beside = 34.0, -60.0
    pivot_x = seat.edge[0] + x * (60 - inset) - y * beside
    pivot_y = seat.edge[1] + y * (60 - inset) + x * beside
    step = min(9.0, 70.0 / max(count, 1))
    poses = []
    for index in range(count):
        turn = (index - (count - 1) / 2) * step
        spread = np.radians(seat.turn + turn - 90)
        reach = 78.0
        poses.append(
            Pose(
                pivot_x + reach * float(np.cos(spread)), pivot_y + reach * float(np.sin(spread)),
                seat.turn + turn, height=55.0 + index * 0.3, lean=14.0,
            )
        )  # fmt: skip
    return poses


class Painter:
    """The picture of every moment of one film, as the lens sees it before any fault of its own."""

    def __init__(
        self,
        camera: TableCamera,
        background: Picture,
        light: Picture,
        *,
        faces: Faces,
        seats: Sequence[Seat],
        dresses: Sequence[Dress],
        fans: bool,
        glare: Picture | None = None,
    ) -> None:
        """`background` is the empty table under even light; `light` as from `light_map`; `fans`
        says whether hands of cards will be held in view; `glare` is what a lamp adds to cards."""
        self._camera = camera
        self._light = light
        self._glare = glare
        self._faces = faces
        self._seats = seats
        self._dresses = dresses
        self._empty = np.asarray(cv2.multiply(background, light, scale=1 / FULL_LIGHT), np.uint8)
        self._static = self._empty.copy()
        self._drawn: tuple[Lying, ...] = ()
        self._fans: tuple[tuple[int, int], ...] = ()
        self._patches: dict[tuple[int, str, Pose], tuple[Shade | None, Patch | None]] = {}
        self._sprites: dict[tuple[str, int], tuple[Sprite, float]] = {}
        for player, dress in enumerate(dresses):  # now, so that no frame has to wait for it
            for name in ("pinch", "key", "key_thumb", "sweep"):
                self._sprite(name, player, mirrored=dress.left_handed)
            for name in ("key", "key_thumb") if fans else ():
                self._sprite(name, player, mirrored=not dress.left_handed)

    @property
    def empty(self) -> Picture:
        """The lit table with nothing on it."""
        return self._empty

    def quad(self, pose: Pose) -> Points:
        """A card's corners (4, 2) in pixels."""
        return self._camera.pixels(pose.corners(self._faces.wide))

    def paint(self, scene: SceneNow, trails: Mapping[object, tuple[float, float]]) -> Picture:
        """The picture of a moment; `trails` says by how many pixels a thing is smeared.

        Keys of `trails` are card numbers and `("hand", player)`.
        """
        self._update_static(scene)
        picture: Picture = self._static.copy()
        for lying in scene.loose:
            self._draw_moving(picture, lying, trails)
        for hand in scene.hands:
            self._draw_hand(picture, hand, trails)
        return picture

    def _update_static(self, scene: SceneNow) -> None:
        lying = scene.resting
        kept = len(self._drawn)
        if scene.fans != self._fans or lying[:kept] != self._drawn:
            np.copyto(self._static, self._empty)
            kept = 0
            self._patches = {
                key: patch
                for key, patch in self._patches.items()
                if key in {(card.number, card.card, card.pose) for card in lying}
            }
        for card in lying[kept:]:
            key = (card.number, card.card, card.pose)
            if key not in self._patches:
                self._patches[key] = (
                    self._card_shade(card.pose), self._card_patch(card.card, card.pose, None)
                )  # fmt: skip
            for layer in self._patches[key]:
                if layer is not None:
                    layer.onto(self._static)
        if kept == 0:
            for player, count in scene.fans:
                self._draw_fan(self._static, player, count)
        self._drawn, self._fans = lying, scene.fans

    def _draw_fan(self, picture: Picture, player: int, count: int) -> None:
        seat = self._seats[player]
        poses = fan_poses(seat, count)
        middle = poses[len(poses) // 2]
        x, y = seat.outwards
        holding = Pose(
            middle.x + x * CARD_HEIGHT * 0.33, middle.y + y * CARD_HEIGHT * 0.33, seat.turn, 45.0
        )
        for layer in self._hand_layers("key", player, holding, None, other_hand=True):
            layer.onto(picture)
        for pose in poses:
            patch = self._card_patch(BACK, pose, None)
            if patch is not None:
                self._edge_shade(pose).onto(picture)
                patch.onto(picture)
        for layer in self._hand_layers("key_thumb", player, holding, None, other_hand=True)[1:]:
            layer.onto(picture)

    def _draw_moving(
        self, picture: Picture, lying: Lying, trails: Mapping[object, tuple[float, float]]
    ) -> None:
        shade = self._card_shade(lying.pose)
        patch = self._card_patch(lying.card, lying.pose, trails.get(lying.number))
        for layer in (shade, patch):
            if layer is not None:
                layer.onto(picture)

    def _draw_hand(
        self, picture: Picture, hand: Reaching, trails: Mapping[object, tuple[float, float]]
    ) -> None:
        trail = trails.get(("hand", hand.player))
        layers = self._hand_layers(hand.sprite, hand.player, hand.pose, trail)
        if hand.sprite != "key" or not hand.carried:
            for lying in hand.carried:
                self._draw_moving(picture, lying, trails)
            for layer in layers:
                layer.onto(picture)
            return
        for layer in layers:
            layer.onto(picture)
        for lying in hand.carried:
            self._draw_moving(picture, lying, trails)
        for layer in self._hand_layers("key_thumb", hand.player, hand.pose, trail)[1:]:
            layer.onto(picture)

    def _window(self, points: Points, margin: float) -> tuple[int, int, int, int] | None:
        """The pixels (x1, y1, x2, y2) around points, cut to the picture; None if outside."""
        wide, high = self._camera.size
        x1, y1 = np.floor(points.min(axis=0) - margin).astype(int)
        x2, y2 = np.ceil(points.max(axis=0) + margin).astype(int) + 1
        x1, y1, x2, y2 = max(int(x1), 0), max(int(y1), 0), min(int(x2), wide), min(int(y2), high)
        return (x1, y1, x2, y2) if x1 < x2 - 1 and y1 < y2 - 1 else None

    def _card_patch(self, card: str, pose: Pose, trail: tuple[float, float] | None) -> Patch | None:
        quad = self.quad(pose)
        window = self._window(quad, 2 + (max(map(abs, trail)) if trail else 0))
        if window is None:
            return None
        longest = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
        art = self._faces.art(card, float(longest))
        high, wide = art.shape[:2]
        m = MARGIN
        source = np.array([[m, m], [wide - m, m], [wide - m, high - m], [m, high - m]], np.float32)
        offset = np.array(window[:2])
        # OpenCV's pixel centres are whole numbers, our corners lie between pixels.
        target = (quad - offset - 0.5).astype(np.float32)
        matrix = np.asarray(cv2.getPerspectiveTransform(source - 0.5, target), np.float64)
        patch = self._patch(art, matrix, window, trail)
        if self._glare is not None:
            x1, y1, x2, y2 = window
            spot = cv2.cvtColor(self._glare[y1:y2, x1:x2], cv2.COLOR_GRAY2BGR)
            shine = cv2.multiply(spot, cv2.bitwise_not(patch.through), scale=1 / 255)
            cv2.add(patch.colour, shine, patch.colour)
        return patch

    def _patch(
        self,
        art: Sprite,
        matrix: NDArray[np.float64],
        window: tuple[int, int, int, int],
        trail: tuple[float, float] | None,
    ) -> Patch:
        x1, y1, x2, y2 = window
        size = (x2 - x1, y2 - y1)
        drawn = np.asarray(cv2.warpPerspective(art, matrix, size), np.uint8)
        if trail is not None:
            drawn = smeared(drawn, trail)
        light = self._light[y1:y2, x1:x2]
        through = cv2.cvtColor(cv2.bitwise_not(cv2.extractChannel(drawn, 3)), cv2.COLOR_GRAY2BGR)
        colour = cv2.multiply(cv2.cvtColor(drawn, cv2.COLOR_BGRA2BGR), light, scale=1 / FULL_LIGHT)
        return Patch((x1, y1), np.asarray(colour, np.uint8), np.asarray(through, np.uint8))

    def _edge_shade(self, pose: Pose) -> Shade:
        """The thin dark line that a card throws on the card right below it."""
        shade = self._card_shade(Pose(pose.x, pose.y, pose.turn, 0.0, pose.lean), lift=pose.height)
        return shade or Shade((0, 0), np.full((1, 1, 3), 255, np.uint8))

    def _card_shade(self, pose: Pose, lift: float = 0.0) -> Shade | None:
        """The shadow that a card throws on the table (on a plane `lift` mm above it)."""
        height = pose.height + 0.6
        corners = pose.corners(self._faces.wide)
        corners[:, 0] += SHADOW_SLOPE[0] * (corners[:, 2] + 0.8)
        corners[:, 1] += SHADOW_SLOPE[1] * (corners[:, 2] + 0.8)
        corners[:, 2] = lift
        quad = self._camera.pixels(corners)
        scale = self._camera.scale_at(pose.x, pose.y)
        sigma = (0.9 + 0.16 * height) * scale
        window = self._window(quad, 3 * sigma + 1)
        if window is None:
            return None
        x1, y1, x2, y2 = window
        step = 4 if sigma > 6 else (2 if sigma > 2.5 else 1)
        mask = np.zeros((-(-(y2 - y1) // step), -(-(x2 - x1) // step)), np.uint8)
        outline = (quad - (x1, y1)) / step
        strength = CARD_SHADOW * 255 / (1 + height / 40)
        cv2.fillConvexPoly(
            mask, np.round(outline * 16).astype(np.int32), int(strength), cv2.LINE_AA, shift=4
        )
        return self._shade(mask, sigma / step, window)

    def _shade(self, mask: Picture, sigma: float, window: tuple[int, int, int, int]) -> Shade:
        x1, y1, x2, y2 = window
        soft = cv2.bitwise_not(cv2.GaussianBlur(mask, (0, 0), max(sigma, 0.3)))
        if soft.shape != (y2 - y1, x2 - x1):
            soft = cv2.resize(soft, (x2 - x1, y2 - y1), interpolation=cv2.INTER_LINEAR)
        return Shade((x1, y1), np.asarray(cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR), np.uint8))

    def _sprite(self, name: str, player: int, *, mirrored: bool) -> tuple[Sprite, float]:
        """A player's hand at about the film's own size, and by how much it was shrunk."""
        key = (f"{name}-{mirrored}", player)
        if key not in self._sprites:
            dress = self._dresses[player]
            plain = Dress(dress.skin, dress.sleeve, dress.stripes, mirrored)
            sprite = coloured(name, plain)
            factor = min(1.0, 1.1 * self._camera.scale_at(0, 0) / SPRITE_SCALE)
            size = (round(sprite.shape[1] * factor), round(sprite.shape[0] * factor))
            small = np.asarray(cv2.resize(sprite, size, interpolation=cv2.INTER_AREA), np.uint8)
            self._sprites[key] = (small, factor)
        return self._sprites[key]

    def _hand_layers(
        self,
        name: str,
        player: int,
        pose: Pose,
        trail: tuple[float, float] | None,
        *,
        other_hand: bool = False,
    ) -> list[Shade | Patch]:
        """A hand's shadow and the hand, or nothing where it is out of the picture."""
        mirrored = self._dresses[player].left_handed != other_hand
        sprite, factor = self._sprite(name, player, mirrored=mirrored)
        angle = np.radians(pose.turn)
        c, s = np.cos(angle), np.sin(angle)
        place = np.array([[c, -s, pose.x], [s, c, pose.y], [0, 0, 1]]) @ to_world(
            name, mirrored, factor
        )
        high, wide = sprite.shape[:2]
        outline = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
        layers: list[Shade | Patch] = []
        lift = pose.height + 14.0
        thrown = np.array(
            [[1, 0, SHADOW_SLOPE[0] * lift], [0, 1, SHADOW_SLOPE[1] * lift], [0, 0, 1]]
        )
        shade_matrix = self._camera.plane(0.0) @ thrown @ place
        sigma = (3.0 + 0.14 * pose.height) * self._camera.scale_at(pose.x, pose.y)
        window = self._window(_through(shade_matrix, outline), 2 * sigma)
        if window is not None:
            x1, y1, x2, y2 = window
            step = 4
            size = (-(-(x2 - x1) // step), -(-(y2 - y1) // step))
            shrink = np.array([[1 / step, 0, -x1 / step], [0, 1 / step, -y1 / step], [0, 0, 1]])
            mask = cv2.warpPerspective(cv2.extractChannel(sprite, 3), shrink @ shade_matrix, size)
            dim = np.asarray(cv2.convertScaleAbs(mask, alpha=HAND_SHADOW), np.uint8)
            layers.append(self._shade(dim, sigma / step, window))
        else:
            layers.append(Shade((0, 0), np.full((1, 1, 3), 255, np.uint8)))
        matrix = self._camera.plane(pose.height) @ place
        window = self._window(_through(matrix, outline), 2 + (max(map(abs, trail)) if trail else 0))
        if window is not None:
            shift = np.array([[1, 0, -window[0]], [0, 1, -window[1]], [0, 0, 1]])
            layers.append(self._patch(sprite, shift @ matrix, window, trail))
        return layers

    def hand_cover(self, hand: Reaching, step: int) -> Picture:
        """Which pixels (at 1/`step` of the size) a hand hides, 0 to 255."""
        mirrored = self._dresses[hand.player].left_handed
        sprite, factor = self._sprite(hand.sprite, hand.player, mirrored=mirrored)
        angle = np.radians(hand.pose.turn)
        c, s = np.cos(angle), np.sin(angle)
        place = np.array([[c, -s, hand.pose.x], [s, c, hand.pose.y], [0, 0, 1]])
        matrix = (
            np.diag([1 / step, 1 / step, 1.0])
            @ self._camera.plane(hand.pose.height)
            @ place
            @ to_world(hand.sprite, mirrored, factor)
        )
        wide, high = self._camera.size
        return cast(
            Picture,
            cv2.warpPerspective(
                cv2.extractChannel(sprite, 3), matrix, (-(-wide // step), -(-high // step))
            ),
        )


def _through(matrix: NDArray[np.float64], points: Points) -> Points:
    return cast(Points, cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix).reshape(-1, 2))


def smeared(patch: Sprite, trail: tuple[float, float]) -> Sprite:
    """A patch blurred along `trail` (pixels), as by a shutter that stays open that long."""
    for share in (0.25, 0.125):
        dx, dy = round(trail[0] * share), round(trail[1] * share)
        if dx == 0 and dy == 0:
            continue
        one = np.roll(patch, (dy, dx), axis=(0, 1))
        other = np.roll(patch, (-dy, -dx), axis=(0, 1))
        patch = cast(Sprite, cv2.addWeighted(one, 0.5, other, 0.5, 0))
    return patch
