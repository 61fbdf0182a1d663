"""What happens over one film: stories of cards and hands, and the true events, all in world mm.

A script knows no pixels. `Stage` writes one act by act; `scene_at` says what is where at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .poses import Key, Pose, pose_at

#: Name of a card that shows its back.
BACK = "BACK"

TruthKind = Literal[
    "laid", "turned", "moved", "removed", "swept", "lifted", "laid_back", "pointed",
    "hand_in", "hand_out",
]  # fmt: skip


@dataclass(frozen=True)
class Rest:
    """A stretch of time in which a card lies still on the table."""

    start: float
    end: float
    level: float
    """Drawing order: higher lies above lower."""


@dataclass(eq=False)
class CardStory:
    """One card from when it comes into view until it is gone."""

    number: int
    card: str
    """The side that it shows first."""
    keys: list[Key]
    rests: list[Rest] = field(default_factory=list)
    gone: float = float("inf")
    turns: list[tuple[float, str]] = field(default_factory=list)
    """From when on it shows which side, where it is turned."""

    def shown(self, at: float) -> str:
        """The side that it shows at a time."""
        return next((side for start, side in reversed(self.turns) if start <= at), self.card)

    def lies_at(self, at: float) -> Rest | None:
        """The rest during which `at` falls, or None while it moves."""
        return next((rest for rest in self.rests if rest.start <= at < rest.end), None)


@dataclass(eq=False)
class HandStory:
    """One reach of a player's hand over the table."""

    player: int
    keys: list[Key]
    sprites: list[tuple[float, str]]
    """From which time on the hand has which pose, first at its beginning."""
    carries: list[tuple[float, float, int]] = field(default_factory=list)
    """From when until when it moves which card."""

    def sprite_at(self, at: float) -> str:
        """The hand's pose at a time."""
        return next(
            (name for start, name in reversed(self.sprites) if start <= at), self.sprites[0][1]
        )


@dataclass(frozen=True)
class FanStory:
    """The cards in a player's hand at the table's edge, from one time to another."""

    player: int
    count: int
    start: float
    end: float


@dataclass(frozen=True)
class Happening:
    """A true event of the table."""

    at: float
    kind: TruthKind
    player: int | None
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    """Stories of the cards concerned."""
    place: Pose | None = None
    before: Pose | None = None


@dataclass(frozen=True)
class Click:
    """A record's event that has no picture: somebody taps it at that film time."""

    at: float
    event: Mapping[str, object]
    number: int
    """Its place in the record, from 1."""


@dataclass(eq=False)
class Script:
    """Everything that one film shows."""

    cards: list[CardStory] = field(default_factory=list)
    hands: list[HandStory] = field(default_factory=list)
    fans: list[FanStory] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    clicks: list[Click] = field(default_factory=list)
    acted: list[float] = field(default_factory=list)
    """When each event of the record begins to be seen or is tapped, in the record's order."""
    end: float = 0.0


@dataclass(frozen=True)
class Lying:
    """A card at a moment."""

    number: int
    card: str
    pose: Pose
    level: float


@dataclass(frozen=True)
class Reaching:
    """A hand at a moment, with the cards that it moves."""

    player: int
    sprite: str
    pose: Pose
    carried: tuple[Lying, ...]


@dataclass(frozen=True)
class SceneNow:
    """What is to be drawn at a moment, from below to above."""

    fans: tuple[tuple[int, int], ...]
    """Player and number of cards in hand."""
    resting: tuple[Lying, ...]
    loose: tuple[Lying, ...]
    """Cards that move without a hand on them."""
    hands: tuple[Reaching, ...]


def scene_at(script: Script, at: float) -> SceneNow:
    """Where everything is at a film time."""
    resting: list[Lying] = []
    moving: dict[int, Lying] = {}
    for story in script.cards:
        if not story.keys[0].at <= at < story.gone:
            continue
        pose = pose_at(story.keys, at)
        rest = story.lies_at(at)
        if rest is not None:
            resting.append(Lying(story.number, story.shown(at), pose, rest.level))
        else:
            level = 10_000 + story.number
            moving[story.number] = Lying(story.number, story.shown(at), pose, level)
    hands = []
    for hand in script.hands:
        if not hand.keys[0].at <= at < hand.keys[-1].at:
            continue
        carried = tuple(
            moving.pop(number)
            for start, end, number in hand.carries
            if start <= at < end and number in moving
        )
        hands.append(Reaching(hand.player, hand.sprite_at(at), pose_at(hand.keys, at), carried))
    return SceneNow(
        fans=tuple((fan.player, fan.count) for fan in script.fans if fan.start <= at < fan.end),
        resting=tuple(sorted(resting, key=lambda lying: lying.level)),
        loose=tuple(moving.values()),
        hands=tuple(hands),
    )
