"""The referee's page: the live picture, every play by hand, rulings, questions, corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, current_app, g, render_template, request, session, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.cards import RANKS, SUITS
from companion.errors import PlainError
from companion.session import Outcome
from companion.web import asking
from companion.web.advice_said import Said, advice_said
from companion.web.answers import Done, action, sent, table_session
from companion.web.entries import card_sent, points_sent
from companion.web.followed import done
from companion.web.games import PlainPages, pages_of
from companion.web.guard import door, referee_only, safe_next
from companion.web.language import _
from companion.web.live import pictures
from companion.web.proposing import proposal
from companion.web.table import felt, shown_flags

blueprint = Blueprint("referee", __name__, url_prefix="/referee")
blueprint.register_blueprint(asking.blueprint)

WHO = "referee"


# ---- pages ----


@blueprint.get("")
@referee_only
def show() -> str:
    """The whole page."""
    return _drawn("referee/page.html")


@blueprint.get("/now")
@referee_only
def now() -> str:
    """Only what changes."""
    return _drawn("referee/now.html")


def _drawn(template: str) -> str:
    snapshot = table_session().snapshot("referee")
    return render_template(
        template,
        **felt(snapshot),
        **_pad(snapshot),
        flags=shown_flags(snapshot),
        pending=_pending(snapshot),
        evidence_of=_evidence_of(snapshot),
        has_picture=pictures() is not None,
        camera=current_app.extensions["camera"],
        advice=_advice(snapshot),
        offers=list(current_app.extensions["school"].offers),
    )


def _advice(snapshot: Any) -> list[Said]:
    """What to change about the camera's picture."""
    source = pictures()
    return advice_said(source.advised(), not snapshot["ended"]) if source is not None else []


def _pad(snapshot: Any) -> dict[str, Any]:
    ranks = pages_of(snapshot["game"]).ranks(snapshot) if snapshot["game"] else RANKS
    return {"ranks": ranks, "suits": SUITS}


def _pages() -> PlainPages:
    """The pages of the game that is shown."""
    return pages_of(table_session().snapshot("table")["game"])


def _pending(snapshot: Any) -> Any:
    """The event that waits for a ruling, with the flag that it raised."""
    for event in reversed(snapshot["events"]):
        if event["status"] == "pending" and not event["withdrawn"]:
            flag = next((f for f in snapshot["flags"] if f["id"] in event["flags"]), None)
            return {"event": event, "flag": flag, "can_stand": _can_stand(snapshot, flag)}
    return None


def _can_stand(snapshot: Any, flag: Any) -> bool:
    """Whether the table may let the play stand: the game says so."""
    return flag is None or "accept" in (snapshot["waiting"] or {}).get("rulings", ())


def _evidence_of(snapshot: Any) -> dict[int, str]:
    return {event["id"]: event["evidence"] for event in snapshot["events"] if event["evidence"]}


@blueprint.get("/events")
@referee_only
def all_events() -> str:
    """Everything that happened in the game, the newest first."""
    return render_template("referee/events.html", snapshot=table_session().snapshot("referee"))


@blueprint.get("/events/<int:event_id>")
@referee_only
def event(event_id: int) -> str:
    """One event: what it was, its picture, and everything that can be put right about it."""
    try:
        snapshot = _game_of(event_id)
    except PlainError:
        abort(404)
    found = next((one for one in snapshot["events"] if one["id"] == event_id), None)
    if found is None:
        abort(404)
    g.deck = snapshot["deck"]
    return render_template(
        "referee/event.html",
        event=found,
        back=_leads_back(snapshot),
        **felt(snapshot),
        **_pad(snapshot),
    )


def _game_of(event_id: int) -> Any:
    """The game in which an event was booked, which may be over. Raises PlainError."""
    session = table_session()
    return session.snapshot("referee", session.game_of(event_id))


def _leads_back(snapshot: Any) -> str:
    """Where one looks on after a change: a game that is over is looked at in the history."""
    if snapshot["ended"]:
        return url_for("history.game", game_id=snapshot["game_id"])
    return url_for("referee.show")


@blueprint.route("/pin", methods=["GET", "POST"])
def pin() -> Response | str:
    """Where the referee shows the PIN that was printed at the start."""
    target = safe_next(request.values.get("next", "") or url_for("referee.show"))
    if not door().locked:
        return redirect(target)
    fault = None
    if request.method == "POST":
        if door().wait_s() > 0:
            fault = _("Too many wrong PINs. Wait half a minute, then try again.")
        elif door().opens_for(request.form.get("pin", "")):
            session["referee"] = True
            return redirect(target, 303)
        else:
            fault = _("That is not the PIN. It was printed where the program was started.")
    return render_template("referee/pin.html", next=target, fault=fault)


# ---- moves by hand ----


@blueprint.post("/move")
@referee_only
@action
def move() -> Outcome | None:
    """Any move by hand. Typed cards may be several, with commas: `7c, 9h, ah`."""
    fields = sent()
    if proposal(str(fields.get("type", "")), table_session().snapshot("referee"), fields):
        return None
    moves = _pages().moves_sent(fields)
    if fields.get("offered"):
        return table_session().take_up(moves[0], WHO)
    moment = str(fields.get("moment", ""))
    for one in moves:
        outcome = table_session().submit(one, "confirmed", WHO, moment=moment)
        moment = ""
        if outcome.status in {"refused", "pending"}:
            break
    return outcome


@blueprint.post("/undo")
@referee_only
@action
def undo() -> Done:
    """Take back the last action."""
    return done(table_session().undo(WHO, moment=str(sent().get("moment", ""))))


@blueprint.post("/redo")
@referee_only
@action
def redo() -> Done:
    """Do again what was undone."""
    return done(table_session().redo(WHO, moment=str(sent().get("moment", ""))))


# ---- questions, flags, corrections ----


@blueprint.post("/questions/<question_id>")
@referee_only
@action
def answer(question_id: str) -> Done:
    """The answer to a question: one of its choices, or another card or player."""
    fields, before = sent(), table_session().snapshot("referee")
    change = {}
    if "rank" in fields or "suit" in fields or "card" in fields:
        change["card"] = card_sent(fields)
    if fields.get("player"):
        change["player"] = str(fields["player"])
    choice = str(fields.get("choice", "yes"))
    outcome = table_session().answer(question_id, choice, WHO, change or None)
    asked = next((one for one in before["questions"] if one["id"] == question_id), None)
    named = change.get("card") or (choice.startswith("card:") and choice.removeprefix("card:"))
    if asked is not None and named:
        _offer(before, asked["event"], named)
    return done(outcome)


@blueprint.post("/flags/<flag_id>")
@referee_only
@action
def rule(flag_id: str) -> Outcome | Done:
    """What becomes of a flag: it stands, or the camera was wrong."""
    fields = sent()
    state, why = str(fields.get("state", "")), str(fields.get("why", ""))
    flags = {flag["id"]: flag for flag in table_session().snapshot("referee")["flags"]}
    outcome = table_session().rule(flag_id, state, WHO, why)
    # Either something was said of the flag, or a ruling was entered, which the game may refuse.
    about = flags.get(flag_id)
    return done(outcome) if about and outcome.event == about["event"] else outcome


@blueprint.post("/events/<int:event_id>/correct")
@referee_only
@action
def correct(event_id: int) -> Done:
    """It was another move, or (`do=insert`) one was missed before it."""
    fields, session, before = sent(), table_session(), _game_of(event_id)
    why, seen = str(fields.get("why", "")), _seen(fields)
    g.deck = before["deck"]
    move = pages_of(before["game"]).move_sent(fields)
    if fields.get("do") == "insert":
        return done(session.insert(event_id, move, WHO, why, seen=seen))
    outcome = session.correct(event_id, move, WHO, why, seen)
    _offer(before, event_id, str(move.get("card", "")))
    return done(outcome)


def _seen(fields: Mapping[str, Any]) -> str:
    """The event as it was on the page that something is put right from."""
    return str(fields.get("seen", ""))


def _offer(before: Any, event_id: int, card: str) -> None:
    """Offer the picture of a card that was read wrongly to its deck, as a further view."""
    event = next((one for one in before["events"] if one["id"] == event_id), None)
    if event and event["evidence"] and event["camera"] and card and card != event["card"]:
        current_app.extensions["school"].offer(before["deck"], card, event["evidence"])


@blueprint.post("/events/<int:event_id>/delete")
@referee_only
@action
def delete(event_id: int) -> Done:
    """That was no play."""
    why = str(sent().get("why", "")) or "that was no play"
    return done(table_session().delete(event_id, WHO, why, _seen(sent())))


@blueprint.post("/events/<int:event_id>/restore")
@referee_only
@action
def restore(event_id: int) -> Done:
    """It did happen, although it was struck out."""
    fields = sent()
    why = str(fields.get("why", ""))
    return done(table_session().restore(event_id, WHO, why, _seen(fields)))


@blueprint.post("/events/<int:event_id>/confirm")
@referee_only
@action
def confirm(event_id: int) -> Done:
    """It is as it was read."""
    return done(table_session().confirm(event_id, WHO, _seen(sent())))


@blueprint.post("/settings")
@referee_only
@action
def settings() -> None:
    """Change a setting of the session."""
    for name, value in sent().items():
        if name != "next":
            table_session().set(name, _setting(value), WHO)


def _setting(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return value == "on" if value in {"on", "off"} else points_sent(value)
