"""Attacks of Dureń Piątkowy that nobody played, as records: for films, benchmarks and tests.

    evening = play_duren(seed=3, players=4, wrong="does_not_beat")

Hands are really dealt and drawn, and the players keep to the rules but for the wrong that is asked
for. Which flags that must raise is taken from the game itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.random import Generator

from companion.cards import DECK, RANKS
from companion.games.duren_piatkowy import GAME
from companion.record import Record

from .evening import DEALS_TRIED, NAMES, Evening, judged

#: What can be made to go wrong, and the flag that has to come of it.
WRONGS: Mapping[str, str] = {
    "does_not_beat": "does_not_beat",
    "out_of_turn": "out_of_turn",
    "bad_attack_pattern": "bad_attack_pattern",
    "rank_not_allowed": "rank_not_allowed",
}
#: A film is so many attacks.
ATTACKS = 4


def play_duren(seed: int, players: int = 4, wrong: str = "", attacks: int = ATTACKS) -> Evening:
    """So many attacks, with one offence if `wrong` (a key of `WRONGS`) is given.

    Raises ValueError for an unknown wrong, or where no deal of that seed shows it.
    """
    if wrong and wrong not in WRONGS:
        raise ValueError(f"nobody can do {wrong!r} wrong; there are {', '.join(WRONGS)}")
    for attempt in range(DEALS_TRIED):
        rng = np.random.default_rng((seed, attempt))
        evening = judged(_Table(rng, players).played(attacks, wrong))
        if {flag.code for _, flag in evening.flags} == ({WRONGS[wrong]} if wrong else set()):
            return evening
    raise ValueError(f"no deal of seed {seed} could be played with {wrong}")


class _Table:
    """Players with hands, and the game's own state to tell them whose turn it is."""

    def __init__(self, rng: Generator, players: int) -> None:
        self._rng = rng
        self._names = NAMES[:players]
        cards = [card.code for card in DECK]
        rng.shuffle(cards)
        self._hands = {name: [cards.pop() for _ in range(5)] for name in self._names}
        self._talon = cards
        """The card turned up is the first, drawn last."""
        self._state = GAME.start(self._names, {})
        self._events: list[Mapping[str, object]] = []
        self._ended = 0
        self._wrong = ""

    def played(self, attacks: int, wrong: str) -> Record:
        """The record of so many attacks, the wrong in one of the first."""
        self._wrong = wrong
        self._do({"type": "start", "trump_card": self._talon[0]})
        while (public := self._public())["phase"] != "over" and self._ended < attacks:
            {"attack": self._attack, "defend": self._defend, "add": self._add}[public["phase"]](
                public
            )
        return Record("duren-piatkowy", self._names, {}, tuple(self._events), "evening")

    def _public(self) -> Mapping[str, Any]:
        public: Mapping[str, Any] = GAME.public(self._state)
        return public

    def _do(self, event: Mapping[str, object]) -> bool:
        """Book an event; hands and talon follow what it brings. Whether it was accepted."""
        before = self._public()
        self._state, verdict = GAME.apply(self._state, GAME.parse(self._state, event))
        self._events.append(event)
        after = self._public()
        if not verdict.accepted:
            return False
        self._moved(event, before)
        over = before["attacker"] is not None and (
            after["phase"] == "over"
            or (before["attacker"], before["defender"]) != (after["attacker"], after["defender"])
        )
        if over:
            self._ended += 1
            order = [before["attacker"], before["defender"], *self._names]
            for name in dict.fromkeys(order):
                while len(self._hands[name]) < after["hand_sizes"][name]:
                    self._hands[name].append(self._talon.pop())
        return True

    def _moved(self, event: Mapping[str, object], before: Mapping[str, Any]) -> None:
        if event["type"] == "attack":
            for card in event["cards"] if isinstance(event["cards"], Sequence) else ():
                self._hands[str(event["player"])].remove(card)
        elif event["type"] == "beat":
            self._hands[before["defender"]].remove(str(event["card"]))
        elif event["type"] == "take":
            for pair in before["table"]:
                cards = [pair["attack"], pair["beaten_by"]]
                self._hands[before["defender"]] += [card for card in cards if card]

    # Attack

    def _attack(self, public: Mapping[str, Any]) -> None:
        name, room = public["turn"], public["room"]
        if self._due("out_of_turn"):
            others = [n for n in self._names if n not in (name, public["defender"])]
            if others:
                self._wrong = ""
                eager = str(self._rng.choice(others))
                card = str(self._rng.choice(self._hands[eager]))
                self._do({"type": "attack", "player": eager, "cards": [card]})
                self._do({"type": "take_back"})
                return
        opened = public["open_cards"][name]
        hand = [card for card in self._hands[name] if card not in opened]
        if not hand:
            hand = self._hands[name]
        if self._due("bad_attack_pattern") and room >= 2:
            ranks = list(dict.fromkeys(card[0] for card in hand))
            if len(ranks) >= 2:
                self._wrong = ""
                cards = [next(c for c in hand if c[0] == rank) for rank in ranks[:2]]
                self._do({"type": "attack", "player": name, "cards": cards})
                self._do({"type": "accept" if self._rng.random() < 0.5 else "take_back"})
                if self._events[-1]["type"] == "accept":
                    for card in cards:
                        self._hands[name].remove(card)
                return
        lowest = min(hand, key=lambda card: (card[1] == public["trump"], RANKS.index(card[0])))
        same = [card for card in hand if card[0] == lowest[0]]
        cards = same[:2] if len(same) >= 2 and room >= 2 else [lowest]
        if len(cards) == 2 and room >= 3 and self._rng.random() < 0.4:
            cards += [card for card in hand if card[0] != lowest[0]][:1]
        self._do({"type": "attack", "player": name, "cards": cards})

    def _add(self, public: Mapping[str, Any]) -> None:
        name, room, allowed = public["turn"], public["room"], public["allowed_ranks"]
        hand = self._hands[name]
        if self._due("rank_not_allowed"):
            strange = [card for card in hand if card[0] not in allowed]
            if strange:
                self._wrong = ""
                self._do({"type": "attack", "player": name, "cards": strange[:1]})
                self._do({"type": "take_back"})
                return
        fitting = [card for card in hand if card[0] in allowed and card[1] != public["trump"]]
        if fitting and room and self._rng.random() < 0.6:
            self._do({"type": "attack", "player": name, "cards": fitting[: min(room, 2)]})
        else:
            self._do({"type": "pass", "player": name})

    # Defence

    def _defend(self, public: Mapping[str, Any]) -> None:
        trump = public["trump"]
        hand = self._hands[public["defender"]]
        left = [pair["attack"] for pair in public["table"] if pair["beaten_by"] is None]
        if self._due("does_not_beat"):
            weak = [card for card in hand if not _beats(card, left[0], trump)]
            if weak:
                self._wrong = ""
                self._do({"type": "beat", "attack": left[0], "card": weak[0]})
                self._do({"type": "take_back"})
                return
        for attack in left:
            strong = [card for card in hand if _beats(card, attack, trump)]
            if strong and self._rng.random() < 0.93:
                card = min(strong, key=lambda c: (c[1] == trump, RANKS.index(c[0])))
                self._do({"type": "beat", "attack": attack, "card": card})
                return
        self._do({"type": "take"})

    def _due(self, wrong: str) -> bool:
        return self._wrong == wrong and self._rng.random() < 0.5


def _beats(card: str, attack: str, trump: str) -> bool:
    if card[1] == attack[1]:
        return RANKS.index(card[0]) > RANKS.index(attack[0])
    return card[1] == trump
