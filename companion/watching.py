"""Watching a table: the pictures in one process, the game in another.

    watch = TableWatch(session)
    with EyeProcess(partial(open_at, "0", table)) as eye:
        for told in eye:
            watch.take(told)

The process of the eye turns a source into `Told`s: table events, clicks of a simulated table at
their film time, pictures for the referee. `TableWatch` reads them into the session. Both work in
one process just as well (`tell`), which is how a film is followed without any pages.
"""

from __future__ import annotations

import multiprocessing
import queue
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Self

from companion import overlay
from companion.advised import Advised, Placed
from companion.errors import FAILED, PlainError
from companion.follow import Tap
from companion.games import InvalidEvent
from companion.readers import Reader, reader_for
from companion.session import TableSession
from vision.advice import Advice, advise
from vision.events import TableEvent
from vision.pipeline import LOOKS_A_SECOND, Looker, Pipeline, Seen
from vision.sighting import Look
from vision.sources import Source, SourceError, SourceState, open_source
from vision.table import Table, View

#: Pictures a second for the referee's page.
PICTURES_A_SECOND = 8.0
#: Seconds between two checks of what is wrong with the picture.
CHECKED_EVERY = 2.0
#: So many frames may wait for the game before the eye waits for it.
QUEUED = 64


@dataclass(frozen=True)
class Opened:
    """A source with its table, ready to be watched."""

    source: Source
    table: Table
    taps: tuple[Tap, ...] = ()
    """Moves without a picture, in order of time."""
    eye: Looker | None = None
    """Who looks; None: the released networks."""


@dataclass(frozen=True)
class Told:
    """What the eye has to tell after one frame."""

    at: float
    """Seconds of film time, or of the live source's clock."""
    table: Table
    events: tuple[TableEvent, ...] = ()
    taps: tuple[Tap, ...] = ()
    """Those that are due."""
    picture: bytes | None = None
    """JPEG for the referee, with what is seen drawn in."""
    taken: float = 0.0
    """`time.monotonic()` at which the picture was taken."""
    condition: tuple[str, str] | None = None
    """How the camera is now, if that has changed: state and sentence."""
    advice: tuple[Advice, ...] | None = None
    """What is wrong with the picture, now and then."""
    whole: bytes | None = None
    """JPEG of that picture with nothing hidden or drawn in: to set up the table by."""
    size: tuple[int, int] = (1, 1)
    """Its width and height as the camera gave it."""


def open_at(source: str, table: Table) -> Opened:
    """A camera, film or stream by its name. Raises SourceError."""
    return Opened(open_source(source), table)


class FilmClock:
    """The time of day as a film tells it, counted from when watching began."""

    def __init__(self) -> None:
        self._start = datetime.now(UTC)
        self.at = 0.0
        """Seconds of film time."""

    def __call__(self) -> datetime:
        """Now, in the film."""
        return self._start + timedelta(seconds=self.at)


def tell(
    opened: Opened,
    *,
    pictures: bool = False,
    real_time: bool = False,
    looks_a_second: float = LOOKS_A_SECOND,
) -> Iterator[Told]:
    """Everything that a source shows, frame by frame, and at its end the taps that are left.

    `pictures`: also draw them for the referee; `real_time`: a film runs no faster than it would
    on a wall clock. Raises SourceError, and ModelError where there are no networks.
    """
    source, taps = opened.source, list(opened.taps)
    pipeline = Pipeline(opened.eye or _released_eye(), opened.table, looks_a_second=looks_a_second)
    started = time.monotonic()
    look: Look | None = None
    drawn_at = checked_at = float("-inf")
    at = 0.0
    condition: tuple[str, str] | None = ("live", source.describe())
    for seen in pipeline.run(source):
        at = seen.frame.at
        if real_time and not source.live:
            time.sleep(max(0.0, started + at - time.monotonic()))
        look = seen.look or look
        now = time.monotonic()
        picture = None
        if pictures and now - drawn_at >= 1 / PICTURES_A_SECOND:
            drawn_at = now
            picture = _drawn(seen, look, opened.table)
        advice = whole = None
        if pictures and seen.look is not None and now - checked_at >= CHECKED_EVERY:
            checked_at = now
            advice = advise(seen.frame.picture, seen.look)
            whole = overlay.whole(seen.frame.picture)
        due = tuple(tap for tap in taps if tap.at <= at)
        del taps[: len(due)]
        told = Told(
            at, opened.table, seen.events, due, picture,
            seen.frame.at if source.live else now, condition, advice, whole,
            (seen.frame.picture.shape[1], seen.frame.picture.shape[0]),
        )  # fmt: skip
        if told.events or told.taps or told.picture or told.condition or told.advice is not None:
            yield told
        condition = None
    yield Told(at, opened.table, (), tuple(taps), condition=("ended", source.describe()))


def _drawn(seen: Seen, look: Look | None, table: Table) -> bytes:
    high, wide = seen.frame.picture.shape[:2]
    return overlay.drawn(seen.frame.picture, look, View(table, wide, high))


@dataclass
class TableWatch:
    """Reads what the eye tells into a session, and keeps the newest picture for its pages."""

    session: TableSession
    clock: FilmClock | None = None
    """The session's clock, where it is to run with the film."""
    refused: list[str] = field(default_factory=list)
    """Taps that the session would not take, with its sentence."""
    _reader: Reader | None = None
    _read_for: tuple[object, ...] = ()
    _picture: tuple[bytes, int, float] | None = None
    _whole: tuple[bytes, int, float] | None = None
    advice: tuple[Advice, ...] = ()
    """What is wrong with the newest picture that was checked."""
    _advised: Advised = field(default_factory=Advised)

    def advised(self) -> tuple[Placed, ...]:
        """What has been wrong with the picture for a while."""
        return self._advised.shown

    def forget(self) -> None:
        """Another camera looks on: nothing of the old one's pictures holds any more."""
        self._picture = self._whole = None
        self.advice = ()
        if self._advised.forget():
            self.session.refresh()

    def whole(self) -> tuple[bytes, int, float] | None:
        """The newest picture with nothing hidden; None while a game runs, for then there are
        cards that nobody else may see."""
        snapshot = self.session.snapshot("table")
        idle = snapshot["game"] is None or snapshot["ended"]
        return self._whole if idle else None

    def latest(self) -> tuple[bytes, int, float] | None:
        """The newest picture: JPEG, number, `time.monotonic()` of its capture; None without one."""
        return self._picture

    def take(self, told: Told) -> None:
        """Take in what happened, in the order in which it did."""
        if self.clock is not None:
            self.clock.at = told.at
        if told.condition is not None:
            self.session.camera_status(*told.condition)
        if told.picture is not None:
            number = self._picture[1] + 1 if self._picture else 1
            self._picture = (told.picture, number, told.taken)
        if told.whole is not None:
            self._whole = (told.whole, self._whole[1] + 1 if self._whole else 1, told.taken)
        if told.advice is not None:
            self.advice = told.advice
            if self._advised.take(told.advice, told.size):
                self.session.refresh()
        for tap in told.taps:
            try:
                self.session.submit(tap.move, "confirmed", "seat", at=tap.at)
            except (PlainError, InvalidEvent) as fault:
                self.refused.append(f"{dict(tap.move)}: {fault}")
        for event in told.events:
            reader = self._reader_now(told.table)
            if reader is None:
                continue
            moves = reader.see(event, self.session.reader_state())
            for move in moves:
                if move.proposes:
                    self.session.propose(move)
            self.session.see([move for move in moves if not move.proposes])

    def _reader_now(self, table: Table) -> Reader | None:
        """The reader of the game that is running; None without one that the camera can follow."""
        snapshot = self.session.snapshot("table")
        game, seats, settings = snapshot["game"], snapshot["seats"], snapshot["settings"]
        habits = {name: settings[name] for name in ("passes_are_tapped", "releases_itself")}
        key = (snapshot["game_id"], tuple(sorted(seats.items())), table, *habits.values())
        if key != self._read_for:
            self._read_for = key
            try:
                self._reader = reader_for(str(game), table, snapshot["players"], seats, **habits)
            except LookupError:
                self._reader = None
        return self._reader


class EyeProcess:
    """Runs the eye in a process of its own; iterate over what it tells.

    A fault there is raised here as `PlainError`.
    """

    def __init__(
        self,
        opener: Callable[[], Opened],
        *,
        pictures: bool = True,
        real_time: bool = True,
        looks_a_second: float = LOOKS_A_SECOND,
    ) -> None:
        """`opener` is called in the other process: a function of a module, or a partial of one."""
        context = multiprocessing.get_context("spawn")
        self._told: multiprocessing.Queue[Told | str | None] = context.Queue(QUEUED)
        self._process = context.Process(
            target=_run_eye,
            args=(self._told, opener, pictures, real_time, looks_a_second),
            name="eye",
            daemon=True,
        )
        self._process.start()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Told]:
        while not self._closed:
            try:
                told = self._told.get(timeout=0.5)
            except queue.Empty:
                if not self._process.is_alive() and self._told.empty() and not self._closed:
                    raise PlainError("The process that watches the table has ended.") from None
                continue
            if told is None:
                return
            if isinstance(told, str):
                raise PlainError(told, FAILED)
            yield told

    def close(self) -> None:
        """End the process."""
        self._closed = True
        if self._process.is_alive():
            self._process.terminate()
        self._process.join(timeout=5)
        self._told.close()
        self._told.cancel_join_thread()


def _run_eye(
    told: multiprocessing.Queue[Told | str | None],
    opener: Callable[[], Opened],
    pictures: bool,
    real_time: bool,
    looks_a_second: float,
) -> None:
    """The other process. Ctrl-C goes to the whole group; only the first process answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from vision.weights import ModelError

    try:
        opened = opener()
        if hasattr(opened.source, "told"):  # live sources say so when they are lost

            def condition(state: SourceState) -> None:
                at = time.monotonic()
                told.put(Told(at, opened.table, condition=(state.kind, state.text)))

            opened.source.told = condition
        telling = tell(
            opened, pictures=pictures, real_time=real_time, looks_a_second=looks_a_second
        )
        for one in telling:
            told.put(one)
        told.put(None)
    except (SourceError, ModelError, PlainError, ValueError) as fault:
        told.put(str(fault))
    except Exception as fault:  # whatever it is, the first process has to hear of it
        told.put(f"The eye failed ({type(fault).__name__}: {fault}).")


def _released_eye() -> Looker:
    from vision.eye import Eye

    return Eye.load()
