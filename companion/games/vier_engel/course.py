"""The course of the game: rounds begin, cards are shown, rounds end; refusals and rulings.

`now` is everywhere the number of the event that is being judged, from 1. What belongs to the open
variant alone stands in `open_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games import Flag, Verdict
from companion.games._rulings import cannot_accept, nothing_pending, pending_first
from companion.games.vier_engel import open_game
from companion.games.vier_engel.ending import (
    DONE,
    Outcome,
    finish,
    refuse,
    show,
    void,
    wait,
    wrong_phase,
)
from companion.games.vier_engel.moves import (
    Announce,
    Bare,
    Choose,
    DevilCall,
    Disturbed,
    LayOpen,
    MakeSeal,
    Move,
    Release,
    ShowReference,
    StartRound,
    Turn,
)
from companion.games.vier_engel.race import banked
from companion.games.vier_engel.state import Call, State, fresh, is_after_the_end
from companion.games.vier_engel.table import CARDS_IN_A_ROUND

RULINGS: Final = frozenset({"take_back", "accept", "annul"})


def apply(state: State, move: Move) -> Outcome:
    """The state after `move`, and the verdict on it."""
    now = state.events + 1
    pending = state.pending
    if pending and move.kind not in RULINGS:
        flag = pending_first(pending.flag.player, pending.flag.cards, (pending.event, now))
        return refuse(state, flag, now)
    return _ANSWERS[move.kind](state, move, now)


def _take_back(state: State, _move: Bare, now: int) -> Outcome:
    if state.pending is None:
        return refuse(state, nothing_pending(now), now)
    return replace(state, pending=None, events=now), DONE


def _accept(state: State, _move: Bare, now: int) -> Outcome:
    pending = state.pending
    if pending is None:
        return refuse(state, nothing_pending(now), now)
    if not pending.acceptable:
        return refuse(state, cannot_accept(pending.flag, now), now)
    return open_game.laid(state, pending.cards, pending.event, now)


def _annul(state: State, move: Bare, now: int) -> Outcome:
    begun = state.round.begun or state.round.started
    if state.winner is not None or not (begun or state.pending):
        return wrong_phase(state, move, now)
    return void(state, now), DONE


def _start_round(state: State, move: StartRound, now: int) -> Outcome:
    """The last one counts, with all that it names and leaves out (V1)."""
    if state.phase != "lay":
        return wrong_phase(state, move, now)
    started = replace(fresh(state.table), angels=move.angels, devil=move.devil, started=now)
    return replace(state, round=started, events=now), DONE


def _release(state: State, move: Release, now: int) -> Outcome:
    if state.table.open or state.phase != "lay":
        return wrong_phase(state, move, now)
    if move.cards_down not in (None, CARDS_IN_A_ROUND):
        layer = state.table.players[state.layer]
        facts = {"open": False, "found": move.cards_down}
        flag = Flag("wrong_number_of_cards", "V2", layer, facts=facts, rests_on=(now,))
        return refuse(state, flag, now)
    return replace(state, round=replace(state.round, begun=now), events=now), DONE


def _turn(state: State, move: Turn, now: int) -> Outcome:
    if is_after_the_end(state) and not state.table.open:
        # Whose hand it was and which card it is, is for nobody to know (V6).
        return refuse(state, Flag("turned_after_end", "V6", None, rests_on=(state.ended, now)), now)
    if state.table.open or state.phase not in ("draw", "call"):
        return wrong_phase(state, move, now)
    fault = not_turnable(state, move.card, now)
    if fault:
        return wait(state, (move.card,), fault, now)
    verdict: Any = "devil" if move.card == state.round.devil else "angel"
    return show(state, move.card, verdict, now), DONE


def not_turnable(state: State, card: str, now: int) -> Flag | None:
    """What is wrong with turning that card: not one of the five, or turned before (V9)."""
    current = state.round
    seat = state.layer if state.phase == "call" else state.drawer
    player, rule = state.table.players[seat], "V16" if state.table.open else "V1"
    facts = {"open": state.table.open}
    if card not in current.cards:
        # Without the event that named or laid the five, the card might have been one of them.
        named = current.begun if state.table.open else current.started
        rests_on = (named, now) if named else (now,)
        return Flag("foreign_card", rule, player, (card,), facts=facts, rests_on=rests_on)
    before = next((shown for shown in current.shown if shown.card == card), None)
    if before is None:
        return None
    rests_on = (before.event, now)
    return Flag("already_turned", rule, player, (card,), facts=facts, rests_on=rests_on)


def _bank(state: State, move: Bare, now: int) -> Outcome:
    if state.phase != "draw":
        return wrong_phase(state, move, now)
    if not state.round.shown:
        drawer = state.table.players[state.drawer]
        flag = Flag("must_draw", "V3", drawer, rests_on=(state.round.begun, now))
        return refuse(state, flag, now)
    return finish(state, banked(state), now), DONE


def _devil_call(state: State, move: DevilCall, now: int) -> Outcome:
    if state.phase != "draw" or state.round.shown:
        return wrong_phase(state, move, now)
    if not state.table.devil_call:
        drawer = state.table.players[state.drawer]
        return refuse(state, Flag("call_not_allowed", "V13", drawer, rests_on=(now,)), now)
    if move.card is None:
        called = replace(state.round, call=Call(now, position=move.position))
        return replace(state, round=called, events=now), DONE
    fault = not_turnable(state, move.card, now)
    if fault:
        return wait(state, (move.card,), fault, now)
    called = replace(state.round, call=Call(now, card=move.card))
    return open_game.asked(replace(state, round=called), move.card, move.verdict, now)


def _disturbed(state: State, move: Disturbed, now: int) -> Outcome:
    """Applied, whatever it is; flagged where it was an offence (V8)."""
    if state.phase == "over":
        return wrong_phase(state, move, now)
    peeked, released = move.kind == "peeked", state.phase != "lay"
    offence = not state.table.open and (released or (peeked and move.seat == state.drawer))
    if not offence:
        return replace(state, events=now), DONE
    flag = Flag(
        "peeked" if peeked else "moved_after_release",
        "V2",
        None if move.seat is None else state.table.players[move.seat],
        facts={"position": move.position, "released": released},
        rests_on=(state.round.begun, now) if released else (now,),
    )
    return replace(state, events=now), Verdict(True, (flag,))


def _choose(state: State, move: Choose, now: int) -> Outcome:
    if not state.table.open or state.phase != "draw":
        return wrong_phase(state, move, now)
    fault = not_turnable(state, move.card, now)
    if fault:
        return wait(state, (move.card,), fault, now)
    return open_game.asked(state, move.card, move.verdict, now)


_BARE: Final[Mapping[str, Callable[[State, Bare, int], Outcome]]] = {
    "take_back": _take_back,
    "accept": _accept,
    "annul": _annul,
    "bank": _bank,
    "dispute": open_game.dispute,
}
_ANSWERS: Final[Mapping[str, Callable[[State, Any, int], Outcome]]] = {
    **_BARE,
    StartRound.kind: _start_round,
    Release.kind: _release,
    Turn.kind: _turn,
    DevilCall.kind: _devil_call,
    "moved": _disturbed,
    "peeked": _disturbed,
    LayOpen.kind: open_game.lay_open,
    MakeSeal.kind: open_game.make_seal,
    Choose.kind: _choose,
    Announce.kind: open_game.announce,
    ShowReference.kind: open_game.show_reference,
}
