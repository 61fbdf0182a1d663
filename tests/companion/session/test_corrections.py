"""Anything that was booked can be mended, and later events count as they follow from it."""

from __future__ import annotations

import json

import pytest

from companion.games import InvalidEvent
from companion.session import SessionError


def event(table, card):
    """Id of the play of a card."""
    return next(e["id"] for e in table.page["events"] if e["card"] == card)


def test_a_corrected_card_counts_from_then_on(table):
    table.start()
    table.play("Ada 7C", "Bea 8C", "Cem 9C", "Dan TC")
    assert table.state["turn"] == "Dan"
    table.session.correct(event(table, "8C"), {"card": "AC"}, "referee", "misread")
    assert table.state["turn"] == "Bea"
    (corrected,) = [e for e in table.page["events"] if e["corrected"]]
    assert (corrected["card"], corrected["grade"]) == ("AC", "confirmed")


def test_a_correction_that_makes_later_plays_unlawful_is_told_and_loses_nothing(table):
    table.start()
    table.play("Ada 7C", "Bea 8C", "Cem 9C", "Dan TC", "Dan 7S", "Ada 8S")
    outcome = table.session.correct(event(table, "8C"), {"card": "AC"}, "referee")
    assert outcome.changed == (event(table, "7S"), event(table, "8S"))
    assert table.state["turn"] == "Bea"
    assert table.state["pending"]["card"] == "7S", "Bea won the trick: Dan was not to lead"
    assert [held["card"] for held in table.page["held"]] == ["8S"]
    json.dumps(table.page)
    table.session.undo("referee")
    assert table.trick() == ["Dan 7S", "Ada 8S"]


def test_rulings_stay_with_the_play_that_they_ruled_on(table):
    table.start()
    table.play("Ada 7C", "Bea 8C", "Dan TC")
    table.session.take_back("referee")
    table.play("Cem 9C")
    # Now it turns out that Bea's card was Cem's: that one was out of turn itself.
    table.session.correct(event(table, "8C"), {"player": "Cem"}, "referee")
    assert table.state["pending"] == {"code": "out_of_turn", "player": "Cem", "card": "8C"}
    assert [held["card"] for held in table.page["held"]] == ["TC", None, "9C"]
    table.session.take_back("referee")
    assert table.status("8C") == "taken_back"
    assert table.status("TC") == "taken_back"
    assert table.state["pending"] == {"code": "out_of_turn", "player": "Cem", "card": "9C"}


def test_a_card_that_went_back_stays_back_when_its_play_turns_out_lawful(table):
    table.start()
    table.play("Ada 7C", "Dan 8C")
    table.session.take_back("referee")
    table.play("Bea 9C")
    table.session.correct(event(table, "8C"), {"player": "Bea"}, "referee")
    assert table.trick() == ["Ada 7C", "Bea 9C"]
    ruling = next(e for e in table.page["events"] if e["type"] == "take_back")
    assert ruling["status"] == "needless"


def test_a_person_s_entries_after_a_correction_are_held_not_refused(table):
    table.start()
    for words in ("Ada 7C", "Bea 8C", "Cem 9C"):
        table.enter(*words.split())
    table.session.correct(event(table, "8C"), {"player": "Dan"}, "referee")
    assert [held["card"] for held in table.page["held"]] == ["9C"]
    table.session.accept("referee")
    assert table.state["pending"]["card"] == "9C", "after Dan it was Bea's turn"


def test_a_missed_card_is_put_where_it_belongs(table):
    table.start()
    table.play("Ada 7C", "Cem 9C")
    assert table.flags == [("out_of_turn", "Cem", "open")]
    table.session.insert(
        event(table, "9C"), {"type": "play", "player": "Bea", "card": "8C"}, "referee", "missed"
    )
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]
    cards = [e["card"] for e in table.page["events"]]
    assert cards == [None, "7C", "8C", "9C"]


def test_a_flag_that_was_told_and_then_disproved_is_kept_as_the_camera_s_mistake(table):
    table.start("no_queens")
    table.play("Ada 7C", "Bea 9S", "Cem 8C", "Dan JC", "Dan 7S", "Ada 8S", "Bea TC")
    table.session.correct(event(table, "9S"), {"card": "9C"}, "referee")
    assert table.flags == [("revoke", "Bea", "camera_wrong")]
    table.session.undo("referee")
    assert table.flags == [("revoke", "Bea", "open")]


def test_a_struck_out_event_stays_in_the_list_but_counts_no_more(table):
    table.start()
    table.play("Ada 7C", "Bea 8C")
    struck = event(table, "8C")
    table.session.delete(struck, "referee", "a card that fell")
    assert table.trick() == ["Ada 7C"]
    (withdrawn,) = [e for e in table.page["events"] if e["withdrawn"]]
    assert withdrawn["id"] == struck
    assert struck not in [e["id"] for e in table.session.snapshot("table")["events"]]


def test_a_correction_must_be_a_move_of_the_game_and_name_an_event(table):
    table.start()
    table.play("Ada 7C")
    before = json.dumps(table.page)
    with pytest.raises(InvalidEvent, match="no card"):
        table.session.correct(event(table, "7C"), {"card": "1X"}, "referee")
    with pytest.raises(InvalidEvent, match="no player"):
        table.session.correct(event(table, "7C"), {"player": "Eve"}, "referee")
    with pytest.raises(SessionError, match="no event 99"):
        table.session.correct(99, {"card": "9C"}, "referee")
    with pytest.raises(SessionError, match="no event 99"):
        table.session.insert(99, {"type": "take_back"}, "referee")
    assert json.dumps(table.page) == before


def test_undo_takes_back_whatever_was_done_last_and_redo_does_it_again(table):
    table.start("no_queens")
    table.play("Ada 7C", "Bea 9S", "Cem 8C", "Dan JC", "Dan 7S", "Ada 8S", "Bea TC")
    table.session.rule(table.page["flags"][0]["id"], "stands", "referee")
    table.session.undo("referee")
    assert table.flags == [("revoke", "Bea", "open")]
    table.session.undo("referee", steps=3)
    assert table.trick() == []
    assert table.flags == []
    assert [e["card"] for e in table.page["events"] if e["withdrawn"]] == ["7S", "8S", "TC"]
    table.session.redo("referee", steps=4)
    assert table.flags == [("revoke", "Bea", "stands")]
    with pytest.raises(SessionError, match="nothing to do again"):
        table.session.redo("referee")


def test_undo_goes_back_to_the_start_of_the_game_and_no_further(table):
    table.start()
    table.play("Ada 7C", "Bea 8C")
    with pytest.raises(SessionError, match="nothing more to undo"):
        table.session.undo("referee", steps=4)
    assert table.trick() == ["Ada 7C", "Bea 8C"]
    table.session.undo("referee", steps=3)
    assert table.page["can_undo"] is False
    with pytest.raises(SessionError, match="nothing to undo"):
        table.session.undo("referee")


def test_a_new_entry_ends_redo_but_what_the_camera_sees_does_not(table):
    table.start()
    table.play("Ada 7C", "Bea 8C")
    table.session.undo("referee")
    table.play("Cem 9C")
    assert table.page["can_redo"] is True
    table.session.redo("referee")
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]
    table.session.undo("referee")
    table.enter("Bea", "TC")
    assert table.page["can_redo"] is False


def test_undo_skips_what_the_camera_only_added(table):
    table.start()
    table.enter("Ada", "7C")
    table.see("Ada", "7C", track=3)
    table.session.undo("referee")
    assert table.trick() == []


def test_the_variant_can_be_changed_only_with_confirmation_and_all_is_counted_anew(table):
    table.start()
    table.play("Ada 6C")
    assert table.state["pending"]["code"] == "not_in_deck"
    with pytest.raises(SessionError, match="confirm"):
        table.session.change_options({"cards_in_play": 48}, "referee")
    table.session.change_options({"cards_in_play": 48}, "referee", confirmed=True)
    assert table.trick() == ["Ada 6C"]
    assert table.page["options"] == {"cards_in_play": 48}
    table.session.undo("referee")
    assert table.state["pending"]["code"] == "not_in_deck"


def test_undo_and_redo_reach_over_the_end_of_a_game(table):
    table.start()
    table.play("Ada 7C", "Bea 8C")
    table.session.end_game("referee")
    assert table.page["ended"]
    assert table.page["can_undo"]
    table.session.undo("referee", steps=2)
    assert table.page["ended"] is None
    assert table.trick() == ["Ada 7C"]
    table.restart()
    table.session.redo("referee")
    assert table.trick() == ["Ada 7C", "Bea 8C"]
    assert table.page["can_redo"]
    table.session.redo("referee")
    assert table.page["ended"]
    table.session.undo("referee")
    assert table.trick() == ["Ada 7C", "Bea 8C"]
    table.enter("Cem", "9C")
    assert not table.page["can_redo"]


def test_undo_and_redo_reach_over_whole_deals(table):
    table.session.start_game("berteln", ["Ada", "Bea", "Cem"], {"cards_in_play": 12})
    table.tap({"type": "announce", "contract": "no_queens"})
    for card in ["QC", "KC", "AC", "AH", "KH", "QH", "KS", "AS", "QS", "QD", "AD", "KD"]:
        table.tap({"type": "play", "card": card})
    table.tap({"type": "announce", "contract": "no_hearts"})
    table.tap({"type": "play", "card": "QC"})
    then = table.state
    assert then["scores"] == {"Ada": -7.5, "Bea": -7.5, "Cem": -15}
    table.session.undo("referee", steps=10)
    assert table.state["scores"] == {"Ada": 0, "Bea": 0, "Cem": 0}
    table.session.redo("referee", steps=10)
    assert table.state == then


def test_a_flag_that_was_the_cameras_mistake_is_listed_once_however_much_is_corrected(table):
    table.start("no_queens")
    table.play("Ada 7C", "Bea 9S", "Cem 8C", "Dan JC", "Dan 7S", "Ada 8S", "Bea TC")
    table.session.correct(event(table, "9S"), {"card": "9C"}, "referee")
    last = event(table, "TC")
    for card in ("TS", "JS", "QS"):
        table.session.correct(last, {"card": card}, "referee")
    assert table.flags == [("revoke", "Bea", "camera_wrong")]
