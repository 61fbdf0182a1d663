"""The table page, for a large screen on the wall: what everybody at the table can see."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.web import board
from companion.web.answers import table_session
from companion.web.drawn_once import DrawnOnce
from companion.web.flags_said import REFUSALS
from companion.web.games import pages_of
from companion.web.live import state_mark, stream
from companion.web.words import language

blueprint = Blueprint("table", __name__)

FLAGS_SHOWN = 4
"""The newest so many: an old flag that nobody ruled on must not bury a new one."""


def felt(snapshot: Any) -> dict[str, Any]:
    """What the drawn table needs beside the snapshot itself."""
    if snapshot["game"] is None:
        return {"snapshot": snapshot, "mark": state_mark(snapshot)}
    if snapshot["ended"]:
        # It stays as it stood, but nobody is to do anything any more.
        snapshot = {**snapshot, "state": {**snapshot["state"], "turn": None}}
    pages = pages_of(snapshot["game"])
    return {
        "snapshot": snapshot,
        "mark": state_mark(snapshot),
        "state": snapshot["state"],
        "own_pages": f"games/{pages.folder}",
        "habits": pages.habits,
        "standings": board.standings(snapshot),
        "plays": board.last_plays(snapshot),
        **pages.drawn(snapshot),
    }


def shown_flags(snapshot: Any) -> list[Any]:
    """Open flags for the wall, the newest first; answers to a wrong button are none."""
    flags = [f for f in snapshot["flags"] if f["state"] == "open" and f["code"] not in REFUSALS]
    return list(reversed(flags))[:FLAGS_SHOWN]


@blueprint.get("/")
def home() -> Response:
    """The front door leads to the table."""
    return redirect(url_for("table.show"))


@blueprint.get("/table")
def show() -> str:
    """The whole page."""
    return _drawn("table/page.html")


@blueprint.get("/table/now")
def now() -> str:
    """Only what changes, for the page's script; the same for everybody of one language."""
    once = current_app.extensions["drawn_once"]
    assert isinstance(once, DrawnOnce)
    version = table_session().version
    g.pop("deck", None)  # A stream outlives the game that it began with.
    return once.get(version, ("table", language()), lambda: _drawn("table/now.html"))


@blueprint.get("/table/changes")
def changes() -> Response:
    """The same again at every change: a hundred screens need not ask for it one by one."""
    return stream(now)


def _drawn(template: str) -> str:
    snapshot = table_session().snapshot("table")
    return render_template(template, **felt(snapshot), flags=shown_flags(snapshot))
