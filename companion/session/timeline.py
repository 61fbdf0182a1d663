"""From rows of the log to the events of a game as they stand after all corrections.

Rows only ever say what was done; `Timeline` says what that leaves: undone rows do nothing,
corrections change the event that they name, an inserted event stands before another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Final

from companion.games import InvalidGame
from companion.session.booked import Booked, Change, apart
from companion.session.settings import NO_CHANGES, Settings
from companion.store import Row

START: Final = "start"
RESUME: Final = "resume"
END: Final = "end"
KNOCKOUT: Final = "knockout"
"""An evening of several games was begun; it is no game itself."""
SETTING: Final = "setting"
MOVE: Final = "move"
CORRECT: Final = "correct"
"""It was another move (said by a person)."""
CONFIRM: Final = "confirm"
"""It was as read (said by a person)."""
ADMIT: Final = "admit"
"""Seen before the announcement, it is a play of the deal."""
DELETE: Final = "delete"
"""It did not happen."""
READ: Final = "read"
"""The camera knows more about an earlier event."""
RULE: Final = "rule"
"""What becomes of a flag."""
OPTIONS: Final = "options"
UNDO: Final = "undo"
REDO: Final = "redo"

CHANGES: Final = frozenset({CORRECT, CONFIRM, ADMIT, DELETE, READ})
"""Rows that change events: `events` names them, `set` gives the new values."""
ACTIONS: Final = CHANGES | {MOVE, RULE, OPTIONS}
"""Rows that can be undone."""


@dataclass(frozen=True)
class Head:
    """What a game was started with."""

    id: int
    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    """As they are now."""
    first_options: Mapping[str, Any]
    """As they were at the start."""
    seats: Mapping[str, str]
    deck: str
    seed: bytes
    started: str


@dataclass(frozen=True)
class Timeline:
    """The events of one game after all rows so far."""

    head: Head
    events: tuple[Booked, ...] = ()
    """In the order in which they happened; those struck out too."""
    withdrawn: tuple[Booked, ...] = ()
    """Events whose booking was undone."""
    ruled: Mapping[str, str] = field(default_factory=dict)
    """What was said to become of which flag."""
    retracted: tuple[Mapping[str, Any], ...] = ()
    """Flags that a correction proved to be the camera's mistake."""
    settings: Settings = NO_CHANGES
    ended: str | None = None
    end_undone: bool = False
    """Whether the end of the game was undone last, so that it can be done again."""
    end_place: int = 0
    """How many actions the (last) end of the game came after; corrections go on after it."""
    rows: tuple[tuple[Row, bool], ...] = ()
    """All actions, each with whether every card had to be confirmed then."""
    undone: frozenset[int] = frozenset()
    """Ids of the rows that do nothing now."""
    redoable: tuple[int, ...] = ()
    """Those that can be done again, the last one undone last."""

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Timeline:
        """The timeline of a game from its rows, and from all settings rows of the log."""
        start = next(row for row in rows if row.kind == START)
        return reduce(cls.after, rows, cls(_head(start)))

    def after(self, row: Row) -> Timeline:
        """The timeline with one more row."""
        body = row.body
        if row.kind == SETTING:
            return replace(self, settings=self.settings.with_(body["name"], body["value"]))
        if row.kind in (START, RESUME):
            return replace(self, ended=None, end_undone=body.get("undoes") == "end")
        if row.kind == END:
            return replace(self, ended=row.at, end_undone=False, end_place=self._place_of_end)
        if row.kind == UNDO:
            redoable = (*self.redoable, body["row"])
            return self._folded(self.undone | {body["row"]}, redoable)
        if row.kind == REDO:
            return self._folded(self.undone - {body["row"]}, self.redoable[:-1])
        # What the camera sees meanwhile does not keep a person from doing again what they undid.
        # Nor does what they pressed in vain.
        changes_nothing = _of_camera(row) or _in_vain(row)
        redoable = self.redoable if changes_nothing else ()
        end_undone = self.end_undone and changes_nothing
        confirm_each = self.settings.confirm_each
        rows = (*self.rows, (row, confirm_each))
        acted = self._acted(row, confirm_each)
        return replace(acted, rows=rows, redoable=redoable, end_undone=end_undone)

    @property
    def undoable(self) -> int | None:
        """The row that `undo` takes back next. What the camera added to an event is none, nor is
        what was pressed in vain."""
        return next(
            (
                row.id
                for row, _ in reversed(self.rows)
                if row.id not in self.undone
                and not (row.kind == READ and _of_camera(row))
                and not _in_vain(row)
            ),
            None,
        )

    @property
    def undoes_end(self) -> bool:
        """Whether `undo` takes back first that the game was ended."""
        return self.ended is not None and not self._is_after_end(self.undoable)

    @property
    def redoes_end(self) -> bool:
        """Whether `redo` ends the game again next."""
        return self.end_undone and (self.redoes is None or self._is_after_end(self.redoes))

    @property
    def put_right_at(self) -> str | None:
        """When something was last changed that stands now although the game was over by then."""
        if self.ended is None:
            return None
        after = [row.at for row, _ in self.rows[self.end_place :] if row.id not in self.undone]
        return after[-1] if after else None

    def _is_after_end(self, row_id: int | None) -> bool:
        return any(row.id == row_id for row, _ in self.rows[self.end_place :])

    @property
    def _place_of_end(self) -> int:
        """Where an end comes now: what is still to be done again comes after it."""
        places = (n for n, (row, _) in enumerate(self.rows) if row.id in self.redoable)
        return min(places, default=len(self.rows))

    @property
    def latest(self) -> int | None:
        """The last row that made something else of the game, undone or not: no news of the camera
        about an event that stays what it is, and nothing that was pressed in vain."""
        return next(
            (
                row.id
                for row, _ in reversed(self.rows)
                if not (row.kind == READ and "move" not in row.body["set"]) and not _in_vain(row)
            ),
            None,
        )

    @property
    def redoes(self) -> int | None:
        """The row that `redo` does again next."""
        return self.redoable[-1] if self.redoable else None

    def row(self, row_id: int) -> Row:
        """The action of that id."""
        return next(row for row, _ in self.rows if row.id == row_id)

    def event(self, event_id: int) -> Booked | None:
        """The event of that id, unless its booking was undone."""
        return next((event for event in self.events if event.id == event_id), None)

    def before(self, event_id: int) -> Booked | None:
        """The event that stands right before that one."""
        earlier: Booked | None = None
        for event in self.events:
            if event.id == event_id:
                return earlier
            earlier = event
        return None

    def _folded(self, undone: frozenset[int], redoable: tuple[int, ...]) -> Timeline:
        """All actions again, but those undone."""
        empty = replace(self, events=(), withdrawn=(), ruled={}, retracted=(), undone=undone)
        empty = replace(empty, head=replace(self.head, options=self.head.first_options))
        acted = reduce(
            lambda timeline, done: timeline._acted(*done),
            (done for done in self.rows if done[0].id not in undone),
            empty,
        )
        withdrawn = tuple(
            _booked(*done) for done in self.rows if done[0].id in undone and done[0].kind == MOVE
        )
        return replace(acted, withdrawn=withdrawn, redoable=redoable)

    def _acted(self, row: Row, confirm_each: bool) -> Timeline:
        body = row.body
        if row.kind == MOVE:
            booked = _booked(row, confirm_each)
            where = self._place_before(body.get("before"))
            events = (*self.events[:where], booked, *self.events[where:])
            return replace(self, events=events)
        if row.kind == RULE:
            return replace(self, ruled={**self.ruled, body["flag"]: body["state"]})
        if row.kind == OPTIONS:
            return replace(self, head=replace(self.head, options=body["options"]))
        named = frozenset(body["events"])
        values = dict(body["set"])
        if "candidates" in values:
            values["candidates"] = tuple(values["candidates"])
        if "move" in values:
            values["secret"] = _secret(row)
        return replace(
            self,
            events=tuple(
                replace(event, **values, changes=_changes(event, row))
                if event.id in named
                else event
                for event in self.events
            ),
            retracted=(*self.retracted, *body.get("retracts", ())),
        )

    def _place_before(self, event_id: int | None) -> int:
        """Where an event that stands before that one goes; at the end if there is none such."""
        if event_id is None:
            return len(self.events)
        return next(
            (place for place, event in enumerate(self.events) if event.id == event_id),
            len(self.events),
        )


def _head(row: Row) -> Head:
    body = row.body
    return Head(
        id=row.id,
        game=body["game"],
        players=tuple(body["players"]),
        options=body["options"],
        first_options=body["options"],
        seats=body["seats"],
        deck=body["deck"],
        seed=bytes.fromhex(_seed(row)),
        started=row.at,
    )


def _seed(row: Row) -> str:
    """Empty for games without secrets; logs of the first form had it in the clear."""
    return str(_secret(row).get("seed") or row.body.get("seed", ""))


def _secret(row: Row) -> Mapping[str, Any]:
    """What is secret in a row. Raises InvalidGame."""
    if row.is_locked:
        raise InvalidGame(
            "the key file secret.key of this folder is missing, or it is another one; put it back "
            "and start again"
        )
    return row.secret or {}


def _changes(event: Booked, row: Row) -> tuple[Change, ...]:
    """What was made of the event, this row included."""
    if row.kind not in (CORRECT, DELETE):
        return event.changes
    struck = row.body["set"].get("struck", event.struck)
    change = Change(row.at, row.who, row.body.get("why", ""), event.move, struck)
    return (*event.changes, change)


def _of_camera(row: Row) -> bool:
    return bool(row.body.get("camera"))


def _in_vain(row: Row) -> bool:
    return bool(row.body.get("refused") == "for_good")


def _booked(row: Row, confirm_each: bool) -> Booked:
    body, secret = apart(row.body)  # Logs of the first form had it in the clear.
    return Booked(
        id=row.id,
        move=body["move"],
        secret=_secret(row) or secret,
        grade=body["grade"],
        camera=body["camera"],
        who=row.who,
        at=row.at,
        film=body.get("film"),
        why=body.get("why", ""),
        evidence=body.get("evidence"),
        track=body.get("track"),
        doubt=body.get("doubt", ""),
        candidates=tuple(body.get("candidates", ())),
        question=body.get("question"),
        hits=tuple(body["hits"]) if body.get("hits") else None,
        on=body.get("on"),
        while_pending=body.get("while_pending", False),
        must_confirm=confirm_each and body["camera"],
        refused=body.get("refused", ""),
    )
