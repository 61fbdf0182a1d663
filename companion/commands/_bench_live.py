"""`companion bench live`: how soon pages show a change, and what viewers cost the vision.

Measured as it is on an evening: the real server in this process, the eye in a second one with a
film that runs by the clock, the viewers in a third. A viewer is the table page's stream, which
brings its live part with every change; it has seen the change when the last byte is there. What a
browser then needs to draw it (some ms) is left out.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from multiprocessing.queues import Queue
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from secrets import token_hex
from typing import Any

import click

from companion.cards import DECK
from companion.commands._new_file import NewFile
from companion.eye_process import EyeProcess
from companion.session import TableSession
from companion.store import Store
from companion.telling import Opened
from companion.web import create_app
from companion.web.devices import BYTES, COOKIE
from companion.web.server import DashboardServer
from companion.web.viewers import MOST_STREAMS
from vision.frame import Picture
from vision.sighting import Look

PLAYERS = ("Ada", "Bea", "Cem", "Dan")
WITHIN_MS = 300.0
"""The aim: so soon every page shows a change."""
SETTLE_S = 3.0


@click.command()
@click.option(
    "--viewers", default=100, show_default=True, type=click.IntRange(1, MOST_STREAMS - 10)
)
@click.option("--changes", default=30, show_default=True, type=click.IntRange(2))
@click.option(
    "--watchers", default=5, show_default=True, type=click.IntRange(0, 20),
    help="Viewers of the referee's picture.",
)  # fmt: skip
@click.option("--eye/--no-eye", default=True, help="With the vision beside it, or the pages alone.")
@click.option("--json", "json_file", type=NewFile())
def live(viewers: int, changes: int, watchers: int, eye: bool, json_file: Path | None) -> None:
    """How soon every page shows a change, how smooth the referee's picture is, what it costs."""
    found: dict[str, Any] = {"viewers": viewers, "changes": changes}
    if eye:
        alone = _evening(0, changes, 0, eye)
        found["vision alone"] = alone["vision"]
    together = _evening(viewers, changes, watchers, eye)
    found |= together
    for line in _lines(found):
        click.echo(line)
    if json_file is not None:
        json_file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _lines(found: dict[str, Any]) -> list[str]:
    took = found["change to page, ms"]
    lines = [
        f"{found['viewers']} viewers, {found['changes']} changes: on the page after "
        f"{took['median']:.0f} ms (median), {took['p95']:.0f} ms (95 %), {took['worst']:.0f} ms "
        f"(slowest); within {WITHIN_MS:.0f} ms: {100 * took['within']:.1f} %; "
        f"missed: {took['missed']}",
    ]
    if found["pictures a second"]:
        rates = ", ".join(f"{rate:.1f}" for rate in found["pictures a second"])
        lines.append(f"pictures a second for each viewer of the referee's picture: {rates}")
    if "vision alone" in found:
        alone, beside = found["vision alone"], found["vision"]
        looks = f"{alone['looks']:.1f} alone, {beside['looks']:.1f} beside the viewers"
        kept = f"{100 * alone['pace']:.0f} % and {100 * beside['pace']:.0f} %"
        lines.append(f"looks a second: {looks}; the film was kept up with to {kept}")
    return lines


def _evening(viewers: int, changes: int, watchers: int, eye: bool) -> dict[str, Any]:
    """Play cards by hand while viewers look on and the eye watches a film."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-"))
        session = TableSession(Store(Path(folder)))
        stack.callback(session.close)
        session.start_game("berteln", PLAYERS)
        session.submit({"type": "announce", "contract": "no_hearts"})
        watch = _Watching() if eye else None
        server = DashboardServer(create_app(session, pictures=watch), "127.0.0.1", 0)
        threading.Thread(target=server.serve, name="server", daemon=True).start()
        if watch is not None:
            stack.enter_context(watch)
        told: Queue[Any] = context.Queue()
        crowd = context.Process(
            target=_crowd, args=(server.port, viewers, watchers, told), daemon=True
        )
        crowd.start()
        stack.callback(crowd.join, 20)
        told.get(timeout=120)  # all of them look
        time.sleep(SETTLE_S)
        if watch is not None:
            watch.begin()
        began: dict[int, float] = {}
        for number in range(changes):
            at = time.monotonic()
            if number % 2:
                session.undo("bench")
            else:
                session.submit({"type": "play", "card": DECK[number % len(DECK)].code})
            began[session.version] = at
            time.sleep(0.6)
        vision = watch.measured() if watch is not None else {}
        server.stop()  # the viewers go home and tell what they saw
        seen, rates = told.get(timeout=120)
    return {
        "change to page, ms": _summed(began, seen, viewers),
        "pictures a second": rates,
        "vision": vision,
    }


def _summed(
    began: dict[int, float], seen: Sequence[tuple[int, float]], viewers: int
) -> dict[str, float]:
    """Of every change and every viewer, how long it took; a later change shows earlier ones too."""
    took = []
    for version, at in began.items():
        took += [1000 * (when - at) for shown, when in seen if shown == version]
    took.sort()
    wanted = len(began) * viewers
    if not took:
        return {"median": 0, "p95": 0, "worst": 0, "within": 1.0, "missed": wanted}
    return {
        "median": took[len(took) // 2],
        "p95": took[int(0.95 * (len(took) - 1))],
        "worst": took[-1],
        "within": sum(ms <= WITHIN_MS for ms in took) / max(wanted, 1),
        "missed": wanted - len(took),
    }


class _Counted:
    """The released eye, which counts its looks for another process."""

    def __init__(self, count: Synchronized[int]) -> None:
        from vision.eye import Eye

        self._eye = Eye.load()
        self._count = count

    def look(self, picture: Picture) -> Look:
        """All cards in a picture."""
        with self._count.get_lock():
            self._count.value += 1
        return self._eye.look(picture)


def _counted_demo(count: Synchronized[int]) -> Opened:
    """The demo's simulated table, in the eye's process."""
    from companion.commands.demo import opened, script

    return replace(opened(script()), eye=_Counted(count))


class _Watching:
    """The eye at a simulated table, and how it keeps up."""

    def __init__(self) -> None:
        self._count: Synchronized[int] = multiprocessing.get_context("spawn").Value("i", 0)
        self._eye = EyeProcess(partial(_counted_demo, self._count))
        self._picture: tuple[bytes, int, float] | None = None
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._since = (0.0, 0.0, 0)
        self._film = 0.0

    def __enter__(self) -> _Watching:
        self._thread.start()
        while self._picture is None:
            time.sleep(0.1)
        return self

    def __exit__(self, *_: object) -> None:
        self._eye.close()
        self._thread.join()

    def _run(self) -> None:
        # What the film's players do is not booked: the changes that are measured are our own.
        for told in self._eye:
            self._film = told.at
            if told.picture is not None:
                number = self._picture[1] + 1 if self._picture else 1
                self._picture = (told.picture, number, told.taken)

    def begin(self) -> None:
        """Measure from now."""
        self._since = (time.monotonic(), self._film, self._count.value)

    def measured(self) -> dict[str, float]:
        """Looks a second, and seconds of the film for one of the clock."""
        at, film, looks = self._since
        ran = time.monotonic() - at
        return {"looks": (self._count.value - looks) / ran, "pace": (self._film - film) / ran}

    def latest(self) -> tuple[bytes, int, float] | None:
        return self._picture

    def whole(self) -> tuple[bytes, int, float] | None:
        return None

    def advised(self) -> tuple[()]:
        return ()


# ---- the viewers, in a process of their own ----


def _crowd(port: int, viewers: int, watchers: int, told: Queue[Any]) -> None:
    seen: list[tuple[int, float]] = []
    pictures: list[list[float]] = [[] for _ in range(watchers)]
    ready = threading.Barrier(viewers + watchers + 1)
    threads = [
        threading.Thread(target=_view, args=(port, seen, ready), daemon=True)
        for _ in range(viewers)
    ]
    threads += [
        threading.Thread(target=_watch, args=(port, times, ready), daemon=True)
        for times in pictures
    ]
    for thread in threads:
        thread.start()
        time.sleep(0.01)
    ready.wait()
    told.put(None)
    for thread in threads:
        thread.join()
    rates = [(len(times) - 1) / (times[-1] - times[0]) for times in pictures if len(times) > 2]
    told.put((seen, rates))


def _view(port: int, seen: list[tuple[int, float]], ready: threading.Barrier) -> None:
    """One screen: a stream that brings the page's live part with every change."""
    screen = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    screen.request("GET", "/table/changes", headers={"Cookie": f"{COOKIE}={token_hex(BYTES)}"})
    lines = screen.getresponse()
    first, version = True, 0
    try:
        for line in iter(lines.readline, b""):
            if line.startswith(b"id: "):
                version = int(line.rpartition(b"-")[2])
            elif line == b"\n" and version:
                seen.append((version, time.monotonic()))
                version = 0
                if first:
                    first = False
                    ready.wait()
    except (OSError, http.client.HTTPException):
        return  # the server has closed


def _watch(port: int, times: list[float], ready: threading.Barrier) -> None:
    """One viewer of the referee's picture."""
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    ready.wait()
    after = ""
    try:
        while True:
            page.request("GET", f"/live/picture.jpg{after}")
            answer = page.getresponse()
            answer.read()
            if answer.status == 200:
                times.append(time.monotonic())
                after = f"?after={answer.headers['X-Picture-Number']}"
    except (OSError, http.client.HTTPException):
        return
