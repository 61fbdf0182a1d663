"""What is shown of a game of Vier Engel: the public state, as plain JSON.

Nothing here reads `Seal.secret` but through `audit.openings`, which opens what has been announced.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from companion.games._events import plain
from companion.games.vier_engel.audit import openings
from companion.games.vier_engel.known import acting, stakes
from companion.games.vier_engel.race import needs_full_score
from companion.games.vier_engel.state import Reference, Result, Shown, State
from companion.games.vier_engel.table import CARDS_IN_A_ROUND


def public(state: State) -> dict[str, Any]:
    """The state as everybody may see it, with the keys of the rules page, and what follows.

    Beyond those: `turn` (who may act), `cards` (face down: the round's angels and devil),
    `hidden` (how many cards keep their secret), `call`, `chosen`, `reference`, `stakes` (what may
    come of the next step), `target`, and `seal`, the running or the last seal with its
    commitments and what is opened of them.
    """
    table, current, pending = state.table, state.round, state.pending
    players, winner = table.players, state.winner
    face_down = not table.open
    return {
        "phase": state.phase,
        "round": state.number,
        "layer": players[state.layer],
        "drawer": players[state.drawer],
        "turned": [] if table.open else _verdicts(current.shown),
        "announced": _verdicts(current.shown) if table.open else [],
        "lying": list(current.lying),
        "round_points": current.points,
        "scores": by_name(players, state.scores),
        "needs_full_score": {
            name: needs_full_score(table, state.scores, seat) for seat, name in enumerate(players)
        },
        "last_round": state.last and _result(state, state.last),
        "sealed": current.sealed > 0,
        "commitment": state.seals[-1].seal.root if current.sealed else None,
        "winner": None if winner is None else players[winner],
        "pending": pending
        and {
            "code": pending.flag.code,
            "player": pending.flag.player,
            "card": pending.cards[0] if len(pending.cards) == 1 else None,
        },
        "turn": players[seat] if (seat := acting(state)) is not None else None,
        "cards": {"angels": list(current.angels), "devil": current.devil} if face_down else None,
        "hidden": CARDS_IN_A_ROUND - len(current.shown) if current.begun else 0,
        "call": current.call and {"position": current.call.position, "card": current.call.card},
        "chosen": current.chosen,
        "reference": _reference(state),
        "stakes": stakes(state),
        "target": plain(table.values.target),
        "seal": _seal(state),
    }


def by_name(players: Sequence[str], points: Sequence[Fraction]) -> dict[str, int | float]:
    """Points by the players' names."""
    return dict(zip(players, map(plain, points), strict=True))


def _verdicts(shown: Sequence[Shown]) -> list[dict[str, str]]:
    return [{"card": one.card, "verdict": one.verdict} for one in shown]


def _result(state: State, result: Result) -> dict[str, Any]:
    winner = None if result.winner is None else state.table.players[result.winner]
    return {"winner": winner, "points": plain(result.points), "reason": result.reason}


def _reference(state: State) -> dict[str, Any] | None:
    """The reference shown in this round, else in the one just ended (V18)."""
    shown: Reference | None = state.round.reference
    if shown is None and not state.round.begun and state.previous:
        shown = state.previous[1].reference
    return None if shown is None else {"card": shown.card, "means": shown.means}


def _seal(state: State) -> dict[str, Any] | None:
    """The seal of this round, else the last one, until there is another (V17)."""
    if not state.seals:
        return None
    sealed = state.seals[-1]
    return {
        "number": sealed.number,
        "round": sealed.round,
        "cards": list(sealed.cards),
        "root": sealed.seal.root,
        "commitments": list(sealed.seal.commitments),
        "openings": openings(sealed),
        "disputed": sealed.disputed > 0,
    }
