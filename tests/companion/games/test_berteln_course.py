"""The course of an evening of Berteln: table, rounds, rulings, annulled deals, bids."""

from __future__ import annotations

import math

import pytest

from companion.games import InvalidEvent, InvalidGame, find

from .evening import Evening

NAMES = ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida"]
QUICK = "no_king_of_hearts: Ada QH, KH, AH"
"""A whole deal of three players with 12 cards, 30 points lost by the third."""


def table_of_three(**options):
    return Evening("Ada Bea Cem", cards_in_play=12, **options)


# Players and cards (B1 to B3)


@pytest.mark.parametrize(
    ("players", "cards", "lowest"),
    [(3, 12, "6"), (4, 8, "7"), (5, 8, "5"), (6, 8, "3"), (7, 4, "8"), (8, 4, "7")],
)
def test_every_number_of_players_has_its_usual_cards(players, cards, lowest):
    evening = Evening(" ".join(NAMES[:players])).tell("no_hearts:")
    assert set(evening["hand_sizes"].values()) == {cards}
    assert evening.tell(f"{lowest}C").flags == []
    below = "23456789"["23456789".index(lowest) - 1]
    assert evening.tell(f"{below}S").flags == [f"B1 not_in_deck Bea {below}S"]


@pytest.mark.parametrize("players", [0, 1, 2, 9])
def test_there_are_three_to_eight_players(players):
    with pytest.raises(InvalidGame, match="3 to 8 players"):
        find("berteln").start(NAMES[:players], {})


@pytest.mark.parametrize("players", [["Ada", "Ada", "Bea"], ["Ada", "", "B"], ["A", "B", 3]])
def test_every_player_has_a_name_of_their_own(players):
    with pytest.raises(InvalidGame, match=r"two players are called|name is a text"):
        find("berteln").start(players, {})


@pytest.mark.parametrize(("players", "cards"), [(3, 12), (3, 48), (4, 52), (5, 20), (8, 16)])
def test_another_number_of_cards_can_be_agreed(players, cards):
    evening = Evening(" ".join(NAMES[:players]), cards_in_play=cards).tell("patience:")
    assert set(evening["hand_sizes"].values()) == {cards // players}
    assert evening.sheet["pot"] == cards / 4 * 10


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (4, 30),
        (4, 34),
        (3, 30),
        (3, 15),
        (3, 32),
        (5, 52),
        (4, 8),
        (4, 0),
        (4, -12),
        (4, 56),
        (4, True),
        (4, "32"),
    ],
)
def test_the_cards_must_go_round_and_make_whole_ranks(players, cards):
    with pytest.raises(InvalidGame, match="cards_in_play"):
        Evening(" ".join(NAMES[:players]), cards_in_play=cards)


@pytest.mark.parametrize(
    "option",
    [
        {"announcer": "Zoe"},
        {"dealer": 1},
        {"may_pass": "yes"},
        {"may_pass": 1},
        {"bid_bonus": -1},
        {"bid_bonus": True},
        {"bid_bonus": "10"},
        {"bid_bonus": math.nan},
        {"bid_bonus": math.inf},
        {"bid_bonus": 10**400},
        {"jokers": True},
    ],
)
def test_an_option_with_a_value_that_means_nothing_is_refused_by_name(option):
    with pytest.raises(InvalidGame, match=next(iter(option))):
        Evening(**option)


def test_announcer_and_first_dealer_can_be_named():
    evening = Evening(announcer="Cem", dealer="Ada")
    assert evening["announcer"] == evening["turn"] == "Cem"
    assert evening.tell("no_hearts:")["turn"] == "Bea"


# A round (B4, B5)


def test_the_announcer_announces_four_deals_and_the_deal_moves_on():
    evening = table_of_three()
    for number, (contract, dealer) in enumerate(
        zip(["no_king_of_hearts", "no_hearts"], ["Cem", "Ada"], strict=True), 1
    ):
        assert (evening["round"], evening["deal"]) == (1, number)
        assert (evening["announcer"], evening["dealer"]) == ("Ada", dealer)
        evening.tell(f"{contract}: QH, KH, AH")
        if contract == "no_hearts":
            evening.tell("end_deal")
    assert evening["contracts_left"] == ["no_queens", "patience"]


def test_a_contract_is_played_once_a_round():
    evening = table_of_three().tell(f"{QUICK}, no_king_of_hearts")
    assert evening.flags == ["B4 contract_repeated Ada"]
    assert evening["phase"] == "announce"


def test_after_four_deals_the_next_player_announces_a_new_round():
    evening = table_of_three().tell(QUICK)
    evening.tell("no_hearts: QH, KH, AH, end_deal")
    evening.tell("no_queens: QH, QD, AD, QC, AC, KC, QS, KS, AS, end_deal")
    evening.tell("patience: KC, AC, Cem QC, Ada AS, KS, QS")
    assert (evening["round"], evening["deal"]) == (2, 1)
    assert evening["announcer"] == "Bea"
    assert evening["dealer"] == "Ada"
    assert len(evening["contracts_left"]) == 4


def test_the_first_annulment_keeps_dealer_deal_and_contract():
    evening = table_of_three().tell("no_hearts: QC, annul")
    assert evening.verdict.accepted
    assert (evening["dealer"], evening["deal"], evening["phase"]) == ("Cem", 1, "announce")
    assert evening.tell("no_hearts: QC").flags == []


def test_the_deal_just_finished_can_be_taken_back_once():
    evening = table_of_three().tell(QUICK)
    assert evening["scores"]["Cem"] == -30
    evening.tell("annul")
    assert evening["scores"]["Cem"] == evening["deal_points"]["Cem"] == 0
    assert evening["deal"] == 1
    assert evening.tell("annul").flags == ["R6 wrong_phase"]
    assert evening.sheet["rounds"] == []


def test_refused_events_do_not_stand_between_a_deal_and_its_annulment():
    evening = table_of_three().tell(f"{QUICK}, 7C, end_deal, accept, no_king_of_hearts, annul")
    assert evening.verdict.accepted
    assert evening["scores"]["Cem"] == 0


def test_a_deal_played_again_can_be_taken_back_again():
    evening = table_of_three().tell(f"{QUICK}, annul, {QUICK}, annul")
    assert evening.verdict.accepted
    assert evening["deal"] == 1


def test_after_an_annulled_deal_the_one_before_it_stands():
    evening = table_of_three().tell(f"{QUICK}, no_hearts, annul, annul")
    assert evening.flags == ["R6 wrong_phase"]
    assert evening["scores"]["Cem"] == -30


def test_the_last_deal_of_a_round_can_be_taken_back_too():
    evening = table_of_three().tell(QUICK)
    evening.tell("no_hearts: QH, KH, AH, end_deal")
    evening.tell("patience: KC, AC, Cem QC, Ada AS, KS, QS")
    evening.tell("no_queens: QH, QD, AD, QC, AC, KC, QS, KS, AS, end_deal")
    assert evening["round"] == 2
    evening.tell("annul")
    assert (evening["round"], evening["deal"], evening["announcer"]) == (1, 4, "Ada")
    assert evening["contracts_left"] == ["no_queens"]


def test_after_an_annulment_the_points_shown_are_those_of_the_last_deal_that_counts():
    evening = table_of_three().tell(f"{QUICK}, no_hearts")
    assert evening["deal_points"]["Cem"] == 0
    assert evening.tell("annul")["deal_points"]["Cem"] == -30


def test_there_is_nothing_to_annul_before_the_first_deal():
    assert table_of_three().tell("annul").flags == ["R6 wrong_phase"]


def test_an_annulled_deal_is_forgotten():
    evening = Evening().tell("no_hearts: 7C, Bea 9S, annul, no_hearts: 7C, 8C")
    assert evening.flags == []
    assert evening["voids"]["Bea"] == []


# Rulings (R1 to R6)


@pytest.mark.parametrize("kind", ["Bea 8C", "no_queens", "end_deal", "pass", "Ada bids 3"])
def test_while_a_play_waits_nothing_else_happens(kind):
    evening = Evening(bid_bonus=10).tell(f"no_hearts: 7C, Dan TC, {kind}")
    assert evening.flags == ["R2 pending_first"]
    assert evening["pending"] == {"code": "out_of_turn", "player": "Dan", "card": "TC"}


def test_annulling_drops_the_play_that_waits():
    evening = Evening().tell("no_hearts: 7C, Dan TC, annul")
    assert evening["pending"] is None
    assert evening.tell("accept").flags == ["R5 nothing_pending"]


@pytest.mark.parametrize("ruling", ["accept", "take_back"])
@pytest.mark.parametrize("story", ["", "no_hearts: 7C", "no_hearts: Dan TC, take_back"])
def test_without_a_play_that_waits_there_is_nothing_to_rule_on(ruling, story):
    assert Evening().tell(f"{story}, {ruling}").flags == ["R5 nothing_pending"]


@pytest.mark.parametrize("kind", ["7C", "pass", "end_deal", "Ada bids 3"])
def test_before_a_contract_is_announced_nothing_is_played(kind):
    evening = Evening(bid_bonus=10).tell(kind)
    assert evening.flags == ["R6 wrong_phase"]
    assert evening["phase"] == "announce"


def test_while_nothing_is_announced_the_table_is_empty():
    evening = table_of_three().tell(QUICK)
    assert evening["trick"] == []
    assert evening["rows"] == {}
    assert evening["contract"] is None
    assert set(evening["hand_sizes"].values()) == {0}


# Bids (B22)


def test_whoever_is_exactly_right_gets_the_bonus():
    evening = table_of_three(bid_bonus=10).tell("no_king_of_hearts:")
    assert evening["phase"] == "bid_or_play"
    evening.tell("Ada bids 0, Bea bids -30, Cem bids 5, Cem bids -30, QH, KH, AH")
    assert evening["deal_points"] == {"Ada": 10, "Bea": 0, "Cem": -20}


def test_who_has_not_bid_gets_no_bonus_for_nothing():
    evening = table_of_three(bid_bonus=10).tell(QUICK)
    assert evening["deal_points"] == {"Ada": 0, "Bea": 0, "Cem": -30}


def test_bids_end_with_the_first_card_that_counts():
    evening = table_of_three(bid_bonus=10).tell("no_hearts: Cem QC, take_back, Ada bids 3")
    assert evening.verdict.accepted
    assert evening.tell("Ada QC, Bea bids 3").flags == ["R6 wrong_phase"]


def test_the_last_bid_counts_and_void_deals_forget_them():
    evening = table_of_three(bid_bonus=10).tell("no_hearts: Ada bids 3, Ada bids -7.5")
    assert evening["bids"] == {"Ada": -7.5}
    assert evening.tell("annul, no_hearts")["bids"] == {}


def test_a_bonus_in_tenths_stays_exact():
    evening = table_of_three(bid_bonus=0.1)
    evening.tell("no_king_of_hearts: Ada bids 0, QH, KH, AH")
    evening.tell("no_hearts: Ada bids 30, QH, KH, AH, end_deal")
    evening.tell("no_queens: Ada bids 0, QH, QD, AD, QC, AC, KC, QS, KS, AS, end_deal")
    assert evening["scores"]["Ada"] == 30.3


# Events


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        ({}, "'type' is missing"),
        ({"type": None}, "no event nothing"),
        ({"type": ["play"]}, "no event a list"),
        ({"type": "shuffle"}, "no event 'shuffle'"),
        ({"type": "play"}, "needs the field 'card'"),
        ({"type": "play", "card": "7X"}, "'7X' is no card"),
        ({"type": "play", "card": "BACK"}, "'BACK' is no card"),
        ({"type": "play", "card": "feuer-as"}, "'feuer-as' is no card"),
        ({"type": "play", "card": 7}, "7 is no card"),
        ({"type": "play", "card": ["7C"]}, "a list is no card"),
        ({"type": "play", "card": "7C", "player": "Zoe"}, "no player 'Zoe'"),
        ({"type": "play", "card": "7C", "player": None}, "no player nothing"),
        ({"type": "play", "card": "7C", "suit": "C"}, "no field 'suit'"),
        ({"type": "play", "card": "7C", 7: "C"}, "no field 7"),
        ({"type": "announce", "contract": "grand"}, "no contract 'grand'"),
        ({"type": "announce", "contract": {}}, "no contract a mapping"),
        ({"type": "announce", "contract": "patience", "player": "Ada"}, "no field 'player'"),
        ({"type": "bid", "points": "10"}, "'10' is no number"),
        ({"type": "bid", "points": True}, "true is no number"),
        ({"type": "bid", "points": math.nan}, "nan is no number"),
        ({"type": "bid", "points": 10**5000}, "more than 15 digits"),
        ({"type": "accept", "player": "Ada"}, "no field 'player'"),
    ],
)
def test_an_event_that_is_none_is_refused_with_what_is_wrong(event, fault):
    game = find("berteln")
    with pytest.raises(InvalidEvent, match=fault):
        game.parse(game.start(NAMES[:4], {}), event)


def test_what_the_camera_notes_beside_an_event_changes_nothing():
    plain, noted = Evening(), Evening()
    plain.happens({"type": "announce", "contract": "no_hearts"})
    noted.happens(
        {"type": "announce", "contract": "no_hearts", "at": "?", "note": [], "seen": {"x": None}}
    )
    assert plain.states[-1] == noted.states[-1]


def test_a_state_is_never_changed():
    evening = Evening().tell("no_hearts: 7C, 8C")
    before = [evening.game.public(state) for state in evening.states]
    evening.tell("9C, TC, Cem 7S, take_back, annul")
    assert [evening.game.public(state) for state in evening.states[:4]] == before
