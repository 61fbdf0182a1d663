"""Whatever is done at a Vier Engel table, in whatever order, the game stays sound."""

from __future__ import annotations

import json
import os

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games import InvalidEvent, find
from companion.games.vier_engel.moves import TYPES

from .vier_engel_tables import TABLES

ACES = ["wind-as", "wasser-as", "feuer-as", "eis-as", "erz-as"]
HEARTS = ["7H", "8H", "9H", "TH", "JH"]
CARDS = ["AC", "AD", "AH", "AS", "JOKER", *HEARTS, "7S", "narr", *ACES]
PEOPLE = ["Ada", "Bea"]


class AnyEvening(RuleBasedStateMachine):
    """A table where anything is laid, turned, sealed, asked, answered and called at random."""

    game = find("vier-engel")

    @initialize(name=st.sampled_from(sorted(TABLES)), seed=st.sampled_from([b"", b"s" * 32]))
    def sit_down(self, name, seed):
        self.options, self.seed = TABLES[name], seed
        self.state = self.game.start(PEOPLE, self.options, seed)
        self.events, self.before = [], []

    def happens(self, event):
        old = self.state
        before = self.game.public(old)
        try:
            move = self.game.parse(old, event)
        except InvalidEvent as fault:
            self.told = str(fault)
            return
        self.state, verdict = self.game.apply(old, move)
        self.events.append(event)
        self.before.append(old)
        after = self.game.public(self.state)
        assert self.game.public(old) == before
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
        assert self.game.apply(old, self.game.parse(old, event)) == (self.state, verdict)
        self._points_go_as_the_rules_say(before, after)

    def _points_go_as_the_rules_say(self, before, after):
        gained = {name: after["scores"][name] - before["scores"][name] for name in PEOPLE}
        assert sum(gain != 0 for gain in gained.values()) <= 1
        last = after["last_round"]
        for name, gain in gained.items():
            if gain:
                assert last["winner"] == name
                won = after["winner"] == name
                assert gain == 1 if won else 0 < gain <= last["points"]
        if after["round"] != before["round"]:
            assert after["layer"] == before["drawer"]
            assert last["reason"] != "void"

    @rule(data=st.data())
    def something_legal(self, data):
        legal = self.game.legal(self.state)
        kinds = [kind for kind in legal.types if kind not in ("annul", "dispute", "start_round")]
        if not kinds:
            return
        event = {"type": data.draw(st.sampled_from(kinds))}
        self.happens(self._completed(event, legal, data))

    def _completed(self, event, legal, data):
        kind = event["type"]
        cards = [card for cards in legal.cards.values() for card in cards]
        if kind in ("turn", "choose", "seal", "announce", "reference"):
            event["card"] = data.draw(st.sampled_from(cards or CARDS))
        if kind == "devil_call" and self.options.get("open"):
            event["card"] = data.draw(st.sampled_from(cards))
        if kind == "announce":
            event["verdict"] = data.draw(st.sampled_from(legal.choices))
        if kind == "lay_open":
            event["cards"] = self._a_set()
        if kind in ("moved", "peeked"):
            event["position"] = 3
        return event

    def _a_set(self):
        return ACES if self.options.get("share") == "rank" else HEARTS

    @rule(kind=st.sampled_from(sorted(TYPES)), data=st.data())
    def anything(self, kind, data):
        event = {"type": kind}
        cards = st.sampled_from(CARDS)
        if kind in ("turn", "choose", "seal", "announce", "reference"):
            event["card"] = data.draw(cards)
        if kind == "devil_call":
            key = data.draw(st.sampled_from(["card", "position", ""]))
            event |= {"card": data.draw(cards)} if key == "card" else {}
            event |= {"position": data.draw(st.integers(0, 6))} if key == "position" else {}
        if kind == "announce":
            event["verdict"] = data.draw(st.sampled_from(["angel", "devil"]))
        if kind == "lay_open":
            event["cards"] = data.draw(st.lists(cards, min_size=4, max_size=6))
        if kind in ("moved", "peeked"):
            event["position"] = data.draw(st.integers(1, 5))
            event |= data.draw(st.sampled_from([{}, {"player": "Ada"}, {"player": "Bea"}]))
        if kind == "release":
            event |= data.draw(st.sampled_from([{}, {"cards_down": 5}, {"cards_down": 4}]))
        if kind == "start_round" and data.draw(st.booleans()):
            event["devil"] = data.draw(cards)
        self.happens(event)

    @precondition(lambda self: getattr(self, "before", None))
    @rule()
    def the_last_event_is_undone_and_done_again(self):
        state, event = self.state, self.events.pop()
        self.state = self.before.pop()
        self.happens(event)
        assert self.state == state

    @invariant()
    def everything_can_be_printed(self):
        if hasattr(self, "state"):
            for part in (self.game.public, self.game.sheet, self.game.audit):
                json.dumps(part(self.state))
            assert repr(self.state)

    @invariant()
    def an_error_is_one_plain_line(self):
        told = getattr(self, "told", "fine")
        assert told.strip()
        assert "\n" not in told

    @invariant()
    def the_five_cards_are_conserved(self):
        if not hasattr(self, "state"):
            return
        public = self.game.public(self.state)
        shown = [one["card"] for one in public["turned"] + public["announced"]]
        assert len(set(shown)) == len(shown) <= 4
        begun = public["phase"] not in ("lay", "over")
        assert public["hidden"] + len(shown) == (5 if begun else 0)
        if public["lying"]:
            assert len(set(public["lying"])) == 5
            assert set(shown) <= set(public["lying"])
        if public["phase"] in ("draw", "call", "answer", "seal"):
            (cards,) = self.game.legal(self.state).cards.values() or ((),)
            if public["phase"] in ("draw", "call") and not public["pending"]:
                assert len(cards) == public["hidden"]
                assert not set(cards) & set(shown)

    @invariant()
    def the_sheet_adds_up_to_the_scores(self):
        if not hasattr(self, "state"):
            return
        sheet, public = self.game.sheet(self.state), self.game.public(self.state)
        for name in PEOPLE:
            counted = sum(row["counted"][name] for row in sheet["rounds"])
            assert counted == sheet["totals"][name] == public["scores"][name]
            assert public["scores"][name] <= sheet["goal"]
            reached = public["scores"][name] >= sheet["target"]
            assert public["needs_full_score"][name] is reached
        assert (public["winner"] is not None) is (sheet["goal"] in public["scores"].values())

    @invariant()
    def what_is_said_to_be_legal_is_accepted(self):
        if not hasattr(self, "state"):
            return
        legal = self.game.legal(self.state)
        for kind in legal.types:
            event = {"type": kind, "position": 1} if kind in ("moved", "peeked") else {"type": kind}
            cards = [card for cards in legal.cards.values() for card in cards]
            if kind in ("turn", "choose", "seal", "announce"):
                event["card"] = cards[-1]
            if kind == "devil_call" and self.options.get("open"):
                event["card"] = cards[-1]
            if kind == "reference":
                event["card"] = "narr"
            if kind == "announce":
                event["verdict"] = legal.choices[0]
            if kind == "lay_open":
                event["cards"] = self._a_set()
                if "deck" in self.options and self.options.get("share") != "rank":
                    continue
            assert self.game.apply(self.state, self.game.parse(self.state, event))[1].accepted


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = settings(
    max_examples=int(os.environ.get("COMPANION_EXAMPLES", "25")),
    stateful_step_count=60,
    deadline=None,
    derandomize=True,
)
