"""The 2 of trumps goes under the talon, the turned-up card into the hand (D16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from companion.cards import Card, card_of
from companion.games import Flag
from companion.games.duren_piatkowy import grounds
from companion.games.duren_piatkowy.grounds import joined
from companion.games.duren_piatkowy.knowledge import can_hold, loose
from companion.games.duren_piatkowy.state import Deal, Swapped
from companion.games.duren_piatkowy.table import Table

LOWEST: Final = "2"
FACE_DOWN: Final = 2
"""With so many cards in the talon at least one lies face down."""

Hindrance = Literal["", "talon", "two", "not_won", "hand"]


def two_of_trumps(deal: Deal) -> Card:
    """The card that may be exchanged."""
    return card_of(LOWEST + deal.trump)


def hindrance(table: Table, deal: Deal, seat: int) -> Hindrance:
    """Why a player may not swap now; empty if they may."""
    if deal.talon < FACE_DOWN or deal.trump_card is None:
        return "talon"
    if deal.trump_card.rank == LOWEST:
        return "two"
    if not any(attack.won and attack.defender == seat for attack in deal.ended):
        return "not_won"
    return "" if can_hold(table, deal, seat, two_of_trumps(deal)) else "hand"


def judge(table: Table, deal: Deal, seat: int, now: int) -> Flag | None:
    """The flag for a swap that is not allowed."""
    why = hindrance(table, deal, seat)
    if not why:
        return None
    rests_on: tuple[int, ...]
    match why:
        case "talon":
            rests_on = joined(grounds.everything(deal))
        case "two":
            rests_on = (deal.swapped[-1].event if deal.swapped else deal.began,)
        case "not_won":
            rests_on = joined([deal.began], (a.event for a in deal.ended if a.defender == seat))
        case _:
            two = two_of_trumps(deal)
            free = loose(table, deal, two) > 0
            rests_on = joined(grounds.of_impossible(deal, [two], free))
    facts = {"why": why, "trump": deal.trump}
    return Flag(
        "swap_not_allowed",
        "D16",
        table.players[seat],
        facts=facts,
        rests_on=joined(rests_on, [now]),
    )


def swap(table: Table, deal: Deal, seat: int, now: int) -> Deal:
    """The deal after an allowed swap: a known 2 goes first, an open one last."""
    two, old = two_of_trumps(deal), deal.trump_card
    assert old is not None, "a swap without a turned-up card is never applied"
    known, opened = list(deal.known), list(deal.open)
    placed = deal.placed
    if known[seat].count(two):
        known[seat] = known[seat].without([two])
    elif loose(table, deal, two) and deal.unknown(seat):
        placed = placed.plus([two])
    else:
        opened[seat] = opened[seat].without([two])
    known[seat] = known[seat].plus([old])
    return replace(
        deal,
        trump_card=two,
        known=tuple(known),
        open=tuple(opened),
        placed=placed,
        swapped=(*deal.swapped, Swapped(seat, two, old, now)),
    )
