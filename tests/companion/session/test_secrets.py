"""What a session keeps to itself when the app judges, and what stays as it was once it answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.commands.verify import faults_between, faults_of, rounds_of
from companion.record import Record, dump, read, replay
from companion.session import SessionError

FIVE = ["7H", "9H", "JH", "QH", "AH"]


@pytest.fixture
def judged(table):
    """A table at which five cards lie open and 9H is sealed."""
    table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    table.tap({"type": "lay_open", "cards": FIVE})
    table.session.submit({"type": "seal", "card": "9H"}, "confirmed", "seat Ada")
    return table


def event_of(table, kind):
    return next(event["id"] for event in table.page["events"] if event["type"] == kind)


def everything_shown(table):
    views = [table.session.snapshot(view) for view in ("table", "seat", "referee")]
    record = table.session.export_record()
    return json.dumps([views, record, table.session.audit()])


# Secrets


def test_the_sealed_card_is_in_no_snapshot_no_export_and_no_audit(table):
    shown = []
    for devil in ("9H", "JH"):
        table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
        table.tap({"type": "lay_open", "cards": FIVE})
        table.tap({"type": "seal", "card": devil})
        table.tap({"type": "choose", "card": "7H"})
        moves = [event["move"] for event in table.page["events"]]
        assert {"type": "seal"} in moves
        text = everything_shown(table)
        assert '"devil"' not in text.replace('"devil": null', "").replace('"outcome": "devil"', "")
        shown.append([moves, table.session.snapshot("table")["state"]["announced"]])
    assert shown[0] == shown[1]


def test_what_the_layer_tried_to_seal_is_told_nowhere(table):
    table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    table.tap({"type": "lay_open", "cards": FIVE})
    table.tap({"type": "seal", "card": "KS"})
    table.tap({"type": "seal", "card": "9H"})
    table.tap({"type": "seal", "card": "2C"})
    text = everything_shown(table)
    assert "KS" not in text
    assert "2C" not in text


def test_each_game_has_a_seed_of_its_own(table):
    roots = set()
    for _ in range(3):
        table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
        table.tap({"type": "lay_open", "cards": FIVE})
        table.tap({"type": "seal", "card": "9H"})
        roots.add(table.state["commitment"])
    assert len(roots) == 3


def test_sealing_each_card_anew_does_not_find_the_root_of_the_first_seal(judged):
    sealed = judged.state["seal"]
    for card in FIVE:
        judged.session.undo("referee")
        judged.tap({"type": "seal", "card": card})
        again = judged.state["seal"]
        assert not {sealed["root"], *sealed["commitments"]} & {again["root"], *again["commitments"]}
        judged.restart()
        assert judged.state["seal"] == again


def test_laying_another_card_does_not_tell_whether_the_one_before_was_sealed(judged):
    found = set()
    for place in range(5):
        others = [*FIVE[:place], "8H", *FIVE[place + 1 :]]
        judged.session.correct(event_of(judged, "lay_open"), {"cards": others}, "referee")
        found.add((judged.state["phase"], judged.page["events"][-1]["status"]))
        judged.session.undo("referee")
        assert judged.state["sealed"]
    assert found == {("seal", "refused")}


def test_a_seal_struck_out_and_put_back_does_not_tell_it_either(judged):
    sealed, laid = event_of(judged, "seal"), event_of(judged, "lay_open")
    found = set()
    for place in range(5):
        judged.session.delete(sealed, "referee", "to find out")
        others = [*FIVE[:place], "8H", *FIVE[place + 1 :]]
        judged.session.correct(laid, {"cards": others}, "referee")
        with pytest.raises(SessionError) as said:
            judged.session.restore(sealed, "referee")
        found.add(str(said.value))
        judged.session.undo("referee", 2)
    assert len(found) == 1


def test_what_the_layer_tried_to_seal_is_not_found_by_laying_it(table):
    found = set()
    for tried in ("KH", "2C"):
        table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
        table.tap({"type": "lay_open", "cards": FIVE})
        table.tap({"type": "seal", "card": tried})
        laid = event_of(table, "lay_open")
        table.session.correct(laid, {"cards": [*FIVE[:4], "KH"]}, "referee")
        found.add((table.state["phase"], table.page["events"][-1]["status"]))
    assert found == {("seal", "refused")}


@pytest.mark.parametrize("sealed", [("7H", "9H"), ("KS", "2C")])
@pytest.mark.parametrize("left", [["9H", "JH", "QH", "AH", "2C"], [*FIVE, "2C"]])
def test_a_deck_without_one_of_the_cards_does_not_tell_whether_it_was_sealed(table, sealed, left):
    found = []
    for card in sealed:
        table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
        table.tap({"type": "lay_open", "cards": FIVE})
        table.tap({"type": "seal", "card": card})
        deck = {one: {"suit": "H", "rank": one[0]} for one in left}
        table.session.change_options({"open": True, "deck": deck}, "referee", confirmed=True)
        events = [[one["status"], len(one["flags"])] for one in table.page["events"]]
        found.append((events, table.state["phase"], len(table.page["flags"])))
    assert found[0] == found[1]


def test_once_the_judge_has_answered_no_card_can_be_tried_for_the_sealed_one(judged):
    judged.tap({"type": "choose", "card": "7H"})
    before = everything_shown(judged)
    for card in FIVE:
        with pytest.raises(SessionError, match="The judge has answered since"):
            judged.session.correct(event_of(judged, "seal"), {"card": card}, "referee")
    assert everything_shown(judged) == before


def test_after_a_restart_the_same_seal_stands(judged):
    root = judged.state["commitment"]
    judged.restart()
    assert judged.state["commitment"] == root
    judged.tap({"type": "choose", "card": "9H"})
    assert judged.state["last_round"]["reason"] == "devil_first"


def test_a_card_turned_after_the_round_is_neither_shown_nor_kept(table):
    table.session.start_game("vier-engel", ["Ada", "Bea"])
    for move in ({"type": "release"}, {"type": "turn", "card": "AC"}, {"type": "bank"}):
        table.tap(move)
    table.tap({"type": "turn", "card": "AD"})
    assert [flag["code"] for flag in table.page["flags"]] == ["turned_after_end"]
    late = table.page["events"][-1]
    assert (late["card"], late["move"]) == (None, {"type": "turn"})
    assert '"AD"' not in json.dumps(table.page["events"])
    assert not any('"AD"' in json.dumps(dict(row.body)) for row in table.session._desk.store.rows)


def test_should_such_a_card_count_after_all_it_has_to_be_said_which_it_was(table):
    table.session.start_game("vier-engel", ["Ada", "Bea"])
    for move in ({"type": "release"}, {"type": "turn", "card": "AC"}, {"type": "bank"}):
        table.tap(move)
    table.tap({"type": "turn", "card": "AD"})
    late = table.page["events"][-1]["id"]
    table.session.insert(late, {"type": "release"}, "referee")
    assert table.state["pending"]["code"] == "foreign_card"
    table.session.correct(late, {"card": "AD"}, "referee")
    assert table.state["turned"] == [{"card": "AD", "verdict": "angel"}]


# What was answered stays


def test_before_an_answer_everything_can_be_undone(judged):
    judged.session.undo("referee")
    assert judged.state["phase"] == "seal"
    judged.session.redo("referee")
    judged.session.undo("referee", steps=2)
    assert judged.state["phase"] == "lay"


def test_undo_never_crosses_an_answer(judged):
    judged.tap({"type": "choose", "card": "7H"})
    before = judged.state
    assert not judged.page["can_undo"]
    for steps in (1, 2, 3):
        with pytest.raises(SessionError, match="The judge has answered"):
            judged.session.undo("referee", steps)
    assert judged.state == before
    judged.tap({"type": "choose", "card": "QH"})
    judged.tap({"type": "bank"})
    assert judged.page["can_undo"]
    judged.session.undo("referee")
    assert judged.state["round_points"] == 2
    with pytest.raises(SessionError):
        judged.session.undo("referee")


def test_after_an_answer_only_voiding_is_left(judged):
    judged.tap({"type": "choose", "card": "7H"})
    judged.session.annul("referee")
    assert judged.state["last_round"] == {"winner": None, "points": 0, "reason": "void"}
    assert judged.state["round"] == 1


def test_no_correction_reaches_back_across_an_answer(judged):
    judged.tap({"type": "choose", "card": "7H"})
    session, before = judged.session, judged.state
    laid, sealed, chosen = (event_of(judged, kind) for kind in ("lay_open", "seal", "choose"))
    changes = [
        lambda: session.correct(chosen, {"card": "QH"}, "referee"),
        lambda: session.correct(sealed, {"card": "7H"}, "referee"),
        lambda: session.correct(laid, {"cards": ["7H", "9H", "JH", "QH", "2H"]}, "referee"),
        lambda: session.delete(chosen, "referee", "never asked"),
        lambda: session.delete(sealed, "referee", "never sealed"),
        lambda: session.insert(chosen, {"type": "choose", "card": "9H"}, "referee"),
        lambda: session.change_options({"open": True, "variant": "noble"}, "referee", True),
    ]
    for change in changes:
        with pytest.raises(SessionError, match="annulled instead"):
            change()
    assert judged.state == before
    judged.restart()
    assert judged.state == before


def test_a_dispute_cannot_be_taken_back_either(judged):
    judged.tap({"type": "dispute"})
    assert len(judged.state["seal"]["openings"]) == 5
    with pytest.raises(SessionError):
        judged.session.undo("referee")


def test_what_comes_after_the_answer_can_be_corrected(judged):
    judged.tap({"type": "choose", "card": "7H"})
    judged.tap({"type": "bank"})
    judged.session.delete(event_of(judged, "bank"), "referee", "not yet")
    assert judged.state["phase"] == "draw"


def test_where_the_layer_answers_nothing_is_the_judges(table):
    table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True, "judge": "layer"})
    table.tap({"type": "lay_open", "cards": FIVE})
    table.tap({"type": "choose", "card": "7H"})
    table.tap({"type": "announce", "card": "7H", "verdict": "angel"})
    table.session.undo("referee", 2)
    assert table.state["phase"] == "draw"


# Records and audits


def as_record(exported):
    return Record(
        exported["game"], tuple(exported["players"]), exported["options"], exported["events"]
    )


APART = {"seal", "commitment"}
"""What differs where another seed or only the root is known."""


def told(steps):
    lines = []
    for step in steps:
        line = step.to_json()
        line["state"] = {key: line["state"][key] for key in line["state"].keys() - APART}
        lines.append(line)
    return lines


def test_an_exported_evening_has_the_root_in_place_of_the_card_and_replays_to_the_same(judged):
    for card in ("7H", "9H"):
        judged.tap({"type": "choose", "card": card})
    root = judged.session.audit()["rounds"][0]["root"]
    events = judged.session.export_record()["events"]
    bare = [{k: e[k] for k in e if k not in ("at", "seen")} for e in events]
    assert bare == [
        {"type": "lay_open", "cards": FIVE},
        {"type": "seal", "root": root},
        {"type": "choose", "card": "7H", "verdict": "angel"},
        {"type": "choose", "card": "9H", "verdict": "devil"},
    ]
    (*_, last) = replay(as_record(judged.session.export_record()))
    state = judged.state
    assert {k: v for k, v in last.to_json()["state"].items() if k not in APART} == {
        k: v for k, v in state.items() if k not in APART
    }


def test_the_audit_of_an_evening_can_be_checked(judged):
    judged.tap({"type": "choose", "card": "7H"})
    judged.tap({"type": "dispute"})
    judged.tap({"type": "lay_open", "cards": FIVE})
    judged.tap({"type": "seal", "card": "AH"})
    judged.tap({"type": "devil_call", "card": "7H"})
    rounds = rounds_of(json.loads(json.dumps(judged.session.audit())), "audit")
    assert len(rounds) == 2
    assert not [fault for one in rounds for fault in faults_of(one)]
    assert not list(faults_between(rounds))


def test_a_game_without_secrets_has_no_audit(table):
    table.start()
    with pytest.raises(SessionError, match="nothing is kept secret"):
        table.session.audit()


RECORDS = sorted((Path(__file__).parents[2] / "records" / "vier-engel").glob("*.yaml"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_played_at_a_table_ends_as_by_the_rules_alone(table, path, tmp_path):
    record = read(path)
    steps = list(replay(record))
    table.session.import_record(record, "referee")
    state = steps[-1].to_json()["state"]
    page = table.session.snapshot("referee")["state"]
    assert {k: page[k] for k in page if k not in APART} == {
        k: state[k] for k in state if k not in APART
    }
    flags = [flag["code"] for flag in table.page["flags"]]
    assert flags == [flag.code for step in steps for flag in step.verdict.flags]
    file = tmp_path / "again.yaml"
    file.write_text(dump(as_record(table.session.export_record())), encoding="utf-8")
    again = told(replay(read(file)))
    left_out = [
        step.number
        for step in steps
        if step.event["type"] == "seal"
        and step.verdict.flags[:1]
        and step.verdict.flags[0].code == "foreign_card"
    ]
    expected = [line for line in told(steps) if line["event"] not in left_out]
    assert [line["state"] for line in again] == [line["state"] for line in expected]
    assert [line["flags"] for line in again] == [line["flags"] for line in expected]


def test_flags_of_a_round_are_void_with_it_and_with_no_other(table):
    table.session.start_game("vier-engel", ["Ada", "Bea"])
    for move in (
        {"type": "release"},
        {"type": "peeked", "position": 1, "player": "Bea"},
        {"type": "turn", "card": "AC"},
        {"type": "bank"},
        {"type": "start_round"},
        {"type": "annul"},
    ):
        table.tap(move)
    assert table.flags == [("peeked", "Bea", "open")]
    table.tap({"type": "release"})
    table.tap({"type": "peeked", "position": 1, "player": "Ada"})
    table.session.annul("referee")
    assert table.flags == [("peeked", "Bea", "open"), ("peeked", "Ada", "annulled")]


def turn_seen(table, card, **more):
    return table.see_move({"type": "turn", "card": card}, **more)


def test_a_card_that_the_camera_could_not_read_is_asked_for_and_then_all_is_as_if_it_had(table):
    for deck in ({}, {"deck": {f"c{n}": {} for n in range(9)}, "angels": ["c1", "c2", "c3", "c4"]}):
        options = {**deck, "devil": "c5"} if deck else {}
        one, other = ("c1", "c2") if deck else ("AC", "AD")
        table.session.start_game("vier-engel", ["Ada", "Bea"], options)
        for move in ({"type": "release"}, {"type": "turn", "card": one}):
            table.tap(move)
        table.tap({"type": "turn", "card": other})
        true = table.state
        table.session.start_game("vier-engel", ["Ada", "Bea"], options)
        table.tap({"type": "release"})
        turn_seen(table, "?", grade="assumed", track=1)
        turn_seen(table, other, track=2)
        assert table.state["turned"] == []
        (question,) = table.page["questions"]
        assert question["kind"] == "which_card"
        table.session.answer(question["id"], "", "referee", {"card": one})
        assert table.state == true


def test_a_wrong_card_corrected_gives_the_state_of_the_true_record(table):
    """Also where it was stopped, or had ended the round, and the table played on meanwhile."""

    def played(second):
        table.session.start_game("vier-engel", ["Ada", "Bea"], {"variant": "noble"})
        table.tap({"type": "release"})
        table.tap({"type": "turn", "card": "JOKER"})
        table.tap({"type": "release"})
        for track, card in enumerate(("AC", second, "JOKER")):
            turn_seen(table, card, track=track)
        return table.state

    true = played("AD")
    for wrong in ("AC", "KD", "AH", "JOKER"):
        played(wrong)
        event = [e["id"] for e in table.page["events"] if e["type"] == "turn"][2]
        table.session.correct(event, {"card": "AD"}, "referee")
        table.session.confirm(event, "referee")
        state = table.state
        if wrong == "JOKER":  # The round was over: which card came then was not kept (V6).
            last = [e["id"] for e in table.page["events"] if e["type"] == "turn"][3]
            assert state["pending"]["code"] == "foreign_card"
            table.session.correct(last, {"card": "JOKER"}, "referee")
            state = table.state
        assert state == true


def test_a_card_that_the_camera_sees_turned_after_the_round_waits_for_nothing(table):
    table.session.start_game("vier-engel", ["Ada", "Bea"])
    for move in ({"type": "release"}, {"type": "turn", "card": "AC"}, {"type": "bank"}):
        table.tap(move)
    turn_seen(table, "AD", track=7)
    assert table.page["held"] == []
    assert [flag["code"] for flag in table.page["flags"]] == ["turned_after_end"]
    assert "AD" not in json.dumps([table.page["events"], table.page["flags"]])


def test_whatever_happens_undo_works_up_to_the_last_answer_and_no_further(table):
    import random

    for seed in range(3):
        rng = random.Random(seed)
        table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True, "variant": "noble"})
        game, tells = table.session._desk.judged.standing.game, 0
        for _ in range(25):
            legal = game.legal(table.session._desk.judged.standing.state)
            kind = rng.choice([k for k in legal.types if k not in ("moved", "peeked", "annul")])
            cards = [card for cards in legal.cards.values() for card in cards]
            move = {"type": kind}
            if kind in ("seal", "choose", "devil_call"):
                move["card"] = rng.choice(cards)
            if kind == "lay_open":
                move["cards"] = FIVE
            table.tap(move)
            standing = table.session._desk.judged.standing
            answered = standing.steps[-1].tells
            tells += answered
            assert table.page["can_undo"] is not answered
            before = table.state
            if answered:
                with pytest.raises(SessionError, match="The judge has answered"):
                    table.session.undo("referee")
            else:
                table.session.undo("referee")
                table.session.redo("referee")
            assert table.state == before
        assert tells > 2
