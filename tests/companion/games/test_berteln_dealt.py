"""Whole deals with real hands: the game against a dealer that knows the rules on its own."""

from __future__ import annotations

import random

import pytest

from companion.games import find

from .berteln_dealer import Dealer

NAMES = ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal"]
CONTRACTS = ("no_hearts", "no_queens", "no_king_of_hearts", "patience")
TABLES = [
    (players, cards)
    for players in range(3, 9)
    for cards in range(12, 53, 4)
    if cards % players == 0
]


def play_rounds(players, cards, seed, mischief, judge):
    """Let a round be dealt and played; `judge(told, verdict, before, after)` sees each event."""
    game, rng = find("berteln"), random.Random(seed)
    names = NAMES[:players]
    state = game.start(names, {"cards_in_play": cards})
    totals = dict.fromkeys(names, 0.0)
    for contract in rng.sample(CONTRACTS, 4):
        public = game.public(state)
        dealer = Dealer(
            names, contract, cards, rng, public["dealer"], public["announcer"], mischief
        )
        for told in dealer.deal():
            before = state
            state, verdict = game.apply(state, game.parse(state, told.event))
            judge(told, verdict, before, state)
        public = game.public(state)
        assert public["phase"] == "announce"
        assert public["deal_points"] == dealer.points()
        totals = {name: totals[name] + dealer.points()[name] for name in names}
        assert public["scores"] == totals
    assert public["round"] == 2


@pytest.mark.parametrize(("players", "cards"), TABLES)
def test_honest_play_is_never_flagged_and_scores_as_counted_by_hand(players, cards):
    game = find("berteln")

    def judge(told, verdict, before, _after):
        legal = game.legal(before)
        assert told.event["type"] in legal.types
        if told.event["type"] == "play":
            assert told.event["card"] in legal.cards[told.event["player"]]
        assert verdict.accepted
        assert verdict.flags == ()

    for seed in range(2):
        play_rounds(players, cards, seed, 0.0, judge)


@pytest.mark.parametrize(("players", "cards"), TABLES)
def test_every_offence_is_flagged_at_the_first_provable_moment_and_nothing_else(players, cards):
    def judge(told, verdict, _before, _after):
        found = [(f.code, f.rule, f.player, f.cards, f.because) for f in verdict.flags]
        assert (told.event, found) == (told.event, told.flags)
        assert verdict.accepted is told.accepted

    for seed in range(8):
        play_rounds(players, cards, seed, 0.15, judge)


def test_the_dealer_finds_every_kind_of_offence():
    codes = set()
    for seed in range(8):
        play_rounds(4, 32, seed, 0.3, lambda told, *_: codes.update(f[0] for f in told.flags))
    assert codes == {
        "not_in_deck",
        "already_played",
        "out_of_turn",
        "cannot_accept",
        "revoke",
        "false_pass",
        "cannot_place",
        "one_row_one_direction",
    }


def test_a_flag_rests_on_events_that_have_happened_and_on_the_one_judged():
    game = find("berteln")

    def judge(_told, verdict, before, after):
        assert after.events == before.events + 1
        for flag in verdict.flags:
            assert flag.rests_on[-1] <= after.events
            assert list(flag.rests_on) == sorted(set(flag.rests_on))
            assert all(game.reason(flag, language) for language in ("de", "en", "pl"))

    play_rounds(5, 40, 1, 0.3, judge)
