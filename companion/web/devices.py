"""Which browser asks: a random number in a cookie of its own, told from nothing else.

It says who holds a seat, and counts how many pages a viewer keeps open. Nobody is known by it: it
is drawn for a browser that brings none, is never shown, and only its hash is ever written down.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Final

from flask import Flask, Response, g, request

COOKIE: Final = "companion-device"
BYTES: Final = 16
"""128 random bits: nobody guesses the number of another's phone."""
KEPT_S: Final = 30 * 86_400
"""Seconds for which a browser keeps its number."""

_NUMBER: Final = re.compile(f"[0-9a-f]{{{2 * BYTES}}}")


def brought() -> str | None:
    """The hash of the number that this request brought; None where it brought none."""
    number = request.cookies.get(COOKIE, "")
    return _hash(number) if _NUMBER.fullmatch(number) else None


def device() -> str:
    """The hash of this browser's number; one that has none gets it with the answer."""
    known = brought()
    if known is not None:
        return known
    if "device" not in g:
        g.device = secrets.token_hex(BYTES)
    return _hash(g.device)


def _hash(number: str) -> str:
    return sha256(number.encode()).hexdigest()


def _give_number(response: Response) -> Response:
    # Whoever opens a page may come back with a stream, and by that is told from its neighbours.
    if response.mimetype == "text/html" and request.method == "GET":
        device()
    if "device" in g:
        response.set_cookie(COOKIE, g.device, max_age=KEPT_S, httponly=True, samesite="Lax")
    return response


def know_devices(app: Flask) -> None:
    """Give every browser its number."""
    app.after_request(_give_number)
