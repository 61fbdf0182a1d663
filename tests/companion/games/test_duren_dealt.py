"""Whole games with real hands: Dureń Piątkowy against a dealer that knows the rules on its own."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.games import find

from .duren_dealer import DurenDealer

NAMES = [
    "Ada",
    "Bea",
    "Cem",
    "Dan",
    "Eva",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kai",
    "Lea",
    "Max",
    "Ned",
    "Olo",
    "Pia",
    "Quy",
    "Rob",
    "Sol",
    "Tom",
]
TABLES = [(players, 1) for players in range(2, 11)] + [(n, 2) for n in (2, 3, 4, 6, 11, 20)]


def play_games(players, decks, seed, mischief, judge, games=2):
    """Let games be dealt and played; `judge(told, verdict, before, after, dealer)` sees each."""
    game, rng = find("duren-piatkowy"), random.Random(seed)
    names = NAMES[:players]
    state = game.start(names, {"decks": decks})
    totals = dict.fromkeys(names, 0.0)
    deals_next = names[-1]
    for _ in range(games):
        dealer = DurenDealer(names, decks, rng, deals_next, mischief)
        for told in dealer.game():
            before = state
            state, verdict = game.apply(state, game.parse(state, told.event))
            judge(told, verdict, before, state, dealer)
        public = game.public(state)
        assert public["dealer"] == deals_next
        if dealer.over:
            assert public["phase"] == "over"
            assert public["hand_sizes"] == {name: dealer.size(name) for name in names}
            assert public["winners"] == [name for name in names if not dealer.size(name)]
            totals = {name: totals[name] + dealer.payments()[name] for name in names}
            deals_next = dealer.left_of(deals_next)
        else:
            assert public["phase"] == "deal"
        assert public["scores"] == pytest.approx(totals)
        assert sum(public["scores"].values()) == pytest.approx(0)
    return state


@pytest.mark.parametrize(("players", "decks"), TABLES)
def test_honest_play_is_never_flagged(players, decks):
    game = find("duren-piatkowy")

    def judge(told, verdict, before, _after, _dealer):
        assert (told.event, verdict.flags) == (told.event, ())
        assert verdict.accepted
        legal = game.legal(before)
        assert told.event["type"] in legal.types
        if told.event["type"] == "attack":
            assert set(told.event["cards"]) <= set(legal.cards[told.event["player"]])
        elif told.event["type"] == "beat":
            assert told.event["card"] in legal.cards[game.public(before)["turn"]]

    play_games(players, decks, players, 0.0, judge)


@pytest.mark.parametrize(("players", "decks"), TABLES)
def test_every_offence_is_flagged_at_once_and_nothing_else(players, decks):
    def judge(told, verdict, _before, _after, _dealer):
        found = [(flag.code, flag.rule, flag.player, flag.cards) for flag in verdict.flags]
        assert (told.event, found) == (told.event, told.flags)
        assert verdict.accepted is told.accepted

    for seed in range(2):
        play_games(players, decks, seed, 0.2, judge)


@pytest.mark.parametrize(("players", "decks"), [(3, 1), (5, 1), (3, 2)])
def test_what_is_said_to_be_known_is_so(players, decks):
    game = find("duren-piatkowy")
    checked = Counter()

    def judge(_told, _verdict, before, _after, dealer):
        # The dealer moves on before the referee is told, so it is looked at while nothing lies.
        public = game.public(before)
        if dealer.table or public["phase"] != "attack" or public["pending"]:
            return
        memory = public["remembered"]
        out = Counter(dealer.talon[1:])
        for name in dealer.players:
            hidden = Counter(dealer.hidden[name])
            assert Counter(memory["known_cards"][name]) <= hidden
            assert sorted(public["open_cards"][name]) == sorted(dealer.open[name])
            hand = [*dealer.hidden[name], *dealer.open[name]]
            assert not {card[1] for card in hand} & set(memory["voids"][name])
            out += hidden - Counter(memory["known_cards"][name])
            checked["void"] += bool(memory["voids"][name])
            checked["known"] += bool(memory["known_cards"][name])
        assert Counter(memory["cards_out"]) == out
        assert public["trump_card"] == (dealer.talon[0] if dealer.talon else None)

    for seed in range(2):
        play_games(players, decks, seed, 0.1, judge)
    assert checked["known"]
    assert checked["void"]


def test_the_dealer_finds_every_kind_of_offence():
    codes = set()
    for seed in range(3):
        for decks in (1, 2):
            play_games(4, decks, seed, 0.3, lambda told, *_: codes.update(f[0] for f in told.flags))
    assert codes == {
        "bad_attack_pattern",
        "cannot_accept",
        "does_not_beat",
        "impossible_card",
        "not_enough_cards",
        "not_in_deck",
        "nothing_to_beat",
        "open_card_used",
        "out_of_turn",
        "pending_first",
        "rank_not_allowed",
        "swap_not_allowed",
        "too_many_cards",
    }


def test_a_flag_rests_on_events_that_have_happened_and_is_explained_in_every_language():
    game = find("duren-piatkowy")

    def judge(_told, verdict, before, after, _dealer):
        assert after.events == before.events + 1
        for flag in verdict.flags:
            assert flag.rests_on[-1] == after.events
            assert list(flag.rests_on) == sorted(set(flag.rests_on))
            for language in ("de", "en", "pl"):
                sentence = game.reason(flag, language)
                assert sentence.endswith(".")
                assert "None" not in sentence
                assert "{" not in sentence

    for decks in (1, 2):
        play_games(5, decks, 1, 0.3, judge)
