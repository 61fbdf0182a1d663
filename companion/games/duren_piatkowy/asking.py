"""What a player is told who asks whether cards may attack, or one may beat (D4 to D9, D20).

Only what lies open counts. That a card is out of the game, or known to be in somebody's hand, has
to be remembered (D19): it is not looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.cards import Card
from companion.games import Answer, Flag, InvalidEvent
from companion.games.duren_piatkowy import attacks, course, defence, grounds
from companion.games.duren_piatkowy.attacks import flagged
from companion.games.duren_piatkowy.grounds import joined
from companion.games.duren_piatkowy.knowledge import counted
from companion.games.duren_piatkowy.moves import Attack, read_move
from companion.games.duren_piatkowy.state import Deal, Play, State
from companion.games.duren_piatkowy.table import Table


def may_play(state: State, player: str | None, cards: Sequence[str]) -> Answer:
    """Whether the player may play these cards now; raises InvalidEvent."""
    event = {"type": "attack", "cards": list(cards)}
    move = read_move(event if player is None else {**event, "player": player}, state.table.players)
    assert isinstance(move, Attack), "that is what was asked"
    table, deal = state.table, state.deal
    if deal is not None and deal.phase == "defend" and move.seat in (None, deal.defender):
        if len(move.cards) > 1:
            raise InvalidEvent("ask about one card at a time: each beats one")
        beats = True
    else:
        beats = False
    if state.pending is not None or deal is None or not (beats or deal.phase in ("attack", "add")):
        (flag,) = course.apply(state, move)[1].flags
        return Answer("no", flag)
    play = Play(deal.turn if move.seat is None else move.seat, move.cards, state.events + 1)
    if not beats and play.seat != deal.turn:
        return Answer("no", attacks.out_of_turn(table, deal, play.seat, play.event, play.cards))
    fault = attacks.not_held(table, deal, play) or _lying(table, deal, play)
    if fault is not None:
        return Answer("no", fault)
    return _beat(table, deal, play) if beats else _attack(table, deal, play)


def _elsewhere(table: Table, deal: Deal, seat: int, card: Card) -> tuple[int, tuple[str, str]]:
    """How many copies lie open where they are not that player's, and a place where one does."""
    lying = [card for pair in deal.table for card in (pair.attack, pair.beaten_by)].count(card)
    turned_up = int(card == deal.trump_card)
    place = ("turned_up", "") if turned_up else ("table", "")
    count = lying + turned_up
    for other, name in enumerate(table.players):
        if other != seat and deal.open[other].count(card):
            count += deal.open[other].count(card)
            place = ("hand", name)
    return count, place


def _lying(table: Table, deal: Deal, play: Play) -> Flag | None:
    """The flag for cards of which too many copies lie open elsewhere for them all to be held."""
    for card, count in counted(play.cards).items():
        elsewhere, place = _elsewhere(table, deal, play.seat, card)
        if count + elsewhere > table.decks:
            place = place if table.decks == 1 and elsewhere else ("", "")
            rests_on = grounds.of_places(deal, card)
            cards = [card] * count
            return flagged(
                table, "D19", "impossible_card", play, cards, tuple(rests_on), place=place
            )
    return None


def _attack(table: Table, deal: Deal, play: Play) -> Answer:
    fault = attacks.over_the_limit(table, deal, play)
    opened = deal.open[play.seat] if deal.phase == "attack" else ()
    doubtful = [card for card in play.cards if card in set(opened)]
    if fault is None and doubtful:
        counts = counted(doubtful)
        used = [
            card
            for card in doubtful
            if counts[card]
            > table.decks
            - _elsewhere(table, deal, play.seat, card)[0]
            - deal.open[play.seat].count(card)
        ]
        if len(play.cards) > deal.hands[play.seat] - len(deal.open[play.seat]):
            used = doubtful
        fault = attacks.flag_open(table, deal, play, used) if used else None
    fault = fault or attacks.not_fitting(table, deal, play)
    if fault is not None:
        return Answer("no", fault)
    if doubtful:
        of_them = replace(play, cards=tuple(doubtful))
        return Answer("depends", _why("may_if_hidden", "D6", table, deal, of_them))
    if deal.phase == "attack":
        return Answer("yes", _why("may_attack", "D4", table, deal, play))
    defender = table.players[deal.defender]
    return Answer("yes", _why("may_add", "D9", table, deal, play, defender=defender))


def _beat(table: Table, deal: Deal, play: Play) -> Answer:
    (card,) = play.cards
    open_attacks = [pair.attack for pair in deal.table if pair.beaten_by is None]
    beaten = [attack for attack in open_attacks if defence.beats(card, attack, deal.trump)]
    if beaten:
        targets = attacks.codes(tuple(dict.fromkeys(beaten)))
        return Answer("yes", _why("may_beat", "D7", table, deal, play, targets=targets))
    targets = attacks.codes(tuple(dict.fromkeys(open_attacks)))
    why = _why("beats_none", "D7", table, deal, play, targets=targets, trump=deal.trump)
    return Answer("no", why)


def _why(code: str, rule: str, table: Table, deal: Deal, play: Play, **facts: Any) -> Flag:
    """The words for an answer; it rests on whose turn it is, on trumps and on what lies there."""
    rests_on = joined([deal.began], grounds.of_turn(deal), grounds.of_pairs(deal.table))
    player = table.players[play.seat]
    return Flag(code, rule, player, attacks.codes(play.cards), (), facts, rests_on)
