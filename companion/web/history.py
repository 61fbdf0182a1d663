"""Past games: their score sheets, how every figure came about, and export."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, render_template

from companion.record import Record, dump
from companion.session import SessionError
from companion.session.snapshot import GameHead
from companion.web.answers import action, table_session
from companion.web.drawing import chart
from companion.web.games import pages_of
from companion.web.guard import referee_only
from companion.web.language import _
from companion.web.referee import WHO
from companion.web.words import contract_name, game_name

blueprint = Blueprint("history", __name__, url_prefix="/history")


@blueprint.get("")
def games() -> str:
    """All games of this log, the newest first."""
    return render_template("history/games.html", games=table_session().past_games())


@blueprint.get("/<int:game_id>")
def game(game_id: int) -> str:
    """One game: score sheet, chart, export."""
    head, snapshot = _head(game_id), _snapshot(game_id)
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
    totals, found = dict.fromkeys(players, 0.0), []
    for deal in deals:
        totals = {player: totals[player] + deal.get(player, 0) for player in players}
        found.append(totals)
    return found


def _record(game_id: int) -> Record:
    found = table_session().export_record(game_id)
    return Record(found["game"], tuple(found["players"]), found["options"], found["events"])


def _head(game_id: int) -> GameHead:
    found = [head for head in table_session().past_games() if head["id"] == game_id]
    return found[0] if found else abort(404)


def _snapshot(game_id: int) -> Any:
    return table_session().snapshot("table", game_id)


@blueprint.get("/<int:game_id>/deal/<int:number>")
def deal(game_id: int, number: int) -> str:
    """How one deal's points came about: its tricks or rows, and who took what."""
    head = _head(game_id)
    cells = finished_deals(_snapshot(game_id))
    if not 1 <= number <= len(cells):
        abort(404)
    return render_template(
        "history/deal.html",
        head=head,
        cell=cells[number - 1],
        number=number,
        count=len(cells),
        own_pages=f"games/{pages_of(head['game']).folder}",
    )


def finished_deals(snapshot: Any) -> list[Mapping[str, Any]]:
    """The finished deals in the order played, each with the cards behind it."""
    return pages_of(snapshot["game"]).deals(snapshot["sheet"]["own"])


@blueprint.post("/<int:game_id>/resume")
@referee_only
@action
def resume(game_id: int) -> str:
    """Go on with an earlier game."""
    table_session().resume_game(game_id, WHO)
    return _("The game goes on where it stood.")


@blueprint.post("/<int:game_id>/end")
@referee_only
@action
def end(game_id: int) -> str:
    """End the running game as it stands."""
    head = _head(game_id)
    if head["running"]:
        table_session().end_game(WHO)
    return _("The game is over. It stays in the history.")


# ---- export ----


def _file(text: str, mimetype: str, game_id: int, ending: str) -> Response:
    head = _head(game_id)
    name = f"{head['game']}-{head['started'][:10]}-{game_id}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype=mimetype, headers=headers)


@blueprint.get("/<int:game_id>/record.json")
def record_json(game_id: int) -> Response:
    """The game's record as JSON, ready for `companion replay`."""
    _head(game_id)
    return _file(dump(_record(game_id), as_json=True), "application/json", game_id, "json")


@blueprint.get("/<int:game_id>/record.yaml")
def record_yaml(game_id: int) -> Response:
    """The same as YAML."""
    _head(game_id)
    return _file(dump(_record(game_id)), "application/yaml", game_id, "yaml")


@blueprint.get("/<int:game_id>/audit.json")
def audit_json(game_id: int) -> Response:
    """What anybody can check the game's judge with: `companion verify` takes this file."""
    _head(game_id)
    try:
        audit = table_session().audit(game_id)
    except SessionError:
        abort(404)
    return _file(json.dumps(audit, indent=1), "application/json", game_id, "audit.json")


@blueprint.get("/<int:game_id>/sheet.csv")
def sheet_csv(game_id: int) -> Response:
    """The score sheet for a spreadsheet: a line for each deal, the totals last."""
    _head(game_id)
    snapshot = _snapshot(game_id)
    players = snapshot["players"]
    out = io.StringIO()
    write = csv.writer(out).writerow
    names = [_harmless(player) for player in players]
    if not snapshot["sheet"]["contracts"]:
        return _csv_of_deals(snapshot, names, game_id)
    write([_("Round"), _("Deal"), _("Contract"), _("Announcer"), *names])
    for cell in snapshot["sheet"]["deals"]:
        figures = [cell["points"].get(player, 0) for player in players]
        announcer = _harmless(cell["announcer"] or "")
        write([cell["round"], cell["deal"], contract_name(cell["contract"]), announcer, *figures])
    totals = [snapshot["sheet"]["totals"].get(player, 0) for player in players]
    write([_("Total"), "", game_name(snapshot["game"]), "", *totals])
    # The byte order mark makes spreadsheets read names with umlauts.
    return _file("\ufeff" + out.getvalue(), "text/csv", game_id, "csv")


def _csv_of_deals(snapshot: Any, names: Sequence[str], game_id: int) -> Response:
    """The same for a game that knows no contracts: its deals are numbered through."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    write([_("Deal"), *names])
    players, sheet = snapshot["players"], snapshot["sheet"]
    for cell in sheet["deals"]:
        write([cell["deal"], *(cell["points"].get(player, 0) for player in players)])
    write([_("Total"), *(sheet["totals"].get(player, 0) for player in players)])
    return _file("\ufeff" + out.getvalue(), "text/csv", game_id, "csv")


def _harmless(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@" and text else text
