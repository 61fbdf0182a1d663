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
from typing import Any

from companion.cards import DECK, Language
from companion.games import Event, Flag, Legal, Verdict
from companion.games.berteln import course, points, reasons, views
from companion.games.berteln.moves import Move, Play, read_move
from companion.games.berteln.patience import may_act
from companion.games.berteln.state import PatienceDeal, State, TrickDeal, first_state
from companion.games.berteln.table import NAME, lay_table


class Berteln:
    """The rules of Berteln; see `companion.games.Game`."""

    name = NAME

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

    def legal(self, state: State) -> Legal:
        """What is known to be allowed now.

        `cards` are those that raise no flag: in the deck, not played, and such that playing them
        proves no revoke and no false pass of that player.
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
        cards = {state.table.players[seat]: self._unflagged(state, seat) for seat in seats}
        return Legal(tuple(types), cards)

    def _unflagged(self, state: State, seat: int) -> tuple[str, ...]:
        return tuple(card.code for card in DECK if not self.apply(state, Play(seat, card))[1].flags)

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


GAME = Berteln()
