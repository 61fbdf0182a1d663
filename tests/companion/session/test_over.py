"""A game that is over is put right like one that runs: at once, in the log, without going on."""

from __future__ import annotations

import pytest

from companion.session import SessionError


def one_deal(table, before=("Ada 7C", "Bea 8C", "Cem TC", "Dan 9C")):
    """A deal in which Ada takes the king of hearts; then the game is ended."""
    table.start("no_king_of_hearts")
    table.play(*before, "Cem 7H", "Dan 8H", "Ada KH", "Bea 9H")
    table.tap({"type": "end_deal"})
    table.clock.move(60)
    table.session.end_game("referee")
    table.clock.move(60)
    return table.page["game_id"]


def event(table, card, game):
    events = table.session.snapshot("referee", game)["events"]
    return next(one["id"] for one in events if one["card"] == card)


def totals(table, game):
    return table.session.snapshot("table", game)["sheet"]["totals"]


def cards(table, game):
    return [one["card"] for one in table.session.snapshot("table", game)["state"]["trick"]]


def test_a_play_of_a_game_that_is_over_is_put_right_and_it_stays_over(table):
    game = one_deal(table)
    before, ended = totals(table, game), table.page["ended"]
    table.session.correct(event(table, "9H", game), {"card": "AH"}, "referee", "misread")
    assert totals(table, game) != before
    assert table.page["ended"] == ended
    (head,) = table.session.past_games()
    assert head["put_right"] > ended
    row = table.session._desk.store.rows[-1]
    assert (row.who, row.body["why"], row.at) == ("referee", "misread", head["put_right"])
    table.restart()
    assert totals(table, game) != before
    assert table.page["game"] is None


def test_undo_takes_back_what_was_changed_after_the_end_before_the_end_itself(table):
    game = one_deal(table)
    before = totals(table, game)
    table.session.correct(event(table, "9H", game), {"card": "AH"}, "referee")
    after = totals(table, game)
    table.session.undo("referee")
    assert table.page["ended"]
    assert totals(table, game) == before
    assert table.session.past_games()[0]["put_right"] is None
    table.session.undo("referee", steps=2)
    assert table.page["ended"] is None
    assert totals(table, game) != before
    table.session.redo("referee")
    assert totals(table, game) == before
    table.session.redo("referee")
    assert table.page["ended"]
    assert totals(table, game) == before
    table.session.redo("referee")
    assert totals(table, game) == after
    assert not table.page["can_redo"]
    table.session.undo("referee", steps=2)
    assert (table.page["ended"], totals(table, game)) == (None, before)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_game_before_the_running_one_is_put_right_and_the_running_one_goes_on(table, restarted):
    game = one_deal(table)
    before = totals(table, game)
    table.start()
    table.play("Ada 7C")
    if restarted:
        table.restart()
    running = {**table.page, "version": 0}
    version = table.session.version
    outcome = table.session.correct(event(table, "9H", game), {"card": "AH"}, "referee")
    assert outcome.version > version
    assert totals(table, game) != before
    assert {**table.page, "version": 0} == running
    table.play("Bea 8C")
    assert table.trick() == ["Ada 7C", "Bea 8C"]
    table.session.undo("referee")
    assert table.trick() == ["Ada 7C"]


def test_a_play_is_struck_out_put_back_and_confirmed_in_a_game_that_is_over(table):
    table.start()
    table.play("Ada 7C", "Bea 8C")
    table.see("Cem", "9C", "assumed")
    game = table.page["game_id"]
    table.start()
    last = event(table, "9C", game)
    table.session.delete(last, "referee", "that was no play")
    assert cards(table, game) == ["7C", "8C"]
    table.session.restore(last, "referee")
    table.session.confirm(last, "referee")
    assert cards(table, game) == ["7C", "8C", "9C"]
    assert table.session.snapshot("referee", game)["events"][-1]["grade"] == "confirmed"


def test_a_missed_play_settles_what_a_game_waited_for_when_it_was_ended(table):
    table.start()
    table.play("Ada 7C", "Cem 9C")
    game = table.page["game_id"]
    table.start()
    event_id = event(table, "9C", game)
    table.session.insert(event_id, {"type": "play", "player": "Bea", "card": "TC"}, "referee")
    assert cards(table, game) == ["7C", "TC", "9C"]


def test_what_would_make_a_game_that_is_over_wait_is_not_booked_and_the_way_out_is_said(table):
    game = one_deal(table)
    before = totals(table, game)
    version = table.session.version
    for restarted in (False, True):
        if restarted:
            table.restart()
            version = table.session.version
        with pytest.raises(SessionError, match="Go on with it first"):
            table.session.correct(event(table, "9C", game), {"card": "AC"}, "referee")
        assert totals(table, game) == before
        assert table.session.version == version
    table.session.resume_game(game, "referee")
    table.session.correct(event(table, "9C", game), {"card": "AC"}, "referee")
    assert table.page["waiting"]["reason"] == "ruling"


def test_a_flag_is_still_ruled_on_when_the_game_is_over(table):
    table.start("no_queens")
    table.play("Ada 7C", "Bea 9S", "Cem 8C", "Dan JC", "Dan TC", "Ada 9C", "Bea KC")
    flag = next(one for one in table.page["flags"] if one["code"] == "revoke")
    table.session.end_game("referee")
    table.session.rule(flag["id"], "stands", "referee")
    assert ("revoke", "Bea", "stands") in table.flags
    with pytest.raises(SessionError, match="undo the end"):
        table.session.annul("referee")


def test_what_the_judge_has_answered_stays_in_a_game_that_is_over_too(table):
    table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    table.tap({"type": "lay_open", "cards": ["7H", "9H", "JH", "QH", "AH"]})
    table.tap({"type": "seal", "card": "9H"})
    table.tap({"type": "choose", "card": "7H"})
    game = table.page["game_id"]
    choice = next(one["id"] for one in table.page["events"] if one["type"] == "choose")
    table.session.end_game("referee")
    for restarted in (False, True):
        if restarted:
            table.restart()
        with pytest.raises(SessionError, match=r"The judge has answered .* once the game goes on"):
            table.session.correct(choice, {"card": "JH"}, "referee")
    table.session.resume_game(game, "referee")
    table.session.annul("referee")
    assert table.state["phase"] == "lay"
