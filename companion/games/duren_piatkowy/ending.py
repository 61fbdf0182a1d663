"""The end of an attack, the drawing, and the end of a game with its payment (D11 to D17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from companion.games.duren_piatkowy.state import Deal, Ended
from companion.games.duren_piatkowy.table import HAND, Table


def won(table: Table, deal: Deal, event: int) -> Deal:
    """The deal after the defender has won: the cards go aside (D11)."""
    return _next(table, deal, event, lost=False)


def lost(table: Table, deal: Deal, event: int) -> Deal:
    """The deal after the defender has taken (D12)."""
    seat = deal.defender
    own = [pair.beaten_by for pair in deal.table if pair.beaten_by is not None]
    attacks = [pair.attack for pair in deal.table]
    hands, opened, known = list(deal.hands), list(deal.open), list(deal.known)
    hands[seat] += len(own) + len(attacks)
    opened[seat] = opened[seat].plus(attacks)
    known[seat] = known[seat].plus(own)
    deal = replace(deal, hands=tuple(hands), open=tuple(opened), known=tuple(known))
    return _next(table, deal, event, lost=True)


def _next(table: Table, deal: Deal, event: int, lost: bool) -> Deal:
    """Draw, and let the former defender attack, unless the game is over (D14, D15, D17)."""
    before = deal.hands
    deal = _draw(table, deal)
    drawn = tuple(now - then for now, then in zip(deal.hands, before, strict=True))
    ended = Ended(
        deal.attacker, deal.defender, deal.table, not lost, event, drawn, hands=deal.hands
    )
    attacker = deal.defender
    defender = table.left_of(attacker)
    over = not all(deal.hands)
    return replace(
        deal,
        attacker=attacker,
        defender=defender,
        limit=deal.hands[defender],
        turn=attacker,
        since=event,
        phase="over" if over else "attack",
        wave=1,
        table=(),
        acted=(),
        ended=(*deal.ended, ended),
    )


def _draw(table: Table, deal: Deal) -> Deal:
    """Hands are filled up to five: main attacker, defender, then on to the left (D14)."""
    if not deal.talon:
        return deal
    others = [seat for seat in table.from_seat(deal.defender) if seat != deal.attacker]
    hands, talon = list(deal.hands), deal.talon
    for seat in (deal.attacker, *others):
        draws = min(max(0, HAND - hands[seat]), talon)
        hands[seat] += draws
        talon -= draws
        if draws and not talon and deal.trump_card is not None:
            known = list(deal.known)
            known[seat] = known[seat].plus([deal.trump_card])
            deal = replace(deal, known=tuple(known), trump_card=None)
    return replace(deal, hands=tuple(hands), talon=talon)


def winners(deal: Deal) -> tuple[int, ...]:
    """Who holds no card at the end (D17)."""
    return tuple(seat for seat, hand in enumerate(deal.hands) if not hand)


def payments(hands: Sequence[int]) -> tuple[Fraction, ...]:
    """What everybody gets or pays: a unit a card, shared equally by who holds none (D17)."""
    share = Fraction(sum(hands), sum(not hand for hand in hands))
    return tuple(Fraction(-hand) if hand else share for hand in hands)
