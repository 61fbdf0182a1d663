"""Whole deals of Berteln that nobody played, as records: for films, benchmarks and tests.

    evening = play(seed=3, players=4, contracts=("no_queens",), wrongs=("revoke",))
    evening.record, evening.flags

Hands are really dealt, and the players follow the rules and avoid what costs points; where a wrong
is asked for, one player breaks the rule once. Which flags that must raise is not decided here but
taken from the game itself, by replaying the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from companion.cards import RANKS, Card
from companion.games import Flag
from companion.games.berteln import GAME
from companion.games.berteln.table import CONTRACTS, lay_table
from companion.record import Record, replay

NAMES = ("Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gil", "Hao")
#: What can be made to go wrong, and the flag that has to come of it.
WRONGS: Mapping[str, str] = {
    "revoke": "revoke",
    "out_of_turn": "out_of_turn",
    "out_of_turn_accepted": "out_of_turn",
    "false_pass": "false_pass",
}
#: Not every hand lets itself be played wrong: so many are dealt before giving up.
DEALS_TRIED = 200


@dataclass(frozen=True)
class Evening:
    """A record and what the referee has to say about it."""

    record: Record
    flags: tuple[tuple[int, Flag], ...]
    """Number of the event (from 1) and the flag that it raises."""
    scores: Mapping[str, Any]
    """Points of each player at the end."""


def play(
    seed: int,
    players: int = 4,
    contracts: Sequence[str] | None = None,
    wrongs: Sequence[str] = (),
    *,
    to_the_end: bool = False,
    cards_in_play: int | None = None,
) -> Evening:
    """Deals of these contracts (default: a round of all four), one after the other.

    Each of `wrongs` (keys of `WRONGS`) happens once or more, in a deal where it can. With
    `to_the_end` nobody ends a deal early. `cards_in_play` is the game's option. Raises ValueError
    for wrongs that these contracts cannot show, and for an unknown one.
    """
    chosen = tuple(contracts or CONTRACTS)
    for wrong in wrongs:
        if wrong not in WRONGS:
            raise ValueError(f"nobody can do {wrong!r} wrong; there are {', '.join(WRONGS)}")
        if (wrong == "false_pass") != ("patience" in chosen) and len(chosen) == 1:
            raise ValueError(f"{wrong} does not happen in {chosen[0]}")
    for attempt in range(DEALS_TRIED):
        rng = np.random.default_rng((seed, attempt))
        table = _Table(rng, players, cards_in_play, to_the_end=to_the_end)
        evening = judged(table.played(chosen, wrongs))
        codes = {flag.code for _, flag in evening.flags}
        if codes == {WRONGS[wrong] for wrong in wrongs}:
            return evening
    raise ValueError(f"no deal of seed {seed} could be played with {', '.join(wrongs)}")


def judged(record: Record) -> Evening:
    """The record with the flags that the game raises for it, and the points at its end."""
    flags: list[tuple[int, Flag]] = []
    game, state = record.begin()
    for step in replay(record):
        flags += [(step.number, flag) for flag in step.verdict.flags]
        state = step.state
    return Evening(record, tuple(flags), game.public(state)["scores"])


class _Table:
    """Players with hands, and the game's own state to tell them whose turn it is."""

    def __init__(
        self, rng: Generator, players: int, cards_in_play: int | None, *, to_the_end: bool
    ) -> None:
        self._rng = rng
        self._names = NAMES[:players]
        self._to_the_end = to_the_end
        self._options = {} if cards_in_play is None else {"cards_in_play": cards_in_play}
        self._state = GAME.start(self._names, self._options)
        self._deck = sorted(lay_table(self._names, self._options).deck, key=lambda card: card.code)
        self._events: list[Mapping[str, object]] = []
        self._hands: dict[str, list[Card]] = {}

    def played(self, contracts: Sequence[str], wrongs: Sequence[str]) -> Record:
        """The record of these deals. A wrong is left out where the cards do not allow it."""
        left = list(wrongs)
        for number, contract in enumerate(contracts):
            of_patience = contract == "patience"
            here = [wrong for wrong in left if (wrong == "false_pass") == of_patience]
            later = contracts[number + 1 :]
            if not of_patience and any(c != "patience" for c in later):
                here = here[: max(1, len(here) - 1)] if here else here
            left = [wrong for wrong in left if wrong not in here]
            self._deal()
            self._do({"type": "announce", "contract": contract})
            if of_patience:
                self._play_patience(bool(here))
            else:
                self._play_tricks(contract, here)
        return Record("berteln", self._names, self._options, tuple(self._events), "evening")

    def _deal(self) -> None:
        order = self._rng.permutation(len(self._deck))
        each = len(self._deck) // len(self._names)
        self._hands = {
            name: [self._deck[i] for i in order[seat * each : (seat + 1) * each]]
            for seat, name in enumerate(self._names)
        }

    def _do(self, event: Mapping[str, object]) -> Mapping[str, Any]:
        self._state, verdict = GAME.apply(self._state, GAME.parse(self._state, event))
        self._events.append(event)
        if verdict.accepted and event["type"] == "play":
            self._hands[str(event["player"])].remove(_card(str(event["card"])))
        return self._public()

    def _public(self) -> Mapping[str, Any]:
        public: Mapping[str, Any] = GAME.public(self._state)
        return public

    def _play_tricks(self, contract: str, wrongs: Sequence[str]) -> None:
        each = len(self._hands[self._names[0]])
        # When in the deal each wrong is tried first: early, so that a revoke can be proved.
        when = {wrong: int(self._rng.integers(1, max(2, each - 2))) for wrong in wrongs}
        done: set[str] = set()
        while (public := self._public())["phase"] == "play":
            trick, turn = public["trick"], public["turn"]
            number = each - max(public["hand_sizes"].values()) + 1
            if self._may_end(contract):
                self._do({"type": "end_deal"})
                return
            led = trick[0]["card"][1] if trick else None
            early = next(
                (w for w in when if w.startswith("out") and w not in done and number >= when[w]),
                None,
            )
            if early and self._out_of_turn(public, led, accepted=early.endswith("accepted")):
                done.add(early)
                continue
            hand = self._hands[turn]
            suited = [card for card in hand if card.suit == led]
            others = [card for card in hand if card.suit != led]
            due = number >= when.get("revoke", each + 1) and "revoke" not in done
            if due and suited and others:
                done.add("revoke")
                suited = []
            card = self._choice(contract, trick, suited or (others if led else hand), led)
            self._do({"type": "play", "player": turn, "card": card.code})

    def _may_end(self, contract: str) -> bool:
        if self._to_the_end or contract == "no_king_of_hearts" or self._rng.random() < 0.7:
            return False
        return "end_deal" in GAME.legal(self._state).types

    def _out_of_turn(self, public: Mapping[str, Any], led: str | None, *, accepted: bool) -> bool:
        """Somebody plays before his turn; the table lets it stand or the card goes back."""
        there = {laid["player"] for laid in public["trick"]}
        eager = [
            name for name in self._names
            if name not in there and name != public["turn"] and self._hands[name]
        ]  # fmt: skip
        if not eager or (led is None and self._rng.random() < 0.7):
            return False
        name = eager[int(self._rng.integers(len(eager)))]
        hand = self._hands[name]
        fitting = [card for card in hand if card.suit == led] or hand
        card = fitting[int(self._rng.integers(len(fitting)))]
        self._do({"type": "play", "player": name, "card": card.code})
        if not accepted:
            self._do({"type": "take_back"})
            return True
        self._do({"type": "accept"})
        hand.remove(card)
        return True

    def _choice(
        self, contract: str, trick: Sequence[Mapping[str, str]], cards: Sequence[Card],
        led: str | None,
    ) -> Card:  # fmt: skip
        """A card that a cautious player takes: low when leading, ducking, shedding what costs."""
        if self._rng.random() < 0.15:
            return cards[int(self._rng.integers(len(cards)))]
        if led is None:
            return min(cards, key=lambda card: (_cost(contract, card), _strength(card)))
        if cards[0].suit != led:
            return max(cards, key=lambda card: (_cost(contract, card), _strength(card)))
        best = max(
            (_strength(_card(laid["card"])) for laid in trick if laid["card"][1] == led), default=0
        )
        below = [card for card in cards if _strength(card) < best]
        return max(below, key=_strength) if below else min(cards, key=_strength)

    def _play_patience(self, wrong: bool) -> None:
        turn = self._public()["turn"]
        first = min(self._hands[turn], key=lambda card: abs(_strength(card) - 9))
        public = self._do({"type": "play", "player": turn, "card": first.code})
        while public["phase"] == "play":
            # A turn ends when the next player acts, so the game still names the one before.
            turn = self._names[(self._names.index(turn) + 1) % len(self._names)]
            runs = list(self._runs(turn, public["rows"]))
            # A pass is proved false by a card that is laid later: so not with the last cards.
            if wrong and runs and len(self._hands[turn]) > 2 and self._rng.random() < 0.4:
                wrong, runs = False, []
            if not runs:
                public = self._do({"type": "pass", "player": turn})
                continue
            run = max(runs, key=lambda cards: (len(cards), self._rng.random()))
            for card in run:
                public = self._do({"type": "play", "player": turn, "card": card.code})

    def _runs(self, player: str, rows: Mapping[str, Sequence[str]]) -> Iterator[list[Card]]:
        """Every longest sequence that a player could lay in one turn."""
        hand = set(self._hands[player])
        for suit in "CDHS":
            if suit not in rows:
                starts = [(RANKS.index("A"), -1)]
            else:
                low, high = (RANKS.index(rank) for rank in rows[suit])
                starts = [(high + 1, 1), (low - 1, -1)]
            for start, step in starts:
                run = []
                rank = start
                while 0 <= rank < len(RANKS) and Card(RANKS[rank], suit) in hand:
                    run.append(Card(RANKS[rank], suit))
                    rank += step
                if run:
                    yield run


def _card(code: str) -> Card:
    return Card(code[0], code[1])


def _strength(card: Card) -> int:
    return RANKS.index(card.rank)


def _cost(contract: str, card: Card) -> int:
    """How much a player wants to be rid of a card."""
    if contract == "no_hearts":
        return int(card.suit == "H")
    if contract == "no_queens":
        return int(card.rank == "Q")
    return 2 * int(card.code == "KH") + int(card.suit == "H")
