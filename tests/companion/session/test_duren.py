"""Dureń Piątkowy at a table: entered by hand, seen by a camera, corrected, kept and told."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from companion.record import Record, replay
from companion.session import TableSession
from companion.store import Store

from .tables import Table

PLAYERS = ["Ada", "Bea", "Cem"]
STORY = [
    {"type": "start", "trump_card": "9H"},
    {"type": "attack", "player": "Ada", "cards": ["6C", "6D", "8S"]},
    {"type": "beat", "attack": "6C", "card": "7C"},
    {"type": "take"},
    {"type": "attack", "player": "Bea", "cards": ["8D"]},
    {"type": "beat", "attack": "8D", "card": "TD"},
    {"type": "attack", "player": "Bea", "cards": ["TC"]},
    {"type": "pass", "player": "Ada"},
    {"type": "beat", "attack": "TC", "card": "JC"},
    {"type": "pass", "player": "Bea"},
    {"type": "pass", "player": "Ada"},
    {"type": "swap", "player": "Cem"},
    {"type": "attack", "player": "Cem", "cards": ["4C", "4D"]},
    {"type": "take"},
]


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.session.close()


def seated(table):
    table.session.start_game("duren-piatkowy", PLAYERS)
    return table


def tapped(table, story=STORY):
    for move in story:
        table.tap(move)
    return table


def true_state():
    *_, last = replay(Record("duren-piatkowy", tuple(PLAYERS), {}, STORY))
    return last.game.public(last.state)


def without_memory(state):
    return {name: value for name, value in state.items() if name != "remembered"}


def test_a_game_entered_by_hand_stands_as_its_record(table):
    tapped(seated(table))
    assert table.state == true_state()
    assert [event["status"] for event in table.page["events"]] == ["applied"] * len(STORY)
    assert {event["deal"] for event in table.page["events"]} == {1}


def test_a_left_out_player_is_whoever_is_to_act(table):
    tapped(seated(table), [{k: v for k, v in move.items() if k != "player"} for move in STORY[:4]])
    assert table.page["events"][1]["player"] == "Ada"
    assert table.state["attacker"] == "Bea"


@pytest.mark.parametrize("grade", ["confirmed", "seen"])
@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        (0, {"type": "start", "trump_card": "TD"}),
        (1, {"type": "attack", "player": "Ada", "cards": ["6C", "6D", "KS"]}),
        (1, {"type": "attack", "player": "Ada", "cards": ["6C", "6D", "?"]}),
        (1, {"type": "attack", "player": "Ada", "cards": ["6C", "5D", "8S"]}),
        (1, {"type": "attack", "player": "Cem", "cards": ["6C", "6D", "8S"]}),
        (2, {"type": "beat", "attack": "6C", "card": "5C"}),
        (2, {"type": "beat", "attack": "6D", "card": "7C"}),
        (5, {"type": "beat", "attack": "8D", "card": "TS"}),
        (6, {"type": "attack", "player": "Bea", "cards": ["9C"]}),
        (8, {"type": "beat", "attack": "TC", "card": "QC"}),
        (12, {"type": "attack", "player": "Cem", "cards": ["4C"]}),
    ],
)
def test_a_wrong_event_put_right_later_leads_to_the_true_state(table, number, wrong, grade):
    """The camera goes on seeing while a wrong reading makes the game wait."""
    seated(table)
    for place, move in enumerate(STORY):
        told = wrong if place == number else move
        if grade == "confirmed" and place <= number:
            table.tap(told)
        else:
            table.see_move(told)
    event = table.page["events"][number]
    table.session.correct(event["id"], STORY[number], "referee")
    assert table.state == true_state()
    assert [f for f in table.page["flags"] if f["state"] == "open"] == []


def test_an_unread_card_is_asked_about_and_what_came_after_waits(table):
    seated(table)
    table.tap(STORY[0])
    table.see_move({"type": "attack", "player": "Ada", "cards": ["6C", "?"]})
    table.see_move({"type": "take"})
    assert table.state["phase"] == "attack"
    event = table.page["events"][1]
    assert event["status"] == "asked"
    table.session.correct(event["id"], {"cards": ["6C", "6D"]}, "referee")
    assert table.state["open_cards"]["Bea"] == ["6C", "6D"]


def test_an_unread_card_of_an_attack_is_named_by_the_answer(table):
    seated(table)
    table.tap(STORY[0])
    move = {"type": "attack", "player": "Ada", "cards": ["6C", "?", "8S"]}
    table.see_move(move, candidates=("6D", "6H"))
    (question,) = table.page["questions"]
    assert question["kind"] == "which_card"
    assert [choice["id"] for choice in question["choices"]] == ["card:6D", "card:6H", "none"]
    table.session.answer(question["id"], "card:6D", "referee")
    assert [pair["attack"] for pair in table.state["table"]] == ["6C", "6D", "8S"]


@pytest.mark.parametrize(
    ("seen", "tapped_move"),
    [
        (
            {"type": "attack", "player": "Ada", "cards": ["6C", "?"]},
            {"type": "attack", "player": "Ada", "cards": ["6D", "6C"]},
        ),
        (
            {"type": "attack", "player": "?", "cards": ["6C", "6D"]},
            {"type": "attack", "player": "Ada", "cards": ["6C", "6D"]},
        ),
    ],
)
def test_an_attack_that_is_asked_about_is_answered_by_entering_it(table, seen, tapped_move):
    seated(table)
    table.tap(STORY[0])
    table.see_move(seen)
    table.tap(tapped_move)
    assert len(table.page["events"]) == 2
    assert sorted(pair["attack"] for pair in table.state["table"]) == ["6C", "6D"]
    assert table.questions == []


def test_a_beat_that_is_asked_about_is_answered_by_entering_it(table):
    seated(table)
    tapped(table, STORY[:2])
    table.see_move(beat("6C", "?"))
    table.tap(beat("6C", "7C"))
    assert table.state["table"][0]["beaten_by"] == "7C"
    assert len(table.page["events"]) == 3


def test_a_card_of_an_attack_that_is_read_later_counts_without_a_question(table):
    seated(table)
    table.tap(STORY[0])
    move = {"type": "attack", "player": "Ada", "cards": ["6C", "?"]}
    table.see_move(move, track=1)
    table.see_move({"type": "take"})
    table.see_move({**move, "cards": ["6C", "6D"]}, track=1, revises=True)
    assert table.state["open_cards"]["Bea"] == ["6C", "6D"]
    assert table.questions == []


def test_a_card_that_came_to_an_attack_later_belongs_to_it(table):
    seated(table)
    table.tap(STORY[0])
    move = {"type": "attack", "player": "Ada", "cards": ["6C"]}
    table.see_move(move, track=1)
    table.see_move({**move, "cards": ["6C", "6D"]}, track=1, revises=True)
    assert [pair["attack"] for pair in table.state["table"]] == ["6C", "6D"]
    assert table.questions == []


def test_two_readings_of_one_card_are_a_question(table):
    seated(table)
    tapped(table, STORY[:2])
    table.see_move(beat("6C", "7C"), track=5)
    table.see_move(beat("6C", "9C"), track=5, revises=True)
    assert table.page["flags"] == []
    (question,) = table.page["questions"]
    assert question["text"] == (
        "Is this right: ♣9 beats ♣6? It was first read otherwise: ♣7 beats ♣6."
    )
    table.session.answer(question["id"], "card:7C", "referee")
    assert table.state["table"][0]["beaten_by"] == "7C"


def beat(attack, card):
    return {"type": "beat", "attack": attack, "card": card}


def test_an_offence_is_flagged_with_its_reason_and_ruled(table):
    seated(table)
    tapped(table, STORY[:2])
    outcome = table.tap({"type": "beat", "attack": "6C", "card": "5C"})
    (flag,) = table.page["flags"]
    assert (outcome.status, flag["code"], flag["rule"]) == ("pending", "does_not_beat", "D7")
    assert flag["reasons"]["de"] == "Kreuz 5 schlägt Kreuz 6 nicht; Trumpf ist Herz."
    assert table.page["waiting"]["rulings"] == ["accept", "take_back", "annul"]
    assert "♣5 of Bea" in table.page["waiting"]["text"]
    table.session.accept("referee")
    assert table.state["table"][0]["beaten_by"] == "5C"


def test_a_flag_that_rests_on_an_assumed_event_is_a_question(table):
    seated(table)
    tapped(table, STORY[:2])
    table.see_move({"type": "beat", "attack": "6C", "card": "5C"}, "assumed", doubt="card")
    assert table.page["flags"] == []
    assert len(table.questions) == 1
    assert table.state["pending"] is None


def test_an_assumption_that_what_is_seen_later_contradicts_is_asked_about(table):
    seated(table)
    tapped(table, STORY[:2])
    table.see_move({"type": "take"}, "assumed", doubt="happened")
    assert table.questions == []
    table.see_move(beat("6C", "7C"))
    (question,) = table.page["questions"]
    assert question["text"] == "Is this right: The defender takes?"
    assert not question["blocking"]
    table.session.answer(question["id"], "no", "referee")
    assert table.state["table"][0]["beaten_by"] == "7C"
    assert table.questions == []


def test_undo_and_redo_lead_back_and_forth(table):
    tapped(seated(table))
    for _ in range(5):
        table.session.undo("referee")
    assert table.state["turn"] == "Bea"
    for _ in range(5):
        table.session.redo("referee")
    assert table.state == true_state()


def test_after_a_restart_the_game_stands_as_it_stood(table):
    tapped(seated(table))
    table.restart()
    assert table.state == true_state()


def test_what_has_to_be_remembered_is_for_the_referee_unless_the_memory_aid_is_on(table):
    tapped(seated(table), STORY[:5])
    assert table.page["memory"]["known_cards"]["Bea"] == ["6C", "6D", "7C", "8S"]
    public = table.session.snapshot("table")
    assert "remembered" not in public["state"]
    assert public["memory"] is None
    assert public["sheet"]["own"].get("running") is None
    table.session.set("memory_aid", True, "referee")
    assert table.session.snapshot("table")["memory"] == table.page["memory"]


def test_the_record_that_is_exported_replays_to_the_same_and_can_be_taken_in_again(table, tmp_path):
    tapped(seated(table))
    record = table.session.export_record()
    *_, last = replay(Record(record["game"], tuple(record["players"]), {}, record["events"]))
    assert last.game.public(last.state) == true_state()
    (tmp_path / "other").mkdir()
    other = TableSession(Store(tmp_path / "other"))
    other.import_record(
        Record(record["game"], tuple(record["players"]), {}, record["events"]), "referee"
    )
    assert without_memory(other.snapshot()["state"]) == without_memory(true_state())
    other.close()


def dealer_of(players, seed):
    folder = str(Path(__file__).parents[1] / "games")
    sys.path.insert(0, folder)
    try:
        from duren_dealer import DurenDealer
    finally:
        sys.path.remove(folder)
    return DurenDealer(players, 1, random.Random(seed), players[-1], 0.05)


def test_a_whole_game_with_offences_is_played_through_the_session_and_paid(table):
    seated(table)
    dealer = dealer_of(PLAYERS, 12)
    flags = 0
    for told in dealer.game():
        outcome = table.tap(told.event)
        assert outcome.accepted is told.accepted
        flags += bool(told.flags)
    assert flags
    assert table.state["phase"] == "over"
    assert table.state["scores"] == dealer.payments()
    (deal,) = table.page["sheet"]["deals"]
    assert deal["points"] == dealer.payments()
    assert sum(deal["points"].values()) == 0
    assert deal["events"]


@pytest.mark.parametrize("seed", range(4))
def test_one_wrong_or_unread_card_put_right_leads_to_the_true_state_of_a_whole_game(table, seed):
    rng = random.Random(seed)
    players = PLAYERS[: 2 + seed % 2]
    dealer = dealer_of(players, 30 + seed)
    dealer.mischief = 0.0
    story = [told.event for told in dealer.game()]
    *_, last = replay(Record("duren-piatkowy", tuple(players), {}, story))
    laid = [n for n, event in enumerate(story) if event["type"] in ("attack", "beat")]
    place = rng.choice(laid[: len(laid) // 2])
    wrong = dict(story[place])
    other = rng.choice(["?", "2C", "AS", "TD"])
    if wrong["type"] == "attack":
        wrong["cards"] = [other, *wrong["cards"][1:]]
    else:
        wrong["card"] = other
    table.session.start_game("duren-piatkowy", players)
    for number, move in enumerate(story):
        table.see_move(wrong if number == place else move)
    event = table.page["events"][place]
    table.session.correct(event["id"], story[place], "referee")
    assert table.state == last.game.public(last.state)
    assert {flag["state"] for flag in table.page["flags"]} <= {"camera_wrong"}


@pytest.mark.parametrize(
    ("choice", "change"), [("card:9H", None), ("card", {"card": "9H"})], ids=["tapped", "typed"]
)
def test_a_card_turned_up_that_was_hard_to_read_is_named_by_the_answer(table, choice, change):
    seated(table)
    table.see_move(
        {"type": "start", "trump_card": "9D"},
        "assumed",
        doubt="happened",
        candidates=("9D", "9H"),
        question="Does a game begin with 9D for trumps?",
    )
    (question,) = table.page["questions"]
    assert [choice["id"] for choice in question["choices"]] == ["yes", "card:9H", "no"]
    table.session.answer(question["id"], choice, "referee", change)
    assert table.state["trump_card"] == "9H"
    assert table.page["questions"] == []
