"""One event for each thing that happens at a table, and none for what only seems to."""

from __future__ import annotations

import pytest
from scripted import TABLE, WIDE, Lying, Scripted, card

from vision.events import (
    CardCovered,
    CardLaid,
    CardLaidBack,
    CardLifted,
    CardMoved,
    CardRead,
    CardRemoved,
    CardTurned,
    CardUncovered,
    HandIn,
    HandOut,
    HandsOff,
    Pointed,
    Swept,
)
from vision.tracker import Tracker


def laid(table: Scripted) -> list[str]:
    return [event.card for event in table.of(CardLaid)]


# Laying


def test_a_card_that_lies_still_is_laid_once_by_the_arm_that_brought_it() -> None:
    table = Scripted(tremble=2)
    table.show(1)
    table.lay("Bea", "7C", 960, 540)
    table.show(3, card("7C", 960, 540))
    (event,) = table.of(CardLaid)
    assert (event.card, event.arc) == ("7C", "Bea")
    assert event.arc_certainty > 0.9
    assert event.confidence > 0.8
    assert event.place == pytest.approx((0.5, 0.5), abs=0.01)
    assert event.at == pytest.approx(1.4, abs=0.25)
    assert event.evidence is not None
    assert event.evidence[:2] == b"\xff\xd8"
    assert table.kinds() == ["CardLaid"]


def test_a_card_nobody_was_seen_laying_has_no_arc() -> None:
    table = Scripted()
    table.show(1, card("7C", 960, 540))
    assert (table.of(CardLaid)[0].arc, table.of(CardLaid)[0].arc_certainty) == (None, 0.0)


def test_hands_come_and_go() -> None:
    table = Scripted()
    table.lay("Dan", "7C", 960, 540)
    table.show(1, card("7C", 960, 540))
    assert [e.arc for e in table.of(HandIn)] == ["Dan"]
    assert [e.arc for e in table.of(HandOut)] == ["Dan"]


@pytest.mark.parametrize("rate", [3, 5, 10, 30])
def test_any_frame_rate_gives_the_same_event(rate: float) -> None:
    table = Scripted(rate=rate, tremble=1.5)
    table.show(1)
    table.lay("Ada", "QH", 900, 500)
    table.show(3, card("QH", 900, 500))
    assert table.kinds() == ["CardLaid"]


def test_a_false_sighting_in_a_single_look_is_nothing() -> None:
    table = Scripted()
    table.show(1, card("7C", 960, 540))
    table.look(card("7C", 960, 540), card("KS", 400, 300))
    table.show(2, card("7C", 960, 540))
    assert laid(table) == ["7C"]


def test_false_sightings_now_and_then_are_nothing() -> None:
    table = Scripted()
    for _ in range(10):
        table.look(card("7C", 960, 540), card("KS", 400, 300))
        table.show(0.3, card("7C", 960, 540))
    assert laid(table) == ["7C"]


def test_a_card_that_slides_in_for_a_second_is_laid_once_where_it_stops() -> None:
    table = Scripted(tremble=1)
    for step in range(10):
        table.look(card("7C", 1500 - 54 * step, 540), arms=[("Dan", 1540 - 54 * step, 540)])
    table.show(2, card("7C", 960, 540))
    (event,) = table.of(CardLaid)
    assert event.place == pytest.approx((0.5, 0.5), abs=0.01)
    assert event.at >= 0.9
    assert event.arc == "Dan"
    assert table.kinds() == ["CardLaid"]


def test_a_tossed_card_belongs_to_the_only_hand_that_was_in() -> None:
    table = Scripted()
    table.show(0.3, arms=[("Bea", 400, 540)])
    for step in range(4):
        table.look(card("7C", 500 + 115 * step, 540), arms=[("Bea", 300, 540)])
    table.show(1, card("7C", 960, 540))
    (event,) = table.of(CardLaid)
    assert event.arc == "Bea"
    assert 0.5 < event.arc_certainty < 0.9


def test_a_hand_that_lingers_from_before_did_not_lay_the_next_card() -> None:
    table = Scripted()
    first, second = card("7C", 960, 480), card("8D", 1040, 540)
    table.show(1.5, first, arms=[("Cem", 970, 500)])
    table.show(0.4, first, arms=[("Cem", 970, 500), ("Dan", 1300, 540)])
    table.show(0.3, first, second, arms=[("Cem", 970, 500), ("Dan", 1060, 540)])
    table.show(1.5, first, second, arms=[("Cem", 970, 500)])
    assert {e.card: e.arc for e in table.of(CardLaid)}["8D"] == "Dan"


def test_a_card_pushed_by_the_next_player_was_still_laid_first() -> None:
    table = Scripted()
    table.show(0.4, card("7C", 900, 540), arms=[("Bea", 900, 540)])
    table.show(0.3, card("7C", 925, 545), card("8D", 1040, 540), arms=[("Bea", 900, 540)])
    table.show(1.5, card("7C", 925, 545), card("8D", 1040, 540))
    assert laid(table) == ["7C", "8D"]
    assert table.of(CardLaid)[0].at < 0.2


def test_two_cards_at_once_are_two_events_in_the_order_of_coming_to_rest() -> None:
    table = Scripted(tremble=1)
    a, b = card("7C", 880, 540), card("8D", 1040, 540)
    table.show(0.2, a, arms=[("Ada", 880, 560)])
    table.show(0.4, a, b, arms=[("Ada", 880, 560), ("Dan", 1040, 540)])
    table.show(1.5, a, b)
    assert laid(table) == ["7C", "8D"]
    assert [e.arc for e in table.of(CardLaid)] == ["Ada", "Dan"]


def test_a_card_read_late_does_not_let_a_later_one_go_first() -> None:
    table = Scripted()
    a = card("7C", 700, 540, read={"7C": 0.4, "7S": 0.4})
    table.show(0.3, a)
    table.show(0.6, a, card("8D", 1100, 540))
    table.show(1.0, card("7C", 700, 540), card("8D", 1100, 540))
    assert laid(table) == ["7C", "8D"]


def test_cards_five_millimetres_apart_are_two() -> None:
    table = Scripted(tremble=2)
    table.lay("Ada", "7C", 900, 540)
    table.lay("Bea", "8C", 1020, 540, card("7C", 900, 540))
    table.show(1, card("7C", 900, 540), card("8C", 1020, 540))
    assert laid(table) == ["7C", "8C"]
    assert table.kinds() == ["CardLaid", "CardLaid"]


def test_missed_detections_change_nothing() -> None:
    table = Scripted(tremble=1)
    table.show(1, card("7C", 960, 540))
    for _ in range(8):
        table.look()
        table.look(card("7C", 960, 540))
        table.look()
        table.look(card("7C", 960, 540))
    assert table.kinds() == ["CardLaid"]


# Reading


def test_a_single_wrong_read_changes_no_name() -> None:
    table = Scripted()
    table.show(0.2, card("8D", 960, 540))
    table.look(card("8D", 960, 540, read="7D"))
    table.show(1, card("8D", 960, 540))
    table.look(card("8D", 960, 540, read="7D"))
    table.show(1, card("8D", 960, 540))
    assert laid(table) == ["8D"]
    assert not table.of(CardRead)


def test_a_first_wrong_read_is_outvoted() -> None:
    table = Scripted()
    table.look(card("8D", 960, 540, read="7D"))
    table.show(2, card("8D", 960, 540))
    assert laid(table) == ["8D"]
    assert not table.of(CardRead)


def test_a_name_taken_wrongly_is_mended_without_a_new_card() -> None:
    table = Scripted()
    table.show(0.6, card("8D", 960, 540, read="7D"))
    table.show(2, card("8D", 960, 540))
    assert laid(table) == ["7D"]
    assert [(e.track, e.card) for e in table.of(CardRead)] == [(1, "8D")]


def test_a_face_that_cannot_be_told_is_asked_and_read_later() -> None:
    table = Scripted()
    unsure = card("9C", 960, 540, read={"9C": 0.35, "9S": 0.33, "QC": 0.1})
    table.show(3, unsure)
    (event,) = table.of(CardLaid)
    assert event.card == "?"
    assert list(event.candidates)[:2] == ["9C", "9S"]
    table.show(1, card("9C", 960, 540))
    assert [(e.track, e.card) for e in table.of(CardRead)] == [(event.track, "9C")]


def test_a_face_half_under_a_hand_is_not_asked_about_before_the_hand_is_gone() -> None:
    table = Scripted()
    hidden = card("9C", 960, 540, read={"9C": 0.35, "9S": 0.33, "QC": 0.1})
    table.show(3, hidden, arms=[("Ada", 960, 560)])
    assert laid(table) == []
    table.show(1, card("9C", 960, 540))
    assert laid(table) == ["9C"]


def test_a_card_half_under_a_hand_still_comes_before_the_next_one() -> None:
    table = Scripted()
    first = card("9C", 900, 540, read={"9C": 0.35, "9S": 0.33})
    table.show(0.5, first, arms=[("Ada", 900, 560)])
    table.show(2.5, first, card("8D", 1100, 540), arms=[("Ada", 900, 560)])
    table.show(1, card("9C", 900, 540), card("8D", 1100, 540))
    assert laid(table) == ["9C", "8D"]


def test_a_face_does_not_wait_for_backs_that_stir_in_a_hand() -> None:
    table = Scripted()
    fan = [card("BACK", 300, 300)]
    table.show(1, *fan, arms=[("Bea", 300, 300)])
    for step in range(12):
        stirring = card("BACK", 330 + 40 * (step // 3 % 2), 360)
        lying = [card("7C", 960, 540)] if step >= 2 else []
        table.show(0.1, *fan, stirring, *lying, arms=[("Bea", 300, 300)])
    assert [name for name in laid(table) if name != "BACK"] == ["7C"]


def test_a_card_found_only_after_its_hand_has_left_was_laid_by_that_hand() -> None:
    table = Scripted()
    table.show(0.5)
    table.show(0.3, arms=[("Bea", 960, 540)])
    table.show(0.2, arms=[("Bea", 400, 540)])
    table.show(0.7)
    table.show(0.6, card("7C", 960, 540))
    (event,) = table.of(CardLaid)
    assert event.arc == "Bea"
    assert event.arc_certainty > 0.8


def test_a_card_found_late_where_two_hands_had_been_is_nobodys_for_sure() -> None:
    table = Scripted()
    table.show(0.5)
    table.show(0.3, arms=[("Bea", 960, 540)])
    table.show(0.3, arms=[("Ada", 960, 540)])
    table.show(0.7)
    table.show(0.6, card("7C", 960, 540))
    (event,) = table.of(CardLaid)
    assert event.arc is None


def test_a_face_laid_beside_a_hand_of_backs_is_a_new_card_though_a_back_is_lost_sight_of() -> None:
    table = Scripted()
    fan = [card("BACK", 900 + 40 * i, 160) for i in range(4)]
    table.show(1, *fan)
    table.show(1.4, *fan[:3], card("7H", 1030, 245))
    assert [name for name in laid(table) if name != "BACK"] == ["7H"]
    assert not table.of(CardTurned)


def test_a_name_that_was_in_question_before_is_the_same_card_read_better() -> None:
    table = Scripted()
    doubtful = card("TH", 960, 540, read={"TH": 0.85, "9H": 0.15})
    table.show(1.5, doubtful)
    table.show(0.4, doubtful, arms=[("Bea", 960, 560)])
    table.show(1.5, card("9H", 960, 540))
    assert laid(table) == ["TH"]
    assert [event.card for event in table.of(CardRead)] == ["9H"]


def test_one_deck_settles_a_doubt() -> None:
    table = Scripted()
    first = card("7D", 600, 540)
    table.show(1, first)
    table.show(2, first, card("8D", 1200, 540, read={"7D": 0.62, "8D": 0.36}))
    assert laid(table) == ["7D", "8D"]


def test_the_same_card_seen_twice_in_one_deck_is_doubtful() -> None:
    table = Scripted()
    first = card("7D", 600, 540)
    table.show(1, first)
    table.show(3, first, card("?", 1200, 540, read="7D"))
    assert laid(table) == ["7D", "?"]


def test_two_decks_may_show_a_card_twice() -> None:
    table = Scripted(Tracker(TABLE, one_deck=False))
    table.show(2, card("7D", 600, 540), card("7D", 1200, 540))
    assert laid(table) == ["7D", "7D"]


# Hands over cards


def test_a_hand_over_a_card_is_no_removal() -> None:
    table = Scripted(tremble=1)
    table.show(1, card("7C", 960, 540))
    table.show(4, arms=[("Ada", 960, 540)])
    table.show(1, card("7C", 960, 540))
    assert table.kinds() == ["CardLaid"]


def test_a_card_misread_beside_a_hand_keeps_its_name() -> None:
    table = Scripted()
    table.show(1, card("QC", 960, 540))
    table.show(0.5, card("QC", 960, 540, read="QS"), arms=[("Ada", 960, 560)])
    table.show(1, card("QC", 960, 540))
    assert table.kinds() == ["CardLaid"]


def test_a_card_counts_only_after_the_hand_has_left_it() -> None:
    table = Scripted()
    said = table.show(0.8, card("7C", 960, 540), arms=[("Ada", 960, 540)])
    assert not [e for e in said if isinstance(e, CardLaid)]
    table.show(0.5, card("7C", 960, 540))
    assert laid(table) == ["7C"]


def test_a_hand_that_never_lets_go_of_a_still_card_does_not_stop_the_game() -> None:
    table = Scripted()
    table.show(3, card("7C", 960, 540), arms=[("Ada", 960, 560)])
    assert laid(table) == ["7C"]


# Cards on cards


def test_a_card_on_a_card_does_not_take_its_name() -> None:
    table = Scripted(tremble=1)
    lower, upper = card("7C", 940, 540), card("KH", 980, 560)
    table.lay("Ada", "7C", 940, 540)
    table.lay("Bea", "KH", 980, 560, lower)
    table.show(2, lower, upper)
    assert laid(table) == ["7C", "KH"]
    ((lower_track, upper_track, share),) = [(e.track, e.by, e.share) for e in table.of(CardCovered)]
    assert (lower_track, upper_track) == (1, 2)
    assert 0.3 < share < 0.8


def test_a_wholly_covered_card_is_still_there_with_its_name() -> None:
    table = Scripted(tremble=1)
    table.lay("Ada", "7C", 960, 540)
    table.show(0.3, arms=[("Bea", 960, 540)])
    table.show(0.3, card("KH", 960, 545), arms=[("Bea", 960, 540)])
    table.show(3, card("KH", 960, 545))
    assert laid(table) == ["7C", "KH"]
    assert not table.of(CardRemoved)
    assert not table.of(CardRead)
    table.show(0.4, arms=[("Bea", 960, 540)])
    table.show(2, card("7C", 960, 540))
    assert [e.card for e in table.of(CardRemoved)] == ["KH"]
    assert [(e.track, e.by) for e in table.of(CardUncovered)] == [(1, 2)]
    assert laid(table) == ["7C", "KH"]


def test_a_card_laid_half_on_another_under_the_hand_does_not_become_it() -> None:
    table = Scripted(tremble=1)
    lower, upper = card("AD", 900, 540), card("KD", 960, 540)
    unsure = card("KD", 960, 540, read={"KD": 0.5, "AD": 0.5})
    table.show(1, lower)
    table.show(0.5, arms=[("Dan", 960, 540)])
    table.show(0.4, unsure, arms=[("Dan", 990, 540)])
    table.show(1.5, lower, upper)
    assert laid(table) == ["AD", "KD"]
    assert not table.of(CardMoved)
    assert not table.of(CardRead)


def test_names_are_not_swapped_when_cards_pass_each_other() -> None:
    table = Scripted()
    table.show(1, card("7C", 700, 540), card("KH", 1200, 540))
    for step in range(11):
        table.look(card("7C", 700 + 50 * step, 500), card("KH", 1200 - 50 * step, 580))
    table.show(1, card("7C", 1200, 500), card("KH", 700, 580))
    assert laid(table) == ["7C", "KH"]
    places = {e.card: e.after for e in table.of(CardMoved)}
    assert places["7C"][0] == pytest.approx(1200 / 1920, abs=0.01)
    assert places["KH"][0] == pytest.approx(700 / 1920, abs=0.01)


# Moving


def test_backs_in_a_row_stay_who_they_are_while_one_is_not_seen_and_another_comes() -> None:
    table = Scripted()
    row = [card("BACK", 500 + 150 * k, 500) for k in range(5)]
    for k in range(4):
        table.lay("Ada", "BACK", 500 + 150 * k, 500, *row[:k])
    table.show(0.5, *row[:4])
    # The hand hides the first one while it lays the fifth at the other end.
    table.show(0.8, *row[1:5], arms=[("Ada", 1100, 500)])
    table.show(1.0, *row)
    laid = table.of(CardLaid)
    assert [round(event.place[0] * WIDE) for event in laid] == [500, 650, 800, 950, 1100]
    assert not table.of(CardMoved)
    places = {track.number: round(track.place[0] * WIDE) for track in table.tracker.tracks}
    assert places == {1: 500, 2: 650, 3: 800, 4: 950, 5: 1100}


def test_a_nudged_card_has_moved_and_is_no_new_one() -> None:
    table = Scripted(tremble=1.5)
    table.lay("Ada", "7C", 960, 540)
    table.show(0.3, card("7C", 990, 550, turn=10), arms=[("Bea", 850, 540)])
    table.show(1, card("7C", 1010, 560, turn=14))
    assert laid(table) == ["7C"]
    (moved,) = table.of(CardMoved)
    assert moved.after == pytest.approx((1010 / 1920, 560 / 1080), abs=0.01)
    assert 0.3 < moved.widths < 0.8
    assert moved.arc == "Bea"


def test_a_knock_of_the_camera_lays_no_cards_and_removes_none() -> None:
    table = Scripted()
    cards = [("7C", 600), ("8C", 800), ("9C", 1000), ("BACK", 1300)]
    table.show(1, *(card(name, x, 540) for name, x in cards))
    table.show(2, *(card(name, x + 70, 500) for name, x in cards))
    assert len(table.of(CardLaid)) == 4
    assert not table.of(CardRemoved)
    assert not table.of(Swept)


# Leaving


def test_a_card_taken_away_is_removed_once() -> None:
    table = Scripted()
    table.lay("Ada", "7C", 960, 540)
    table.show(0.5, arms=[("Ada", 960, 540)])
    table.show(3)
    (event,) = table.of(CardRemoved)
    assert (event.track, event.card) == (1, "7C")
    assert not table.of(Swept)


def test_a_card_taken_back_into_a_hand_of_backs_has_left_the_table() -> None:
    table = Scripted()
    fan = [card("BACK", 900 + 40 * i, 940) for i in range(4)]
    hand = [("Ada", 960, 1000)]
    table.show(1, *fan, arms=hand)
    table.show(1.2, *fan, card("TS", 930, 760), arms=hand)
    table.show(0.2, *fan, card("TS", 930, 820), arms=[*hand, ("Ada", 930, 800)])
    table.show(0.1, *fan, card("TS", 940, 900), arms=[*hand, ("Ada", 930, 880)])
    table.show(4, *fan[:3], card("BACK", 950, 905), arms=hand)
    assert [event.card for event in table.of(CardRemoved)] == ["TS"]


def test_a_card_lifted_and_laid_again_is_the_same_card() -> None:
    table = Scripted()
    table.lay("Ada", "7C", 960, 540)
    table.show(0.3, arms=[("Ada", 960, 540)])
    table.show(0.6)
    table.lay("Ada", "7C", 1100, 600)
    table.show(1, card("7C", 1100, 600))
    assert laid(table) == ["7C"]
    assert [e.track for e in table.of(CardLifted)] == [1]
    assert [e.track for e in table.of(CardLaidBack)] == [1]
    assert not table.of(CardRemoved)


def test_a_back_lifted_and_laid_again_is_said_to_be() -> None:
    table = Scripted()
    row = [card("BACK", 500 + 160 * i, 540) for i in range(5)]
    table.show(1, *row)
    others = row[:2] + row[3:]
    table.show(0.3, *others, arms=[("Ada", 820, 560)])
    table.show(0.5, *others)
    table.show(0.3, *others, arms=[("Ada", 820, 560)])
    table.show(1, *row)
    assert len(table.of(CardLaid)) == 5
    assert [e.card for e in table.of(CardLifted)] == ["BACK"]
    assert [e.track for e in table.of(CardLaidBack)] == [e.track for e in table.of(CardLifted)]


def test_a_back_held_over_the_table_for_a_while_and_laid_again_is_the_same_card() -> None:
    table = Scripted()
    row = [card("BACK", 500 + 160 * i, 540) for i in range(5)]
    table.show(1, *row)
    others = row[:2] + row[3:]
    table.show(0.3, *others, arms=[("Ada", 820, 560)])
    table.show(2.5, *others, arms=[("Ada", 900, 780)])
    table.show(0.3, *others, arms=[("Ada", 820, 560)])
    table.show(1, *row)
    assert len(table.of(CardLaid)) == 5
    assert not table.of(CardRemoved)
    assert [e.track for e in table.of(CardLaidBack)] == [e.track for e in table.of(CardLifted)]


def test_cards_that_are_gathered_and_laid_anew_by_the_same_hand_are_new_cards() -> None:
    table = Scripted()
    row = [card("BACK", 500 + 160 * i, 540) for i in range(5)]
    table.show(1, *row)
    table.show(0.4, arms=[("Ada", 820, 560)])
    table.show(1.6, arms=[("Ada", 960, 800)])
    for count in range(1, 6):
        table.show(0.3, *row[: count - 1], arms=[("Ada", 500 + 160 * (count - 1), 560)])
        table.show(0.9, *row[:count], arms=[("Ada", 960, 800)])
    table.show(1, *row)
    assert len(table.of(CardLaid)) == 10
    assert not table.of(CardLaidBack)


def test_a_back_under_a_resting_finger_has_not_moved() -> None:
    table = Scripted(hand=3)
    row = [card("BACK", 500 + 160 * i, 540) for i in range(5)]
    table.show(1, *row)
    pushed = [*row[:2], card("BACK", 868, 560), *row[3:]]
    table.show(0.8, *pushed, arms=[("Ada", 820, 520)])
    assert not table.of(CardMoved)
    table.show(1, *row)
    assert not table.of(CardMoved)


def test_a_trick_swept_away_is_one_event_with_all_its_cards() -> None:
    table = Scripted(tremble=1)
    trick = [
        card("7C", 900, 480),
        card("8C", 1020, 520),
        card("9C", 900, 600),
        card("TC", 1000, 640),
    ]
    for i, seat in enumerate(["Ada", "Bea", "Cem", "Dan"]):
        table.lay(seat, trick[i].card, trick[i].x, trick[i].y, *trick[:i])
    table.show(0.5, *trick)
    table.show(0.3, *trick[:1], arms=[("Cem", 960, 560)])
    table.show(0.3, arms=[("Cem", 960, 560)])
    table.show(0.3, arms=[("Cem", 960, 200)])
    table.show(3)
    assert laid(table) == ["7C", "8C", "9C", "TC"]
    (event,) = table.of(Swept)
    assert sorted(event.cards) == ["7C", "8C", "9C", "TC"]
    assert event.arc == "Cem"
    assert not table.of(CardRemoved)


def test_a_card_taken_from_under_others_leaves_alone() -> None:
    table = Scripted()
    table.show(1, card("7C", 600, 540), card("8C", 1000, 540))
    table.show(0.4, card("8C", 1000, 540), arms=[("Bea", 600, 540)])
    table.show(3, card("8C", 1000, 540))
    assert [e.card for e in table.of(CardRemoved)] == ["7C"]
    assert laid(table) == ["7C", "8C"]


def test_another_card_where_one_was_just_lifted_off_shows_that_it_has_left() -> None:
    table = Scripted()
    lower, upper, other = card("6H", 900, 500), card("3D", 930, 590), card("TH", 935, 585)
    table.lay("Bea", "6H", 900, 500)
    table.lay("Bea", "3D", 930, 590, lower)
    table.show(0.3, lower, upper, arms=[("Bea", 930, 590)])
    table.show(0.5, lower)
    table.show(0.2, lower, arms=[("Bea", 930, 590)])
    table.show(0.6, lower, other, arms=[("Bea", 935, 585)])
    table.show(0.8, lower, other)
    happened = [event for event in table.events if isinstance(event, CardRemoved | CardLaid)]
    assert [(type(e).__name__, e.card) for e in happened] == [
        ("CardLaid", "6H"), ("CardLaid", "3D"), ("CardRemoved", "3D"), ("CardLaid", "TH"),
    ]  # fmt: skip
    assert [(e.track, e.by) for e in table.of(CardCovered)] == [(1, 2), (1, 3)]
    table.show(2.0, lower, other)
    assert len(table.of(CardRemoved)) == 1
    assert not table.of(Swept)


def test_cards_overlooked_for_a_while_far_from_any_hand_have_not_left() -> None:
    table = Scripted()
    near, far = card("9C", 1500, 700), card("AC", 300, 300)
    table.lay("Bea", "AC", 300, 300)
    table.lay("Dan", "9C", 1500, 700, far)
    table.show(2.5, near, arms=[("Dan", 1500, 560)])
    table.show(1.0, near)
    table.show(1.0, near, far)
    assert not table.of(CardLifted)
    assert not table.of(CardRemoved)


def test_a_card_that_has_left_is_not_seen_again_in_the_next_one_at_its_place() -> None:
    table = Scripted()
    lower, upper = card("BACK", 900, 500), card("BACK", 940, 520)
    table.lay("Bea", "BACK", 900, 500)
    table.lay("Bea", "BACK", 940, 520, lower)
    table.show(0.3, lower, upper, arms=[("Bea", 920, 510)])
    table.show(3.0)
    assert len(table.of(Swept)) == 1
    table.lay("Ada", "BACK", 905, 500)
    table.show(1.0, card("BACK", 905, 500))
    assert [event.track for event in table.of(CardLaid)] == [1, 2, 3]
    assert not table.of(CardMoved)


def test_the_next_trick_on_the_place_of_the_last_is_new_cards() -> None:
    table = Scripted()
    table.lay("Ada", "7C", 960, 540)
    table.show(0.5, arms=[("Ada", 960, 540)])
    table.lay("Bea", "9H", 965, 545)
    table.show(2, card("9H", 965, 545))
    assert laid(table) == ["7C", "9H"]
    assert not table.of(CardRead)


# Turning


def test_a_back_turned_at_its_place_is_turned_not_laid() -> None:
    table = Scripted()
    table.show(1, card("BACK", 960, 540), card("BACK", 1200, 540))
    table.show(0.6, card("BACK", 1200, 540), arms=[("Ada", 960, 560)])
    table.show(1.5, card("QS", 975, 545), card("BACK", 1200, 540))
    assert laid(table) == ["BACK", "BACK"]
    (event,) = table.of(CardTurned)
    assert (event.before, event.card, event.arc) == ("BACK", "QS", "Ada")


def test_a_card_turned_exactly_where_it_lay_was_turned_then_and_by_that_arm() -> None:
    table = Scripted()
    table.show(8, card("BACK", 960, 540))
    table.show(0.6, arms=[("Ada", 960, 560)])
    table.show(1.5, card("QS", 960, 540))
    (event,) = table.of(CardTurned)
    assert event.at == pytest.approx(8.6, abs=0.2)
    assert event.arc == "Ada"


def test_a_card_turned_by_a_hand_that_was_not_seen_is_turned_all_the_same() -> None:
    table = Scripted()
    table.show(8, card("BACK", 960, 540))
    table.show(1.2, card("QS", 962, 540))
    assert [(e.before, e.card) for e in table.of(CardTurned)] == [("BACK", "QS")]
    assert len(table.of(CardLaid)) == 1


def test_a_back_turned_to_a_face_that_cannot_be_read_is_turned_and_read_later() -> None:
    table = Scripted()
    row = [card("BACK", 500 + 160 * i, 540) for i in range(5)]
    table.show(1, *row)
    table.show(0.4, *row[:2], *row[3:], arms=[("Dan", 820, 560)])
    doubtful = card("JOKER", 822, 541, read={"JOKER": 0.4, "JH": 0.35})
    table.show(1.8, *row[:2], doubtful, *row[3:])
    (turned,) = table.of(CardTurned)
    assert (turned.card, turned.before, turned.arc) == ("?", "BACK", "Dan")
    table.show(1.5, *row[:2], card("JOKER", 822, 541), *row[3:])
    assert [event.card for event in table.of(CardRead)] == ["JOKER"]
    assert len(table.of(CardTurned)) == 1


def test_a_back_that_lies_alone_is_turned_also_beside_its_place() -> None:
    table = Scripted()
    row = [card("BACK", 500 + 260 * i, 540) for i in range(5)]
    table.show(1, *row)
    table.show(0.5, *row[:2], *row[3:], arms=[("Dan", 1020, 560)])
    table.show(1, *row[:2], card("QS", 1020 + 80, 545), *row[3:])
    assert [(e.before, e.card) for e in table.of(CardTurned)] == [("BACK", "QS")]
    assert len(table.of(CardLaid)) == 5


def test_a_face_turned_down_is_turned() -> None:
    table = Scripted()
    table.show(1, card("QS", 960, 540))
    table.show(0.6, arms=[("Ada", 960, 560)])
    table.show(1.5, card("BACK", 970, 540))
    assert [(e.before, e.card) for e in table.of(CardTurned)] == [("QS", "BACK")]
    assert laid(table) == ["QS"]


def test_a_single_look_at_the_wrong_side_turns_nothing() -> None:
    table = Scripted()
    table.show(1, card("BACK", 960, 540))
    table.look(card("BACK", 960, 540, read="QS"))
    table.show(1, card("BACK", 960, 540))
    assert table.kinds() == ["CardLaid"]


# Attack and defence, cards half over cards


def attack(*beaten: int) -> list[Lying]:
    """Three attack cards in a row, some of them with a beating card half over."""
    names = ("6C", "6D", "8S"), ("7C", "9D", "TS")
    row = [card(name, 700 + 200 * i, 600) for i, name in enumerate(names[0])]
    return row + [card(names[1][i], 720 + 200 * i, 530) for i in beaten]


def test_each_beating_card_half_over_another_covers_that_one_and_both_keep_their_names() -> None:
    table = Scripted(tremble=2)
    table.show(1, *attack())
    for count, (name, x) in enumerate((("7C", 720), ("9D", 920), ("TS", 1120))):
        table.lay("Cem", name, x, 530, *attack(*range(count)))
    table.show(2, *attack(0, 1, 2))
    names = {event.track: event.card for event in table.of(CardLaid)}
    covered = [(names[event.track], names[event.by]) for event in table.of(CardCovered)]
    assert covered == [("6C", "7C"), ("6D", "9D"), ("8S", "TS")]
    assert not table.of(CardRead)
    assert not table.of(CardMoved)


def test_a_pair_aside_is_one_sweep() -> None:
    table = Scripted(tremble=1)
    table.show(1, *attack())
    table.show(1, *attack(0, 1, 2))
    table.show(0.6, arms=[("Cem", 900, 560)])
    table.show(3)
    (event,) = table.of(Swept)
    assert sorted(event.cards) == ["6C", "6D", "7C", "8S", "9D", "TS"]


def test_cards_picked_up_and_laid_open_at_the_edge_have_moved_and_are_not_swept() -> None:
    table = Scripted(tremble=1)
    table.show(1, *attack())
    table.show(1, *attack(1))
    table.show(0.5, *attack(), arms=[("Cem", 920, 530)])  # the beating card goes to the hand
    table.show(1, *attack())
    table.show(0.4, arms=[("Cem", 900, 560)])
    open_cards = [card(name, 850 + 45 * i, 110) for i, name in enumerate(("6C", "6D", "8S"))]
    table.show(0.5, *open_cards, arms=[("Cem", 900, 140)])
    table.show(3, *open_cards)
    assert [event.card for event in table.of(CardRemoved)] == ["9D"]
    assert sorted(event.card for event in table.of(CardMoved)) == ["6C", "6D", "8S"]
    assert {event.arc for event in table.of(CardMoved)} == {"Cem"}
    assert laid(table) == ["6C", "6D", "8S", "9D"]
    assert not table.of(Swept)


def test_a_card_swapped_for_the_one_half_under_the_talon_is_another_card() -> None:
    table = Scripted(tremble=1)
    talon = card("BACK", 330, 540)
    table.show(1, card("9H", 390, 540, turn=90), talon)
    table.show(0.6, talon, arms=[("Bea", 390, 540)])
    table.show(0.4, talon, card("2H", 390, 540, turn=90), arms=[("Bea", 390, 540)])
    table.show(2.5, talon, card("2H", 390, 540, turn=90))
    assert sorted(laid(table)) == ["2H", "9H", "BACK"]
    assert not table.of(CardTurned)


# Cards that must not be looked at


def test_a_back_lifted_and_laid_again_is_laid_back_by_the_arm_that_lifted_it() -> None:
    table = Scripted()
    row = [card("BACK", 500 + 160 * i, 540) for i in range(5)]
    table.show(1, *row)
    table.show(0.3, *row[:2], *row[3:], arms=[("Dan", 820, 560)])
    table.show(0.5, *row[:2], *row[3:])
    table.show(0.4, *row, arms=[("Dan", 820, 560)])
    table.show(1, *row)
    (event,) = table.of(CardLaidBack)
    assert event.arc == "Dan"
    assert event.arc_certainty > 0.8


def test_a_back_lifted_off_the_table_and_laid_as_a_face_is_turned_and_not_laid_back() -> None:
    table = Scripted()
    row = [card("BACK", 500 + 160 * i, 540) for i in range(5)]
    table.show(1, *row)
    table.show(0.3, *row[:2], *row[3:], arms=[("Dan", 820, 560)])
    table.show(0.5, *row[:2], *row[3:])
    turned = [*row[:2], card("QS", 825, 545), *row[3:]]
    table.show(0.3, *turned, arms=[("Dan", 820, 560)])
    table.show(2, *turned)
    assert not table.of(CardLaidBack)
    assert [(e.track, e.before, e.card) for e in table.of(CardTurned)] == [
        (table.of(CardLifted)[0].track, "BACK", "QS")
    ]
    assert len(table.of(CardLaid)) == 5


def test_four_backs_turned_one_after_the_other_are_four_turns_at_their_places() -> None:
    table = Scripted(tremble=1.5)
    row = [card("BACK", 500 + 160 * i, 540) for i in range(5)]
    table.show(1, *row)
    for index, name in enumerate(("AC", "AD", "AH", "AS")):
        table.show(0.4, *row[:index], *row[index + 1 :], arms=[("Dan", 500 + 160 * index, 560)])
        row[index] = card(name, 505 + 160 * index, 542)
        table.show(1.2, *row)
    assert [e.card for e in table.of(CardTurned)] == ["AC", "AD", "AH", "AS"]
    assert [e.track for e in table.of(CardTurned)] == [e.track for e in table.of(CardLaid)][:4]


# Pointing


def test_a_finger_that_rests_on_a_card_points_at_it_once() -> None:
    table = Scripted(hand=3)
    row = [card("QS", 700, 540), card("AC", 1000, 540)]
    table.show(1, *row)
    table.show(0.2, *row, arms=[("Bea", 500, 540)])
    table.show(2, *row, arms=[("Bea", 700, 545)])
    table.show(1, *row)
    (event,) = table.of(Pointed)
    assert [lying.card for lying in table.of(CardLaid) if lying.track == event.track] == ["QS"]
    assert event.arc == "Bea"
    assert event.arc_certainty > 0.9
    assert event.at == pytest.approx(1.2, abs=0.2)


def test_a_finger_that_only_passes_over_cards_points_at_none() -> None:
    table = Scripted(hand=3)
    row = [card("QS", 700, 540), card("AC", 1000, 540)]
    table.show(1, *row)
    for step in range(20):
        table.look(*row, arms=[("Bea", 400 + 30 * step, 540)])
    table.show(1, *row, arms=[("Bea", 850, 800)])
    assert not table.of(Pointed)


def test_a_whole_hand_over_a_card_points_at_nothing() -> None:
    table = Scripted(hand=11)
    table.show(1, card("QS", 700, 540))
    table.show(2, card("QS", 700, 540), arms=[("Bea", 700, 540)])
    assert not table.of(Pointed)


def test_a_finger_that_goes_on_to_the_next_card_points_at_both() -> None:
    table = Scripted(hand=3)
    row = [card("QS", 700, 540), card("AC", 1000, 540)]
    table.show(1, *row)
    table.show(1.5, *row, arms=[("Bea", 700, 545)])
    table.show(1.5, *row, arms=[("Bea", 1000, 545)])
    names = {event.track: event.card for event in table.of(CardLaid)}
    assert [names[event.track] for event in table.of(Pointed)] == ["QS", "AC"]


# Hands off


def test_hands_off_is_said_once_after_the_last_hand_has_been_gone_for_a_while() -> None:
    table = Scripted()
    table.show(1)
    table.lay("Ada", "7C", 960, 540)
    assert not table.of(HandsOff)
    table.show(4, card("7C", 960, 540))
    (event,) = table.of(HandsOff)
    (out,) = table.of(HandOut)
    assert event.at == pytest.approx(out.at + 2.0, abs=0.15)
    table.lay("Bea", "8C", 1100, 540, card("7C", 960, 540))
    table.show(4, card("7C", 960, 540), card("8C", 1100, 540))
    assert len(table.of(HandsOff)) == 2


def test_nobody_takes_hands_off_a_table_that_no_hand_was_over() -> None:
    table = Scripted()
    table.show(6, card("7C", 960, 540))
    assert not table.of(HandsOff)
