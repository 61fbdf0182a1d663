"""A knock-out evening of several pairs: who takes part, who plays whom, the table of results."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.errors import PlainError
from companion.games import InvalidGame
from companion.session.knockout import FEWEST, MOST
from companion.session.names import check_names, tidy
from companion.web.answers import action, plain_sentence, sent, table_session
from companion.web.games import pages_of
from companion.web.guard import referee_only
from companion.web.language import _
from companion.web.live import state_mark
from companion.web.referee import WHO
from companion.web.setup import camera

blueprint = Blueprint("knockout", __name__, url_prefix="/knockout")

GAME = "vier-engel"
"""The game that pairs play in this way."""


@blueprint.get("")
def show() -> str:
    """The evening as it stands, or the form that begins one."""
    return _page({})


@blueprint.get("/now")
def now() -> str:
    """Only what changes."""
    return render_template("knockout/now.html", **_evening())


def _page(filled: Mapping[str, Any], fault: str | None = None) -> str:
    return render_template(
        "knockout/page.html",
        **_evening(),
        filled=filled,
        fault=fault,
        fewest=FEWEST,
        most=MOST,
        begins=request.args.get("new") is not None or fault is not None,
    )


def _evening() -> dict[str, Any]:
    snapshot = table_session().snapshot("table")
    evening = table_session().knockout()
    running = None if snapshot["ended"] else snapshot["game_id"]
    return {
        "snapshot": snapshot,
        "mark": state_mark(snapshot),
        "evening": evening,
        "running": running,
    }


@blueprint.post("")
@referee_only
def start() -> Response | tuple[str, int]:
    """Begin an evening."""
    form = request.form
    names = [name for name in map(tidy, form.get("players", "").splitlines()) if name]
    if form.get("draw"):
        random.SystemRandom().shuffle(names)
    try:
        if not FEWEST <= len(names) <= MOST:
            raise PlainError(_("%(few)s to %(most)s players can take part.", few=FEWEST, most=MOST))
        check_names(names)
        options = pages_of(GAME).options_sent({**form, "first_layer": ""}, names)
        table_session().start_knockout(GAME, names, options, WHO)
    except (PlainError, InvalidGame) as fault:
        return _page(form, plain_sentence(fault)), 409
    return redirect(url_for("knockout.show"), 303)


@blueprint.post("/pairing")
@referee_only
@action
def pairing() -> str:
    """Begin the game of a pairing, or play it again."""
    evening, fields = table_session().knockout(), sent()
    if evening is None:
        abort(404)
    place = [_number(fields.get(name)) for name in ("round", "number")]
    found = evening.knockout.pairing(*place)
    if found is None or not found.is_due:
        raise PlainError(_("That pairing cannot be played now."))
    players = [str(name) for name in found.players]
    watching = camera()
    seats = watching.seat(players) if watching is not None else None
    table_session().start_game(
        evening.game,
        players,
        evening.options,
        seats=seats,
        who=WHO,
        pairing=evening.place(found),
    )
    return _("%(one)s and %(other)s play.", one=players[0], other=players[1])


def _number(value: Any) -> int:
    """What was sent as a number; 0, which no pairing has, for anything else."""
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 10 else 0
