"""Steps that both variants share: refusing, waiting, showing a card, ending and voiding a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games import Flag, Verdict
from companion.games._rulings import wrong_phase as wrong_phase_flag
from companion.games.vier_engel.moves import Move
from companion.games.vier_engel.race import (
    VOID,
    called,
    counted,
    devil_turned,
    four_angels,
    is_last_angel,
)
from companion.games.vier_engel.state import (
    Finished,
    Pending,
    Result,
    Shown,
    State,
    fresh,
)
from companion.games.vier_engel.table import Table
from companion.seal import Verdict as Answer

Outcome = tuple[State, Verdict]

DONE: Final = Verdict(accepted=True)

_PLACES: Final[Mapping[str, str]] = {
    "release": "face_down",
    "turn": "face_down",
    "lay_open": "open",
    "choose": "open",
    "seal": "app",
    "dispute": "app",
    "announce": "layer",
    "reference": "layer",
}
"""The only games that have these events."""


def refuse(state: State, flag: Flag, now: int) -> Outcome:
    """The event is not applied."""
    return replace(state, events=now), Verdict(False, (flag,))


def wait(
    state: State, cards: tuple[str, ...], flag: Flag, now: int, *, acceptable: bool = False
) -> Outcome:
    """The event is not applied, and has to be ruled first (R1)."""
    return refuse(replace(state, pending=Pending(cards, now, flag, acceptable)), flag, now)


def wrong_phase(state: State, move: Move, now: int) -> Outcome:
    """The event has no place in this phase or in this game (R6)."""
    flag = wrong_phase_flag(move.kind, state.phase, now)
    place = _PLACES.get(move.kind, "")
    elsewhere = "" if not place or _is_played(state.table, place) else place
    winner = None if state.winner is None else state.table.players[state.winner]
    facts = {**flag.facts, "elsewhere": elsewhere, "winner": winner}
    return refuse(state, replace(flag, facts=facts), now)


def _is_played(table: Table, place: str) -> bool:
    return {
        "face_down": not table.open,
        "open": table.open,
        "app": table.by_app,
        "layer": table.by_layer,
    }[place]


def show(state: State, card: str, verdict: Answer, now: int, asked: int = 0) -> State:
    """A card's verdict is known: count it, and end the round if that ends it (V4, V5, V12)."""
    current = state.round
    shown = replace(
        current, shown=(*current.shown, Shown(card, verdict, now, asked)), chosen=None, asked=0
    )
    after = replace(state, round=shown, events=now)
    if current.call:
        # Face down the devil among the others ends it, open the one card that was asked for.
        if verdict == "devil" or current.call.card:
            right = verdict == "devil" and current.call.card == card
            return finish(after, called(state, right=right), now)
        return finish(after, called(state, right=True), now) if is_last_angel(current) else after
    if verdict == "devil":
        return finish(after, devil_turned(state), now)
    return finish(after, four_angels(state), now) if is_last_angel(current) else after


def finish(state: State, result: Result, now: int) -> State:
    """Count the round; the roles swap, unless the game is over (V5, V10)."""
    scores, winner = counted(state.table, state.scores, result)
    done = Finished(state.number, state.layer, state.round, result, scores, now)
    over = winner is not None
    return replace(
        _emptied(state, result, now),
        scores=scores,
        winner=winner,
        finished=(*state.finished, done),
        number=state.number if over else state.number + 1,
        layer=state.layer if over else state.drawer,
    )


def void(state: State, now: int) -> State:
    """The round is void: no points, the same number and roles again (V9, V17)."""
    return _emptied(replace(state, pending=None), VOID, now, dropped=bool(state.pending))


def _emptied(state: State, result: Result, now: int, *, dropped: bool = False) -> State:
    current = state.round
    previous = state.previous
    if current.lying:
        previous = (state.layer, current)
    elif dropped:
        previous = None  # The dropped `lay_open` had begun its round (R2).
    return replace(
        state,
        round=fresh(state.table),
        last=result,
        ended=now,
        previous=previous,
        events=now,
    )
