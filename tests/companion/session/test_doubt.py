"""Nobody is accused on a guess: what is doubtful is asked, and the answer settles it."""

from __future__ import annotations

import json

import pytest

from companion.games import InvalidEvent
from companion.session import ReadMove, SessionError


def ask(table):
    """The one open question."""
    (question,) = table.page["questions"]
    return question


def nobody_is_accused(table):
    for view in ("table", "seat", "referee"):
        snapshot = table.session.snapshot(view)
        assert [flag for flag in snapshot["flags"] if flag["player"]] == []
        assert snapshot["state"]["pending"] is None
    return True


def test_an_unsure_seat_out_of_turn_is_a_question_and_a_flag_after_yes(table):
    table.start()
    table.play("Ada 7C")
    table.see("Dan", "9C", "assumed", doubt="player")
    assert nobody_is_accused(table)
    question = ask(table)
    assert question["text"] == "Did Dan lay ♣9 in the first trick?"
    assert question["about"] == "out_of_turn"
    assert question["blocking"]
    assert table.session.snapshot("table")["questions"] == []
    table.session.answer(question["id"], True, "referee")
    assert table.flags == [("out_of_turn", "Dan", "open")]
    assert table.state["pending"] == {"code": "out_of_turn", "player": "Dan", "card": "9C"}


def test_an_unsure_seat_is_corrected_by_the_answer(table):
    table.start()
    table.play("Ada 7C")
    table.see("Dan", "9C", "assumed", doubt="player")
    question = ask(table)
    assert {"id": "player:Bea", "text": "Bea", "player": "Bea"} in question["choices"]
    table.session.answer(question["id"], "player:Bea", "referee")
    assert table.flags == []
    assert table.trick() == ["Ada 7C", "Bea 9C"]


def test_no_to_an_unsure_seat_asks_who_it_was(table):
    table.start()
    table.play("Ada 7C")
    table.see("Dan", "9C", "assumed", doubt="player")
    table.session.answer(ask(table)["id"], False, "referee")
    question = ask(table)
    assert (question["kind"], question["text"]) == (
        "which_player",
        "Who played ♣9 in the first trick?",
    )
    table.session.answer(question["id"], "player:Bea", "referee")
    assert table.trick() == ["Ada 7C", "Bea 9C"]


@pytest.mark.parametrize(
    ("doubted", "text"),
    [
        ("led", "Did Ada lay ♣7 in the first trick?"),
        ("play", "Did Bea lay ♠9 in the first trick?"),
        ("proof", "Did Bea lay ♣10 in the second trick?"),
    ],
)
def test_a_revoke_resting_on_one_assumed_event_is_a_question_until_it_is_confirmed(
    table, doubted, text
):
    grade = {name: "assumed" if name == doubted else "seen" for name in ("led", "play", "proof")}
    table.start("no_queens")
    table.see("Ada", "7C", grade["led"], doubt="card")
    table.see("Bea", "9S", grade["play"], doubt="card")
    table.play("Cem 8C", "Dan JC", "Dan 7S", "Ada 8S")
    table.see("Bea", "TC", grade["proof"], doubt="card")
    assert nobody_is_accused(table)
    question = ask(table)
    assert (question["text"], question["about"], question["blocking"]) == (text, "revoke", False)
    table.play("Cem 9H")
    assert table.state["turn"] == "Ada", "the game goes on while it is asked"
    table.session.answer(question["id"], True, "referee")
    assert table.flags == [("revoke", "Bea", "open")]
    assert table.questions == []


def test_an_unrelated_assumed_event_does_not_soften_a_flag(table):
    table.start("no_queens")
    table.play("Ada 7C", "Bea 9S")
    table.see("Cem", "8C", "assumed")
    table.play("Dan JC", "Dan 7S", "Ada 8S", "Bea TC")
    assert table.flags == [("revoke", "Bea", "open")]


def test_whose_turn_it_is_rests_on_the_trick_before_also_after_a_card_was_let_stand(table):
    table.start("no_queens")
    table.play("Ada 7C")
    table.see("Bea", "9C", "assumed", doubt="card", candidates=("KC",))
    table.play("Cem 8C", "Dan TC", "Bea 7S")
    table.session.accept("referee")
    table.play("Cem 8S")
    assert nobody_is_accused(table)
    table.session.answer(ask(table)["id"], "card:KC", "referee")
    assert table.flags == []
    assert table.trick() == ["Bea 7S", "Cem 8S"]


def test_a_card_let_stand_on_a_doubt_leaves_nothing_proved_after_it(table):
    table.start("patience")
    table.play("Ada 9C", "Bea 8C")
    table.see_move({"type": "pass", "player": "Cem"}, "assumed", doubt="happened")
    table.play("Cem AS")
    table.session.accept("referee")
    table.play("Cem KS")
    assert nobody_is_accused(table)
    table.session.answer(ask(table)["id"], "no", "referee")
    assert table.flags == []
    assert table.state["rows"]["S"] == ["K", "A"]


def test_that_a_card_fits_nowhere_rests_on_every_card_that_lies_there(table):
    table.start("patience")
    table.play("Ada 9C", "Bea AS")
    table.see("Cem", "KS", "assumed", doubt="card", candidates=("8C",))
    table.play("Dan 7C")
    assert nobody_is_accused(table)
    table.session.answer(ask(table)["id"], "card:8C", "referee")
    assert table.state["rows"]["C"] == ["7", "9"]


def test_what_is_refused_although_it_was_perhaps_misread_leaves_nothing_proved_after_it(table):
    table.start("patience")
    table.play("Ada 9C")
    table.see_move({"type": "pass", "player": "Bea"})
    table.see_move({"type": "pass", "player": "Ada"}, "assumed", doubt="player")
    table.play("Dan 8C")
    assert nobody_is_accused(table)
    (event,) = [e for e in table.page["events"] if e["status"] == "refused"]
    table.session.answer(f"did_pass-{event['id']}", "", "referee", {"player": "Cem"})
    assert table.flags == []
    assert table.questions == []
    assert table.state["rows"]["C"] == ["8", "9"]


def test_what_a_person_enters_contradicts_a_doubtful_reading_as_well(table):
    table.session.start_game("vier-engel", ["Ada", "Bea"])
    table.tap({"type": "release"})
    table.see_move({"type": "turn", "card": "AD"})
    table.see_move({"type": "turn", "card": "AH"}, "assumed", doubt="card")
    assert table.tap({"type": "release"}).status == "refused", "so far the devil was not seen"
    table.see_move({"type": "turn", "card": "AD"})
    assert nobody_is_accused(table)
    table.session.answer(ask(table)["id"], "card:JOKER", "referee")
    assert table.flags == []
    assert (table.state["round"], table.state["turned"][0]["card"]) == (2, "AD")


def test_a_misread_card_is_no_revoke_once_the_referee_says_what_it_was(table):
    table.start("no_queens")
    table.play("Ada 7C")
    table.see("Bea", "9S", "assumed", doubt="card", candidates=("9S", "9C"))
    table.play("Cem 8C", "Dan JC", "Dan 7S", "Ada 8S", "Bea TC")
    question = ask(table)
    assert [choice["id"] for choice in question["choices"]] == ["yes", "card:9C", "no", "none"]
    table.session.answer(question["id"], "card:9C", "referee")
    assert table.flags == []
    assert table.questions == []
    assert table.state["voids"]["Bea"] == ["S"], "now it is the second trick that was not followed"


def test_two_doubts_are_asked_one_after_the_other(table):
    table.start("no_queens")
    table.see("Ada", "7C", "assumed")
    table.see("Bea", "9S", "assumed")
    table.play("Cem 8C", "Dan JC", "Dan 7S", "Ada 8S", "Bea TC")
    table.session.answer(ask(table)["id"], True, "referee")
    assert nobody_is_accused(table)
    assert ask(table)["player"] == "Bea"
    table.session.answer(ask(table)["id"], True, "referee")
    assert table.flags == [("revoke", "Bea", "open")]


def test_an_assumed_pass_proves_no_false_pass_until_it_is_confirmed(table):
    table.start("patience")
    table.play("Ada 9C")
    table.see_move({"type": "pass", "player": "Bea"}, "assumed", why="Cem laid")
    table.play("Cem 8C")
    table.see_move({"type": "pass", "player": "Dan"}, "assumed")
    table.see_move({"type": "pass", "player": "Ada"}, "assumed")
    assert table.questions == []
    table.play("Bea TC")
    assert nobody_is_accused(table)
    question = ask(table)
    assert (question["kind"], question["text"]) == ("did_pass", "Did Bea pass?")
    table.session.answer(question["id"], "yes", "referee")
    assert table.flags == [("false_pass", "Bea", "open")]


def test_a_pass_that_was_none_goes_away(table):
    table.start("patience")
    table.play("Ada 9C")
    table.see_move({"type": "pass", "player": "Bea"}, "assumed")
    table.play("Cem 8C", "Bea TC")
    table.session.answer(table.questions[0], "no", "referee")
    passes = [e for e in table.page["events"] if e["type"] == "pass"]
    assert [e["status"] for e in passes] == ["withdrawn"]


def test_a_card_that_could_not_be_read_is_asked_for_and_the_game_waits(table):
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "?", "assumed", doubt="card", candidates=("9C", "AC"), evidence=b"jpeg")
    question = ask(table)
    assert question["text"] == "Which card did Bea play in the first trick?"
    assert [choice["id"] for choice in question["choices"]] == ["card:9C", "card:AC", "none"]
    assert table.session.evidence(question["evidence"]) == b"jpeg"
    table.play("Cem TC", "Dan JC")
    assert table.trick() == ["Ada 7C"]
    assert len(table.page["held"]) == 3
    table.session.answer(question["id"], "card:9C", "referee")
    assert table.state["turn"] == "Dan"
    assert table.page["held"] == []


def test_a_card_that_was_not_among_the_suggestions_can_be_given(table):
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "?", "assumed", candidates=("9C",))
    table.session.answer(table.questions[0], "", "referee", {"card": "KS"})
    assert table.trick() == ["Ada 7C", "Bea KS"]
    event = next(e for e in table.page["events"] if e["card"] == "KS")
    assert (event["grade"], event["corrected"]) == ("confirmed", True)


def test_typing_the_unread_card_answers_the_question(table):
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "?", "assumed")
    table.play("Cem TC")
    table.enter("Bea", "9C")
    assert table.trick() == ["Ada 7C", "Bea 9C", "Cem TC"]


def test_a_person_s_entry_for_another_player_waits_behind_an_unread_card(table):
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "?", "assumed")
    outcome = table.enter("Cem", "TC")
    assert outcome.status == "held"
    table.session.answer(table.questions[0], "card:9C", "referee")
    assert table.trick() == ["Ada 7C", "Bea 9C", "Cem TC"]
    assert table.flags == []


def test_the_camera_reads_the_card_after_all(table):
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "?", "assumed", track=7)
    table.play("Cem TC")
    table.see("Bea", "9C", "seen", track=7, revises=True)
    assert table.questions == []
    assert table.trick() == ["Ada 7C", "Bea 9C", "Cem TC"]


def test_an_unread_card_that_goes_back_is_forgotten(table):
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "?", "assumed")
    table.session.take_back("referee")
    table.play("Bea 8C")
    assert table.trick() == ["Ada 7C", "Bea 8C"]
    assert table.flags == []


def test_a_reading_that_changes_is_asked_about_and_a_confirmed_one_is_left_alone(table):
    table.start()
    table.see("Ada", "9C", track=1)
    table.see("Ada", "9S", track=1, revises=True)
    question = ask(table)
    assert not question["blocking"]
    assert question["text"] == "Did Ada lay ♠9? It was first read as ♣9."
    assert "card:9C" in [choice["id"] for choice in question["choices"]]
    assert table.trick() == ["Ada 9S"]
    table.session.answer(question["id"], "card:9C", "referee")
    move = {"type": "play", "player": "Ada", "card": "9S"}
    assert table.session.see([ReadMove(move, "seen", 9.0, track=1, revises=True)]) == []
    assert table.trick() == ["Ada 9C"]


def test_the_reader_s_own_question_is_asked_at_once(table):
    table.start()
    table.see("Ada", "7C", "assumed", question="Was that Ada's arm?")
    assert ask(table)["text"] == "Was that Ada's arm?"
    assert table.trick() == ["Ada 7C"]


def test_no_to_a_reading_far_back_halts_the_game_and_one_answer_mends_it(table):
    table.start()
    table.see("Ada", "7C", "assumed", question="Is it?")
    table.play("Bea 8C", "Cem 9C")
    table.enter("Dan", "TC")
    assert table.state["turn"] == "Dan"
    table.session.answer(table.questions[0], "no", "referee")
    assert table.trick() == []
    assert len(table.page["held"]) == 4
    table.session.answer(table.questions[0], "card:KC", "referee")
    assert table.state["turn"] == "Ada", "all four count again, and the king wins"


def test_answers_that_are_none_change_nothing(table):
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "?", "assumed")
    before = json.dumps(table.page)
    with pytest.raises(SessionError, match="no answer"):
        table.session.answer(table.questions[0], "maybe", "referee")
    with pytest.raises(InvalidEvent):
        table.session.answer(table.questions[0], "card:1X", "referee")
    with pytest.raises(SessionError, match="no longer open"):
        table.session.answer("which_card-999", "card:9C", "referee")
    assert json.dumps(table.page) == before


def test_every_card_waits_for_a_tap_where_that_is_wished(table):
    table.start()
    table.play("Ada 7C")
    table.session.set("confirm_each", True, "referee")
    table.play("Bea 8C", "Cem 9C")
    assert table.trick() == ["Ada 7C"], "what was seen before the wish counts as it did"
    table.session.answer(table.questions[0], True, "referee")
    table.enter("Cem", "TC")
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem TC"]


def test_a_card_entered_by_hand_and_seen_later_is_one_card(table):
    table.start()
    table.play("Ada 7C")
    table.session.camera_status("lost", "The camera is gone.")
    table.enter("Bea", "8C")
    table.session.camera_status("live")
    table.see("Bea", "8C", evidence=b"jpeg", track=4)
    table.play("Cem 9C")
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9C"]
    assert table.flags == []


def test_entering_what_the_camera_has_read_confirms_or_corrects_it(table):
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "8C", "assumed")
    table.enter("Bea", "8C")
    assert table.flags == []
    event = next(e for e in table.page["events"] if e["card"] == "8C")
    assert event["grade"] == "confirmed"


def test_a_refusal_that_names_nobody_is_told_quietly(table):
    table.start(contract=None)
    outcome = table.tap({"type": "play", "card": "7C"})
    assert outcome.status == "refused"
    (flag,) = table.page["flags"]
    assert (flag["code"], flag["player"], flag["announced"]) == ("wrong_phase", None, False)
    assert outcome.flags == (flag["id"],)


def test_no_card_is_offered_that_the_game_is_not_played_with(table):
    table.start()
    table.see("Ada", "?", "assumed", doubt="card", candidates=("JOKER", "2C", "7C", "M00"))
    (question,) = table.page["questions"]
    assert [choice["id"] for choice in question["choices"]] == ["card:7C", "none"]
