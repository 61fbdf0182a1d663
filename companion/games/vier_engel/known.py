"""What can be known at the table: who may act, with what, and what may come of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.games import Legal
from companion.games._events import plain
from companion.games.vier_engel.open_game import reference_round
from companion.games.vier_engel.race import (
    banked,
    called,
    counted,
    devil_turned,
    four_angels,
    is_last_angel,
)
from companion.games.vier_engel.state import Result, State


def acting(state: State) -> int | None:
    """Who may act: the drawer while drawing, else the layer; None when the game is over."""
    phase = state.phase
    if phase == "over":
        return None
    return state.drawer if phase == "draw" else state.layer


def legal(state: State) -> Legal:
    """What is known to be allowed now.

    `cards` are those that can be turned, sealed, chosen or answered for; before five cards lie
    open anything may be laid, and nothing is listed. `choices` are the answers of the layer.
    """
    if state.pending is not None:
        ruling = ("take_back", "accept") if state.pending.acceptable else ("take_back",)
        return Legal((*ruling, "annul"))
    table, current, phase = state.table, state.round, state.phase
    types = _own_types(state)
    if phase != "over":
        types += ["moved", "peeked"]
        types += ["annul"] if current.begun or current.started else []
    if reference_round(state):
        types.append("reference")
    if table.by_app and state.seals and phase != "seal":
        types.append("dispute")
    seat = acting(state)
    if seat is None or phase == "lay":
        return Legal(tuple(types))
    shown = {one.card for one in current.shown}
    cards = tuple(card for card in current.cards if card not in shown)
    if current.chosen is not None:
        cards = (current.chosen,)
    choices = ("angel", "devil") if phase == "answer" else ()
    return Legal(tuple(types), {table.players[seat]: cards}, choices)


def _own_types(state: State) -> list[str]:
    """The events that bring the round on."""
    table = state.table
    match state.phase:
        case "lay":
            return ["start_round", "lay_open" if table.open else "release"]
        case "seal":
            return ["seal"]
        case "draw":
            types = ["choose" if table.open else "turn"]
            if state.round.shown:
                return [*types, "bank"]
            return [*types, "devil_call"] if table.devil_call else types
        case "call":
            return ["turn"]
        case "answer":
            return ["announce"]
    return []


def stakes(state: State) -> list[dict[str, Any]]:
    """What may come of the next step: for each outcome who gets what, and whether it wins.

    Each is `{"outcome", "player", "points", "scores", "ends_round", "wins"}`; `points` are those
    of the round before the cap of V10, `player` is None where nobody scores.
    """
    outcomes: list[tuple[str, Result, bool]] = []
    phase, current = state.phase, state.round
    calling = current.call is not None
    if phase in ("draw", "answer") and not calling:
        if phase == "draw" and current.shown:
            outcomes.append(("bank", banked(state), True))
        last = is_last_angel(current)
        one_more = Result("", state.drawer, Fraction(len(current.shown) + 1))
        outcomes.append(("angel", four_angels(state) if last else one_more, last))
        outcomes.append(("devil", devil_turned(state), True))
    may_call = phase == "draw" and not current.shown and state.table.devil_call
    if calling or may_call:
        outcomes.append(("call_right", called(state, right=True), True))
        outcomes.append(("call_wrong", called(state, right=False), True))
    return [_stake(state, *outcome) for outcome in outcomes]


def _stake(state: State, outcome: str, result: Result, ends: bool) -> dict[str, Any]:
    players = state.table.players
    scores, winner = counted(state.table, state.scores, result) if ends else (state.scores, None)
    return {
        "outcome": outcome,
        "player": None if result.winner is None else players[result.winner],
        "points": plain(result.points),
        "scores": dict(zip(players, map(plain, scores), strict=True)),
        "ends_round": ends,
        "wins": winner is not None,
    }
