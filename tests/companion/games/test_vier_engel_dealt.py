"""Whole games with real cards: the game against a dealer that knows the rules on its own."""

from __future__ import annotations

import random

import pytest

from companion.games import find

from .vier_engel_dealer import Dealer
from .vier_engel_tables import TABLES

SEED = bytes(range(32))


def play_game(options, seed, mischief, judge, most=200):
    """Let a game be played; `judge(told, verdict, before, after)` sees each event."""
    game = find("vier-engel")
    dealer = Dealer(options, random.Random(seed), mischief)
    state = game.start(dealer.players, options, SEED)
    for told in dealer.play(most):
        before = state
        assert game.public(before)["scores"] == dealer.scores
        state, verdict = game.apply(state, game.parse(state, told.event))
        judge(told, verdict, before, state)
    public = game.public(state)
    assert public["scores"] == dealer.scores
    assert public["winner"] == dealer.winner
    assert len(game.sheet(state)["rounds"]) == dealer.rounds
    if dealer.winner is None:
        assert (public["layer"], public["round"]) == (dealer.layer, dealer.rounds + 1)
    return dealer


@pytest.mark.parametrize("table", TABLES)
def test_a_legal_game_is_never_flagged_and_scores_as_counted_by_hand(table):
    game, options = find("vier-engel"), TABLES[table]

    def judge(told, verdict, before, _after):
        legal, public = game.legal(before), game.public(before)
        if public["phase"] != "over" or told.event["type"] == "dispute":
            assert told.event["type"] in legal.types
            assert verdict.accepted
            assert verdict.flags == ()
        if public["phase"] == "over":
            return
        if told.event["type"] in ("turn", "choose", "seal", "announce"):
            assert told.event["card"] in legal.cards[public["turn"]]
        if told.event["type"] == "devil_call" and options.get("open"):
            assert told.event["card"] in legal.cards[public["turn"]]

    won = [play_game(options, seed, 0.0, judge).winner for seed in range(4)]
    assert any(won)


@pytest.mark.parametrize("table", TABLES)
def test_every_offence_is_flagged_at_the_first_provable_moment_and_nothing_else(table):
    def judge(told, verdict, _before, _after):
        found = [(f.code, f.rule, f.player, f.cards, f.because) for f in verdict.flags]
        assert (told.event, found) == (told.event, told.flags)
        assert verdict.accepted is told.accepted

    for seed in range(12):
        play_game(TABLES[table], seed, 0.2, judge)


def test_the_dealer_finds_every_kind_of_offence():
    codes = set()
    for options in TABLES.values():
        for seed in range(3):
            play_game(
                options, seed, 0.3, lambda told, *_: codes.update(flag[0] for flag in told.flags)
            )
    assert codes == {
        "pending_first",
        "cannot_accept",
        "nothing_pending",
        "wrong_phase",
        "must_draw",
        "foreign_card",
        "already_turned",
        "wrong_number_of_cards",
        "moved_after_release",
        "peeked",
        "turned_after_end",
        "call_not_allowed",
        "not_a_set",
        "reference_unclear",
        "false_announcement",
    }


@pytest.mark.parametrize("table", TABLES)
def test_a_flag_rests_on_events_that_have_happened_and_on_the_one_judged(table):
    game = find("vier-engel")

    def judge(_told, verdict, before, after):
        assert after.events == before.events + 1
        for flag in verdict.flags:
            assert flag.rests_on[-1] == after.events
            assert list(flag.rests_on) == sorted(set(flag.rests_on))
            assert flag.rests_on[0] >= 1
            assert all(game.reason(flag, language) for language in ("de", "en", "pl"))

    play_game(TABLES[table], 1, 0.3, judge)


@pytest.mark.parametrize("table", ["common", "inrah", "open", "open-layer"])
def test_a_flag_falls_with_any_event_that_it_rests_on(table):
    """Strike out one of them, and the last event no longer raises that flag."""
    game, options, checked = find("vier-engel"), TABLES[table], 0
    events, flagged = [], []

    def judge(told, verdict, _before, _after):
        events.append(told.event)
        for flag in verdict.flags:
            if flag.code not in ("pending_first", "cannot_accept"):
                flagged.append((len(events), flag))

    play_game(options, 5, 0.3, judge, most=12)
    for number, flag in flagged:
        for gone in flag.rests_on[:-1]:
            state, raised = game.start(["Ada", "Bea"], options, SEED), ()
            for n, event in enumerate(events[:number], 1):
                if n != gone:
                    state, verdict = game.apply(state, game.parse(state, event))
                    raised = verdict.flags
            assert flag not in raised
            checked += 1
    assert checked > 5


@pytest.mark.parametrize("table", ["common", "noble", "open-layer"])
def test_correcting_the_one_card_that_was_wrong_gives_the_state_of_the_true_record(table):
    """Also where the wrong card was stopped: it is taken back and the right one is laid."""
    game, options = find("vier-engel"), TABLES[table]
    events = []
    play_game(options, 3, 0.0, lambda told, *_: events.append(told.event), most=6)

    def after(changed):
        state = game.start(["Ada", "Bea"], options, SEED)
        for event in changed:
            state, _ = game.apply(state, game.parse(state, event))
        return state

    true = after(events)
    stopped = 0
    for n, event in enumerate(events):
        if event["type"] not in ("turn", "choose"):
            continue
        wrong = [*events[:n], {**event, "card": "KD"}]
        state = after(wrong)
        corrected = [{**e, "card": event["card"]} if e is wrong[n] else e for e in wrong]
        assert after([*corrected, *events[n + 1 :]]) == true
        if game.public(state)["pending"]:
            stopped += 1
            mended = after([*wrong, {"type": "take_back"}, *events[n:]])
            assert game.public(mended) == game.public(true)
    assert stopped > 3
