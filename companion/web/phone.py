"""A phone as the camera: the page that films, and where its pictures arrive."""

from __future__ import annotations

import io

from flask import Blueprint, Response, current_app, jsonify, render_template, request
from PIL import Image

from companion.phone_line import PhoneLine
from companion.web.joining import addresses, qr_code
from companion.web.language import _

blueprint = Blueprint("phone", __name__, url_prefix="/phone")

LONGEST_SIDE = 4096
"""Pixels; a picture that is larger only costs time: the eye looks at a smaller one."""

SHORTEST_SIDE = 64


def phone_line() -> PhoneLine | None:
    """The app's line to the eye, None when it was started without one."""
    found: PhoneLine | None = current_app.extensions["phone_line"]
    return found


@blueprint.get("")
def show() -> str:
    """The page that films, or, where a browser would refuse, why and what to do."""
    known = addresses()
    secure = None
    if known is not None and known.secure is not None and not request.is_secure:
        secure = known.link("/phone", secure=True)
    return render_template(
        "phone.html",
        secure_link=secure,
        secure_code=qr_code(secure) if secure else "",
        fingerprint=known.fingerprint if known is not None else "",
        has_line=phone_line() is not None,
    )


@blueprint.post("/begin")
def begin() -> tuple[Response, int]:
    """This phone begins to film; another one that did has to stop."""
    line = phone_line()
    if line is None:
        return _no(_("This dashboard was started without a camera."))
    return jsonify({"ok": True, "turn": line.begin()}), 200


@blueprint.post("/picture")
def picture() -> tuple[Response, int]:
    """One picture, a JPEG; `?turn=` is what `begin` gave."""
    line = phone_line()
    if line is None:
        return _no(_("This dashboard was started without a camera."))
    jpeg = request.get_data(cache=False)
    if not _is_picture(jpeg):
        return _no(_("That is no picture that a phone sends."), 400)
    if not line.is_turn(request.args.get("turn", -1, type=int)):
        return _no(_("Another phone is the camera now."), 410)
    if not line.wanted:
        return _no(_("The host has chosen another camera. This phone waits."))
    line.picture(jpeg)
    return jsonify({"ok": True}), 200


@blueprint.post("/asleep")
def asleep() -> tuple[Response, int]:
    """The phone's page was put away; nobody waits for its answer."""
    line = phone_line()
    if line is None or not line.is_turn(request.args.get("turn", -1, type=int)):
        return _no(_("Another phone is the camera now."), 410)
    if line.wanted:
        line.asleep()
    return jsonify({"ok": True}), 200


def _no(text: str, status: int = 409) -> tuple[Response, int]:
    return jsonify({"ok": False, "error": text}), status


def _is_picture(jpeg: bytes) -> bool:
    """Whether it is a JPEG of a sensible size; only its head is read."""
    try:
        with Image.open(io.BytesIO(jpeg), formats=("JPEG",)) as opened:
            wide, high = opened.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return False
    return min(wide, high) >= SHORTEST_SIDE and max(wide, high) <= LONGEST_SIDE
