"""The defender beats attack cards (D7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.cards import RANKS, Card
from companion.games import Flag
from companion.games.duren_piatkowy import attacks, grounds
from companion.games.duren_piatkowy.attacks import flagged
from companion.games.duren_piatkowy.ending import won
from companion.games.duren_piatkowy.grounds import joined
from companion.games.duren_piatkowy.knowledge import after_playing
from companion.games.duren_piatkowy.state import Deal, Pair, Play
from companion.games.duren_piatkowy.table import Table

_HEIGHT: Final = {rank: height for height, rank in enumerate(RANKS)}


def beats(card: Card, attack: Card, trump: str) -> bool:
    """Whether a card beats an attack card: higher in its suit, or a trump on a plain card (D7)."""
    if card.suit == attack.suit:
        return _HEIGHT[card.rank] > _HEIGHT[attack.rank]
    return card.suit == trump


def unbeaten(pairs: Sequence[Pair], attack: Card) -> int | None:
    """Where the first unbeaten attack card of that name lies; None if there is none (D7)."""
    for place, pair in enumerate(pairs):
        if pair.beaten_by is None and pair.attack == attack:
            return place
    return None


def judge(table: Table, deal: Deal, play: Play, attack: Card) -> tuple[Flag, bool] | None:
    """What is provably wrong with a beat, and whether it can be accepted; None if nothing."""
    (card,) = play.cards
    place = unbeaten(deal.table, attack)
    if place is None:
        beaten = any(pair.attack == attack for pair in deal.table)
        rests_on = joined(grounds.of_pairs(deal.table))
        facts = {"attack": attack.code, "beaten": beaten}
        flag = flagged(table, "D7", "nothing_to_beat", play, play.cards, rests_on, **facts)
        return flag, False
    fault = attacks.not_playable(table, deal, play)
    if fault is not None:
        return fault, False
    if beats(card, attack, deal.trump):
        return None
    rests_on = (deal.began, deal.table[place].event)
    facts = {"attack": attack.code, "trump": deal.trump}
    return flagged(table, "D7", "does_not_beat", play, play.cards, rests_on, **facts), True


def lay(table: Table, deal: Deal, play: Play, attack: Card, now: int) -> Deal:
    """The deal after a card that beats, or that the table lets beat, an attack card (D7, D10)."""
    place = unbeaten(deal.table, attack)
    assert place is not None, "a beat without an attack card is never applied"
    pair = replace(deal.table[place], beaten_by=play.cards[0], beaten=play.event)
    deal = replace(
        deal,
        table=(*deal.table[:place], pair, *deal.table[place + 1 :]),
        **after_playing(deal, play.seat, play.cards),  # type: ignore[arg-type]
    )
    if any(pair.beaten_by is None for pair in deal.table):
        return deal
    if not deal.hands[deal.defender]:
        return won(table, deal, now)
    return attacks.next_wave(table, deal, now)
