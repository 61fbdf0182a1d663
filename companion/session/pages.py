"""Builds snapshots: what each kind of page may show of a table, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from companion.cards import Language
from companion.session import flags as table_flags
from companion.session.booked import HUSHED, SECRET, Booked
from companion.session.memory import remembered
from companion.session.questions import questions, rulings
from companion.session.replay import Standing
from companion.session.settings import Settings
from companion.session.sheet import score_sheet
from companion.session.snapshot import (
    Condition,
    EventStatus,
    EventView,
    FlagView,
    HeldView,
    Question,
    Snapshot,
    View,
    Waiting,
)
from companion.session.timeline import CONFIRM, MOVE, OPTIONS, Timeline
from companion.session.wording import cards_text, event_text, player_text

LANGUAGES: tuple[Language, ...] = ("de", "en", "pl")
LAST_PLAYS = 6
"""Events of a deal without tricks that table and seat pages show."""


@dataclass(frozen=True)
class Surroundings:
    """What a page shows besides the game."""

    version: int = 0
    camera: Condition = field(default_factory=lambda: Condition(state="none", text=""))
    log: Condition = field(default_factory=lambda: Condition(state="ok", text=""))
    notices: tuple[str, ...] = ()
    proposed: Mapping[str, Any] | None = None
    """A move that the camera understood and that somebody has to tap."""
    cards_down: int | None = None
    """How many cards the camera sees face down and apart, where that matters."""


@dataclass(frozen=True)
class Judged:
    """A timeline and how the game stands after it, with its flags and questions."""

    timeline: Timeline
    standing: Standing
    raised: tuple[table_flags.Raised, ...]
    questions: tuple[Question, ...]

    @classmethod
    def of(cls, timeline: Timeline, standing: Standing) -> Judged:
        """Judge what was replayed."""
        raised = tuple(table_flags.raised(standing))
        return cls(timeline, standing, raised, tuple(questions(timeline, standing, raised)))

    @property
    def proved(self) -> list[table_flags.Raised]:
        """The flags that rest on nothing assumed."""
        return [flag for flag in self.raised if not flag.doubtful]

    @property
    def moment(self) -> str:
        """A short mark of all that a button may be about: what made the game what it is, what it
        waits for, what undo and redo would do. It tells nothing of the state itself."""
        line, waits = self.timeline, self.standing.waits_on
        parts = (line.latest, len(line.undone), line.undoable, line.redoes, waits, bool(line.ended))
        return "-".join(str(int(part or 0)) for part in parts)

    @property
    def is_accusing(self) -> bool:
        """Whether the pending play is proved to be against the rules; else it is a question."""
        pending = self.standing.pending
        return pending is not None and any(
            flag.pends and flag.step.event.id == pending.id for flag in self.proved
        )

    def flag_views(self, now: datetime) -> list[FlagView]:
        """All flags that may be shown, and those that were taken for the camera's mistake."""
        fates = self.standing.fates
        shown = [self._flag_view(flag, fates, now) for flag in self.proved]
        ids = {flag["id"] for flag in shown}
        gone = [
            cast(FlagView, dict(flag))
            for flag in self.timeline.retracted
            # What waits for an answer itself may raise its flags again.
            if flag["id"] not in ids and fates.get(flag["event"]) not in ("held", "asked")
        ]
        return gone + shown

    def why_refused(self, event_id: int, now: datetime) -> FlagView | None:
        """The first flag that the game raised at that event."""
        flag = next((one for one in self.raised if one.step.event.id == event_id), None)
        return self._flag_view(flag, self.standing.fates, now) if flag is not None else None

    def _flag_view(
        self, flag: table_flags.Raised, fates: Mapping[int, EventStatus], now: datetime
    ) -> FlagView:
        standing = self.standing
        return table_flags.view(
            flag,
            table_flags.state_of(flag, standing, fates, self.timeline.ruled),
            table_flags.is_announced(flag, standing, self.timeline.settings.grace_seconds, now),
            {language: standing.game.reason(flag.flag, language) for language in LANGUAGES},
        )


def empty_snapshot(view: View, settings: Settings, around: Surroundings) -> Snapshot:
    """What there is to show before the first game."""
    return {
        "version": around.version,
        "view": view,
        "game": None,
        "game_id": None,
        "players": [],
        "options": {},
        "seats": {},
        "deck": "",
        "settings": settings.to_json(),
        "state": {},
        "waiting": None,
        "events": [],
        "flags": [],
        "questions": [],
        "held": [],
        "supposed": [],
        "sheet": {"contracts": [], "deals": [], "totals": {}, "own": {}},
        "memory": None,
        "camera": around.camera,
        "log": around.log,
        "proposed": None,
        "cards_down": None,
        "can_undo": False,
        "can_redo": False,
        "moment": "",
        "started": None,
        "ended": None,
        "notices": list(around.notices),
    }


def snapshot(
    judged: Judged,
    view: View,
    around: Surroundings,
    now: datetime,
    has_evidence: Callable[[str | None], bool],
) -> Snapshot:
    """All that a page of that kind may show. Pictures are for the referee's eyes."""
    timeline, standing = judged.timeline, judged.standing
    head, referee = timeline.head, view == "referee"
    if not referee:
        has_evidence = _none
    aided = referee or timeline.settings.memory_aid
    flags = judged.flag_views(now)
    for flag in flags:
        flag["evidence"] = flag["evidence"] if has_evidence(flag["evidence"]) else None
    state = dict(standing.public)
    if standing.pending and not judged.is_accusing:
        state["pending"] = None
    if not aided:
        state.pop("voids", None)
        state.pop("remembered", None)
        flags = [flag for flag in flags if flag["announced"] or flag["state"] == "open"]
    events = _events(judged, flags, has_evidence)
    return {
        **empty_snapshot(view, timeline.settings, around),
        "game": head.game,
        "game_id": head.id,
        "players": list(head.players),
        "options": dict(head.options),
        "seats": dict(head.seats),
        "deck": head.deck,
        "state": state,
        "waiting": _waiting(judged),
        "events": events if referee else _on_the_table(events, standing),
        "flags": flags,
        "questions": list(judged.questions) if referee else [],
        "held": [_held(event, has_evidence) for event in standing.queue],
        "supposed": standing.supposed,
        "sheet": score_sheet(standing, with_running=aided),
        "memory": remembered(standing) if aided else None,
        "proposed": dict(around.proposed) if around.proposed else None,
        "cards_down": around.cards_down,
        "can_undo": _can_undo(judged),
        "can_redo": bool(timeline.redoable) or timeline.redoes_end,
        "moment": judged.moment,
        "started": head.started,
        "ended": timeline.ended,
    }


def _can_undo(judged: Judged) -> bool:
    """Whether there is something to undo that the judge has not answered upon."""
    timeline = judged.timeline
    if timeline.undoes_end:
        return True
    if timeline.undoable is None:
        return False
    row = timeline.row(timeline.undoable)
    told = {step.event.id for step in judged.standing.told}
    if row.kind == OPTIONS:
        return not told
    changed = {row.id} if row.kind == MOVE else set(row.body.get("events", ()))
    return row.kind == CONFIRM or not told & changed


def _none(_: str | None) -> bool:
    return False


def _waiting(judged: Judged) -> Waiting | None:
    standing = judged.standing
    question = next((q for q in judged.questions if q["blocking"]), None)
    waiting: Waiting = {
        "reason": "question",
        "event": standing.waits_on,
        "question": question["id"] if question else None,
        "rulings": [],
        "text": "A question is open on the referee page.",
    }
    if standing.pending and judged.is_accusing:
        cards, who = cards_text(standing.pending), player_text(standing.pending_player)
        waiting["reason"] = "ruling"
        waiting["rulings"] = rulings(standing)
        waiting["text"] = f"{cards} of {who} is to be ruled: does it stand or go back?"
        return waiting
    if question:
        waiting["event"] = question["event"]
        return waiting
    if standing.block == "announcement":
        first = standing.queue[0]
        waiting["reason"], waiting["event"] = "announcement", first.id
        waiting["text"] = f"Seen, waiting for the announcement: {event_text(first)}."
        return waiting
    return None


def _events(
    judged: Judged, flags: Sequence[FlagView], has_evidence: Callable[[str | None], bool]
) -> list[EventView]:
    timeline, standing = judged.timeline, judged.standing
    fates = standing.fates
    steps = {step.event.id: step for step in standing.steps}
    raised: dict[int, list[str]] = {}
    for flag in flags:
        raised.setdefault(flag["event"], []).append(flag["id"])
    events = list(timeline.events)
    for undone in timeline.withdrawn:
        later = (place for place, event in enumerate(events) if event.id > undone.id)
        events.insert(next(later, len(events)), undone)
    gone = {event.id for event in timeline.withdrawn}
    found = []
    before: int | None = None
    deal = 0
    for n, event in enumerate(events, 1):
        status: EventStatus = "withdrawn" if event.id in gone else fates[event.id]
        step = None if event.id in gone else steps.get(event.id)
        found.append(_event(step.event if step else event, n, status, raised.get(event.id, [])))
        found[-1]["mark"] = event.mark(before)
        before = before if event.id in gone else event.id
        found[-1]["evidence"] = event.evidence if has_evidence(event.evidence) else None
        # What the game was not handed is listed where it stands.
        found[-1]["deal"] = deal = step.deal if step else deal
        if step:
            found[-1]["trick"] = step.trick
            found[-1]["void"] = step.deal in standing.void
            if any(flag.code in HUSHED for flag in step.flags):
                _hush(found[-1], event)
    return found


def _event(event: Booked, n: int, status: EventStatus, flags: list[str]) -> EventView:
    hidden = SECRET.get(event.type)
    return {
        "id": event.id,
        "n": n,
        "type": event.type,
        "text": event_text(event),
        "player": event.player,
        "card": event.card,
        "move": _without(event.move, hidden),
        "grade": event.grade,
        "camera": event.camera,
        "who": event.who,
        "why": event.why,
        "accepted": status in ("applied", "accepted"),
        "status": status,
        "flags": flags,
        "at": event.at,
        "film": event.film,
        "evidence": None,
        "withdrawn": status == "withdrawn",
        "corrected": event.corrected,
        "changes": [
            {
                "at": change.at,
                "who": change.who,
                "why": change.why,
                "was": _without(change.was, SECRET.get(str(change.was.get("type")))),
                "struck": change.struck,
            }
            for change in event.changes
        ],
        "struck": event.struck,
        "in_vain": bool(event.refused) and status == "refused",
        "mark": "",
        "deal": 0,
        "trick": 0,
        "void": False,
    }


def _without(move: Mapping[str, Any], hidden: str | None) -> dict[str, Any]:
    return {name: value for name, value in move.items() if name != hidden}


def _hush(view: EventView, event: Booked) -> None:
    """Leave out the card, which nobody was to know."""
    bare = replace(event, move={"type": event.type})
    view["text"], view["card"], view["move"] = event_text(bare), None, dict(bare.move)
    view["evidence"], view["changes"] = None, []


def _on_the_table(events: Sequence[EventView], standing: Standing) -> list[EventView]:
    """What everybody can still see or has just seen: this trick and the one before."""
    handed = {step.event.id for step in standing.steps if step.deal == standing.deal}
    now = [event for event in events if event["id"] in handed]
    tricks = [event for event in now if event["trick"] and event["trick"] >= standing.trick - 1]
    return tricks if standing.trick else now[-LAST_PLAYS:]


def _held(event: Booked, has_evidence: Callable[[str | None], bool]) -> HeldView:
    return {
        "event": event.id,
        "text": event_text(event),
        "player": event.player,
        "card": event.card,
        "evidence": event.evidence if has_evidence(event.evidence) else None,
    }
