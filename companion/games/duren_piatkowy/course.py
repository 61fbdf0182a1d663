"""The course of an evening: starting, playing, ruling and annulling games.

`now` is everywhere the number of the event that is being judged, from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games import Flag, Verdict
from companion.games._rulings import (
    Accept,
    Annul,
    Ruling,
    TakeBack,
    cannot_accept,
    nothing_pending,
    pending_first,
    wrong_phase,
)
from companion.games.duren_piatkowy import attacks, defence, ending, swapping
from companion.games.duren_piatkowy.attacks import codes
from companion.games.duren_piatkowy.moves import (
    Attack,
    Beat,
    Move,
    Pass,
    Start,
    Swap,
    Take,
)
from companion.games.duren_piatkowy.piles import Pile
from companion.games.duren_piatkowy.state import Deal, Finished, Pending, Play, State, no_cards
from companion.games.duren_piatkowy.table import HAND

Outcome = tuple[State, Verdict]

DONE: Final = Verdict(accepted=True)
RUNNING: Final = frozenset({"attack", "defend", "add"})
"""Phases in which a game is being played."""


def apply(state: State, move: Move) -> Outcome:
    """The state after `move`, and the verdict on it."""
    now = state.events + 1
    pending = state.pending
    if pending and not isinstance(move, Ruling):
        rests_on = (pending.play.event, now)
        flag = pending_first(pending.flag.player, codes(pending.play.cards), rests_on)
        return _refuse(state, flag, now)
    return _ANSWERS[type(move)](state, move, now)


def _refuse(state: State, flag: Flag, now: int) -> Outcome:
    return replace(state, events=now), Verdict(False, (flag,))


def _wrong_phase(state: State, move: Move, now: int) -> Outcome:
    return _refuse(state, wrong_phase(move.kind, state.phase, now), now)


def _take_back(state: State, _move: TakeBack, now: int) -> Outcome:
    if state.pending is None:
        return _refuse(state, nothing_pending(now), now)
    return replace(state, pending=None, events=now), DONE


def _accept(state: State, _move: Accept, now: int) -> Outcome:
    pending, deal = state.pending, state.deal
    if pending is None or deal is None:
        return _refuse(state, nothing_pending(now), now)
    if not pending.acceptable:
        whole = replace(pending.flag, cards=codes(pending.play.cards))
        return _refuse(state, cannot_accept(whole, now), now)
    return _lay(replace(state, pending=None), deal, pending.play, now)


def _annul(state: State, move: Annul, now: int) -> Outcome:
    if state.phase not in RUNNING:
        return _wrong_phase(state, move, now)
    return replace(state, deal=None, pending=None, events=now), DONE


def _start(state: State, move: Start, now: int) -> Outcome:
    """Deal a game: the next one after a game that is over, else the same again (D1 to D3, D18)."""
    if state.phase in RUNNING:
        return _wrong_phase(state, move, now)
    table, dealer, number = state.table, state.dealer, state.number
    if state.deal is not None:
        dealer, number = table.left_of(dealer), number + 1
    attacker = table.left_of(dealer)
    nothing = no_cards(table)
    deal = Deal(
        began=now,
        turned_up=move.trump_card,
        trump_card=move.trump_card,
        talon=table.cards - HAND * len(table.players),
        hands=(HAND,) * len(table.players),
        open=nothing,
        known=nothing,
        placed=Pile([move.trump_card]),
        attacker=attacker,
        defender=table.left_of(attacker),
        limit=HAND,
        turn=attacker,
        since=now,
    )
    return replace(state, dealer=dealer, number=number, deal=deal, events=now), DONE


def _attack(state: State, move: Attack, now: int) -> Outcome:
    deal = state.deal
    if deal is None or deal.phase not in ("attack", "add"):
        return _wrong_phase(state, move, now)
    play = Play(deal.turn if move.seat is None else move.seat, move.cards, now)
    return _decide(state, deal, play, attacks.judge(state.table, deal, play), now)


def _beat(state: State, move: Beat, now: int) -> Outcome:
    deal = state.deal
    if deal is None or deal.phase != "defend":
        return _wrong_phase(state, move, now)
    play = Play(deal.defender, (move.card,), now, beats=move.attack)
    return _decide(state, deal, play, defence.judge(state.table, deal, play, move.attack), now)


def _decide(
    state: State, deal: Deal, play: Play, fault: tuple[Flag, bool] | None, now: int
) -> Outcome:
    if fault is None:
        return _lay(state, deal, play, now)
    flag, acceptable = fault
    return _refuse(replace(state, pending=Pending(play, flag, acceptable)), flag, now)


def _lay(state: State, deal: Deal, play: Play, now: int) -> Outcome:
    """Apply a play: a lawful one, or the pending one that the table accepts."""
    if play.beats is None:
        after = attacks.lay(state.table, deal, play, now)
    else:
        after = defence.lay(state.table, deal, play, play.beats, now)
    return _goes_on(state, after, now)


def _goes_on(state: State, deal: Deal, now: int) -> Outcome:
    """The state with that deal; a game that is over is paid (D17)."""
    if deal.phase != "over":
        return replace(state, deal=deal, events=now), DONE
    points = ending.payments(deal.hands)
    finished = Finished(state.number, state.dealer, deal, ending.winners(deal), points)
    scores = tuple(a + b for a, b in zip(state.scores, points, strict=True))
    state = replace(state, deal=deal, scores=scores, events=now)
    return replace(state, finished=(*state.finished, finished)), DONE


def _pass(state: State, move: Pass, now: int) -> Outcome:
    deal = state.deal
    if deal is None or deal.phase != "add":
        return _wrong_phase(state, move, now)
    seat = deal.turn if move.seat is None else move.seat
    if seat != deal.turn:
        return _refuse(state, attacks.out_of_turn(state.table, deal, seat, now), now)
    return _goes_on(state, attacks.let_pass(state.table, deal, seat, now), now)


def _take(state: State, move: Take, now: int) -> Outcome:
    deal = state.deal
    if deal is None or deal.phase != "defend":
        return _wrong_phase(state, move, now)
    return _goes_on(state, ending.lost(state.table, deal, now), now)


def _swap(state: State, move: Swap, now: int) -> Outcome:
    deal = state.deal
    if deal is None or deal.phase not in RUNNING:
        return _wrong_phase(state, move, now)
    seat = deal.turn if move.seat is None else move.seat
    flag = swapping.judge(state.table, deal, seat, now)
    if flag is not None:
        return _refuse(state, flag, now)
    return replace(state, deal=swapping.swap(state.table, deal, seat, now), events=now), DONE


_ANSWERS: Final[Mapping[type[Move], Callable[[State, Any, int], Outcome]]] = {
    Start: _start,
    Attack: _attack,
    Pass: _pass,
    Beat: _beat,
    Take: _take,
    Swap: _swap,
    TakeBack: _take_back,
    Accept: _accept,
    Annul: _annul,
}
