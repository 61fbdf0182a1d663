"""Vier Engel face down: laying, drawing, banking, calling, and what stays secret."""

from __future__ import annotations

import pytest

from companion.games import InvalidEvent, InvalidGame, find

from .vier_engel_tables import Evening, event_of


def evening(story="", **options):
    return Evening(**options).tell(story)


# The cards (V1)


def test_four_aces_are_the_angels_and_the_joker_is_the_devil():
    assert evening()["cards"] == {"angels": ["AC", "AD", "AH", "AS"], "devil": "JOKER"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"angels": ["AC", "AC", "AH", "AS"]}, "AC stands twice"),
        ({"devil": "AC"}, "AC stands twice"),
        ({"angels": ["AC", "AD", "AH"]}, "not a list of four"),
        ({"angels": "AC"}, "not a list of four"),
        ({"angels": ["AC", "AD", "AH", "BACK"]}, "'BACK' is no card"),
        ({"devil": "7X"}, "'7X' is no card"),
        ({"devil": 7}, "7 is no card"),
        ({"first_layer": "Cem"}, "first_layer"),
        ({"variant": "local"}, "neither common nor noble"),
        ({"judge": "Bea"}, "neither app nor layer"),
        ({"share": "colour"}, "neither suit nor rank"),
        ({"open": 1}, "neither true nor false"),
        ({"devil_call": "no"}, "neither true nor false"),
        ({"call_right": "seven"}, "is no number"),
        ({"call_wrong": True}, "is no number"),
        ({"call_wrong": -1}, "less than 0"),
        ({"deck": ["AC"]}, "no mapping"),
        ({"deck": {"AC": None}}, "a mapping of suit and rank"),
        ({"deck": {"AC": {"colour": "red"}}}, "only suit and rank"),
        ({"deck": {"AC": {"suit": []}}}, "a word or a whole number"),
        ({"deck": {"Narr": {}}}, "'Narr' is no card"),
        ({"deck": {"narr": {}}, "devil": "tod"}, "'tod' is no card of the deck"),
        ({"cards": 5}, "no option 'cards'"),
    ],
)
def test_a_table_that_cannot_be_is_refused(options, words):
    with pytest.raises(InvalidGame, match=words):
        find("vier-engel").start(["Ada", "Bea"], options)


@pytest.mark.parametrize("players", [["Ada"], ["Ada", "Bea", "Cem"], ["Ada", "Ada"]])
def test_it_is_for_two_players(players):
    with pytest.raises(InvalidGame):
        find("vier-engel").start(players, {})


def test_the_one_who_is_named_lays_first():
    assert evening(first_layer="Bea")["layer"] == "Bea"


def test_a_round_may_have_other_cards_and_the_last_start_of_it_counts():
    table = evening("start 7C 8C 9C TC 2S, start, release, 7C")
    assert table.flags == ["V1 foreign_card Bea 7C"]
    table = evening("start, start 7C 8C 9C TC 2S, release, 7C, bank, release, 7C")
    assert table.flags == ["V1 foreign_card Ada 7C"]


def test_a_round_may_have_another_devil_only_and_it_must_not_be_an_angel():
    table = evening()
    table.happens({"type": "start_round", "devil": "narr"})
    assert table.tell("release, turn narr").last == "Ada 5 devil_first"
    with pytest.raises(InvalidEvent, match="AC stands twice"):
        table.happens({"type": "start_round", "devil": "AC"})
    with pytest.raises(InvalidEvent, match="not a list of four"):
        table.happens({"type": "start_round", "angels": ["7C"]})


def test_with_a_deck_other_cards_are_unknown_but_the_usual_five_can_be_played():
    table = evening("release, AC", deck={"narr": {}})
    assert table["round_points"] == 1
    with pytest.raises(InvalidEvent, match="no card of the deck"):
        table.tell("turn 7C")
    replaced = evening("release", deck={"narr": {}, "tod": {}}, devil="tod")
    with pytest.raises(InvalidEvent, match="no card of the deck"):
        replaced.tell("turn JOKER")


# Laying and releasing (V2, V7, V8)


def test_the_table_is_released_with_five_cards():
    assert evening("release 4").flags == ["V2 wrong_number_of_cards Ada"]
    table = evening()
    table.happens({"type": "release", "cards_down": 5.0})
    assert table["phase"] == "draw"
    table = evening()
    table.happens({"type": "release", "cards_down": 4.5})
    assert table.flags == ["V2 wrong_number_of_cards Ada"]


@pytest.mark.parametrize("down", [True, "5", None, []])
def test_what_is_no_number_of_cards_is_no_event(down):
    with pytest.raises(InvalidEvent, match="cards_down"):
        evening().happens({"type": "release", "cards_down": down})


@pytest.mark.parametrize("position", [0, 6, -1, 2.5, True, "3", None])
def test_a_position_is_one_of_five(position):
    for kind in ("moved", "peeked", "devil_call"):
        with pytest.raises(InvalidEvent, match="position"):
            evening().happens({"type": kind, "position": position})


def test_before_the_release_only_a_look_of_the_drawer_is_an_offence():
    for story in ("moved 1", "Ada moved 2", "Bea moved 2", "peeked 1", "Ada peeked 3"):
        assert evening(story).verdict.accepted
        assert evening(story).flags == []
    assert evening("Bea peeked 3").flags == ["V2 peeked Bea"]


def test_after_the_release_both_are_flagged_whoever_did_it_and_the_round_goes_on():
    assert evening("release, moved 1").flags == ["V2 moved_after_release"]
    assert evening("release, Ada peeked 1").flags == ["V2 peeked Ada"]
    assert evening("release, call 2, Ada moved 4").flags == ["V2 moved_after_release Ada"]
    assert evening("release, AC, Bea peeked 1, AD")["round_points"] == 2
    assert evening("release, AC, bank, moved 1").flags == []


# Drawing (V3 to V6)


def test_the_first_card_is_compulsory():
    table = evening("release, bank")
    assert table.flags == ["V3 must_draw Bea"]
    assert table["pending"] is None


@pytest.mark.parametrize(
    ("story", "last", "scores"),
    [
        ("AC, bank", "Bea 1 banked", (0, 1)),
        ("AC, AD, AH, bank", "Bea 3 banked", (0, 3)),
        ("AC, AD, AH, AS", "Bea 5 four_angels", (0, 5)),
        ("JOKER", "Ada 5 devil_first", (5, 0)),
        ("AC, JOKER", "None 0 devil", (0, 0)),
        ("AC, AD, AH, JOKER", "None 0 devil", (0, 0)),
    ],
)
def test_what_a_round_is_worth(story, last, scores):
    table = evening("release, " + story)
    assert table.last == last
    assert tuple(table["scores"].values()) == scores
    assert (table["round"], table["layer"], table["phase"]) == (2, "Bea", "lay")


def test_after_a_round_nothing_of_it_lies_there_any_more():
    table = evening("release, AC, bank")
    assert (table["turned"], table["round_points"], table["hidden"]) == ([], 0, 0)


@pytest.mark.parametrize("end", ["AC, bank", "JOKER", "AC, annul"])
def test_a_card_turned_after_the_end_is_named_nowhere(end):
    table = evening(f"release, {end}, turn AD")
    assert table.flags == ["V6 turned_after_end"]
    assert not table.verdict.accepted
    flag = table.verdict.flags[0]
    assert "AD" not in repr((flag, flag.facts, table["turned"], table["pending"]))
    assert "AD" not in repr(table.state).replace(repr(table.state.table), "").replace(
        repr(table.state.round.angels), ""
    ).replace(repr(table.state.finished), "")


@pytest.mark.parametrize("begun", ["start", "release, call 1, annul, start"])
def test_once_the_next_round_has_begun_it_is_only_the_wrong_phase(begun):
    assert evening(f"release, AC, bank, {begun}, turn AD").flags == ["R6 wrong_phase"]


def test_before_the_first_round_and_after_the_game_it_is_the_wrong_phase():
    assert evening("turn AC").flags == ["R6 wrong_phase"]
    won = evening("release, JOKER, release, AC, JOKER, " * 2, variant="noble")
    assert won.tell("release, JOKER")["phase"] == "over"
    assert won.tell("turn AD").flags == ["R6 wrong_phase"]


# Cards that cannot be (V9)


def test_a_foreign_card_and_one_turned_before_wait_and_cannot_stand():
    table = evening("release, AC, turn KD")
    assert table["pending"] == {
        "code": "foreign_card",
        "player": "Bea",
        "card": "KD",
    }
    assert table.tell("AD").flags == ["R2 pending_first"]
    assert table.tell("accept").flags == ["R2 cannot_accept Bea KD"]
    assert table.tell("take_back")["pending"] is None
    assert table.tell("AC").flags == ["V1 already_turned Bea AC"]
    assert table.tell("take_back, AD")["round_points"] == 2


def test_in_a_call_it_is_the_layer_who_turned_it():
    assert evening("release, call, turn KD").flags == ["V1 foreign_card Ada KD"]


def test_an_annulled_round_is_played_again_and_its_cards_are_forgotten():
    table = evening("start 7C 8C 9C TC 2S, release, 7C, annul")
    assert table.last == "None 0 void"
    assert (table["round"], table["layer"]) == (1, "Ada")
    assert table.tell("release, 7C").flags == ["V1 foreign_card Bea 7C"]


@pytest.mark.parametrize("story", ["annul", "release, AC, bank, annul", "moved 1, annul"])
def test_without_a_round_there_is_nothing_to_annul(story):
    assert evening(story).flags == ["R6 wrong_phase"]


def test_a_round_has_begun_with_its_start():
    assert evening("start, annul").last == "None 0 void"


# Winning (V10, V11)

FIVE_EACH = "release, JOKER, release, AC, AD, AH, AS, "


def test_thirty_are_collected_and_then_a_full_score_wins():
    table = evening(FIVE_EACH * 3)
    assert table["scores"] == {"Ada": 30, "Bea": 0}
    assert table["needs_full_score"] == {"Ada": True, "Bea": False}
    assert table.tell("release, AC, bank, release, AC, AD, AH, bank")["scores"]["Ada"] == 30
    table.tell("release, JOKER")
    assert (table["phase"], table["winner"], table["scores"]["Ada"]) == ("over", "Ada", 31)
    assert table["needs_full_score"]["Ada"]


def test_both_may_stand_at_the_target_and_the_first_full_score_wins():
    table = evening(FIVE_EACH * 3, first_layer="Ada")
    table.tell("release, AC, AD, AH, AS, release, AC, bank, " * 6)
    assert table["scores"] == {"Ada": 30, "Bea": 30}
    assert table.tell("release, AC, AD, AH, AS")["winner"] == "Bea"
    assert table["scores"] == {"Ada": 30, "Bea": 31}


def test_the_noble_need_twelve_and_four_angels_do_not_win():
    table = evening("release, JOKER, release, AC, bank, release, JOKER, ", variant="noble")
    assert table["scores"] == {"Ada": 12, "Bea": 0}
    assert table["last_round"]["points"] == 7
    table.tell("release, AC, AD, AH, AS")
    assert (table["scores"]["Ada"], table.last) == (12, "Ada 4 four_angels")
    assert table.tell("release, JOKER")["scores"] == {"Ada": 13, "Bea": 0}
    assert (table["round"], table["layer"]) == (5, "Ada")


def test_nothing_goes_on_after_the_game():
    table = evening("release, JOKER, release, AC, JOKER, " * 2 + "release, JOKER", variant="noble")
    for words in ("release", "start", "bank", "annul", "moved 1", "call", "seal 7H", "dispute"):
        assert table.tell(words).flags == ["R6 wrong_phase"]
    for words in ("accept", "take_back"):
        assert table.tell(words).flags == ["R5 nothing_pending"]
    assert table.legal.types == ()


# Teufel-komm-raus (V12, V13)


def test_a_right_call_needs_four_angels_and_counts_nothing_before():
    table = evening("release, call 3, AC, AD, AH")
    assert (table["phase"], table["round_points"], len(table["turned"])) == ("call", 0, 3)
    assert table.tell("AS").last == "Bea 5 call_right"


def test_a_wrong_call_ends_the_round_at_once():
    assert evening("release, call, AC, JOKER").last == "Ada 5 call_wrong"
    assert evening("release, call, JOKER", variant="noble").last == "Ada 7 call_wrong"


def test_the_card_under_the_finger_stays_secret():
    table = evening("release, call 3, AC, AD, AH, AS")
    assert "JOKER" not in str([row["cards"] for row in table.sheet["rounds"]])
    assert table["turned"] == []


@pytest.mark.parametrize("story", ["call", "release, AC, call", "release, call, call"])
def test_a_call_comes_at_the_very_start_only(story):
    assert evening(story).flags == ["R6 wrong_phase"]


def test_without_the_call_the_phase_comes_first():
    assert evening("call", devil_call=False).flags == ["R6 wrong_phase"]
    assert evening("release, AC, call", devil_call=False).flags == ["R6 wrong_phase"]
    assert evening("release, call", devil_call=False).flags == ["V13 call_not_allowed Bea"]


@pytest.mark.parametrize(
    ("points", "won"), [({}, True), ({"call_right": 7}, True), ({"call_right": 4.5}, False)]
)
def test_a_call_wins_if_its_points_reach_the_full_score(points, won):
    table = evening(FIVE_EACH * 3, **points)
    table.tell("release, AC, bank, release, call, AC, AD, AH, AS")
    assert (table["winner"] == "Ada") is won


@pytest.mark.parametrize(("wrong", "won"), [(5, True), (2, False)])
def test_a_wrong_call_can_win_for_the_layer_too(wrong, won):
    table = evening(FIVE_EACH * 3 + "release, call, JOKER", call_wrong=wrong)
    assert (table["winner"] == "Ada") is won


def test_points_are_exact():
    table = evening("release, call, JOKER, release, call, JOKER, " * 3, call_wrong=0.1)
    assert table["scores"] == {"Ada": 0.3, "Bea": 0.3}


# What belongs elsewhere


@pytest.mark.parametrize(
    "words", ["lay 7H 8H 9H TH JH", "seal 7H", "choose 7H", "7H angel", "reference 7H", "dispute"]
)
@pytest.mark.parametrize("before", ["", "release, ", "release, AC, ", "release, call, "])
def test_the_open_game_has_events_that_this_one_has_not(words, before):
    assert evening(before + words).flags == ["R6 wrong_phase"]


@pytest.mark.parametrize(
    "event",
    [
        {"type": "turn"},
        {"type": "turn", "card": "7X"},
        {"type": "turn", "card": "AC", "player": "Bea"},
        {"type": "turn", "card": "AC", "position": 1},
        {"type": "devil_call", "card": "AC"},
        {"type": "choose", "card": "AC", "verdict": "angel"},
        {"type": "seal", "root": "0" * 64},
        {"type": "moved", "player": "Bea"},
        {"type": "moved", "position": 1, "player": "Cem"},
        {"type": "lay_open", "cards": "7H"},
        {"type": "announce", "card": "7H", "verdict": "maybe"},
        {"type": "shuffle"},
        {},
    ],
)
def test_an_event_that_is_none_is_refused_with_words(event):
    with pytest.raises(InvalidEvent) as fault:
        evening().happens(event)
    assert str(fault.value)


def test_notes_may_stand_in_every_event():
    more = {"at": 1.5, "note": "begun", "seen": {"grade": "seen"}}
    table = evening()
    for words in ("start", "moved 1", "release", "AC", "bank"):
        assert table.happens({**event_of(words, False), **more}).accepted


# What is known


def test_the_stakes_say_what_each_choice_may_bring():
    table = evening("release, AC, AD, AH")
    found = {one["outcome"]: one for one in table["stakes"]}
    assert found["bank"]["points"] == 3
    assert (found["angel"]["points"], found["angel"]["ends_round"]) == (5, True)
    assert (found["devil"]["player"], found["devil"]["points"]) == (None, 0)
    start = {one["outcome"]: one for one in evening("release")["stakes"]}
    assert set(start) == {"angel", "devil", "call_right", "call_wrong"}
    assert (start["devil"]["player"], start["devil"]["points"]) == ("Ada", 5)
    assert evening()["stakes"] == []


def test_the_stakes_say_what_would_win_the_game():
    table = evening(FIVE_EACH * 3 + "release")
    found = {one["outcome"]: one for one in table["stakes"]}
    assert found["devil"]["wins"]
    assert found["devil"]["scores"] == {"Ada": 31, "Bea": 0}
    assert not found["angel"]["wins"]


def test_it_is_known_who_may_act_with_which_cards_and_how_many_are_hidden():
    table = evening("release, AC")
    assert (table["turn"], table["hidden"]) == ("Bea", 4)
    assert table.legal.cards == {"Bea": ("AD", "AH", "AS", "JOKER")}
    assert "bank" in table.legal.types
    assert "devil_call" not in table.legal.types
    assert evening("release, call")["turn"] == "Ada"
    assert evening("release, turn KD").legal.types == ("take_back", "annul")
