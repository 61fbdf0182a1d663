"""Whatever is done at a table of Dureń Piątkowy, in whatever order, the game stays sound."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.cards import DECK, JOKER
from companion.games import find

NAMES = ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon"]
CODES = [card.code for card in DECK]


class AnyEvening(RuleBasedStateMachine):
    """A table where anything is called, laid and passed at random."""

    game = find("duren-piatkowy")

    @initialize(players=st.sampled_from([2, 3, 4, 9, 10]), decks=st.sampled_from([1, 2]))
    def sit_down(self, players, decks):
        self.players, self.decks = NAMES[:players], decks
        self.state = self.game.start(self.players, {"decks": decks})

    def happens(self, event):
        before = self.game.public(self.state)
        old = self.state
        move = self.game.parse(old, event)
        self.state, verdict = self.game.apply(old, move)
        after = self.game.public(self.state)
        assert self.game.public(old) == before
        # Undo and the same event again: nothing but the state decides.
        assert self.game.apply(old, move) == (self.state, verdict)
        assert self.state.events == old.events + 1
        if not verdict.accepted:
            assert len(verdict.flags) == 1
            assert {**after, "pending": None} == {**before, "pending": None}
            if before["pending"]:
                assert after["pending"] == before["pending"]
        else:
            assert after["pending"] is None
            assert verdict.flags == ()
        for flag in verdict.flags:
            assert set(flag.rests_on) <= set(range(1, self.state.events + 1))
            assert self.game.reason(flag, "de")
            json.dumps(flag.to_json())

    @rule(data=st.data())
    def go_on_lawfully(self, data):
        legal, public = self.game.legal(self.state), self.game.public(self.state)
        kinds = [kind for kind in legal.types if kind != "annul"]
        kind = data.draw(st.sampled_from(kinds))
        event = {"type": kind}
        cards = legal.cards.get(public["turn"], ())
        if kind == "start":
            event["trump_card"] = data.draw(st.sampled_from(CODES))
        elif kind == "swap":
            event["player"] = data.draw(st.sampled_from(public["may_swap"]))
        elif kind in ("attack", "beat"):
            if not cards:
                return
            card = data.draw(st.sampled_from(cards))
            event |= {"cards": [card]} if kind == "attack" else {"card": card}
        if kind == "beat":
            targets = [pair["attack"] for pair in public["table"] if not pair["beaten_by"]]
            event["attack"] = data.draw(st.sampled_from(targets))
        self.happens(event)

    @rule(data=st.data())
    def attack_with_anything(self, data):
        cards = data.draw(st.lists(st.sampled_from([*CODES, str(JOKER)]), min_size=1, max_size=6))
        self.happens({"type": "attack", "cards": cards} | self._perhaps_a_player(data))

    @rule(data=st.data())
    def beat_with_anything(self, data):
        table = [pair["attack"] for pair in self.game.public(self.state)["table"]]
        attack = data.draw(st.sampled_from([*table, *table, *table, "7C"]))
        card = data.draw(st.sampled_from([*CODES, str(JOKER)]))
        self.happens({"type": "beat", "attack": attack, "card": card})

    @rule(data=st.data(), kind=st.sampled_from(["pass", "swap"]))
    def say(self, data, kind):
        self.happens({"type": kind} | self._perhaps_a_player(data))

    @rule(kind=st.sampled_from(["take", "take_back", "take_back", "accept", "accept", "annul"]))
    def call(self, kind):
        self.happens({"type": kind})

    def _perhaps_a_player(self, data):
        player = data.draw(st.sampled_from([None, *self.players]))
        return {"player": player} if player else {}

    @invariant()
    def the_state_can_be_printed(self):
        if hasattr(self, "state"):
            json.dumps(self.game.public(self.state))
            json.dumps(self.game.sheet(self.state))

    @invariant()
    def every_card_is_in_one_place(self):
        if not hasattr(self, "state"):
            return
        public, running = self.game.public(self.state), self.game.sheet(self.state)["running"]
        held = sum(public["hand_sizes"].values())
        if public["phase"] == "deal":
            assert (held, public["talon"]) == (0, 0)
            return
        attacks = (running or self.game.sheet(self.state)["deals"][-1])["attacks"]
        laid = [pair for attack in attacks if attack["result"] == "won" for pair in attack["table"]]
        laid += public["table"]
        cards = [card for pair in laid for card in (pair["attack"], pair["beaten_by"]) if card]
        assert held + public["talon"] + len(cards) == 52 * self.decks
        assert min(public["hand_sizes"].values()) >= 0
        seen = [*cards, *([public["trump_card"]] if public["trump_card"] else [])]
        seen += [card for held in public["open_cards"].values() for card in held]
        memory = public["remembered"]
        seen += [card for held in memory["known_cards"].values() for card in held]
        if running:
            assert sorted([*seen, *memory["cards_out"]]) == sorted(CODES * self.decks)
        for name in self.players:
            known = len(public["open_cards"][name]) + len(memory["known_cards"][name])
            assert known <= public["hand_sizes"][name]

    @invariant()
    def attacks_keep_to_the_limit_unless_the_table_let_it_pass(self):
        if hasattr(self, "state"):
            public = self.game.public(self.state)
            assert public["room"] is None or public["room"] >= 0
            if public["phase"] == "add":
                assert public["room"] > 0
                assert public["hand_sizes"][public["turn"]] > 0

    @invariant()
    def payments_add_up_to_nothing(self):
        if not hasattr(self, "state"):
            return
        sheet = self.game.sheet(self.state)
        assert sum(sheet["totals"].values()) == pytest.approx(0)
        for deal in sheet["deals"]:
            assert sum(deal["points"].values()) == pytest.approx(0)
            paid = [held for held in deal["hands"].values() if held]
            assert -sum(p for p in deal["points"].values() if p < 0) == sum(paid)


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = settings(
    max_examples=int(os.environ.get("COMPANION_EXAMPLES", "25")),
    stateful_step_count=60,
    deadline=None,
    derandomize=True,
)
