"""Starting a game: who plays, in which order, with which options, and which camera looks on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from typing import Any, Protocol

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.errors import PlainError
from companion.games import InvalidGame, names
from companion.games.berteln.table import (
    CARDS_IN_PLAY,
    FEWEST_CARDS,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
)
from companion.session import Outcome
from companion.web.answers import action, plain_sentence, sent, table_session
from companion.web.guard import referee_only
from companion.web.language import _
from companion.web.referee import WHO, points_sent

blueprint = Blueprint("setup", __name__, url_prefix="/setup")

REMEMBERED = 24
"""So many names of earlier evenings are offered."""


class Camera(Protocol):
    """What the set-up page needs of the camera; whoever watches the table provides it."""

    @property
    def source(self) -> str:
        """The source in use, as `--source` takes it; empty without a camera."""

    @property
    def arcs(self) -> Sequence[str]:
        """Names of the table's seats (its arcs), clockwise as the camera sees them."""

    def choices(self) -> Sequence[tuple[str, str]]:
        """Sources that can be chosen now: (source, what a person calls it)."""

    def choose(self, source: str) -> None:
        """Look through another source; empty: none. Raises PlainError."""


def camera() -> Camera | None:
    """The app's camera, None when it was started without one."""
    found: Camera | None = current_app.extensions["camera"]
    return found


def cards_allowed(players: int) -> list[int]:
    """How many cards so many players can play with (rule B2)."""
    step = lcm(4, players)
    return [count for count in range(step, 53, step) if count >= FEWEST_CARDS]


@blueprint.get("")
@referee_only
def show() -> str:
    """The page."""
    return _page({"player": []})


def _page(filled: Mapping[str, Any], fault: str | None = None) -> str:
    session = table_session()
    snapshot = session.snapshot("table")
    return render_template(
        "setup/page.html",
        snapshot=snapshot,
        games=[name for name in names() if name == "berteln"],
        fewest=FEWEST_PLAYERS,
        most=MOST_PLAYERS,
        usual=CARDS_IN_PLAY,
        allowed={n: cards_allowed(n) for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)},
        remembered=_remembered(),
        filled=filled,
        fault=fault,
        camera=camera(),
    )


def _remembered() -> list[str]:
    """Names of earlier evenings, the latest first."""
    heads = table_session().past_games()
    found = dict.fromkeys(player for head in heads for player in head["players"])
    return list(found)[:REMEMBERED]


@blueprint.post("")
@referee_only
def start() -> Response | str:
    """Start the game, or show the page again with what is wrong with it."""
    players = [name.strip() for name in request.form.getlist("player") if name.strip()]
    try:
        chosen = request.form.get("source")
        watching = camera()
        if watching is not None and chosen is not None and chosen != watching.source:
            watching.choose(chosen.strip())
        arcs = list(watching.arcs) if watching is not None else []
        table_session().start_game(
            request.form.get("game", "berteln"),
            players,
            options_sent(request.form, players),
            seats=dict(zip(players, arcs, strict=False)) if len(arcs) >= len(players) else None,
            deck=request.form.get("deck", "french"),
            who=WHO,
        )
    except (PlainError, InvalidGame) as fault:
        return _page(
            {**request.form, "player": request.form.getlist("player")}, plain_sentence(fault)
        )
    return redirect(
        url_for("referee.show" if request.form.get("then") == "referee" else "table.show"), 303
    )


def options_sent(form: Mapping[str, str], players: Sequence[str]) -> dict[str, Any]:
    """The options of Berteln that differ from the defaults."""
    options: dict[str, Any] = {}
    if form.get("cards_in_play"):
        options["cards_in_play"] = int(form["cards_in_play"])
    for role in ("announcer", "dealer"):
        seat = form.get(role, "")
        if seat.isdigit() and 1 <= int(seat) <= len(players):
            options[role] = players[int(seat) - 1]
    # Whoever chooses the announcer alone means the usual order: the dealer sits to their right.
    if "announcer" in options and "dealer" not in options:
        options["dealer"] = players[players.index(options["announcer"]) - 1]
    if form.get("bid_bonus", "").strip() not in {"", "0"}:
        options["bid_bonus"] = points_sent(form["bid_bonus"])
    if form.get("may_pass"):
        options["may_pass"] = True
    return options


@blueprint.post("/variant")
@referee_only
@action
def variant() -> Outcome:
    """Change the variant of the running game; the button has asked twice, and it is logged."""
    session, fields = table_session(), sent()
    snapshot = session.snapshot("table")
    kept = {k: v for k, v in snapshot["options"].items() if k in {"announcer", "dealer"}}
    changed = options_sent({k: str(v) for k, v in fields.items()}, snapshot["players"])
    return session.change_options({**kept, **changed}, WHO, confirmed=True)


@blueprint.post("/camera")
@referee_only
@action
def choose_camera() -> str:
    """Look through another source."""
    watching = camera()
    if watching is None:
        raise PlainError(_("This dashboard was started without a camera."))
    watching.choose(str(sent().get("source", "")).strip())
    return _("The camera is being opened.")
