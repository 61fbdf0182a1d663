"""`companion watch`: follow a game by camera or film without a screen, as JSON lines."""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from companion.commands._table import described, opened, taught_file
from companion.discretion import HushedEye, is_hushed
from companion.errors import USAGE, PlainError
from companion.follow import Follower, Tap
from companion.games import InvalidEvent
from companion.readers import reader_for
from companion.readers.move import ReadMove
from companion.record import Record, dump, read
from companion.session import Outcome, TableSession
from companion.store import Store
from vision.events import HandIn, HandOut, TableEvent
from vision.sources import SourceError, SourceState

#: Moves that the camera sees; what a record says before the first of them is booked at once.
SEEN = ("play", "attack", "beat", "take", "swap", "turn", "lay_open", "take_back")


@click.command()
@click.argument("source")
@click.option(
    "--game",
    "head",
    required=True,
    type=click.Path(),
    help="The head of a record: game, players, options. Events before the first card are booked at "
    "once, later ones without a picture at their `at`.",
)
@click.option("--table", type=click.Path(), help="Corners, seats and zones (TOML).")
@click.option("--taps", type=click.Path(), help="Moves without a picture, as JSON lines with `at`.")
@click.option("--record", "out", type=click.Path(), help="Keep a game record here (YAML or JSON).")
@click.option("--deck", help="The taught deck on the table: its id, or its file.")
@click.option("--data", type=click.Path(), help="Folder of the taught decks (default: your own).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def command(
    source: str,
    head: str,
    table: str | None,
    taps: str | None,
    out: str | None,
    deck: str | None,
    data: str | None,
    as_json: bool,
) -> None:
    """Watch SOURCE (camera, film, folder, address, sim:RECORD) and judge the game that is played.

    Prints what happens on the table, the moves, flags and questions, each as it is known.
    """
    record = read(head)
    record.begin()
    keeper = _Keeper(Path(out)) if out else None
    file = taught_file(deck, data) if deck else None
    with ExitStack() as stack:
        frames = opened(source)
        stack.callback(frames.close)
        place = described(table, record.players, frames)
        now, later = _taps(record, taps, frames)
        follower, clock = _follower(stack, record, place, later, file)
        printer = _Printer(follower.session, as_json)
        if hasattr(frames, "told"):
            frames.told = printer.camera
        _begin(follower.session, now, printer)
        if keeper:
            keeper.keep(follower.session)
        try:
            for frame in frames:
                clock.at = frame.at
                done = follower.see(frame)
                # What is printed is kept: whoever reads a line may trust the file.
                if keeper and (done.moves or done.taps):
                    keeper.keep(follower.session)
                for tap, outcome in done.taps:
                    printer.tapped(tap, outcome)
                for event in done.seen.events:
                    printer.event(event)
                for move in done.moves:
                    printer.move(move)
                if done.moves or done.taps:
                    printer.judged()
            for tap, outcome in follower.tap():
                printer.tapped(tap, outcome)
        except SourceError as fault:
            raise PlainError(str(fault)) from None
        except InvalidEvent as fault:
            raise PlainError(f"A tap is no event of {record.game}: {fault}.", USAGE) from None
        if keeper:
            keeper.keep(follower.session)
        printer.judged()
        printer.end()


class _Clock:
    """The time of the day as the source tells it: film time, from when watching began."""

    def __init__(self) -> None:
        self._start = datetime.now(UTC)
        self._first: float | None = None
        self._at = 0.0

    @property
    def at(self) -> float:
        return self._at

    @at.setter
    def at(self, value: float) -> None:
        self._first = value if self._first is None else self._first
        self._at = value

    def __call__(self) -> datetime:
        return self._start + timedelta(seconds=self._at - (self._first or 0.0))


def _follower(
    stack: ExitStack, record: Record, place: Any, taps: list[Tap], deck: Path | None
) -> tuple[Follower, _Clock]:
    from companion.teaching.taught_eye import TaughtEye
    from vision.eye import Eye
    from vision.pipeline import Pipeline
    from vision.weights import ModelError

    try:
        reader = reader_for(
            record.game,
            place,
            record.players,
            passes_are_tapped=any(tap.move.get("type") == "pass" for tap in taps),
        )
        one_deck = record.options.get("decks", 1) == 1
        pipeline = Pipeline(
            HushedEye(
                TaughtEye(deck) if deck else Eye.load(),
                lambda: is_hushed(session.snapshot("table")),
            ),
            place,
            one_deck=one_deck,
        )
    except LookupError as fault:
        raise PlainError(f"Watching needs another game: {fault}.", USAGE) from None
    except ModelError as fault:
        raise PlainError(str(fault)) from None
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-watch-"))
    clock = _Clock()
    session = TableSession(Store(Path(folder)), clock)
    stack.callback(session.close)
    session.start_game(record.game, record.players, record.options, who="watch")
    return Follower(session, pipeline, reader, taps), clock


def _taps(
    record: Record, path: str | None, source: object
) -> tuple[list[Mapping[str, Any]], list[Tap]]:
    """Moves to be booked at once, and those that wait for their time."""
    now: list[Mapping[str, Any]] = []
    later: list[Tap] = []
    first_card = False
    for number, event in enumerate(record.events, 1):
        if not isinstance(event, Mapping):
            raise PlainError(f"{record.source}: an event is like {{type: accept}}.", USAGE)
        if event.get("type") in SEEN:
            first_card = True
        elif "at" in event:
            try:
                later.append(Tap(_seconds(event["at"]), event))
            except (ValueError, TypeError, OverflowError):
                where = f"{record.source}: event {number}"
                raise PlainError(f"{where}: at is a number of seconds.", USAGE) from None
        elif not first_card:
            now.append(event)
    if path:
        later += list(_tapped(Path(path)))
    elif hasattr(source, "clicks"):  # a simulated table shows all else, from the first card on
        now = []
        later = [Tap(one.at, one.event) for one in source.clicks]
    return now, later


def _tapped(path: Path) -> Iterator[Tap]:
    """Lines `{"at": 3.5, "move": {…}}`; other lines (a simulated table's truth) are passed over."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise PlainError(f"{path} is no text in UTF-8.", USAGE) from None
    except OSError as fault:
        raise PlainError(f"{path} cannot be read: {fault.strerror}.", USAGE) from None
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line) if line.strip() else {}
            if "move" in entry:
                yield Tap(_seconds(entry["at"]), dict(entry["move"]))
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            raise PlainError(
                f'{path}: line {number} is no tap; one is like {{"at": 3.5, "move": {{…}}}}.', USAGE
            ) from None


def _seconds(at: Any) -> float:
    """A time that comes; raises ValueError, TypeError or OverflowError for what is none."""
    seconds = float(at)
    if not math.isfinite(seconds):
        raise ValueError(at)
    return seconds


def _begin(session: TableSession, moves: list[Mapping[str, Any]], printer: _Printer) -> None:
    for move in moves:
        try:
            outcome = session.submit(move, "confirmed", "watch")
        except InvalidEvent as fault:
            raise PlainError(f"The game cannot begin so: {fault}.", USAGE) from None
        printer.tapped(Tap(0.0, move), outcome)


class _Keeper:
    """Keeps a record file that is whole at any moment."""

    def __init__(self, path: Path) -> None:
        self._path = path
        if not path.parent.is_dir():
            raise PlainError(f"{path} cannot be written: there is no folder {path.parent}.")

    def keep(self, session: TableSession) -> None:
        """Write the game as it stands; a reader sees the old file or the new one."""
        text = dump(Record(**session.export_record()), as_json=self._path.suffix == ".json")
        partial = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            with partial.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self._path)
        except OSError as fault:
            raise PlainError(f"{self._path} cannot be written: {fault.strerror}.") from None
        finally:
            partial.unlink(missing_ok=True)


class _Printer:
    """Prints what is new, as JSON lines or in words."""

    def __init__(self, session: TableSession, as_json: bool) -> None:
        self._session = session
        self._as_json = as_json
        self._flags: dict[str, str] = {}
        self._questions: set[str] = set()

    def _print(self, kind: str, words: str, **values: Any) -> None:
        if self._as_json:
            click.echo(json.dumps({"kind": kind, **values}, ensure_ascii=False))
        elif words:
            click.echo(words)

    def camera(self, state: SourceState) -> None:
        """The camera is lost, or live again."""
        self._session.camera_status(state.kind, state.text)
        self._print("camera", state.text, state=state.kind, text=state.text)

    def event(self, event: TableEvent) -> None:
        """Something happened on the table."""
        data = event.to_json()
        data.pop("evidence", None)
        words = "" if isinstance(event, HandIn | HandOut) else _words(data)
        self._print("table", words, **data)

    def move(self, move: ReadMove) -> None:
        """A move as the camera read it."""
        words = f"{move.at:7.1f}  {_said(move.move)}  ({move.grade}: {move.why})"
        self._print(
            "move",
            words,
            at=round(move.at, 3),
            move=dict(move.move),
            grade=move.grade,
            why=move.why,
            doubt=move.doubt,
            candidates=list(move.candidates),
            track=move.track,
            revises=move.revises,
        )

    def tapped(self, tap: Tap, outcome: Outcome) -> None:
        """A move without a picture."""
        words = f"{tap.at:7.1f}  {_said(tap.move)}  ({outcome.status})"
        self._print("tap", words, at=tap.at, move=dict(tap.move), status=outcome.status)

    def judged(self) -> None:
        """Flags and questions that are new, flags that became another thing."""
        snapshot = self._session.snapshot("referee")
        for flag in snapshot["flags"]:
            if self._flags.get(flag["id"]) != flag["state"]:
                self._flags[flag["id"]] = flag["state"]
                words = (
                    f"         {flag['rule']} {flag['code']}: {flag['reason']} ({flag['state']})"
                )
                shown = {k: v for k, v in flag.items() if k not in ("reasons", "evidence")}
                self._print("flag", words, **shown)
        standing = {flag["id"] for flag in snapshot["flags"]}
        for gone in [one for one in self._flags if one not in standing]:
            del self._flags[gone]
            self._print("flag_gone", f"         flag {gone} is withdrawn", id=gone)
        for question in snapshot["questions"]:
            if question["id"] not in self._questions:
                self._questions.add(question["id"])
                asks = {"asks" if k == "kind" else k: v for k, v in question.items()}
                del asks["evidence"]
                self._print("question", f"         {question['text']}", **asks)

    def end(self) -> None:
        """How the game stands."""
        snapshot = self._session.snapshot("referee")
        totals = snapshot["sheet"]["totals"]
        words = "Score: " + ", ".join(f"{name} {points:g}" for name, points in totals.items())
        held = [dict(one) for one in snapshot["held"]]
        self._print("end", words, scores=totals, state=snapshot["state"], held=held)


def _words(data: Mapping[str, Any]) -> str:
    rest = {k: data[k] for k in ("card", "cards", "before", "by", "arc") if data.get(k) is not None}
    inner = ", ".join(f"{k} {v}" for k, v in rest.items() if not isinstance(v, float))
    return f"{data['at']:7.1f}    {data['event']}: {inner}"


def _said(move: Mapping[str, Any]) -> str:
    rest = [str(value) for key, value in move.items() if key != "type"]
    return " ".join([str(move["type"]), *rest])
