"""What *easy*, *normal* and *hard* mean, as ranges that a scene draws from.

Lengths in pixels belong to a 1920x1080 frame and are scaled with the picture's size by whoever
draws a smaller view. `TRAINING` reaches somewhat beyond `HARD` on every side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Range = tuple[float, float]


@dataclass(frozen=True)
class Conditions:
    """Ranges (drawn evenly) and shares (how many scenes show the effect at all)."""

    name: str
    card_height: Range
    """Pixels of the 1080p frame."""
    tilt: Range
    """Degrees of the camera from straight down."""
    cards: tuple[int, int]
    covered_share: float
    """Share of scenes in which cards lie over each other."""
    visible: Range
    """Visible share that a partly covered card may have."""
    fan: int
    """Most cards in a fan; 0 for none."""
    blur: Range
    """Sigma of the Gaussian blur, pixels."""
    motion: Range
    """Length of motion blur, pixels."""
    motion_share: float
    noise: Range
    """Sigma of the sensor noise, of 255."""
    jpeg: tuple[int, int]
    kelvin: Range
    """Colour temperature of the light."""
    two_lamps: bool
    brightness: Range
    """Mean of the frame, of 255."""
    gradient: float
    """Most light across the table, as a ratio."""
    glare_share: float
    shadow_share: float
    tables: tuple[str, ...]
    """Kinds of table, see `tables.KINDS`."""
    clutter_share: float
    wear_share: float
    huge_share: float = 0.0
    """Share of scenes in which a card fills about half of the picture."""
    hands_share: float = 0.0
    back_shares: tuple[float, float, float, float] = (0.45, 0.3, 0.17, 0.08)
    """How many scenes have no back among the cards, few, some, nothing else."""
    several_backs: bool = False
    """Whether each group of cards has a back of its own: no table does, but more are learned."""
    strange_share: float = 0.04
    """Share of scenes with the cards of another game."""
    at_play: bool = False
    """Whether cards lie as in the middle of a game, and in no other way over each other."""
    joker_share: float = 0.0
    """Share of scenes in which a joker is sure to be dealt; else it is one card of 53."""


EASY = Conditions(
    "easy",
    (160, 320),
    (0, 10),
    (1, 6),
    0.0,
    (1, 1),
    0,
    (0, 0.6),
    (0, 0),
    0.0,
    (0, 3),
    (90, 98),
    (4000, 6500),
    False,
    (100, 170),
    1.3,
    0.0,
    0.10,
    ("plain",),
    0.0,
    0.0,
)
NORMAL = Conditions(
    "normal",
    (90, 260),
    (0, 30),
    (1, 12),
    0.5,
    (0.40, 0.95),
    0,
    (0, 1.2),
    (3, 7),
    0.15,
    (0, 7),
    (70, 95),
    (2700, 7500),
    False,
    (70, 190),
    2.0,
    0.10,
    0.40,
    ("wood", "felt", "cloth"),
    0.1,
    0.2,
    hands_share=0.1,
)
HARD = Conditions(
    "hard",
    (60, 400),
    (0, 45),
    (1, 20),
    0.7,
    (0.15, 0.95),
    13,
    (0, 2),
    (3, 13),
    0.30,
    (2, 14),
    (45, 90),
    (2300, 9000),
    True,
    (40, 220),
    4.0,
    0.30,
    0.70,
    ("wood", "felt", "cloth", "patterned", "paper", "white", "carpet", "photo"),
    0.5,
    0.5,
    huge_share=0.1,
    hands_share=0.2,
)
TRAINING = Conditions(
    "training",
    (50, 560),
    (0, 48),
    (1, 20),
    0.65,
    (0.10, 0.97),
    13,
    (0, 2),
    (3, 13),
    0.15,
    (0, 14),
    (35, 98),
    (2200, 9500),
    True,
    (35, 225),
    4.5,
    0.30,
    0.6,
    ("plain", "wood", "felt", "cloth", "patterned", "paper", "white", "carpet", "photo", "photo"),
    0.5,
    0.4,
    huge_share=0.12,
    hands_share=0.2,
    back_shares=(0.3, 0.3, 0.25, 0.15),
    several_backs=True,
    strange_share=0.12,
    joker_share=0.3,
)

#: Half of what the detector learns from: fewer cards, larger and less covered, so that the many
#: slivers of crowded scenes do not outweigh the cards that lie open.
TRAINING_OPEN = replace(
    TRAINING,
    card_height=(80, 560),
    cards=(1, 8),
    covered_share=0.4,
    fan=5,
    blur=(0, 1.4),
    noise=(0, 9),
    brightness=(60, 205),
    clutter_share=0.4,
    huge_share=0.22,
)

#: And some of cards half over others of the same direction, as attack and defence lie.
TRAINING_AT_PLAY = replace(TRAINING_OPEN, cards=(2, 14), covered_share=1.0, huge_share=0.05,
                           at_play=True)  # fmt: skip

BY_NAME = {c.name: c for c in (EASY, NORMAL, HARD, TRAINING)}
