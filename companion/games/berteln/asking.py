"""What a player of Berteln is told who asks whether a card may be played (B1, B6, B7, B16 to B18).

Only what lies open counts: a card of a finished trick is remembered, so it is not looked up.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games import Answer, Flag, InvalidEvent
from companion.games.berteln import course, patience, tricks
from companion.games.berteln.moves import Play, read_move
from companion.games.berteln.state import Laid, PatienceDeal, State, TrickDeal, events_of, hand_size
from companion.games.berteln.table import Table


def may_play(state: State, player: str | None, cards: Sequence[str]) -> Answer:
    """Whether the player may play that card now; raises InvalidEvent."""
    if len(cards) != 1:
        raise InvalidEvent("ask about one card at a time")
    event = {"type": "play", "card": cards[0]}
    move = read_move(event if player is None else {**event, "player": player}, state.table.players)
    assert isinstance(move, Play), "that is what was asked"
    table, deal = state.table, state.deal
    if state.pending is not None or deal is None:
        (flag,) = course.apply(state, move)[1].flags
        return Answer("no", flag)
    play = Laid(deal.turn if move.seat is None else move.seat, move.card, state.events + 1)
    lying = deal.laid if isinstance(deal, PatienceDeal) else deal.trick
    gone = course.not_in_play(table, lying, play)
    if gone is not None:
        return Answer("no", gone)
    if isinstance(deal, PatienceDeal):
        return _laid(table, deal, play)
    return _played(table, deal, play)


def _played(table: Table, deal: TrickDeal, play: Laid) -> Answer:
    fault = tricks.judge(table, deal, play)
    if fault is not None:
        return Answer("no", fault[0])
    rests_on = events_of(tricks.of_turn(deal))
    if not deal.trick:
        return Answer("yes", _why("may_lead", "B6", table, play, rests_on))
    suit = deal.trick[0].card.suit
    if play.card.suit == suit:
        return Answer("yes", _why("may_follow", "B7", table, play, rests_on, suit))
    if hand_size(table, deal, play.seat) == 1:
        return Answer("yes", _why("may_be_last", "B7", table, play, rests_on, suit))
    return Answer("depends", _why("may_if_void", "B7", table, play, rests_on, suit))


def _laid(table: Table, deal: PatienceDeal, play: Laid) -> Answer:
    fault = patience.judge(table, deal, play)
    if fault is not None:
        return Answer("no", fault[0])
    rests_on = patience.of_turn(deal)
    if not deal.laid:
        return Answer("yes", _why("may_begin", "B16", table, play, rests_on))
    ends = patience.ends(deal.rows, play.card.suit)
    return Answer("yes", _why("may_place", "B17", table, play, (*rests_on, *ends)))


def _why(
    code: str, rule: str, table: Table, play: Laid, rests_on: tuple[int, ...], suit: str = ""
) -> Flag:
    player, cards = table.players[play.seat], (play.card.code,)
    return Flag(code, rule, player, cards, facts={"suit": suit}, rests_on=rests_on)
