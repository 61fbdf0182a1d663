"""Joining: the code that the host's screen shows, typed or scanned.

A scanned link carries the code behind its `#`: that part of an address stays in the browser and
is in no server's log. The page's script sends it as the form would.
"""

from __future__ import annotations

from dataclasses import dataclass

import segno
from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.web.guard import door, has_joined, referee_only, safe_next
from companion.web.language import _

blueprint = Blueprint("joining", __name__)


@dataclass(frozen=True)
class Addresses:
    """Where other devices find the dashboard."""

    plain: str
    """`http://192.168.1.7:8420/`"""
    secure: str | None = None
    """The same encrypted: only so a browser gives its camera."""
    fingerprint: str = ""
    """SHA-256 of the certificate, to be compared with what a phone shows."""
    code: str = ""

    def link(self, path: str, secure: bool = False) -> str:
        """The address of a page with the code that lets one in."""
        root = self.secure if secure and self.secure else self.plain
        return root.rstrip("/") + path + (f"#{self.code}" if self.code else "")


def addresses() -> Addresses | None:
    """Those of the app at hand; None while only this machine reaches it."""
    found: Addresses | None = current_app.extensions["addresses"]
    return found


def qr_code(link: str) -> Markup:
    """A link as a QR code, dark on light in every theme, for a phone's camera."""
    drawn = segno.make(link, error="m", micro=False)
    return Markup(
        drawn.svg_inline(
            scale=1, border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", title=None
        )
    )


@blueprint.get("/invite")
@referee_only
def invite() -> str:
    """What to show to those who want to join: one code to scan for each use of a phone."""
    known = addresses()
    links = []
    if known is not None:
        links = [
            (_("A player's own page"), known.link("/seat")),
            (_("The table, to look on or for a wall"), known.link("/table")),
            (_("The referee's page (asks for its PIN)"), known.link("/referee")),
            (_("A phone as the camera"), known.link("/phone", secure=True)),
        ]
    return render_template(
        "invite.html",
        invitations=[(what, link.partition("#")[0], qr_code(link)) for what, link in links],
        code=known.code if known is not None else "",
        fingerprint=known.fingerprint if known is not None else "",
    )


@blueprint.route("/join", methods=["GET", "POST"])
def join() -> Response | str | tuple[str, int]:
    """Where somebody who comes to the table shows the code."""
    target = safe_next(request.values.get("next", "") or url_for("table.show"))
    if has_joined():
        return redirect(target, 303 if request.method == "POST" else 302)
    fault, status = None, 200
    if request.method == "POST":
        mine = door("joining")
        if mine.wait_s() > 0:
            fault, status = _("Too many wrong codes. Wait half a minute, then try again."), 429
        elif mine.opens_for(request.form.get("code", "")):
            session["joined"] = True
            return redirect(target, 303)
        else:
            fault, status = _("That is not the code. It is on the host's screen."), 403
    return render_template("join.html", next=target, fault=fault), status
