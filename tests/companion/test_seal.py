"""The judge's commitments: bound to the secret, silent about it, and written as the page says."""

from __future__ import annotations

import doctest
import hashlib
import itertools
import re
from pathlib import Path

import pytest

import companion.seal
from companion.seal import close, commitment_of, nonce_of, root_of

CARDS = ("7H", "9H", "JH", "QH", "AH")
SEED = bytes(range(32))
PAGE = Path(companion.seal.__file__).with_suffix(".md").read_text(encoding="utf-8")
VECTORS = re.findall(
    r"^\| (\d) \| (\w+) \| (\w+) \| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \|$", PAGE, re.M
)


def sha256(*lines):
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def test_the_vectors_of_the_page_can_be_computed_from_the_page_alone():
    assert len(VECTORS) == 5
    tag = "card-table-companion/seal/1"
    for position, card, verdict, nonce, commitment in VECTORS:
        assert sha256(tag, "card", position, card, verdict, nonce) == commitment
    root = re.search(r"^root: `(\w+)`", PAGE, re.M)[1]
    assert sha256(tag, "root", *[vector[-1] for vector in VECTORS]) == root


def test_the_program_seals_as_the_page_says():
    seal = close(CARDS, "9H", SEED, 1)
    found = [
        (str(one.position), one.card, one.verdict, one.nonce, one.commitment) for one in seal.secret
    ]
    assert found == VECTORS
    assert seal.root in PAGE


def test_each_card_has_a_commitment_and_the_root_is_over_all_of_them():
    seal = close(CARDS, "9H", SEED, 1)
    assert [commitment_of(o.position, o.card, o.verdict, o.nonce) for o in seal.secret] == list(
        seal.commitments
    )
    assert root_of(seal.commitments) == seal.root
    assert seal.opening("9H").verdict == "devil"
    assert [one.card for one in seal.secret if one.verdict == "devil"] == ["9H"]


@pytest.mark.parametrize("devil", CARDS)
def test_nothing_secret_is_in_what_a_seal_shows(devil):
    seal = close(CARDS, devil, SEED, 1)
    shown = f"{seal!r}{seal}"
    for secret in (*CARDS, "devil", "angel", SEED.hex(), *(one.nonce for one in seal.secret)):
        assert secret not in shown


def test_trying_all_layouts_without_the_nonces_leads_nowhere():
    seal = close(CARDS, "9H", SEED, 1)
    for card, position, verdict in itertools.product(CARDS, range(1, 6), ("angel", "devil")):
        for guess in ("", "0", "0" * 64, nonce_of(b"", "1", *CARDS, "9H", str(position))):
            assert commitment_of(position, card, verdict, guess) not in seal.commitments


def test_two_seals_share_no_nonce_and_no_commitment():
    seals = [close(CARDS, devil, SEED, number) for devil in CARDS for number in (1, 2)]
    seals.append(close(CARDS, "9H", bytes(32), 1))
    seals.append(close(tuple(reversed(CARDS)), "9H", SEED, 1))
    nonces = [one.nonce for seal in seals for one in seal.secret]
    assert len(set(nonces)) == len(nonces)
    assert all(len(bytes.fromhex(nonce)) * 8 == 256 for nonce in nonces)
    commitments = [one for seal in seals for one in seal.commitments]
    assert len(set(commitments)) == len(commitments)


def test_the_same_secret_with_the_same_seed_gives_the_same_seal():
    assert close(CARDS, "9H", SEED, 3) == close(CARDS, "9H", SEED, 3)


def test_the_examples_in_the_documentation_hold():
    assert doctest.testmod(companion.seal).failed == 0
