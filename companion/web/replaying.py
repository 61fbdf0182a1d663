"""A past game card by card: the table as it stood after every event, with its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request

from companion.session.snapshot import GameHead
from companion.web.answers import table_session
from companion.web.archive import head_of
from companion.web.guard import is_referee
from companion.web.language import _
from companion.web.table import felt

blueprint = Blueprint("replaying", __name__)


@dataclass(frozen=True)
class Jump:
    """The beginning of a deal, to go there at once."""

    number: int
    step: int


@blueprint.get("/<int:game_id>/replay")
def show(game_id: int) -> str:
    """The game after so many events (`?step=`), 0: before the first."""
    head = head_of(game_id)
    if _is_secret(head):
        abort(403, _("A game that is being played is replayed for the referee only."))
    session = table_session()
    events = session.moments(game_id)
    step = min(max(request.args.get("step", 0, type=int), 0), len(events))
    event_id = events[step - 1] if step else None
    now = session.moment(game_id, event_id, "table")
    # Later corrections are known by now: the event as it counts, its flags and its picture.
    all_events = {one["id"]: one for one in session.snapshot("referee", game_id)["events"]}
    event = all_events.get(event_id) if event_id is not None else None
    return render_template(
        "history/replay.html",
        head=head,
        step=step,
        count=len(events),
        event=event,
        flags=[flag for flag in now["flags"] if flag["event"] == event_id],
        pictures=is_referee(),
        jumps=_jumps(events, all_events),
        **felt(now),
    )


def _is_secret(head: GameHead) -> bool:
    """Whether looking back is remembering for others: not before the game is over."""
    aided = table_session().snapshot("table")["settings"]["memory_aid"]
    return head["running"] and not aided and not is_referee()


def _jumps(events: Sequence[int], known: Any) -> list[Jump]:
    found: dict[int, Jump] = {}
    for step, event_id in enumerate(events, 1):
        number = known[event_id]["deal"] if event_id in known else 0
        if number and number not in found:
            found[number] = Jump(number, step)
    return list(found.values())
