"""How an evening of Berteln looks: every event of a record acted out or left to a tap.

What has a picture: cards laid in tricks and rows, cards taken back, tricks gathered by their
winner, the cards gathered after a deal. Everything else becomes a click.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.random import Generator

from companion.cards import card_of
from companion.games.berteln.state import Laid, TrickDeal
from companion.games.berteln.tricks import winner
from companion.record import Record, Step, replay

from .conditions import FilmRanges
from .layout import Layout
from .poses import pose_at
from .script import Click, Script
from .stage import Stage

#: Nobody moves for so long at the beginning: the empty table is seen.
LEAD_IN = 1.5
#: Between an event without a picture and the card or the tap before it, and after it, seconds.
#: People tap when they see on the screen what has happened, which takes a moment.
BEFORE_CLICK, NEXT_CLICK, AFTER_CLICK = 1.8, 0.5, 0.7
#: A trick lies to be looked at before its winner takes it.
LOOK_AT_TRICK = (0.7, 1.5)
#: A film of one deal lasts two minutes at most; so many seconds of it may pass between plays.
PAUSES = 72.0
#: The players sort their hands before the first card.
SORTING = 1.2


class Choreographer:
    """Acts a record out on a stage."""

    def __init__(self, stage: Stage, layout: Layout, ranges: FilmRanges, rng: Generator) -> None:
        self._stage = stage
        self._layout = layout
        self._ranges = ranges
        self._rng = rng
        self._between = ranges.between_plays
        self._now = LEAD_IN
        self._cover_until = 0.0
        self._pending: int | None = None
        self._fresh = True
        """Whether the last thing that happened was a tap, or nothing yet."""

    def act(self, record: Record) -> Script:
        """The whole record as a script. Raises RecordError for an event that is not valid."""
        game, before = record.begin()
        self._between = _brisk(record, self._ranges.between_plays)
        for step in replay(record):
            self._act(step, game.public(before), before)
            before = step.state
        script = self._stage.script
        script.end = max(script.end, self._now) + 2.5
        script.happenings.sort(key=lambda happening: happening.at)
        return script

    def _act(self, step: Step, before: Mapping[str, Any], state: Any) -> None:
        kind = step.event["type"]
        after = step.game.public(step.state)
        if kind == "play":
            self._play(step, before, after)
        elif kind == "take_back" and self._pending is not None:
            self._take_back(step, before)
        else:
            self._click(step)
        if after["pending"] is None:
            self._pending = None
        self._clear_away(step, before, after, state)
        self._hold(after)

    def _play(self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        name = step.event.get("player", before["turn"])
        player = [seat.name for seat in self._stage.seats].index(str(name))
        card = str(step.event["card"])
        pause = self._rng.uniform(*self._between)
        if self._fresh:
            pause = max(pause, AFTER_CLICK)
        elif self._rng.random() < self._ranges.at_once:
            pause = self._rng.uniform(0.1, 0.3)
        at = self._steered(step, self._now + pause, self._now)
        at = max(at, self._stage.earliest_lay(player))
        lying = self._stage.lying(at)
        poses = [pose_at(story.keys, at) for story in lying]
        if before["contract"] == "patience":
            place = self._layout.in_row(card, self._rng)
        else:
            place = self._layout.in_trick(self._stage.seats[player], self._rng, poses)
        cover = self._rng.uniform(*self._ranges.cover) * self._rng.uniform(0, 1)
        number = self._stage.lay(player, card, place, at, cover)
        if lying and self._rng.random() < self._ranges.nudged:
            victim = lying[int(self._rng.integers(len(lying)))]
            self._stage.push(victim.number, at - 0.05, self._rng.uniform(3, 14))
        self._now, self._fresh = at, False
        self._cover_until = max(self._cover_until, at + cover)
        if not step.verdict.accepted and after["pending"] is not None:
            self._pending = number
        elif not step.verdict.accepted:
            # Refused without waiting (no deal yet): the card goes straight back.
            self._now = self._stage.take_back(player, number, at + self._rng.uniform(1.2, 2.0))

    def _take_back(self, step: Step, before: Mapping[str, Any]) -> None:
        assert self._pending is not None
        name = str(before["pending"]["player"])
        player = [seat.name for seat in self._stage.seats].index(name)
        quiet = max(self._now, self._cover_until + 0.8)
        at = self._steered(step, quiet + self._rng.uniform(2.6, 4.0), quiet)
        self._now = self._stage.take_back(player, self._pending, at)
        self._pending = None

    @staticmethod
    def _steered(step: Step, at: float, earliest: float) -> float:
        """The time that the record's `at` asks for, as far as it is possible."""
        return max(earliest, float(str(step.event["at"]))) if "at" in step.event else at

    def _click(self, step: Step) -> None:
        quiet = max(self._now, self._cover_until)
        at = quiet + (NEXT_CLICK if self._fresh else BEFORE_CLICK)
        at = self._steered(step, at, quiet)
        self._stage.script.clicks.append(Click(at, step.event, step.number))
        self._now, self._fresh = at, True
        self._stage.script.end = max(self._stage.script.end, self._now)

    def _clear_away(
        self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any], state: Any
    ) -> None:
        """Gather a finished trick, and everything after a deal."""
        taker = trick_taker(step, before, state)
        if taker is not None:
            self._gather(taker, self._rng.uniform(*LOOK_AT_TRICK))
        ended = before["phase"] != "announce" and after["phase"] == "announce"
        undone = step.event["type"] == "annul" and step.verdict.accepted
        if ended or undone:
            names = [seat.name for seat in self._stage.seats]
            if self._stage.lying(self._now + 1e-3):
                self._gather(names.index(after["dealer"]), 2.0)
            self._now += 1.0
            self._stage.clear_piles(self._now)
            self._layout.row_of.clear()
            self._now += SORTING
            self._fresh = True

    def _gather(self, player: int, pause: float) -> None:
        at = max(self._now, self._cover_until + 0.2) + pause
        numbers = [story.number for story in self._stage.lying(at)]
        self._now = self._stage.gather(player, numbers, at) - 0.2
        self._fresh = False

    def _hold(self, after: Mapping[str, Any]) -> None:
        """Show as many cards in each hand as it holds."""
        for player, seat in enumerate(self._stage.seats):
            count = int(after["hand_sizes"].get(seat.name, 0))
            if self._stage.held(player) != count:
                self._stage.fan(player, count, max(self._now - 0.9, 0.0))


def _brisk(record: Record, between: tuple[float, float]) -> tuple[float, float]:
    """The range of pauses between plays, cut at its slow end where a deal has many of them."""
    types = [event.get("type") for event in record.events if isinstance(event, Mapping)]
    if types.count("announce") > 1:
        return between
    slowest = 2 * PAUSES / max(types.count("play"), 1) - between[0]
    return between[0], min(max(slowest, between[0]), between[1])


def trick_taker(step: Step, before: Mapping[str, Any], state: Any) -> int | None:
    """Who takes the trick that this event completes, or None."""
    deal = state.deal
    if not isinstance(deal, TrickDeal) or not step.verdict.accepted:
        return None
    players = list(state.table.players)
    event = step.event if step.event["type"] == "play" else before["pending"]
    if step.event["type"] not in ("play", "accept") or event is None:
        return None
    seat = players.index(event.get("player", before["turn"]))
    trick = (*deal.trick, Laid(seat, card_of(str(event["card"])), step.number))
    return winner(trick) if len(trick) == len(players) else None
