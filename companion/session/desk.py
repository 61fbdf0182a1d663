"""The desk behind a session: books what happens in the log, and only then shows it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from companion.evidence import EvidenceFolder
from companion.games import InvalidEvent, InvalidGame
from companion.readers.move import ReadMove
from companion.seal import mark_of
from companion.session import bookings
from companion.session.archive import Archive, digest, judged_after
from companion.session.booked import Refused, apart
from companion.session.bookings import Action
from companion.session.flags import grace_left
from companion.session.listeners import Listeners
from companion.session.outcome import (
    ANSWERED,
    ANSWERED_AND_OVER,
    GONE_ON,
    WOULD_WAIT,
    Outcome,
    RefusedError,
    SessionError,
    outcome_of,
    reaches_back,
    waits_anew,
)
from companion.session.pages import Judged, Surroundings, empty_snapshot, snapshot
from companion.session.replay import Replay
from companion.session.settings import Settings
from companion.session.snapshot import Condition, Snapshot, View
from companion.session.tidying import Tidying
from companion.session.timeline import (
    CORRECT,
    DELETE,
    END,
    MOVE,
    READ,
    REDO,
    SETTING,
    UNDO,
)
from companion.store import Entry, Row, Store, StoreError
from companion.vault import Random

SALT_BYTES = 32
NOTICES_KEPT = 20
RETRY_SECONDS = 5.0
PASS = "pass"
NO_GAME = "No game is running; start one on the set-up page."
OVER = "No game is running; undo the end of this one first, or start another."


class Shown:
    """What there is to show until the next change. Needs no lock: nobody waits for the disk."""

    def __init__(self, judged: Judged | None, around: Surroundings, settings: Settings) -> None:
        self.judged = judged
        self.around = around
        self._settings = settings
        self._lock = threading.Lock()
        self._made: dict[View, Snapshot] = {}

    def snapshot(self, view: View, now: datetime, pictures: EvidenceFolder) -> Snapshot:
        """The snapshot for that kind of page, made once."""
        with self._lock:
            if view not in self._made:
                self._made[view] = (
                    empty_snapshot(view, self._settings, self.around)
                    if self.judged is None
                    else snapshot(self.judged, view, self.around, now, pictures.has)
                )
            return self._made[view]


class Desk:
    """Holds the running game and writes for it. Its caller holds `lock` around everything."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        steady: Callable[[], float],
        random: Random,
    ) -> None:
        self.store = store
        self._random = random
        self.clock = clock
        self._tidying = Tidying(clock, steady)
        self._grace_ends: datetime | None = None
        self.lock = threading.RLock()
        self.listeners = Listeners()
        self.archive = Archive(store)
        self.inbox: list[ReadMove] = []
        """What the camera read and could not be written yet."""
        # Versions go on growing over a restart, so that pages notice it.
        self.around = Surroundings(version=int(clock().timestamp() * 1000))
        self.settings = self.archive.settings()
        self.judged: Judged | None = None
        self._replay = Replay()
        self._timer: threading.Timer | None = None
        self._closed = False
        self.shown = Shown(None, self.around, self.settings)
        running = self.archive.running
        if running is not None:
            self._resume(running)
            self.changed()
        self._tidy()
        self._set_timer()

    def _resume(self, running: int) -> None:
        try:
            self.judged = self.archive.judged(running, self._replay)
        except InvalidGame as fault:
            self.notice(f"The running game cannot be shown: {fault}.")
        if self.judged and not self.archive.is_as_shown(running, self.judged):
            self.notice(
                "Counted anew from the log, the running game stands differently from what an "
                "older version showed last; what you see now is right by today's rules."
            )

    def now(self) -> str:
        """The time of the day as the log writes it."""
        return self.clock().isoformat(timespec="milliseconds")

    def running(self) -> Judged:
        """The running game; raises SessionError if there is none."""
        if self.on_show().timeline.ended:
            raise SessionError(OVER)
        return self.on_show()

    def on_show(self) -> Judged:
        """The running game, or the last one, which is over; raises SessionError without one."""
        if self.judged is None:
            raise SessionError(NO_GAME)
        return self.judged

    def game_of(self, event_id: int) -> Judged:
        """The game in which an event was booked, also one that is over.

        Raises SessionError, InvalidGame.
        """
        rows = self.store.rows
        row = rows[event_id - 1] if 0 < event_id <= len(rows) else None
        if row is None or row.game is None or self._is_on_show(row.game):
            return self.on_show()
        return self.archive.judged(row.game)

    def _is_on_show(self, game_id: int) -> bool:
        return self.judged is not None and self.judged.timeline.head.id == game_id

    def ending(self, why: str, who: str) -> list[Entry]:
        """What to write to end the running game, if there is one."""
        judged = self.judged
        if judged is None or judged.timeline.ended:
            return []
        return [Entry(END, {"why": why}, who, self.now(), judged.timeline.head.id)]

    def open(self, entries: Sequence[Entry]) -> int:
        """Write rows that are no actions of the game, and show the game that runs then."""
        rows = self.store.draft(entries)
        self.store.write(rows)
        self.settings = self.archive.settings()
        shown = self.archive.running or (self.judged and self.judged.timeline.head.id)
        if shown:
            self._replay = Replay()
            self.judged = self.archive.judged(shown, self._replay)
        self.changed(proposed=self._still_proposed(rows))
        return rows[-1].id

    def still(self, moment: str | None) -> None:
        """Raise SessionError if the game has gone on since that `moment` was shown."""
        if moment and (self.judged is None or self.judged.moment != moment):
            raise SessionError(GONE_ON)

    def as_it_is(self, event: int) -> Outcome:
        """What comes of asking for what is so already: nothing."""
        judged = self.game_of(event)
        return outcome_of(judged, judged, event, self.around.version)

    def book(
        self,
        actions: Sequence[Action],
        who: str,
        about: int | None = None,
        must_count: bool = False,
        of: Judged | None = None,
    ) -> Outcome:
        """Write actions down, then show what they make of the game.

        `must_count`: raises RefusedError, and nothing is written, if the game would refuse the
        event that they are about. `of`: the game that they belong to, where it may be over; nobody
        could answer there what it would come to wait for, which raises SessionError.
        """
        before = of or self.running()
        head, over = before.timeline.head, before.timeline.ended is not None
        on_show = self._is_on_show(head.id)
        replay = self._replay if on_show else Replay()
        at = self.now()

        def entries(bodies: Iterable[Mapping[str, Any]]) -> list[Entry]:
            told = zip(actions, bodies, kept, strict=True)
            return [Entry(a.kind, body, who, at, head.id, secret) for a, body, secret in told]

        parted = [apart(action.body) for action in actions]
        bodies = [body for body, _ in parted]
        kept = [self._bound(secret, before) if secret else secret for _, secret in parted]
        rows = self.store.draft(entries(bodies))
        judged = judged_after(before.timeline, rows, replay)
        if reaches_back(before, judged):
            raise SessionError(ANSWERED_AND_OVER if over else ANSWERED)
        event = event_of_action(rows[-1]) if about is None else about
        if must_count and judged.standing.fates.get(event) == "refused":
            raise RefusedError(judged.why_refused(event, self.clock()))
        if refused := _refused(before, judged, rows[-1]):
            bodies[-1]["refused"] = refused
            rows = self.store.draft(entries(bodies))
            judged = judged_after(before.timeline, rows, replay)
        if actions[0].kind in (CORRECT, DELETE):
            bodies[0]["retracts"] = self._retracted(before, judged)
            rows = self.store.draft(entries(bodies))
            judged = judged_after(before.timeline, rows, replay)
        if over and actions[0].kind not in (UNDO, REDO) and waits_anew(before, judged):
            raise SessionError(WOULD_WAIT)
        # What is shown now, so that the next start can tell whether it counts the same.
        bodies[-1]["shown"] = digest(judged)
        for body, secret in zip(bodies, kept, strict=True):
            if secret:  # What the log's hashes vouch for is the commitment alone.
                body["commitment"] = judged.standing.public.get("commitment")
        self.store.write(self.store.draft(entries(bodies)))
        if on_show:
            self.judged = judged
        still = self._still_proposed(rows) if on_show else self.around.proposed
        self.changed(log=Condition(state="ok", text=""), proposed=still)
        return outcome_of(before, judged, event, self.around.version)

    def _bound(self, secret: Mapping[str, Any], before: Judged) -> dict[str, Any]:
        """A secret from which nobody learns anything by changing what came before it.

        Undone and sealed again it looks another, and it is none among other cards than these.
        """
        mark = mark_of(before.standing.public.get("lying", ()))
        return {**secret, "salt": self._random(SALT_BYTES).hex(), "of": mark}

    def _still_proposed(self, rows: Iterable[Row]) -> Mapping[str, Any] | None:
        """What the camera proposed, unless one of the rows makes something else of the game."""
        return None if any(_happens(row) for row in rows) else self.around.proposed

    def _retracted(self, before: Judged, after: Judged) -> list[dict[str, Any]]:
        """The flags told to all that are none any more: the camera was wrong."""
        kept = {flag.id for flag in after.raised} | {one["id"] for one in before.timeline.retracted}
        return [
            {**view, "state": "camera_wrong"}
            for view in before.flag_views(self.clock())
            if view["announced"] and view["id"] not in kept
        ]

    def take_in(self) -> list[Outcome]:
        """Book what the camera read and is not yet written."""
        outcomes: list[Outcome] = []
        while self.inbox:
            if self.judged is None or self.judged.timeline.ended:
                self.inbox.clear()
                break
            read = self.inbox.pop(0)
            try:
                action = bookings.seen(self.judged, read, self.keep(read.evidence))
                if action is not None:
                    outcomes.append(self.book([action], "camera"))
            except SessionError as fault:
                self.notice(f"The camera reads something earlier in another way. {fault}")
            except InvalidEvent as fault:
                self.notice(f"The camera read something that is no move of this game: {fault}.")
            except StoreError as fault:
                self.inbox.insert(0, read)
                waiting = len(self.inbox)
                text = f"{fault} {waiting} seen meanwhile {'is' if waiting == 1 else 'are'} kept."
                self.changed(log=Condition(state="failing", text=text))
                break
        return outcomes

    def keep(self, evidence: bytes | None) -> str | None:
        """Keep a picture, if there is one; its id. Raises StoreError."""
        return self.store.keep_evidence(evidence) if evidence else None

    def notice(self, text: str) -> None:
        """Tell the referee something."""
        self.changed(notices=(*self.around.notices, text)[-NOTICES_KEPT:])

    def set(self, name: str, value: Any, who: str) -> None:
        """Change a setting. Raises SessionError."""
        self.settings.with_(name, value)
        game = self.judged.timeline.head.id if self.judged else None
        self.open([Entry(SETTING, {"name": name, "value": value}, who, self.now(), game)])
        if name == "evidence_days":
            self._tidying.again()
            self._tidy()

    def changed(self, **around: Any) -> None:
        """Show what is new and tell the pages."""
        self.around = replace(self.around, version=self.around.version + 1, **around)
        self.shown = Shown(self.judged, self.around, self.settings)
        self._tidy()
        self._set_timer()
        self.listeners.tell(self.around.version)

    def _set_timer(self) -> None:
        """Come back when a pending play has lain for the grace period, or to write what waits."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self._grace_ends = None
        if self.judged is None or self.judged.timeline.ended:
            return
        grace = self.judged.timeline.settings.grace_seconds
        now = self.clock()
        left = grace_left(self.judged.standing, grace, now)
        self._grace_ends = None if left is None else now + timedelta(seconds=left)
        seconds = RETRY_SECONDS if self.inbox else left
        if seconds is not None:
            self._timer = threading.Timer(seconds, self.tick)
            self._timer.daemon = True
            self._timer.start()

    def _tidy(self) -> None:
        """Delete evidence that is too old, once a day."""
        if self._tidying.due():
            self.store.pictures.forget(self.settings.evidence_days, self.clock())

    def tick(self) -> None:
        """Do what time brings: announce a pending play, write what could not be written.

        Pages hear of it only where something has come of it.
        """
        with self.lock:
            if self._closed:
                return
            self._tidy()
            self.take_in()
            if self._grace_ends is not None and self.clock() >= self._grace_ends:
                self.changed()

    def close(self) -> None:
        """Stop the clock and close the log."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        self.store.close()


def _happens(row: Row) -> bool:
    """Whether more than a setting changes, or than what is known about a move that stays."""
    return row.kind != SETTING and not (row.kind == READ and "move" not in row.body["set"])


def _refused(before: Judged, after: Judged, row: Row) -> Refused:
    """How the game refused what a person has just entered, if it did.

    A card lies on the table and a pass was said, whatever the game makes of them; and where the
    refusal casts doubt on something assumed, that may be what is wrong. Anything else was pressed
    at the wrong moment, for good.
    """
    if row.kind != MOVE or row.body.get("camera") or after.standing.fates[row.id] != "refused":
        return ""
    event = after.timeline.event(row.id)
    doubts = len(after.questions) > len(before.questions)
    is_said = event is None or event.lays_card or event.type == PASS
    return "then" if is_said or doubts else "for_good"


def event_of_action(row: Row) -> int:
    """The event that an action is about; 0 for one about the whole game."""
    if row.kind == MOVE:
        return row.id
    events = row.body.get("events") or [0]
    return int(events[0])
