"""A correction that cannot be is not booked; one that can is, and says what follows from it."""

from __future__ import annotations

import json

import pytest
from tables import PLAYERS

from companion.session import RefusedError, SessionError
from companion.session.corrections import CHANGED_SINCE


def event(table, card):
    """The play of a card, as the page shows it."""
    return next(e for e in table.page["events"] if e["card"] == card)


def rows(table):
    """How many rows the log has."""
    return len(table.session._desk.store.rows)


def a_trick(table):
    table.start()
    for words in ("Ada 7C", "Bea 8C", "Cem 9C"):
        table.enter(*words.split())


def a_deal(table, contract):
    """A whole deal of three with twelve cards, each taking their own queen."""
    table.tap({"type": "announce", "contract": contract})
    for card in ["QC", "KC", "AC", "AH", "KH", "QH", "KS", "AS", "QS", "QD", "AD", "KD"]:
        table.tap({"type": "play", "card": card})


def small_game(table):
    table.session.start_game("berteln", PLAYERS[:3], {"cards_in_play": 12})


def test_a_correction_that_the_game_refuses_says_why_and_is_not_booked(table):
    a_trick(table)
    before, log = json.dumps(table.page), rows(table)
    with pytest.raises(RefusedError, match="Nothing was changed") as refused:
        table.session.correct(
            event(table, "8C")["id"], {"type": "announce", "contract": "no_queens"}, "referee"
        )
    assert refused.value.flag["code"] == "wrong_phase"
    assert (json.dumps(table.page), rows(table)) == (before, log)
    table.restart()
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]


def test_a_contract_that_was_played_already_is_no_correction_and_undo_is_not_spent_on_it(table):
    small_game(table)
    a_deal(table, "no_queens")
    table.tap({"type": "announce", "contract": "no_hearts"})
    second = table.page["events"][-1]["id"]
    with pytest.raises(RefusedError) as refused:
        table.session.correct(second, {"contract": "no_queens"}, "referee")
    assert refused.value.flag["code"] == "contract_repeated"
    table.session.undo("referee")
    assert table.state["phase"] == "announce"


def test_a_move_that_cannot_have_been_missed_there_is_not_put_in(table):
    a_trick(table)
    before, log = json.dumps(table.page), rows(table)
    announcement = table.page["events"][0]["id"]
    with pytest.raises(RefusedError):
        table.session.insert(announcement, {"type": "play", "player": "Ada", "card": "AS"}, "r")
    with pytest.raises(RefusedError):
        table.session.insert(
            event(table, "8C")["id"], {"type": "announce", "contract": "no_queens"}, "r"
        )
    assert (json.dumps(table.page), rows(table)) == (before, log)


def test_a_correction_against_the_rules_is_booked_and_waits_for_its_ruling(table):
    a_trick(table)
    outcome = table.session.correct(event(table, "8C")["id"], {"card": "7C"}, "referee")
    assert outcome.status == "pending"
    assert table.flags == [("already_played", "Bea", "open")]
    assert [held["card"] for held in table.page["held"]] == ["9C"]


def test_two_cards_that_were_taken_for_each_other_are_exchanged_one_after_the_other(table):
    a_trick(table)
    first, second = event(table, "7C")["id"], event(table, "8C")["id"]
    table.session.correct(first, {"card": "8C"}, "referee")
    table.session.correct(second, {"card": "7C"}, "referee")
    assert table.trick() == ["Ada 8C", "Bea 7C", "Cem 9C"]
    assert table.flags == []


def test_contracts_that_were_exchanged_are_put_right_one_after_the_other(table):
    small_game(table)
    a_deal(table, "no_queens")
    a_deal(table, "no_hearts")
    first, second = (e["id"] for e in table.page["events"] if e["type"] == "announce")
    outcome = table.session.correct(first, {"contract": "no_hearts"}, "referee")
    assert len(outcome.changed) == 13, "the second deal cannot be no hearts as well"
    hidden = [e for e in table.page["events"] if e["status"] == "refused" and e["in_vain"]]
    assert hidden == [], "what counted once is not hidden"
    table.session.correct(second, {"contract": "no_queens"}, "referee")
    deals = table.page["sheet"]["deals"]
    assert [deal["contract"] for deal in deals] == ["no_hearts", "no_queens"]
    table.restart()
    assert table.page["sheet"]["deals"] == deals


def test_a_button_pressed_at_the_wrong_moment_never_comes_to_count_by_a_correction(table):
    small_game(table)
    a_deal(table, "no_queens")
    refused = table.tap({"type": "announce", "contract": "no_queens"})
    assert refused.status == "refused"
    table.tap({"type": "announce", "contract": "no_hearts"})
    table.tap({"type": "play", "card": "QC"})
    first = table.page["events"][0]["id"]
    table.session.correct(first, {"contract": "no_king_of_hearts"}, "referee")
    assert table.state["contract"] == "no_hearts"
    assert table.trick() == ["Bea QC"] or len(table.trick()) == 1
    table.restart()
    assert table.state["contract"] == "no_hearts"
    slip = next(e for e in table.page["events"] if e["id"] == refused.event)
    assert (slip["status"], slip["in_vain"]) == ("refused", True)


def test_a_button_pressed_at_the_wrong_moment_is_nothing_to_undo_and_keeps_redo(table):
    a_trick(table)
    table.session.undo("referee")
    table.tap({"type": "announce", "contract": "no_queens"})
    assert table.page["can_redo"]
    table.session.undo("referee")
    assert table.trick() == ["Ada 7C"]
    table.session.redo("referee", steps=2)
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]


def test_plays_whose_announcement_is_struck_out_stay_in_the_list_and_come_back_with_it(table):
    a_trick(table)
    outcome = table.session.delete(table.page["events"][0]["id"], "referee", "misheard")
    assert len(outcome.changed) == 3
    plays = [e for e in table.page["events"] if e["type"] == "play"]
    assert [(e["status"], e["in_vain"]) for e in plays] == [("refused", False)] * 3
    table.session.restore(table.page["events"][0]["id"], "referee")
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]


def test_a_correction_sent_twice_is_booked_once(table):
    a_trick(table)
    play = event(table, "8C")
    table.session.correct(play["id"], {"card": "TC"}, "referee", seen=play["mark"])
    log = rows(table)
    again = table.session.correct(play["id"], {"card": "TC"}, "referee", seen=play["mark"])
    assert again.accepted
    assert rows(table) == log
    table.session.undo("referee")
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]


def test_a_missed_play_that_is_sent_twice_is_put_in_once(table):
    table.start()
    table.play("Ada 7C", "Cem 9C")
    missed = {"type": "play", "player": "Bea", "card": "8C"}
    later = event(table, "9C")
    for _ in range(2):
        table.session.insert(later["id"], missed, "referee", seen=later["mark"])
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]
    assert len(table.page["events"]) == 4


def test_the_second_of_two_who_correct_the_same_play_is_told_of_the_first(table):
    a_trick(table)
    play = event(table, "8C")
    table.session.correct(play["id"], {"card": "TC"}, "referee", seen=play["mark"])
    log = rows(table)
    for late in (
        lambda: table.session.correct(play["id"], {"card": "AC"}, "second", seen=play["mark"]),
        lambda: table.session.delete(play["id"], "second", "no play", seen=play["mark"]),
    ):
        with pytest.raises(SessionError, match=CHANGED_SINCE):
            late()
    assert rows(table) == log
    assert table.trick() == ["Ada 7C", "Bea TC", "Cem 9C"]


def test_the_second_of_two_who_put_in_different_missed_plays_is_told_of_the_first(table):
    table.start()
    table.play("Ada 7C", "Cem 9C")
    later = event(table, "9C")
    table.session.insert(
        later["id"], {"type": "play", "player": "Bea", "card": "8C"}, "one", seen=later["mark"]
    )
    with pytest.raises(SessionError, match=CHANGED_SINCE):
        table.session.insert(
            later["id"], {"type": "play", "player": "Bea", "card": "TC"}, "two", seen=later["mark"]
        )
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]


def test_a_play_struck_out_meanwhile_is_not_brought_back_by_a_correction_of_before(table):
    a_trick(table)
    play = event(table, "9C")
    table.session.delete(play["id"], "one", "fell from the hand")
    with pytest.raises(SessionError, match=CHANGED_SINCE):
        table.session.correct(play["id"], {"card": "TC"}, "two", seen=play["mark"])
    assert table.trick() == ["Ada 7C", "Bea 8C"]


def test_what_was_undone_cannot_be_corrected_nor_stand_before_anything(table):
    a_trick(table)
    last = event(table, "9C")["id"]
    table.session.undo("referee")
    log = rows(table)
    for late in (
        lambda: table.session.correct(last, {"card": "TC"}, "referee"),
        lambda: table.session.insert(last, {"type": "play", "card": "TC"}, "referee"),
        lambda: table.session.delete(last, "referee", "no play"),
    ):
        with pytest.raises(SessionError, match="no event"):
            late()
    assert rows(table) == log


def test_a_missed_play_may_stand_before_one_that_counts_no_more(table):
    table.start()
    table.play("Ada 7C", "Bea 9C")
    struck = event(table, "9C")["id"]
    table.session.delete(struck, "referee", "no play")
    table.session.insert(struck, {"type": "play", "player": "Bea", "card": "8C"}, "referee")
    assert table.trick() == ["Ada 7C", "Bea 8C"]
    table.session.restore(struck, "referee")
    assert table.state["pending"]["card"] == "9C"


def test_striking_out_and_confirming_twice_is_booked_once(table):
    table.start()
    table.see("Ada", "7C", grade="assumed")
    play = event(table, "7C")["id"]
    table.session.confirm(play, "referee")
    log = rows(table)
    table.session.confirm(play, "referee")
    assert rows(table) == log
    table.session.delete(play, "referee", "no play")
    log = rows(table)
    table.session.delete(play, "referee", "no play")
    assert rows(table) == log


def test_a_button_answers_the_moment_that_it_was_drawn_for(table):
    a_trick(table)
    drawn = table.page["moment"]
    table.session.undo("one", moment=drawn)
    log = rows(table)
    with pytest.raises(SessionError, match="gone on"):
        table.session.undo("two", moment=drawn)
    with pytest.raises(SessionError, match="gone on"):
        table.session.submit({"type": "annul"}, "confirmed", "two", moment=drawn)
    assert rows(table) == log
    table.session.submit({"type": "annul"}, "confirmed", "two", moment=table.page["moment"])
    assert table.state["phase"] == "announce"


def test_a_ruling_never_falls_on_another_play_than_the_one_it_was_pressed_for(table):
    table.start()
    table.play("Ada 7C", "Cem 9C", "Dan TC")
    drawn = table.page["moment"]
    table.session.take_back("one")
    assert table.state["pending"]["card"] == "TC"
    with pytest.raises(SessionError, match="gone on"):
        table.session.submit({"type": "take_back"}, "confirmed", "two", moment=drawn)
    assert table.state["pending"]["card"] == "TC"


def test_camera_news_that_change_nothing_do_not_outdate_a_button(table):
    a_trick(table)
    drawn = table.page["moment"]
    table.session.camera_status("lost", "gone")
    table.see("Cem", "9C", track=4)
    assert table.page["moment"] == drawn
