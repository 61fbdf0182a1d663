"""Dureń Piątkowy: open cards, drawing, swapping, and what is known of hands (D11 to D20)."""

from __future__ import annotations

import pytest

from .duren_evening import DurenEvening

NINE = "Ada Bea Cem Dan Eva Fay Gus Hal Ida"
TEN = f"{NINE} Jon"
ALL_PASS = ", pass" * 9


def test_cards_of_a_beaten_off_attack_are_out_of_the_game():
    evening = DurenEvening("Ada 6C, 6C < 7C, pass, pass, Bea 6C")
    assert evening.flags == ["D19 impossible_card Bea 6C"]


def test_a_lost_attack_lies_open_and_counts_in_the_hand():
    evening = DurenEvening("Ada 8S 6C 6D, 6C < 7C, take")
    assert evening["open_cards"]["Bea"] == ["6C", "6D", "8S"]
    assert evening["hand_sizes"] == {"Ada": 5, "Bea": 8, "Cem": 5}
    assert (evening["talon"], evening["last_attack"]) == (34, "lost")
    assert evening["remembered"]["known_cards"]["Bea"] == ["7C"]


def test_open_cards_stay_out_of_the_main_attack_but_may_stand():
    evening = DurenEvening("Ada 8S 6C 6D, take, Bea 6C 7D 6S")
    assert evening.flags == ["D6 open_card_used Bea 6C"]
    evening.tell("accept")
    assert evening["open_cards"]["Bea"] == []
    assert evening["remembered"]["known_cards"]["Bea"] == ["6D", "8S"]


def test_after_the_main_attack_open_cards_are_in_the_hand_and_known_to_be_there():
    evening = DurenEvening("Ada 8S 6C 6D, take, Bea 7C, 7C < 6H")
    assert evening["open_cards"]["Bea"] == []
    assert evening["remembered"]["known_cards"]["Bea"] == ["6C", "6D", "8S"]
    assert evening.tell("Bea 6C 6D").flags == []
    assert evening["remembered"]["known_cards"]["Bea"] == ["8S"]


def test_with_two_decks_a_card_that_can_be_the_hidden_copy_is_taken_for_it():
    evening = DurenEvening("Ada 8S 6C 6D, take, Bea 6C", decks=2)
    assert evening.flags == []
    assert evening["remembered"]["known_cards"]["Bea"] == ["6D", "8S"]
    # Where the other copy is nobody claims to know any more.
    assert evening.tell("6C < 6C").flags == ["D7 does_not_beat Cem 6C"]


def test_with_two_decks_both_copies_open_cannot_be_hidden():
    evening = DurenEvening("Ada 6C 6C, take, Bea 6C", decks=2)
    assert evening.flags == ["D6 open_card_used Bea 6C"]


def test_with_two_decks_a_copy_known_to_be_left_is_still_known():
    evening = DurenEvening("Ada 6C 5C, accept, 5C < 6C, take, Bea 6C", decks=2)
    assert evening.flags == []
    assert evening["remembered"]["known_cards"]["Bea"] == ["5C", "6C"]
    assert evening.tell("6C < 6C").flags == ["D19 impossible_card Cem 6C"]


def test_players_draw_up_to_five_the_attacker_first_then_the_defender():
    story = f"Ada 6C, 6C < 7C{ALL_PASS}"
    evening = DurenEvening(story, players=TEN)
    assert (evening["talon"], evening["trump_card"], evening["trump"]) == (0, None, "H")
    assert evening["remembered"]["known_cards"]["Bea"] == ["9H"]
    assert evening.tell("Bea 8D, 8D < 9H").flags == ["D19 impossible_card Cem 9H"]


def test_the_former_defender_attacks_next_won_or_lost():
    evening = DurenEvening("Ada 6C, take")
    assert (evening["attacker"], evening["defender"]) == ("Bea", "Cem")
    evening.tell("Bea 7C, 7C < 8C, pass, pass")
    assert (evening["attacker"], evening["defender"]) == ("Cem", "Ada")


# Swapping

SWAPPED = "Ada 6C, 6C < 7C, pass, pass, Bea swap"


def test_the_2_goes_under_the_talon_and_the_trump_card_into_the_hand():
    evening = DurenEvening(SWAPPED)
    assert evening.verdict.accepted
    assert (evening["trump_card"], evening["trump"], evening["talon"]) == ("2H", "H", 35)
    assert evening["remembered"]["known_cards"]["Bea"] == ["9H"]
    assert evening["hand_sizes"]["Bea"] == 5
    assert evening.tell("Bea 2H").flags == ["D19 impossible_card Bea 2H"]


@pytest.mark.parametrize(
    ("story", "players", "why"),
    [
        ("Bea swap", "Ada Bea Cem", "not_won"),
        ("Ada 6C, 6C < 7C, Bea swap", "Ada Bea Cem", "not_won"),
        ("Ada 6C, take, Bea swap", "Ada Bea Cem", "not_won"),
        (f"{SWAPPED}, Bea swap", "Ada Bea Cem", "two"),
        ("Ada 6C, 6C < 2H, pass, pass, Bea swap", "Ada Bea Cem", "hand"),
        ("Ada 6C 6D, 6C < 2H, take, Bea 7C, 7C < 8C, pass, pass, Cem swap", "Ada Bea Cem", "hand"),
        (
            "Ada 6C 6D 8S, 6C < 7C, 6D < 7D, 8S < 9S" + ", pass" * 8 + ", Bea swap",
            NINE,
            "talon",
        ),
    ],
)
def test_a_swap_that_is_not_allowed_is_refused_at_once(story, players, why):
    evening = DurenEvening(story, players=players)
    assert evening.flags[0].startswith("D16 swap_not_allowed")
    assert evening.verdict.flags[0].facts["why"] == why
    assert evening["pending"] is None


def test_a_swap_is_possible_at_any_time_of_the_game():
    evening = DurenEvening("Ada 6C, 6C < 7C, pass, pass, Bea 8C, Bea swap")
    assert evening.verdict.accepted
    evening = DurenEvening("Ada 6C, 6C < 7C, pass, pass, Bea 8C, 8C < 9C, Bea swap")
    assert evening.verdict.accepted
    assert evening["may_swap"] == []


def test_with_two_decks_a_hidden_2_goes_before_an_open_one():
    story = "Ada 6C, 6C < 7C, pass, pass, Bea 2H, take, Cem 8C, 8C < 9C, pass, pass"
    evening = DurenEvening(story, decks=2)
    assert evening["remembered"]["known_cards"]["Cem"] == ["2H"]
    story = "Ada 6C, 6C < 7C, pass, pass, Bea 8C, take, Cem 8D, take, Ada 2H, take, Bea swap"
    evening = DurenEvening(story, decks=2)
    assert evening["open_cards"]["Bea"] == ["2H"]


def test_an_open_2_is_exchanged_where_no_other_is_possible():
    story = "Ada 6C, 6C < 7C, pass, pass, Bea 8C, take, Cem 8D, take, Ada 2H, take, Bea swap"
    evening = DurenEvening(story)
    assert evening.verdict.accepted
    assert evening["open_cards"]["Bea"] == []
    assert evening["remembered"]["known_cards"]["Bea"] == ["9H"]


# What is known


@pytest.mark.parametrize(
    ("story", "flag"),
    [
        ("Ada 9H", "Ada 9H"),
        ("Ada 6C 6C", "Ada 6C 6C"),
        ("Ada 6C, 6C < 9H", "Bea 9H"),
        ("Ada 6C, take, Bea 7C, 7C < 6C", "Cem 6C"),
        ("Ada 6C 6D, 6C < 7C, take, Bea 8D, 8D < 7C", "Cem 7C"),
    ],
)
def test_a_card_that_is_known_to_be_elsewhere_cannot_be_played(story, flag):
    evening = DurenEvening(story)
    assert evening.flags == [f"D19 impossible_card {flag}"]
    assert evening.tell("accept").flags[0].startswith("R2 cannot_accept")


def test_a_hand_of_which_every_card_is_known_holds_no_other():
    story = "Ada 3C 3D 7S, 3C < 4C, 3D < 4D, 7S < 8S, pass, Cem 8C 8D 4S, accept"
    evening = DurenEvening(f"{story}, 8C < TC, 8D < TD, take, Bea KC")
    assert evening["hand_sizes"]["Bea"] == 11
    assert evening.flags == ["D19 impossible_card Bea KC"]
    assert evening["remembered"]["voids"]["Bea"] == ["H"]
    assert evening.tell("take_back, Bea TC").flags == []


def test_more_cards_than_the_unknown_part_of_a_hand_can_hold_are_all_named():
    evening = DurenEvening("Ada 6C 6D, 6C < 7C, take, Bea 3C 3D 4C 4D 5S")
    assert evening.flags == ["D19 impossible_card Bea 3C 3D 4C 4D 5S"]
    assert evening.tell("take_back, Bea 3C 3D 4C 4D 7C").flags == []


def test_nobody_plays_more_cards_than_they_hold():
    evening = DurenEvening("Ada 6C 6D 8S 8D JC JD")
    assert evening.flags == ["D20 not_enough_cards Ada 6C 6D 8S 8D JC JD"]
    assert evening.tell("accept").flags[0].startswith("R2 cannot_accept")


def test_a_joker_is_no_card_of_the_deck_and_comes_first():
    evening = DurenEvening("Ada JOKER 6C JOKER 6D 8S 8D")
    assert evening.flags == ["D1 not_in_deck Ada JOKER JOKER"]


def test_suits_that_a_known_hand_lacks_are_remembered():
    evening = DurenEvening(f"Ada 6C, 6C < 7C{ALL_PASS}", players=TEN)
    assert evening["remembered"]["voids"]["Ada"] == []
    evening.tell("Bea 9H 2C 2D 3C 3D, 9H < TH, 2C < 4C, 2D < 4D, 3C < 5C, 3D < 5D")
    assert evening["phase"] == "over"


# The end


def test_who_is_out_of_cards_is_paid_by_the_others_and_it_adds_up_to_nothing():
    evening = DurenEvening(f"Ada 6C, 6C < 7C{ALL_PASS}", players=TEN)
    evening.tell("Bea 2C 2D 3C 3D 9H, 2C < 4C, 2D < 4D, 3C < 5C, 3D < 5D, 9H < TH")
    assert (evening["phase"], evening["wave"], evening["turn"]) == ("over", 0, None)
    assert evening["winners"] == ["Bea", "Cem"]
    assert evening["scores"]["Bea"] == 20
    assert sum(evening["scores"].values()) == 0
    assert evening["hand_sizes"]["Dan"] == 5


def test_a_share_that_is_no_finite_decimal_is_kept_exactly():
    evening = DurenEvening(f"Ada 6C, 6C < 7C{ALL_PASS}", players=TEN)
    evening.tell("Bea 2C 2D 3C 3D 9H, take")
    assert evening["winners"] == ["Bea"]
    assert evening["open_cards"]["Cem"] == ["2C", "2D", "3C", "3D", "9H"]
    assert evening["scores"]["Bea"] == 5 * 8 + 10


@pytest.mark.parametrize("words", ["Ada 7D", "take", "pass", "Ada swap", "annul", "7D < 8D"])
def test_after_the_end_only_the_next_game_has_its_place(words):
    evening = DurenEvening(f"Ada 6C, 6C < 7C{ALL_PASS}", players=TEN)
    evening.tell(f"Bea 2C 2D 3C 3D 9H, take, {words}")
    assert evening.flags == ["R6 wrong_phase"]
    assert evening.tell("accept").flags == ["R5 nothing_pending"]


def test_the_next_game_is_dealt_by_the_next_player_and_the_score_goes_on():
    evening = DurenEvening(f"Ada 6C, 6C < 7C{ALL_PASS}", players=TEN)
    evening.tell("Bea 2C 2D 3C 3D 9H, take, trumps QS")
    assert (evening["game_number"], evening["dealer"], evening["attacker"]) == (2, "Ada", "Bea")
    assert evening["scores"]["Bea"] == 50
    assert (evening["trump"], evening["last_attack"]) == ("S", None)
    assert evening.tell("Bea 6C").flags == []
    assert evening.tell("annul")["game_number"] == 2


# The sheet


def test_the_sheet_has_a_row_for_each_game_that_counts_and_its_attacks_behind_it():
    evening = DurenEvening(f"Ada 6C, 6C < 7C{ALL_PASS}", players=TEN)
    evening.tell("Bea 2C 2D 3C 3D 9H, take, trumps QS, Bea 6C, annul")
    sheet = evening.sheet
    (deal,) = sheet["deals"]
    assert deal["points"]["Bea"] == deal["totals"]["Bea"] == sheet["totals"]["Bea"] == 50
    assert deal["winners"] == ["Bea"]
    first, second = deal["attacks"]
    assert first["events"] == [2, 3]
    assert (first["result"], second["result"]) == ("won", "lost")
    assert second["table"][4] == {"attack": "9H", "by": "Bea", "beaten_by": None}
    assert sheet["running"] is None


def test_the_running_game_stands_beside():
    sheet = DurenEvening("Ada 6C, take, Bea 7C").sheet
    assert sheet["deals"] == []
    assert sheet["running"]["attacks"][0]["result"] == "lost"
    assert sheet["running"]["table"] == [{"attack": "7C", "by": "Bea", "beaten_by": None}]
