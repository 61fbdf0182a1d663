"""The checking page: one file that checks a judge's audit on any machine, offline.

It can be saved and opened without this program; while it is served, the browser is told that it
may load and send nothing at all.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from companion.web.language import _

blueprint = Blueprint("verify", __name__, url_prefix="/verify")

_PARTS = Path(__file__).parent / "templates" / "verify"


@blueprint.get("")
def show() -> Response:
    """The page."""
    return _page()


@blueprint.get("/save")
def save() -> Response:
    """The same as a file to keep."""
    answer = _page()
    answer.headers["Content-Disposition"] = 'attachment; filename="check-the-judge.html"'
    return answer


def _page() -> Response:
    script = (_PARTS / "check.js").read_text(encoding="utf-8")
    style = (_PARTS / "check.css").read_text(encoding="utf-8")
    page = render_template(
        "verify/page.html", script=Markup(script), style=Markup(style), words=words()
    )
    answer = Response(page, mimetype="text/html")
    answer.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src {_hash_of(script)}; style-src {_hash_of(style)}; "
        "img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return answer


def _hash_of(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def words() -> dict[str, str]:
    """What the page's script says, in the reader's language; `{…}` is filled in there."""
    return {
        "angel": _("angel"),
        "devil": _("devil"),
        "round": _("Seal {seal}, round {round}, {layer} laid"),
        "sealed": _("sealed by event {event}"),
        "unanswered": _("no answer given"),
        "answered": _("first answer at event {event}"),
        "root_only": _("only the root is known, so nothing more can be checked"),
        "opened": _("{n} of 5 opened"),
        "devil_is": _("the devil is {card}"),
        "rest": _("the rest stays secret unless it is disputed"),
        "fits": _("All of it fits. Seals checked: {n}."),
        "no_seal": _("There is no seal in it, so nothing was checked."),
        "unchecked": _(
            "Nothing was found wrong, but of {n} only the root is known, and anybody can claim any "
            "answer of such a seal."
        ),
        "wrong": _("It does not fit. Faults found: {n}."),
        "no_json": _("That is no JSON in UTF-8."),
        "twice": _("The key {key} stands twice."),
        "no_audit": _("That is no audit file of version 1."),
        "incomplete": _("Entry {n} of the rounds is not complete."),
        "cards": _("these are not five different cards"),
        "code": _("a card's code has letters, digits, - and _ only"),
        "no_root": _("the root is no SHA-256 digest"),
        "count": _("there are {n} commitments for five cards"),
        "root": _("the root is not that of the commitments"),
        "uncommitted": _("something is opened that was not committed to"),
        "position": _("there is no position {n}"),
        "position_twice": _("position {n} is opened twice"),
        "lies": _("at position {n} lies {found}, not {card}"),
        "verdict": _("{verdict} is no verdict"),
        "nonce": _("the nonce of {card} is not 64 hexadecimal digits"),
        "not_sealed": _("{card} was not sealed as {verdict}"),
        "not_there": _("an answer was given for {card}, which does not lie there"),
        "asked_twice": _("two answers were given for {card}"),
        "early": _("the answer for {card} came before the seal"),
        "not_opened": _("the answer for {card} was not opened"),
        "otherwise": _("the answer for {card} was {verdict}, but {found} is what was sealed"),
        "no_answer": _("{verdict} is no answer"),
        "too_much": _("more is opened than was asked for, without a dispute"),
        "devils": _("there are {n} devils"),
        "no_devil": _("all five are opened, and none is the devil"),
        "disputed": _("it was disputed, but not all five are opened"),
        "missing": _("The seals are not numbered 1, 2, 3 …: some are missing."),
        "order": _("The seals are not in the order of their events."),
        "nonce_twice": _("A nonce is used twice."),
        "unknown_root": _("The root {root} is in no round of this file."),
    }
