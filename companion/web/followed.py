"""What followed from a change: which later entries count no more, wait, or count again."""

from __future__ import annotations

from typing import Any

from companion.session import Outcome
from companion.web.answers import Done, table_session
from companion.web.language import _, ngettext


def done(outcome: Outcome) -> Done:
    """A change, and in plain sentences what followed from it."""
    session = table_session()
    snapshot = session.snapshot("referee", session.game_of(outcome.event))
    events: dict[int, Any] = {event["id"]: event for event in snapshot["events"]}
    later = [events[id_] for id_ in outcome.changed if id_ in events]
    waiting = sum(event["status"] in ("held", "asked") for event in later)
    gone = sum(event["status"] == "refused" for event in later)
    again = sum(event["accepted"] for event in later)
    said = []
    waits = snapshot["waiting"]
    concerned = {outcome.event, *outcome.changed}
    if waits and waits["reason"] == "ruling" and waits["event"] in concerned:
        said.append(_("A play is against the rules now: say what becomes of it."))
    if waiting:
        said.append(
            ngettext(
                "One later entry waits until that is settled.",
                "%(num)s later entries wait until that is settled.",
                waiting,
            )
        )
    if gone:
        said.append(
            ngettext(
                "One later entry does not count any more; it stays in the list.",
                "%(num)s later entries do not count any more; they stay in the list.",
                gone,
            )
        )
    if again:
        said.append(
            ngettext("One later entry counts again.", "%(num)s later entries count again.", again)
        )
    return Done(outcome, " ".join(said))
