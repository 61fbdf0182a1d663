"""Watching a table: what the eye tells is read into the game.

    watch = TableWatch(session)
    with EyeProcess(partial(open_at, "0", table)) as eye:
        for told in eye:
            watch.take(told)

The eye may run in the same process as well (`telling.tell`): so a film is followed without pages.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from companion.advised import Advised, Placed
from companion.discretion import UnderCover, is_blank, is_hushed
from companion.errors import PlainError
from companion.games import InvalidEvent
from companion.readers import Reader, reader_for
from companion.session import TableSession
from companion.teaching.lesson import Lesson
from companion.telling import Told
from vision.advice import Advice
from vision.events import TableEvent
from vision.table import Table


class FilmClock:
    """The time of day as a film tells it, counted from when watching began."""

    def __init__(self) -> None:
        self._start = datetime.now(UTC)
        self.at = 0.0
        """Seconds of film time."""

    def __call__(self) -> datetime:
        """Now, in the film."""
        return self._start + timedelta(seconds=self.at)


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
    lesson: Lesson | None = None
    """The deck that is being taught; no game runs then."""
    cover: UnderCover = field(default_factory=UnderCover)
    """Where the layer shows the reference card to nobody but the camera."""

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

    @property
    def hushed(self) -> bool:
        """Whether no face may get a name just now."""
        return is_hushed(self.session.snapshot("table"))

    @property
    def two_decks(self) -> bool:
        """Whether the game is played with two decks, so that the same card may lie twice."""
        return int(self.session.snapshot("table")["options"].get("decks", 1)) > 1

    def latest(self) -> tuple[bytes, int, float] | None:
        """The newest picture: JPEG, number, `time.monotonic()` of its capture; None without one,
        and while there is something to be seen that is for nobody's eyes."""
        if self._is_blank:
            self._picture = None
        return self._picture

    @property
    def _is_blank(self) -> bool:
        return self.cover.is_blank or is_blank(self.session.snapshot("table"))

    def take(self, told: Told) -> None:
        """Take in what happened, in the order in which it did."""
        if self.clock is not None:
            self.clock.at = told.at
        if told.condition is not None:
            self.session.camera_status(*told.condition)
        if self._is_blank:
            told = replace(told, picture=None, whole=None)
            self._picture = None
        if told.picture is not None:
            number = self._picture[1] + 1 if self._picture else 1
            self._picture = (told.picture, number, told.taken)
        if told.whole is not None:
            self._whole = (told.whole, self._whole[1] + 1 if self._whole else 1, told.taken)
        if told.advice is not None:
            self.advice = told.advice
            if self._advised.take(told.advice, told.size):
                self.session.refresh()
        if self.lesson is not None:
            self.lesson.see(told.still)
        for tap in told.taps:
            try:
                self.session.submit(tap.move, "confirmed", "seat", at=tap.at)
            except (PlainError, InvalidEvent) as fault:
                self.refused.append(f"{dict(tap.move)}: {fault}")
        for event in told.events:
            if self._is_under_cover(event):
                continue
            reader = self._reader_now(told.table)
            if reader is None:
                continue
            moves = reader.see(event, self.session.reader_state())
            for move in moves:
                if move.proposes:
                    self.session.propose(move)
            self.session.see([move for move in moves if not move.proposes])
            self.session.counted(getattr(reader, "cards_down", None))

    def _is_under_cover(self, event: TableEvent) -> bool:
        """Whether an event is the layer's secret; a reference that was read seals at once."""
        if not self.cover.is_blank:
            return False
        state = self.session.snapshot("table")["state"]
        if state.get("phase") != "seal":
            self.cover.end()
        return self.cover.keeps(event, tuple(state.get("lying", ())), self._seal)

    def _seal(self, reference: str) -> bool:
        return self.session.seal_meant(reference, "under the cover")

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
