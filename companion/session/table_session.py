"""`TableSession`: the one door to a running table, for pages, commands and the camera."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.errors import USAGE
from companion.games import InvalidEvent, InvalidGame, find
from companion.readers.move import ReadMove
from companion.record import Record, replay
from companion.session import bookings
from companion.session.archive import Archive, digest, judged_after
from companion.session.bookings import Action
from companion.session.exchange import from_record, to_record
from companion.session.flags import grace_left
from companion.session.listeners import Listeners, Subscription
from companion.session.outcome import Outcome, SessionError, outcome_of
from companion.session.pages import Judged, Surroundings, empty_snapshot, snapshot
from companion.session.replay import Replay
from companion.session.snapshot import Condition, GameHead, Grade, Snapshot, View
from companion.session.timeline import (
    CORRECT,
    DELETE,
    END,
    MOVE,
    OPTIONS,
    REDO,
    RESUME,
    RULE,
    SETTING,
    START,
    UNDO,
)
from companion.store import Entry, Row, Store, StoreError

NOTICES_KEPT = 20
TIDY_EVERY = timedelta(days=1)
NO_GAME = "No game is running; start one on the set-up page."


def now_utc() -> datetime:
    """The time of the day, UTC."""
    return datetime.now(UTC)


class TableSession:
    """One table, safe to be called from any thread.

    What is not possible raises `SessionError`; a log that cannot be written raises `StoreError`
    (both are `PlainError`s); a move that is no event of the game raises
    `companion.games.InvalidEvent`, a game that cannot begin so `companion.games.InvalidGame`.
    After an error nothing has changed. What is returned is on the disk: kill the process at any
    moment, and the next one shows the table as it stood.

    `who` is free text for the log: "referee", "seat Bea", "camera".
    """

    def __init__(self, store: Store, clock: Callable[[], datetime] = now_utc) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.RLock()
        self._listeners = Listeners()
        self._archive = Archive(store)
        self._replay = Replay()
        self._inbox: list[ReadMove] = []
        self._shown: dict[View, Snapshot] = {}
        self._grace: threading.Timer | None = None
        self._tidied: datetime | None = None
        # Versions go on growing over a restart, so that pages notice it.
        self._around = Surroundings(version=int(clock().timestamp() * 1000))
        self._settings = self._archive.settings()
        self._judged: Judged | None = None
        running = self._archive.running
        if running is not None:
            try:
                self._judged = self._archive.judged(running, self._replay)
            except InvalidGame as fault:
                self._notice(f"The running game cannot be shown: {fault}.")
            if self._judged and not self._archive.is_as_shown(running, self._judged):
                self._notice(
                    "Counted anew from the log, the running game stands differently from what an "
                    "older version showed last; what you see now is right by today's rules."
                )
        self._tidy()
        self._watch_grace()

    # Games

    def start_game(
        self,
        game: str,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        *,
        seats: Mapping[str, str] | None = None,
        deck: str = "french",
        who: str = "referee",
    ) -> int:
        """Begin a game and return its id; a running one is ended as it stands (and can be resumed).

        `seats` names the arc of the table for each player (left out: the player's own name).
        """
        options = dict(options or {})
        find(game).start(list(players), options)
        body = {
            "game": game,
            "players": list(players),
            "options": options,
            "seats": {name: (seats or {}).get(name, name) for name in players},
            "deck": deck,
            "seed": secrets.token_hex(32),
        }
        with self._lock:
            entries = self._ending("another game was started", who)
            entries.append(Entry(START, body, who, self._now()))
            return self._open(entries)

    def end_game(self, who: str, why: str = "") -> None:
        """End the running game as it stands."""
        with self._lock:
            self._running()
            self._open(self._ending(why, who))

    def resume_game(self, game_id: int, who: str) -> None:
        """Go on with an earlier game; a running one is ended as it stands."""
        with self._lock:
            if game_id not in self._archive.games:
                raise SessionError(f"There is no game {game_id} in the log.", USAGE)
            if self._judged and not self._judged.timeline.ended:
                if self._judged.timeline.head.id == game_id:
                    return
                self._archive.judged(game_id)  # Raises before anything is ended.
            entries = self._ending("another game goes on", who)
            entries.append(Entry(RESUME, {}, who, self._now(), game_id))
            self._open(entries)

    def past_games(self) -> list[GameHead]:
        """All games of this log, the newest first, with their scores counted anew."""
        with self._lock:
            return self._archive.heads()

    def import_record(
        self, record: Record, who: str, seats: Mapping[str, str] | None = None
    ) -> int:
        """Begin a game from a record and return its id; what waited in it waits again.

        Raises `companion.record.RecordError`, and then no game was begun.
        """
        events = [step.event for step in replay(record)]
        with self._lock:
            game_id = self.start_game(
                record.game, record.players, record.options, seats=seats, who=who
            )
            for event in from_record(events):
                judged = self._running()
                booked = bookings.imported(judged, event)
                self._book([booked], who)
            return game_id

    def export_record(self, game_id: int | None = None) -> dict[str, Any]:
        """A game (left out: the running one) as a record: head and events in the order in which
        they counted, each with `at` and what was `seen`."""
        return to_record(self._of_game(game_id))

    def change_options(
        self, options: Mapping[str, Any], who: str, confirmed: bool = False
    ) -> Outcome:
        """Change the variant and count all anew; once anything is booked that needs `confirmed`."""
        with self._lock:
            judged = self._running()
            head = judged.timeline.head
            find(head.game).start(head.players, options)
            if judged.timeline.events and not confirmed:
                raise SessionError(
                    "The game has begun: confirm that all of it is to be counted anew.", USAGE
                )
            return self._book([Action(OPTIONS, {"options": dict(options)})], who)

    def set(self, name: str, value: Any, who: str) -> None:
        """Change a setting of the session, see `companion.session.settings`."""
        with self._lock:
            self._settings.with_(name, value)
            game = self._judged.timeline.head.id if self._judged else None
            self._open([Entry(SETTING, {"name": name, "value": value}, who, self._now(), game)])
            self._tidied = None if name == "evidence_days" else self._tidied
            self._tidy()

    # Moves and rulings by people

    def submit(
        self,
        move: Mapping[str, Any],
        grade: Grade = "confirmed",
        who: str = "referee",
        evidence: bytes | None = None,
        at: float | None = None,
    ) -> Outcome:
        """Book one move. `confirmed`: a person entered it; other grades are the camera's.

        A person's entry of a card that the camera has read (or asks about) confirms or corrects
        that reading; it is not booked twice.
        """
        with self._lock:
            self._take_in()
            judged = self._running()
            if grade == "confirmed":
                return self._book([bookings.entered(judged, move, at, self._keep(evidence))], who)
            read = ReadMove(move, grade, at or 0.0, evidence=evidence)
            action = bookings.seen(judged, read, self._keep(evidence))
            if action is None:
                raise SessionError("The camera has told that already.")
            if action.kind == MOVE:
                action = Action(MOVE, {**action.body, "film": at})
            return self._book([action], who)

    def take_back(self, who: str) -> Outcome:
        """The pending card went back to the hand."""
        return self.submit({"type": "take_back"}, "confirmed", who)

    def accept(self, who: str) -> Outcome:
        """The pending play stands."""
        return self.submit({"type": "accept"}, "confirmed", who)

    def annul(self, who: str) -> Outcome:
        """The deal is void (also: misdeal)."""
        return self.submit({"type": "annul"}, "confirmed", who)

    def no_play(self, event_id: int, who: str) -> Outcome:
        """That was no play: strike out the event (one tap)."""
        return self.delete(event_id, who, "that was no play")

    def rule(self, flag_id: str, state: str, who: str, why: str = "") -> Outcome:
        """Say what becomes of a flag: `open`, `stands`, `camera_wrong`, or `annulled`.

        For the flag of a pending play `stands` accepts it, `taken_back` takes it back and
        `camera_wrong` strikes it out. `annulled` voids the deal.
        """
        with self._lock:
            judged = self._running()
            flag = next((flag for flag in judged.proved if flag.id == flag_id), None)
            if flag is None:
                raise SessionError("That flag is no longer there.")
            pending = judged.standing.pending
            if state == "annulled":
                return self.annul(who)
            if flag.pends and pending and pending.id == flag.step.event.id:
                if state in ("stands", "taken_back"):
                    return self.accept(who) if state == "stands" else self.take_back(who)
                if state == "camera_wrong":
                    return self.no_play(pending.id, who)
            elif not flag.pends and state in ("open", "stands", "camera_wrong"):
                action = Action(RULE, {"flag": flag_id, "state": state, "why": why})
                return self._book([action], who, flag.step.event.id)
            raise SessionError(f"This flag cannot become {state!r} now.", USAGE)

    # Corrections

    def undo(self, who: str, steps: int = 1) -> Outcome:
        """Take back the last actions, whatever they were."""
        return self._back_or_forth(UNDO, steps, who)

    def redo(self, who: str, steps: int = 1) -> Outcome:
        """Do again what was undone last."""
        return self._back_or_forth(REDO, steps, who)

    def correct(self, event_id: int, move: Mapping[str, Any], who: str, why: str = "") -> Outcome:
        """It was another move. Later events count as they follow from the change.

        Fields that are left out stay as they are, so `{"card": "9S"}` is enough.
        """
        with self._lock:
            judged = self._running()
            event = bookings.event_of(judged, event_id)
            same_type = move.get("type", event.type) == event.type
            whole = {**event.move, **move} if same_type else dict(move)
            bookings.checked(judged, whole)
            return self._book([bookings.corrected(event, whole, why)], who, event_id)

    def insert(
        self,
        before_id: int | None,
        move: Mapping[str, Any],
        who: str,
        why: str = "",
        evidence: bytes | None = None,
    ) -> Outcome:
        """A move was missed: book it before that event (None: at the end)."""
        with self._lock:
            kept = self._keep(evidence)
            action = bookings.inserted(self._running(), before_id, move, why, kept)
            return self._book([action], who)

    def delete(self, event_id: int, who: str, why: str) -> Outcome:
        """Strike out an event; it stays in the log."""
        with self._lock:
            event = bookings.event_of(self._running(), event_id)
            return self._book([bookings.struck_out([event], why)], who, event_id)

    def confirm(self, event_id: int, who: str) -> Outcome:
        """The event is as it was read."""
        with self._lock:
            event = bookings.event_of(self._running(), event_id)
            if event.unread:
                raise SessionError("Say first which card it was and who played it.", USAGE)
            return self._book([bookings.confirmed([event])], who, event_id)

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
        with self._lock:
            judged = self._running()
            question = next((one for one in judged.questions if one["id"] == question_id), None)
            if question is None:
                raise SessionError("That question is no longer open.")
            action = bookings.answered(judged, question, choice, change)
            about = None if action.kind == MOVE else question["event"]
            return self._book([action], who, about)

    # The camera

    def see(self, read_moves: Iterable[ReadMove]) -> list[Outcome]:
        """Take what the camera read, in order.

        Never raises for a log that cannot be written: what was read is kept and written as soon as
        it can be, and `snapshot()["log"]` says so. What the camera tells while no game is running
        is not kept.
        """
        with self._lock:
            self._inbox.extend(read_moves)
            return self._take_in()

    def camera_status(self, state: str, text: str = "") -> None:
        """How the camera is: `none`, `live`, `lost`, `frozen` ..., with a sentence for people."""
        with self._lock:
            if self._around.camera != {"state": state, "text": text}:
                self._changed(camera=Condition(state=state, text=text))

    def reader_state(self) -> dict[str, Any]:
        """The game's public state for the reader: `pending` as it is, and `waiting`: what lies on
        the table but does not count yet, `[{"player", "card", "track"}]`. Empty without a game."""
        judged = self._judged
        if judged is None or judged.timeline.ended:
            return {}
        waiting = [
            {"player": event.player, "card": event.card, "track": event.track}
            for event in judged.standing.queue
            if event.lays_card
        ]
        return {**judged.standing.public, "waiting": waiting}

    # Watching

    def snapshot(self, view: View = "table", game_id: int | None = None) -> Snapshot:
        """All that a page of that kind may show (of an earlier game: with `game_id`)."""
        with self._lock:
            judged = self._judged
            if game_id is not None and (judged is None or judged.timeline.head.id != game_id):
                return self._snapshot_of(self._of_game(game_id), view)
            shown = self._shown.get(view)
            if shown is None:
                if judged is None:
                    shown = empty_snapshot(view, self._settings, self._around)
                else:
                    shown = self._snapshot_of(judged, view)
                self._shown[view] = shown
            return shown

    def evidence(self, evidence_id: str) -> bytes | None:
        """The JPEG of that id, None once it was deleted."""
        return self._store.pictures.read(evidence_id)

    def listen(self) -> Subscription:
        """Notices of changes; `with session.listen() as changes: changes.get(timeout=15)`."""
        return self._listeners.listen()

    @property
    def version(self) -> int:
        """The version that `snapshot` would show."""
        return self._around.version

    def tick(self) -> None:
        """Do what time brings: announce a pending play, write what could not be written."""
        with self._lock:
            self._take_in()
            self._changed()

    def close(self) -> None:
        """Close the log and let others use the data folder."""
        with self._lock:
            if self._grace:
                self._grace.cancel()
            self._store.close()

    # Inside; the lock is held

    def _now(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")

    def _running(self) -> Judged:
        if self._judged is None or self._judged.timeline.ended:
            raise SessionError(NO_GAME)
        return self._judged

    def _of_game(self, game_id: int | None) -> Judged:
        with self._lock:
            if self._judged and game_id in (None, self._judged.timeline.head.id):
                return self._judged
            if game_id is None:
                raise SessionError(NO_GAME)
            return self._archive.judged(game_id)

    def _snapshot_of(self, judged: Judged, view: View) -> Snapshot:
        return snapshot(judged, view, self._around, self._clock(), self._store.pictures.has)

    def _ending(self, why: str, who: str) -> list[Entry]:
        judged = self._judged
        if judged is None or judged.timeline.ended:
            return []
        return [Entry(END, {"why": why}, who, self._now(), judged.timeline.head.id)]

    def _open(self, entries: Sequence[Entry]) -> int:
        """Write rows that are no actions of the game, and show the game that runs then."""
        rows = self._store.draft(entries)
        self._store.write(rows)
        self._settings = self._archive.settings()
        shown = self._archive.running or (self._judged and self._judged.timeline.head.id)
        if shown:
            self._replay = Replay()
            self._judged = self._archive.judged(shown, self._replay)
        self._changed()
        return rows[-1].id

    def _book(self, actions: Sequence[Action], who: str, about: int | None = None) -> Outcome:
        """Write actions down, then show what they make of the game."""
        before = self._running()
        head = before.timeline.head
        at = self._now()

        def entries(bodies: Iterable[Mapping[str, Any]]) -> list[Entry]:
            pairs = zip(actions, bodies, strict=True)
            return [Entry(action.kind, body, who, at, head.id) for action, body in pairs]

        bodies = [dict(action.body) for action in actions]
        rows = self._store.draft(entries(bodies))
        judged = judged_after(before.timeline, rows, self._replay)
        if actions[0].kind in (CORRECT, DELETE):
            kept = {flag.id for flag in judged.raised}
            gone = [
                {**view, "state": "camera_wrong"}
                for view in before.flag_views(self._clock())
                if view["id"] not in kept
            ]
            bodies[0]["retracts"] = [view for view in gone if view["announced"]]
        # What is shown now, so that the next start can tell whether it counts the same.
        bodies[-1]["shown"] = digest(judged)
        rows = self._store.draft(entries(bodies))
        judged = judged_after(before.timeline, rows, self._replay)
        self._store.write(rows)
        self._judged = judged
        self._changed(log=Condition(state="ok", text=""))
        event = _event_of(rows[-1]) if about is None else about
        return outcome_of(before, judged, event, self.version)

    def _take_in(self) -> list[Outcome]:
        """Book what the camera read and is not yet written."""
        outcomes: list[Outcome] = []
        while self._inbox:
            if self._judged is None or self._judged.timeline.ended:
                self._inbox.clear()
                break
            read = self._inbox[0]
            try:
                action = bookings.seen(self._judged, read, self._keep(read.evidence))
                if action is not None:
                    outcomes.append(self._book([action], "camera"))
            except InvalidEvent as fault:
                self._notice(f"The camera read something that is no move of this game: {fault}.")
            except StoreError as fault:
                waiting = len(self._inbox)
                text = f"{fault} {waiting} seen meanwhile {'is' if waiting == 1 else 'are'} kept."
                self._changed(log=Condition(state="failing", text=text))
                break
            self._inbox.pop(0)
        return outcomes

    def _back_or_forth(self, kind: str, steps: int, who: str) -> Outcome:
        with self._lock:
            self._take_in()
            timeline = self._running().timeline
            actions: list[Action] = []
            event = 0
            for _ in range(max(1, steps)):
                row_id = timeline.undoable if kind == UNDO else timeline.redoes
                if row_id is None:
                    verb = "undo" if kind == UNDO else "do again"
                    raise SessionError(f"There is nothing {'more ' if actions else ''}to {verb}.")
                actions.append(Action(kind, {"row": row_id}))
                event = _event_of(timeline.row(row_id))
                draft = Row(0, timeline.head.id, "", kind, {"row": row_id}, who, "")
                timeline = timeline.after(draft)
            return self._book(actions, who, event)

    def _keep(self, evidence: bytes | None) -> str | None:
        return self._store.keep_evidence(evidence) if evidence else None

    def _notice(self, text: str) -> None:
        self._changed(notices=(*self._around.notices, text)[-NOTICES_KEPT:])

    def _changed(self, **around: Any) -> None:
        """Show what is new and tell the pages."""
        self._around = replace(self._around, version=self._around.version + 1, **around)
        self._shown = {}
        self._tidy()
        self._watch_grace()
        self._listeners.tell(self._around.version)

    def _watch_grace(self) -> None:
        """See to it that pages hear when a pending play has lain for the grace period."""
        if self._grace:
            self._grace.cancel()
            self._grace = None
        if self._judged is None or self._judged.timeline.ended:
            return
        grace = self._judged.timeline.settings.grace_seconds
        left = grace_left(self._judged.standing, grace, self._clock())
        if left is not None:
            self._grace = threading.Timer(left, self.tick)
            self._grace.daemon = True
            self._grace.start()

    def _tidy(self) -> None:
        """Delete evidence that is too old, once a day."""
        now = self._clock()
        if self._tidied is None or now - self._tidied >= TIDY_EVERY:
            self._tidied = now
            self._store.pictures.forget(self._settings.evidence_days, now)


def _event_of(row: Row) -> int:
    """The event that an action is about; 0 for one about the whole game."""
    if row.kind == MOVE:
        return row.id
    events = row.body.get("events") or [0]
    return int(events[0])
