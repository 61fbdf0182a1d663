"""What comes of handing something to a session, and how it refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.errors import PlainError

if TYPE_CHECKING:
    from companion.session.pages import Judged
    from companion.session.replay import Step
    from companion.session.snapshot import FlagView

COUNTING: Final = frozenset({"applied", "accepted"})
"""What an event's status is while it counts in the game."""


class SessionError(PlainError):
    """What was asked for cannot be done now; the sentence says why. Nothing was changed."""


class RefusedError(SessionError):
    """A correction that the game does not take; `flag` says why. Nothing was booked."""

    def __init__(self, flag: FlagView | None) -> None:
        self.flag = flag
        why = f" {flag['reason']}" if flag is not None else ""
        super().__init__(f"That cannot be put right so.{why} Nothing was changed.")


@dataclass(frozen=True)
class Outcome:
    """What became of one thing handed to the session."""

    event: int
    """Id of the event that it was about."""
    accepted: bool
    """Whether that event counts in the game now."""
    status: str
    """Its `EventStatus`, see `companion.session.snapshot`."""
    flags: tuple[str, ...]
    """Ids of the flags now shown that were not shown before."""
    questions: tuple[str, ...]
    """Ids of the questions now open that were not open before."""
    changed: tuple[int, ...]
    """Ids of earlier events that count differently now than before."""
    version: int


GONE_ON: Final = "The game has gone on meanwhile: look again, then press."
"""To whoever pressed a button that answered a moment that has passed."""

ANSWERED: Final = (
    "The judge has answered since: that stays as it is. The round can be annulled instead."
)

ANSWERED_AND_OVER: Final = (
    "The judge has answered since: that stays as it is. The last round can be annulled once the "
    "game goes on."
)
WOULD_WAIT: Final = (
    "Changed like that, the game would wait for a decision, and it is over. Go on with it first, "
    "then change this."
)


def waits_anew(before: Judged, after: Judged) -> bool:
    """Whether a change makes a game wait for something that it did not wait for before."""
    was, now = before.standing, after.standing
    return bool(now.block) and (now.block, now.waits_on) != (was.block, was.waits_on)


def reaches_back(before: Judged, after: Judged) -> bool:
    """Whether a change would alter what came before something that the judge has given away.

    What players were told cannot be untold: up to there all has to stay as it was, event for event.
    """
    told = before.standing.told
    if not told:
        return False
    heads = before.timeline.head.options, after.timeline.head.options
    again = after.standing.steps[: len(told)]
    return heads[0] != heads[1] or [_as_told(step) for step in told] != [
        _as_told(step) for step in again
    ]


def _as_told(step: Step) -> tuple[int, dict[str, Any], bool]:
    return step.event.id, step.event.whole, step.accepted


def outcome_of(before: Judged, after: Judged, event: int, version: int) -> Outcome:
    """What changed between two standings of a game, as it concerns an event."""
    fates, old = after.standing.fates, before.standing.fates
    status = fates.get(event, "withdrawn")
    known = {flag.id for flag in before.proved}
    asked = {question["id"] for question in before.questions}
    return Outcome(
        event=event,
        accepted=status in COUNTING,
        status=status,
        flags=tuple(flag.id for flag in after.proved if flag.id not in known),
        questions=tuple(q["id"] for q in after.questions if q["id"] not in asked),
        changed=tuple(
            other
            for other, fate in old.items()
            if other != event and (fate in COUNTING) != (fates.get(other) in COUNTING)
        ),
        version=version,
    )
