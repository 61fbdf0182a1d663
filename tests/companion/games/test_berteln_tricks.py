"""Berteln with tricks: B6 to B11."""

from __future__ import annotations

import pytest

from .evening import Evening


def test_the_player_left_of_the_dealer_leads_and_then_it_goes_clockwise():
    evening = Evening().tell("no_hearts:")
    assert evening["turn"] == "Ada"
    assert evening.tell("7C")["turn"] == "Bea"
    assert evening.tell("8C, 9C")["turn"] == "Dan"


def test_the_winner_of_a_trick_leads_the_next():
    evening = Evening().tell("no_hearts: 7C, 8C, KC, 9C")
    assert evening["turn"] == "Cem"
    assert evening["trick"] == []


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("7C, 8C, 9C, TC", "Dan"),
        ("AC, 8C, 9C, TC", "Ada"),
        ("7C, AH, AS, 8C", "Dan"),
        ("7C, AH, AS, KS", "Ada"),
        ("AC, 7D, KC, QC", "Bea"),
        ("AC, 7D, KC, TD", "Dan"),
        ("7D, AC, AH, AS", "Ada"),
        ("TD, JD, QD, 9D", "Cem"),
    ],
)
def test_the_highest_trump_wins_and_without_trumps_the_highest_of_the_suit_led(trick, winner):
    assert Evening().tell(f"no_queens: {trick}")["turn"] == winner


def test_one_who_does_not_follow_suit_is_noted_but_not_accused():
    evening = Evening().tell("no_hearts: 7C, 9S")
    assert evening.flags == []
    assert evening["voids"] == {"Ada": [], "Bea": ["C"], "Cem": [], "Dan": []}


def test_voids_stand_in_the_order_of_the_suits():
    evening = Evening().tell("no_hearts: 7S, Bea 7H, 8S, 9S, 7C, Ada 8C, Bea 8H")
    assert evening["voids"]["Bea"] == ["C", "S"]


def test_a_revoke_is_flagged_when_a_later_card_proves_it_and_names_both_cards():
    evening = Evening().tell("no_hearts: 7C, Bea 9S, 8C, TC, Dan 9C, JC, Bea QC")
    assert evening.flags == ["B7 revoke Bea 9S < QC"]
    assert evening.verdict.accepted
    assert evening["voids"]["Bea"] == []
    assert evening["pending"] is None


def test_a_revoke_rests_on_the_card_led_the_card_thrown_and_the_card_that_proves_it():
    evening = Evening().tell("no_hearts: 7C, Bea 9S, 8C, TC, Dan 9C, JC, Bea QC")
    (flag,) = evening.verdict.flags
    assert flag.rests_on == (2, 3, 8)
    assert flag.facts == {"trick": 1, "suit": "C"}


def test_trumps_are_a_suit_of_their_own_for_a_revoke():
    evening = Evening().tell("no_hearts: 7D, 8D, Cem 7H, 9D, 7S, 8S, 9S, Cem TD")
    assert evening.flags == ["B7 revoke Cem 7H < TD"]


def test_each_trick_broken_is_flagged_once_and_the_oldest_first():
    evening = Evening().tell(
        "no_hearts: 7C, Bea 9S, 8C, TC, Dan 9C, JC, Bea 7H, QC, Cem KC, 8S, 7S, Bea AC"
    )
    assert evening.flags == ["B7 revoke Bea 9S < AC", "B7 revoke Bea 7H < AC"]
    assert evening.tell("Bea JS, QS, KS, AS").flags == []


def test_a_suit_can_be_denied_again_after_a_proved_revoke():
    evening = Evening().tell("no_hearts: 7C, Bea 9S, 8C, TC, Dan 9C, JC, Bea QC, 8D")
    evening.tell("Cem KC, AC, Ada 7H, Bea 8H")
    assert evening["voids"]["Bea"] == ["C"]


def test_a_card_out_of_turn_is_held_until_the_table_rules():
    evening = Evening().tell("no_hearts: 7C, Cem 9C")
    assert evening.flags == ["B6 out_of_turn Cem 9C"]
    assert not evening.verdict.accepted
    assert evening["pending"] == {"code": "out_of_turn", "player": "Cem", "card": "9C"}
    assert evening.trick == ["7C"]
    assert evening["hand_sizes"]["Cem"] == 8


def test_an_accepted_card_out_of_turn_counts_and_the_turn_stays():
    evening = Evening().tell("no_hearts: 7C, Dan TC, accept")
    assert evening.flags == []
    assert evening.trick == ["7C", "TC"]
    assert evening["turn"] == "Bea"
    assert evening.tell("8C, 9C")["turn"] == "Dan"
    assert evening["trick"] == []


def test_an_accepted_card_out_of_turn_leads_the_suit_if_it_is_the_first():
    evening = Evening().tell("no_hearts: Cem 9C, accept")
    assert evening["turn"] == "Ada"
    evening.tell("Ada 7S, Bea TC, Dan 8C")
    assert evening["voids"]["Ada"] == ["C"]
    assert evening["turn"] == "Bea"


def test_an_accepted_card_out_of_turn_can_prove_a_revoke():
    evening = Evening().tell("no_hearts: 7C, Bea 9S, 8C, TC, Dan 9C, Bea QC")
    assert evening.flags == ["B6 out_of_turn Bea QC"]
    assert evening.tell("accept").flags == ["B7 revoke Bea 9S < QC"]
    assert evening.verdict.accepted


def test_a_card_taken_back_proves_nothing():
    evening = Evening().tell("no_hearts: 7C, Bea 9S, 8C, TC, Dan 9C, Bea QC, take_back")
    assert evening.flags == []
    assert evening["voids"]["Bea"] == ["C"]


def test_a_second_card_to_one_trick_cannot_stand():
    evening = Evening().tell("no_hearts: 7C, Ada 8C")
    assert evening.flags == ["B6 out_of_turn Ada 8C"]
    assert evening.tell("accept").flags == ["R2 cannot_accept Ada 8C"]
    assert evening["pending"]["card"] == "8C"


def test_a_card_accepted_out_of_turn_may_not_be_followed_by_another_of_that_player():
    evening = Evening().tell("no_hearts: 7C, Dan TC, accept, Dan 9C, accept")
    assert evening.flags == ["R2 cannot_accept Dan 9C"]


@pytest.mark.parametrize(
    ("play", "flag"),
    [
        ("Bea 2C", "B1 not_in_deck Bea 2C"),
        ("Cem 2C", "B1 not_in_deck Cem 2C"),
        ("Bea JOKER", "B1 not_in_deck Bea JOKER"),
        ("Bea 7C", "B1 already_played Bea 7C"),
        ("Dan 7C", "B1 already_played Dan 7C"),
        ("Ada 7C", "B1 already_played Ada 7C"),
        ("Dan 8C", "B6 out_of_turn Dan 8C"),
    ],
)
def test_of_several_faults_only_the_first_is_flagged(play, flag):
    assert Evening().tell(f"no_hearts: Ada 7C, {play}").flags == [flag]


@pytest.mark.parametrize("play", ["Bea 2C", "Bea 7C", "Cem 7C", "Bea JOKER"])
def test_what_cannot_lie_there_cannot_be_accepted(play):
    evening = Evening().tell(f"no_hearts: Ada 7C, {play}, accept")
    assert evening.flags[0].startswith("R2 cannot_accept")
    assert not evening.verdict.accepted
    assert evening.tell("take_back")["pending"] is None


def test_a_card_taken_back_may_be_played_later():
    evening = Evening().tell("no_hearts: 7C, Cem 9C, take_back, 8C, Cem 9C")
    assert evening.flags == []


def test_nobody_has_to_be_named_when_it_is_their_turn():
    named = Evening().tell("no_hearts: Ada 7C, Bea 9S, Cem 8C, Dan TC, Dan 9C")
    assert Evening().tell("no_hearts: 7C, 9S, 8C, TC, 9C")["trick"] == named["trick"]


@pytest.mark.parametrize("kind", ["pass", "no_queens", "Ada bids 10"])
def test_what_has_no_place_while_tricks_are_played_is_refused(kind):
    evening = Evening().tell(f"no_hearts: 7C, {kind}")
    assert evening.flags == ["R6 wrong_phase"]
    assert evening["pending"] is None
