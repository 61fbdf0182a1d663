"""A play that is against the rules lies there: what is seen meanwhile waits, nothing is lost."""

from __future__ import annotations

import pytest

from companion.session import SessionError


def test_what_the_camera_sees_while_a_play_is_pending_is_held_in_order(table):
    table.start()
    table.play("Ada 7C", "Dan 9C", "Bea 8C", "Cem TC")
    assert table.trick() == ["Ada 7C"]
    assert [held["card"] for held in table.page["held"]] == ["8C", "TC"]
    assert table.page["waiting"]["reason"] == "ruling"


def test_taking_back_applies_all_that_was_held(table):
    table.start()
    table.play("Ada 7C", "Dan 9C", "Bea 8C", "Cem TC")
    table.session.take_back("referee")
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem TC"]
    assert table.page["held"] == []
    assert table.status("9C") == "taken_back"


def test_accepting_applies_the_play_and_all_that_was_held(table):
    table.start()
    table.play("Ada 7C", "Dan 9C", "Bea 8C", "Cem TC")
    outcome = table.session.accept("referee")
    assert outcome.accepted
    assert table.state["trick"] == []
    assert table.state["turn"] == "Cem"
    assert table.status("9C") == "accepted"
    assert table.flags == [("out_of_turn", "Dan", "stands")]


def test_a_held_play_can_become_pending_itself_and_holds_up_the_rest(table):
    table.start()
    table.play("Ada 7C", "Dan 9C", "Cem TC", "Bea 8C")
    table.session.take_back("referee")
    assert table.state["pending"]["card"] == "TC"
    assert [held["card"] for held in table.page["held"]] == ["8C"]
    table.session.take_back("referee")
    assert table.trick() == ["Ada 7C", "Bea 8C"]


def test_the_camera_sees_the_pending_card_go_back(table):
    table.start()
    table.play("Ada 7C", "Dan 9C")
    table.see_move({"type": "take_back"})
    table.play("Bea 8C")
    assert table.trick() == ["Ada 7C", "Bea 8C"]


def test_a_button_pressed_while_a_play_is_pending_is_refused_and_says_why(table):
    table.start()
    table.play("Ada 7C", "Dan 9C")
    outcome = table.enter("Bea", "8C")
    assert (outcome.accepted, outcome.status) == (False, "refused")
    assert [flag["code"] for flag in table.page["flags"]] == ["out_of_turn", "pending_first"]
    table.session.take_back("referee")
    assert table.trick() == ["Ada 7C"], "what was refused stays refused"


def test_ruling_is_offered_when_the_table_plays_on(table):
    table.start()
    table.play("Ada 7C", "Dan 9C")
    assert table.questions == []
    table.play("Bea 8C")
    (question,) = table.page["questions"]
    assert question["kind"] == "does_it_stand"
    assert [choice["id"] for choice in question["choices"]] == ["accept", "take_back", "annul"]
    table.session.answer(question["id"], "take_back", "referee")
    assert table.trick() == ["Ada 7C", "Bea 8C"]


def test_what_cannot_stand_is_not_offered_to_stand(table):
    table.start()
    table.play("Ada 7C", "Ada 9C", "Bea 8C")
    (question,) = table.page["questions"]
    assert [choice["id"] for choice in question["choices"]] == ["take_back", "annul"]
    assert table.page["waiting"]["rulings"] == ["take_back", "annul"]


def test_annulling_drops_what_was_held_of_the_void_deal_but_keeps_it_in_the_list(table):
    table.start()
    table.play("Ada 7C", "Dan 9C", "Bea 8C")
    table.session.annul("referee")
    assert table.state["phase"] == "announce"
    assert table.page["held"] == []
    assert table.status("8C") == "annulled"
    assert table.flags == [("out_of_turn", "Dan", "annulled")]


def test_a_card_that_goes_back_at_once_is_noted_quietly(table):
    table.start()
    table.play("Ada 7C", "Dan 9C")
    assert table.page["flags"][0]["announced"] is False
    assert table.session.snapshot("table")["flags"][0]["state"] == "open", "shown all the same"
    table.clock.move(2)
    table.session.take_back("referee")
    table.clock.move(60)
    table.session.tick()
    assert table.page["flags"][0]["announced"] is False
    assert table.session.snapshot("table")["flags"] == []


def test_a_card_that_lies_for_the_grace_period_is_announced(table):
    table.start()
    table.play("Ada 7C", "Dan 9C")
    table.clock.move(3)
    table.session.tick()
    assert table.page["flags"][0]["announced"] is True
    table.session.take_back("referee")
    assert table.page["flags"][0]["announced"] is True
    assert table.flags == [("out_of_turn", "Dan", "taken_back")]


def test_the_film_s_own_time_counts_for_the_grace_period(table):
    table.start()
    table.play("Ada 7C", "Dan 9C")
    table.film += 3
    table.play("Bea 8C")
    assert table.page["flags"][0]["announced"] is True


def test_pages_hear_when_the_grace_period_is_over(table):
    table.start()
    table.session.set("grace_seconds", 0.2, "referee")
    table.play("Ada 7C")
    with table.session.listen() as changes:
        table.play("Dan 9C")
        assert changes.get(timeout=5) is not None
        table.clock.move(1)
        assert changes.get(timeout=5) is not None
    assert table.page["flags"][0]["announced"] is True


def test_without_grace_a_play_is_announced_at_once(table):
    table.start()
    table.session.set("grace_seconds", 0, "referee")
    table.play("Ada 7C", "Dan 9C")
    assert table.page["flags"][0]["announced"] is True


def test_that_was_no_play_is_one_tap(table):
    table.start()
    table.play("Ada 7C", "Dan 9C", "Bea 8C")
    pending = table.page["waiting"]["event"]
    table.session.no_play(pending, "referee")
    assert table.trick() == ["Ada 7C", "Bea 8C"]
    assert table.status("9C") == "withdrawn"
    assert table.page["waiting"] is None


def test_the_table_lets_a_revoke_stand_and_the_game_goes_on(table):
    table.start("no_queens")
    table.play("Ada 7C", "Bea 9S", "Cem 8C", "Dan JC", "Dan 7S", "Ada 8S", "Bea TC")
    (flag,) = table.page["flags"]
    assert table.flags == [("revoke", "Bea", "open")]
    assert flag["cards"] == ["9S"]
    assert flag["because"] == ["TC"]
    assert flag["announced"] is True
    table.session.rule(flag["id"], "stands", "referee", "agreed")
    assert table.flags == [("revoke", "Bea", "stands")]
    table.play("Cem 9H")
    assert table.state["turn"] == "Ada"


def test_annulling_the_deal_annuls_its_flags_also_just_after_it(table):
    table.start("no_queens")
    table.play("Ada 7C", "Bea 9S", "Cem 8C", "Dan JC", "Dan 7S", "Ada 8S", "Bea TC")
    flag = table.page["flags"][0]["id"]
    table.session.rule(flag, "annulled", "referee")
    assert table.flags == [("revoke", "Bea", "annulled")]
    assert table.state["phase"] == "announce"
    assert all(e["void"] for e in table.page["events"] if e["type"] == "play")


def test_a_ruling_that_does_not_fit_the_flag_is_refused_in_one_sentence(table):
    table.start()
    table.play("Ada 7C", "Dan 9C")
    flag = table.page["flags"][0]["id"]
    with pytest.raises(SessionError, match="cannot become 'eaten'"):
        table.session.rule(flag, "eaten", "referee")
    table.session.rule(flag, "stands", "referee")
    with pytest.raises(SessionError, match="cannot become"):
        table.session.rule(flag, "camera_wrong", "referee")
    with pytest.raises(SessionError, match="no longer there"):
        table.session.rule("revoke-1-1", "stands", "referee")


def test_cards_seen_before_the_announcement_wait_for_it_and_are_asked_about(table):
    table.start(contract=None)
    table.play("Ada 7C", "Bea 8C")
    assert table.page["waiting"]["reason"] == "announcement"
    table.tap({"type": "announce", "contract": "no_hearts"})
    (question,) = table.page["questions"]
    assert question["kind"] == "early_cards"
    table.play("Cem 9C")
    assert table.trick() == []
    table.session.answer(question["id"], True, "referee")
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]


def test_cards_seen_while_gathering_are_no_plays_if_the_referee_says_so(table):
    table.start(contract=None)
    table.play("Ada 7C", "Bea 8C")
    table.tap({"type": "announce", "contract": "no_hearts"})
    table.play("Ada 9C")
    table.session.answer(table.questions[0], "no", "referee")
    assert table.trick() == ["Ada 9C"]
