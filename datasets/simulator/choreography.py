"""How a record is acted out in general: the pace of a table, and taps for what has no picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from numpy.random import Generator

from companion.record import Record, Step, replay

from .conditions import FilmRanges
from .handling import Handling
from .script import Click, Script

#: Nobody moves for so long at the beginning: the empty table is seen.
LEAD_IN = 1.5
#: Between an event without a picture and the card or the tap before it, and after it, seconds.
#: People tap when they see on the screen what has happened, which takes a moment.
BEFORE_CLICK, NEXT_CLICK, AFTER_CLICK = 1.8, 0.5, 0.7


class Choreography(ABC):
    """Acts a record out on a stage, event by event."""

    def __init__(self, stage: Handling, ranges: FilmRanges, rng: Generator) -> None:
        self._stage = stage
        self._ranges = ranges
        self._rng = rng
        self._between = ranges.between_plays
        self._now = LEAD_IN
        self._cover_until = 0.0
        self._fresh = True
        """Whether the last thing that happened was a tap, or nothing yet."""

    def act(self, record: Record) -> Script:
        """The whole record as a script. Raises RecordError for an event that is not valid."""
        game, before = record.begin()
        steps = list(replay(record))
        script = self._stage.script
        for step, following in zip(steps, [*steps[1:], None], strict=True):
            shown, tapped = len(script.happenings), len(script.clicks)
            self._act(step, game.public(before), before, following)
            seen = [
                one for one in script.happenings[shown:] if one.cards and one.player is not None
            ]
            times = [happening.at for happening in seen]
            times += [click.at for click in script.clicks[tapped:]]
            script.acted.append(min(times, default=self._now))
            before = step.state
        script.end = max(script.end, self._now) + 2.5
        script.happenings.sort(key=lambda happening: happening.at)
        return script

    @abstractmethod
    def _act(
        self, step: Step, before: Mapping[str, Any], state: Any, following: Step | None
    ) -> None:
        """One event; `before` is the public state before it, `state` the game's own."""

    def _pause(self) -> float:
        """Seconds until the next card lies."""
        pause = self._rng.uniform(*self._between)
        if self._fresh:
            return max(pause, AFTER_CLICK)
        if self._rng.random() < self._ranges.at_once:
            return self._rng.uniform(0.1, 0.3)
        return pause

    def _cover(self) -> float:
        """Seconds that a hand stays on what it laid."""
        return self._rng.uniform(*self._ranges.cover) * self._rng.uniform(0, 1)

    def _seat(self, name: object) -> int:
        """The number of a player."""
        return [seat.name for seat in self._stage.seats].index(str(name))

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

    def _hold(self, hands: Mapping[str, int]) -> None:
        """Show as many cards in each hand as it holds."""
        for player, seat in enumerate(self._stage.seats):
            count = int(hands.get(seat.name, 0))
            if self._stage.held(player) != count:
                self._stage.fan(player, count, max(self._now - 0.9, 0.0))
