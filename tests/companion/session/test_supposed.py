"""Where the table does not wait for a card that was not read, it goes on with the likeliest one."""

from __future__ import annotations

import pytest

from companion.session import SessionError


@pytest.fixture
def going_on(table):
    table.session.set("unread_goes_on", True, "referee")
    table.start()
    table.play("Ada 7C")
    return table


def unread(table, player, *candidates, **more):
    table.see(player, "?", "assumed", doubt="card", candidates=candidates, **more)


def test_the_game_goes_on_with_the_likeliest_card_and_asks_beside_it(going_on):
    unread(going_on, "Bea", "9C", "AC", evidence=b"jpeg")
    going_on.play("Cem TC", "Dan JC")
    assert going_on.state["turn"] == "Dan"
    (question,) = going_on.page["questions"]
    assert not question["blocking"]
    assert question["kind"] == "which_card"
    assert question["text"] == "Which card did Bea play in the first trick?"
    assert [choice["id"] for choice in question["choices"]] == ["card:9C", "card:AC", "none"]
    assert going_on.session.evidence(question["evidence"]) == b"jpeg"
    event = next(e for e in going_on.page["events"] if e["player"] == "Bea")
    assert (event["card"], event["grade"]) == ("9C", "assumed")


def test_the_answer_mends_all_that_followed(going_on):
    unread(going_on, "Bea", "9C", "KC")
    going_on.play("Cem TC", "Dan JC")
    going_on.session.answer(going_on.questions[0], "card:KC", "referee")
    assert going_on.state["turn"] == "Bea"
    assert going_on.questions == []
    going_on.session.undo("referee")
    assert going_on.state["turn"] == "Dan"


def test_a_card_that_is_seen_elsewhere_it_cannot_have_been(going_on):
    unread(going_on, "Bea", "9C", "KC", "AC")
    going_on.play("Cem 9C", "Dan JC")
    assert going_on.state["turn"] == "Bea"
    assert [c["id"] for c in going_on.page["questions"][0]["choices"]] == [
        "card:KC",
        "card:9C",
        "card:AC",
        "none",
    ]


def test_a_card_that_the_game_lacks_is_not_supposed(going_on):
    unread(going_on, "Bea", "3C", "9C")
    going_on.play("Cem TC")
    assert going_on.trick() == ["Ada 7C", "Bea 9C", "Cem TC"]


def test_a_button_pressed_in_vain_begins_no_deal_in_which_a_card_could_come_again(going_on):
    going_on.tap({"type": "announce", "contract": "no_queens"})
    unread(going_on, "Bea", "7C", "9C")
    going_on.play("Cem TC")
    assert going_on.trick() == ["Ada 7C", "Bea 9C", "Cem TC"]


def test_without_a_card_that_it_can_be_the_game_waits_after_all(going_on):
    unread(going_on, "Bea", "7C", "3C")
    going_on.play("Cem TC")
    assert going_on.trick() == ["Ada 7C"]
    assert going_on.page["questions"][0]["blocking"]


def test_nobody_is_accused_of_a_card_that_is_only_supposed(going_on):
    unread(going_on, "Bea", "8H", "8C")
    going_on.play("Cem TC", "Dan JC", "Dan QC", "Ada KC", "Bea 9C")
    assert going_on.flags == []
    assert going_on.page["questions"]
    going_on.session.answer(going_on.questions[0], "card:8H", "referee")
    assert going_on.flags == [("revoke", "Bea", "open")]


def test_typing_the_card_for_its_player_answers_the_question(going_on):
    unread(going_on, "Bea", "9C")
    going_on.play("Cem TC")
    going_on.enter("Bea", "KC")
    assert going_on.trick() == ["Ada 7C", "Bea KC", "Cem TC"]
    assert going_on.questions == []


def test_typing_the_card_that_was_supposed_confirms_it(going_on):
    unread(going_on, "Bea", "9C")
    going_on.enter("Bea", "9C")
    assert going_on.questions == []
    event = next(e for e in going_on.page["events"] if e["card"] == "9C")
    assert event["grade"] == "confirmed"


def test_the_camera_that_reads_it_after_all_closes_the_question(going_on):
    unread(going_on, "Bea", "9C", track=7)
    going_on.play("Cem TC")
    going_on.see("Bea", "KC", track=7, revises=True)
    assert going_on.trick() == ["Ada 7C", "Bea KC", "Cem TC"]
    assert going_on.questions == []


def test_what_is_supposed_is_the_same_after_a_restart(going_on):
    unread(going_on, "Bea", "9C", "KC")
    going_on.play("Cem TC")
    going_on.restart()
    assert going_on.trick() == ["Ada 7C", "Bea 9C", "Cem TC"]
    assert len(going_on.questions) == 1


def test_who_would_rather_wait_says_so_in_the_middle(going_on):
    unread(going_on, "Bea", "9C")
    going_on.play("Cem TC")
    going_on.session.set("unread_goes_on", False, "referee")
    assert going_on.trick() == ["Ada 7C"]
    with pytest.raises(SessionError):
        going_on.session.set("unread_goes_on", "perhaps", "referee")


def deal_of_all_cards():
    """All 32 cards in eight tricks; Ada has the trumps and leads them all."""
    suits = dict(zip(("Ada", "Bea", "Cem", "Dan"), "DCHS", strict=True))
    return [f"{player} {rank}{suits[player]}" for rank in "789TJQKA" for player in suits]


def test_the_only_card_that_is_left_it_must_be_though_nobody_says_so(table):
    table.start()
    plays = deal_of_all_cards()
    table.play(*plays[:2])
    unread(table, "Cem", "8S", "8C")
    table.play(*plays[3:-1])
    assert table.trick() == ["Ada 7D", "Bea 7C"], "two cards are left, and it may be either"
    table.play(plays[-1])
    assert table.questions == []
    assert "Cem 7H" in [f"{e['player']} {e['card']}" for e in table.page["events"]]
    assert table.page["held"] == []


def test_what_is_only_supposed_is_told_to_every_page_until_somebody_says_which_it_was(going_on):
    unread(going_on, "Bea", "9C", "KC")
    assert going_on.session.snapshot("table")["supposed"] == ["9C"]
    going_on.session.answer(going_on.questions[0], "card:KC", "referee")
    assert going_on.session.snapshot("table")["supposed"] == []
