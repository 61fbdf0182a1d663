"""The events that a flag rests on: without any of them nothing would be proved.

Each function gives numbers of events of the running game; where a proof needs several, the
numbers are joined with `joined`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.cards import Card
from companion.games.duren_piatkowy.state import Deal, Pair
from companion.games.duren_piatkowy.table import HAND


def joined(*events: Iterable[int]) -> tuple[int, ...]:
    """All these events, each once, in their order."""
    return tuple(sorted({event for some in events for event in some if event}))


def of_pairs(pairs: Iterable[Pair]) -> Iterator[int]:
    """The events that laid these cards."""
    for pair in pairs:
        yield pair.event
        yield pair.beaten


def everything(deal: Deal) -> Iterator[int]:
    """Every event that moved a card in this game."""
    yield deal.began
    for attack in deal.ended:
        yield from of_pairs(attack.pairs)
        yield attack.event
    for swap in deal.swapped:
        yield swap.event
    yield from of_pairs(deal.table)


def of_hand_size(deal: Deal, seat: int, *, now: bool = True) -> Iterator[int]:
    """The events from which it follows how many cards a player holds.

    Back to the last time that they drew up to a full hand. With `now` false: how many they held
    when the running attack began.
    """
    if now:
        yield from _laid_by(deal.table, deal.defender, seat)
    for attack in reversed(deal.ended):
        yield attack.event
        if attack.drawn[seat] and attack.hands[seat] == HAND:
            return
        yield from _laid_by(attack.pairs, attack.defender, seat)
        if not attack.won and seat == attack.defender:
            yield from of_pairs(attack.pairs)
    yield deal.began


def _laid_by(pairs: Iterable[Pair], defender: int, seat: int) -> Iterator[int]:
    for pair in pairs:
        if pair.by == seat:
            yield pair.event
        if seat == defender:
            yield pair.beaten


def of_places(deal: Deal, card: Card) -> Iterator[int]:
    """The events that tell where the copies of a card are."""
    if card == deal.turned_up:
        yield deal.began
    turned_up_last = deal.swapped[-1].two if deal.swapped else deal.turned_up
    if card == turned_up_last:
        # Whether it was drawn, and by whom, follows from all that was played and drawn before.
        yield from everything(deal)
    for swap in deal.swapped:
        if card in (swap.two, swap.card):
            yield swap.event
    for attack in deal.ended:
        named = [pair for pair in attack.pairs if card in (pair.attack, pair.beaten_by)]
        yield from of_pairs(named)
        if named:
            yield attack.event
    yield from of_pairs(pair for pair in deal.table if card in (pair.attack, pair.beaten_by))


def of_impossible(deal: Deal, cards: Iterable[Card], loose: bool) -> Iterator[int]:
    """The events that prove that cards cannot come from a hand.

    `loose`: one of them could lie anywhere, so that it is the number of unknown cards in this hand
    that proves it, and with it everything that moved a card.
    """
    if loose:
        yield from everything(deal)
    for card in cards:
        yield from of_places(deal, card)


def of_turn(deal: Deal) -> Iterator[int]:
    """The events from which it follows whose turn it is in this wave."""
    yield deal.since
    for acted in deal.acted:
        yield acted.event
