"""Putting right what was booked: undo and redo, other moves, missed ones, answers to questions.

An event is put right in whatever game it belongs to, also in one that is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.errors import USAGE
from companion.session import bookings
from companion.session.booked import Booked
from companion.session.bookings import Action
from companion.session.desk import Desk, event_of_action
from companion.session.outcome import Outcome, SessionError
from companion.session.pages import Judged
from companion.session.timeline import MOVE, REDO, RESUME, UNDO, Timeline
from companion.store import Entry, Row

NOT_OPEN: Final = "That question is no longer open."
CHANGED_SINCE: Final = "Somebody has changed this meanwhile: look at it again."


def _says_nothing_new(action: Action, event: Booked) -> bool:
    """Whether the event is what the action would make of it."""
    values = {**action.body["set"], "corrected": event.corrected}
    return all(getattr(event, name) == value for name, value in values.items())


class Corrections:
    """What people put right at a `TableSession`. Nothing is lost: all of it is in the log."""

    _desk: Desk

    def undo(self, who: str, steps: int = 1, moment: str | None = None) -> Outcome:
        """Take back the last actions, whatever they were, but nothing that a judge has answered.

        With the `moment` of the snapshot that the button was drawn from only what stood there then
        is taken back: raises SessionError if the game has gone on since.
        """
        return self._back_or_forth(UNDO, steps, who, moment)

    def redo(self, who: str, steps: int = 1, moment: str | None = None) -> Outcome:
        """Do again what was undone last; `moment` as for `undo`."""
        return self._back_or_forth(REDO, steps, who, moment)

    def correct(
        self,
        event_id: int,
        move: Mapping[str, Any],
        who: str,
        why: str = "",
        seen: str | None = None,
    ) -> Outcome:
        """It was another move. Later events count as they follow from the change.

        Fields that are left out stay as they are, so `{"card": "9S"}` is enough. A move that the
        game refuses there raises RefusedError; one against the rules waits for its ruling, as at
        the table. `seen` is the event's `mark` on the page that the correction was made from:
        raises SessionError if somebody changed it since. What is so already is not booked again.
        """
        with self._desk.lock:
            judged = self._desk.game_of(event_id)
            event = bookings.event_of(judged, event_id)
            same_type = move.get("type", event.type) == event.type
            whole = {**event.move, **move} if same_type else dict(move)
            bookings.checked(judged, whole)
            action = bookings.corrected(event, whole, why)
            if _says_nothing_new(action, event):
                return self._desk.as_it_is(event_id)
            self._as_seen(event, seen)
            return self._desk.book([action], who, event_id, must_count=True, of=judged)

    def insert(
        self,
        before_id: int | None,
        move: Mapping[str, Any],
        who: str,
        why: str = "",
        evidence: bytes | None = None,
        seen: str | None = None,
    ) -> Outcome:
        """A move was missed: book it before that event (None: at the end).

        Raises RefusedError where the game does not take it there. `seen` is that event's `mark`:
        what was put in before it meanwhile is not put in twice.
        """
        with self._desk.lock:
            desk = self._desk
            judged = desk.running() if before_id is None else desk.game_of(before_id)
            kept = desk.keep(evidence)
            action = bookings.inserted(judged, before_id, move, why, kept)
            if seen and before_id is not None:
                before = judged.timeline.before(before_id)
                if seen.partition("-")[0] != str(before.id if before else 0):
                    if before and not before.struck and dict(before.move) == action.body["move"]:
                        return desk.as_it_is(before.id)
                    raise SessionError(CHANGED_SINCE)
            return desk.book([action], who, must_count=True, of=judged)

    def delete(self, event_id: int, who: str, why: str, seen: str | None = None) -> Outcome:
        """Strike out an event; it stays in the log. `seen` as for `correct`."""
        with self._desk.lock:
            judged = self._desk.game_of(event_id)
            event = bookings.event_of(judged, event_id)
            if event.struck:
                return self._desk.as_it_is(event_id)
            self._as_seen(event, seen)
            return self._desk.book([bookings.struck_out([event], why)], who, event_id, of=judged)

    def restore(self, event_id: int, who: str, why: str = "", seen: str | None = None) -> Outcome:
        """An event that was struck out did happen. `seen` as for `correct`."""
        with self._desk.lock:
            judged = self._desk.game_of(event_id)
            event = bookings.event_of(judged, event_id)
            if not event.struck:
                return self._desk.as_it_is(event_id)
            self._as_seen(event, seen)
            action = bookings.put_back(event, why)
            return self._desk.book([action], who, event_id, must_count=True, of=judged)

    def confirm(self, event_id: int, who: str, seen: str | None = None) -> Outcome:
        """The event is as it was read. `seen` as for `correct`."""
        with self._desk.lock:
            judged = self._desk.game_of(event_id)
            event = bookings.event_of(judged, event_id)
            if event.unread:
                raise SessionError("Say first which card it was and who played it.", USAGE)
            action = bookings.confirmed([event])
            if _says_nothing_new(action, event):
                return self._desk.as_it_is(event_id)
            self._as_seen(event, seen)
            return self._desk.book([action], who, event_id, of=judged)

    def _as_seen(self, event: Booked, seen: str | None) -> None:
        """Raise SessionError if the event is another one than on the page with that mark."""
        if seen and seen.partition("-")[2] != event.mark(None).partition("-")[2]:
            raise SessionError(CHANGED_SINCE)

    def answer(
        self,
        question_id: str,
        choice: str | bool,
        who: str,
        change: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Answer a question with the `id` of a choice (True and False mean `yes` and `no`).

        `change` gives another card or player that no choice has: `{"card": "9S"}`.
        """
        if isinstance(choice, bool):
            choice = "yes" if choice else "no"
        with self._desk.lock:
            judged = self._desk.on_show()
            question = next((one for one in judged.questions if one["id"] == question_id), None)
            if question is None:
                raise SessionError(NOT_OPEN)
            action = bookings.answered(judged, question, choice, change)
            about = None if action.kind == MOVE else question["event"]
            return self._desk.book([action], who, about, of=judged)

    def _back_or_forth(self, kind: str, steps: int, who: str, moment: str | None = None) -> Outcome:
        with self._desk.lock:
            self._desk.take_in()
            self._desk.still(moment)
            judged = self._desk.on_show()
            timeline = judged.timeline
            if _is_at_end(timeline, kind):
                outcome = self._over_the_end(judged, kind, who)
                return outcome if steps <= 1 else self._back_or_forth(kind, steps - 1, who)
            actions: list[Action] = []
            event = 0
            while len(actions) < max(1, steps) and not _is_at_end(timeline, kind):
                row_id = timeline.undoable if kind == UNDO else timeline.redoes
                if row_id is None:
                    verb = "undo" if kind == UNDO else "do again"
                    raise SessionError(f"There is nothing {'more ' if actions else ''}to {verb}.")
                actions.append(Action(kind, {"row": row_id}))
                event = event_of_action(timeline.row(row_id))
                draft = Row(0, timeline.head.id, "", kind, {"row": row_id}, who, "")
                timeline = timeline.after(draft)
            outcome = self._desk.book(actions, who, event, of=judged)
            left = steps - len(actions)
            return outcome if left < 1 else self._back_or_forth(kind, left, who)

    def _over_the_end(self, judged: Judged, kind: str, who: str) -> Outcome:
        """Undo that a game was ended, or do it again."""
        game_id = judged.timeline.head.id
        if kind == UNDO:
            at = self._desk.now()
            self._desk.open([Entry(RESUME, {"undoes": "end"}, who, at, game_id)])
        else:
            self._desk.open(self._desk.ending("", who))
        return Outcome(game_id, True, "applied", (), (), (), self._desk.shown.around.version)


def _is_at_end(timeline: Timeline, kind: str) -> bool:
    """Whether the end of the game is what undo or redo reaches next."""
    return timeline.undoes_end if kind == UNDO else timeline.redoes_end
