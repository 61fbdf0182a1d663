"""Keeps an eye on the table for a whole evening: opens the source, and again when it must.

    with Lookout(session, "0") as lookout:
        app = create_app(session, pictures=lookout, camera=lookout)

The camera may be chosen, changed and lost while people play; none of it stops the game.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing.synchronize import Event
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.advised import Placed
from companion.decks.shelf import Shelf
from companion.errors import USAGE, PlainError
from companion.eye_process import EyeProcess
from companion.phone_line import PHONE, PhoneLine, open_phone
from companion.session import TableSession
from companion.teaching.lesson import Lesson
from companion.telling import Opened, open_at, with_deck
from companion.watching import TableWatch
from vision.sources import cameras
from vision.table import Arc, Table, TableError, read_table
from vision.table_text import rewritten

AGAIN_S = 5.0
"""How long after a fault the source is tried again."""

FIRST_SEAT = 90.0
"""The first player sits at the bottom of the picture; the others follow clockwise."""


class Lookout:
    """Watches a source in a thread of its own; the pages' `Pictures` and `Camera`.

    Args:
        session: The table that is watched.
        source: As `--source` takes it; empty: none for now.
        description: A table's file (corners, seats, zones); without one the whole picture is the
            table and the players sit evenly around it.
        kept: Where a table that was set up on the pages is kept for the next evening, if it has
            no file yet; None: nowhere.
        phone_line: Where a phone's pictures come from; None: no phone can be chosen.
        shelf: The taught decks; None: only French decks are known.

    Raises:
        PlainError: The table's file cannot be used.
    """

    def __init__(
        self,
        session: TableSession,
        source: str = "",
        description: Path | None = None,
        kept: Path | None = None,
        phone_line: PhoneLine | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self._phone_line = phone_line
        self._shelf = shelf or Shelf(None)
        self._file = description or kept
        if description is None and kept is not None and kept.exists():
            description = kept
        try:
            self._described = read_table(description) if description else Table()
        except TableError as fault:
            raise PlainError(str(fault), USAGE) from None
        self._session = session
        self._watch = TableWatch(session)
        self._source = source or self._described.source
        self._table = self._described
        self._eye: EyeProcess | None = None
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)
        snapshot = session.snapshot("table")
        self._deck = snapshot["deck"]
        seats = list(snapshot["seats"].values())
        described = [arc.name for arc in self._described.seats]
        set_for_others = _is_numbered(self._described) and seats != described
        if snapshot["game"] is not None and (not described or set_for_others):
            # A game that goes on after a restart keeps its seats.
            self._table = _around(self._described, seats)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing = True
        self._aim_anew()
        self._thread.join()

    @property
    def source(self) -> str:
        """The source in use, empty without one."""
        return self._source

    def latest(self) -> tuple[bytes, int, float] | None:
        """The newest picture for the referee, None without a camera."""
        return self._watch.latest() if self._source else None

    def whole(self) -> tuple[bytes, int, float] | None:
        """The newest picture with nothing hidden, for setting up; None while a game runs."""
        return self._watch.whole() if self._source else None

    def advised(self) -> Sequence[Placed]:
        """What has been wrong with the picture for a while."""
        return self._watch.advised() if self._source else ()

    @property
    def covered(self) -> str:
        """Whether the layer is to show the reference card under a cover; see `UnderCover`."""
        return self._watch.cover.state

    def cover(self) -> None:
        """From now on no picture is shown or kept, and the next card is the reference."""
        self._watch.cover.begin()
        self._session.refresh()

    def uncover(self) -> None:
        """No more waiting for it."""
        self._watch.cover.end()
        self._session.refresh()

    @property
    def table(self) -> Table:
        """The table as it was set up; without seats where nobody set them."""
        return self._described

    def keep(self, table: Table) -> None:
        """Use this table from now on, and keep it for the next evening.

        Raises PlainError where it cannot be kept; it is used all the same.
        """
        now = [arc.name for arc in self._table.seats]
        self._described = self._table = table
        if now and (not table.seats or (_is_numbered(table) and len(table.seats) != len(now))):
            self._table = _around(table, now)
        self._aim_anew()
        self._save()

    def _save(self) -> None:
        if self._file is None:
            return
        draft = self._file.with_name(self._file.name + ".new")
        try:
            written = self._file.read_text("utf-8") if self._file.exists() else ""
            draft.write_text(rewritten(written, self._described), "utf-8")
            os.replace(draft, self._file)
        except UnicodeDecodeError:
            raise PlainError(f"{self._file} is no text in UTF-8.") from None
        except OSError as fault:
            raise PlainError(f"{self._file} cannot be written: {fault.strerror}.") from None

    def choices(self) -> Sequence[tuple[str, str]]:
        """The cameras that the system knows: (source, words); a phone, where one can join."""
        phones = [(PHONE, PHONE)] if self._phone_line is not None else []
        if sys.platform != "linux":
            # Elsewhere every camera would have to be opened to be found.
            return [("0", "0"), ("1", "1"), *phones]
        return [*((str(camera.number), camera.words) for camera in cameras()), *phones]

    def choose(self, source: str) -> None:
        """Look through another source; empty: through none."""
        self._source = source
        self._watch.forget()
        self._aim_anew()
        self._described = replace(self._described, source=source)
        self._save()

    def seat(self, players: Sequence[str]) -> Mapping[str, str]:
        """The arc of the table for each player, in order clockwise.

        Raises PlainError where the table's file has too few seats.
        """
        arcs = [arc.name for arc in self._described.seats]
        if _is_numbered(self._described) and len(arcs) != len(players):
            arcs = []  # they were set for another number of players
        if set(players) <= set(arcs):
            return {player: player for player in players}
        if arcs and len(arcs) < len(players):
            raise PlainError(
                f"The table's file has {len(arcs)} seats for {len(players)} players; "
                "add the missing ones."
            )
        if not arcs:
            arcs = [str(number) for number in range(1, len(players) + 1)]
            table = _around(self._described, arcs)
        else:
            table = self._described
        if table != self._table:
            self._table = table
            self._aim_anew()
        return dict(zip(players, arcs, strict=False))

    def play_with(self, deck: str) -> None:
        """This deck lies on the table from now on: the id of a taught one, else any French deck."""
        if deck != self._deck:
            before, self._deck = self._deck, deck
            if self._shelf.has(before) or self._shelf.has(deck):
                self._aim_anew()

    def teach(self, lesson: Lesson | None) -> None:
        """Show the cards that lie still to this lesson; None: to none any more."""
        before, self._watch.lesson = self._watch.lesson, lesson
        if (before is None) != (lesson is None) and self._shelf.has(self._deck):
            self._aim_anew()  # What is taught is seen as if it were new.
            return
        with self._lock:
            if self._eye is not None:
                _say(self._eye.teaching, lesson is not None)

    def _aim_anew(self) -> None:
        with self._lock:
            self._changed.set()
            if self._eye is not None:
                self._eye.close()

    def _run(self) -> None:
        while not self._closing:
            with self._lock:
                self._changed.clear()
                source = "" if self._closing else self._source
                if source:
                    self._eye = EyeProcess(partial(with_deck, self._opener(source), self._taught()))
                    _say(self._eye.teaching, self._watch.lesson is not None)
                    _say(self._eye.two_decks, self._watch.two_decks)
            if not source:
                if self._phone_line is not None:
                    self._phone_line.disconnect()
                self._session.camera_status("none", "")
                self._changed.wait()
                continue
            pause = None
            try:
                self._follow()
            except PlainError as fault:
                self._session.camera_status("lost", str(fault))
                pause = AGAIN_S
            # A film that has ended stays at its end until something else is chosen.
            self._changed.wait(pause)

    def _opener(self, source: str) -> partial[Opened]:
        """What the eye's process opens the source with."""
        line = self._phone_line
        if line is None:
            return partial(open_at, source, self._table)
        if source == PHONE:
            return partial(open_phone, line.connect(), self._table)
        line.disconnect()
        return partial(open_at, source, self._table)

    def _taught(self) -> Path | None:
        """The file of the deck on the table, None where it was not taught or is being taught."""
        taught = self._watch.lesson is None and self._shelf.has(self._deck)
        return self._shelf.path(self._deck) if taught else None

    def _follow(self) -> None:
        assert self._eye is not None
        with self._eye as eye:
            for told in eye:
                self._watch.take(told)
                _say(eye.hushed, self._watch.hushed)
                _say(eye.two_decks, self._watch.two_decks)


def _say(flag: Event, holds: bool) -> None:
    """Tell the eye's process what holds now."""
    if holds != flag.is_set():
        (flag.set if holds else flag.clear)()


def _is_numbered(table: Table) -> bool:
    """Whether its seats are those of no particular people: set on the pages, for so many."""
    return [arc.name for arc in table.seats] == [str(n + 1) for n in range(len(table.seats))]


def _around(table: Table, arcs: Sequence[str]) -> Table:
    """The table with seats evenly around it."""
    first = table.seats[0].middle if table.seats else FIRST_SEAT
    width = 360.0 / len(arcs)
    seats = [Arc(name, (first + n * width) % 360.0, width) for n, name in enumerate(arcs)]
    return replace(table, seats=tuple(seats))
