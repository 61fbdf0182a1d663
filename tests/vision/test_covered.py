"""Outlines of cards that lie partly under others get the length that cards have."""

from __future__ import annotations

import numpy as np
import pytest

from vision import quads
from vision.covered import made_whole
from vision.quads import Quad


def card(x: float, y: float, wide: float = 100, high: float = 140, turn: float = 0) -> Quad:
    """An outline with its middle at (x, y), turned clockwise by degrees."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    corners = quads.rectangle(wide, high) - (wide / 2, high / 2)
    return (corners @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def seen_through(quad: Quad) -> Quad:
    """The outline as a camera sees it that looks from the side."""
    tilted = np.array([[1.0, -0.1, 0], [0.02, 0.8, 0], [0, -0.0004, 1]])
    return quads.through(tilted, quad)


@pytest.mark.parametrize("look", [lambda quad: quad, seen_through], ids=["above", "tilted"])
def test_a_trump_across_under_the_talon_goes_on_beneath_it(look: object) -> None:
    assert callable(look)
    talon, trump = look(card(400, 300)), look(card(330, 300, turn=90))
    shown = look(card(305, 300, wide=90, high=100))
    (_, drawn) = made_whole([talon, shown], [True, False])
    assert quads.iou(drawn, trump) > 0.85
    assert quads.height(drawn) > quads.width(drawn)


def test_half_a_card_has_a_cards_shape_and_is_no_card_all_the_same() -> None:
    upper, shown = card(300, 300), card(300, 195, wide=100, high=70)
    (_, drawn) = made_whole([upper, shown], [True, False])
    assert quads.iou(drawn, card(300, 230)) > 0.9


def test_two_cards_taken_for_one_long_card_end_where_the_lower_one_ends() -> None:
    upper = card(305, 300)
    long = card(302, 265, wide=102, high=212)
    (_, drawn) = made_whole([upper, long], [True, True])
    assert quads.iou(drawn, card(302, 229, wide=102)) > 0.9


def test_a_card_on_its_own_is_left_as_it_is_whatever_lies_on_it() -> None:
    lower, upper, far = card(300, 300), card(340, 340, turn=30), card(700, 300)
    whole = made_whole([lower, upper, far], [True, True, True])
    assert all(one is other for one, other in zip(whole, [lower, upper, far], strict=True))


def test_nothing_is_drawn_on_where_no_card_hides_the_rest() -> None:
    upper, coaster = card(300, 300), card(420, 300, wide=90, high=90)
    (_, drawn) = made_whole([upper, coaster], [True, False])
    assert drawn is coaster
    assert made_whole([coaster], [False])[0] is coaster


def test_what_is_doubtful_itself_tells_no_other_its_size() -> None:
    shown, doubtful = card(300, 195, wide=100, high=70), card(300, 300)
    assert made_whole([doubtful, shown], [False, False])[1] is shown


def test_a_picture_without_cards_has_nothing_to_make_whole() -> None:
    assert made_whole([], []) == []
