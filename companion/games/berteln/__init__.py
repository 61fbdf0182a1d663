"""Berteln, the North German game of tricks and patience.

The rules and their numbers (B1 to B22) stand in `berteln.de.md` beside this package, with every
question that the source leaves open and the reading chosen for it. The source is Frank Hintsch's
description of the game (draft of a Wikipedia article, 14 October 2022).

>>> state = GAME.start(["Ada", "Bea", "Cem"], {"cards_in_play": 12})
>>> state, verdict = GAME.apply(state, GAME.parse(state, {"type": "play", "card": "7C"}))
>>> verdict.accepted, GAME.reason(verdict.flags[0], "en")
(False, 'First the contract has to be announced.')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.cards import DECK, Language
from companion.games import Answer, Event, Flag, Hands, Legal, Verdict
from companion.games.berteln import asking, course, points, reasons, views
from companion.games.berteln.moves import Move, Play, read_move
from companion.games.berteln.patience import may_act
from companion.games.berteln.state import PatienceDeal, State, TrickDeal, first_state
from companion.games.berteln.table import NAME, lay_table
from companion.games.berteln.tricks import following


class Berteln:
    """The rules of Berteln; see `companion.games.Game`."""

    name = NAME
    each_card_once: Final = True

    def start(
        self,
        players: Sequence[str],
        options: Mapping[str, object],
        seed: bytes = b"",  # noqa: ARG002 - nothing is secret here
    ) -> State:
        """The state before the first event; raises InvalidGame."""
        return first_state(lay_table(players, options))

    def parse(self, state: State, event: Event) -> Move:
        """The move that `event` means; raises InvalidEvent."""
        return read_move(event, state.table.players)

    def apply(self, state: State, move: Move) -> tuple[State, Verdict]:
        """The state after `move`, and the verdict on it."""
        return course.apply(state, move)

    def legal(self, state: State, hands: Hands | None = None) -> Legal:
        """What is known to be allowed now.

        `cards` are those that raise no flag: in the deck, not played, and such that playing them
        proves no revoke and no false pass of that player. From a given hand suit is followed, and
        whoever can lay a card does not pass (B7, B19).
        """
        deal = state.deal
        if state.pending is not None:
            ruling = ("take_back", "accept") if state.pending.acceptable else ("take_back",)
            return Legal((*ruling, "annul"))
        undo = ("annul",) if state.before is not None else ()
        if deal is None:
            return Legal(("announce", *undo), choices=state.contracts_left)
        types = ["play", *undo]
        if state.phase == "bid_or_play":
            types.append("bid")
        if isinstance(deal, PatienceDeal) and deal.laid:
            types.append("pass")
        if isinstance(deal, TrickDeal) and deal.contract in ("no_hearts", "no_queens"):
            types += ["end_deal"] if points.all_taken(state.table, deal) else []
        seats = may_act(state.table, deal) if isinstance(deal, PatienceDeal) else (deal.turn,)
        cards = {}
        for seat in seats:
            hand = (hands or {}).get(state.table.players[seat])
            found = self._unflagged(state, seat) if hand is None else self._of(hand, state, seat)
            cards[state.table.players[seat]] = found
            if hand is not None and seat == deal.turn:
                types = [kind for kind in types if kind not in _forbidden(state, bool(found))]
        return Legal(tuple(types), cards)

    def _unflagged(self, state: State, seat: int) -> tuple[str, ...]:
        return tuple(card.code for card in DECK if not self.apply(state, Play(seat, card))[1].flags)

    def _of(self, hand: Sequence[str], state: State, seat: int) -> tuple[str, ...]:
        cards = [card for card in DECK if card.code in hand]
        if isinstance(state.deal, TrickDeal):
            cards = following(state.deal, cards)
        allowed = (card for card in cards if self.apply(state, Play(seat, card))[1].accepted)
        return tuple(card.code for card in allowed)

    def may_play(self, state: State, player: str | None, cards: Sequence[str]) -> Answer:
        """Whether that card may be played; see `asking`."""
        return asking.may_play(state, player, cards)

    def public(self, state: State) -> dict[str, Any]:
        """The public state, with the keys of the rules page."""
        return views.public(state)

    def deck(self, state: State) -> frozenset[str]:
        """Codes of the cards in play (B1)."""
        return frozenset(card.code for card in state.table.deck)

    def reason(self, flag: Flag, language: Language) -> str:
        """One sentence that tells a person why `flag` was raised."""
        return reasons.reason(flag, language)

    def sheet(self, state: State) -> dict[str, Any]:
        """The score sheet; see `views.sheet`."""
        return views.sheet(state)


def _forbidden(state: State, can_lay: bool) -> tuple[str, ...]:
    """What the hand of whoever's turn it is rules out: to lay nothing, or to pass (B19)."""
    deal = state.deal
    if not can_lay:
        return ("play",) if isinstance(deal, PatienceDeal) and not deal.this_turn else ()
    must_lay = isinstance(deal, PatienceDeal) and not deal.this_turn and not state.table.may_pass
    return ("pass",) if must_lay else ()


GAME = Berteln()
