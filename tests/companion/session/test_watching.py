"""What pages see of a table, and how they hear of changes."""

from __future__ import annotations

import json
import threading
from datetime import timedelta

import pytest

from companion.games import InvalidEvent, InvalidGame
from companion.session import ReadMove, SessionError


def test_before_the_first_game_there_is_an_empty_page_and_nothing_can_be_booked(table):
    for view in ("table", "seat", "referee"):
        snapshot = table.session.snapshot(view)
        assert (snapshot["game"], snapshot["events"], snapshot["questions"]) == (None, [], [])
        json.dumps(snapshot)
    with pytest.raises(SessionError, match="No game is running"):
        table.enter("Ada", "7C")
    assert table.session.see([ReadMove({"type": "take_back"}, "seen", 1.0)]) == []
    assert table.session.reader_state() == {}
    with pytest.raises(SessionError, match="No game is running"):
        table.session.export_record()


def test_what_is_only_remembered_is_for_the_referee_unless_all_want_the_aid(table):
    table.start("no_queens")
    table.play("Ada 7C", "Bea 9S", "Cem 8C", "Dan JC", "Dan 7S", "Ada 8S", "Bea TS", "Cem JS")
    table.play("Cem 7H")
    referee = table.page
    assert referee["memory"]["voids"]["Bea"] == ["C"]
    assert "7C" not in referee["memory"]["cards_out"]
    assert len(referee["memory"]["cards_out"]) == 32 - 9
    assert referee["memory"]["shown"]["Bea"] == [{"suit": "C", "trick": 1, "card": "9S"}]
    assert referee["memory"]["chances"]["Ada"] == {"least": -60, "most": 80, "taken": []}
    for view in ("table", "seat"):
        snapshot = table.session.snapshot(view)
        assert snapshot["memory"] is None
        assert not {"voids", "remembered"} & snapshot["state"].keys()
        assert "running" not in snapshot["sheet"]["own"]
        shown = [event["card"] for event in snapshot["events"]]
        assert shown == ["7S", "8S", "TS", "JS", "7H"], "this trick and the one before"
    table.session.set("memory_aid", True, "referee")
    aided = table.session.snapshot("table")
    assert aided["memory"] == referee["memory"]
    assert aided["settings"]["memory_aid"] is True


def test_the_sheet_shows_finished_deals_with_the_events_behind_them(table):
    table.start("no_king_of_hearts", cards_in_play=12)
    table.play("Ada KH", "Bea QH", "Cem AH", "Dan KC")
    sheet = table.session.snapshot("table")["sheet"]
    (deal,) = sheet["deals"]
    assert (deal["contract"], deal["points"]) == (
        "no_king_of_hearts",
        {"Ada": 0, "Bea": 0, "Cem": -30, "Dan": 0},
    )
    cards = {event["id"]: event["card"] for event in table.page["events"]}
    assert [cards[event] for event in deal["events"]] == ["KH", "QH", "AH", "KC"]
    assert sheet["totals"] == {"Ada": 0, "Bea": 0, "Cem": -30, "Dan": 0}
    assert sheet["contracts"][0] == "no_hearts"


def test_every_change_makes_the_version_grow_also_over_a_restart(table):
    versions = [table.session.version]
    table.start()
    versions.append(table.session.version)
    table.play("Ada 7C")
    versions.append(table.session.version)
    table.session.camera_status("lost", "The camera is gone.")
    versions.append(table.session.version)
    assert table.page["camera"] == {"state": "lost", "text": "The camera is gone."}
    table.session.camera_status("lost", "The camera is gone.")
    assert table.session.version == versions[-1], "nothing changed"
    table.clock.move(1)
    table.restart()
    versions.append(table.session.version)
    assert versions == sorted(set(versions))


def test_a_slow_listener_hears_of_the_newest_change_and_holds_nobody_up(table):
    table.start()
    with table.session.listen() as changes:
        for _ in range(100):
            table.session.camera_status("live")
            table.session.camera_status("lost")
        assert changes.get(timeout=1) == table.session.version
        assert changes.get(timeout=0.01) is None
    table.session.camera_status("live")
    assert changes.get(timeout=0.01) is None


def test_many_threads_can_use_a_table_at_once(table):
    table.start("no_hearts", bid_bonus=10)
    failed = []

    def bid(player):
        try:
            for points in range(5):
                table.tap({"type": "bid", "player": player, "points": points})
                json.dumps(table.session.snapshot("table"))
        except Exception as fault:
            failed.append(fault)

    threads = [threading.Thread(target=bid, args=(name,)) for name in ("Ada", "Bea", "Cem", "Dan")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert table.state["bids"] == {"Ada": 4, "Bea": 4, "Cem": 4, "Dan": 4}
    assert len(table.page["events"]) == 21


def test_the_reader_is_told_of_what_lies_there_but_does_not_count_yet(table):
    table.start()
    table.play("Ada 7C", "Dan 9C")
    table.see("Bea", "8C", track=5)
    state = table.session.reader_state()
    assert state["pending"]["card"] == "9C"
    assert state["waiting"] == [{"player": "Bea", "card": "8C", "track": 5}]


def test_what_is_no_move_of_the_game_is_refused_and_the_camera_s_is_only_noted(table):
    table.start()
    for move in ({"type": "attack"}, {}, {"type": "play"}, {"type": [], "card": 3}):
        with pytest.raises(InvalidEvent):
            table.tap(move)
    assert table.session.see([ReadMove({"type": "attack"}, "seen", 1.0)]) == []
    assert "no move of this game" in table.page["notices"][0]
    assert len(table.page["events"]) == 1


def test_a_game_that_cannot_begin_ends_nothing(table):
    table.start()
    with pytest.raises(InvalidGame):
        table.session.start_game("berteln", ["Ada", "Bea"])
    with pytest.raises(InvalidGame):
        table.session.start_game("whist", ["Ada", "Bea"])
    with pytest.raises(SessionError, match="called"):
        table.session.start_game("berteln", ["Ada", "Bea", "?"])
    assert table.page["ended"] is None
    assert len(table.session.past_games()) == 1


@pytest.mark.parametrize("name", ["Ada/Bea", "..", "?"])
def test_a_name_that_no_page_can_be_addressed_by_begins_no_game(table, name):
    with pytest.raises(SessionError, match="name"):
        table.session.start_game("berteln", [name, "Cem", "Dan"])
    assert table.page["game"] is None


def test_an_interrupted_game_goes_on_where_it_stood(table):
    table.start()
    table.play("Ada 7C", "Dan 9C", "Bea 8C")
    first = table.page["game_id"]
    table.session.start_game("berteln", ["Eve", "Fay", "Gus"])
    assert table.page["players"] == ["Eve", "Fay", "Gus"]
    heads = table.session.past_games()
    assert [(head["id"], head["running"]) for head in heads] == [(5 + 2, True), (first, False)]
    assert heads[1]["ended"] is not None
    earlier = table.session.snapshot("referee", first)
    assert [held["card"] for held in earlier["held"]] == ["8C"]
    table.session.resume_game(first, "referee")
    assert table.state["pending"]["card"] == "9C"
    table.restart()
    table.session.take_back("referee")
    assert table.trick() == ["Ada 7C", "Bea 8C"]


def test_a_game_that_was_ended_takes_no_more_moves_but_is_still_shown(table):
    table.start()
    table.play("Ada 7C")
    table.session.end_game("referee", "supper")
    with pytest.raises(SessionError, match="No game is running"):
        table.enter("Bea", "8C")
    assert table.trick() == ["Ada 7C"]
    assert table.page["ended"] is not None
    table.restart()
    assert table.page["game"] is None
    with pytest.raises(SessionError, match="no game 99"):
        table.session.resume_game(99, "referee")


def test_settings_are_checked_booked_and_survive(table):
    table.start()
    for name, value in (("grace", 3), ("grace_seconds", "3"), ("grace_seconds", -1)):
        with pytest.raises(SessionError):
            table.session.set(name, value, "referee")
    with pytest.raises(SessionError):
        table.session.set("memory_aid", "yes", "referee")
    table.session.set("grace_seconds", 5, "referee")
    table.restart()
    assert table.page["settings"]["grace_seconds"] == 5


def test_evidence_is_shown_to_the_end_of_its_days_and_then_deleted(table):
    table.start()
    table.see("Ada", "7C", evidence=b"\xff\xd8 a picture")
    (name,) = [event["evidence"] for event in table.page["events"] if event["evidence"]]
    assert table.session.evidence(name) == b"\xff\xd8 a picture"
    assert table.session.evidence("../../etc/passwd") is None
    assert {event["evidence"] for event in table.session.snapshot("table")["events"]} == {None}
    table.clock.move(60_000 * 86_400)
    table.play("Bea 8C")
    assert table.session.evidence(name) is None
    assert [event["evidence"] for event in table.page["events"]] == [None, None, None]


def test_a_clock_that_jumps_deletes_no_picture(table):
    table.start()
    table.see("Ada", "7C", evidence=b"seven")
    (name,) = [event["evidence"] for event in table.page["events"] if event["evidence"]]
    table.clock.move(3600)
    right = table.clock.now
    table.clock.set(right + timedelta(days=60_000))
    table.play("Bea 8C")
    table.clock.move(300)
    table.session.tick()
    assert table.session.evidence(name) == b"seven"
    table.clock.set(right)
    table.session.tick()
    table.clock.move(3600)
    table.session.tick()
    assert table.session.evidence(name) == b"seven"


def test_time_that_brings_nothing_is_told_to_no_page(table):
    table.start()
    table.play("Ada 7C")
    before = table.session.version
    table.clock.move(60)
    table.session.tick()
    assert table.session.version == before


def test_a_flag_comes_with_the_picture_of_the_offending_card(table):
    table.start("no_queens")
    table.see("Ada", "7C", evidence=b"seven")
    table.see("Bea", "9S", evidence=b"nine")
    table.play("Cem 8C", "Dan JC", "Dan 7S", "Ada 8S")
    table.see("Bea", "TC", evidence=b"ten")
    (flag,) = table.page["flags"]
    assert table.session.evidence(flag["evidence"]) == b"nine"


def test_an_older_version_s_count_that_differs_is_told_at_the_start(table, monkeypatch):
    table.start()
    from companion.session import desk

    monkeypatch.setattr(desk, "digest", lambda judged: "another")
    table.play("Ada 7C")
    table.restart()
    assert "stands differently" in table.page["notices"][0]
    assert table.session.past_games()[0]["as_shown"] is False


def test_what_the_camera_saw_while_the_disk_was_full_is_written_later(table):
    table.start()
    store = table.session._desk.store
    with store._engine.begin() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    move = {"type": "play", "player": "Ada", "card": "7C"}
    assert table.session.see([ReadMove(move, "seen", 1.0, why="long " * 5000)]) == []
    assert table.page["log"]["state"] == "failing"
    assert "full" in table.page["log"]["text"]
    with store._engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    table.session.tick()
    assert table.page["log"]["state"] == "ok"
    assert table.trick() == ["Ada 7C"]
