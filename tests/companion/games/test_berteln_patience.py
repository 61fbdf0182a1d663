"""Patience: B16 to B21."""

from __future__ import annotations

import pytest

from .evening import Evening


def test_the_announcer_begins_with_any_card_and_one_only():
    evening = Evening(announcer="Cem").tell("patience:")
    assert evening["turn"] == "Cem"
    assert evening.tell("9C")["turn"] == "Dan"
    assert evening["rows"] == {"C": ["9", "9"]}
    assert evening.tell("Cem TC").flags == ["B16 out_of_turn Cem TC"]


@pytest.mark.parametrize("card", ["TC", "8C", "AH", "AD"])
def test_a_card_goes_above_or_below_its_suit_or_opens_another_with_the_ace(card):
    evening = Evening().tell(f"patience: 9C, Bea {card}")
    assert evening.flags == []
    assert evening["turn"] == "Bea"


@pytest.mark.parametrize("card", ["JC", "7C", "KH", "9H", "AC"])
def test_anything_else_fits_nowhere(card):
    evening = Evening().tell(f"patience: 9C, Bea {card}")
    assert evening.flags == [f"B17 cannot_place Bea {card}"]
    assert evening.tell("accept").flags == [f"R2 cannot_accept Bea {card}"]


def test_rows_do_not_go_round_from_the_ace():
    assert Evening().tell("patience: AS, Bea 7S").flags == ["B17 cannot_place Bea 7S"]
    assert Evening().tell("patience: 7S, Bea AS").flags == ["B17 cannot_place Bea AS"]


def test_several_cards_may_be_laid_in_one_direction():
    evening = Evening().tell("patience: 9C, Bea TC, Bea JC, QC, KC, AC")
    assert evening.flags == []
    assert evening["rows"] == {"C": ["9", "A"]}
    assert evening["hand_sizes"] == {"Ada": 7, "Bea": 3, "Cem": 8, "Dan": 8}


def test_after_an_ace_has_opened_a_suit_it_goes_downwards():
    assert Evening().tell("patience: 9C, Bea AS, Bea KS, QS").flags == []


@pytest.mark.parametrize("card", ["8C", "AH"])
def test_another_direction_or_row_has_to_wait_for_another_turn(card):
    evening = Evening().tell(f"patience: 9C, Bea TC, Bea {card}")
    assert evening.flags == [f"B18 one_row_one_direction Bea {card}"]
    assert evening.tell("accept").flags == [f"R2 cannot_accept Bea {card}"]


def test_a_card_that_fits_nowhere_is_that_rather_than_the_wrong_direction():
    evening = Evening().tell("patience: 9C, Bea TC, Bea 7C")
    assert evening.flags == ["B17 cannot_place Bea 7C"]


def test_a_turn_lasts_until_the_next_player_acts():
    evening = Evening().tell("patience: 9C, Bea TC")
    assert evening["turn"] == "Bea"
    assert evening.tell("Cem 8C")["turn"] == "Cem"
    assert evening.tell("Bea JC").flags == ["B16 out_of_turn Bea JC"]


def test_one_who_has_laid_nothing_yet_has_to_act_before_the_next_player():
    assert Evening().tell("patience: 9C, Cem 8C").flags == ["B16 out_of_turn Cem 8C"]


def test_a_play_of_the_next_player_that_is_stopped_does_not_end_the_turn():
    evening = Evening().tell("patience: 9C, Bea TC, Cem 7H")
    assert evening.flags == ["B17 cannot_place Cem 7H"]
    assert evening["turn"] == "Bea"
    assert evening.tell("take_back, Bea JC").flags == []


def test_the_turn_can_be_passed_on_after_laying_and_that_is_no_pass():
    evening = Evening().tell("patience: 9C, Bea TC, Bea pass")
    assert evening["turn"] == "Cem"
    evening.tell("Cem 8C, Dan 7C, Ada JC, Bea AS")
    assert evening.flags == []


def test_the_next_player_may_pass_as_well_and_that_is_a_pass():
    evening = Evening().tell("patience: 9C, Bea TC, Cem pass")
    assert evening["turn"] == "Dan"
    evening.tell("Dan 8C, Ada 7C, Bea pass, Cem JC")
    assert evening.flags == ["B19 false_pass Cem < JC"]


def test_a_pass_without_a_name_is_by_the_player_whose_turn_it_is():
    assert Evening().tell("patience: 9C, Bea TC, pass")["turn"] == "Cem"


def test_a_pass_before_the_first_card_is_refused():
    assert Evening().tell("patience: Ada pass").flags == ["R6 wrong_phase"]
    assert Evening().tell("patience: Bea pass").flags == ["R6 wrong_phase"]


def test_a_pass_out_of_turn_is_refused_and_nothing_waits():
    evening = Evening().tell("patience: 9C, Dan pass")
    assert evening.flags == ["B16 out_of_turn Dan"]
    assert not evening.verdict.accepted
    assert evening["pending"] is None


def test_a_pass_is_proved_false_by_a_card_that_fitted_then():
    evening = Evening().tell("patience: 9C, Bea pass, Cem 8C, Dan pass, Ada pass")
    assert evening.tell("Bea 7C").flags == []
    assert evening.tell("Cem pass, Dan TC").flags == ["B19 false_pass Dan < TC"]
    assert evening.verdict.accepted
    assert evening.verdict.flags[0].cards == ()
    assert evening.tell("Ada JC").flags == []


def test_a_false_pass_rests_on_the_row_the_pass_and_the_card():
    evening = Evening().tell("patience: 9C, Bea 8C, Cem pass, Dan pass, Ada pass, Bea AS")
    (flag,) = evening.tell("Cem TC").verdict.flags
    assert flag.rests_on == (2, 3, 4, 8)


def test_a_card_out_of_turn_rests_on_what_gave_the_turn_to_another():
    evening = Evening().tell("patience: 9C, Bea TC, Cem pass, Ada 8C")
    assert evening.verdict.flags[0].rests_on == (4, 5)
    evening.tell("take_back, Dan 8C, Cem 7C")
    assert evening.verdict.flags[0].rests_on == (4, 7, 8)


def test_an_ace_proves_every_earlier_pass_false_the_oldest_first_and_once():
    evening = Evening().tell("patience: 9C, Bea pass, Cem TC, Dan 8C, Ada 7C, Bea pass")
    evening.tell("Cem JC, Dan pass, Ada pass, Bea AS")
    assert evening.flags == ["B19 false_pass Bea < AS"] * 2
    assert [flag.rests_on[0] for flag in evening.verdict.flags] == [3, 7]
    assert evening.tell("Bea pass, Cem QC, Dan pass, Ada pass, Bea AD").flags == []


def test_passing_is_free_where_the_table_has_agreed_so():
    evening = Evening(may_pass=True).tell("patience: 9C, Bea pass, Cem 8C, Dan pass, Ada pass")
    assert evening.tell("Bea TC").flags == []


def test_an_accepted_card_out_of_turn_is_laid_and_the_turn_goes_on_from_there():
    evening = Evening().tell("patience: 9C, Cem 8C")
    assert evening.flags == ["B16 out_of_turn Cem 8C"]
    assert evening.tell("accept")["turn"] == "Dan"
    assert evening["rows"] == {"C": ["8", "9"]}
    assert evening.tell("Cem 7C").flags == ["B16 out_of_turn Cem 7C"]


def test_an_accepted_card_out_of_turn_ends_the_turn_it_interrupts():
    evening = Evening().tell("patience: 9C, Bea TC, Dan 8C, accept")
    assert evening["turn"] == "Ada"
    assert evening.tell("Bea JC").flags == ["B16 out_of_turn Bea JC"]


def test_an_accepted_card_out_of_turn_can_prove_a_false_pass():
    evening = Evening().tell("patience: 9C, Bea pass, Cem 8C, Bea TC, accept")
    assert evening.flags == ["B19 false_pass Bea < TC"]


def test_a_card_out_of_turn_that_fits_nowhere_cannot_be_accepted():
    evening = Evening().tell("patience: 9C, Dan 9H")
    assert evening.flags == ["B16 out_of_turn Dan 9H"]
    assert evening.tell("accept").flags == ["R2 cannot_accept Dan 9H"]


def test_a_card_laid_before_the_announcer_may_be_any_and_can_stand():
    evening = Evening().tell("patience: Cem 9H, accept")
    assert evening["rows"] == {"H": ["9", "9"]}
    assert evening["turn"] == "Dan"


@pytest.mark.parametrize(
    ("play", "flag"),
    [
        ("Dan 2C", "B1 not_in_deck Dan 2C"),
        ("Dan 9C", "B1 already_played Dan 9C"),
        ("Dan KH", "B16 out_of_turn Dan KH"),
        ("Bea KH", "B17 cannot_place Bea KH"),
    ],
)
def test_of_several_faults_only_the_first_is_flagged(play, flag):
    assert Evening().tell(f"patience: Ada 9C, {play}").flags == [flag]


def test_the_first_to_have_laid_all_cards_gets_the_pot_and_the_deal_is_over():
    evening = Evening(cards_in_play=12).tell("patience: KC, Bea AC, Cem QC, Dan AS, KS, QS")
    assert evening["phase"] == "announce"
    assert evening["scores"] == {"Ada": 0, "Bea": 0, "Cem": 0, "Dan": 30}


def test_a_card_accepted_out_of_turn_can_be_the_last_one():
    evening = Evening(cards_in_play=12).tell("patience: KC, Bea AC, Cem pass, Dan AS, KS")
    evening.tell("Ada pass, Dan QS, accept")
    assert evening["scores"]["Dan"] == 30


@pytest.mark.parametrize("kind", ["end_deal", "no_hearts", "Ada bids 10"])
def test_what_has_no_place_in_a_patience_is_refused(kind):
    assert Evening().tell(f"patience: 9C, {kind}").flags == ["R6 wrong_phase"]
