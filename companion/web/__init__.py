"""The dashboard: a Flask app over one `TableSession`.

    app = create_app(session)                                  # alone at this machine
    app = create_app(session, pictures=watch, camera=watch, pin=new_pin(), code=new_pin())

Pages are drawn on the server in the reader's language. A small script listens for changes and
fetches the page's live part again; without scripts every page and button still works.
"""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from companion.decks.shelf import Shelf
from companion.phone_line import PhoneLine
from companion.session import TableSession
from companion.teaching.school import School
from companion.web import (
    again,
    board,
    decks,
    games,
    history,
    joining,
    judge,
    knockout,
    live,
    phone,
    preferences,
    referee,
    rules,
    seat,
    setup,
    source,
    table,
    verify,
)
from companion.web.answers import answer_plainly
from companion.web.devices import know_devices
from companion.web.drawn_once import DrawnOnce
from companion.web.guard import new_pin, stand_guard
from companion.web.joining import Addresses
from companion.web.language import speak
from companion.web.live import Pictures
from companion.web.preferences import know_preferences
from companion.web.seats import Seats
from companion.web.setup import Camera
from companion.web.viewers import Viewers
from companion.web.vocabulary import teach_words

__all__ = ["Addresses", "Camera", "Pictures", "create_app", "new_pin"]

PARTS = (
    table, referee, seat, judge, verify, knockout, history, setup, decks, rules, live, joining,
    phone, preferences, source,
)  # fmt: skip

LARGEST_UPLOAD = 2_000_000
"""Bytes of a request; a record of a long evening has a tenth of this."""


def create_app(
    session: TableSession,
    *,
    pictures: Pictures | None = None,
    camera: Camera | None = None,
    pin: str | None = None,
    code: str | None = None,
    phone_line: PhoneLine | None = None,
    shelf: Shelf | None = None,
    folder: Path | None = None,
) -> Flask:
    """The dashboard over a session.

    `pictures` gives the referee's live picture, `camera` lets the set-up page choose a source;
    either may be left out. With a `code` every page asks for it once, with a `pin` the referee's
    pages do: give both (`new_pin()`) whenever the server can be reached from other machines.
    `phone_line` is where the pictures of a phone go that serves as the camera. `shelf` holds the
    decks; without one only the ready-made ones are known, and none can be taught. In `folder` the
    seats that are locked to phones outlive the program; without one they do not.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_UPLOAD
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions["table_session"] = session
    app.extensions["pictures"] = pictures
    app.extensions["camera"] = camera
    shows_to = camera.teach if camera is not None else None
    app.extensions["school"] = School(shelf or Shelf(None), session.refresh, shows_to)
    app.extensions["phone_line"] = phone_line
    app.extensions["addresses"] = None
    app.extensions["code"] = code or ""
    app.extensions["seats"] = Seats(folder)
    app.extensions["viewers"] = Viewers()
    app.extensions["drawn_once"] = DrawnOnce()
    app.jinja_env.globals["sheet_rounds"] = board.sheet_rounds
    app.jinja_env.globals["variants"] = games.variants
    app.jinja_env.globals["ends_a_game"] = again.ends_a_game
    stand_guard(app, pin, code)
    know_devices(app)
    speak(app)
    know_preferences(app)
    teach_words(app)
    answer_plainly(app)
    for part in PARTS:
        app.register_blueprint(part.blueprint)
    return app
