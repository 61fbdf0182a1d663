"""Past games: their score sheets, how every figure came about, and export."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, current_app, g, render_template, request

from companion.record import Record, dump
from companion.session import SessionError
from companion.session.snapshot import GameHead
from companion.web import replaying, standings
from companion.web.answers import action, table_session
from companion.web.archive import found, head_of
from companion.web.drawing import chart
from companion.web.games import pages_of
from companion.web.guard import is_referee, referee_only
from companion.web.language import _
from companion.web.referee import WHO
from companion.web.spreadsheet import sheet_csv

blueprint = Blueprint("history", __name__, url_prefix="/history")
blueprint.register_blueprint(replaying.blueprint)
blueprint.register_blueprint(standings.blueprint)


@blueprint.get("")
def games() -> str:
    """All games of this log, the newest first, or those that are searched for (`?q=`)."""
    wanted, heads = request.args.get("q", "").strip(), table_session().past_games()
    return render_template(
        "history/games.html", games=found(heads, wanted), wanted=wanted, any_played=bool(heads)
    )


@blueprint.get("/<int:game_id>")
def game(game_id: int) -> str:
    """One game: score sheet, chart, export."""
    head, snapshot = head_of(game_id), _snapshot(game_id)
    deals = [deal["points"] for deal in snapshot["sheet"]["deals"]]
    return render_template(
        "history/game.html",
        head=head,
        snapshot=snapshot,
        own_pages=f"games/{pages_of(head['game']).folder}",
        chart=chart(head["players"], _running_totals(head["players"], deals)),
    )


def _running_totals(
    players: Sequence[str], deals: Sequence[Mapping[str, float]]
) -> Sequence[Mapping[str, float]]:
    totals, course = dict.fromkeys(players, 0.0), []
    for deal in deals:
        totals = {player: totals[player] + deal.get(player, 0) for player in players}
        course.append(totals)
    return course


def _record(game_id: int) -> Record:
    record = table_session().export_record(game_id)
    return Record(record["game"], tuple(record["players"]), record["options"], record["events"])


def _snapshot(game_id: int) -> Any:
    snapshot = table_session().snapshot("table", game_id)
    g.deck = snapshot["deck"]
    return snapshot


@blueprint.get("/<int:game_id>/deal/<int:number>")
def deal(game_id: int, number: int) -> str:
    """How one deal's points came about: its tricks or rows, and who took what."""
    head, snapshot = head_of(game_id), _snapshot(game_id)
    cells = finished_deals(snapshot)
    if not 1 <= number <= len(cells):
        abort(404)
    return render_template(
        "history/deal.html",
        head=head,
        cell=cells[number - 1],
        number=number,
        count=len(cells),
        events=_to_change(head, snapshot["sheet"]["deals"][number - 1]["events"]),
        own_pages=f"games/{pages_of(head['game']).folder}",
    )


def _to_change(head: GameHead, ids: Sequence[int]) -> list[Any]:
    """The events behind a deal, for the referee, who may put them right."""
    if not is_referee():
        return []
    known = {one["id"]: one for one in table_session().snapshot("referee", head["id"])["events"]}
    return [known[event_id] for event_id in ids if event_id in known]


def finished_deals(snapshot: Any) -> list[Mapping[str, Any]]:
    """The finished deals in the order played, each with the cards behind it."""
    return pages_of(snapshot["game"]).deals(snapshot["sheet"]["own"])


@blueprint.post("/<int:game_id>/resume")
@referee_only
@action
def resume(game_id: int) -> str:
    """Go on with an earlier game."""
    table_session().resume_game(game_id, WHO)
    if (watching := current_app.extensions["camera"]) is not None:
        watching.play_with(table_session().snapshot("table")["deck"])
    return _("The game goes on where it stood.")


@blueprint.post("/<int:game_id>/end")
@referee_only
@action
def end(game_id: int) -> str:
    """End the running game as it stands."""
    head = head_of(game_id)
    if head["running"]:
        table_session().end_game(WHO)
    return _("The game is over. It stays in the history.")


# ---- export ----


def _file(text: str, mimetype: str, game_id: int, ending: str) -> Response:
    head = head_of(game_id)
    name = f"{head['game']}-{head['started'][:10]}-{game_id}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype=mimetype, headers=headers)


@blueprint.get("/<int:game_id>/record.json")
def record_json(game_id: int) -> Response:
    """The game's record as JSON, ready for `companion replay`."""
    head_of(game_id)
    return _file(dump(_record(game_id), as_json=True), "application/json", game_id, "json")


@blueprint.get("/<int:game_id>/record.yaml")
def record_yaml(game_id: int) -> Response:
    """The same as YAML."""
    head_of(game_id)
    return _file(dump(_record(game_id)), "application/yaml", game_id, "yaml")


@blueprint.get("/<int:game_id>/audit.json")
def audit_json(game_id: int) -> Response:
    """What anybody can check the game's judge with: `companion verify` takes this file."""
    head_of(game_id)
    try:
        audit = table_session().audit(game_id)
    except SessionError:
        abort(404)
    return _file(json.dumps(audit, indent=1), "application/json", game_id, "audit.json")


@blueprint.get("/<int:game_id>/sheet.csv")
def sheet(game_id: int) -> Response:
    """The score sheet for a spreadsheet."""
    head_of(game_id)
    return _file(sheet_csv(_snapshot(game_id)), "text/csv", game_id, "csv")
