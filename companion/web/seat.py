"""A player's own page, for a phone: what only they can say, and taking their own card back.

A seat can be locked to one phone; the secret of a round is sealed on such a seat only.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.errors import PlainError
from companion.session import Outcome
from companion.session.names import alike, spelled
from companion.web import seats
from companion.web.answers import action, sent, table_session
from companion.web.games import pages_of
from companion.web.guard import referee_only
from companion.web.joining import addresses, qr_code
from companion.web.language import _
from companion.web.proposing import proposal
from companion.web.table import felt, shown_flags

blueprint = Blueprint("seat", __name__, url_prefix="/seat")

SECRETS = frozenset({"seal"})
"""Moves that only the phone may make to which the seat is locked."""


@blueprint.get("")
def choose() -> str:
    """Who are you?"""
    snapshot = table_session().snapshot("table")
    known, players = addresses(), list(snapshot["players"])
    links = {name: known.link(f"/seat/{name}") for name in players} if known is not None else {}
    return render_template(
        "seat/choose.html",
        snapshot=snapshot,
        held=seats.how_held(players),
        links=links,
        codes={name: qr_code(link) for name, link in links.items()},
    )


@blueprint.get("/<player>")
def show(player: str) -> str | Response:
    """The player's page."""
    return _drawn("seat/page.html", player)


@blueprint.get("/<player>/now")
def now(player: str) -> str | Response:
    """Only what changes."""
    return _drawn("seat/now.html", player)


def _drawn(template: str, player: str) -> str | Response:
    snapshot = table_session().snapshot("seat")
    if snapshot["game"] is not None and player not in snapshot["players"]:
        if (written := spelled(snapshot["players"]).get(alike(player))) is not None:
            return redirect(url_for("seat.show", player=written))
        if not any(player in head["players"] for head in table_session().past_games()):
            abort(404)
        return redirect(url_for("seat.choose"))  # Others play now: who is it that looks?
    return render_template(
        template,
        **felt(snapshot),
        flags=shown_flags(snapshot),
        player=player,
        may=_may(snapshot, player) if snapshot["game"] else set(),
        held=seats.how_held([player])[player],
    )


def _may(snapshot: Any, player: str) -> set[str]:
    """What this player can press now; the rules still have the last word."""
    if snapshot["ended"] or seats.is_anothers(player):
        return set()
    may = pages_of(snapshot["game"]).may(snapshot, player)
    return may if seats.is_mine(player) else may - SECRETS


@blueprint.post("/<player>/move")
@action
def move(player: str) -> Outcome | None:
    """A move of this player, and of nobody else."""
    session, fields = table_session(), sent()
    kind = str(fields.get("type", ""))
    snapshot = session.snapshot("seat")
    if seats.is_anothers(player):
        raise PlainError(_("This seat is locked to another phone. The referee can free it."))
    if kind in SECRETS and not seats.is_mine(player):
        raise PlainError(_("Lock this seat to your phone first: then nobody else can seal."))
    if kind not in _may(snapshot, player):
        raise PlainError(_("That is not yours to do now."))
    if proposal(kind, snapshot, fields):
        return None
    booked = pages_of(snapshot["game"]).own_move(kind, player, fields)
    if fields.get("offered"):
        return session.take_up(booked, f"seat {player}")
    moment = str(fields.get("moment", ""))
    return session.submit(booked, "confirmed", f"seat {player}", moment=moment)


@blueprint.post("/<player>/take")
@action
def take(player: str) -> str:
    """Lock the seat to this phone."""
    if player not in table_session().snapshot("seat")["players"]:
        abort(404)
    seats.take(player)
    table_session().refresh()
    return _("This seat is locked to this phone now.")


@blueprint.post("/<player>/leave")
@action
def leave(player: str) -> str:
    """The phone that holds the seat gives it up."""
    if not seats.is_mine(player):
        raise PlainError(_("This seat is locked to another phone. The referee can free it."))
    return _freed(player)


@blueprint.post("/<player>/free")
@referee_only
@action
def free(player: str) -> str:
    """The referee frees a seat whose phone is gone."""
    return _freed(player)


def _freed(player: str) -> str:
    seats.seats().free(player)
    table_session().refresh()
    return _("The seat is free.")
