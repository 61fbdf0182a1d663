"""Attack cards of the main attack and of later waves: what is wrong with them, how they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from companion.cards import JOKER, RANKS, Card
from companion.games import Flag
from companion.games.duren_piatkowy import grounds
from companion.games.duren_piatkowy.ending import won
from companion.games.duren_piatkowy.grounds import joined
from companion.games.duren_piatkowy.knowledge import (
    after_playing,
    counted,
    impossible,
    loose,
    open_used,
)
from companion.games.duren_piatkowy.state import Acted, Deal, Pair, Play
from companion.games.duren_piatkowy.table import Table

ACCEPTABLE: Final = frozenset(
    {
        "too_many_cards",
        "bad_attack_pattern",
        "rank_not_allowed",
        "open_card_used",
        "does_not_beat",
    }
)
"""Offences that the table may let stand, whoever made them; `out_of_turn` only sometimes."""


def codes(cards: Sequence[Card]) -> tuple[str, ...]:
    """The codes of these cards."""
    return tuple(card.code for card in cards)


def flagged(
    table: Table,
    rule: str,
    code: str,
    play: Play,
    cards: Sequence[Card],
    rests_on: tuple[int, ...],
    **facts: Any,
) -> Flag:
    """A flag for a play."""
    player = table.players[play.seat]
    return Flag(code, rule, player, codes(cards), (), facts, joined(rests_on, (play.event,)))


def judge(table: Table, deal: Deal, play: Play) -> tuple[Flag, bool] | None:
    """What is provably wrong with attack cards, and whether it can be accepted; None if nothing."""
    flag = None
    acceptable = True
    if play.seat != deal.turn:
        flag = out_of_turn(table, deal, play.seat, play.event, play.cards)
        acceptable = may_still_add(deal, play.seat)
    fault = not_playable(table, deal, play)
    if fault is not None:
        return flag or fault, False
    flag = flag or over_the_limit(table, deal, play) or _open_used(table, deal, play)
    flag = flag or not_fitting(table, deal, play)
    return None if flag is None else (flag, acceptable)


def not_playable(table: Table, deal: Deal, play: Play) -> Flag | None:
    """The flag for cards that cannot be in that hand: foreign, too many, or known elsewhere."""
    fault = not_held(table, deal, play)
    if fault is not None:
        return fault
    wrong = impossible(table, deal, play.seat, play.cards)
    if not wrong:
        return None
    counts = counted(play.cards)
    by_number = any(loose(table, deal, card) >= counts[card] for card in wrong)
    rests_on = tuple(grounds.of_impossible(deal, wrong, by_number))
    facts = {"place": _place(table, deal, wrong[0]) if len(set(wrong)) == 1 else ("", "")}
    return flagged(table, "D19", "impossible_card", play, wrong, rests_on, **facts)


def not_held(table: Table, deal: Deal, play: Play) -> Flag | None:
    """The flag for a joker, or for more cards than that hand has (D1, D20)."""
    foreign = [card for card in play.cards if card is JOKER]
    if foreign:
        return flagged(table, "D1", "not_in_deck", play, foreign, ())
    held = deal.hands[play.seat]
    if len(play.cards) > held:
        rests_on = tuple(grounds.of_hand_size(deal, play.seat))
        return flagged(table, "D20", "not_enough_cards", play, play.cards, rests_on, held=held)
    return None


def _place(table: Table, deal: Deal, card: Card) -> tuple[str, str]:
    """Where a card is known to be, and with whom; empty where it is only known to be elsewhere."""
    if deal.placed.count(card) < table.decks or table.decks > 1:
        return "", ""
    if card == deal.trump_card:
        return "turned_up", ""
    if any(card in (pair.attack, pair.beaten_by) for pair in deal.table):
        return "table", ""
    for seat, name in enumerate(table.players):
        if deal.open[seat].count(card) or deal.known[seat].count(card):
            return "hand", name
    return "aside", ""


def out_of_turn(
    table: Table, deal: Deal, seat: int, event: int, cards: Sequence[Card] = ()
) -> Flag:
    """The flag for cards or a pass of a player whose turn it is not (D3, D8)."""
    if deal.wave == 1:
        why = "main"
    elif seat == deal.defender:
        why = "defender"
    else:
        why = "" if may_still_add(deal, seat) else "again"
    rule = "D3" if deal.phase == "attack" else "D8"
    facts = {"turn": table.players[deal.turn], "why": why}
    player = table.players[seat]
    rests_on = joined(grounds.of_turn(deal), (event,))
    return Flag("out_of_turn", rule, player, codes(cards), (), facts, rests_on)


def may_still_add(deal: Deal, seat: int) -> bool:
    """Whether a player still has a turn in this wave (D8)."""
    if deal.phase != "add" or seat == deal.defender or not deal.hands[seat]:
        return False
    return all(acted.seat != seat for acted in deal.acted)


def over_the_limit(table: Table, deal: Deal, play: Play) -> Flag | None:
    """The flag for more attack cards than the defender held (D5)."""
    if len(play.cards) <= deal.limit - len(deal.table):
        return None
    rests_on = joined(
        (pair.event for pair in deal.table),
        grounds.of_hand_size(deal, deal.defender, now=False),
    )
    facts = {
        "defender": table.players[deal.defender],
        "held": deal.limit,
        "room": deal.room,
        "count": len(play.cards),
    }
    return flagged(table, "D5", "too_many_cards", play, play.cards, rests_on, **facts)


def _open_used(table: Table, deal: Deal, play: Play) -> Flag | None:
    if deal.phase != "attack" or not len(deal.open[play.seat]):
        return None
    used = open_used(table, deal, play.seat, play.cards)
    return flag_open(table, deal, play, used) if used else None


def flag_open(table: Table, deal: Deal, play: Play, used: Sequence[Card]) -> Flag:
    """The flag for open cards in their owner's main attack (D6)."""
    taken = (deal.ended[-1].event, *grounds.of_pairs(deal.ended[-1].pairs))
    elsewhere = (event for card in used for event in grounds.of_places(deal, card))
    rests_on = joined(taken, elsewhere if table.decks > 1 else ())
    return flagged(table, "D6", "open_card_used", play, used, rests_on)


def not_fitting(table: Table, deal: Deal, play: Play) -> Flag | None:
    """The flag for a main attack without its pairs, later for ranks not allowed (D4, D9)."""
    return _pattern(table, deal, play) if deal.phase == "attack" else _ranks(table, deal, play)


def _pattern(table: Table, deal: Deal, play: Play) -> Flag | None:
    odd = _odd_ranks(play.cards)
    if len(odd) <= 1:
        return None
    facts = {"ranks": odd}
    return flagged(table, "D4", "bad_attack_pattern", play, play.cards, (deal.since,), **facts)


def _odd_ranks(cards: Sequence[Card]) -> tuple[str, ...]:
    """The ranks that occur an odd number of times; one at most makes pairs and an extra (D4)."""
    ranks = [card.rank for card in cards]
    return tuple(rank for rank in RANKS if ranks.count(rank) % 2)


def allowed_ranks(deal: Deal) -> tuple[str, ...]:
    """The ranks that the defender has played in this attack (D9), lowest first."""
    shown = {pair.beaten_by.rank for pair in deal.table if pair.beaten_by is not None}
    return tuple(rank for rank in RANKS if rank in shown)


def _ranks(table: Table, deal: Deal, play: Play) -> Flag | None:
    shown = {pair.beaten_by.rank for pair in deal.table if pair.beaten_by is not None}
    wrong = [card for card in play.cards if card.rank not in shown]
    if not wrong:
        return None
    rests_on = joined(pair.beaten for pair in deal.table)
    facts = {"defender": table.players[deal.defender], "ranks": allowed_ranks(deal)}
    return flagged(table, "D9", "rank_not_allowed", play, wrong, rests_on, **facts)


def lay(table: Table, deal: Deal, play: Play, now: int) -> Deal:
    """The deal after attack cards that count, in turn or accepted (D4 to D8)."""
    pairs = tuple(Pair(card, play.seat, play.event) for card in play.cards)
    changes = after_playing(deal, play.seat, play.cards)
    if deal.phase == "attack":
        return replace(
            deal,
            table=pairs,
            phase="defend",
            turn=deal.defender,
            **changes,  # type: ignore[arg-type]
        )
    acted = (*deal.acted, Acted(play.seat, play.event))
    deal = replace(
        deal,
        table=deal.table + pairs,
        acted=acted,
        **changes,  # type: ignore[arg-type]
    )
    return go_on(table, deal, now)


def let_pass(table: Table, deal: Deal, seat: int, now: int) -> Deal:
    """The deal after a player whose turn it is has passed (D8)."""
    return go_on(table, replace(deal, acted=(*deal.acted, Acted(seat, now))), now)


def next_wave(table: Table, deal: Deal, now: int) -> Deal:
    """All is beaten and the defender holds cards: the others may add (D8, D10)."""
    deal = replace(deal, phase="add", wave=deal.wave + 1, acted=(), since=now)
    return go_on(table, deal, now)


def go_on(table: Table, deal: Deal, now: int) -> Deal:
    """The turn goes to the next who can add, then to the defender, or the attack is won (D8)."""
    if deal.room:
        others = [seat for seat in table.from_seat(deal.defender) if seat != deal.attacker]
        for seat in (deal.attacker, *others):
            if may_still_add(deal, seat):
                return deal if seat == deal.turn else replace(deal, turn=seat)
    if all(pair.beaten_by is not None for pair in deal.table):
        return won(table, deal, now)
    return replace(deal, phase="defend", turn=deal.defender)
