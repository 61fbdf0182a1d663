"""A player's own page, for a phone: announce, bid, pass, take one's own card back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template

from companion.errors import PlainError
from companion.session import Outcome
from companion.web.answers import action, sent, table_session
from companion.web.language import _
from companion.web.referee import points_sent
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
    state = snapshot["state"]
    if snapshot["ended"]:
        return set()
    if (state.get("pending") or {}).get("player") == player:
        return {"take_back"}
    allowed = set()
    if state["phase"] == "announce" and state["announcer"] == player:
        allowed.add("announce")
    if state["phase"] == "bid_or_play":
        allowed.add("bid")
    if state["contract"] == "patience" and state["rows"] and not state["pending"]:
        # The turn's player may have laid their last card: then the next one acts (rule B18).
        players = snapshot["players"]
        left_of_turn = players[(players.index(state["turn"]) + 1) % len(players)]
        if player in {state["turn"], left_of_turn}:
            allowed.add("pass")
    return allowed


@blueprint.post("/<player>/move")
@action
def move(player: str) -> Outcome:
    """A move of this player, and of nobody else."""
    session, fields = table_session(), sent()
    kind = str(fields.get("type", ""))
    if kind not in _may(session.snapshot("seat"), player):
        raise PlainError(_("That is not yours to do now."))
    booked: dict[str, Any] = {"type": kind}
    if kind == "announce":
        booked["contract"] = str(fields.get("contract", ""))
    elif kind == "bid":
        booked |= {"player": player, "points": points_sent(fields.get("points"))}
    elif kind == "pass":
        booked["player"] = player
    return session.submit(booked, "confirmed", f"seat {player}")
