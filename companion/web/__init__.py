"""The dashboard: a Flask app over one `TableSession`.

    app = create_app(session)                                  # alone at this machine
    app = create_app(session, pictures=watch, camera=watch, pin=new_pin())   # open to the network

Pages are drawn on the server in the reader's language. A small script listens for changes and
fetches the page's live part again; without scripts every page and button still works.
"""

from __future__ import annotations

from threading import Event

from flask import Flask

from companion.session import TableSession
from companion.web import (
    board,
    games,
    history,
    live,
    preferences,
    referee,
    rules,
    seat,
    setup,
    source,
    table,
)
from companion.web.answers import answer_plainly
from companion.web.guard import new_pin, stand_guard
from companion.web.language import speak
from companion.web.live import Pictures
from companion.web.preferences import know_preferences
from companion.web.setup import Camera
from companion.web.words import teach_words

__all__ = ["Camera", "Pictures", "create_app", "new_pin"]

LARGEST_UPLOAD = 2_000_000
"""Bytes of a request; a record of a long evening has a tenth of this."""


def create_app(
    session: TableSession,
    *,
    pictures: Pictures | None = None,
    camera: Camera | None = None,
    pin: str | None = None,
) -> Flask:
    """The dashboard over a session.

    `pictures` gives the referee's live picture, `camera` lets the set-up page choose a source;
    either may be left out. With a `pin` the referee's pages ask for it: give one (`new_pin()`)
    whenever the server can be reached from other machines.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_UPLOAD
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions["table_session"] = session
    app.extensions["pictures"] = pictures
    app.extensions["camera"] = camera
    app.extensions["closing"] = Event()
    app.jinja_env.globals["sheet_rounds"] = board.sheet_rounds
    app.jinja_env.globals["variants"] = games.variants
    stand_guard(app, pin)
    speak(app)
    know_preferences(app)
    teach_words(app)
    answer_plainly(app)
    for part in (table, referee, seat, history, setup, rules, live, preferences, source):
        app.register_blueprint(part.blueprint)
    return app
