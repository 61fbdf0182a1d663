"""Kill the process at any moment: the next one shows the table as it stood."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from companion.session import TableSession
from companion.store import Store

STORY = """
import json, sys
from pathlib import Path
from companion.session import ReadMove, TableSession
from companion.store import Store

session = TableSession(Store(Path(sys.argv[1])))
session.start_game("berteln", ["Ada", "Bea", "Cem", "Dan"], {"bid_bonus": 10})
session.submit({"type": "announce", "contract": "no_hearts"})

def see(player, card, grade="seen", **more):
    move = {"type": "play", "player": player, "card": card}
    session.see([ReadMove(move, grade, 1.0, evidence=card.encode(), **more)])
"""
WAITS = """
see("Ada", "7C")
see("Bea", "8C")
see("Ada", "KC")
see("Dan", "TC")
session.undo("referee")
session.redo("referee")
see("Cem", "?", "assumed", candidates=("TS",))
print(json.dumps(session.snapshot("referee")), flush=True)
sys.stdin.read()
"""
WRITES = """
while True:
    session.submit({"type": "bid", "player": "Ada", "points": 1})
    print("+", flush=True)
"""


def killed(story: str, folder: Path, after: int) -> list[str]:
    """Runs a story, kills it without warning after so many lines; all that it acknowledged."""
    child = subprocess.Popen(
        [sys.executable, "-c", STORY + story, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin
    assert child.stdout
    told = [child.stdout.readline() for _ in range(after)]
    os.kill(child.pid, signal.SIGKILL)
    told += child.stdout.read().splitlines(keepends=True)
    child.stdin.close()
    child.stdout.close()
    child.wait()
    return [line for line in told if line.endswith("\n")]


def shown_again(folder: Path) -> dict:
    session = TableSession(Store(folder))
    try:
        return dict(session.snapshot("referee"))
    finally:
        session.close()


def test_after_a_kill_the_table_stands_as_it_stood_with_all_that_was_held_and_asked(folder):
    (line,) = killed(WAITS, folder, after=1)
    last, shown = json.loads(line), shown_again(folder)
    assert shown.pop("version") > last.pop("version")
    # Time went on meanwhile: the pending play may have lain long enough to be announced.
    for snapshot in (shown, last):
        for flag in snapshot["flags"]:
            del flag["announced"]
    assert shown == last
    assert [held["card"] for held in shown["held"]] == ["TC", "?"]
    assert shown["state"]["pending"] == {"code": "out_of_turn", "player": "Ada", "card": "KC"}
    assert [question["kind"] for question in shown["questions"]] == ["does_it_stand"]
    assert all(event["evidence"] for event in shown["events"] if event["type"] == "play")


def test_nothing_that_was_acknowledged_is_lost_when_killed_while_writing(folder):
    acknowledged = len(killed(WRITES, folder, after=7))
    assert acknowledged >= 7
    shown = shown_again(folder)
    bids = [event for event in shown["events"] if event["type"] == "bid"]
    assert len(bids) in (acknowledged, acknowledged + 1)
    assert shown["log"] == {"state": "ok", "text": ""}
    assert shown["notices"] == []
