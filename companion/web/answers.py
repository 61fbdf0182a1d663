"""How the dashboard answers what somebody pressed, and how it says that something went wrong.

The same addresses serve plain forms (answered with a redirect back) and the page's scripts or
other programs (answered with JSON); both get the same plain sentence.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

from flask import Flask, current_app, flash, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.errors import PlainError
from companion.games import InvalidEvent, InvalidGame
from companion.session import Outcome, RefusedError, TableSession
from companion.web.flags_said import flag_said
from companion.web.guard import safe_next
from companion.web.language import _
from companion.web.pressed import Pressed
from companion.web.refusals_said import is_known, refusal_said
from companion.web.words import language

P = ParamSpec("P")

log = logging.getLogger(__name__)


def table_session() -> TableSession:
    """The session that the app at hand shows."""
    found = current_app.extensions["table_session"]
    assert isinstance(found, TableSession)
    return found


def wants_json() -> bool:
    """Whether a program asked: the page's own scripts, or somebody's with a JSON body."""
    if request.is_json or request.path.startswith("/api/"):
        return True
    best = request.accept_mimetypes.best_match(["text/html", "application/json"])
    return best == "application/json"


def sent() -> Mapping[str, Any]:
    """What was sent, as a form or as JSON; empty values of a form count as left out.

    The `cards` that were ticked on a form are a list.
    """
    if request.is_json:
        try:
            body = request.get_json(silent=True)
        except RecursionError:  # Lists in lists in lists: no page sends such a thing.
            body = None
        if not isinstance(body, dict):
            raise PlainError(_("The body of this request is no JSON mapping."))
        return body
    found: dict[str, Any] = {name: value for name, value in request.form.items() if value != ""}
    if "cards" in found:
        found["cards"] = request.form.getlist("cards")
    return found


@dataclass(frozen=True)
class Done:
    """Something that was done, whatever the event that it is about counts for now."""

    outcome: Outcome
    text: str
    """What followed; empty where nothing did."""


def action(view: Callable[P, Outcome | Done | str | None]) -> Callable[P, Response]:
    """A view that changes something: says what came of it, or in one sentence why it cannot be."""

    @wraps(view)
    def answered(*args: P.args, **kwargs: P.kwargs) -> Response:
        if current_app.extensions["pressed"].again(request):
            return jsonify({"ok": True, "text": ""}) if wants_json() else redirect(_back(), 303)
        try:
            result = view(*args, **kwargs)
        except (PlainError, InvalidEvent, InvalidGame) as fault:
            return _refused(plain_sentence(fault))
        if isinstance(result, Outcome) and result.status == "refused":
            return _refused(_why_refused(result))
        outcome = result.outcome if isinstance(result, Done) else result
        text = outcome if isinstance(outcome, str) else ""
        if isinstance(result, Done):
            text = result.text
        if wants_json():
            body: dict[str, Any] = {"ok": True, "text": text}
            if isinstance(outcome, Outcome):
                body |= {
                    "event": outcome.event,
                    "accepted": outcome.accepted,
                    "status": outcome.status,
                    "flags": list(outcome.flags),
                    "questions": list(outcome.questions),
                    "version": outcome.version,
                }
            return jsonify(body)
        if text:
            flash(text)
        return redirect(_back(), 303)

    return answered


def _refused(text: str) -> Response:
    if wants_json():
        answer = jsonify({"ok": False, "error": text})
        answer.status_code = 409
        return answer
    flash(text)
    return redirect(_back(), 303)


def _back() -> str:
    return safe_next(request.form.get("next", ""))


def plain_sentence(fault: Exception) -> str:
    """What a fault says, as a whole sentence."""
    if isinstance(fault, RefusedError) and fault.flag is not None:
        why = _why([fault.flag])
        return _("That cannot be put right so: %(why)s Nothing was changed.", why=why)
    text = refusal_said(str(fault))
    if isinstance(fault, InvalidEvent | InvalidGame) and language() != "en":
        # Only programs and forged requests send what the pages cannot: its fields have no names
        # in other languages.
        text = text if is_known(str(fault)) else _("The dashboard did not understand this request.")
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _why_refused(outcome: Outcome) -> str:
    flags = {flag["id"]: flag for flag in table_session().snapshot("referee")["flags"]}
    return _why(flags[name] for name in outcome.flags if name in flags)


def _why(flags: Iterable[Any]) -> str:
    said = [str(flag_said(flag)) for flag in flags]
    return " ".join(said) or _("That cannot be done at this point of the game.")


def _plain_page(fault: HTTPException) -> tuple[Response | str, int]:
    status = fault.code or 500
    texts = {
        400: _("The dashboard did not understand this request."),
        404: _("There is no such page."),
        405: _("This address is not for that."),
        413: _("That was too much at once."),
    }
    # A sentence of our own was given with abort(); Werkzeug's own ones are for developers.
    own = fault.description if status in {403, 409, 421, 429, 503} else None
    text = own or texts.get(status) or _("This cannot be done.")
    if wants_json():
        return jsonify({"ok": False, "error": text}), status
    return render_template("plain.html", text=text, status=status), status


def _broken(fault: Exception) -> tuple[Response | str, int]:
    if isinstance(fault, PlainError | InvalidGame):
        text, status = plain_sentence(fault), 503
    else:
        log.exception("a page failed")
        text, status = _("Something went wrong inside the program. The game is safe."), 500
    if wants_json():
        return jsonify({"ok": False, "error": text}), status
    return render_template("plain.html", text=text, status=status), status


def answer_plainly(app: Flask) -> None:
    """No traceback reaches a reader: every fault becomes a plain page or a JSON sentence."""
    app.extensions["pressed"] = Pressed()
    app.register_error_handler(HTTPException, _plain_page)
    app.register_error_handler(Exception, _broken)
