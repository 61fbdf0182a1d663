"""The course of the game: announcing, playing, ruling, ending and annulling deals.

`now` is everywhere the number of the event that is being judged, from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from companion.games.berteln import patience, points, tricks
from companion.games.berteln.moves import (
    Announce,
    Bid,
    EndDeal,
    Move,
    Pass,
    Play,
)
from companion.games.berteln.state import (
    Deal,
    Finished,
    Laid,
    PatienceDeal,
    Pending,
    State,
    TrickDeal,
)
from companion.games.berteln.table import CONTRACTS, Table

Outcome = tuple[State, Verdict]

DONE: Final = Verdict(accepted=True)


def apply(state: State, move: Move) -> Outcome:
    """The state after `move`, and the verdict on it."""
    now = state.events + 1
    pending = state.pending
    if pending and not isinstance(move, Ruling):
        rests_on = (pending.play.event, now)
        return _refuse(state, pending_first(pending.flag.player, pending.flag.cards, rests_on), now)
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
    pending = state.pending
    if pending is None or state.deal is None:
        return _refuse(state, nothing_pending(now), now)
    if not pending.acceptable:
        return _refuse(state, cannot_accept(pending.flag, now), now)
    return _lay(state, state.deal, pending.play, now)


def _annul(state: State, move: Annul, now: int) -> Outcome:
    if state.before is None:
        return _wrong_phase(state, move, now)
    return replace(state.before, events=now), DONE


def _announce(state: State, move: Announce, now: int) -> Outcome:
    if state.deal is not None:
        return _wrong_phase(state, move, now)
    table = state.table
    if move.contract not in state.contracts_left:
        facts = {"contract": move.contract}
        announcer = table.players[state.announcer]
        flag = Flag("contract_repeated", "B4", announcer, facts=facts, rests_on=(now,))
        return _refuse(state, flag, now)
    no_bids = (None,) * len(table.players)
    deal: Deal
    if move.contract == "patience":
        deal = PatienceDeal(state.announcer, no_bids, turn_since=now)
    else:
        deal = TrickDeal(move.contract, table.left_of(state.dealer), no_bids)
    left = tuple(contract for contract in state.contracts_left if contract != move.contract)
    before = replace(state, before=None)
    return replace(state, deal=deal, contracts_left=left, before=before, events=now), DONE


def _bid(state: State, move: Bid, now: int) -> Outcome:
    if state.deal is None or state.phase != "bid_or_play":
        return _wrong_phase(state, move, now)
    bids = list(state.deal.bids)
    bids[state.turn if move.seat is None else move.seat] = move.points
    return replace(state, deal=replace(state.deal, bids=tuple(bids)), events=now), DONE


def _play(state: State, move: Play, now: int) -> Outcome:
    deal = state.deal
    if deal is None:
        return _wrong_phase(state, move, now)
    play = Laid(deal.turn if move.seat is None else move.seat, move.card, now)
    fault = _judge(state.table, deal, play)
    if fault is None:
        return _lay(state, deal, play, now)
    flag, acceptable = fault
    return _refuse(replace(state, pending=Pending(play, flag, acceptable)), flag, now)


def _judge(table: Table, deal: Deal, play: Laid) -> tuple[Flag, bool] | None:
    flag = _not_playable(table, deal, play)
    if flag is not None:
        return flag, False
    if isinstance(deal, PatienceDeal):
        return patience.judge(table, deal, play)
    return tricks.judge(table, deal, play)


def _not_playable(table: Table, deal: Deal, play: Laid) -> Flag | None:
    if play.card in table.deck and play.card not in deal.out:
        return None
    return not_in_play(table, deal.laid, play)


def not_in_play(table: Table, lying: Sequence[Laid], play: Laid) -> Flag | None:
    """The flag for a card that is not in the deck, or is one of those that lie (B1)."""
    player, cards = table.players[play.seat], (play.card.code,)
    if play.card not in table.deck:
        facts = {"lowest": table.ranks[0]}
        return Flag("not_in_deck", "B1", player, cards, facts=facts, rests_on=(play.event,))
    earlier = next((laid for laid in lying if laid.card == play.card), None)
    if earlier is None:
        return None
    facts = {"by": table.players[earlier.seat]}
    rests_on = (earlier.event, play.event)
    return Flag("already_played", "B1", player, cards, facts=facts, rests_on=rests_on)


def _lay(state: State, deal: Deal, play: Laid, now: int) -> Outcome:
    """Apply a play: one in turn, or the pending one that the table accepts."""
    table = state.table
    flags: tuple[Flag, ...]
    if isinstance(deal, PatienceDeal):
        flags = patience.false_passes(table, deal, play)
        deal = patience.lay(table, deal, play, accepted=state.pending is not None)
    else:
        flags = tricks.revokes(table, deal, play)
        deal = tricks.lay(table, deal, play)
    state = replace(state, deal=deal, pending=None, events=now)
    if points.is_over(table, deal):
        state = _finish(state, deal)
    return state, Verdict(True, flags) if flags else DONE


def _pass(state: State, move: Pass, now: int) -> Outcome:
    deal = state.deal
    if not isinstance(deal, PatienceDeal) or not deal.laid:
        return _wrong_phase(state, move, now)
    seat = deal.turn if move.seat is None else move.seat
    if seat not in patience.may_act(state.table, deal):
        return _refuse(state, patience.out_of_turn(state.table, deal, seat, now, ()), now)
    deal = patience.let_pass(state.table, deal, seat, now)
    return replace(state, deal=deal, events=now), DONE


def _end_deal(state: State, move: EndDeal, now: int) -> Outcome:
    deal = state.deal
    if not isinstance(deal, TrickDeal) or deal.contract not in ("no_hearts", "no_queens"):
        return _wrong_phase(state, move, now)
    if not points.all_taken(state.table, deal):
        facts = {"contract": deal.contract}
        flag = Flag("cards_outstanding", "B15", None, facts=facts, rests_on=(now,))
        return _refuse(state, flag, now)
    return _finish(replace(state, events=now), deal), DONE


def _finish(state: State, deal: Deal) -> State:
    """Count the deal, and move on to the next one, or to the next round (B4, B5)."""
    table = state.table
    made = points.points(table, deal)
    last = state.number == len(CONTRACTS)
    finished = Finished(state.round, state.number, state.dealer, state.announcer, deal, made)
    return replace(
        state,
        deal=None,
        dealer=table.left_of(state.dealer),
        announcer=table.left_of(state.announcer) if last else state.announcer,
        round=state.round + last,
        number=1 if last else state.number + 1,
        contracts_left=CONTRACTS if last else state.contracts_left,
        scores=tuple(a + b for a, b in zip(state.scores, made, strict=True)),
        last_points=made,
        finished=(*state.finished, finished),
    )


_ANSWERS: Final[Mapping[type[Move], Callable[[State, Any, int], Outcome]]] = {
    TakeBack: _take_back,
    Accept: _accept,
    Annul: _annul,
    Announce: _announce,
    Bid: _bid,
    Play: _play,
    Pass: _pass,
    EndDeal: _end_deal,
}
