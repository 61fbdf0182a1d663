"""Whatever was done at a table: undo restores exactly, the log rebuilds what was shown."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tables import Table, fast_folder

from companion.cards import DECK
from companion.games import find
from companion.session import SessionError

PLAYERS = ["Ada", "Bea", "Cem", "Dan"]
CARDS = [card.code for card in DECK if card.rank in "789TJQKA"]

players = st.sampled_from(PLAYERS)
cards = st.sampled_from([*CARDS, "?"])
grades = st.sampled_from(["seen", "seen", "seen", "assumed"])
deeds = st.one_of(
    st.tuples(st.just("see"), players, cards, grades),
    st.tuples(st.just("see in turn"), st.sampled_from(CARDS), grades),
    st.tuples(st.just("enter"), players, st.sampled_from(CARDS)),
    st.tuples(st.just("pass"), players, grades),
    st.tuples(
        st.just("tap"), st.sampled_from(["take_back", "accept", "annul", "end_deal", "announce"])
    ),
    st.tuples(st.just("correct"), st.integers(0, 30), st.sampled_from(CARDS)),
    st.tuples(st.just("insert"), st.integers(0, 30), players, st.sampled_from(CARDS)),
    st.tuples(st.just("delete"), st.integers(0, 30)),
    st.tuples(st.just("answer"), st.integers(0, 9), st.integers(0, 9)),
    st.tuples(st.just("rule"), st.sampled_from(["stands", "camera_wrong", "annulled"])),
    st.tuples(st.just("undo"), st.integers(1, 3)),
    st.tuples(st.just("redo"), st.integers(1, 3)),
)


def do(table: Table, deed: tuple) -> None:
    """Do one thing at the table, if it can be done."""
    session, page = table.session, table.page
    events = [e["id"] for e in page["events"] if not e["withdrawn"]]
    try:
        match deed:
            case "see", player, card, grade:
                table.see(player, card, grade)
            case "see in turn", card, grade:
                table.see(page["state"]["turn"], card, grade)
            case "enter", player, card:
                table.enter(player, card)
            case "pass", player, grade:
                table.see_move({"type": "pass", "player": player}, grade)
            case "tap", "announce":
                left = page["state"]["contracts_left"]
                table.tap({"type": "announce", "contract": left[-1] if left else "patience"})
            case "tap", kind:
                table.tap({"type": kind})
            case "correct", n, card:
                session.correct(events[n % len(events)], {"card": card}, "referee")
            case "insert", n, player, card:
                move = {"type": "play", "player": player, "card": card}
                session.insert(events[n % len(events)], move, "referee")
            case "delete", n:
                session.delete(events[n % len(events)], "referee", "why not")
            case "answer", n, choice if page["questions"]:
                question = page["questions"][n % len(page["questions"])]
                choices = question["choices"]
                session.answer(question["id"], choices[choice % len(choices)]["id"], "referee")
            case "rule", state if page["flags"]:
                session.rule(page["flags"][-1]["id"], state, "referee")
            case "undo", steps:
                session.undo("referee", steps)
            case "redo", steps:
                session.redo("referee", steps)
    except (SessionError, ValueError, ZeroDivisionError):
        pass  # Not possible now: nothing may have changed.


def shown(table: Table) -> dict:
    return {key: value for key, value in table.page.items() if key != "version"}


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(deeds, max_size=25), st.sampled_from(["no_hearts", "no_queens", "patience"]))
def test_whatever_was_done_is_undone_redone_rebuilt_and_exported_the_same(story, contract):
    with tempfile.TemporaryDirectory(dir=fast_folder()) as folder:
        table = Table(Path(folder))
        try:
            table.start(contract)
            states = []
            for deed in story:
                before = shown(table)
                rows = len(table.session._desk.store.rows)
                do(table, deed)
                if len(table.session._desk.store.rows) == rows:
                    assert shown(table) == before
                elif deed[0] not in ("undo", "redo"):
                    states.append((before, shown(table)))
            check_undo(table, states[-1] if states else None, story)
            now = shown(table)
            table.restart()
            assert shown(table) == now, "the log rebuilds what was shown"
            check_export(table)
        finally:
            table.session.close()


def check_undo(table, last, story):
    now = shown(table)
    if last is None or last[1] != now or not story or story[-1][0] in ("undo", "redo"):
        return
    row = table.session._desk.store.rows[-1]
    if row.kind == "read" or row.body.get("refused") == "for_good":
        return  # What the camera added to an event is no action of its own, nor is a slip.
    table.session.undo("referee")
    undone = shown(table)
    for key in ("state", "sheet", "flags", "questions", "held", "waiting", "memory", "options"):
        assert undone[key] == last[0][key], f"undo restores {key}"
    table.session.redo("referee")
    assert {**shown(table), "can_redo": now["can_redo"]} == now, "redo restores all"


def check_export(table):
    record = table.session.export_record()
    game = find(record["game"])
    state = game.start(record["players"], record["options"])
    flags = []
    for event in record["events"]:
        state, verdict = game.apply(state, game.parse(state, event))
        flags += [flag.to_json() for flag in verdict.flags]
    standing = table.session._desk.judged.standing
    assert game.public(state) == standing.public, "a record replays to the same state"
    assert flags == [flag.to_json() for step in standing.steps for flag in step.flags]
