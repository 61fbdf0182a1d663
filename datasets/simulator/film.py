"""A record as a film of a table: pictures in film time, and the truth about each of them.

    film = SimulatedTable(read("evening.yaml"), deck="gnome-paris", seed=7, conditions="normal")
    for frame in film:
        ...
    film.truth, film.clicks, film.table

The same record, deck, seed, conditions, size and frame rate give the same film, and any frame of
it the same picture whether or not the ones before were drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.record import Record
from vision.frame import Frame, Picture
from vision.table import Table, View

from .acting import acting_of
from .camera import CARD_HEIGHT, TableCamera, above
from .conditions import FilmDraw, draw, ranges_of
from .faces import Faces, load_faces, worn
from .handling import Handling
from .hands import dressed
from .layout import visible_shares
from .lens import Lens
from .painter import Painter, fan_poses
from .poses import Pose
from .script import BACK, Click, Happening, Lying, SceneNow, Script, scene_at
from .seats import Seat, as_table, rectangle_in, seats_around
from .surroundings import clutter, empty_table, lamp_reflection, light_map

Quad = NDArray[np.float32]

#: The shutter stays open this long, seconds: a moving hand smears that far.
SHUTTER = 1 / 60
#: Masks for visible shares are drawn at this fraction of the picture.
MASK_STEP = 2
#: Pixels of a picture's side, and frames a second, at least and at most.
SIDES, RATES = (64, 7680), (1, 120)


@dataclass(frozen=True, eq=False)
class TrueCard:
    """A card as it truly is in one picture."""

    number: int
    """The same for one card as long as it is on the table."""
    card: str
    quad: Quad
    """Whole outline in pixels of the picture, also where it is covered or outside."""
    visible: float
    """Share of the outline that shows, 0 to 1."""
    state: str
    """`resting`, `moving` or `held`."""


@dataclass(frozen=True, eq=False)
class TrueEvent:
    """Something that truly happened on the table."""

    at: float
    frame: int
    """The first frame that shows it done."""
    kind: str
    """A `script.TruthKind`: laid, turned, moved, removed, swept, lifted ..."""
    player: str | None
    cards: tuple[str, ...]
    numbers: tuple[int, ...]
    quad: Quad | None
    """Outline of a single card, pixels of that frame."""
    place: tuple[float, float] | None
    """Table coordinates of the card's middle."""

    def to_json(self) -> dict[str, Any]:
        """A line of the truth file."""
        return {
            "at": round(self.at, 3),
            "frame": self.frame,
            "event": self.kind,
            "player": self.player,
            "cards": list(self.cards),
            "numbers": list(self.numbers),
            "quad": None
            if self.quad is None
            else [[round(float(v), 1) for v in c] for c in self.quad],
            "place": None if self.place is None else [round(v, 4) for v in self.place],
        }


class SimulatedTable:
    """A `vision` source whose pictures are drawn: iterate for frames."""

    live = False

    def __init__(
        self,
        record: Record,
        deck: str | Faces,
        seed: int = 0,
        conditions: str = "normal",
        *,
        size: tuple[int, int] | None = None,
        fps: float | None = None,
        held_out: bool = False,
    ) -> None:
        """`size` (width, height) and `fps` override what the conditions draw.

        `held_out` takes textures that no training scene has. Raises RecordError for a record that
        is not valid, DeckError for an unknown deck, ValueError for unknown conditions, a record of
        another game, a card that the deck does not have, or pictures that no camera gives.
        """
        if size and not all(SIDES[0] <= side <= SIDES[1] and side % 2 == 0 for side in size):
            least, most = SIDES
            raise ValueError(f"both sides must be even and between {least} and {most} pixels")
        if fps is not None and not RATES[0] <= fps <= RATES[1]:  # also where it is no number
            raise ValueError(f"there are {RATES[0]} to {RATES[1]} frames a second")
        self.record = record
        self.seed = seed
        self.shown = 0
        """Number of the frame that was given last."""
        self.faces = deck if isinstance(deck, Faces) else load_faces(deck)
        root = np.random.SeedSequence(seed)
        plan, look, moves, optics = (np.random.default_rng(s) for s in root.spawn(4))
        ranges = ranges_of(conditions)
        acting = acting_of(record, self.faces, ranges)
        needed = acting.room.needed
        largest = 1080 / (2 * needed) * CARD_HEIGHT
        self.draw: FilmDraw = draw(plan, ranges, size, fps, largest)
        self._camera, self._half = _camera(self.draw, needed)
        spread = 12.0 * ranges.mess if len(record.players) <= 5 else 5.0
        self.seats: tuple[Seat, ...] = seats_around(record.players, plan, self._half, spread)
        self.table: Table = as_table(
            self._camera, self._half, self.seats, acting.room.areas, self.faces.name
        )
        self.script: Script = acting.perform(Handling(self.seats, moves), moves)
        if not self.draw.fans:
            self.script.fans.clear()
        self._painter = self._painted(look, held_out=held_out)
        self._lens = Lens(self.draw, optics, self._painter.empty, self.duration)

    def _painted(self, rng: np.random.Generator, *, held_out: bool) -> Painter:
        scene = self.draw.ranges.scene
        light = light_map(rng, self.size, scene, shadow=self.draw.shadow)
        background = empty_table(rng, self._camera, self._half, self.draw.table, held_out=held_out)
        if self.draw.clutter:
            background = clutter(rng, self._camera, self.seats, background)
        dresses = [dressed(rng) for _ in self.seats]
        faces = worn(self.faces, rng) if self.draw.worn else self.faces
        return Painter(
            self._camera,
            background,
            light,
            faces=faces,
            seats=self.seats,
            dresses=dresses,
            fans=self.draw.fans,
            glare=lamp_reflection(rng, self._camera, 90.0) if self.draw.glare else None,
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        return self.draw.size

    @property
    def fps(self) -> float:
        """Frames in a second of film."""
        return self.draw.frame_rate

    @property
    def duration(self) -> float:
        """Length of the film, seconds."""
        return self.script.end

    @property
    def clicks(self) -> tuple[Click, ...]:
        """The record's events without a picture, each at its film time."""
        return tuple(sorted(self.script.clicks, key=lambda click: click.at))

    @property
    def acted(self) -> tuple[float, ...]:
        """Film time at which each event of the record begins to be seen, or is tapped."""
        return tuple(self.script.acted)

    def __len__(self) -> int:
        return int(np.ceil(self.duration * self.fps))

    def __iter__(self) -> Iterator[Frame]:
        for number in range(len(self)):
            yield self.frame(number)

    def describe(self) -> str:
        """What this source is, for a person."""
        wide, high = self.size
        return (
            f"simulated table ({len(self.record.events)} events, deck {self.faces.name}, "
            f"seed {self.seed}, {wide}x{high}, {self.fps:g} frames a second)"
        )

    def close(self) -> None:
        """Nothing is held open."""

    def frame(self, number: int) -> Frame:
        """One picture of the film."""
        self.shown = number
        at = number / self.fps
        scene = scene_at(self.script, at)
        picture = self._painter.paint(scene, self._trails(scene, at))
        return Frame(self._lens.developed(picture, number, at), at, number)

    def _trails(self, scene: SceneNow, at: float) -> dict[object, tuple[float, float]]:
        """By how many pixels everything that moves is smeared while the shutter is open."""
        if not scene.hands and not scene.loose:
            return {}
        earlier = scene_at(self.script, at - SHUTTER)
        before, now = _places(earlier), _places(scene)
        trails: dict[object, tuple[float, float]] = {}
        for key in before.keys() & now.keys():
            points = self._camera.pixels(
                np.array([[p.x, p.y, p.height] for p in (before[key], now[key])])
            )
            shift = points[1] - points[0]
            far = float(np.hypot(*shift))
            if far >= 2:
                shift = shift * min(1.0, self.draw.motion / far)
                trails[key] = (float(shift[0]), float(shift[1]))
        return trails

    def truth_look(self, number: int) -> list[TrueCard]:
        """All cards of a picture from below to above, also those wholly covered."""
        at = number / self.fps
        scene = scene_at(self.script, at)
        shaken = self._lens.motion(at)
        shown: list[tuple[Lying, str]] = [(lying, "resting") for lying in scene.resting]
        for player, count in scene.fans:
            shown += [
                (Lying(-1 - player * 20 - index, BACK, pose, 0), "held")
                for index, pose in enumerate(fan_poses(self.seats[player], count))
            ]
        shown += [(lying, "moving") for lying in scene.loose]
        shown += [(lying, "moving") for hand in scene.hands for lying in hand.carried]
        quads = [_through(shaken, self._painter.quad(lying.pose)) for lying, _ in shown]
        wide, high = self.size
        small = (-(-wide // MASK_STEP), -(-high // MASK_STEP))
        covers = [self._painter.hand_cover(hand, MASK_STEP) for hand in scene.hands]
        shares = visible_shares([quad / MASK_STEP for quad in quads], small, covers)
        return [
            TrueCard(lying.number, lying.card, quad.astype(np.float32), share, state)
            for (lying, state), quad, share in zip(shown, quads, shares, strict=True)
        ]

    @cached_property
    def truth(self) -> tuple[TrueEvent, ...]:
        """Everything that happens on the table, in order of time."""
        view = View(self.table, *self.size)
        return tuple(self._true(happening, view) for happening in self.script.happenings)

    def _true(self, happening: Happening, view: View) -> TrueEvent:
        frame = min(int(np.ceil(happening.at * self.fps - 1e-9)), len(self) - 1)
        quad = place = None
        if happening.place is not None:
            still = self._painter.quad(happening.place)
            middle = self._camera.pixels(np.array([[happening.place.x, happening.place.y, 0.0]]))
            x, y = view.places(middle.astype(np.float32))[0]
            place = (float(x), float(y))
            if len(happening.numbers) == 1:
                quad = _through(self._lens.motion(frame / self.fps), still).astype(np.float32)
        player = None if happening.player is None else self.seats[happening.player].name
        return TrueEvent(
            happening.at, frame, happening.kind, player, happening.cards, happening.numbers,
            quad, place,
        )  # fmt: skip


def _camera(draw: FilmDraw, needed: float) -> tuple[TableCamera, tuple[float, float]]:
    """The camera that these conditions give, moved back until all that is played is in view."""
    card = draw.card_pixels
    while True:
        camera = above(draw.size, card, draw.tilt, draw.roll, draw.focal)
        half = rectangle_in(camera)
        if half[1] >= needed * 0.97:
            return camera, half
        card *= 0.97


def _places(scene: SceneNow) -> dict[object, Pose]:
    """Everything that may move, by the key under which the painter knows it."""
    places: dict[object, Pose] = {lying.number: lying.pose for lying in scene.loose}
    for hand in scene.hands:
        places["hand", hand.player] = hand.pose
        places |= {lying.number: lying.pose for lying in hand.carried}
    return places


def _through(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return homogeneous[:, :2] / homogeneous[:, 2:]


__all__ = ["Picture", "SimulatedTable", "TrueCard", "TrueEvent"]
