"""Every record in `tests/records`, through the real command.

A record with `NAME.expected.jsonl` has to print these lines (it may tell more in a state); one
with `NAME.invalid.txt` has to stop with status 2 and name all that stands in there. A new game
puts its records into a folder of its own; nothing has to be added here.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main

RECORDS = Path(__file__).parents[1] / "records"
ALL = sorted(path for path in RECORDS.rglob("*") if path.suffix in {".yaml", ".yml", ".json"})
MAPS_OF_NAMES = {
    "hand_sizes",
    "voids",
    "rows",
    "deal_points",
    "scores",
    "open_cards",
    "needs_full_score",
}
"""Keys of a state whose maps hold players or suits: they have to be complete and no more."""


def assert_told(expected, found, where):
    """`found` tells what `expected` does; `*` stands for anything but nothing."""
    if expected == "*":
        assert found is not None, where
    elif isinstance(expected, dict):
        assert isinstance(found, dict), where
        if where.rsplit(".", 1)[-1] in MAPS_OF_NAMES:
            assert set(found) == set(expected), where
        for key, value in expected.items():
            assert key in found, f"{where}.{key}"
            assert_told(value, found[key], f"{where}.{key}")
    elif isinstance(expected, list):
        assert isinstance(found, list), where
        assert len(found) == len(expected), where
        for number, (a, b) in enumerate(zip(expected, found, strict=True)):
            assert_told(a, b, f"{where}[{number}]")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, abs=1e-9), where
    else:
        assert type(found) is type(expected), where
        assert found == expected, where


def lines(path):
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def test_there_are_records_of_berteln_and_invalid_ones():
    assert len([path for path in ALL if path.parent.name == "berteln"]) >= 30
    assert len([path for path in ALL if path.parent.name == "invalid"]) >= 8


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_replays_as_expected(path, capsys):
    expected = path.with_name(path.stem + ".expected.jsonl")
    invalid = path.with_name(path.stem + ".invalid.txt")
    status = 0
    try:
        main(["replay", str(path), "--json"])
    except SystemExit as stop:
        status = stop.code or 0
    out, err = capsys.readouterr()
    assert status == (2 if invalid.exists() else 0), err
    if invalid.exists():
        assert err.count("\n") == 1
        assert all(words in err for words in lines(invalid))
    if expected.exists():
        found = [json.loads(line) for line in out.splitlines()]
        wanted = [json.loads(line) for line in lines(expected)]
        assert_told(wanted, found, "event")
