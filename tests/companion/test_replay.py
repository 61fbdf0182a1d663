"""`companion replay`, as people and programs call it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main

RECORDS = Path(__file__).parents[1] / "records"
REVOKE = RECORDS / "berteln" / "revoke-of-trumps.yaml"
COMMAND = [sys.executable, "-c", "from companion.cli import main; main()", "replay"]


def replayed(capsys, *arguments):
    """Status, what was printed, and what was complained about."""
    with pytest.raises(SystemExit) as stop:
        main(["replay", *map(str, arguments)])
    return stop.value.code, *capsys.readouterr()


def test_people_read_cards_reasons_and_the_score(capsys):
    status, told, _ = replayed(capsys, REVOKE, "--language", "de")
    assert status == 0
    assert "berteln: Ada, Bea, Cem, Dan" in told
    assert "    2  play Ada ♦7" in told
    assert "B7: Cem hat im 1. Stich Karo nicht bedient" in told
    assert told.endswith("Score: Ada 0, Bea 0, Cem 0, Dan 0\n")


def test_what_was_not_applied_is_marked(capsys):
    _, told, _ = replayed(capsys, RECORDS / "berteln" / "out-of-turn-taken-back.yaml")
    assert "play Cem ♣9  (not applied)\n        B6: It is not Cem's turn but Bea's.\n" in told


def test_programs_read_one_object_a_line(capsys):
    lines = replayed(capsys, REVOKE, "--json")[1].splitlines()
    assert [json.loads(line)["event"] for line in lines] == list(range(1, 10))
    assert list(json.loads(lines[0])) == ["event", "accepted", "flags", "state"]


def test_what_came_before_an_invalid_event_is_printed(capsys):
    status, out, err = replayed(capsys, RECORDS / "invalid" / "unknown-card.yaml", "--json")
    assert status == 2
    assert len(out.splitlines()) == 2
    assert "unknown-card.yaml: event 3: '7X' is no card" in err


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_the_command_itself_ends_with_status_2_and_one_line(flags, tmp_path):
    path = tmp_path / "evening.yaml"
    path.write_text("game: berteln\nplayers: [A, B, C]\nevents: [{type: accept}, {type: fly}]\n")
    ended = subprocess.run([*COMMAND, str(path), *flags], capture_output=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.decode() == (
        f"{path}: event 2: berteln has no event 'fly'; it has announce, bid, play, pass, "
        "take_back, accept, annul, end_deal\n"
    )
    assert ended.stdout


def test_a_terminal_without_unicode_still_gets_the_game():
    ended = subprocess.run(
        [*COMMAND, str(REVOKE)],
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert ended.returncode == 0
    assert b"play Ada ?7" in ended.stdout


def test_a_reader_that_goes_away_is_nothing_to_complain_about():
    with subprocess.Popen(
        [*COMMAND, str(REVOKE), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as ended:
        ended.stdout.close()
        assert ended.stderr.read() == b""
