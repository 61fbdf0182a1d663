"""Vier Engel with open cards: the set, the seal, the judge's answers, the reference, disputes."""

from __future__ import annotations

import pytest

from companion.games import InvalidEvent
from companion.seal import root_of

from .vier_engel_dealer import INRAH
from .vier_engel_tables import FIVE, Evening

SEALED = f"lay {FIVE}, seal 9H, "
OTHERS = "7S 8S 9S TS JS"


def judged(story="", **options):
    return Evening(open=True, **options).tell(story)


def answered(story="", **options):
    return Evening(open=True, judge="layer", **options).tell(story)


# Laying (V14)


@pytest.mark.parametrize("cards", ["", "7H 8H 9H TH", "7H 8H 9H TH TH", "7H 8H 9H TH JH QH"])
def test_five_different_cards_are_laid(cards):
    table = judged(f"lay {cards}")
    assert table.flags == [" ".join(["V14 wrong_number_of_cards Ada", *cards.split()])]
    assert table["pending"] is None


@pytest.mark.parametrize(
    "cards", ["7S 8H 9H TH JH", "JOKER 8H 9H TH JH", "narr 8H 9H TH JH", "AC AD AH AS JOKER"]
)
def test_cards_that_are_no_set_wait_for_a_ruling(cards):
    table = judged(f"lay {cards}")
    assert table.flags == [f"V14 not_a_set Ada {cards}"]
    assert table["pending"] == {"code": "not_a_set", "player": "Ada", "card": None}
    assert (table["phase"], table["lying"]) == ("lay", [])
    assert table.tell("accept")["lying"] == cards.split()
    assert (table["phase"], table.flags) == ("seal", [])


def test_what_is_no_set_may_be_taken_back_or_annulled():
    assert judged("lay 7S 8H 9H TH JH, take_back")["last_round"] is None
    assert judged("lay 7S 8H 9H TH JH, annul").last == "None 0 void"


def test_five_of_a_rank_need_a_deck_of_five_suits():
    ranked = {"share": "rank", "deck": INRAH}
    aces = "wind-as wasser-as feuer-as eis-as erz-as"
    assert judged(f"lay {aces}", **ranked)["phase"] == "seal"
    assert judged("lay wind-as wind-zwei wind-drei wind-vier wind-fuenf", **ranked)["pending"]
    assert judged("lay AC AD AH AS 7C", share="rank")["pending"]


def test_a_deck_may_give_the_52_cards_another_suit_and_numbers_for_ranks():
    deck = {f"{rank}H": {"suit": "red"} for rank in "789"} | {
        "TD": {"suit": "red", "rank": 10},
        "narr": {"suit": "red", "rank": "10"},
    }
    assert judged("lay 7H 8H 9H TD narr", deck=deck)["phase"] == "seal"
    table = answered("lay 7H 8H 9H TD narr, reference narr", deck=deck)
    assert table["reference"]["means"] == "narr"


def test_with_a_deck_other_cards_are_unknown_also_the_usual_angels():
    for card in ("7H", "AC", "JOKER", "tod"):
        with pytest.raises(InvalidEvent, match="no card of the deck"):
            judged(f"lay wind-as wasser-as feuer-as eis-as {card}", deck=INRAH)


# The seal (V15, V17)


def test_a_seal_shows_that_it_is_there_and_its_commitments():
    table = judged(SEALED)
    assert (table["phase"], table["sealed"]) == ("draw", True)
    assert table["commitment"] == table["seal"]["root"] == root_of(table["seal"]["commitments"])
    assert table["seal"]["openings"] == []


def test_a_card_that_does_not_lie_there_cannot_be_sealed_and_is_not_named():
    table = judged(f"lay {FIVE}, seal KH")
    assert table.flags == ["V15 foreign_card Ada"]
    flag = table.verdict.flags[0]
    assert "KH" not in repr((flag, flag.facts, table.state))
    assert (table["phase"], table["pending"]) == ("seal", None)


def test_what_is_sealed_stays_sealed():
    assert judged(SEALED + "seal 7H").flags == ["R6 wrong_phase"]
    assert judged(f"lay {FIVE}, lay {OTHERS}").flags == ["R6 wrong_phase"]


def test_an_answer_opens_its_own_commitment_only():
    table = judged(SEALED + "QH")
    (opening,) = table["seal"]["openings"]
    assert (opening["card"], opening["position"], opening["verdict"]) == ("QH", 4, "angel")
    secret = table.state.seals[-1].seal.secret
    shown = repr(table.public) + repr(table.game.audit(table.state))
    assert [one.card for one in secret if one.nonce in shown] == ["QH"]


def test_a_round_that_is_over_keeps_its_unopened_cards_secret_for_good():
    table = judged(SEALED + f"QH, bank, lay {OTHERS}, seal TS, 7S, dispute")
    first, second = table.game.audit(table.state)["rounds"]
    assert len(first["openings"]) == 1
    assert len(second["openings"]) == 5
    assert len(table.state.seals[0].seal.secret) == 1


def test_a_repeated_round_and_an_equal_seal_use_other_nonces():
    table = judged(SEALED + "7H, dispute, " + SEALED + "7H, dispute")
    first, second = table.game.audit(table.state)["rounds"]
    assert first["round"] == second["round"] == 1
    assert not {o["nonce"] for o in first["openings"]} & {o["nonce"] for o in second["openings"]}


def test_another_seed_gives_another_commitment():
    roots = {judged(SEALED, seed=seed)["commitment"] for seed in (b"", b"a" * 32, b"b" * 32)}
    assert len(roots) == 3


# A record that has only the root (V15)


def by_root(story="", **options):
    table = judged(f"lay {FIVE}", **options)
    table.happens({"type": "seal", "root": "AB" * 32})
    return table.tell(story)


def test_a_record_with_the_root_replays_like_the_other():
    table, other = by_root(), judged(SEALED)
    assert table["commitment"] == "ab" * 32
    for card, verdict in (("QH", "angel"), ("9H", "devil")):
        table.happens({"type": "choose", "card": card, "verdict": verdict})
        other.tell(card)
        for key in ("phase", "announced", "round_points", "scores", "last_round", "sealed"):
            assert table[key] == other[key]


@pytest.mark.parametrize(("verdict", "last"), [("devil", "Bea 5"), ("angel", "Ada 5")])
def test_a_call_in_such_a_record_says_what_was_answered(verdict, last):
    table = by_root()
    table.happens({"type": "devil_call", "card": "QH", "verdict": verdict})
    assert table.last.startswith(last)


def test_without_the_answer_such_a_record_is_not_valid():
    for event in ({"type": "choose", "card": "QH"}, {"type": "devil_call", "card": "QH"}):
        with pytest.raises(InvalidEvent, match="'verdict'"):
            by_root().happens(event)


def test_where_no_answer_was_given_none_is_needed():
    assert by_root("choose KH").flags == ["V16 foreign_card Bea KH"]
    table = by_root("choose KH, choose QH")
    assert table.flags == ["R2 pending_first"]
    table = by_root()
    table.happens({"type": "choose", "card": "QH", "verdict": "angel"})
    assert table.tell("choose QH").flags == ["V16 already_turned Bea QH"]
    assert table.tell("take_back, call 7H").flags == ["R6 wrong_phase"]
    assert by_root("call 7H", devil_call=False).flags == ["V13 call_not_allowed Bea"]


def test_a_dispute_has_nothing_to_open_there():
    table = by_root("dispute")
    assert table.last == "None 0 void"
    assert table["seal"]["openings"] == []


@pytest.mark.parametrize(
    "event",
    [
        {"type": "seal"},
        {"type": "seal", "card": "7H", "root": "0" * 64},
        {"type": "seal", "root": "0" * 63},
        {"type": "seal", "root": 7},
        {"type": "seal", "card": "7X"},
    ],
)
def test_a_seal_has_either_a_card_or_a_root(event):
    with pytest.raises(InvalidEvent):
        judged(f"lay {FIVE}").happens(event)


def test_while_the_judge_knows_no_answer_can_be_brought_along():
    with pytest.raises(InvalidEvent, match="no field 'verdict'"):
        judged(SEALED).happens({"type": "choose", "card": "QH", "verdict": "devil"})


# Choosing and calling (V16)


@pytest.mark.parametrize(
    ("story", "last"),
    [
        ("9H", "Ada 5 devil_first"),
        ("7H, 9H", "None 0 devil"),
        ("7H, JH, QH, AH", "Bea 5 four_angels"),
        ("7H, JH, bank", "Bea 2 banked"),
        ("call 9H", "Bea 5 call_right"),
        ("call 7H", "Ada 5 call_wrong"),
    ],
)
def test_points_are_those_of_the_game_face_down(story, last):
    table = judged(SEALED + story)
    assert table.last == last
    assert (table["sealed"], table["commitment"], table["lying"]) == (False, None, [])
    noble = judged(SEALED + "9H", variant="noble")
    assert noble.last == "Ada 7 devil_first"


def test_a_wrong_call_makes_known_that_one_card_and_no_other():
    table = judged(SEALED + "call 7H")
    assert [one["card"] for one in table["seal"]["openings"]] == ["7H"]
    assert "9H" not in repr(table.sheet)


def test_a_card_chosen_before_or_not_lying_there_waits_and_cannot_stand():
    assert judged(SEALED + "QH, QH").flags == ["V16 already_turned Bea QH"]
    assert judged(SEALED + "QH, QH, accept").flags == ["R2 cannot_accept Bea QH"]
    assert judged(SEALED + "call KH").flags == ["V16 foreign_card Bea KH"]
    assert judged(SEALED + "call KH, take_back, call 9H").last == "Bea 5 call_right"
    assert judged(SEALED + "QH, call 9H").flags == ["R6 wrong_phase"]
    assert judged(SEALED + "bank").flags == ["V3 must_draw Bea"]


def test_a_call_names_a_card_and_no_position():
    for event in ({"type": "devil_call"}, {"type": "devil_call", "card": "9H", "position": 2}):
        with pytest.raises(InvalidEvent):
            judged(SEALED).happens(event)


@pytest.mark.parametrize("words", ["Bea peeked 1", "moved 2"])
def test_open_cards_can_be_neither_peeked_at_nor_moved(words):
    for before in ("", f"lay {FIVE}, ", SEALED):
        table = judged(before + words)
        assert (table.verdict.accepted, table.flags) == (True, [])


# Disputes (V17)


def test_a_dispute_opens_the_rest_and_voids_the_running_round():
    table = judged(SEALED + "7H, dispute")
    assert table.last == "None 0 void"
    assert (table["round"], table["layer"], table["scores"]) == (1, "Ada", {"Ada": 0, "Bea": 0})
    openings = table["seal"]["openings"]
    assert [one["card"] for one in openings if one["verdict"] == "devil"] == ["9H"]
    assert len(openings) == 5


def test_a_dispute_after_the_round_changes_nothing_else_and_may_be_repeated():
    table = judged(SEALED + "7H, bank")
    before = table.public
    table.tell("dispute")
    assert table.verdict.accepted
    changed = {key for key, value in table.public.items() if value != before[key]}
    assert changed == {"seal"}
    assert table.tell("dispute").verdict.accepted
    assert table.tell("start, dispute").verdict.accepted


@pytest.mark.parametrize("story", ["dispute", f"lay {FIVE}, dispute", "start, dispute"])
def test_without_a_seal_there_is_nothing_to_dispute(story):
    assert judged(story).flags == ["R6 wrong_phase"]


def test_between_laying_and_sealing_there_is_no_dispute_of_the_round_before():
    assert judged(SEALED + f"7H, bank, lay {OTHERS}, dispute").flags == ["R6 wrong_phase"]
    assert judged(SEALED + f"7H, bank, lay {OTHERS}, annul, dispute").verdict.accepted


def test_an_annulled_round_can_still_be_disputed():
    table = judged(SEALED + "7H, annul, dispute")
    assert len(table["seal"]["openings"]) == 5


# The layer answers (V18)


def test_the_layer_answers_for_the_card_that_was_chosen():
    table = answered(f"lay {FIVE}")
    assert (table["phase"], table["turn"]) == ("draw", "Bea")
    table.tell("7H")
    assert (table["phase"], table["turn"], table["chosen"]) == ("answer", "Ada", "7H")
    for words in ("bank", "choose JH", "JH angel", "call JH", "seal 7H", "dispute"):
        assert table.tell(words).flags == ["R6 wrong_phase"]
    assert table.tell("7H angel")["round_points"] == 1
    assert table.tell("7H angel").flags == ["R6 wrong_phase"]


def test_a_call_is_answered_by_the_layer_too():
    assert answered(f"lay {FIVE}, call 9H")["phase"] == "answer"
    assert answered(f"lay {FIVE}, call 9H, 9H devil").last == "Bea 5 call_right"
    assert answered(f"lay {FIVE}, call 9H, 9H angel").last == "Ada 5 call_wrong"
    assert answered(f"lay {FIVE}, call 9H, bank").flags == ["R6 wrong_phase"]


def test_the_reference_proves_each_false_answer_in_their_order():
    table = answered(f"lay {FIVE}, 7H, 7H angel, JH, JH angel, QH, QH angel, 9H, 9H devil")
    table.tell("reference JS")
    assert table.flags == [
        "V18 false_announcement Ada JH < JS",
        "V18 false_announcement Ada 9H < JS",
    ]
    assert table.verdict.accepted
    assert table["reference"] == {"card": "JS", "means": "JH"}
    assert table["scores"] == {"Ada": 0, "Bea": 0}


def test_an_answer_after_a_clear_reference_is_checked_at_once():
    table = answered(f"lay {FIVE}, reference JS, 7H, 7H devil")
    assert table.flags == ["V18 false_announcement Ada 7H < JS"]
    assert table.last == "Ada 5 devil_first"
    assert answered(f"lay {FIVE}, 7H, reference JS, 7H angel").flags == []
    assert answered(f"lay {FIVE}, reference KS, 7H, 7H devil").flags == []


def test_an_answer_to_a_call_can_be_false_too():
    table = answered(f"lay {FIVE}, call JH, JH angel, reference JS")
    assert table.flags == ["V18 false_announcement Ada JH < JS"]
    table = answered(f"lay {FIVE}, reference JS, call JH, JH angel")
    assert table.flags == ["V18 false_announcement Ada JH < JS"]


@pytest.mark.parametrize("card", ["KS", "JOKER", "narr", "2H"])
def test_a_reference_that_fits_none_proves_nothing(card):
    table = answered(f"lay {FIVE}, 7H, 7H angel, reference {card}")
    assert table.flags == [f"V18 reference_unclear Ada {card}"]
    assert table.verdict.accepted


def test_a_reference_that_fits_several_is_unclear_and_one_of_the_five_means_itself():
    mixed = "lay 7H 7S 9H JH QH, accept, "
    assert answered(mixed + "reference 7D").flags == ["V18 reference_unclear Ada 7D"]
    assert answered(mixed + "reference 7S")["reference"]["means"] == "7S"
    assert answered(f"lay {FIVE}, reference 9H")["reference"]["means"] == "9H"


def test_with_a_shared_rank_the_reference_shares_the_suit():
    ranked = {"share": "rank", "deck": INRAH}
    story = "lay wind-as wasser-as feuer-as eis-as erz-as, feuer-as angel, reference feuer-vier"
    table = answered(
        story.replace(", feuer-as angel", ", choose feuer-as, feuer-as angel"), **ranked
    )
    assert table.flags == ["V18 false_announcement Ada feuer-as < feuer-vier"]
    assert answered(
        "lay wind-as wasser-as feuer-as eis-as erz-as, reference humus-as", **ranked
    ).flags == ["V18 reference_unclear Ada humus-as"]


def test_a_reference_is_shown_once_a_round():
    assert answered(f"lay {FIVE}, reference JS, reference 9S").flags == ["R6 wrong_phase"]
    story = f"lay {FIVE}, reference KS, 7H, 7H angel, bank, reference 9S"
    assert answered(story).flags == ["R6 wrong_phase"]
    assert answered(f"lay {FIVE}, reference JS, annul, lay {FIVE}, reference 9S").flags == []


def test_the_reference_of_the_last_round_may_be_shown_until_the_next_five_lie():
    ended = f"lay {FIVE}, JH, JH angel, bank, "
    false = ["V18 false_announcement Ada JH < JS"]
    assert answered(ended + "reference JS").flags == false
    assert answered(ended + "start, annul, reference JS").flags == false
    assert answered(ended + f"lay {OTHERS}, take_back").flags == ["R5 nothing_pending"]
    assert answered(ended + "lay 7S 8H 9H TH JH, take_back, reference JS").flags == false
    assert answered(ended + "lay 7S 8H 9H TH JH, annul, reference JS").flags == ["R6 wrong_phase"]
    assert answered(ended + f"lay {OTHERS}, annul, reference JC").flags == []
    assert answered("reference JS").flags == ["R6 wrong_phase"]


def test_an_annulled_round_can_still_be_proved_false():
    table = answered(f"lay {FIVE}, JH, JH angel, annul, reference JS")
    assert table.flags == ["V18 false_announcement Ada JH < JS"]


def test_the_reference_may_be_shown_after_the_game():
    lost = f"lay {FIVE}, 9H, 9H devil, lay {FIVE}, 7H, 7H angel, 9H, 9H devil, "
    table = answered(lost * 2 + f"lay {FIVE}, 9H, 9H devil", variant="noble")
    assert table["phase"] == "over"
    assert "reference" in table.legal.types
    assert table.tell("reference JS").flags == ["V18 false_announcement Ada 9H < JS"]
    assert table.tell("reference JS").flags == ["R6 wrong_phase"]


@pytest.mark.parametrize("words", ["release", "turn 7H"])
@pytest.mark.parametrize("before", ["", f"lay {FIVE}, ", f"lay {FIVE}, 7H, 7H angel, bank, "])
def test_the_game_face_down_has_events_that_this_one_has_not(words, before):
    assert answered(before + words).flags == ["R6 wrong_phase"]
    if "angel" not in before:
        assert judged(before + words).flags == ["R6 wrong_phase"]
