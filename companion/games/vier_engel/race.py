"""What a round is worth, and the race to 31 or 13 (rules V4, V10, V11, V13)."""

from __future__ import annotations

from fractions import Fraction

from companion.games.vier_engel.state import ANGELS_IN_A_ROUND, Result, Round, State
from companion.games.vier_engel.table import Table

Scores = tuple[Fraction, Fraction]

LAST_POINT = 1
"""A full score at the target is one point more: 31, or 13."""


def needs_full_score(table: Table, scores: Scores, seat: int) -> bool:
    """Whether the player has collected enough, so that only a full score helps (V10)."""
    return scores[seat] >= table.values.target


def counted(table: Table, scores: Scores, result: Result) -> tuple[Scores, int | None]:
    """The scores after a round, and who has won the game with it, if anybody (V10)."""
    seat = result.winner
    if seat is None:
        return scores, None
    target, won = table.values.target, None
    if scores[seat] >= target:
        won = seat if result.points >= table.values.full else None
        score = target + LAST_POINT if won is not None else scores[seat]
    else:
        score = min(target, scores[seat] + result.points)
    return (score, scores[1]) if seat == 0 else (scores[0], score), won


def banked(state: State) -> Result:
    """The drawer keeps the points of the round (V3)."""
    return Result("banked", state.drawer, Fraction(state.round.points))


def devil_turned(state: State) -> Result:
    """The drawer met the devil: first, or after angels (V4)."""
    if state.round.shown:
        return Result("devil", None, Fraction(0))
    return Result("devil_first", state.layer, state.table.values.devil_first)


def four_angels(state: State) -> Result:
    """The drawer found all four (V4, V11)."""
    return Result("four_angels", state.drawer, state.table.values.four_angels)


def called(state: State, *, right: bool) -> Result:
    """Teufel-komm-raus was right or wrong (V12, V13)."""
    if right:
        return Result("call_right", state.drawer, state.table.call_right)
    return Result("call_wrong", state.layer, state.table.call_wrong)


def is_last_angel(now: Round) -> bool:
    """Whether one more angel makes four."""
    return len(now.shown) == ANGELS_IN_A_ROUND - 1


VOID = Result("void", None, Fraction(0))
"""An annulled or disputed round (V9, V17)."""
