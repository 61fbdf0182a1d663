"""Dureń Piątkowy: dealing, attacking, defending, waves, and what the table may rule (D1 to D10)."""

from __future__ import annotations

import pytest

from companion.games import InvalidEvent, InvalidGame, find

from .duren_evening import DurenEvening

TEN = "Ada Bea Cem Dan Eva Fay Gus Hal Ida Jon"


def start(players, options):
    return find("duren-piatkowy").start(players, options)


def test_everybody_gets_five_cards_and_the_rest_is_the_talon_with_the_turned_up_card():
    evening = DurenEvening()
    assert evening["hand_sizes"] == {"Ada": 5, "Bea": 5, "Cem": 5}
    assert (evening["talon"], evening["trump_card"], evening["trump"]) == (37, "9H", "H")


def test_two_decks_make_a_talon_of_twice_the_size():
    assert DurenEvening(decks=2)["talon"] == 89


def test_the_player_left_of_the_dealer_attacks_the_next_one():
    evening = DurenEvening()
    assert (evening["dealer"], evening["attacker"], evening["defender"]) == ("Cem", "Ada", "Bea")
    evening = DurenEvening(dealer="Ada")
    assert (evening["attacker"], evening["defender"], evening["turn"]) == ("Bea", "Cem", "Bea")


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (["Ada"], {}, "2 or more"),
        ([f"P{n}" for n in range(11)], {}, "at most 10"),
        ([f"P{n}" for n in range(21)], {"decks": 2}, "at most 20"),
        (["Ada", "Bea"], {"decks": 3}, "decks: 3"),
        (["Ada", "Bea"], {"decks": True}, "decks: true"),
        (["Ada", "Bea"], {"decks": 2.0}, "decks: 2.0"),
        (["Ada", "Bea"], {"dealer": "Zoe"}, "Zoe"),
        (["Ada", "Bea"], {"dealer": None}, "nothing"),
        (["Ada", "Bea"], {"trumps": "H"}, "trumps"),
        (["Ada", "Ada"], {}, "two players"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_what_is_wrong(players, options, said):
    with pytest.raises(InvalidGame, match=said):
        start(players, options)


def test_as_many_as_leave_one_card_for_trumps_can_play():
    assert start([f"P{n}" for n in range(10)], {})
    assert start([f"P{n}" for n in range(20)], {"decks": 2})


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"type": "attack", "cards": []}, "cards is an empty list"),
        ({"type": "attack", "cards": "7C"}, "cards is a list"),
        ({"type": "attack", "cards": ["7X"]}, "7X"),
        ({"type": "attack", "cards": ["BACK"]}, "BACK"),
        ({"type": "attack", "cards": [7]}, "7"),
        ({"type": "attack"}, "cards"),
        ({"type": "attack", "cards": ["7C"], "player": "Zoe"}, "Zoe"),
        ({"type": "attack", "card": "7C"}, "card"),
        ({"type": "start"}, "trump_card"),
        ({"type": "start", "trump_card": "JOKER"}, "JOKER"),
        ({"type": "beat", "card": "7C"}, "attack"),
        ({"type": "take", "player": "Ada"}, "player"),
        ({"type": "play", "card": "7C"}, "play"),
    ],
)
def test_an_event_that_is_none_is_refused_with_what_is_wrong(event, said):
    evening = DurenEvening()
    with pytest.raises(InvalidEvent, match=said):
        evening.game.parse(evening.states[-1], event)


@pytest.mark.parametrize("cards", ["6C", "6C 6D", "6C 6D 9S", "3C 3D 5C 5D 5S", "4C 4D 4H 4S"])
def test_pairs_and_one_more_card_make_a_main_attack(cards):
    evening = DurenEvening(f"Ada {cards}")
    assert evening.flags == []
    assert (evening["phase"], evening["turn"]) == ("defend", "Bea")
    assert evening.pairs == cards.split()


@pytest.mark.parametrize("cards", ["6C 7C", "6C 6D 7C 8C", "6C 6D 6S 7C", "6C 7C 8C"])
def test_two_ranks_that_stand_alone_are_no_pattern_but_may_stand(cards):
    evening = DurenEvening(f"Ada {cards}")
    assert evening.flags == [f"D4 bad_attack_pattern Ada {cards}"]
    assert evening["pending"] == {
        "code": "bad_attack_pattern",
        "player": "Ada",
        "cards": cards.split(),
    }
    assert evening["hand_sizes"]["Ada"] == 5
    evening.tell("accept")
    assert (evening.verdict.accepted, evening.flags, evening["pending"]) == (True, [], None)
    assert evening.pairs == cards.split()


def test_no_more_cards_may_attack_than_the_defender_held():
    evening = DurenEvening("Ada 6C 6D 8S, take, Bea 6C 6D 7C 7D QC QD")
    assert evening["room"] == 5
    assert evening.flags == ["D5 too_many_cards Bea 6C 6D 7C 7D QC QD"]


@pytest.mark.parametrize("player", ["Bea", "Cem"])
def test_nobody_else_makes_the_main_attack_and_it_cannot_stand(player):
    evening = DurenEvening(f"{player} 6C")
    assert evening.flags == [f"D3 out_of_turn {player} 6C"]
    assert evening.tell("accept").flags == [f"R2 cannot_accept {player} 6C"]
    assert evening.tell("take_back")["pending"] is None


@pytest.mark.parametrize(
    ("attack", "card", "beaten"),
    [
        ("6C", "7C", True),
        ("6C", "AC", True),
        ("6C", "5C", False),
        ("6C", "AS", False),
        ("6C", "2H", True),
        ("AC", "2H", True),
        ("6H", "7H", True),
        ("6H", "5H", False),
        ("6H", "AC", False),
        ("TC", "9C", False),
        ("TC", "JC", True),
    ],
)
def test_a_higher_card_of_the_suit_beats_and_a_trump_beats_plain_cards(attack, card, beaten):
    evening = DurenEvening(f"Ada {attack}, {attack} < {card}")
    assert evening.flags == ([] if beaten else [f"D7 does_not_beat Bea {card}"])


def test_equal_cards_do_not_beat_each_other_and_the_first_unbeaten_one_is_meant():
    evening = DurenEvening("Ada 7C 7C, 7C < 7C", decks=2)
    assert evening.flags == ["D19 impossible_card Bea 7C"]
    evening = DurenEvening("Ada 8C, 8C < 8C", decks=2)
    assert evening.flags == ["D7 does_not_beat Bea 8C"]
    evening = DurenEvening("Ada 7C 7C, 7C < 8C", decks=2)
    assert evening.pairs == ["7C < 8C", "7C"]


@pytest.mark.parametrize("story", ["KD < AD", "6C < 8C", "JOKER < 8C"])
def test_only_an_unbeaten_card_of_this_attack_can_be_beaten(story):
    evening = DurenEvening(f"Ada 6C 6D, 6C < 7C, {story}")
    assert evening.flags[0].startswith("D7 nothing_to_beat Bea")
    assert evening.tell("accept").flags[0].startswith("R2 cannot_accept")


def test_a_card_that_does_not_beat_may_stand_and_its_rank_counts():
    evening = DurenEvening("Ada 6C, 6C < 5S, accept")
    assert evening.pairs == ["6C < 5S"]
    assert evening["allowed_ranks"] == ["5"]


def test_when_all_is_beaten_the_main_attacker_adds_first_and_then_the_others_to_the_left():
    evening = DurenEvening("Ada 6C, 6C < 9C", players="Ada Bea Cem Dan")
    turns = []
    for _ in range(3):
        assert (evening["phase"], evening["wave"]) == ("add", 2)
        turns.append(evening["turn"])
        evening.tell("pass")
    assert turns == ["Ada", "Cem", "Dan"]
    assert (evening["phase"], evening["last_attack"]) == ("attack", "won")


def test_only_ranks_that_the_defender_has_played_may_be_added():
    evening = DurenEvening("Ada 6C, 6C < 9C")
    assert evening["allowed_ranks"] == ["9"]
    assert evening.tell("Ada 6D").flags == ["D9 rank_not_allowed Ada 6D"]
    assert evening.tell("take_back, Ada 9D 6D 9S").flags == ["D9 rank_not_allowed Ada 6D"]
    assert evening.tell("accept").pairs == ["6C < 9C", "9D", "6D", "9S"]


def test_the_ranks_of_all_earlier_waves_count():
    evening = DurenEvening("Ada 6C, 6C < 9C, 9D, pass, 9D < KD")
    assert (evening["wave"], evening["allowed_ranks"]) == (3, ["9", "K"])


def test_the_defender_waits_until_each_has_played_or_passed():
    evening = DurenEvening("Ada 6C, 6C < 9C, Ada 9D, 9D < KD")
    assert evening.flags == ["R6 wrong_phase"]
    assert evening.tell("take").flags == ["R6 wrong_phase"]
    assert evening.tell("Cem pass")["phase"] == "defend"
    assert evening.tell("9D < KD")["wave"] == 3


def test_cards_out_of_turn_in_a_later_wave_may_stand_as_that_players_turn():
    evening = DurenEvening("Ada 6C, 6C < 9C, Cem 9D", players="Ada Bea Cem Dan")
    assert evening.flags == ["D8 out_of_turn Cem 9D"]
    evening.tell("accept")
    assert (evening["turn"], evening["room"]) == ("Ada", 3)
    assert evening.tell("Ada pass")["turn"] == "Dan"
    assert evening.tell("Cem 9S").flags == ["D8 out_of_turn Cem 9S"]
    assert evening.tell("accept").flags == ["R2 cannot_accept Cem 9S"]


def test_the_defender_never_adds():
    evening = DurenEvening("Ada 6C, 6C < 9C, Bea 9D")
    assert evening.flags == ["D8 out_of_turn Bea 9D"]
    assert evening.tell("accept").flags == ["R2 cannot_accept Bea 9D"]


def test_what_stands_has_to_be_fit_to_stand_in_every_respect():
    evening = DurenEvening("Ada 6C, 6C < 9C, Cem 6C, accept")
    assert evening.flags == ["R2 cannot_accept Cem 6C"]
    evening = DurenEvening("Ada 6C, 6C < 9C, Cem 7D 8D, accept")
    assert evening.pairs == ["6C < 9C", "7D", "8D"]


def test_a_pass_out_of_turn_is_refused_at_once():
    evening = DurenEvening("Ada 6C, 6C < 9C, Cem pass")
    assert evening.flags == ["D8 out_of_turn Cem"]
    assert evening["pending"] is None
    assert evening["turn"] == "Ada"


def test_who_has_no_room_is_passed_over():
    evening = DurenEvening("Ada 3C 3D 7S, 3C < 4C, 3D < 4D, 7S < 8S, 4S 8C")
    assert (evening["phase"], evening["turn"]) == ("defend", "Bea")


def test_a_defender_who_beats_with_the_last_card_has_won_at_once():
    evening = DurenEvening("Ada 2C 2D 3C 3D 4C, 2C < 5C, 2D < 5D, 3C < 6C, 3D < 6D, 4C < 7C")
    assert evening["last_attack"] == "won"
    assert (evening["attacker"], evening["hand_sizes"]["Bea"]) == ("Bea", 5)


@pytest.mark.parametrize(
    ("story", "refused"),
    [
        ("", ["take", "pass", "6C < 7C", "trumps 8H"]),
        ("Ada 6C", ["Ada 7C", "pass", "trumps 8H"]),
        ("Ada 6C, 6C < 9C", ["take", "6C < TC", "trumps 8H"]),
    ],
)
def test_what_has_no_place_in_a_phase_is_refused_and_changes_nothing(story, refused):
    for words in refused:
        evening = DurenEvening(story)
        before = evening.game.public(evening.states[-1])
        assert evening.tell(words).flags == ["R6 wrong_phase"]
        assert evening.game.public(evening.states[-1]) == before


@pytest.mark.parametrize("words", ["Ada 6C", "take", "pass", "6C < 7C", "Ada swap", "annul"])
def test_before_the_first_game_only_a_start_has_its_place(words):
    evening = DurenEvening(words, trumps="")
    assert evening.flags == ["R6 wrong_phase"]
    assert (evening["phase"], evening["turn"], evening["talon"]) == ("deal", None, 0)


def test_nothing_goes_on_while_a_play_waits_but_annulling():
    evening = DurenEvening("Ada 6C 7C")
    for words in ["Ada 8C", "take", "pass", "6C < 7C", "Ada swap", "trumps 8H"]:
        assert evening.tell(words).flags == ["R2 pending_first"]
    assert evening["pending"]["cards"] == ["6C", "7C"]
    assert evening.tell("annul")["phase"] == "deal"
    assert evening["pending"] is None


@pytest.mark.parametrize("words", ["accept", "take_back"])
def test_without_a_waiting_play_there_is_nothing_to_rule_on(words):
    for trumps in ("9H", ""):
        assert DurenEvening(words, trumps=trumps).flags == ["R5 nothing_pending"]


def test_an_annulled_game_is_dealt_again_by_the_same_player_and_forgotten():
    evening = DurenEvening("Ada 6C, take, annul")
    assert (evening["phase"], evening["game_number"], evening["dealer"]) == ("deal", 1, "Cem")
    evening.tell("trumps 4S, Ada 6C")
    assert evening.flags == []
    assert (evening["game_number"], evening["last_attack"]) == (1, None)
