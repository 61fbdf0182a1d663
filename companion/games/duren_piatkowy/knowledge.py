"""What is known of hidden hands (D19): which cards a player can hold, and which they must.

A card has one copy a deck. `Deal.placed` holds every copy whose place is known; the others lie
somewhere among the hidden cards: in the part of some hand that is not known, or in the talon.
Nothing else is ever concluded, so nobody is accused on a guess (R4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import SUITS, Card
from companion.games.duren_piatkowy.piles import EMPTY
from companion.games.duren_piatkowy.state import Deal
from companion.games.duren_piatkowy.table import Table


def counted(cards: Sequence[Card]) -> Mapping[Card, int]:
    """How often each card stands in a play, in the order of the play."""
    counts: dict[Card, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def loose(table: Table, deal: Deal, card: Card) -> int:
    """How many copies of the card can be anywhere among the hidden cards."""
    return table.decks - deal.placed.count(card)


def must_hold(deal: Deal, seat: int, card: Card) -> int:
    """How many copies the player is known to hold, open or hidden."""
    return deal.open[seat].count(card) + deal.known[seat].count(card)


def impossible(table: Table, deal: Deal, seat: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the cards that cannot all come from that hand, in the order of the play (D19).

    Either there are more copies in the play than can be there, or more cards are not known to be
    there than the hand has unknown ones.
    """
    wrong: set[Card] = set()
    doubtful: dict[Card, int] = {}
    for card, count in counted(cards).items():
        missing = count - must_hold(deal, seat, card)
        if missing > 0:
            doubtful[card] = missing
            if missing > loose(table, deal, card):
                wrong.add(card)
    if doubtful and sum(doubtful.values()) > deal.unknown(seat):
        wrong.update(doubtful)
    return tuple(card for card in cards if card in wrong) if wrong else ()


def open_used(table: Table, deal: Deal, seat: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of a main attack's cards that can only be the open ones, in its order (D6).

    A card that can be a hidden copy is taken for that. If there are more such cards than the
    hidden part of the hand can hold, at least one of them is open, and all are named.
    """
    opened = deal.open[seat]
    wrong: set[Card] = set()
    doubtful: dict[Card, int] = {}
    for card, count in counted(cards).items():
        missing = count - deal.known[seat].count(card)
        if missing > 0:
            doubtful[card] = missing
            if missing > loose(table, deal, card):
                wrong.add(card)
    if sum(doubtful.values()) > deal.unknown(seat):
        wrong.update(card for card in doubtful if opened.count(card))
    return tuple(card for card in cards if card in wrong and opened.count(card))


def after_playing(deal: Deal, seat: int, cards: Sequence[Card]) -> dict[str, object]:
    """What changes of a deal's `hands`, `open`, `known` and `placed` when a player plays cards.

    With them the player takes up their open cards, if there are any: only the next main attacker
    has some, and they go into the hand as soon as the attack lies (D6). Of two copies of a card
    it stays unknown which one was played, so only what is left in any case is known to be left.
    """
    hands = list(deal.hands)
    hands[seat] -= len(cards)
    held = deal.known[seat]
    changes: dict[str, object] = {"hands": tuple(hands)}
    if len(deal.open[seat]):
        held = held.plus(deal.open[seat])
        opened = list(deal.open)
        opened[seat] = EMPTY
        changes["open"] = tuple(opened)
    fresh = []
    for card, count in counted(cards).items():
        fresh += [card] * (count - min(count, held.count(card)))
    known = list(deal.known)
    known[seat] = held.without(cards)
    changes["known"] = tuple(known)
    if fresh:
        changes["placed"] = deal.placed.plus(fresh)
    return changes


def can_hold(table: Table, deal: Deal, seat: int, card: Card) -> bool:
    """Whether that card can be in that hand."""
    if must_hold(deal, seat, card):
        return True
    return loose(table, deal, card) > 0 and deal.unknown(seat) > 0


def voids(deal: Deal, seat: int, free_suits: frozenset[str]) -> list[str]:
    """The suits of which the player provably holds no card; `free_suits` have loose cards."""
    unknown = deal.unknown(seat) > 0
    if unknown and len(free_suits) == len(SUITS):
        return []
    suits = {card.suit for card in deal.open[seat]} | {card.suit for card in deal.known[seat]}
    if unknown:
        suits |= free_suits
    return [suit for suit in SUITS if suit not in suits]
