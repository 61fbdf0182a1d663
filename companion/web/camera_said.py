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


def notice_said(notice: str) -> str:
    """What the session tells the referee besides; what is not known here is said as it is."""
    known = {
        "The camera reads something earlier in another way.": _(
            "The camera reads something earlier in another way."
        ),
        "The camera read something that is no move of this game": _(
            "The camera read something that is no move of this game."
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
        "ended": _("The film has ended."),
    }
    said = states.get(str(camera.get("state")))
    more = _camera_figures(str(camera.get("text") or ""))
    if camera.get("state") == "ended":
        more = ""
    if said is None:
        return more or str(camera.get("state"))
    return f"{said} {more}" if more and camera.get("state") != "none" else said


_SIZE = re.compile(r"(\d+) x (\d+), ([\d.]+) pictures a second")
_SAID_ALREADY = (
    "is live.",
    "is gone; it is tried again.",
    "shows the same picture again.",
    "gives no pictures at the moment.",
    "is closed.",
)
"""How a source ends a sentence that only says its state."""


def _camera_figures(text: str) -> str:
    """What a source really gives, in the reader's language; its other sentences as they are."""
    if text.endswith(_SAID_ALREADY):
        return ""
    size = _SIZE.search(text)
    if size is None:
        return text
    wide, high, rate = size.groups()
    return _(
        "It gives %(wide)s × %(high)s pixels, %(rate)s times a second.",
        wide=wide,
        high=high,
        rate=format_decimal(Decimal(rate), locale=locale()),
    )
