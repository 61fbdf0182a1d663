"""Flags of the game become flags of the table: proved ones are shown, doubtful ones are asked.

A flag is shown, spoken and counted only if every event that it rests on was seen or confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from companion.games import Flag
from companion.session.booked import ACCEPT, HUSHED, TAKE_BACK, Booked
from companion.session.replay import Standing, Step
from companion.session.snapshot import FlagState, FlagView


@dataclass(frozen=True)
class Raised:
    """A flag that the game raised, and the events that it rests on, in the order of the game."""

    flag: Flag
    step: Step
    grounds: tuple[Booked, ...]
    shaken: tuple[Booked, ...] = ()
    """What was only assumed before, and what was seen since does not go together with it, or a
    play was let stand that would have been lawful without it."""

    @property
    def id(self) -> str:
        """The same for the same flag, also after a restart or a correction elsewhere."""
        return f"{self.flag.code}-{self.step.event.id}-{self.grounds[0].id}"

    @property
    def pends(self) -> bool:
        """Whether the flagged play is (or was) to be ruled by itself."""
        return self.step.pends

    @cached_property
    def doubtful(self) -> tuple[Booked, ...]:
        """What it rests on that is only assumed."""
        return tuple(event for event in (*self.grounds, *self.shaken) if not event.sure)

    @property
    def accuses(self) -> bool:
        """Whether somebody did something against the rules; else it only tells why not."""
        return self.flag.player is not None and not self.step.event.is_ruling


def raised(standing: Standing) -> list[Raised]:
    """All flags that the game raised, in order."""
    found = []
    shaken: tuple[Booked, ...] = ()
    deal = 0
    contradictions = {step.event.id: assumed for step, assumed in contradicted(standing)}
    accepted = {play for play, ruling in standing.settled if ruling.type == ACCEPT}
    for step in standing.steps:
        if step.deal != deal:
            deal, shaken = step.deal, ()
        for flag in step.flags:
            grounds = tuple(standing.steps[number - 1].event for number in flag.rests_on)
            found.append(Raised(flag, step, grounds or (step.event,), shaken))
            if step.pends and step.event.id in accepted:
                shaken = found[-1].doubtful
        shaken = contradictions.get(step.event.id, shaken)
    return found


def contradicted(standing: Standing) -> Iterator[tuple[Step, tuple[Booked, ...]]]:
    """What the game could not take, with all that was only assumed up to there.

    One of these, or what was refused, has to be wrong; until it is known which, nothing later in
    the deal is proved.
    """
    taken_back = {play for play, ruling in standing.settled if ruling.type == TAKE_BACK}
    assumed: tuple[Booked, ...] = ()
    deal = 0
    for step in standing.steps:
        if step.deal != deal:
            deal, assumed = step.deal, ()
        if not step.event.sure and step.event.id not in taken_back:
            assumed = (*assumed, step.event)
        refused = not step.accepted and not step.pends
        of_no_matter = step.event.is_ruling or step.event.while_pending
        hushed = any(flag.code in HUSHED for flag in step.flags)
        if refused and assumed and not of_no_matter and not hushed:
            yield step, assumed


def state_of(
    flag: Raised, standing: Standing, fates: Mapping[int, str], ruled: Mapping[str, str]
) -> FlagState:
    """What has become of a flag."""
    if flag.pends:
        fate = fates.get(flag.step.event.id)
        by_fate: dict[str | None, FlagState] = {
            "pending": "open",
            "taken_back": "taken_back",
            "annulled": "annulled",
        }
        return by_fate.get(fate, "stands")
    said = ruled.get(flag.id)
    if said in ("open", "stands", "camera_wrong"):
        return said  # type: ignore[return-value]
    if not flag.step.accepted:
        return "stands"  # Refused at once: there is nothing to rule.
    return "annulled" if flag.step.deal in standing.void else "open"


def is_announced(flag: Raised, standing: Standing, grace: float, now: datetime) -> bool:
    """Whether a flag is told to all: not while its card may still go back as if by accident."""
    if not flag.accuses:
        return False
    if not flag.pends:
        return True
    play = flag.step.event
    ruling = dict(standing.settled).get(play.id)
    if ruling is None:
        return _lain(standing, play, now) >= grace
    return ruling.type != TAKE_BACK or _between(play, ruling) >= grace


def grace_left(standing: Standing, grace: float, now: datetime) -> float | None:
    """Seconds until the pending play's flag is told to all; None if nothing is to come."""
    if standing.pending is None:
        return None
    left = grace - _lain(standing, standing.pending, now)
    return left if left > 0 else None


def _lain(standing: Standing, play: Booked, now: datetime) -> float:
    """Seconds for which the pending play has lain, by the clock or by the film if that is ahead."""
    by_clock = (now - datetime.fromisoformat(play.at)).total_seconds()
    return max(by_clock, *(_between(play, event) for event in standing.queue), 0.0)


def _between(play: Booked, later: Booked) -> float:
    """Seconds from a play to a later event: of the film where both are of it, else of the clock."""
    if play.film is not None and later.film is not None:
        return later.film - play.film
    apart = datetime.fromisoformat(later.at) - datetime.fromisoformat(play.at)
    return apart.total_seconds()


def view(
    flag: Raised,
    state: FlagState,
    announced: bool,
    reasons: Mapping[str, str],
) -> FlagView:
    """A flag as pages show it."""
    hushed = flag.flag.code in HUSHED
    showing = [event for event in flag.grounds if event.evidence and not hushed]
    named = [event for event in showing if event.card in flag.flag.cards]
    picture = next(iter(named or showing), None)
    return {
        "id": flag.id,
        "code": flag.flag.code,
        "rule": flag.flag.rule,
        "player": flag.flag.player,
        "cards": list(flag.flag.cards),
        "because": list(flag.flag.because),
        "reason": reasons.get("en", ""),
        "reasons": dict(reasons),
        "event": flag.step.event.id,
        "rests_on": [event.id for event in flag.grounds],
        "evidence": picture.evidence if picture else None,
        "state": state,
        "announced": announced,
        "at": flag.step.event.at,
    }
