"""A game of the log as a record, and a record as the beginning of a game of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.games import KeepsSecrets
from companion.session.booked import SECRET, Booked
from companion.session.pages import Judged
from companion.session.snapshot import Grade

GRADES: tuple[Grade, ...] = ("seen", "confirmed", "assumed")
WAITING = "waiting"
"""Under `seen` of the last event: what was held or unread when the record was written."""


def to_record(judged: Judged) -> dict[str, Any]:
    """The game's head and its events in the order in which they counted.

    A record replays to the same state, score and flags; a seal is told by its root alone. `at` is
    film time where there is one, else seconds since the game began. `seen` keeps each event's
    grade.
    """
    head, standing = judged.timeline.head, judged.standing
    clock = _Clock(head.started, judged.timeline.events)
    events = list(_told(judged, clock))
    if events and standing.queue:
        waiting = [event for event in standing.queue if event.type not in SECRET]
        events[-1]["seen"][WAITING] = [_event(event, clock) for event in waiting]
    return {
        "game": head.game,
        "players": list(head.players),
        "options": dict(head.options),
        "events": events,
    }


def _told(judged: Judged, clock: _Clock) -> Iterator[dict[str, Any]]:
    """What the game was handed, as its record may tell it: nothing that is still a secret."""
    head, game = judged.timeline.head, judged.standing.game
    if not isinstance(game, KeepsSecrets):
        yield from (_event(step.event, clock) for step in judged.standing.steps)
        return
    state = game.start(head.players, head.options, head.seed)
    for step in judged.standing.steps:
        before = state
        whole = replace(step.event, move=step.event.whole)
        state, _ = game.apply(before, game.parse(before, whole.move))
        told = game.exported(before, state, _event(whole, clock))
        if told is not None:
            yield dict(told)


def from_record(events: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """What to book for each event of a record: move, grade, whether the camera brought it, film.

    Events that waited when the record was written come last, as the camera's, and wait again.
    """
    for event in events:
        yield _read(event)
        seen = event.get("seen")
        for waiting in seen.get(WAITING, ()) if isinstance(seen, Mapping) else ():
            if isinstance(waiting, Mapping) and isinstance(waiting.get("type"), str):
                yield _read(waiting)


def _read(event: Mapping[str, Any]) -> dict[str, Any]:
    seen = event.get("seen")
    seen = seen if isinstance(seen, Mapping) else {}
    grade, at, note = seen.get("grade"), event.get("at"), event.get("note")
    is_number = isinstance(at, int | float) and not isinstance(at, bool)
    return {
        "move": {key: value for key, value in event.items() if key not in ("at", "note", "seen")},
        "grade": grade if grade in GRADES else "confirmed",
        "camera": seen.get("camera") is True,
        "film": float(at) if is_number and at is not None else None,
        "why": note if isinstance(note, str) else "",
    }


def _event(event: Booked, clock: _Clock) -> dict[str, Any]:
    first = ("type", "player")
    found: dict[str, Any] = {name: event.move[name] for name in first if name in event.move}
    found |= event.move
    found["at"] = clock.at(event)
    if event.why:
        found["note"] = event.why
    found["seen"] = {"grade": event.grade, "camera": event.camera}
    return found


class _Clock:
    """One clock for a record: the source's, to which the time of the day is set."""

    def __init__(self, started: str, events: tuple[Booked, ...]) -> None:
        self._start = datetime.fromisoformat(started)
        filmed = next((event for event in events if event.film is not None), None)
        self._offset = 0.0
        if filmed is not None and filmed.film is not None:
            self._offset = filmed.film - self._since_start(filmed)

    def at(self, event: Booked) -> float:
        if event.film is not None:
            return round(event.film, 3)
        return round(max(0.0, self._since_start(event) + self._offset), 3)

    def _since_start(self, event: Booked) -> float:
        return (datetime.fromisoformat(event.at) - self._start).total_seconds()
