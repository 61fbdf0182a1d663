"""The referee's page: the live picture, every play by hand, rulings, questions, corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, current_app, render_template, request, session, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.cards import RANKS, SUITS, is_card, parse
from companion.errors import PlainError
from companion.session import Outcome
from companion.web import board
from companion.web.answers import action, sent, table_session
from companion.web.guard import door, referee_only, safe_next
from companion.web.language import _
from companion.web.live import pictures
from companion.web.table import felt, shown_flags
from companion.web.words import language

blueprint = Blueprint("referee", __name__, url_prefix="/referee")

WHO = "referee"

_GERMAN_RANKS = {"B": "J", "D": "Q"}


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
        allowed=board.cards_allowed(len(snapshot["players"])) if snapshot["game"] else [],
    )


def _pad(snapshot: Any) -> dict[str, Any]:
    ranks = board.ranks_in_play(snapshot) if snapshot["game"] else RANKS
    return {"ranks": ranks, "suits": SUITS}


def _pending(snapshot: Any) -> Any:
    """The event that waits for a ruling, with the flag that it raised."""
    for event in reversed(snapshot["events"]):
        if event["status"] == "pending" and not event["withdrawn"]:
            flag = next((f for f in snapshot["flags"] if f["id"] in event["flags"]), None)
            return {"event": event, "flag": flag, "can_stand": _can_stand(snapshot, event, flag)}
    return None


def _can_stand(snapshot: Any, event: Any, flag: Any) -> bool:
    """Whether the table may let the play stand (rules B11 and B20); the game has the last word."""
    if flag is None:
        return True
    in_trick = {play["player"] for play in snapshot["state"].get("trick", [])}
    return flag["code"] == "out_of_turn" and event["player"] not in in_trick


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
    snapshot = table_session().snapshot("referee")
    found = next((one for one in snapshot["events"] if one["id"] == event_id), None)
    if found is None:
        abort(404)
    return render_template(
        "referee/event.html",
        event=found,
        snapshot=snapshot,
        state=snapshot["state"],
        **_pad(snapshot),
    )


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


def card_sent(fields: Mapping[str, Any]) -> str:
    """The card that was tapped (rank and suit) or typed; PlainError where there is none."""
    if "rank" in fields and "suit" in fields:
        return f"{fields['rank']}{fields['suit']}"
    if "suit" in fields:
        raise PlainError(_("Choose the rank first, then the suit."))
    return card_typed(str(fields.get("card", "")))


def card_typed(text: str) -> str:
    """A card as somebody types it at the table: 7c, 10♥, Karo Bube, in German also `dh`."""
    word = text.strip().upper()
    if language() == "de" and len(word) == 2 and word[0] in _GERMAN_RANKS:
        word = _GERMAN_RANKS[word[0]] + word[1]
    if is_card(word):
        return word
    try:
        return parse(text).code
    except ValueError:
        raise PlainError(
            _("“%(text)s” is no card. Write rank and suit, like 7c, 10h, qs.", text=text.strip())
        ) from None


def move_sent(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The move that was sent, from whatever a form or a program gives for it."""
    kind = str(fields.get("type", "play"))
    move: dict[str, Any] = {"type": kind}
    if fields.get("player"):
        move["player"] = str(fields["player"])
    if kind == "play":
        move["card"] = card_sent(fields)
    elif kind == "announce":
        move["contract"] = str(fields.get("contract", ""))
    elif kind == "bid":
        move["points"] = points_sent(fields.get("points"))
    return move


def points_sent(value: Any) -> float | int:
    """Points as somebody writes them: with a comma or a true minus as well."""
    try:
        number = float(str(value).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        raise PlainError(_("Write the points as a number.")) from None
    return int(number) if number.is_integer() else number


@blueprint.post("/move")
@referee_only
@action
def move() -> Outcome:
    """Any move by hand. Typed cards may be several, with commas: `7c, 9h, ah`."""
    fields = sent()
    typed = [part for part in str(fields.get("card", "")).split(",") if part.strip()]
    moves = [move_sent({**fields, "card": card}) for card in typed] or [move_sent(fields)]
    for one in moves:
        outcome = table_session().submit(one, "confirmed", WHO)
        if outcome.status in {"refused", "pending"}:
            break
    return outcome


@blueprint.post("/undo")
@referee_only
@action
def undo() -> Outcome:
    """Take back the last action."""
    return table_session().undo(WHO)


@blueprint.post("/redo")
@referee_only
@action
def redo() -> Outcome:
    """Do again what was undone."""
    return table_session().redo(WHO)


# ---- questions, flags, corrections ----


@blueprint.post("/questions/<question_id>")
@referee_only
@action
def answer(question_id: str) -> Outcome:
    """The answer to a question: one of its choices, or another card or player."""
    fields = sent()
    change = {}
    if "rank" in fields or "suit" in fields or "card" in fields:
        change["card"] = card_sent(fields)
    if fields.get("player"):
        change["player"] = str(fields["player"])
    choice = str(fields.get("choice", "yes"))
    return table_session().answer(question_id, choice, WHO, change or None)


@blueprint.post("/flags/<flag_id>")
@referee_only
@action
def rule(flag_id: str) -> Outcome:
    """What becomes of a flag: it stands, or the camera was wrong."""
    fields = sent()
    state, why = str(fields.get("state", "")), str(fields.get("why", ""))
    return table_session().rule(flag_id, state, WHO, why)


@blueprint.post("/events/<int:event_id>/correct")
@referee_only
@action
def correct(event_id: int) -> Outcome:
    """It was another move, or (`do=insert`) one was missed before it."""
    fields = sent()
    why = str(fields.get("why", ""))
    if fields.get("do") == "insert":
        return table_session().insert(event_id, move_sent(fields), WHO, why)
    return table_session().correct(event_id, move_sent(fields), WHO, why)


@blueprint.post("/events/<int:event_id>/delete")
@referee_only
@action
def delete(event_id: int) -> Outcome:
    """That was no play."""
    why = str(sent().get("why", "")) or "that was no play"
    return table_session().delete(event_id, WHO, why)


@blueprint.post("/events/<int:event_id>/confirm")
@referee_only
@action
def confirm(event_id: int) -> Outcome:
    """It is as it was read."""
    return table_session().confirm(event_id, WHO)


@blueprint.post("/settings")
@referee_only
@action
def settings() -> None:
    """Change a setting of the session."""
    for name, value in sent().items():
        if name != "next":
            table_session().set(name, _setting(value), WHO)


def _setting(value: Any) -> Any:
    if value in {"on", "off"}:
        return value == "on"
    return points_sent(value) if isinstance(value, str) else value
