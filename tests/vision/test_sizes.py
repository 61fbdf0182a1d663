"""What size a card has tells whether it is one."""

from __future__ import annotations

from math import log

import pytest

from vision import quads
from vision.corners import Outline
from vision.detector import Found
from vision.eye import Eye
from vision.recogniser import Reading
from vision.sizes import oddness

CARD = quads.rectangle(140, 200)


def test_the_sure_cards_around_tell_how_large_a_card_is() -> None:
    places = [CARD, quads.scaled(CARD, 1.02), quads.scaled(CARD, 0.5), quads.scaled(CARD, 3)]
    odd = oddness(places, [True, True, False, False])
    assert odd[0] == pytest.approx(log(1.02), abs=1e-3)
    assert odd[2] == pytest.approx(log(2.02), abs=1e-2)
    assert odd[3] == pytest.approx(log(2.97), abs=1e-2)


def test_a_card_that_lies_alone_is_of_no_odd_size() -> None:
    assert oddness([CARD], [True]) == [0.0]
    assert oddness([CARD, quads.scaled(CARD, 9)], [False, False]) == [0.0, 0.0]
    assert oddness([], []) == []


def test_an_outline_without_any_area_breaks_nothing() -> None:
    flat = CARD * 0
    assert oddness([flat, CARD], [False, True])[0] > 1


def test_a_back_half_as_large_as_the_cards_around_has_to_be_found_very_surely() -> None:
    eye = Eye.load(threads=1)

    def stays(sure: float, off: float, named: float = 0.0) -> bool:
        found = Found(CARD, 0.0, sure)
        outline = Outline(CARD, 0.0, sure, 1 - sure)
        return eye._stays_card(found, outline, Reading({"7C": named}, sure, 1 - sure, 0.0), off)

    assert stays(0.85, 0.0)
    assert stays(0.85, log(1.08))
    assert not stays(0.85, log(2))
    assert not stays(0.95, log(2))
    assert stays(0.95, log(1.3))
    assert not stays(0.7, 0.0)
    assert stays(0.7, log(2), named=0.99), "what has a name is a card, whatever its size"
