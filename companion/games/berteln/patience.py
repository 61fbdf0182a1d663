"""Patience: rows, turns of several cards, the pass that a later card proves false (B16 to B21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.cards import RANKS, Card
from companion.games import Flag
from companion.games.berteln.state import Laid, Passed, PatienceDeal, Row, events_of
from companion.games.berteln.table import Table

OPENING: Final = "A"
"""Opens a suit that is not on the table (B17)."""
UP: Final = 1
DOWN: Final = -1


def row_of(rows: Sequence[Row], suit: str) -> Row | None:
    """The row of that suit, if it is on the table."""
    return next((row for row in rows if row.low.card.suit == suit), None)


def side(row: Row, card: Card) -> int:
    """Where a card of the row's suit fits: `UP`, `DOWN`, or 0 for nowhere (B17)."""
    height = RANKS.index(card.rank)
    if height == RANKS.index(row.high.card.rank) + 1:
        return UP
    return DOWN if height == RANKS.index(row.low.card.rank) - 1 else 0


def fits(rows: Sequence[Row], card: Card) -> bool:
    """Whether the card can be placed on these rows; the first card of a deal can be any (B16)."""
    if not rows:
        return True
    row = row_of(rows, card.suit)
    return card.rank == OPENING if row is None else side(row, card) != 0


def may_act(table: Table, deal: PatienceDeal) -> tuple[int, ...]:
    """Whose turn it is, and, once they have laid a card, the next player as well (B18)."""
    return (deal.turn, table.left_of(deal.turn)) if deal.this_turn else (deal.turn,)


def judge(table: Table, deal: PatienceDeal, play: Laid) -> tuple[Flag, bool] | None:
    """What is provably wrong with a card that is laid, and whether it can be accepted (B20).

    That the card is in the deck and was not played before is checked by then.
    """
    card = play.card
    placeable = fits(deal.rows, card)
    if play.seat not in may_act(table, deal):
        return out_of_turn(table, deal, play.seat, play.event, (card.code,)), placeable
    player, cards = table.players[play.seat], (card.code,)
    row = row_of(deal.rows, card.suit)
    facts: dict[str, object]
    if not placeable:
        outer = (row.low, row.high) if row else ()
        facts = {"suit": card.suit, "ends": tuple(end.card.rank for end in outer)}
        # Any card that lies there would make room for this one, if it were another than it seems.
        rests_on = (*events_of(deal.laid), play.event)
        return Flag("cannot_place", "B17", player, cards, (), facts, rests_on), False
    if play.seat == deal.turn and deal.this_turn:
        suit = deal.this_turn[0].card.suit
        if card.suit != suit or row is None or side(row, card) != deal.direction:
            facts = {"suit": suit, "up": deal.direction == UP}
            rests_on = (*events_of(deal.this_turn), play.event)
            return Flag("one_row_one_direction", "B18", player, cards, (), facts, rests_on), False
    return None


def out_of_turn(
    table: Table, deal: PatienceDeal, seat: int, event: int, cards: tuple[str, ...]
) -> Flag:
    """The flag for a card or a pass of a player whose turn it is not (B16)."""
    facts = {"turn": table.players[deal.turn], "second": False}
    rests_on = (*of_turn(deal), event)
    return Flag("out_of_turn", "B16", table.players[seat], cards, facts=facts, rests_on=rests_on)


def of_turn(deal: PatienceDeal) -> tuple[int, ...]:
    """The events from which it follows whose turn it is."""
    return tuple(sorted({deal.turn_since, *events_of(deal.this_turn)}))


def false_passes(table: Table, deal: PatienceDeal, play: Laid) -> tuple[Flag, ...]:
    """The flags for earlier passes at which this card could have been laid, oldest first (B19)."""
    return tuple(
        Flag(
            "false_pass",
            "B19",
            table.players[play.seat],
            (),
            (play.card.code,),
            rests_on=(*ends(passed.rows, play.card.suit), passed.event, play.event),
        )
        for passed in deal.passes
        if _proves(play, passed)
    )


def _proves(play: Laid, passed: Passed) -> bool:
    return play.seat == passed.seat and fits(passed.rows, play.card)


def ends(rows: Sequence[Row], suit: str) -> list[int]:
    """The events that laid the lowest and the highest card of a suit."""
    row = row_of(rows, suit)
    return sorted({row.low.event, row.high.event}) if row else []


def lay(table: Table, deal: PatienceDeal, play: Laid, *, accepted: bool) -> PatienceDeal:
    """The deal after a card that counts, in turn or accepted out of turn (B17 to B20)."""
    card = play.card
    row = row_of(deal.rows, card.suit)
    if row is None:
        direction = DOWN
        rows = (*deal.rows, Row(play, play))
    else:
        direction = side(row, card)
        longer = Row(row.low, play) if direction == UP else Row(play, row.high)
        rows = tuple(longer if other is row else other for other in deal.rows)
    deal = replace(
        deal,
        rows=rows,
        passes=tuple(passed for passed in deal.passes if not _proves(play, passed)),
        laid=(*deal.laid, play),
        out=deal.out | {card},
    )
    if accepted or len(deal.laid) == 1:
        return _turn_over(table, deal, play.seat, play.event)
    if play.seat == deal.turn:
        return replace(deal, this_turn=(*deal.this_turn, play), direction=direction)
    return replace(
        deal, turn=play.seat, this_turn=(play,), direction=direction, turn_since=play.event
    )


def let_pass(table: Table, deal: PatienceDeal, seat: int, event: int) -> PatienceDeal:
    """The deal after a pass of a player who may act; after laying it is no pass at all (B18)."""
    if (seat != deal.turn or not deal.this_turn) and not table.may_pass:
        deal = replace(deal, passes=(*deal.passes, Passed(seat, deal.rows, event)))
    return _turn_over(table, deal, seat, event)


def _turn_over(table: Table, deal: PatienceDeal, seat: int, event: int) -> PatienceDeal:
    return replace(deal, turn=table.left_of(seat), this_turn=(), direction=0, turn_since=event)
