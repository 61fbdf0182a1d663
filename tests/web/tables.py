"""Games on the table, and the server that shows them."""

from __future__ import annotations

import threading

from flask import Flask

from companion.certificate import Certificate
from companion.session import TableSession
from companion.web.server import DashboardServer

PLAYERS = ["Ada", "Bea", "Cem", "Dan"]


class Served:
    """An app behind the real server on a free port, for the length of a block."""

    def __init__(self, app: Flask, certificate: Certificate | None = None) -> None:
        self._server = DashboardServer(app, "127.0.0.1", 0, certificate)
        self._thread = threading.Thread(target=self._server.serve)

    def __enter__(self) -> str:
        self._thread.start()
        return self._server.urls()[0].rstrip("/")

    def __exit__(self, *_: object) -> None:
        self._server.stop()
        self._thread.join()


def announced(session: TableSession, contract: str = "no_hearts") -> TableSession:
    """The session with a game of four, whose first contract has been announced."""
    session.start_game("berteln", PLAYERS)
    session.submit({"type": "announce", "contract": contract})
    return session


def play(session: TableSession, *cards: str) -> None:
    """Play cards, each by whoever's turn it is."""
    for card in cards:
        session.submit({"type": "play", "card": card})
