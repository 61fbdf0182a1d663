"""What `easy`, `normal` and `hard` mean for a film, and one film's own draw from it.

What films share with single scenes (light, lens, table) is in `scenes.conditions`; here is what
only moving pictures have. Lengths in pixels belong to a 1920x1080 frame.
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from ..scenes.conditions import BY_NAME, Conditions, Range


@dataclass(frozen=True)
class FilmRanges:
    """Ranges (drawn evenly) and shares for films."""

    scene: Conditions
    frame_rate: tuple[int, int]
    picture_heights: tuple[int, ...]
    shake: Range
    knock: bool
    """Whether the camera may be knocked once."""
    drift: float
    """Exposure drift, EV either way; the white balance drifts along."""
    flicker: bool
    """Whether the lamps may beat at 50 Hz."""
    between_plays: Range
    """Seconds."""
    at_once: float
    """Share of plays that come together with the one before."""
    cover: Range
    """Seconds that a hand stays over the cards after laying one."""
    nudged: float
    """Share of plays that push another card."""
    fans: float
    """Share of films in which the players' hands of cards are in view."""
    jpeg: tuple[int, int]
    """JPEG quality that stands in for the film's CRF of 18, 23 and 30."""
    mess: float
    """How carelessly people lay their cards and sit, 0 to 1."""


FILMS = {
    "easy": FilmRanges(
        BY_NAME["easy"], (30, 30), (1080,), (0, 0), False, 0.0, False,
        (1.5, 4.0), 0.0, (0.0, 0.5), 0.0, 0.0, (92, 96), 0.1,
    ),
    "normal": FilmRanges(
        BY_NAME["normal"], (15, 30), (720, 1080), (0, 2), False, 0.5, False,
        (0.8, 3.0), 0.0, (0.0, 1.5), 0.10, 0.4, (80, 92), 0.5,
    ),
    "hard": FilmRanges(
        BY_NAME["hard"], (12, 30), (720, 1080), (0, 6), True, 1.0, True,
        (0.4, 3.0), 0.08, (0.0, 4.0), 0.30, 0.7, (60, 80), 1.0,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class FilmDraw:
    """What one film drew from its ranges; everything that is fixed while it runs."""

    ranges: FilmRanges
    size: tuple[int, int]
    frame_rate: float
    card_pixels: float
    """Height of a card in the middle, pixels of this film's own size."""
    tilt: float
    roll: float
    focal: float
    blur: float
    motion: float
    """Longest motion blur, pixels of this film."""
    noise: float
    jpeg: int
    brightness: float
    table: str
    shake: float
    fans: bool
    clutter: bool
    shadow: bool
    glare: bool
    worn: bool
    flicker: bool
    knock_share: float | None
    """When the camera is knocked, as a share of the film; None for never."""

    @property
    def pixel(self) -> float:
        """Pixels of this film for one of the 1080p frame."""
        return self.size[1] / 1080


def ranges_of(name: str) -> FilmRanges:
    """The ranges of that name. Raises ValueError for an unknown one."""
    if name not in FILMS:
        raise ValueError(f"there are no conditions {name!r}; take easy, normal or hard")
    return FILMS[name]


def draw(
    rng: Generator,
    ranges: FilmRanges,
    size: tuple[int, int] | None,
    frame_rate: float | None,
    largest_card: float,
) -> FilmDraw:
    """One film's conditions. `largest_card`: the most 1080p pixels at which all that is played
    still fits into the picture."""
    scene = ranges.scene
    drawn_height = int(rng.choice(ranges.picture_heights))
    drawn_rate = float(rng.integers(ranges.frame_rate[0], ranges.frame_rate[1] + 1))
    if size is None:
        size = (drawn_height * 16 // 9, drawn_height)
    pixel = size[1] / 1080
    low, high = scene.card_height
    card = rng.uniform(min(low, largest_card), min(high, largest_card))
    motion = rng.uniform(*scene.motion) if rng.random() < scene.motion_share else 0.0
    knock = rng.uniform(0.2, 0.8)
    return FilmDraw(
        ranges=ranges,
        size=size,
        frame_rate=frame_rate or drawn_rate,
        card_pixels=card * pixel,
        tilt=rng.uniform(*scene.tilt),
        roll=rng.normal(0, 1.5),
        focal=rng.uniform(0.75, 1.3),
        blur=rng.uniform(*scene.blur) * min(1.0, 1.3 * pixel),
        motion=(motion or 2.0) * pixel,
        noise=rng.uniform(*scene.noise),
        jpeg=int(rng.integers(ranges.jpeg[0], ranges.jpeg[1] + 1)),
        brightness=rng.uniform(*scene.brightness),
        table=str(rng.choice(scene.tables)),
        shake=rng.uniform(*ranges.shake) * pixel,
        fans=rng.random() < ranges.fans,
        clutter=rng.random() < (0.0 if scene.name == "easy" else 0.6),
        shadow=rng.random() < scene.shadow_share,
        glare=rng.random() < scene.glare_share,
        worn=rng.random() < scene.wear_share,
        flicker=ranges.flicker and rng.random() < 0.5,
        knock_share=knock if ranges.knock else None,
    )
