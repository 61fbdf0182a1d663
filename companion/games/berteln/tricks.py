"""Tricks: follow suit, who wins, and the revoke that a later card proves (B6 to B11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.cards import RANKS, Card
from companion.games import Flag
from companion.games.berteln.state import Discard, Laid, Trick, TrickDeal, events_of
from companion.games.berteln.table import Table

TRUMPS: Final = "D"
_STRENGTH: Final = {rank: strength for strength, rank in enumerate(RANKS)}


def winner(trick: Sequence[Laid]) -> int:
    """The seat that wins a trick: highest trump, else highest card of the suit led (B8)."""
    led = trick[0].card.suit

    def strength(laid: Laid) -> tuple[bool, bool, int]:
        card = laid.card
        return card.suit == TRUMPS, card.suit == led, _STRENGTH[card.rank]

    return max(trick, key=strength).seat


def judge(table: Table, deal: TrickDeal, play: Laid) -> tuple[Flag, bool] | None:
    """What is provably wrong with a play, and whether it can be accepted; None if nothing (B10).

    That the card is in the deck and was not played before is checked by then.
    """
    if play.seat == deal.turn:
        return None
    second = any(laid.seat == play.seat for laid in deal.trick)
    flag = Flag(
        "out_of_turn",
        "B6",
        table.players[play.seat],
        (play.card.code,),
        facts={"turn": table.players[deal.turn], "second": second},
        rests_on=(*events_of(of_turn(deal)), play.event),
    )
    return flag, not second


def following(deal: TrickDeal, hand: Sequence[Card]) -> list[Card]:
    """The cards of a hand that follow the suit led; all of them where none does (B7)."""
    same = [card for card in hand if deal.trick and card.suit == deal.trick[0].card.suit]
    return same or list(hand)


def of_turn(deal: TrickDeal) -> tuple[Laid, ...]:
    """The cards from which it follows whose turn it is.

    Those of the trick so far, and those of the one before unless its winner has led: a card led
    out of turn and let stand gives the turn to nobody.
    """
    before = deal.tricks[-1] if deal.tricks else None
    if before is None or (deal.trick and deal.trick[0].seat == before.winner):
        return deal.trick
    return before.cards + deal.trick


def revokes(table: Table, deal: TrickDeal, play: Laid) -> tuple[Flag, ...]:
    """The flags for earlier tricks in which this card was held back, oldest first (B9)."""
    return tuple(
        Flag(
            "revoke",
            "B7",
            table.players[play.seat],
            (discard.card.card.code,),
            (play.card.code,),
            facts={"trick": discard.trick, "suit": play.card.suit},
            rests_on=(discard.led.event, discard.card.event, play.event),
        )
        for discard in deal.discards
        if _proves(play, discard)
    )


def _proves(play: Laid, discard: Discard) -> bool:
    return play.seat == discard.card.seat and play.card.suit == discard.led.card.suit


def lay(table: Table, deal: TrickDeal, play: Laid) -> TrickDeal:
    """The deal after a play that counts, in turn or accepted (B6, B11)."""
    trick = (*deal.trick, play)
    discards = deal.discards
    if discards:
        discards = tuple(d for d in discards if not _proves(play, d))
    if play.card.suit != trick[0].card.suit:
        discards = (*discards, Discard(len(deal.tricks) + 1, trick[0], play))
    tricks = deal.tricks
    if len(trick) == len(table.players):
        turn = winner(trick)
        tricks, trick = (*tricks, Trick(trick, turn)), ()
    else:
        turn = deal.turn
        played = {laid.seat for laid in trick}
        while turn in played:
            turn = table.left_of(turn)
    return replace(
        deal,
        turn=turn,
        laid=(*deal.laid, play),
        out=deal.out | {play.card},
        trick=trick,
        tricks=tricks,
        discards=discards,
    )


def voids(deal: TrickDeal, seat: int) -> list[str]:
    """The suits that a player has shown to lack, in the order C D H S."""
    return sorted({d.led.card.suit for d in deal.discards if d.card.seat == seat})
