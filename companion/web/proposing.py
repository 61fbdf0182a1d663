"""What the judge is asked for is repeated first and answered only once it was confirmed.

A tap on a card does what a finger on it does: it proposes. Everybody hears which card is meant
before anything is said about it that could not be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.readers.move import ReadMove
from companion.web.answers import table_session
from companion.web.games import pages_of

ASK, DISMISS = "ask", "dismiss"


def proposal(kind: str, snapshot: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    """Propose a card, or drop what is proposed; whether that was what the page wanted.

    Raises PlainError for a card that cannot be asked for.
    """
    if kind == ASK:
        move = pages_of(snapshot["game"]).asked_for(snapshot, fields)
        table_session().propose(ReadMove(move, "assumed", 0.0, proposes=True))
    elif kind == DISMISS:
        table_session().dismiss()
    return kind in (ASK, DISMISS)
