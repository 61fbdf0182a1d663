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
from companion.record import Record, Step

from .choreography import Choreography
from .conditions import FilmRanges
from .handling import Handling
from .layout import Layout
from .poses import pose_at
from .script import Script

#: A trick lies to be looked at before its winner takes it.
LOOK_AT_TRICK = (0.7, 1.5)
#: A film of one deal lasts two minutes at most; so many seconds of it may pass between plays.
PAUSES = 72.0
#: The players sort their hands before the first card.
SORTING = 1.2


class Choreographer(Choreography):
    """Acts a record out on a stage."""

    def __init__(self, stage: Handling, layout: Layout, ranges: FilmRanges, rng: Generator) -> None:
        super().__init__(stage, ranges, rng)
        self._layout = layout
        self._pending: int | None = None

    def act(self, record: Record) -> Script:
        """The whole record as a script. Raises RecordError for an event that is not valid."""
        record.begin()
        self._between = _brisk(record, self._ranges.between_plays)
        return super().act(record)

    def _act(
        self,
        step: Step,
        before: Mapping[str, Any],
        state: Any,
        following: Step | None,  # noqa: ARG002 - tricks are gathered whatever follows
    ) -> None:
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
        self._hold(after["hand_sizes"])

    def _play(self, step: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        player = self._seat(step.event.get("player", before["turn"]))
        card = str(step.event["card"])
        at = self._steered(step, self._now + self._pause(), self._now)
        at = max(at, self._stage.earliest_lay(player))
        lying = self._stage.lying(at)
        poses = [pose_at(story.keys, at) for story in lying]
        if before["contract"] == "patience":
            place = self._layout.in_row(card, self._rng)
        else:
            place = self._layout.in_trick(self._stage.seats[player], self._rng, poses)
        cover = self._cover()
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
        player = self._seat(before["pending"]["player"])
        quiet = max(self._now, self._cover_until + 0.8)
        at = self._steered(step, quiet + self._rng.uniform(2.6, 4.0), quiet)
        self._now = self._stage.take_back(player, self._pending, at)
        self._pending = None

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
            if self._stage.lying(self._now + 1e-3):
                self._gather(self._seat(after["dealer"]), 2.0)
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
