"""How an evening of Vier Engel looks: every event of a record acted out or left to a tap.

What has a picture: the five cards shown once, five backs laid in a formation, cards turned one by
one (also back again, also after the end), cards moved or looked at, a finger on a card, five faces
laid open, the reference turned, cards gathered. The release, banking, calls, the seal, answers and
rulings become clicks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.random import Generator

from companion.record import Record, Step

from .choreography import BEFORE_CLICK, Choreography
from .conditions import FilmRanges
from .engel_places import EngelPlaces, Lying, spared
from .handling import Handling
from .poses import Pose, pose_at
from .script import BACK, HandStory, Script

#: Cards are laid one after another with such pauses, seconds.
NEXT_CARD = (0.05, 0.3)
#: The layer shuffles the five for so long, seconds.
SHUFFLING = (2.0, 3.5)
#: Hands have to be off for so long before the screen shows what lies there, seconds.
SHOWN_AFTER = 2.4
#: A finger rests so long on a card before its choice is tapped, and after, seconds.
POINTS, STAYS = 1.1, 0.4
#: The last card of a round is looked at before all are gathered, seconds.
LOOK_AT_ROUND = (1.0, 1.8)
#: What may still be done to the cards of a round that is over.
AFTER_END = ("turn", "reference", "moved", "peeked", "dispute", "take_back", "announce")


class EngelChoreographer(Choreography):
    """Acts a record out on a stage."""

    def __init__(
        self,
        stage: Handling,
        places: EngelPlaces,
        ranges: FilmRanges,
        rng: Generator,
        shown: tuple[str, ...] = (),
    ) -> None:
        """`shown`: the five cards, if they are shown at the beginning."""
        super().__init__(stage, ranges, rng)
        self._places = places
        self._lies = Lying()
        self._finger: HandStory | None = None
        self._shown = shown
        self._spared: Mapping[int, frozenset[int]] = {}
        self._open = False
        self._by_layer = False

    def act(self, record: Record) -> Script:
        """The whole record as a script. Raises RecordError for an event that is not valid."""
        game, state = record.begin()
        self._open = game.public(state)["cards"] is None
        self._by_layer = record.options.get("judge") == "layer"
        self._spared = spared(record)
        if self._shown:
            self._show(self._seat(game.public(state)["layer"]))
        return super().act(record)

    def _act(
        self,
        step: Step,
        before: Mapping[str, Any],
        state: Any,  # noqa: ARG002 - the public state says it all
        following: Step | None,
    ) -> None:
        kind = step.event["type"]
        after = step.game.public(step.state)
        if kind == "release" and before["phase"] == "lay" and not self._open:
            self._release(step, before)
        elif kind == "lay_open" and before["phase"] == "lay" and self._open:
            self._lay_open(step, before, after)
        elif kind in ("turn", "reference") and self._lies.numbers:
            self._turned(step, before, after)
        elif kind in ("moved", "peeked") and self._lies.numbers:
            self._disturbed(step, before)
        elif kind in ("choose", "devil_call") and before["phase"] == "draw":
            self._pointed(step, before)
        elif kind == "take_back" and self._lies.pending:
            self._take_back(step, before)
        else:
            self._click(step)
        if after["pending"] is None:
            self._lies.pending = []
        if self._finger is not None and after["phase"] != "call":
            self._let_go()
        over = after["phase"] in ("lay", "over") and before["phase"] not in ("lay", "over")
        stays = following is not None and following.event["type"] in AFTER_END
        if (over or after["phase"] in ("lay", "over")) and not stays and self._lies.numbers:
            self._gather(self._seat(after["layer"]))

    # Laying

    def _show(self, player: int) -> None:
        """The five cards are shown, face up, and taken up again."""
        places = self._places.formation(self._rng, self._stage.seats[player].turn)
        numbers = []
        for card, place in zip(self._shown, places, strict=True):
            at = self._next(player)
            numbers.append(self._stage.lay(player, card, place, at, 0.05))
            self._now = at
        at = self._stage.free(player) + self._rng.uniform(1.6, 2.2)
        self._now = self._stage.take_up(player, numbers, at) + self._rng.uniform(*SHUFFLING)

    def _next(self, player: int) -> float:
        at = self._now + self._rng.uniform(*NEXT_CARD)
        return max(at, self._stage.earliest_lay(player))

    def _release(self, step: Step, before: Mapping[str, Any]) -> None:
        """Five backs are laid, hands go off, and the layer taps."""
        layer = self._seat(before["layer"])
        wanted = int(str(step.event.get("cards_down", 5)))
        if not step.verdict.accepted and 0 < wanted < 5:
            self._lay(layer, wanted)
        else:
            self._lay(layer, 5)
        self._cover_until = self._stage.free(layer)
        self._fresh = False
        self._click(step)

    def _lay(self, layer: int, count: int) -> None:
        """Backs are laid until so many lie there."""
        if not self._lies.numbers:
            self._stage.clear_piles(self._now)
            turn = self._stage.seats[layer].turn
            self._formation = self._places.formation(self._rng, turn)
        order = range(len(self._lies.numbers), count)
        for position in order:
            at = self._next(layer)
            place = self._formation[position]
            self._lies.numbers.append(self._stage.lay(layer, BACK, place, at, 0.05))
            self._now = at

    def _lay_open(self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        layer = self._seat(before["layer"])
        self._stage.clear_piles(self._now)
        places = self._places.formation(self._rng, self._stage.seats[layer].turn)
        numbers = []
        self._now = self._steered(step, self._now + self._pause(), self._now)
        cards = step.event["cards"]
        for card, place in zip(
            cards if isinstance(cards, list | tuple) else (), places, strict=False
        ):
            at = self._next(layer)
            numbers.append(self._stage.lay(layer, str(card), place, at, 0.05))
            self._now = at
        if self._by_layer and self._lies.reference is None:
            at = self._next(layer)
            place = self._places.reference(self._rng)
            self._lies.reference = self._stage.lay(layer, BACK, place, at, 0.05)
            self._now = at
        self._lies.numbers = numbers
        self._cover_until, self._fresh = self._stage.free(layer) + SHOWN_AFTER, False
        if not step.verdict.accepted and after["pending"] is not None:
            self._lies.pending = numbers
        elif not step.verdict.accepted:
            self._take_up(layer, numbers)

    # Turning

    def _turned(self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """A card is turned: by the layer in a call, else by the drawer; the reference by the layer.

        After the end it is whoever drew.
        """
        reference = step.event["type"] == "reference"
        by_layer = reference or before["phase"] == "call"
        player = self._seat(before["layer" if by_layer else "drawer"])
        if before["phase"] == "lay" and not reference:
            player = self._seat(before["layer"])  # Roles have been swapped: who drew lays now.
        number = self._lies.reference if reference else self._hidden(step.number)
        if number is None:
            self._click(step)
            return
        at = self._steered(step, self._now + self._pause() + 0.4, self._now)
        card = str(step.event["card"])
        self._stage.turn(player, number, card, at)
        self._now, self._fresh = self._stage.free(player) - 0.3, False
        self._cover_until = max(self._cover_until, self._now)
        self._lies.turned[number] = card
        if not step.verdict.accepted and after["pending"] is not None:
            self._lies.pending = [number]

    def _hidden(self, event: int) -> int | None:
        """A card that lies face down, is not under a finger and is not looked at later on."""
        left = [n for n in self._lies.numbers if n not in self._lies.turned]
        left = [number for number in left if number != self._lies.held]
        spared = self._spared.get(event, frozenset())
        free = [n for n in left if self._lies.numbers.index(n) + 1 not in spared]
        left = free or left
        return left[int(self._rng.integers(len(left)))] if left else None

    def _disturbed(self, step: Step, before: Mapping[str, Any]) -> None:
        """A card that was not turned is moved or looked at, though it has been released."""
        number = self._lies.numbers[int(str(step.event["position"])) - 1]
        if number in self._lies.turned:
            self._click(step)  # Called by a player.
            return
        player = self._seat(step.event.get("player", before["drawer"]))
        at = self._steered(step, self._now + self._pause() + 0.6, self._now)
        if step.event["type"] == "peeked":
            self._stage.peek(player, number, at)
        else:
            place = pose_at(self._stage.script.cards[number].keys, at)
            self._stage.shift(player, number, self._places.aside(place, self._rng), at)
        # Long enough for it to be plain that the card is not being turned.
        self._now = self._stage.free(player) + SHOWN_AFTER
        self._cover_until, self._fresh = self._now, False

    def _take_back(self, step: Step, before: Mapping[str, Any]) -> None:
        """The pending card is laid face down again; five open ones go back to the layer."""
        at = max(self._now, self._cover_until) + self._rng.uniform(2.6, 4.0)
        at = self._steered(step, at, self._now)
        if len(self._lies.pending) > 1:
            self._take_up(self._seat(before["layer"]), self._lies.pending)
            return
        (number,) = self._lies.pending
        player = self._seat(before["layer" if before["phase"] == "call" else "drawer"])
        self._stage.turn(player, number, BACK, at)
        del self._lies.turned[number]
        self._now, self._fresh = self._stage.free(player), False
        self._cover_until = max(self._cover_until, self._now)

    def _take_up(self, player: int, numbers: list[int]) -> None:
        at = max(self._now, self._cover_until) + self._rng.uniform(0.5, 1.5)
        self._now = self._stage.take_up(player, numbers, at)
        self._lies.numbers = []
        self._cover_until = self._now

    # Pointing

    def _pointed(self, step: Step, before: Mapping[str, Any]) -> None:
        """The drawer's finger rests on a card while somebody taps; in a call it stays there."""
        player = self._seat(before["drawer"])
        number = self._meant(step)
        if number is None:
            self._click(step)
            return
        place = self._place(number)
        quiet = max(self._now, self._cover_until, self._stage.free(player))
        at = max(quiet + self._pause(), self._stage.earliest_lay(player))
        self._finger = self._stage.point(player, place, number, at)
        self._now, self._cover_until, self._fresh = at + POINTS - BEFORE_CLICK, 0.0, False
        self._click(step)
        if step.event["type"] == "devil_call" and not self._open and step.verdict.accepted:
            self._lies.held = number
        else:
            self._let_go()

    def _meant(self, step: Step) -> int | None:
        """The card under the finger."""
        if "card" in step.event:
            names = {self._stage.script.cards[n].card: n for n in self._lies.numbers}
            return names.get(str(step.event["card"]))
        if "position" in step.event and self._lies.numbers:
            return self._lies.numbers[int(str(step.event["position"])) - 1]
        return self._hidden(step.number)

    def _let_go(self) -> None:
        if self._finger is not None:
            self._now = self._stage.lift_finger(self._finger, self._now + STAYS) - 0.3
            self._cover_until = max(self._cover_until, self._now)
        self._finger = None
        self._lies.held = None

    def _place(self, number: int) -> Pose:
        return self._stage.script.cards[number].keys[-1].pose

    def _gather(self, player: int) -> None:
        """The next layer gathers the cards."""
        at = max(self._now, self._cover_until) + self._rng.uniform(*LOOK_AT_ROUND)
        numbers = list(self._lies.numbers)
        if self._lies.reference is not None:
            numbers.append(self._lies.reference)
        self._now = self._stage.gather(player, numbers, at)
        self._lies = Lying()
        self._cover_until, self._fresh = self._now, False
