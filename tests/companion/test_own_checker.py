"""A checker written from `seal.md` alone finds all that is wrong with an audit.

Nothing of the program is used here but the page's text, and games to check.
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
from pathlib import Path

import pytest

import companion

from .games.vier_engel_tables import FIVE, Evening
from .test_verify import TAMPERED

PAGE = (Path(companion.__file__).parent / "seal.md").read_text(encoding="utf-8")


# ---- the checker, as anybody might write it in an hour ----

TAG = "card-table-companion/seal/1"
HEX = re.compile("[0-9a-f]{64}")


def digest(*lines):
    return hashlib.sha256("\n".join((TAG, *lines)).encode("ascii")).hexdigest()


def fits(audit, *noted):
    """Whether an audit passes every check of the page."""
    if (audit["format"], audit["version"]) != ("vier-engel-audit", 1):
        return False
    rounds = audit["rounds"]
    sealed = [one["sealed_by_event"] for one in rounds]
    nonces = [opening["nonce"] for one in rounds for opening in one["openings"]]
    return (
        [one["seal"] for one in rounds] == list(range(1, len(rounds) + 1))
        and sealed == sorted(set(sealed))
        and len(set(nonces)) == len(nonces)
        and set(noted) <= {one["root"] for one in rounds}
        and all(map(round_fits, rounds))
    )


def round_fits(one):
    cards, commitments, openings = one["cards"], one["commitments"], one["openings"]
    if len(cards) != 5 or len(set(cards)) != 5:
        return False
    if not all(re.fullmatch("[A-Za-z0-9_-]+", card) for card in cards):
        return False
    if commitments == []:
        return openings == [] and bool(HEX.fullmatch(one["root"]))
    if len(commitments) != 5 or digest("root", *commitments) != one["root"]:
        return False
    if not all(opening_fits(opening, cards, commitments) for opening in openings):
        return False
    opened = {opening["card"]: opening["verdict"] for opening in openings}
    asked = [answer["card"] for answer in one["answers"]]
    if len(opened) != len(openings) or len(set(asked)) != len(asked):
        return False
    for answer in one["answers"]:
        if answer["event"] <= one["sealed_by_event"]:
            return False
        if opened.get(answer["card"]) != answer["verdict"]:
            return False
    if set(opened) != (set(cards) if one["disputed"] else set(asked)):
        return False
    devils = list(opened.values()).count("devil")
    return devils == 1 if len(opened) == 5 else devils <= 1


def opening_fits(opening, cards, commitments):
    position, card, verdict, nonce = (
        opening[key] for key in ("position", "card", "verdict", "nonce")
    )
    return (
        position in range(1, 6)
        and cards[position - 1] == card
        and verdict in ("angel", "devil")
        and bool(HEX.fullmatch(nonce))
        and digest("card", str(position), card, verdict, nonce) == commitments[position - 1]
    )


# ---- what it is good for ----


@pytest.fixture(scope="module")
def whole():
    second, cards = "7S 8S 9S TS JS", "feuer-as eis-as erz_as luft-as wasser-as"
    story = f"lay {FIVE}, seal 9H, QH, 9H, dispute, lay {second}, seal TS, call 8S, "
    evening = Evening(seed=b"y" * 32, open=True).tell(story + f"lay {FIVE}, seal AH, 7H, bank")
    suits = [word.split("-")[0] for word in cards.replace("_", "-").split()]
    deck = {
        card: {"suit": suit, "rank": "as"} for card, suit in zip(cards.split(), suits, strict=True)
    }
    own = Evening(seed=b"z" * 32, open=True, share="rank", deck=deck)
    own.tell(f"lay {cards}")
    for event in ({"type": "seal", "card": "erz_as"}, {"type": "choose", "card": "eis-as"}):
        own.happens(event)
    return [one.game.audit(one.state) for one in (evening, own)]


def test_audits_of_the_game_pass(whole):
    for audit in whole:
        audit = json.loads(json.dumps(audit))
        assert fits(audit, *(one["root"] for one in audit["rounds"]))
        assert not fits(audit, "0" * 64)


@pytest.mark.parametrize("fault", TAMPERED)
def test_what_was_changed_is_found(fault, whole):
    audit = copy.deepcopy(whole[0])
    TAMPERED[fault](audit)
    assert not fits(audit)


def test_the_vectors_of_the_page_are_an_audit_that_it_can_check():
    row = re.compile(r"^\| (\d) \| (\w+) \| (\w+) \| `(\w{64})` \| `(\w{64})` \|$", re.M)
    vectors = row.findall(PAGE)
    assert len(vectors) == 5
    one = {
        "seal": 1,
        "round": 1,
        "layer": "Ada",
        "drawer": "Bea",
        "cards": [vector[1] for vector in vectors],
        "root": re.search(r"^root: `(\w{64})`", PAGE, re.M)[1],
        "commitments": [vector[4] for vector in vectors],
        "sealed_by_event": 2,
        "answers": [],
        "disputed": True,
        "openings": [
            {"position": int(position), "card": card, "verdict": verdict, "nonce": nonce}
            for position, card, verdict, nonce, _ in vectors
        ],
    }
    audit = {"format": "vier-engel-audit", "version": 1, "players": [], "rounds": [one]}
    assert fits(audit)


def test_the_example_of_a_whole_file_on_the_page_is_one():
    example = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.S)[1])
    assert fits(example)
    assert [len(one["openings"]) for one in example["rounds"]] == [1]
