"""Acts on the table: a card is laid, taken back, pushed; a trick is gathered.

Every act takes the time at which its result is to be seen (the card lies, the trick starts to
move) and returns when it is over. Times of hands of the same player never overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, degrees, hypot

from numpy.random import Generator

from .camera import CARD_HEIGHT
from .poses import Key, Pose, pose_at
from .script import BACK, CardStory, FanStory, HandStory, Happening, Rest, Script, TruthKind
from .seats import Seat

#: Height of fingertips that lie on the table, and of a hand that travels, mm.
LOW, HIGH = 4.0, 45.0
#: A hand reaches into the middle and back in about half a second each.
REACH = 0.5


class Stage:
    """Writes a script act by act."""

    def __init__(self, seats: Sequence[Seat], rng: Generator, reach: float = REACH) -> None:
        self.script = Script()
        self.seats = tuple(seats)
        self._rng = rng
        self._reach = reach
        self._level = 0
        self._free = [0.0] * len(seats)
        self._piles = [0] * len(seats)
        self._heaps: list[int] = []
        """Cards that stand for heaps of gathered ones."""

    def free(self, player: int) -> float:
        """From when on that player's hand may come in again."""
        return self._free[player]

    def earliest_lay(self, player: int) -> float:
        """The earliest time at which a card of that player can lie."""
        return self._free[player] + self._reach * 1.3

    def lying(self, at: float) -> list[CardStory]:
        """The face-up cards that lie still at a time, from below to above."""
        found = [
            (rest.level, story)
            for story in self.script.cards
            if story.shown(at) != BACK
            and (rest := story.lies_at(at)) is not None
            and at < story.gone
        ]
        return [story for _, story in sorted(found, key=lambda pair: pair[0])]

    def lay(self, player: int, card: str, place: Pose, at: float, cover: float) -> int:
        """A player lays a card that lies at `place` from `at` on; the hand stays for `cover` s.

        Gives the number of the card's story.
        """
        at = max(at, self.earliest_lay(player))
        rng, seat = self._rng, self.seats[player]
        slide = rng.uniform(0.12, 0.25)
        begin = at - self._reach * rng.uniform(0.9, 1.3) - slide
        begin = max(begin, self._free[player])
        away = self._from(seat, place)
        back = rng.uniform(14, 40)
        swing = rng.uniform(-25, 25)
        released = Pose(
            place.x + away[0] * back, place.y + away[1] * back,
            place.turn + rng.uniform(-7, 7), height=2.0, lean=0.0,
        )  # fmt: skip
        start = self._outside(seat, rng.uniform(-60, 60))
        held = self._grip(place, away, seat.turn)
        outside = Pose(
            start.x + released.x - held.x, start.y + released.y - held.y,
            released.turn + swing, height=60.0, lean=-rng.uniform(5, 35),
        )  # fmt: skip
        follows = rng.random() < 0.5
        number = self._add(
            card,
            [
                Key(begin, outside),
                Key(at - slide, released, "both"),
                Key(at, place, "stop"),
            ],
        )
        grip = replace(self._grip(released, away, seat.turn), height=LOW)
        rest = replace(self._grip(place, away, seat.turn), height=LOW) if follows else grip.shifted(
            away[0] * 3, away[1] * 3
        )  # fmt: skip
        leave = at + max(cover, 0.04)
        out = leave + self._reach * rng.uniform(0.8, 1.2)
        hand = HandStory(
            player,
            [
                Key(begin, replace(self._grip(outside, away, seat.turn), height=HIGH)),
                Key(at - slide, grip, "both"),
                Key(at, rest, "stop"),
                Key(leave, replace(rest, height=LOW + 8), "both"),
                Key(out, self._outside(seat, rng.uniform(-60, 60)), "start"),
            ],
            [(begin, "key" if rng.random() < 0.35 and not follows else "pinch")],
            [(begin, at, number)],
        )
        self._hand(hand, out)
        self._rests(number, at)
        self._say(at, "laid", player, [number], place=place)
        return number

    def take_back(self, player: int, number: int, at: float) -> float:
        """The card goes back into the player's hand; it starts to move at `at`."""
        at = max(at, self.earliest_lay(player))
        story = self.script.cards[number]
        seat = self.seats[player]
        place = pose_at(story.keys, at)
        away = self._from(seat, place)
        grip = replace(self._grip(place, away, seat.turn), height=LOW)
        begin = at - self._reach * 1.2
        out = at + self._reach * 1.4
        outside = self._outside(seat, 0.0)
        self._lift(number, at)
        lifted = Pose(
            place.x + outside.x - grip.x, place.y + outside.y - grip.y,
            place.turn + self._rng.uniform(-20, 20), height=60.0, lean=-15.0,
        )  # fmt: skip
        story.keys += [Key(at, place), Key(out, lifted, "start")]
        story.gone = out
        hand = HandStory(
            player,
            [Key(begin, outside), Key(at - 0.15, grip), Key(at, grip), Key(out, outside, "start")],
            [(begin, "pinch")],
            [(at, out, number)],
        )
        self._hand(hand, out)
        self._say(at, "removed", player, [number], place=place)
        return out

    def gather(
        self, player: int, numbers: Sequence[int], at: float, heap_at: Pose | None = None
    ) -> float:
        """The player's hand rakes these cards into a heap and draws it to its own edge.

        `heap_at`: to that place instead.
        """
        at = max(at, self.earliest_lay(player))
        rng, seat = self._rng, self.seats[player]
        places = [pose_at(self.script.cards[number].keys, at) for number in numbers]
        middle_x = sum(place.x for place in places) / len(places)
        middle_y = sum(place.y for place in places) / len(places)
        heap = Pose(middle_x, middle_y, seat.turn)
        away = self._from(seat, heap)
        far = max((-(p.x - middle_x) * away[0] - (p.y - middle_y) * away[1]) for p in places)
        ahead = Pose(middle_x - away[0] * far, middle_y - away[1] * far, seat.turn, LOW)
        pile = self._pile(player) if heap_at is None else heap_at
        gathered = at + rng.uniform(0.3, 0.5)
        drawn = gathered + rng.uniform(0.45, 0.75)
        begin = at - self._reach * 1.2
        outside = self._outside(seat, 0.0)
        over = heap.shifted(away[0] * 10, away[1] * 10)
        hand = HandStory(
            player,
            [
                Key(begin, outside),
                Key(at, ahead, "both"),
                Key(gathered, replace(over, height=LOW), "both"),
                Key(drawn, replace(pile, height=LOW, turn=seat.turn), "both"),
                Key(drawn + 0.25, replace(pile, height=LOW + 6, turn=seat.turn)),
                Key(drawn + 0.25 + self._reach * 0.7, outside, "start"),
            ],
            [(begin, "sweep")],
            [(at, drawn, number) for number in numbers],
        )
        for number, place in zip(numbers, places, strict=True):
            story = self.script.cards[number]
            self._lift(number, at)
            x, y = rng.normal(0, 9, 2)
            lean = rng.normal(0, 12)
            story.keys += [
                Key(at, place),
                Key(
                    gathered,
                    replace(heap.shifted(x, y), turn=place.turn + lean, height=1.0),
                    "both",
                ),
                Key(drawn, replace(pile.shifted(x, y), turn=place.turn + 2 * lean, height=1.0)),
            ]
            story.gone = drawn
        back = self._add(BACK, [Key(drawn, pile)])
        self._heaps.append(back)
        self._rests(back, drawn)
        self._hand(hand, hand.keys[-1].at)
        kind: TruthKind = "swept" if len(numbers) > 1 else "removed"
        self._say(at, kind, player, numbers, place=heap)
        return hand.keys[-1].at

    def clear_piles(self, at: float) -> None:
        """The won tricks are taken away for the next deal."""
        for number in self._heaps:
            self.script.cards[number].gone = at
            self._lift(number, at)
        self._heaps.clear()
        self._piles = [0] * len(self.seats)

    def fan(self, player: int, count: int, at: float) -> None:
        """From `at` on the player holds `count` cards."""
        fans = self.script.fans
        for index, fan in enumerate(fans):
            if fan.player == player and fan.end == float("inf"):
                fans[index] = replace(fan, end=at)
        if count > 0:
            fans.append(FanStory(player, count, at, float("inf")))

    def held(self, player: int) -> int:
        """How many cards the player holds at the end of what is written so far."""
        return next(
            (f.count for f in self.script.fans if f.player == player and f.end == float("inf")), 0
        )

    def _from(self, seat: Seat, place: Pose) -> tuple[float, float]:
        """The direction from a place to the player's shoulder."""
        x, y = seat.shoulder[0] - place.x, seat.shoulder[1] - place.y
        far = hypot(x, y)
        return x / far, y / far

    def _grip(self, place: Pose, away: tuple[float, float], seat_turn: float) -> Pose:
        """Where fingers hold a card that is at `place`: well inside its edge towards the player."""
        in_reach = CARD_HEIGHT * 0.30
        turn = degrees(atan2(-away[1], -away[0])) + 90
        turn = seat_turn + (turn - seat_turn + 180) % 360 - 180  # no hand spins on its way
        return Pose(place.x + away[0] * in_reach, place.y + away[1] * in_reach, turn, place.height)

    def _outside(self, seat: Seat, sideways: float) -> Pose:
        """A hand out of the picture on its player's side."""
        x, y = seat.outwards
        far = 175.0
        return Pose(
            seat.edge[0] + x * far - y * sideways, seat.edge[1] + y * far + x * sideways,
            seat.turn, HIGH,
        )  # fmt: skip

    def _pile(self, player: int) -> Pose:
        """Where the next trick that a player wins is put, at the table's edge."""
        seat = self.seats[player]
        x, y = seat.outwards
        inside, beside = 25.0, 95.0
        count = self._piles[player]
        self._piles[player] += 1
        cross = 90.0 if count % 2 else 0.0
        jitter = self._rng.normal(0, 2.5, 2)
        return Pose(
            seat.edge[0] - x * inside - y * beside + jitter[0],
            seat.edge[1] - y * inside + x * beside + jitter[1],
            seat.turn + cross + self._rng.normal(0, 4),
        )  # fmt: skip

    def _add(self, card: str, keys: list[Key]) -> int:
        self.script.cards.append(CardStory(len(self.script.cards), card, keys))
        return len(self.script.cards) - 1

    def _rests(self, number: int, at: float) -> None:
        self._level += 1
        self.script.cards[number].rests.append(Rest(at, float("inf"), self._level))

    def _lift(self, number: int, at: float) -> None:
        rests = self.script.cards[number].rests
        if rests:
            rests[-1] = replace(rests[-1], end=at)

    def _hand(self, hand: HandStory, out: float) -> None:
        self.script.hands.append(hand)
        self._free[hand.player] = out
        self._say(hand.keys[0].at, "hand_in", hand.player, [])
        self._say(out, "hand_out", hand.player, [])
        self.script.end = max(self.script.end, out)

    def _say(
        self, at: float, kind: TruthKind, player: int, numbers: Sequence[int],
        place: Pose | None = None, before: Pose | None = None,
    ) -> None:  # fmt: skip
        cards = tuple(self.script.cards[number].shown(at) for number in numbers)
        self.script.happenings.append(
            Happening(at, kind, player, cards, tuple(numbers), place, before)
        )
