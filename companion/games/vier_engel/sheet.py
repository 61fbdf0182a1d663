"""The score sheet: the race, round by round."""

from __future__ import annotations

from typing import Any

from companion.games._events import plain
from companion.games.vier_engel.race import LAST_POINT
from companion.games.vier_engel.state import Finished, Round, State
from companion.games.vier_engel.views import by_name


def sheet(state: State) -> dict[str, Any]:
    """The rounds that count, in order, and how far the players are in the race.

    `rounds` is a list of `{"round", "layer", "drawer", "called", "cards", "events", "reason",
    "winner", "points", "counted", "totals"}`: `points` before and `counted` after the cap of V10,
    `totals` after the round, `cards` what was shown in it, each `{"card", "verdict"}`. Void rounds
    leave no row. `race` tells for each player `score`, `missing` (to the target) and
    `needs_full_score`; `goal` is the score that wins. `running` is the round being played.
    """
    table = state.table
    players, target = table.players, table.values.target
    before = [target - target] * len(players)
    rounds = []
    for finished in state.finished:
        made = [after - so_far for after, so_far in zip(finished.scores, before, strict=True)]
        before = list(finished.scores)
        winner = finished.result.winner
        rounds.append(
            {
                "round": finished.number,
                **_roles(state, finished.layer),
                **_behind(finished.round, finished),
                "reason": finished.result.reason,
                "winner": None if winner is None else players[winner],
                "points": plain(finished.result.points),
                "counted": by_name(players, made),
                "totals": by_name(players, finished.scores),
            }
        )
    running = None
    if state.round.begun:
        running = {
            "round": state.number,
            **_roles(state, state.layer),
            **_behind(state.round, None),
        }
    return {
        "players": list(players),
        "target": plain(target),
        "goal": plain(target + LAST_POINT),
        "full_score": plain(table.values.full),
        "rounds": rounds,
        "race": {
            name: {
                "score": plain(score),
                "missing": plain(max(target - score, target - target)),
                "needs_full_score": score >= target,
            }
            for name, score in zip(players, state.scores, strict=True)
        },
        "totals": by_name(players, state.scores),
        "winner": None if state.winner is None else players[state.winner],
        "running": running,
    }


def _roles(state: State, layer: int) -> dict[str, str]:
    players = state.table.players
    return {"layer": players[layer], "drawer": players[1 - layer]}


def _behind(played: Round, finished: Finished | None) -> dict[str, Any]:
    """What was shown, and the events that made the round; a seal's is not among them."""
    call = [played.call.event] if played.call else []
    asked = [event for one in played.shown for event in (one.asked, one.event) if event]
    ended = [finished.event] if finished else []
    return {
        "called": played.call is not None,
        "cards": [{"card": one.card, "verdict": one.verdict} for one in played.shown],
        "events": sorted({played.begun, *call, *asked, *ended}),
    }
