"""The judge's own pages: sealing at this screen, the proof, and what the host can learn.

Nothing here shows which card was sealed; the screen at which it is picked is covered again at
once, and no address, cookie or list of past pages tells anything.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Protocol

import segno
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

import companion.seal
from companion.errors import PlainError
from companion.games import KeepsSecrets, find
from companion.seal import DIGEST
from companion.session import Outcome
from companion.web.answers import action, sent, table_session
from companion.web.games import pages_of
from companion.web.guard import is_referee, referee_only
from companion.web.language import _
from companion.web.rules import render
from companion.web.table import felt

blueprint = Blueprint("judge", __name__, url_prefix="/judge")

FORMAT = Path(companion.seal.__file__).with_suffix(".md")


class Covered(Protocol):
    """A camera to which the layer shows the reference card under a cover."""

    @property
    def covered(self) -> str:
        """`no`, `waiting` for a card, or `unclear`: what was shown means none of the five."""

    def cover(self) -> None:
        """From now on no picture is shown or kept; the next face is the reference."""

    def uncover(self) -> None:
        """Stop waiting for one."""


def covered_camera() -> Covered | None:
    """The app's camera, where it can look under a cover."""
    found: Any = current_app.extensions["camera"]
    return found if hasattr(found, "cover") and found.source else None


@blueprint.get("")
def show() -> str:
    """The judge's page."""
    return _drawn("judge/page.html")


@blueprint.get("/now")
def now() -> str:
    """Only what changes."""
    return _drawn("judge/now.html")


def _drawn(template: str) -> str:
    snapshot = table_session().snapshot("table")
    return render_template(
        template,
        **felt(snapshot),
        judged=_is_judged(snapshot),
        seal=(snapshot["state"] or {}).get("seal"),
        may_seal_here=_may_seal(snapshot) and is_referee(),
    )


def _is_judged(snapshot: Any) -> bool:
    """Whether the running game is one that the program judges."""
    options = snapshot["options"]
    keeps = snapshot["game"] is not None and isinstance(find(snapshot["game"]), KeepsSecrets)
    return keeps and bool(options.get("open")) and options.get("judge", "app") == "app"


def _may_seal(snapshot: Any) -> bool:
    state = snapshot["state"]
    waits = state.get("pending") or snapshot["ended"]
    return _is_judged(snapshot) and state.get("phase") == "seal" and not waits


# ---- sealing at this screen ----


@blueprint.get("/here")
@referee_only
def here() -> str | AnyResponse:
    """Sealing without a phone, step by step; between the steps the screen tells nothing."""
    snapshot = table_session().snapshot("table")
    if not _may_seal(snapshot):
        return redirect(url_for("judge.show"))
    camera = covered_camera()
    step = request.args.get("step", "")
    if camera is not None and camera.covered != "no":
        step = "reference"
    known = step if step in {"cards", "reference"} else "begin"
    return render_template(
        "judge/here.html",
        **felt(snapshot),
        step=known,
        camera=camera,
        covered=camera.covered if camera is not None else "no",
    )


@blueprint.post("/seal")
@referee_only
@action
def seal() -> Outcome:
    """The devil, as it was picked at this screen."""
    snapshot = table_session().snapshot("table")
    if not _may_seal(snapshot):
        raise PlainError(_("There is nothing to seal now."))
    move = pages_of(snapshot["game"]).own_move("seal", snapshot["state"]["layer"], sent())
    return table_session().submit(move, "confirmed", "judge's screen")


@blueprint.post("/cover")
@referee_only
def cover() -> AnyResponse:
    """The layer is about to show the reference card to the camera, under a cover."""
    camera = covered_camera()
    if camera is not None and _may_seal(table_session().snapshot("table")):
        camera.cover()
    return redirect(url_for("judge.here", step="reference"), 303)


@blueprint.post("/uncover")
@referee_only
def uncover() -> AnyResponse:
    """Not by the camera after all."""
    camera = covered_camera()
    if camera is not None:
        camera.uncover()
    return redirect(url_for("judge.here"), 303)


# ---- proof ----


@blueprint.get("/root/<root>.svg")
def root_code(root: str) -> Response:
    """A root as a QR code, to be kept on the drawer's phone; its text is the root alone."""
    if not DIGEST.fullmatch(root):
        abort(404)
    # Capital letters make a code of fewer, larger squares; who checks takes either.
    drawn = segno.make(root.upper(), error="m", micro=False)
    svg = drawn.svg_inline(scale=1, border=3, dark="#000", light="#fff", omitsize=True)
    with_space = re.sub(r"^<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', svg)
    return Response(with_space, mimetype="image/svg+xml")


@blueprint.get("/format")
def format_page() -> str:
    """How to check, for whoever writes a checker of their own."""
    html = render(FORMAT.read_text(encoding="utf-8"))
    # What scrolls has to be reached by the keyboard too.
    for element in ("pre", "table"):
        html = html.replace(Markup(f"<{element}>"), Markup(f'<{element} tabindex="0">'))
    return render_template("judge/format.html", html=html)
