"""`companion serve`: a real evening, with the dashboard in the browser."""

from __future__ import annotations

import signal
import threading
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

import click

from companion.data_folder import data_folder
from companion.lookout import Lookout
from companion.session import TableSession
from companion.store import Store
from companion.web import create_app, new_pin
from companion.web.server import DashboardServer, is_loopback

PORT = 8420
TICK_S = 0.25
"""How often the session is asked to do what time brings; the shortest grace is a second or so."""


@click.command()
@click.option(
    "--source", default="", help="A camera's number, a film or an address: see the table."
)
@click.option("--table", type=click.Path(path_type=Path), help="Corners, seats and zones (TOML).")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: the whole network.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535))
@click.option("--data", type=click.Path(), help="Folder for the evenings (default: your own).")
@click.option("--database", help="An SQLAlchemy URL, where many tables share one database.")
def command(
    source: str, table: Path | None, host: str, port: int, data: str | None, database: str | None
) -> None:
    """Open the dashboard for an evening at the table; Ctrl-C ends it, the game is kept.

    Without --source plays are entered by hand; a camera can be chosen on the set-up page too. By
    default only this machine can open it. With --host 0.0.0.0 phones and screens in the same
    network can, and the referee's page asks for the PIN that is printed.
    """
    with ExitStack() as stack:
        folder = data_folder(data)
        session = TableSession(Store(folder, database))
        stack.callback(session.close)
        pin = None if is_loopback(host) else new_pin()
        lookout = Lookout(session, source, table, kept=folder / "table.toml")
        app = create_app(session, pictures=lookout, camera=lookout, pin=pin)
        server = DashboardServer(app, host, port)
        stack.callback(server.stop)
        stack.enter_context(lookout)
        stack.enter_context(Ticking(session))
        _greet(server, pin)
        # Being told to end (by a service manager, say) is the same as Ctrl-C.
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            server.serve()
        except KeyboardInterrupt:
            click.echo("\nGood night. The game is kept.")


class Ticking:
    """Lets the session do what time brings, until the block ends."""

    def __init__(self, session: TableSession) -> None:
        self._session = session
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tick", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(TICK_S):
            self._session.tick()


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _greet(server: DashboardServer, pin: str | None) -> None:
    urls = server.urls()
    click.echo(f"The table is at {urls[0]}" + "".join(f"  (here also {url})" for url in urls[1:]))
    if pin is None:
        click.echo("Only this machine can open it; --host 0.0.0.0 lets phones and screens in.")
    else:
        click.echo(f"PIN of the referee's page: {pin}")
        click.echo(_qr(urls[0]))
    click.echo("Ctrl-C ends the evening; the game is kept.")


def _qr(url: str) -> str:
    import io

    import segno

    drawn = io.StringIO()
    segno.make(url, error="l").terminal(out=drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
