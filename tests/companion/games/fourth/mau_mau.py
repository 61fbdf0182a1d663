"""A small Mau-Mau, written against the protocol alone: who has no card left wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import DECK, Language
from companion.games import Answer, Event, Flag, Hands, InvalidEvent, InvalidGame, Legal, Verdict

HAND = 5
CARDS = frozenset(card.code for card in DECK if card.rank in "789TJQKA")


@dataclass(frozen=True)
class State:
    """Only what anybody at the table can see."""

    players: tuple[str, ...]
    sizes: tuple[int, ...]
    turn: int = 0
    top: str | None = None
    out: frozenset[str] = frozenset()
    winner: str | None = None
    events: int = 0


@dataclass(frozen=True)
class Move:
    """A card laid, or one drawn."""

    player: str | None
    card: str | None


class MauMau:
    """See `companion.games.Game`."""

    name = "mau-mau"

    def start(
        self, players: Sequence[str], options: Mapping[str, object], seed: bytes = b""
    ) -> State:
        if len(players) < 2 or options:
            raise InvalidGame("mau-mau: two or more play, without options")
        return State(tuple(players), (HAND,) * len(players))

    def parse(self, state: State, event: Event) -> Move:
        kind, player = event.get("type"), event.get("player")
        if kind not in ("play", "draw") or (player is not None and player not in state.players):
            raise InvalidEvent(f"mau-mau knows no {kind!r} of {player!r}")
        card = event.get("card") if kind == "play" else None
        if kind == "play" and (not isinstance(card, str) or len(card) != 2):
            raise InvalidEvent("a play needs a card")
        return Move(player if isinstance(player, str) else None, card)  # type: ignore[arg-type]

    def apply(self, state: State, move: Move) -> tuple[State, Verdict]:
        state = replace(state, events=state.events + 1)
        player = move.player or state.players[state.turn]
        if state.winner is not None or player != state.players[state.turn]:
            return state, self._refused("out_of_turn", "M1", player, move, state)
        seat, change = state.turn, 1 if move.card is None else -1
        if move.card is not None and not self._fits(state, move.card):
            return state, self._refused("does_not_fit", "M2", player, move, state)
        sizes = tuple(n + change * (i == seat) for i, n in enumerate(state.sizes))
        after = replace(state, sizes=sizes, turn=(seat + 1) % len(sizes))
        if move.card is not None:
            won = player if sizes[seat] == 0 else None
            after = replace(after, top=move.card, out=state.out | {move.card}, winner=won)
        return after, Verdict(True)

    @staticmethod
    def _fits(state: State, card: str) -> bool:
        known = card in CARDS - state.out
        return known and (state.top is None or card[0] == state.top[0] or card[1] == state.top[1])

    @staticmethod
    def _refused(code: str, rule: str, player: str, move: Move, state: State) -> Verdict:
        cards = (move.card,) if move.card else ()
        flag = Flag(code, rule, player, cards, rests_on=tuple(range(1, state.events + 1)))
        return Verdict(False, (flag,))

    def legal(self, state: State, hands: Hands | None = None) -> Legal:
        if state.winner is not None:
            return Legal(())
        turn = state.players[state.turn]
        held = (hands or {}).get(turn, CARDS)
        return Legal(
            ("play", "draw"), {turn: tuple(sorted(c for c in held if self._fits(state, c)))}
        )

    def may_play(self, state: State, player: str | None, cards: Sequence[str]) -> Answer:
        verdict = self.apply(state, Move(player, cards[0]))[1]
        if verdict.accepted:
            return Answer("yes", Flag("fits", "M2", player, tuple(cards)))
        return Answer("no", verdict.flags[0])

    def public(self, state: State) -> dict[str, Any]:
        return {
            "phase": "over" if state.winner else "play",
            "turn": state.players[state.turn],
            "top": state.top,
            "hand_sizes": dict(zip(state.players, state.sizes, strict=True)),
            "scores": {name: int(name == state.winner) for name in state.players},
            "pending": None,
        }

    def deck(self, state: State) -> frozenset[str]:
        return CARDS

    def reason(self, flag: Flag, language: Language) -> str:
        return f"{flag.player}: {flag.code}"

    def sheet(self, state: State) -> dict[str, Any]:
        return {"players": list(state.players), "totals": self.public(state)["scores"]}


GAME = MauMau()
