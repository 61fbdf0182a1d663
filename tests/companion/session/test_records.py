"""An evening becomes a record, and a record an evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.record import Record, RecordError, dump, read, replay


def as_record(exported):
    return Record(
        exported["game"],
        tuple(exported["players"]),
        exported["options"],
        exported["events"],
    )


def test_an_exported_evening_replays_to_the_same_state_with_its_grades_and_times(table, tmp_path):
    table.start("no_queens")
    table.play("Ada 7C")
    table.see("Dan", "9C", "assumed", why="no arm seen")
    table.play("Bea 8C")
    table.session.answer(table.questions[0], True, "referee")
    table.session.take_back("referee")
    exported = table.session.export_record()
    path = tmp_path / "evening.yaml"
    path.write_text(dump(as_record(exported)), encoding="utf-8")
    steps = list(replay(read(path)))
    assert steps[-1].to_json()["state"] == table.session.snapshot("referee")["state"]
    types = [event["type"] for event in exported["events"]]
    assert types == ["announce", "play", "play", "take_back", "play"]
    assert [event["seen"]["grade"] for event in exported["events"]] == [
        "confirmed",
        "seen",
        "confirmed",
        "confirmed",
        "seen",
    ]
    assert exported["events"][2]["note"] == "no arm seen"
    assert exported["events"][1]["at"] == 1.0


def test_an_interrupted_game_goes_on_from_its_record_with_what_waited(table):
    table.start()
    table.play("Ada 7C", "Dan 9C", "Bea 8C")
    table.see("Cem", "?", "assumed")
    record = as_record(table.session.export_record())
    before = table.page
    table.session.import_record(record, "referee")
    after = table.page
    assert after["state"] == before["state"]
    assert [held["card"] for held in after["held"]] == ["8C", "?"]
    assert [flag["code"] for flag in after["flags"]] == ["out_of_turn"]
    table.session.take_back("referee")
    assert table.page["questions"][0]["kind"] == "which_card"


def test_a_record_made_by_hand_becomes_a_game_with_the_same_verdicts(table):
    events = [
        {"type": "announce", "contract": "no_hearts"},
        {"type": "play", "card": "7C"},
        {"type": "play", "player": "Dan", "card": "TC"},
        {"type": "play", "player": "Bea", "card": "9C"},
        {"type": "take_back"},
        {"type": "play", "card": "8C", "seen": {"grade": 7, "waiting": [{}, 3, {"type": []}]}},
        {"type": "play", "card": "9S", "at": True, "note": ["no text"], "seen": None},
    ]
    record = Record("berteln", ("Ada", "Bea", "Cem", "Dan"), {}, events)
    table.session.import_record(record, "referee")
    assert table.trick() == ["Ada 7C", "Bea 8C", "Cem 9S"]
    assert [flag["code"] for flag in table.page["flags"]] == ["out_of_turn", "pending_first"]


def test_a_record_that_is_not_valid_begins_no_game(table):
    table.start()
    record = Record("berteln", ("Ada", "Bea", "Cem"), {}, [{"type": "play", "card": "1X"}])
    with pytest.raises(RecordError, match="event 1"):
        table.session.import_record(record, "referee")
    assert len(table.session.past_games()) == 1


RECORDS = sorted((Path(__file__).parents[2] / "records" / "berteln").glob("*.yaml"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_played_at_a_table_ends_as_by_the_rules_alone(table, path):
    record = read(path)
    steps = list(replay(record))
    table.session.import_record(record, "referee")
    assert table.session.snapshot("referee")["state"] == steps[-1].to_json()["state"]
    flags = [flag["code"] for flag in table.page["flags"]]
    assert flags == [flag.code for step in steps for flag in step.verdict.flags]
    exported = as_record(table.session.export_record())
    assert [step.to_json() for step in replay(exported)] == [step.to_json() for step in steps]
