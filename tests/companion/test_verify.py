"""`companion verify` finds whatever does not fit in an audit, and needs nothing but the file."""

from __future__ import annotations

import copy
import json

import pytest

from companion.cli import main

from .games.vier_engel_tables import FIVE, Evening

SECOND = "7S 8S 9S TS JS"


@pytest.fixture(scope="module")
def evening():
    """A round answered and disputed, one with a call, and one that is running."""
    story = f"lay {FIVE}, seal 9H, QH, 9H, dispute, lay {SECOND}, seal TS, call 8S, "
    return Evening(seed=b"x" * 32, open=True).tell(story + f"lay {FIVE}, seal AH, 7H")


@pytest.fixture
def audit(evening):
    return copy.deepcopy(evening.game.audit(evening.state))


def verify(tmp_path, capsys, content, *options):
    """Status, output and error of the command."""
    file = tmp_path / "audit.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    status = 0
    try:
        main(["verify", str(file), *options])
    except SystemExit as stop:
        status = stop.code or 0
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, out, err


def test_an_audit_of_the_game_fits(audit, tmp_path, capsys):
    status, out, err = verify(tmp_path, capsys, audit)
    assert (status, err) == (0, "")
    assert "5 of 5 opened, the devil is 9H." in out
    assert "1 of 5 opened; the rest stays secret unless it is disputed." in out
    assert "All of it fits: 3 seals checked." in out


def test_an_unopened_devil_is_not_in_the_file(audit):
    for one in audit["rounds"][1:]:
        assert "devil" not in json.dumps(one)
        assert len(one["openings"]) == 1


def changed(path, value):
    def change(audit):
        *way, last = path
        place = audit["rounds"]
        for step in way:
            place = place[step]
        place[last] = value(place[last]) if callable(value) else value

    return change


def swap_the_devil(audit):
    """The program changes its mind after the seal, and computes all anew but the root."""
    first = audit["rounds"][0]
    for opening in first["openings"]:
        opening["verdict"] = "devil" if opening["card"] == "7H" else "angel"


def leave_out_a_round(audit):
    del audit["rounds"][0]


def open_too_much(audit):
    audit["rounds"][1]["openings"] += audit["rounds"][0]["openings"][:1]


TAMPERED = {
    "9H was not sealed as angel": swap_the_devil,
    "The seals are not numbered": leave_out_a_round,
    "without a dispute": open_too_much,
    "the root is not that of the commitments": changed((0, "root"), "0" * 64),
    "the root is no SHA-256 digest": changed((0, "root"), "abc"),
    "QH was not sealed as angel": changed((0, "openings", 3, "nonce"), "0" * 64),
    "is not 64 hexadecimal digits": changed((0, "openings", 3, "nonce"), "ab"),
    "the answer for QH was devil, but angel": changed((0, "answers", 0, "verdict"), "devil"),
    "the answer for QH came before the seal": changed((0, "answers", 0, "event"), 2),
    "these are not five different cards": changed((0, "cards", 1), "7H"),
    "at position 1 lies 8H, not 7H": changed((0, "cards", 0), "8H"),
    "there are 2 devils": changed((0, "openings", 0, "verdict"), "devil"),
    "none is the devil": changed((0, "openings", 1, "verdict"), "angel"),
    "there is no position 6": changed((0, "openings", 0, "position"), 6),
    "position 2 is opened twice": changed((0, "openings", 0, "position"), 2),
    "not all five are opened": changed((0, "openings"), lambda old: old[1:]),
    "the answer for QH was not opened": changed((0, "openings"), []),
    "two answers were given for QH": changed((0, "answers"), lambda old: [*old, old[0]]),
    "which does not lie there": changed((0, "answers", 0, "card"), "2C"),
    "there are 4 commitments": changed((0, "commitments"), lambda old: old[1:]),
    "was not committed to": changed((0, "commitments"), []),
    "letters, digits, - and _ only": changed((0, "cards", 0), "7H angel"),
    "not in the order of their events": changed((1, "sealed_by_event"), 1),
    "'maybe' is no verdict": changed((0, "openings", 0, "verdict"), "maybe"),
}


@pytest.mark.parametrize("fault", TAMPERED)
def test_what_was_changed_is_found(fault, audit, tmp_path, capsys):
    TAMPERED[fault](audit)
    status, out, err = verify(tmp_path, capsys, audit)
    assert status == 1
    assert any(fault in line for line in out.splitlines() if line.startswith("WRONG"))
    assert err.count("\n") == 1


def test_a_nonce_used_twice_is_found(audit, tmp_path, capsys):
    again = {**copy.deepcopy(audit["rounds"][0]), "seal": 4, "sealed_by_event": 99}
    again["answers"] = [{**a, "event": 100} for a in again["answers"]]
    audit["rounds"].append(again)
    status, out, _ = verify(tmp_path, capsys, audit)
    assert status == 1
    assert "A nonce is used twice" in out


def test_a_root_that_was_noted_at_the_table_has_to_be_there(audit, tmp_path, capsys):
    root = audit["rounds"][1]["root"]
    assert verify(tmp_path, capsys, audit, "--root", root.upper())[0] == 0
    status, out, _ = verify(tmp_path, capsys, audit, "--root", root, "--root", "0" * 64)
    assert status == 1
    assert f"{'0' * 64} is in no round" in out


def test_of_a_seal_by_its_root_alone_it_says_that_no_more_can_be_checked(tmp_path, capsys):
    evening = Evening(open=True).tell(f"lay {FIVE}")
    evening.happens({"type": "seal", "root": "ab" * 32})
    evening.happens({"type": "choose", "card": "7H", "verdict": "angel"})
    status, out, err = verify(tmp_path, capsys, evening.game.audit(evening.state))
    assert status == 3
    assert "only the root is known" in out
    assert "All of it fits" not in out
    assert "1 of 1 could not be checked" in err


def test_an_audit_from_which_all_proof_was_taken_is_not_said_to_fit(audit, tmp_path, capsys):
    roots = [one["root"] for one in audit["rounds"]]
    for one in audit["rounds"]:
        one |= {"commitments": [], "openings": [], "disputed": False}
        one["answers"] = [{**answer, "verdict": "devil"} for answer in one["answers"]]
    status, out, err = verify(tmp_path, capsys, audit, "--root", roots[0])
    assert (status, err.count("\n")) == (3, 1)
    assert "All of it fits" not in out
    audit["rounds"] = []
    status, out, err = verify(tmp_path, capsys, audit)
    assert (status, out) == (3, "")
    assert "there is no seal in it" in err


def without_layer(audit):
    del audit["rounds"][0]["layer"]


UNREADABLE = {
    "nothing": "",
    "half a file": '{"format": "vier-engel-audit", "rounds": [',
    "a list": "[]",
    "a record": '{"game": "vier-engel", "events": []}',
    "another version": '{"format": "vier-engel-audit", "version": 2, "rounds": []}',
    "a key twice": '{"format": "vier-engel-audit", "format": "x", "version": 1, "rounds": []}',
    "no rounds": '{"format": "vier-engel-audit", "version": 1}',
    "a round that is none": '{"format": "vier-engel-audit", "version": 1, "rounds": [1]}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_is_no_audit_is_said_in_one_line(what, tmp_path, capsys):
    status, out, err = verify(tmp_path, capsys, UNREADABLE[what])
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "change",
    [
        changed((0, "layer"), 7),
        changed((0, "layer"), "A\x1b[2J"),
        changed((0, "disputed"), 1),
        changed((0, "cards", 0), None),
        changed((0, "answers", 0), "QH"),
        changed((0, "answers", 0, "event"), "3"),
        changed((0, "openings", 0, "position"), True),
        changed((0, "openings", 0, "nonce"), None),
        without_layer,
    ],
)
def test_an_audit_with_a_part_missing_is_no_audit(change, audit, tmp_path, capsys):
    change(audit)
    status, _, err = verify(tmp_path, capsys, audit)
    assert status == 2
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_said_in_one_line(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["verify", str(tmp_path / "none.json")])
    assert stop.value.code == 2
    assert "cannot be read" in capsys.readouterr().err
