"""Vier Engel, ein Teufel: one lays five cards, the other draws angels and fears the devil.

The rules and their numbers (V1 to V18) stand in `vier_engel.de.md` beside this package, with every
question that the source leaves open and the reading chosen for it.

>>> state = GAME.start(["Ada", "Bea"], {})
>>> for event in ({"type": "release"}, {"type": "turn", "card": "AC"}, {"type": "bank"}):
...     state, verdict = GAME.apply(state, GAME.parse(state, event))
>>> GAME.public(state)["scores"], GAME.public(state)["layer"]
({'Ada': 0, 'Bea': 1}, 'Bea')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import DECK, Language
from companion.games import Answer, Event, Flag, Hands, Legal, Verdict
from companion.games.vier_engel import audit, course, known, open_game, reasons, sheet, views
from companion.games.vier_engel.moves import Move, read_move
from companion.games.vier_engel.state import State, first_state
from companion.games.vier_engel.table import NAME, lay_table


class VierEngel:
    """The rules of Vier Engel, ein Teufel; see `companion.games.Game`."""

    name = NAME

    def start(
        self, players: Sequence[str], options: Mapping[str, object], seed: bytes = b""
    ) -> State:
        """The state before the first event; raises InvalidGame.

        `seed` feeds the nonces of the judge's commitments, see `companion.seal.nonce_of`.
        """
        return first_state(lay_table(players, options, seed))

    def parse(self, state: State, event: Event) -> Move:
        """The move that `event` means; raises InvalidEvent."""
        return read_move(event, state)

    def apply(self, state: State, move: Move) -> tuple[State, Verdict]:
        """The state after `move`, and the verdict on it."""
        return course.apply(state, move)

    def legal(
        self,
        state: State,
        hands: Hands | None = None,  # noqa: ARG002 - nobody holds any cards
    ) -> Legal:
        """What is known to be allowed now; see `known.legal`."""
        return known.legal(state)

    def may_play(
        self,
        state: State,
        player: str | None,  # noqa: ARG002
        cards: Sequence[str],  # noqa: ARG002
    ) -> Answer:
        """There is nothing to ask: no card is played from a hand (V3, V16)."""
        rule = "V16" if state.table.open else "V3"
        return Answer("nothing", Flag("nothing_to_ask", rule, None))

    def public(self, state: State) -> dict[str, Any]:
        """The public state, with the keys of the rules page; see `views.public`."""
        return views.public(state)

    def deck(self, state: State) -> frozenset[str]:
        """Face down the five cards of the round, open all that may be laid (V1, V14)."""
        table = state.table
        if not table.open:
            return frozenset(state.round.cards)
        return (
            frozenset(card.code for card in DECK) if table.deck is None else frozenset(table.deck)
        )

    def reason(self, flag: Flag, language: Language) -> str:
        """One sentence that tells a person why `flag` was raised."""
        return reasons.reason(flag, language)

    def sheet(self, state: State) -> dict[str, Any]:
        """The race, round by round; see `sheet.sheet`."""
        return sheet.sheet(state)

    def told(self, state: State) -> int:
        """How many answers and disputes of the judge there were (V16, V17)."""
        return state.told

    def kept(self, state: State, event: Event) -> Event:
        """The event as it may be written down; see `audit.kept`."""
        return audit.kept(state, event)

    def exported(self, before: State, after: State, event: Event) -> Event | None:
        """The event as a record may tell it; see `audit.exported`."""
        return audit.exported(before, after, event)

    def meant(self, state: State, card: str) -> Event | None:
        """The seal that a reference means (V18); None if it fits none or several of the five."""
        if state.phase != "seal":
            return None
        devil = open_game.meant(state.table, state.round.lying, card)
        return None if devil is None else {"type": "seal", "card": devil}

    def audit(self, state: State) -> dict[str, Any]:
        """All sealed rounds with what is opened of them, for `companion verify` (V17)."""
        return audit.audit(state)


GAME = VierEngel()
