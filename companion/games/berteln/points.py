"""What a deal is worth (B12 to B15, B21, B22). Exact: fractions, never floats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.cards import Card
from companion.games._events import plain
from companion.games.berteln.state import Deal, PatienceDeal, TrickDeal, hand_size
from companion.games.berteln.table import Table

KING_OF_HEARTS = Card("K", "H")


def scores(contract: str, card: Card) -> bool:
    """Whether the card costs points in that contract; none does in patience."""
    if contract == "no_hearts":
        return card.suit == "H"
    if contract == "no_queens":
        return card.rank == "Q"
    return contract == "no_king_of_hearts" and card == KING_OF_HEARTS


def taken(table: Table, deal: TrickDeal) -> tuple[tuple[Card, ...], ...]:
    """The scoring cards that each player has taken in complete tricks."""
    contract = deal.contract
    cards: tuple[list[Card], ...] = tuple([] for _ in table.players)
    for trick in deal.tricks:
        cards[trick.winner].extend(laid.card for laid in trick.cards if scores(contract, laid.card))
    return tuple(map(tuple, cards))


def all_taken(table: Table, deal: TrickDeal) -> bool:
    """Whether every scoring card lies in a complete trick, so that the rest cannot matter (B15)."""
    return sum(map(len, taken(table, deal))) == len(table.worth[deal.contract]) - 1


def is_over(table: Table, deal: Deal) -> bool:
    """Whether the deal ends by itself with the card just laid (B14, B15, B21)."""
    if isinstance(deal, PatienceDeal):
        return bool(deal.laid) and hand_size(table, deal, deal.laid[-1].seat) == 0
    if deal.contract == "no_king_of_hearts" and not deal.trick:
        return any(laid.card == KING_OF_HEARTS for laid in deal.tricks[-1].cards)
    return len(deal.tricks) == table.hand


def points(table: Table, deal: Deal) -> tuple[Fraction, ...]:
    """The points of a deal that is over, by seat, with the bonus of every right bid."""
    bare = _patience(table, deal) if isinstance(deal, PatienceDeal) else _tricks(table, deal)
    return tuple(
        made + table.bid_bonus if made == bid else made
        for made, bid in zip(bare, deal.bids, strict=True)
    )


Chance = tuple[int | float, int | float]


def chances(table: Table, deal: Deal, had: Sequence[Sequence[Card]]) -> Sequence[Chance]:
    """The least and the most that each player can still get in this deal, bids left aside.

    `had`: the scoring cards that each has taken.
    """
    if isinstance(deal, PatienceDeal):
        return [(0, plain(table.pot))] * len(table.players)
    sums = table.shown_worth[deal.contract]
    out = len(sums) - 1 - sum(map(len, had))
    found = []
    for count in map(len, had):
        # Each further card costs the same; only the last of all may turn the loss round.
        ends = sums[count], sums[count + max(0, out - 1)], sums[count + out]
        found.append((min(ends), max(ends)))
    return found


def _patience(table: Table, deal: PatienceDeal) -> Sequence[Fraction]:
    first_out = deal.laid[-1].seat
    return [table.pot if seat == first_out else Fraction(0) for seat in range(len(table.players))]


def _tricks(table: Table, deal: TrickDeal) -> Sequence[Fraction]:
    sums = table.worth[deal.contract]
    return [sums[len(cards)] for cards in taken(table, deal)]
