"""How the camera is, and what it gives the referee to know, in the reader's language.

The sources and the session speak English; what they say most often is known here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from babel.numbers import format_decimal

from companion.web.language import _, locale
from companion.web.refusals_said import is_known, refusal_said


def notice_said(notice: str) -> str:
    """What the session tells the referee besides; what is not known here is said as it is."""
    known = {
        "The camera reads something earlier in another way.": _(
            "The camera reads something earlier in another way."
        ),
        "The camera read something that is no move of this game": _(
            "The camera read something that is no move of this game."
        ),
        "No reference card lies face down": _(
            "No reference card lies face down beside the five, or more than one does."
        ),
        "The reference card was moved": _(
            "The reference card was moved, lifted or changed since the five cards lie there."
        ),
        "The running game cannot be shown": _(
            "The game that was running cannot be shown. It stays in the log; start a new one."
        ),
        "Counted anew from the log, the running game stands differently": _(
            "Counted anew from the log, the running game stands differently from what an older "
            "version showed last; what you see now is right by today's rules."
        ),
    }
    return next((said for begins, said in known.items() if notice.startswith(begins)), notice)


def camera_said(camera: Mapping[str, Any]) -> str:
    """How the camera is; what it says of itself follows where there is more to say."""
    states = {
        "none": _("No camera: plays are entered by hand."),
        "live": _("The camera is live."),
        "lost": _("The camera is lost. Play on: enter the cards by hand."),
        "frozen": _("The camera's picture stands still. Play on: enter the cards by hand."),
        "stalled": _("The camera sends no pictures. Play on: enter the cards by hand."),
        "closed": _("The camera is switched off. Play on: enter the cards by hand."),
        "waiting": _("No phone has joined yet: scan its code on the set-up page."),
        "asleep": _("The phone is asleep: wake it and open its page again."),
        "ended": _("The film has ended."),
    }
    said = states.get(str(camera.get("state")))
    more = _camera_figures(str(camera.get("text") or ""))
    if camera.get("state") in {"ended", "waiting", "asleep"}:
        more = ""
    if said is None:
        return more or states["none"]
    return f"{said} {more}" if more and camera.get("state") != "none" else said


_SIZE = re.compile(r"(\d+) x (\d+)(?:, ([\d.]+) pictures a second|\)$)")
_SAID_ALREADY = (
    "is live.",
    "is gone; it is tried again.",
    "shows the same picture again.",
    "gives no pictures at the moment.",
    "is closed.",
)
"""How a source ends a sentence that only says its state."""


def _camera_figures(text: str) -> str:
    """What a source really gives, or what is wrong with it, in the reader's language."""
    if text.endswith(_SAID_ALREADY):
        return ""
    size = _SIZE.search(text)
    if size is None:
        return refusal_said(text) if is_known(text) or locale().language == "en" else ""
    wide, high, rate = size.groups()
    if rate is None:
        return _("It gives %(wide)s × %(high)s pixels.", wide=wide, high=high)
    return _(
        "It gives %(wide)s × %(high)s pixels, %(rate)s times a second.",
        wide=wide,
        high=high,
        rate=format_decimal(Decimal(rate), locale=locale()),
    )
