"""What keeps pages live: change notices, the state as JSON, the referee's picture, evidence."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    request,
    stream_with_context,
)

from companion.advised import Placed
from companion.session import TableSession
from companion.web.answers import table_session
from companion.web.devices import brought
from companion.web.guard import is_referee, referee_only
from companion.web.language import _
from companion.web.viewers import Place

blueprint = Blueprint("live", __name__)

HEARTBEAT_S = 12.0
"""Something is sent at least so often: proxies and phones drop a silent stream after 30 s or so."""

RETRY_MS = 1500

PICTURE_WAIT_S = 1.0
"""How long a request for the next picture is held before it is told that there is none yet."""

PICTURE_LOOK_S = 0.01
"""How often such a request looks for one: much more often than there are pictures."""

_BOOT = secrets.token_hex(4)


class Pictures(Protocol):
    """Where the referee's live picture comes from; each JPEG is encoded once, for all viewers."""

    def latest(self) -> tuple[bytes, int, float] | None:
        """The newest picture with its overlay: JPEG, number, `time.monotonic()` of its capture.

        None while there is none, or while nobody may see one.
        """

    def whole(self) -> tuple[bytes, int, float] | None:
        """The same with nothing hidden, to set up the table by; None while a game runs."""

    def advised(self) -> Sequence[Placed]:
        """What is wrong with the picture and can be changed."""


def _mark(version: int) -> str:
    # A version counts within one run of the program; after a restart it begins anew.
    return f"{_BOOT}-{version}"


def _notices(
    session: TableSession,
    seen: str,
    come: Callable[[Callable[[], None]], Place],
    drawn: Callable[[], str] | None,
) -> Iterator[str]:
    with session.listen() as changes, come(lambda: changes.tell(0)) as place:
        yield f"retry: {RETRY_MS}\n\n"
        while True:
            version = session.version
            if (mark := _mark(version)) != seen:
                seen = mark
                told = str(version) if drawn is None else drawn().replace("\n", "\ndata: ")
                yield f"id: {mark}\nevent: change\ndata: {told}\n\n"
            if place.is_over:
                return  # The page asks again by itself every `RETRY_MS`.
            if changes.get(timeout=HEARTBEAT_S) is None:
                yield ": still here\n\n"


def stream(drawn: Callable[[], str] | None = None) -> Response:
    """Server-sent events: one for every change, with the version as its id.

    They carry no game data, and a page fetches what it may see; or, for a page that is the same for
    all who look at it, what `drawn` gives: its live part. `Last-Event-ID` resumes.
    """
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    come = partial(
        current_app.extensions["viewers"].come, request.remote_addr or "", brought() or ""
    )
    notices = _notices(table_session(), seen, come, drawn)
    return Response(
        stream_with_context(notices),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@blueprint.get("/live/changes")
def changes() -> Response:
    """That something has changed, and nothing else."""
    return stream()


@blueprint.get("/api/state")
def state() -> Response:
    """The table's public state as JSON; `?view=referee` is for the referee."""
    view = request.args.get("view", "table")
    if view not in {"table", "seat", "referee"}:
        abort(404)
    if view == "referee" and not is_referee():
        abort(403, _("Only the referee may see this. Open the referee page and enter its PIN."))
    return jsonify(table_session().snapshot(view))  # type: ignore[arg-type]


def pictures() -> Pictures | None:
    """The app's picture source, None when it runs without a camera."""
    found: Pictures | None = current_app.extensions["pictures"]
    return found


@blueprint.get("/live/picture.jpg")
@referee_only
def picture() -> Response:
    """The newest picture; `?after=N` waits a moment for a newer one than number N (204: none)."""
    source = pictures()
    return newest_of(source.latest) if source is not None else Response(status=204)


def newest_of(latest: Callable[[], tuple[bytes, int, float] | None]) -> Response:
    """The newest picture of a source, or after a moment the answer that there is no newer one."""
    after = request.args.get("after", type=int)
    until = time.monotonic() + PICTURE_WAIT_S
    while True:
        newest = latest()
        if newest is not None and newest[1] != after:
            break
        if after is None or time.monotonic() >= until:
            return Response(status=204)
        time.sleep(PICTURE_LOOK_S)
    jpeg, number, at = newest
    age = max(0.0, time.monotonic() - at)
    return Response(
        jpeg,
        mimetype="image/jpeg",
        headers={"X-Picture-Number": str(number), "X-Picture-Age": f"{age:.2f}"},
    )


@blueprint.get("/evidence/<name>.jpg")
@referee_only
def evidence(name: str) -> Response:
    """The stored picture behind an event or a flag."""
    jpeg = table_session().evidence(name)
    if jpeg is None:
        abort(404)
    answer = Response(jpeg, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=3600"
    answer.set_etag(hashlib.sha256(jpeg).hexdigest()[:16])
    return answer


def state_mark(snapshot: Any) -> str:
    """The mark that a freshly drawn page hands to the stream, so that it is not told twice."""
    return _mark(snapshot["version"])
