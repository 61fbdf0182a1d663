"""From the events of a table to the game: what counts now, what waits, and what it waits for.

Events are handed to the game in order. While the game waits (for a ruling on a pending play, for
the face of a card, for the announcement) later ones are held and follow in order as soon as they
can; so a correction far back never loses what came after it. Everything here follows from the
events alone: the same events give the same standing, at once or after a restart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from companion.games import EachCardOnce, Flag, Game, InvalidEvent, KeepsSecrets, find
from companion.readers.move import UNREAD
from companion.session.booked import (
    ACCEPT,
    ANNUL,
    AT_REST,
    BEGINS_DEAL,
    BETWEEN_DEALS,
    NOTHING_BEHIND,
    TAKE_BACK,
    Booked,
)
from companion.session.snapshot import EventStatus
from companion.session.supposed import supposed
from companion.session.timeline import Head, Timeline

Block = Literal["", "ruling", "card", "player", "confirm", "announcement", "early"]
"""Why the next held event cannot be handed to the game yet."""

ASKING: Final = frozenset({"card", "player", "confirm"})
"""Blocks in which the first held event is itself what has to be asked about."""

_SETTLED_AS: Final[Mapping[str, EventStatus]] = {
    TAKE_BACK: "taken_back",
    ACCEPT: "accepted",
    ANNUL: "annulled",
}


@dataclass(frozen=True)
class Step:
    """One event as it was handed to the game."""

    event: Booked
    accepted: bool
    flags: tuple[Flag, ...]
    pends: bool
    """Whether it was refused until a ruling."""
    deal: int
    """Running number of the deal, from 1; 0 before the first."""
    trick: int
    """Number of the trick in its deal, from 1; 0 outside tricks."""
    tells: bool = False
    """Whether the judge gave something away with it, which cannot be taken back."""


@dataclass(frozen=True)
class Standing:
    """How the game stands after some events."""

    game: Game[Any, Any]
    state: Any
    public: Mapping[str, Any]
    steps: tuple[Step, ...] = ()
    """What the game was handed; its own count of events begins with 1 at the first."""
    fated: tuple[tuple[int, EventStatus], ...] = ()
    """What became of events, by their ids; later entries replace earlier ones."""
    settled: tuple[tuple[int, Booked], ...] = ()
    """Ids of events that waited for a ruling, each with the ruling that it got."""
    queue: tuple[Booked, ...] = ()
    """Held, in order."""
    early: frozenset[int] = frozenset()
    """Ids of those held that were seen between two deals."""
    block: Block = ""
    pending: Booked | None = None
    deal: int = 0
    trick: int = 0
    void: frozenset[int] = frozenset()
    """Deals that were annulled."""

    @property
    def fates(self) -> dict[int, EventStatus]:
        """What became of every event so far."""
        return dict(self.fated)

    @property
    def asked(self) -> Booked | None:
        """The event that the game waits to be told more about."""
        return self.queue[0] if self.block in ASKING else None

    @property
    def waits_on(self) -> int | None:
        """Id of the event that the game waits for, pending or asked about."""
        event = self.pending or self.asked
        return event.id if event else None

    @property
    def pending_player(self) -> str | None:
        """Whose play waits for a ruling: the game knows it also where the event names nobody."""
        told = self.public.get("pending") or {}
        return told.get("player") or (self.pending.player if self.pending else None)

    @property
    def between_deals(self) -> bool:
        """Whether no card can be played until somebody announces or deals."""
        return self.public.get("phase") in BETWEEN_DEALS

    @property
    def at_rest(self) -> bool:
        """Whether no deal is running."""
        return self.public.get("phase") in AT_REST

    @property
    def supposed(self) -> list[str]:
        """Cards of the running deal that stand for unread ones, as long as it is asked which."""
        events = (step.event for step in self.steps if step.deal == self.deal)
        return [str(one.card) for one in events if one.supposed and one.question]

    @property
    def told(self) -> tuple[Step, ...]:
        """The steps up to the last one with which the judge gave something away."""
        last = max((n for n, step in enumerate(self.steps, 1) if step.tells), default=0)
        return self.steps[:last]

    def after(self, event: Booked) -> Standing:
        """The standing with one more event."""
        if event.struck:
            return self._fate(event, "withdrawn")
        if event.while_pending:
            if self.pending and self.pending.id == event.on:
                return self._handed(event)
            return self._fate(event, "refused")
        if event.type == TAKE_BACK and self.asked and event.on == self.asked.id:
            return self._unread_taken_back(self.asked, event)._flushed()
        if self._goes_first(event):
            return self._handed(event)._flushed()
        early = self.between_deals and event.camera and event.lays_card
        held = replace(
            self,
            queue=(*self.queue, event),
            early=self.early | {event.id} if early else self.early,
        )
        return held._fate(event, "held")._flushed()

    def _goes_first(self, event: Booked) -> bool:
        """Whether the event need not line up behind what is held."""
        if event.is_ruling and event.on is not None and event.on == self.waits_on:
            return True
        if not event.camera and self.block == "announcement":
            return True
        return not self.queue and not self._block_of(event)

    def _block_of(self, event: Booked) -> Block:
        if self.pending:
            return "" if event.is_ruling and event.on == self.pending.id else "ruling"
        if event.unread:
            return "card" if event.unread == "card" else "player"
        if event.must_confirm and event.grade != "confirmed":
            return "confirm"
        if self.between_deals and event.camera and event.lays_card:
            return "" if event.type in BEGINS_DEAL else "announcement"
        if event.id in self.early and not event.admitted and event.grade != "confirmed":
            return "early"
        return ""

    def _flushed(self) -> Standing:
        """Hand over what is held, as far as it goes."""
        standing = self
        while standing.queue:
            head = standing.queue[0]
            block = standing._block_of(head)
            if block:
                asks = block in ASKING
                standing = standing._fate(head, "asked") if asks else standing
                return replace(standing, block=block)
            standing = replace(standing, queue=standing.queue[1:])._handed(head)
        return replace(standing, block="ruling" if standing.pending else "")

    def _unread_taken_back(self, asked: Booked, ruling: Booked) -> Standing:
        rest = replace(self, queue=self.queue[1:], settled=(*self.settled, (asked.id, ruling)))
        return rest._fate(asked, "taken_back")._fate(ruling, "applied")

    def _handed(self, event: Booked) -> Standing:
        """The standing after the game was given the event."""
        pending = self.pending
        rules_on = pending.id if pending else None
        if event.type in (TAKE_BACK, ACCEPT) and event.on not in (None, rules_on):
            # A correction has made the play that it ruled on a lawful one.
            return self._fate(event, "needless")
        try:
            move = self.game.parse(self.state, event.whole)
        except InvalidEvent:
            return self._fate(event, "refused")  # Another variant since: the move has no sense now.
        state, verdict = self.game.apply(self.state, move)
        if event.gone and verdict.accepted:
            return self._fate(event, "taken_back")  # Lawful after all, but the card went back.
        public = self.game.public(state)
        pends = public.get("pending") is not None
        if event.refused == "for_good" and (verdict.accepted or (pends and pending is None)):
            return self._fate(event, "refused")  # Nobody meant it for this moment.
        began = self.at_rest and public.get("phase") not in AT_REST
        trick = 0 if began else self.trick
        if public.get("trick") and not self.public.get("trick"):
            trick += 1
        step = Step(
            event,
            verdict.accepted,
            verdict.flags,
            pends and pending is None,
            self.deal + began,
            trick if event.lays_card or event.type == ACCEPT else 0,
            isinstance(self.game, KeepsSecrets)
            and self.game.told(state) > self.game.told(self.state),
        )
        after = replace(
            self,
            state=state,
            public=public,
            steps=(*self.steps, step),
            pending=(pending or event) if pends else None,
            deal=step.deal,
            trick=trick,
        )
        if pending and not pends:
            after = replace(after, settled=(*after.settled, (pending.id, event)))
            after = after._fate(pending, _SETTLED_AS.get(event.type, "applied"))
        if event.type == ANNUL and verdict.accepted:
            reaches_back = self.public.get("phase") not in NOTHING_BEHIND
            after = after._annulled(self.at_rest, {self.deal} if reaches_back else set())
        fate: EventStatus = "applied" if verdict.accepted else "refused"
        return after._fate(event, "pending" if step.pends else fate)

    def _annulled(self, keeps_queue: bool, deals: Set[int]) -> Standing:
        """The running or last deal is void, and with it what was held of it."""
        held = 0
        if not keeps_queue:
            begins = (i for i, event in enumerate(self.queue) if event.type in BEGINS_DEAL)
            held = next(begins, len(self.queue))
        standing = replace(self, void=self.void | deals, queue=self.queue[held:])
        for event in self.queue[:held]:
            standing = standing._fate(event, "annulled")
        return standing

    def _fate(self, event: Booked, status: EventStatus) -> Standing:
        return replace(self, fated=(*self.fated, (event.id, status)))


class Replay:
    """Replays timelines of one game and remembers how far the last two agreed."""

    def __init__(self) -> None:
        self._head: Head | None = None
        self._standings: list[Standing] = []
        self._events: list[Booked] = []

    def run(self, timeline: Timeline) -> Standing:
        """How the game stands after all events of the timeline.

        Raises `companion.games.InvalidGame` where the game cannot be begun so.
        """
        if timeline.head != self._head:
            game = find(timeline.head.game)
            head = timeline.head
            state = game.start(head.players, head.options, head.seed)
            self._standings = [Standing(game, state, game.public(state))]
            self._events = []
            self._head = head
        first = self._standings[0]
        events = _named(_marked(timeline.events))
        if isinstance(first.game, EachCardOnce):
            waits = not timeline.settings.unread_goes_on
            events = supposed(events, first.game.deck(first.state), waits=waits)
        same = 0
        while (
            same < len(events)
            and same < len(self._events)
            and (events[same] is self._events[same] or events[same] == self._events[same])
        ):
            same += 1
        del self._standings[same + 1 :]
        del self._events[same:]
        for event in events[same:]:
            self._standings.append(self._standings[-1].after(event))
            self._events.append(event)
        return self._standings[-1]


def _named(events: Sequence[Booked]) -> list[Booked]:
    """The events; what hit a card that was not read hits the one that it turned out to be."""
    found: list[Booked] = []
    laid: dict[int, Sequence[str]] = {}
    for event in events:
        if event.track is not None and "cards" in event.move:
            laid[event.track] = event.move["cards"]
        if event.hits and event.move.get("attack") == UNREAD:
            lead, place = event.hits
            names = laid.get(lead, ())
            if place < len(names):
                event = replace(event, move={**event.move, "attack": names[place]})
        found.append(event)
    return found


def _marked(events: Sequence[Booked]) -> list[Booked]:
    """The events, with a mark on each that a later one took back."""
    gone = {event.on for event in events if event.type == TAKE_BACK and not event.struck}
    return [replace(event, gone=True) if event.id in gone else event for event in events]
