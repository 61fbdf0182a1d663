"""Dureń Piątkowy, a game of attack and defence, as played by Go players in Warsaw.

The rules and their numbers (D1 to D20) stand in `duren_piatkowy.de.md` beside this package, with
every question that the source leaves open and the reading chosen for it. The source is John
McLeod's account of the game, which he learned in Warsaw in 1981.

>>> state = GAME.start(["Ada", "Bea", "Cem"], {})
>>> state, _ = GAME.apply(state, GAME.parse(state, {"type": "start", "trump_card": "9H"}))
>>> state, verdict = GAME.apply(state, GAME.parse(state, {"type": "attack", "cards": ["3C", "5C"]}))
>>> verdict.accepted, GAME.reason(verdict.flags[0], "en")
(False, 'A main attack is made of pairs and at most one further card: 3 and 5 stand alone.')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import DECK, Card, Language
from companion.games import Answer, Event, Flag, Hands, Legal, Verdict
from companion.games.duren_piatkowy import asking, attacks, course, defence, reasons, views
from companion.games.duren_piatkowy.moves import Move, read_move
from companion.games.duren_piatkowy.state import Deal, Play, State, first_state
from companion.games.duren_piatkowy.swapping import hindrance, two_of_trumps
from companion.games.duren_piatkowy.table import NAME, lay_table


class DurenPiatkowy:
    """The rules of Dureń Piątkowy; see `companion.games.Game`."""

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

    def legal(self, state: State, hands: Hands | None = None) -> Legal:
        """What is known to be allowed now.

        `cards` are those of which the player could play one alone without any flag: for the
        defender, those that beat one of the unbeaten cards.
        """
        hands = hands or {}
        deal = state.deal
        if state.pending is not None:
            ruling = ("take_back", "accept") if state.pending.acceptable else ("take_back",)
            return Legal((*ruling, "annul"))
        if deal is None or deal.phase == "over":
            return Legal(("start",), choices=tuple(card.code for card in DECK))
        types = {
            "attack": ["attack"],
            "add": ["attack", "pass"],
            "defend": ["beat", "take"],
        }[deal.phase]
        table = state.table
        two = two_of_trumps(deal).code
        if any(
            not hindrance(table, deal, seat) and two in hands.get(name, (two,))
            for seat, name in enumerate(table.players)
        ):
            types.append("swap")
        turn = table.players[deal.turn]
        cards = tuple(
            card.code
            for card in DECK
            if card.code in hands.get(turn, (card.code,)) and _unflagged(state, deal, card)
        )
        if turn in hands and not cards and deal.phase != "attack":
            types = [kind for kind in types if kind not in ("attack", "beat")]
        return Legal((*types, "annul"), {turn: cards})

    def may_play(self, state: State, player: str | None, cards: Sequence[str]) -> Answer:
        """Whether these cards may attack, or that one beat; see `asking`."""
        return asking.may_play(state, player, cards)

    def public(self, state: State) -> dict[str, Any]:
        """The public state, with the keys of the rules page; see `views.public`."""
        return views.public(state)

    def deck(self, state: State) -> frozenset[str]:  # noqa: ARG002 - it is always the same
        """Codes of the 52 cards, of which there are one or two copies (D1)."""
        return frozenset(card.code for card in DECK)

    def reason(self, flag: Flag, language: Language) -> str:
        """One sentence that tells a person why `flag` was raised."""
        return reasons.reason(flag, language)

    def sheet(self, state: State) -> dict[str, Any]:
        """The payments of all games; see `views.sheet`."""
        return views.sheet(state)


def _unflagged(state: State, deal: Deal, card: Card) -> bool:
    """Whether whoever's turn it is could play that card without any flag."""
    play = Play(deal.turn, (card,), state.events + 1)
    if deal.phase != "defend":
        return attacks.judge(state.table, deal, play) is None
    return any(
        defence.judge(state.table, deal, play, pair.attack) is None
        for pair in deal.table
        if pair.beaten_by is None
    )


GAME = DurenPiatkowy()
