"""`companion watch` follows a film by itself and keeps a record that survives anything."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.record import read, replay

COMPANION = [sys.executable, str(Path(__file__).with_name("knowing_companion.py"))]
TRICK = """\
game: berteln
players: [Ada, Bea, Cem, Dan]
options: {}
events:
  - {type: announce, contract: no_queens}
  - {type: play, player: Ada, card: 7C}
  - {type: play, player: Cem, card: 9C}
  - {type: take_back}
  - {type: play, player: Bea, card: 8C}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "trick.yaml"
    path.write_text(TRICK)
    return path


def simulated(game: Path) -> str:
    return f"sim:{game}?deck=english&seed=3&conditions=easy&size=480x270&fps=10"


def watch(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMPANION, "watch", *arguments], capture_output=True, text=True, check=False
    )


def test_a_film_becomes_lines_and_a_record(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.yaml"
    done = watch(simulated(game), "--game", str(game), "--record", str(out), "--json")
    assert done.returncode == 0, done.stderr
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    plays = [one["move"] for one in lines if one["kind"] == "move"]
    assert plays == [
        {"type": "play", "player": "Ada", "card": "7C"},
        {"type": "play", "player": "Cem", "card": "9C"},
        {"type": "take_back"},
        {"type": "play", "player": "Bea", "card": "8C"},
    ]
    assert [one["code"] for one in lines if one["kind"] == "flag"][:1] == ["out_of_turn"]
    assert {one["event"] for one in lines if one["kind"] == "table"} >= {"CardLaid", "CardRemoved"}
    assert lines[-1]["kind"] == "end"
    record = read(out)
    assert [dict(e)["type"] for e in record.events if isinstance(e, dict)] == [
        "announce",
        "play",
        "play",
        "take_back",
        "play",
    ]
    assert [flag.code for step in replay(record) for flag in step.verdict.flags] == ["out_of_turn"]


def test_a_film_without_any_tap_is_watched_by_the_camera_alone(tmp_path: Path) -> None:
    game = tmp_path / "attack.yaml"
    game.write_text(
        "game: duren-piatkowy\nplayers: [Ada, Bea]\nevents:\n"
        "  - {type: start, trump_card: 9H}\n  - {type: attack, player: Ada, cards: [6C]}\n"
        "  - {type: beat, attack: 6C, card: 5C}\n"
    )
    done = watch(simulated(game), "--game", str(game), "--json")
    assert done.returncode == 0, done.stderr
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["move"] for one in lines if one["kind"] == "move"] == [
        {"type": "start", "trump_card": "9H"},
        {"type": "attack", "player": "Ada", "cards": ["6C"]},
        {"type": "beat", "attack": "6C", "card": "5C"},
    ]
    assert "does_not_beat" in [one["code"] for one in lines if one["kind"] == "flag"]


def test_a_question_is_told_and_the_film_goes_on(game: Path) -> None:
    game.write_text(TRICK.replace("card: 8C", "card: 2C"))
    in_words = watch(simulated(game), "--game", str(game))
    assert "Did Bea lay ♣2 in the first trick?" in in_words.stdout
    assert "Score: Ada 0" in in_words.stdout, in_words.stderr
    done = watch(simulated(game), "--game", str(game), "--json")
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    (question,) = [one for one in lines if one["kind"] == "question"]
    assert (question["asks"], question["about"]) == ("did_play", "not_in_deck")
    assert lines[-1]["kind"] == "end"


def test_in_words_it_says_the_same(game: Path) -> None:
    done = watch(simulated(game), "--game", str(game))
    assert done.returncode == 0, done.stderr
    assert "play Ada 7C" in done.stdout
    assert "B6 out_of_turn" in done.stdout
    assert "Score: Ada 0" in done.stdout


def test_a_process_that_is_killed_has_lost_nothing(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.yaml"
    command = [*COMPANION, "watch", simulated(game), "--game", str(game)]
    process = subprocess.Popen(
        [*command, "--record", str(out), "--json"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if '"9C"' in line and '"flag"' in line:
            break
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    events = [dict(event) for event in read(out).events if isinstance(event, dict)]
    assert [event.get("card") for event in events][:3] == [None, "7C", "9C"]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["nowhere.mp4", "--game", "GAME"], 1, "There is no source 'nowhere.mp4'"),
        (["99", "--game", "GAME"], 1, "There is no camera 99"),
        (["SIM", "--game", "nowhere.yaml"], 2, "nowhere.yaml: event 0"),
        (["SIM", "--game", "GAME", "--table", "nowhere.toml"], 2, "nowhere.toml cannot be read"),
        (["SIM", "--game", "GAME", "--table", "OTHERS"], 2, "has no seat for Ada"),
        (["SIM", "--game", "GAME", "--table", "FOLDER"], 2, "cannot be read: Is a directory."),
        (["SIM", "--game", "GAME", "--taps", "GAME"], 2, "is no tap"),
        (["SIM", "--game", "GAME", "--taps", "HUGE"], 2, "line 1 is no tap"),
        (
            ["SIM", "--game", "GAME", "--taps", "nowhere.jsonl"],
            2,
            "read: No such file or directory.",
        ),
        (["SIM", "--game", "ODD"], 2, "event 1: at is a number of seconds."),
        (["SIM", "--game", "GAME", "--record", "/nowhere/out.yaml"], 1, "there is no folder"),
        (["sim:GAME?lamp=on", "--game", "GAME"], 2, "no 'lamp'"),
        (["sim:GAME?deck=lost", "--game", "GAME"], 2, "no deck called 'lost'"),
        (["sim:GAME?seed=many", "--game", "GAME"], 2, "many"),
        (["SIM"], 2, "--game"),
    ],
)
def test_wrong_use_is_one_plain_sentence(
    game: Path, tmp_path: Path, arguments: list[str], status: int, words: str
) -> None:
    others = tmp_path / "others.toml"
    others.write_text(
        '[[seat]]\nname = "Xaver"\nmiddle = 90\n[[seat]]\nname = "Yvonne"\nmiddle = 270\n'
    )
    odd, huge = tmp_path / "odd.yaml", tmp_path / "huge.jsonl"
    odd.write_text(TRICK.replace("no_queens", "no_queens, at: soon"))
    huge.write_text('{"at": 1' + "0" * 400 + ', "move": {"type": "accept"}}\n')
    meant = {"SIM": simulated(game), "GAME": str(game), "OTHERS": str(others)}
    meant |= {"ODD": str(odd), "HUGE": str(huge), "FOLDER": str(tmp_path)}
    done = watch(*(meant.get(a, a.replace("GAME", str(game))) for a in arguments))
    assert done.returncode == status, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
