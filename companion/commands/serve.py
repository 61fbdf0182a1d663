"""`companion serve`: a real evening, with the dashboard in the browser."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

import click
from flask import Flask

from companion.certificate import certificate
from companion.commands._ending import ends_once
from companion.data_folder import data_folder
from companion.decks.shelf import Shelf
from companion.lookout import Lookout
from companion.phone_line import PhoneLine
from companion.session import TableSession
from companion.store import Store
from companion.web import Addresses, create_app, new_pin
from companion.web.server import DashboardServer, address_in_lan, is_loopback

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
    network can: they ask for the code that is printed, and the referee's page for the PIN. The same
    pages are then also served encrypted, one port higher: only so a phone gives its camera.
    """
    with ExitStack() as stack:
        stack.enter_context(ends_once())
        folder = data_folder(data)
        session = TableSession(Store(folder, database))
        stack.callback(session.close)
        alone = is_loopback(host)
        pin, code = (None, None) if alone else (new_pin(), new_pin())
        line = PhoneLine()
        shelf = Shelf(folder)
        kept = folder / "table.toml"
        lookout = Lookout(session, source, table, kept=kept, phone_line=line, shelf=shelf)
        app = create_app(
            session, pictures=lookout, camera=lookout, pin=pin, code=code, phone_line=line,
            shelf=shelf, folder=folder,
        )  # fmt: skip
        server = DashboardServer(app, host, port)
        stack.callback(server.stop)
        if alone:
            _greet_alone(server)
        else:
            encrypted = _encrypted(app, host, server.port, folder)
            stack.callback(encrypted.stop)
            threading.Thread(target=encrypted.serve, name="encrypted", daemon=True).start()
            _greet_all(server, app.extensions["addresses"], str(pin))
        stack.enter_context(lookout)
        stack.enter_context(Ticking(session))
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


def _encrypted(app: Flask, host: str, port: int, folder: Path) -> DashboardServer:
    """The same pages, encrypted, one port higher; and what the pages may say of both."""
    lan = address_in_lan()
    proof = certificate(folder, [name for name in (lan, host) if name and name != "0.0.0.0"])
    server = DashboardServer(app, host, port + 1, proof)
    reached = host if host not in {"0.0.0.0", "::"} else lan or "127.0.0.1"
    bare = f"[{reached}]" if ":" in reached else reached
    app.extensions["addresses"] = Addresses(
        plain=f"http://{bare}:{port}/",
        secure=f"https://{bare}:{server.port}/",
        fingerprint=proof.fingerprint,
        code=app.extensions["code"],
    )
    return server


def _greet_alone(server: DashboardServer) -> None:
    click.echo(f"The table is at {server.urls()[0]}")
    click.echo("Only this machine can open it; --host 0.0.0.0 lets phones and screens in.")
    click.echo("Ctrl-C ends the evening; the game is kept.")


def _greet_all(server: DashboardServer, known: Addresses, pin: str) -> None:
    here = "".join(f"  (here also {url})" for url in server.urls()[1:])
    click.echo(f"The table is at {known.plain}{here}")
    click.echo(f"Code to join: {known.code}   PIN of the referee's page: {pin}")
    click.echo(f"A phone as the camera: {known.secure}phone  (or scan its code on the set-up page)")
    click.echo(f"Its browser warns of the certificate; fingerprint {known.fingerprint}")
    click.echo(_qr(known.link("/join")))
    click.echo("Ctrl-C ends the evening; the game is kept.")


def _qr(url: str) -> str:
    import io

    import segno

    drawn = io.StringIO()
    segno.make(url, error="l").terminal(out=drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
