"""A player's own page, for a phone: what only they can say, and taking their own card back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template

from companion.errors import PlainError
from companion.session import Outcome
from companion.web.answers import action, sent, table_session
from companion.web.games import pages_of
from companion.web.language import _
from companion.web.table import felt, shown_flags

blueprint = Blueprint("seat", __name__, url_prefix="/seat")


@blueprint.get("")
def choose() -> str:
    """Who are you?"""
    snapshot = table_session().snapshot("table")
    return render_template("seat/choose.html", snapshot=snapshot)


@blueprint.get("/<player>")
def show(player: str) -> str:
    """The player's page."""
    return _drawn("seat/page.html", player)


@blueprint.get("/<player>/now")
def now(player: str) -> str:
    """Only what changes."""
    return _drawn("seat/now.html", player)


def _drawn(template: str, player: str) -> str:
    snapshot = table_session().snapshot("seat")
    if snapshot["game"] is not None and player not in snapshot["players"]:
        abort(404)
    return render_template(
        template,
        **felt(snapshot),
        flags=shown_flags(snapshot),
        player=player,
        may=_may(snapshot, player) if snapshot["game"] else set(),
    )


def _may(snapshot: Any, player: str) -> set[str]:
    """What this player can press now; the rules still have the last word."""
    return set() if snapshot["ended"] else pages_of(snapshot["game"]).may(snapshot, player)


@blueprint.post("/<player>/move")
@action
def move(player: str) -> Outcome:
    """A move of this player, and of nobody else."""
    session, fields = table_session(), sent()
    kind = str(fields.get("type", ""))
    snapshot = session.snapshot("seat")
    if kind not in _may(snapshot, player):
        raise PlainError(_("That is not yours to do now."))
    booked = pages_of(snapshot["game"]).own_move(kind, player, fields)
    if fields.get("offered"):
        return session.take_up(booked, f"seat {player}")
    return session.submit(booked, "confirmed", f"seat {player}")
