"""`companion demo`: an evening at a simulated table, seen by the real eye; no camera needed."""

from __future__ import annotations

import tempfile
import threading
import webbrowser
from contextlib import ExitStack
from functools import partial
from importlib import resources
from pathlib import Path

import click

from companion.commands._ending import ends_once
from companion.commands.serve import PORT, Ticking
from companion.errors import PlainError
from companion.eye_process import EyeProcess
from companion.follow import Tap
from companion.record import Record, read
from companion.record import replay as replay_record
from companion.session import TableSession
from companion.store import Store
from companion.telling import Opened
from companion.watching import FilmClock, TableWatch
from companion.web import create_app
from companion.web.server import DashboardServer

#: How the demo's table is drawn: a dark wooden table with a score pad on it.
DECK, SEED, CONDITIONS, SIZE, FRAME_RATE = "english", 378, "normal", (1280, 720), 15.0
#: The demo shares its machine with a browser; five looks a second see every card that lies.
LOOKS_A_SECOND = 5.0


@click.command()
@click.option("--once", is_flag=True, help="As fast as the machine can, then end with the score.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"Port of the dashboard ({PORT}; with --once any that is free).",
)
@click.option("--no-browser", is_flag=True, help="Do not open the dashboard in a browser.")
def command(once: bool, port: int | None, no_browser: bool) -> None:
    """Watch a scripted evening of Berteln being played, seen, judged and counted.

    Hands lay cards on a drawn table; the real detector, recogniser, tracker, reader and game follow
    them, with the dashboard open. Only what has no picture (announcements) is tapped. Nothing is
    kept.
    """
    record = script()
    with ExitStack() as stack:
        stack.enter_context(ends_once())
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-"))
        clock = FilmClock()
        session = TableSession(Store(Path(folder)), clock)
        stack.callback(session.close)
        session.start_game(record.game, record.players, record.options, deck=DECK, who="demo")
        session.set("passes_are_tapped", True, "demo")
        watch = TableWatch(session, clock=clock)
        wanted = port if port is not None else 0 if once else PORT
        server = DashboardServer(create_app(session, pictures=watch), "127.0.0.1", wanted)
        stack.callback(server.stop)
        threading.Thread(target=server.serve, name="dashboard", daemon=True).start()
        stack.enter_context(Ticking(session))
        url = server.urls()[0]
        click.echo(f"The table is at {url}  (the referee's picture at {url}referee)")
        if not (once or no_browser):
            webbrowser.open(url)
        try:
            _play(watch, partial(opened, record), once=once)
            _conclude(session, record)
            if not once:
                click.echo("The dashboard stays open; Ctrl-C ends the demo.")
                threading.Event().wait()
        except KeyboardInterrupt:
            click.echo("\nGood night.")


def script() -> Record:
    """The record that is acted out. It comes with the program."""
    with resources.as_file(resources.files("companion_datasets.simulator") / "demo.yaml") as path:
        return read(path)


def opened(record: Record) -> Opened:
    """The simulated table on which a record is played."""
    from companion_datasets.simulator import SimulatedTable

    film = SimulatedTable(record, DECK, SEED, CONDITIONS, size=SIZE, fps=FRAME_RATE)
    return Opened(film, film.table, tuple(Tap(one.at, one.event) for one in film.clicks))


def _play(watch: TableWatch, opener: partial[Opened], *, once: bool) -> None:
    """Follow the film to its end, telling what is understood."""
    told_events: set[int] = set()
    told_flags: set[str] = set()
    told_questions: set[str] = set()
    eye = EyeProcess(opener, real_time=not once, looks_a_second=LOOKS_A_SECOND)
    with eye:
        for told in eye:
            watch.take(told)
            if not (told.events or told.taps):
                continue
            snapshot = watch.session.snapshot("referee")
            for event in snapshot["events"]:
                if event["id"] not in told_events and not event["withdrawn"]:
                    told_events.add(event["id"])
                    click.echo(f"{told.at:6.1f} s  {event['text']}")
            for flag in snapshot["flags"]:
                if flag["id"] not in told_flags:
                    told_flags.add(flag["id"])
                    click.echo(f"          {flag['rule']}: {flag['reason']}")
            for question in snapshot["questions"]:
                if question["id"] not in told_questions:
                    told_questions.add(question["id"])
                    click.echo(f"          Asked: {question['text']}")


def _conclude(session: TableSession, record: Record) -> None:
    """Print the score. Raises PlainError if the evening did not come to its scripted end."""
    snapshot = session.snapshot("referee")
    totals = snapshot["sheet"]["totals"]
    scores = ", ".join(f"{player} {points:g}" for player, points in totals.items())
    click.echo(f"Final score: {scores}")
    *_, last = replay_record(record)
    wanted = last.game.public(last.state)["scores"]
    if dict(totals) != wanted:
        raise PlainError(
            "The demo was not followed to its end: the score should be "
            + ", ".join(f"{player} {points}" for player, points in wanted.items())
            + ". Run companion doctor, which says what does not work."
        )
