"""One picture of a table with cards, and exactly what is in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..decks.load import cache_folder
from . import layout
from .camera import Picture, Plane, exposed, view
from .clutter import add_hand, add_thing
from .conditions import Conditions
from .light import lit, with_glare
from .shelf import Art, Deck, Part, Shelf
from .tables import Textures, table_top

Matrix = NDArray[np.float64]

LEAST_VISIBLE = 0.04
"""Cards of which less shows are drawn but not labelled."""
INDEX_PATCH = 0.27
"""The top left share of a card, in both directions, that surely holds its index."""


@dataclass(frozen=True, eq=False)
class LabelledCard:
    """Truth about one card of a scene."""

    card: str
    """Id of the face, `BACK`, or the id within a deck that is none of the 52."""
    named: bool
    """Whether `card` is one of the 52 or the joker, drawn from a deck that may teach names."""
    quad: NDArray[np.float32]
    """(4, 2) whole outline in pixels, clockwise from the card's own top left."""
    visible: float
    """Share of the card that can be seen in the picture."""
    index_visible: float
    """Share of the better of its two indices (top left, bottom right) that can be seen."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture (H, W, 3), blue-green-red, and the cards in drawing order."""

    picture: Picture
    cards: tuple[LabelledCard, ...]
    deck: str
    seed: int


@dataclass
class _Canvas:
    picture: Plane
    owner: NDArray[np.int16]
    """Index of the topmost card at each pixel, -1 where there is none."""
    gloss: Plane
    drawn: list[tuple[str, bool, Matrix, float]] = field(default_factory=list)


@dataclass(frozen=True)
class SceneMaker:
    """Draws scenes from a shelf of decks and a folder of textures."""

    shelf: Shelf
    textures: Textures

    @classmethod
    def from_cache(cls) -> SceneMaker:
        """With everything that was gathered into the cache folder."""
        cache = cache_folder()
        return cls(Shelf.from_cache(cache), Textures.in_folder(cache / "tex"))

    def make(
        self,
        seed: int,
        conditions: Conditions,
        size: tuple[int, int] = (1920, 1080),
        *,
        part: Part = "train",
        card_height: float | None = None,
        frame: float | None = None,
    ) -> Scene:
        """Draw the scene of this seed.

        `size` is (wide, high) in pixels; `frame` is the height in pixels that the whole 1080p
        frame would have at this scale (default: the picture's own height), so that a smaller
        picture can be a view into a larger one. `card_height` in pixels overrides the conditions.
        """
        rng = np.random.default_rng((seed, 0x5CE7E))
        wide, high = size
        scale = (frame or high) / 1080
        height = card_height or self._card_height(rng, conditions, scale, high)
        deck_part: Part = part if rng.random() < 0.6 else "train"
        held_table = part != "train" and rng.random() < 0.8
        kind = str(rng.choice(conditions.tables))
        picture = table_top(rng, kind, high, wide, self.textures, held_out=held_table)
        canvas = _Canvas(
            picture, np.full((high, wide), -1, np.int16), np.zeros((high, wide), np.float32)
        )
        cluttered = rng.random() < conditions.clutter_share
        if cluttered:
            for _ in range(int(rng.integers(1, 6))):
                add_thing(rng, canvas.picture, self.textures, height, held_out=held_table)
        deck = self.shelf.deck(rng, part=deck_part, named=True)
        self._lay(rng, canvas, conditions, deck, height, deck_part)
        if cluttered and rng.random() < 0.4:
            self._cover(canvas, add_thing(rng, canvas.picture, self.textures, height))
        if rng.random() < conditions.hands_share:
            tip = rng.uniform(0.1, 0.9, 2) * (wide, high)
            self._cover(canvas, add_hand(rng, canvas.picture, (tip[0], tip[1]), height))
        shone = lit(rng, canvas.picture, conditions)
        if rng.random() < conditions.glare_share and canvas.drawn:
            for _ in range(int(rng.integers(1, 3))):
                matrix = canvas.drawn[int(rng.integers(len(canvas.drawn)))][2]
                spot = cv2.perspectiveTransform(
                    rng.uniform(0.1, 0.9, (1, 1, 2)).astype(np.float32) * (0.69, 1.0), matrix
                )[0, 0]
                shone = with_glare(
                    rng,
                    shone,
                    canvas.gloss,
                    (float(spot[0]), float(spot[1])),
                    height * rng.uniform(0.08, 0.6),
                )
        seen = exposed(rng, shone, conditions, scale)
        return Scene(seen, tuple(self._labels(canvas)), deck.name, seed)

    @staticmethod
    def _card_height(rng: Generator, conditions: Conditions, scale: float, high: int) -> float:
        if rng.random() < conditions.huge_share:
            return float(rng.uniform(0.6, 1.05) * high)
        low, top = conditions.card_height
        if conditions.name == "training":  # small cards need no more room than large ones
            return float(np.exp(rng.uniform(np.log(low), np.log(top))) * scale)
        return float(rng.uniform(low, top) * scale)

    def _lay(
        self,
        rng: Generator,
        canvas: _Canvas,
        conditions: Conditions,
        deck: Deck,
        height: float,
        part: Part,
    ) -> None:
        high, wide = canvas.owner.shape
        room = max(1.0, (wide * high) / (height * height * 1.2))
        most = int(min(conditions.cards[1], max(conditions.cards[0], np.ceil(room * 1.6))))
        left = int(rng.integers(conditions.cards[0], most + 1))
        tilt = float(rng.uniform(*conditions.tilt))
        # A view into a larger frame sees the same lens from further away.
        focal = float(rng.uniform(0.8, 1.5)) * max(1.0, 2.2 * height / high)
        roll = float(rng.uniform(0, 360))
        camera = view((wide, high), height, tilt, roll, focal)
        strange = rng.random() < conditions.strange_share
        faces = self.shelf.deck(rng, part=part, named=False) if strange else deck
        back = self.shelf.back(rng, part=part)
        back_share = rng.choice([0.0, 0.05, 0.3, 1.0], p=conditions.back_shares)
        order = list(rng.permutation(len(faces.cards)))
        sure = conditions.joker_share > 0 and "JOKER" in faces.cards
        if sure and rng.random() < conditions.joker_share:
            order.append(faces.cards.index("JOKER"))
        overlapping = rng.random() < conditions.covered_share
        groups = 0
        while left > 0 and groups < 6:
            groups += 1
            ways = layout.AT_PLAY if conditions.at_play else layout.OVERLAPPING
            maker = ways[int(rng.integers(len(ways)))]
            most_here = conditions.fan if maker is layout.fan else 8
            count = min(left, int(rng.integers(1, max(most_here, 1) + 1)))
            if not overlapping:  # one group only: two could lie over each other
                maker, count, groups = layout.scattered, left, 6
            places = maker(rng, count)
            left -= max(1, len(places))
            spot = rng.uniform(0.0, 1.0, 2) * (wide, high)
            if groups == 1:
                spot = (spot - (wide / 2, high / 2)) * 0.8 + (wide / 2, high / 2)
            on_table = cv2.perspectiveTransform(
                np.array([[spot]], np.float32), np.linalg.inv(camera)
            )[0, 0]
            turn = float(rng.uniform(0, 2 * np.pi))
            wear = self._wear(rng, conditions)
            if conditions.several_backs and groups > 1:
                back = self.shelf.back(rng, part=part)
            for place in layout.moved(places, float(on_table[0]), float(on_table[1]), turn):
                if place.back or rng.random() < back_share:
                    self._draw(rng, canvas, camera, place, back, 0, wear, height)
                elif order:
                    self._draw(rng, canvas, camera, place, faces, int(order.pop()), wear, height)

    @staticmethod
    def _wear(rng: Generator, conditions: Conditions) -> tuple[float, float, bool]:
        """(dirt, curl, sleeve) of the cards of one group."""
        if rng.random() >= conditions.wear_share:
            return 0.0, 0.004, False
        return float(rng.uniform(0, 1)), float(rng.uniform(0.004, 0.02)), rng.random() < 0.3

    def _draw(
        self,
        rng: Generator,
        canvas: _Canvas,
        camera: Matrix,
        place: layout.Place,
        deck: Deck,
        index: int,
        wear: tuple[float, float, bool],
        height: float,
    ) -> None:
        dirt, curl, sleeve = wear
        width = 1 / deck.aspect
        to_picture = camera @ layout.as_matrix(place, width)
        corners = np.array([[0, 0], [width, 0], [width, 1], [0, 1]], np.float32)
        quad = cv2.perspectiveTransform(corners[None], to_picture)[0]
        size = float(max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1])))
        if not np.isfinite(quad).all() or size < 8 or size > height * 4:
            return
        # A lifted or curled corner leaves the plane a little.
        quad = (quad + rng.normal(0, curl * size, (4, 2)) * 0.5).astype(np.float32)
        art = deck.art(index, size)
        outline = np.array(
            [[0, 0], [art.shape[1], 0], [art.shape[1], art.shape[0]], [0, art.shape[0]]], np.float32
        )
        if sleeve:
            art, outline = _sleeved(art, outline)
        if dirt > 0:
            art = _worn(rng, art, dirt)
        on_picture = np.asarray(cv2.getPerspectiveTransform(outline, quad), np.float64)
        placed = self._composite(rng, canvas, art, on_picture, size)
        if placed:
            inner = np.asarray(cv2.getPerspectiveTransform(corners, quad), np.float64)
            card = "BACK" if deck.cards == ("BACK",) else deck.cards[index]
            canvas.drawn.append((card, deck.names, inner, width))

    @staticmethod
    def _composite(rng: Generator, canvas: _Canvas, art: Art, matrix: Matrix, size: float) -> bool:
        high, wide = canvas.owner.shape
        rows, columns = art.shape[:2]
        quad = cv2.perspectiveTransform(
            np.array([[[0, 0], [columns, 0], [columns, rows], [0, rows]]], np.float32), matrix
        )[0]
        margin = int(size * 0.06) + 3
        x1, y1 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - margin, 0)
        x2, y2 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + margin, (wide, high))
        if x2 - x1 < 4 or y2 - y1 < 4:
            return False
        local = np.array([[1, 0, -x1], [0, 1, -y1], [0, 0, 1]]) @ matrix
        piece = cv2.warpPerspective(
            art, local, (int(x2 - x1), int(y2 - y1)), flags=cv2.INTER_LINEAR
        )
        alpha = piece[..., 3].astype(np.float32) / 255
        area = canvas.picture[y1:y2, x1:x2]
        # Contact shadow: the card's own outline, shifted and softened.
        lift = size * rng.uniform(0.004, 0.022)
        away = rng.uniform(0, 2 * np.pi)
        shift = np.array([[1, 0, lift * np.cos(away)], [0, 1, lift * np.sin(away)]], np.float32)
        shade = cv2.warpAffine(alpha, shift, (alpha.shape[1], alpha.shape[0]))
        shade = cv2.GaussianBlur(shade, (0, 0), max(0.6, lift * 0.8))
        area *= (1 - shade * np.float32(rng.uniform(0.15, 0.6)))[..., None]
        paper = rng.uniform(0.86, 1.0) * np.array([rng.uniform(0.93, 1), 0.99, 1.0], np.float32)
        area *= (1 - alpha)[..., None]
        area += piece[..., :3] * paper.astype(np.float32)
        solid = alpha > 0.5
        canvas.owner[y1:y2, x1:x2][solid] = len(canvas.drawn)
        canvas.gloss[y1:y2, x1:x2][solid] = 1.0
        return True

    @staticmethod
    def _cover(canvas: _Canvas, mask: NDArray[np.uint8]) -> None:
        canvas.owner[mask > 127] = -1
        canvas.gloss[mask > 127] = 0.3

    @staticmethod
    def _labels(canvas: _Canvas) -> list[LabelledCard]:
        labels = []
        cells = (22, 32)
        for index, (card, named, matrix, width) in enumerate(canvas.drawn):
            grid = np.array([[cells[0] / width, 0, -0.5], [0, cells[1], -0.5], [0, 0, 1]])
            mine = (canvas.owner == index).astype(np.uint8)
            seen = cv2.warpPerspective(
                mine, grid @ np.linalg.inv(matrix), cells, flags=cv2.INTER_NEAREST
            )
            visible = float(seen[1:-1, 1:-1].mean())
            if visible < LEAST_VISIBLE:
                continue
            rows, columns = int(cells[1] * INDEX_PATCH), int(cells[0] * INDEX_PATCH)
            first = float(seen[1 : rows + 1, 1 : columns + 1].mean())
            second = float(seen[-rows - 1 : -1, -columns - 1 : -1].mean())
            corners = np.array([[[0, 0], [width, 0], [width, 1], [0, 1]]], np.float32)
            quad = cast("NDArray[np.float32]", cv2.perspectiveTransform(corners, matrix)[0])
            labels.append(LabelledCard(card, named, quad, visible, max(first, second)))
        return labels


def _sleeved(art: Art, outline: NDArray[np.float32]) -> tuple[Art, NDArray[np.float32]]:
    """The card in a clear sleeve: a faint rim, and its outline within the larger picture."""
    rim = max(1, int(art.shape[0] * 0.025))
    bigger = cv2.copyMakeBorder(
        art, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(50, 50, 50, 60)
    )
    bigger = np.clip(bigger.astype(np.float32) * 0.95 + (10, 10, 10, 0), 0, 255).astype(np.uint8)
    return cast(Art, bigger), outline + rim


def _worn(rng: Generator, art: Art, dirt: float) -> Art:
    """Scratches, stains and rubbed edges."""
    rows, columns = art.shape[:2]
    colour = art[..., :3].astype(np.float32)
    stains = cv2.resize(
        rng.uniform(0, 1, (6, 4)).astype(np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC
    )
    colour *= (1 - 0.22 * dirt * np.clip(stains, 0, 1))[..., None]
    lines = np.zeros((rows, columns), np.uint8)
    for _ in range(int(rng.integers(0, 1 + int(8 * dirt)))):
        a, b = rng.uniform(-0.1, 1.1, (2, 2)) * (columns, rows)
        cv2.line(
            lines,
            tuple(int(v) for v in a),
            tuple(int(v) for v in b),
            int(rng.integers(40, 160)),
            1,
            cv2.LINE_AA,
        )
    share = (lines.astype(np.float32) / 255)[..., None]
    colour = (colour * (1 - share) + rng.uniform(90, 235) * share).astype(np.float32)
    alpha = art[..., 3:].astype(np.float32) / 255
    return np.dstack([np.clip(colour, 0, 255) * (alpha > 0), art[..., 3]]).astype(np.uint8)
