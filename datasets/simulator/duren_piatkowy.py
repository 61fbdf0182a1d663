"""How a game of Dureń Piątkowy looks: every event of a record acted out or left to a tap.

What has a picture: the talon with the card turned up under it, attack cards before the defender,
beating cards half over them, picking up (the open cards lie before the defender), setting aside,
drawing, the exchange of the trump card, cards that go back. Passes and rulings become clicks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.random import Generator

from companion.record import Step

from .choreography import Choreography
from .conditions import FilmRanges
from .duren_places import DurenPlaces, OnTable, Pair
from .handling import Handling
from .poses import pose_at
from .script import BACK

#: An attack that is over lies to be looked at before it is cleared away, seconds.
LOOK_AT_ATTACK = (0.7, 1.5)
#: After an attack was laid, a tap comes only when the screen shows it: hands have to be off first.
SHOWN_AFTER = 2.4
#: Cards of one attack follow each other after so many seconds.
NEXT_CARD = (0.1, 0.5)


class DurenChoreographer(Choreography):
    """Acts a record out on a stage."""

    def __init__(
        self, stage: Handling, places: DurenPlaces, ranges: FilmRanges, rng: Generator
    ) -> None:
        super().__init__(stage, ranges, rng)
        self._places = places
        self._lies = OnTable()

    def _act(
        self,
        step: Step,
        before: Mapping[str, Any],
        state: Any,  # noqa: ARG002 - the public state says it all
        following: Step | None,  # noqa: ARG002 - cards are cleared away whatever follows
    ) -> None:
        kind = step.event["type"]
        after = step.game.public(step.state)
        playing = before["phase"] in ("attack", "defend", "add")
        if kind == "start" and step.verdict.accepted:
            self._start(step, after)
        elif kind == "attack" and playing:
            self._attack(step, before, after)
        elif kind == "beat" and playing:
            self._beat(step, before, after)
        elif kind == "take" and step.verdict.accepted:
            self._take(step, before)
        elif kind == "swap" and step.verdict.accepted:
            self._swap(step, before)
        elif kind == "take_back" and self._lies.pending:
            self._take_back(step, before)
        else:
            self._click(step)
        if step.verdict.accepted:
            self._follow_up(step, before, after)
        if after["pending"] is None:
            self._lies.pending = []
        self._hold(after["hand_sizes"])

    # Laying

    def _start(self, step: Step, after: Mapping[str, Any]) -> None:
        self._clear()
        dealer = self._seat(after["dealer"])
        talon, turned_up = self._places.talon(self._rng)
        at = self._steered(step, self._now + self._rng.uniform(0.8, 1.2), self._now)
        self._lies.trump = self._stage.lay(dealer, after["trump_card"], turned_up, at, 0.1)
        at = self._stage.earliest_lay(dealer) + 0.2
        self._lies.talon = self._stage.lay(dealer, BACK, talon, at, 0.1)
        # The screen shows who attacks before anybody does.
        self._now, self._fresh = self._stage.free(dealer) + 1.2, False

    def _attack(self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        name = step.event.get("player", before["turn"])
        player, defender = self._seat(name), self._stage.seats[self._seat(before["defender"])]
        laid: list[Pair] = []
        at = self._steered(step, self._now + self._pause(), self._now)
        cards = step.event["cards"]
        for card in cards if isinstance(cards, Sequence) else ():
            at = max(at, self._stage.earliest_lay(player))
            place = self._places.attack(len(self._lies.pairs) + len(laid), defender, self._rng)
            cover = self._cover()
            opened = self._opened(str(name), str(card), before)
            if opened is None:
                number = self._stage.lay(player, str(card), place, at, cover)
            else:
                number, at = opened, max(at, self._stage.earliest_lay(player) + 0.5)
                self._stage.shift(player, number, place, at)
            self._nudge(at)
            laid.append(Pair(number, str(card), place))
            self._now, self._fresh = at, False
            self._cover_until = max(self._cover_until, at + cover)
            at += self._rng.uniform(*NEXT_CARD)
        self._cover_until = max(self._cover_until, self._stage.free(player) + SHOWN_AFTER)
        self._outcome(step, after, player, laid)
        if step.verdict.accepted:
            self._lies.pairs += laid

    def _outcome(
        self, step: Step, after: Mapping[str, Any], player: int, laid: Sequence[Pair]
    ) -> None:
        """What is refused waits for a ruling, or goes straight back."""
        if step.verdict.accepted:
            return
        if after["pending"] is not None:
            self._lies.pending = list(laid)
            return
        at = self._stage.free(player) + self._rng.uniform(2.4, 3.2)
        self._now = self._stage.take_up(player, [pair.number for pair in laid], at)

    def _opened(self, name: str, card: str, before: Mapping[str, Any]) -> int | None:
        """The open card that is used in a main attack, which is against D6."""
        if before["wave"] != 1 or card not in before["open_cards"].get(name, ()):
            return None
        mine = self._lies.open.get(name, [])
        number = next((number for number, code in mine if code == card), None)
        self._lies.open[name] = [one for one in mine if one[0] != number]
        return number

    def _beat(self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        player = self._seat(before["defender"])
        seat = self._stage.seats[player]
        target = next(
            (
                pair
                for pair in self._lies.pairs
                if pair.card == step.event["attack"] and pair.beaten_by is None
            ),
            None,
        )
        at = self._steered(step, self._now + self._pause(), self._now)
        at = max(at, self._stage.earliest_lay(player))
        if target is None:  # It lies on nothing, as the record says.
            place = self._places.attack(len(self._lies.pairs), seat, self._rng)
        else:
            under = pose_at(self._stage.script.cards[target.number].keys, at)
            place = self._places.beating(under, seat, self._rng)
        cover = self._cover()
        number = self._stage.lay(player, str(step.event["card"]), place, at, cover)
        self._nudge(at)
        self._now, self._fresh = at, False
        self._cover_until = max(self._cover_until, at + cover)
        self._outcome(step, after, player, [Pair(number, str(step.event["card"]), place)])
        self._lies.beats = target
        if step.verdict.accepted and target is not None:
            target.beaten_by = number

    def _nudge(self, at: float) -> None:
        """Now and then another card of the attack is pushed a little."""
        if self._lies.pairs and self._rng.random() < self._ranges.nudged:
            pair = self._lies.pairs[int(self._rng.integers(len(self._lies.pairs)))]
            self._stage.push(pair.number, at - 0.05, self._rng.uniform(2, 9))

    def _take_back(self, step: Step, before: Mapping[str, Any]) -> None:
        player = self._seat(before["pending"]["player"])
        quiet = max(self._now, self._cover_until + 0.8)
        at = self._steered(step, quiet + self._rng.uniform(2.6, 4.0), quiet)
        numbers = [pair.number for pair in self._lies.pending]
        self._now = self._stage.take_up(player, numbers, at)
        self._cover_until = max(self._cover_until, self._now)

    # Clearing away

    def _follow_up(self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """What the table does by itself once an event counts."""
        kind = step.event["type"]
        if kind == "accept":
            self._stands(before)
        if kind == "annul":
            self._clear()
            return
        if kind in ("attack", "accept"):
            self._take_open(before, after)
        same = all(before[key] == after[key] for key in ("attacker", "defender", "game_number"))
        if kind != "start" and before["attacker"] is not None and not same:
            if kind != "take":
                self._set_aside(before)
            self._draw(step, before, after)

    def _stands(self, before: Mapping[str, Any]) -> None:
        """The pending play lies as it lies."""
        if before["phase"] != "defend":
            self._lies.pairs += self._lies.pending
        elif self._lies.beats is not None:
            self._lies.beats.beaten_by = self._lies.pending[0].number

    def _take_open(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """After the main attack its attacker takes the open cards into the hand (D6)."""
        name = before["attacker"]
        numbers = [number for number, _ in self._lies.open.get(name, ())]
        if not numbers or after["phase"] == "attack":
            return
        del self._lies.open[name]
        at = max(self._now, self._stage.free(self._seat(name))) + self._rng.uniform(0.5, 1.0)
        self._stage.take_up(self._seat(name), numbers, at)

    def _take(self, step: Step, before: Mapping[str, Any]) -> None:
        name = before["defender"]
        player, pairs = self._seat(name), self._lies.pairs
        at = max(self._now, self._cover_until) + self._rng.uniform(*LOOK_AT_ATTACK)
        at = self._steered(step, at, self._now)
        own = [pair.beaten_by for pair in pairs if pair.beaten_by is not None]
        if own:
            at = self._stage.take_up(player, own, at) + 0.2
        numbers = [pair.number for pair in pairs]
        places = self._places.open(len(numbers), self._stage.seats[player], self._rng)
        self._now = self._stage.spread(player, numbers, places, at)
        self._cover_until, self._fresh = self._now + SHOWN_AFTER, False
        self._lies.open[name] = [(pair.number, pair.card) for pair in pairs]
        self._lies.pairs = []

    def _set_aside(self, before: Mapping[str, Any]) -> None:
        player = self._seat(before["defender"])
        numbers = [pair.number for pair in self._lies.pairs]
        numbers += [pair.beaten_by for pair in self._lies.pairs if pair.beaten_by is not None]
        self._lies.pairs = []
        if numbers:
            at = max(self._now, self._cover_until) + self._rng.uniform(*LOOK_AT_ATTACK)
            heap = self._places.heap(self._rng)
            self._now = self._stage.gather(player, numbers, at, heap)
            self._fresh = False

    def _draw(self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Hands go to the talon: the main attacker, the defender, then on to the left (D14)."""
        left = before["talon"] - after["talon"]
        if left <= 0 or self._lies.talon is None:
            return
        talon = self._stage.script.cards[self._lies.talon].keys[-1].pose
        names = [seat.name for seat in self._stage.seats]
        first = names.index(before["attacker"])
        order = [before["attacker"], before["defender"]]
        order += [n for n in (*names[first:], *names[:first]) if n not in order]
        drew = [name for name in order if _drawn(name, step, before, after) > 0]
        for name in drew:
            player = self._seat(name)
            at = max(self._now, self._stage.earliest_lay(player)) + self._rng.uniform(0.2, 0.5)
            self._now = self._stage.draw(player, talon, at) - 0.25
        if after["talon"] <= 1:
            self._stage.vanish(self._lies.talon, self._now)
            self._lies.talon = None
        if after["talon"] == 0 and self._lies.trump is not None and drew:
            last = self._seat(drew[-1])
            self._now = self._stage.take_back(last, self._lies.trump, self._now + 0.3)
            self._lies.trump = None

    def _swap(self, step: Step, before: Mapping[str, Any]) -> None:
        player = self._seat(step.event.get("player", before["turn"]))
        if self._lies.trump is None or self._lies.talon is None:
            return
        at = max(self._now, self._cover_until) + self._rng.uniform(0.8, 1.4)
        at = self._steered(step, at, self._now)
        place = self._stage.script.cards[self._lies.trump].keys[-1].pose
        done = self._stage.take_back(player, self._lies.trump, at)
        two = self._stage.lay(player, f"2{before['trump']}", place, done + 0.9, 0.1)
        self._stage.put_under(two, self._lies.talon)
        self._lies.trump = two
        self._now, self._fresh = self._stage.free(player), False
        self._cover_until = max(self._cover_until, self._now)

    def _clear(self) -> None:
        """Everything is taken off the table for the next deal."""
        lying = [story.number for story in self._stage.lying(self._now + 1e-3)]
        if lying:
            at = max(self._now, self._cover_until) + 1.5
            self._now = self._stage.gather(0, lying, at) + 0.3
        if self._lies.talon is not None:
            self._stage.vanish(self._lies.talon, self._now)
        self._stage.clear_piles(self._now)
        self._lies = OnTable()


def _drawn(name: str, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
    """How many cards a player drew after the attack that an event ended."""
    held = int(before["hand_sizes"][name])
    if name == before["defender"]:
        beaten = sum(pair["beaten_by"] is not None for pair in before["table"])
        if step.event["type"] == "take":
            held += beaten + len(before["table"])
        elif step.event["type"] in ("beat", "accept") and before["phase"] == "defend":
            held -= 1
    return int(after["hand_sizes"][name]) - held
