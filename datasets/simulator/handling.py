"""More acts on the table: cards are turned, shifted, looked at, picked up, drawn; fingers point.

As on the stage itself, an act takes the time at which its result is to be seen and returns when it
is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin

from .poses import Key, Pose, pose_at
from .script import BACK, HandStory, Happening, Rest
from .stage import HIGH, LOW, Stage

#: A card is turned over in about so many seconds.
TURNS_IN = 0.55
#: How steep a card stands in the middle of being turned, degrees.
UPRIGHT = 82.0
#: Whoever looks at a card holds it up for so long, seconds.
LOOKS_FOR = (0.7, 1.3)


class Handling(Stage):
    """A stage on which cards are handled in every way that the games know."""

    def turn(self, player: int, number: int, side: str, at: float) -> float:
        """A card is turned at its place; from `at` on it lies with `side` up."""
        rng, seat, story = self._rng, self.seats[player], self.script.cards[number]
        at = max(at, self.earliest_lay(player) + TURNS_IN)
        start, middle = at - TURNS_IN, at - TURNS_IN / 2
        place = pose_at(story.keys, start)
        x, y = rng.normal(0, 3, 2)
        after = replace(place.shifted(x, y), turn=place.turn + rng.normal(0, 2.5))
        away = self._from(seat, place)
        grip = replace(self._grip(place, away, seat.turn), height=LOW)
        self._lift(number, start)
        story.keys += [
            Key(start, place),
            Key(middle, replace(place, height=8.0, lean=UPRIGHT), "start"),
            Key(at, after, "stop"),
        ]
        story.turns.append((middle, side))
        self._reaches(
            player, "pinch", [(start, grip), (middle, replace(grip, height=30.0)), (at, grip)],
            leaves=at + rng.uniform(0.05, 0.2), carries=[(start, at, number)],
        )  # fmt: skip
        self._rests(number, at)
        self._say(at, "turned", player, [number], place=after)
        return self.free(player)

    def shift(self, player: int, number: int, to: Pose, at: float) -> float:
        """A hand pushes a lying card to another place, where it lies from `at` on."""
        seat, story = self.seats[player], self.script.cards[number]
        at = max(at, self.earliest_lay(player) + 0.5)
        start = at - self._rng.uniform(0.3, 0.5)
        place = pose_at(story.keys, start)
        level = story.rests[-1].level
        self._lift(number, start)
        story.keys += [Key(start, place), Key(at, to)]
        grips = [
            (when, replace(self._grip(pose, self._from(seat, pose), seat.turn), height=LOW))
            for when, pose in ((start, place), (at, to))
        ]
        self._reaches(player, "pinch", grips, leaves=at + 0.1, carries=[(start, at, number)])
        story.rests.append(Rest(at, float("inf"), level))
        self._say(at, "moved", player, [number], place=to, before=place)
        return self.free(player)

    def push(self, number: int, at: float, by: float) -> None:
        """Somebody nudges a lying card by `by` mm at about `at`."""
        story = self.script.cards[number]
        rest = story.lies_at(at)
        if rest is None or rest.end != float("inf"):
            return
        place = pose_at(story.keys, at)
        angle = self._rng.uniform(0, 360)
        after = replace(
            place.shifted(by * cos(radians(angle)), by * sin(radians(angle))),
            turn=place.turn + self._rng.uniform(-6, 6),
        )
        self._lift(number, at)
        story.keys += [Key(at, place), Key(at + 0.2, after, "stop")]
        story.rests.append(Rest(at + 0.2, float("inf"), rest.level))
        self.script.happenings.append(
            Happening(at + 0.2, "moved", None, (story.shown(at),), (number,), after, place)
        )

    def peek(self, player: int, number: int, at: float) -> float:
        """A player lifts a card to look at it, and lays it back as it lay; lifted at `at`."""
        rng, seat, story = self._rng, self.seats[player], self.script.cards[number]
        at = max(at, self.earliest_lay(player))
        looks = rng.uniform(*LOOKS_FOR)
        place = pose_at(story.keys, at)
        away = self._from(seat, place)
        grip = replace(self._grip(place, away, seat.turn), height=LOW)
        outside = self._outside(seat, 0.0)
        held = Pose(
            place.x + outside.x - grip.x, place.y + outside.y - grip.y, place.turn,
            height=60.0, lean=-20.0,
        )  # fmt: skip
        gone, comes = at + 0.5, at + 0.5 + looks
        back = comes + 0.6
        x, y = rng.normal(0, 2, 2)
        after = place.shifted(x, y)
        self._lift(number, at)
        story.keys += [
            Key(at, place), Key(gone, held, "start"), Key(comes, held), Key(back, after, "stop"),
        ]  # fmt: skip
        self._reaches(
            player, "pinch", [(at, grip), (gone, outside), (comes, outside), (back, grip)],
            leaves=back + 0.1, carries=[(at, back, number)],
        )  # fmt: skip
        self._rests(number, back)
        self._say(at, "lifted", player, [number], place=place)
        self._say(back, "laid_back", player, [number], place=after)
        return self.free(player)

    def take_up(self, player: int, numbers: Sequence[int], at: float) -> float:
        """Several cards are raked together and go into the player's hand; they move from `at`."""
        if len(numbers) == 1:
            return self.take_back(player, numbers[0], at)
        seat = self.seats[player]
        at = max(at, self.earliest_lay(player))
        poses = [pose_at(self.script.cards[number].keys, at) for number in numbers]
        heap = self._middle(poses, seat.turn)
        grip = replace(self._grip(heap, self._from(seat, heap), seat.turn), height=LOW)
        outside = self._outside(seat, 0.0)
        away = Pose(heap.x + outside.x - grip.x, heap.y + outside.y - grip.y, heap.turn, 60.0)
        together, out = at + 0.4, at + 0.4 + self._reach * 1.4
        for number, place in zip(numbers, poses, strict=True):
            story = self.script.cards[number]
            x, y = self._rng.normal(0, 6, 2)
            self._lift(number, at)
            story.keys += [
                Key(at, place),
                Key(together, replace(heap.shifted(x, y), turn=place.turn, height=2.0)),
                Key(out, replace(away.shifted(x, y), turn=place.turn), "start"),
            ]
            story.gone = out
        first = replace(self._grip(poses[0], self._from(seat, poses[0]), seat.turn), height=LOW)
        self._reaches(
            player, "sweep", [(at, first), (together, grip)], leaves=together,
            carries=[(at, out, number) for number in numbers], out=out,
        )  # fmt: skip
        self._say(at, "swept", player, numbers, place=heap)
        return self.free(player)

    def spread(
        self, player: int, numbers: Sequence[int], places: Sequence[Pose], at: float
    ) -> float:
        """Cards are drawn to other places and lie there open; they start to move at `at`."""
        seat = self.seats[player]
        at = max(at, self.earliest_lay(player))
        poses = [pose_at(self.script.cards[number].keys, at) for number in numbers]
        heap = self._middle(poses, seat.turn)
        together, there = at + 0.4, at + 1.0
        spread = there + 0.35
        middle = self._middle(places, seat.turn)
        for number, place, target in zip(numbers, poses, places, strict=True):
            story = self.script.cards[number]
            x, y = self._rng.normal(0, 7, 2)
            self._lift(number, at)
            story.keys += [
                Key(at, place),
                Key(together, replace(heap.shifted(x, y), turn=place.turn, height=1.0)),
                Key(there, replace(middle.shifted(x, y), turn=target.turn, height=1.0)),
                Key(spread, target, "stop"),
            ]
            self._rests(number, spread)
            self._say(spread, "moved", player, [number], place=target, before=place)
        grips = [
            (when, replace(self._grip(pose, self._from(seat, pose), seat.turn), height=LOW))
            for when, pose in (
                (at, poses[0]), (together, heap), (there, middle), (spread, places[-1]),
            )
        ]  # fmt: skip
        self._reaches(
            player, "sweep", grips, leaves=spread + 0.1,
            carries=[(at, spread, number) for number in numbers],
        )  # fmt: skip
        return self.free(player)

    def draw(self, player: int, talon: Pose, at: float) -> float:
        """A hand fetches cards from the talon's top; it has them at `at`."""
        seat = self.seats[player]
        at = max(at, self.earliest_lay(player))
        grip = replace(self._grip(talon, self._from(seat, talon), seat.turn), height=LOW)
        outside = self._outside(seat, 0.0)
        out = at + self._reach * 1.3
        away = talon.shifted(outside.x - grip.x, outside.y - grip.y)
        number = self._add(BACK, [Key(at, talon), Key(out, replace(away, height=60.0), "start")])
        self.script.cards[number].gone = out
        self._reaches(
            player, "pinch", [(at, grip)], leaves=at, carries=[(at, out, number)], out=out
        )
        return self.free(player)

    def point(self, player: int, place: Pose, number: int, at: float) -> HandStory:
        """A finger comes to rest on a card at `at` and stays until `lift_finger`."""
        seat = self.seats[player]
        at = max(at, self.earliest_lay(player))
        away = self._from(seat, place)
        tip = replace(self._grip(place, away, seat.turn), height=LOW)
        # The tip lies well on the card, but leaves the corners to be read.
        tip = tip.shifted(-away[0] * 14, -away[1] * 14)
        hand = HandStory(
            player,
            [Key(at - self._reach * 1.2, self._outside(seat, 0.0)), Key(at, tip)],
            [(at - self._reach * 1.2, "point")],
        )
        self._free[player] = float("inf")
        self._say(at - self._reach * 1.2, "hand_in", player, [])
        self._say(at, "pointed", player, [number], place=place)
        self.script.hands.append(hand)
        return hand

    def lift_finger(self, hand: HandStory, at: float) -> float:
        """That finger is taken away again."""
        out = at + self._reach
        hand.keys += [
            Key(at, hand.keys[-1].pose),
            Key(out, self._outside(self.seats[hand.player], 0.0), "start"),
        ]
        self._free[hand.player] = out
        self._say(out, "hand_out", hand.player, [])
        self.script.end = max(self.script.end, out)
        return out

    def put_under(self, number: int, upper: int) -> None:
        """A lying card lies right under another one."""
        rests = self.script.cards[number].rests
        level = self.script.cards[upper].rests[-1].level - 0.5
        rests[-1] = replace(rests[-1], level=level)

    def vanish(self, number: int, at: float) -> None:
        """The last card of a heap has been taken from it."""
        self.script.cards[number].gone = at
        self._lift(number, at)

    @staticmethod
    def _middle(poses: Sequence[Pose], turn: float) -> Pose:
        count = len(poses)
        return Pose(sum(p.x for p in poses) / count, sum(p.y for p in poses) / count, turn)

    def _reaches(
        self,
        player: int,
        sprite: str,
        grips: Sequence[tuple[float, Pose]],
        *,
        leaves: float,
        carries: Sequence[tuple[float, float, int]],
        out: float | None = None,
    ) -> None:
        """One reach of a hand: to each grip at its time, and out again."""
        seat = self.seats[player]
        begin = grips[0][0] - self._reach * 1.2
        out = leaves + self._reach if out is None else out
        last = grips[-1][1]
        keys = [Key(begin, replace(self._outside(seat, 0.0), height=HIGH))]
        keys += [Key(when, grip) for when, grip in grips]
        if leaves > grips[-1][0]:
            keys.append(Key(leaves, replace(last, height=LOW + 8)))
        keys.append(Key(out, self._outside(seat, 0.0), "start"))
        self._hand(HandStory(player, keys, [(begin, sprite)], list(carries)), out)
