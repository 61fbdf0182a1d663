"""Whatever is done at a Berteln table, in whatever order, the game stays sound."""

from __future__ import annotations

import json
import os

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.cards import DECK, JOKER
from companion.games import find
from companion.games.berteln.table import CARDS_IN_PLAY, CONTRACTS

NAMES = ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal"]
BARE = st.sampled_from(["take_back", "accept", "annul", "end_deal"])


class AnyEvening(RuleBasedStateMachine):
    """A table where anything is called, laid and passed at random, small decks preferred."""

    game = find("berteln")

    @initialize(
        players=st.integers(3, 8),
        small=st.booleans(),
        may_pass=st.booleans(),
        bonus=st.sampled_from([0, 10, 2.5]),
    )
    def sit_down(self, players, small, may_pass, bonus):
        self.players = NAMES[:players]
        cards = CARDS_IN_PLAY[players]
        if small:
            cards = next(n for n in range(12, 53, 4) if n % players == 0)
        options = {"cards_in_play": cards, "may_pass": may_pass, "bid_bonus": bonus}
        self.cards = cards
        self.deck = [
            str(card) for card in DECK if card in self.game.start(self.players, options).table.deck
        ]
        self.state = self.game.start(self.players, options)

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
        for flag in verdict.flags:
            assert set(flag.rests_on) <= set(range(1, self.state.events + 1))
            assert self.game.reason(flag, "de")
            json.dumps(flag.to_json())

    @rule(contract=st.sampled_from(CONTRACTS))
    def announce(self, contract):
        self.happens({"type": "announce", "contract": contract})

    @rule(data=st.data())
    def play_something_legal(self, data):
        cards = self.game.legal(self.state).cards
        if cards and any(cards.values()):
            player = data.draw(st.sampled_from([name for name in cards if cards[name]]))
            card = data.draw(st.sampled_from(cards[player]))
            self.happens({"type": "play", "player": player, "card": card})

    @rule(data=st.data())
    def play_any_card(self, data):
        cards = [*self.deck, str(JOKER), "2C"]
        event = {"type": "play", "card": data.draw(st.sampled_from(cards))}
        self.happens(event | self._perhaps_a_player(data))

    @rule(data=st.data())
    def pass_(self, data):
        self.happens({"type": "pass"} | self._perhaps_a_player(data))

    @rule(data=st.data(), points=st.sampled_from([0, -10, 22.5]))
    def bid(self, data, points):
        self.happens({"type": "bid", "points": points} | self._perhaps_a_player(data))

    @rule(kind=BARE)
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
        if running is None:
            assert held == 0
            return
        laid = running.get("cards") or [
            *(card for trick in running.get("tricks", []) for card in trick["cards"]),
            *running.get("unfinished", []),
        ]
        codes = [card["card"] for card in laid]
        assert len(set(codes)) == len(codes)
        assert set(codes) <= set(self.deck)
        assert held + len(codes) == self.cards
        assert min(public["hand_sizes"].values()) >= 0

    @invariant()
    def the_sheet_adds_up_to_the_scores(self):
        if not hasattr(self, "state"):
            return
        sheet = self.game.sheet(self.state)
        scores = self.game.public(self.state)["scores"]
        cells = [c for r in sheet["rounds"] for c in r["cells"].values() if c]
        for name in self.players:
            assert sum(cell["points"][name] for cell in cells) == scores[name]
            assert sheet["totals"][name] == scores[name]

    @invariant()
    def what_is_said_to_be_legal_is_accepted(self):
        if not hasattr(self, "state"):
            return
        legal = self.game.legal(self.state)
        turn = self.game.public(self.state)["turn"]
        for kind in legal.types:
            event = {"type": kind}
            if kind == "announce":
                event["contract"] = legal.choices[0]
            elif kind == "bid":
                event["points"] = 0
            elif kind == "play":
                if not legal.cards[turn]:
                    continue
                event |= {"player": turn, "card": legal.cards[turn][0]}
            verdict = self.game.apply(self.state, self.game.parse(self.state, event))[1]
            assert verdict.accepted


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = settings(
    max_examples=int(os.environ.get("COMPANION_EXAMPLES", "25")),
    stateful_step_count=60,
    deadline=None,
    derandomize=True,
)
