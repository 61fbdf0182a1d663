"""Who may do what: the referee's PIN, requests from foreign pages, and the browser's own rules.

On the loopback address whoever sits at the machine is the referee. Opened to the network, every
page asks once for the code that the host's screen shows, and the referee's pages (and with them
the live picture) for a PIN; both are drawn afresh at every start, there are no default ones. With
the code one may look on, sit down, or lend the table a phone as its camera.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
import time
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.web.language import _
from companion.web.seats import sits_somewhere

P = ParamSpec("P")
R = TypeVar("R")

PIN_DIGITS = 6
TRIES = 5
"""Wrong PINs in a row before the door stays shut for a while."""

PAUSE_S = 30.0
"""How long it stays shut: 5 tries in 30 s against 10⁶ PINs takes a guesser months."""

MOST_DOORS = 300
"""So many addresses are told apart; a home network has 254."""

OPEN_TO_ALL = frozenset(
    {"static", "joining.join", "referee.pin", "preferences.keep", "source.source", "source.licence"}
)
"""Pages for those who have not joined yet."""

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


def new_pin() -> str:
    """A fresh PIN, evenly drawn."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"


class Door:
    """Checks a PIN and slows down whoever guesses; without a PIN it stands open."""

    def __init__(self, pin: str | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._pin = pin
        self._clock = clock
        self._wrong = 0
        self._shut_until = 0.0
        self._lock = Lock()

    @property
    def locked(self) -> bool:
        """Whether a PIN is asked for at all."""
        return self._pin is not None

    def wait_s(self) -> float:
        """Seconds until the next try is taken; 0 when one may be made now."""
        return max(0.0, self._shut_until - self._clock())

    def opens_for(self, pin: str) -> bool:
        """Whether this PIN opens the door; a wrong one is counted."""
        with self._lock:
            if self._pin is None:
                return True
            if self.wait_s() > 0:
                return False
            if hmac.compare_digest(pin.strip().encode(), self._pin.encode()):
                self._wrong = 0
                return True
            self._wrong += 1
            if self._wrong >= TRIES:
                self._wrong = 0
                self._shut_until = self._clock() + PAUSE_S
            return False


class Doors:
    """A door of its own for every address, so that nobody is kept waiting by another's guesses;
    whoever guesses from many addresses meets the common one."""

    def __init__(self, pin: str | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._pin = pin
        self._clock = clock
        self._doors: dict[str, Door] = {}
        self._lock = Lock()

    @property
    def locked(self) -> bool:
        """Whether a PIN is asked for at all."""
        return self._pin is not None

    def of(self, address: str) -> Door:
        """The door at which that address knocks."""
        with self._lock:
            if address not in self._doors and len(self._doors) >= MOST_DOORS:
                address = ""
            return self._doors.setdefault(address, Door(self._pin, self._clock))


def door(name: str = "door") -> Door:
    """The door of the app at hand at which this request knocks: the referee's, or `joining`."""
    found = current_app.extensions[name]
    assert isinstance(found, Doors)
    return found.of(request.remote_addr or "")


def is_referee() -> bool:
    """Whether this request comes from the referee."""
    return not current_app.extensions["door"].locked or bool(session.get("referee"))


def has_joined() -> bool:
    """Whether this request comes from somebody at the table."""
    if not current_app.extensions["joining"].locked:
        return True
    # A phone that kept its seat over a restart showed the code when it took the seat.
    return bool(session.get("joined") or session.get("referee")) or sits_somewhere()


def referee_only(view: Callable[P, R]) -> Callable[P, R | AnyResponse]:
    """Lets only the referee in; others are shown the PIN page (a program gets a plain 403)."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | AnyResponse:
        if is_referee():
            return view(*args, **kwargs)
        if request.method != "GET" or not request.accept_mimetypes.accept_html:
            abort(403, _("Only the referee may do this. Open the referee page and enter its PIN."))
        return redirect(url_for("referee.pin", next=request.full_path.rstrip("?")))

    return guarded


def safe_next(target: str) -> str:
    """A place on this site to go on to, never another site."""
    parts = urlsplit(target)
    if target.startswith("/") and not target.startswith(("//", "/\\")) and not parts.netloc:
        return target
    return url_for("table.show")


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name}.local"}


def _known_host(host: str) -> bool:
    """Whether a Host header names this machine by number or by one of its own names.

    A foreign name that resolves to this machine (DNS rebinding) would let another site's page
    read ours; nobody reaches a dashboard at the table under such a name.
    """
    name = urlsplit(f"//{host}").hostname or ""
    if name in current_app.config["HOST_NAMES"] or name.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _foreign() -> bool:
    """Whether a browser says that another site's page sent this request."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    return origin is not None and origin.rpartition("//")[2] != request.host


def _check_request() -> AnyResponse | None:
    if not _known_host(request.host):
        abort(421, _("This page is reached by the address that was printed at the start."))
    if request.method not in {"GET", "HEAD", "OPTIONS"} and _foreign():
        abort(403, _("This request did not come from the dashboard's own page."))
    return None if request.endpoint in OPEN_TO_ALL or has_joined() else _shown_the_door()


def _shown_the_door() -> AnyResponse:
    if request.method != "GET" or not request.accept_mimetypes.accept_html:
        abort(403, _("Join first with the code that the host's screen shows."))
    return redirect(url_for("joining.join", next=request.full_path.rstrip("?")))


def _add_headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def stand_guard(app: Flask, pin: str | None, code: str | None) -> None:
    """Give the app its doors, its checks on every request and its headers on every answer."""
    app.extensions["door"] = Doors(pin)
    app.extensions["joining"] = Doors(code)
    # Nothing outlives the process that the cookie was made for: the PIN does not either.
    app.secret_key = secrets.token_bytes(32)
    app.config.update(SESSION_COOKIE_SAMESITE="Lax", SESSION_COOKIE_NAME="companion")
    app.config.setdefault("HOST_NAMES", _own_names())
    app.before_request(_check_request)
    app.after_request(_add_headers)
