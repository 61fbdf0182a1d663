"""How well films of all games are watched: table events, moves, flags, the end, delay and speed.

A truthful person answers what is asked, see `answering`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.record import Record, replay
from companion.session import TableSession
from vision.pipeline import Looker

from ..simulator import SimulatedTable
from ..simulator.evening import Evening
from .answering import Witness, still_open
from .counting import Share
from .events import Compared, compared_events
from .films import watched
from .table_plans import TablePlan
from .watched import Watched

Raised = tuple[str, str | None, tuple[str, ...]]
"""Code, player and cards of a flag."""
#: Parts of the public state that differ from table to table: they come from a secret seed.
SECRET = ("seal", "commitment")


def watch(
    plan: TablePlan,
    eye: Callable[[SimulatedTable], Looker],
    name: str,
    *,
    size: tuple[int, int] | None = None,
    fps: float | None = None,
    progress: Callable[[float], None] = lambda _share: None,
) -> Watched:
    """Make one film, watch it and compare. `name` says which eye that is."""
    evening = plan.evening()
    film = plan.film(evening, size, fps)
    seen, witness = Compared(), Witness(film.record, film.acted)
    started = time.monotonic()
    result: Watched | None = None
    for frame, session, followed in watched(film, eye(film), witness):
        progress(frame.number / len(film))
        if followed is not None:
            seen.add(frame.at, followed.seen.events)
        else:
            wall = max(time.monotonic() - started, 1e-3)
            result = _result(plan, name, evening, session, film, seen, witness, wall)
    if result is None:
        raise ValueError("a film without frames")
    return result


def _result(
    plan: TablePlan, name: str, evening: Evening, session: TableSession, film: SimulatedTable,
    seen: Compared, witness: Witness, wall: float,
) -> Watched:  # fmt: skip
    snapshot = session.snapshot("referee")
    booked = session.export_record()["events"]
    events, invented, delays = compared_events(film.truth, seen)
    wanted, got = _moves(evening.record.events), _moves(booked)
    right = in_order(wanted, got)
    flags = [(flag.code, flag.player, flag.cards) for _, flag in evening.flags]
    raised = [(f["code"], f["player"], tuple(f["cards"])) for f in snapshot["flags"]]
    return Watched(
        plan=plan,
        eye=name,
        events=events,
        invented_events=invented,
        moves=Share(right, len(wanted)),
        invented_moves=len(got) - right,
        same_end=_public(evening.record) == _without_secrets(snapshot["state"]),
        asked=witness.asked,
        put_right=witness.put_right,
        left_open=len(still_open(snapshot)),
        flags=Share(sum(flag in raised for flag in flags), len(flags)),
        false_flags=len(falsely_accused(flags, raised)),
        delays=delays,
        film_seconds=film.duration,
        wall_seconds=wall,
    )


def falsely_accused(deserved: Sequence[Raised], raised: Sequence[Raised]) -> list[Raised]:
    """The flags that name somebody who did not deserve them.

    What names nobody tells that a move could not be taken, as a tap for a play that was not seen.
    """
    return [flag for flag in raised if flag[1] is not None and flag not in deserved]


def _public(record: Record) -> dict[str, Any]:
    game, state = record.begin()
    for step in replay(record):
        state = step.state
    return _without_secrets(game.public(state))


def _without_secrets(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name not in SECRET}


def _moves(events: Sequence[object]) -> list[tuple[object, ...]]:
    """What every event says, without who sealed what and what the judge answered."""
    moves: list[tuple[object, ...]] = []
    for event in events:
        if isinstance(event, Mapping):
            cards = event.get("cards")
            card = None if event.get("type") == "seal" else event.get("card")
            several = tuple(sorted(map(str, cards))) if isinstance(cards, list | tuple) else ()
            moves.append((event.get("type"), card, event.get("attack"), several))
    return moves


def in_order(wanted: Sequence[Any], got: Sequence[Any]) -> int:
    """How many of `wanted` are in `got` in the same order: the longest common subsequence."""
    best = [0] * (len(got) + 1)
    for one in wanted:
        row = [0]
        for place, other in enumerate(got):
            row.append(best[place] + 1 if one == other else max(row[-1], best[place + 1]))
        best = row
    return best[-1]
