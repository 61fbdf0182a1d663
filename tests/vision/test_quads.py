import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import quads

SQUARE = quads.rectangle(10, 10)


def turned_by(quad: quads.Quad, degrees: float) -> quads.Quad:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = quad.mean(axis=0)
    return ((quad - middle) @ np.array([[c, s], [-s, c]]) + middle).astype(np.float32)


def test_a_quad_has_four_corners_of_two_numbers() -> None:
    with pytest.raises(ValueError, match="four corners"):
        quads.as_quad([[0, 0], [1, 0], [1, 1]])


@given(st.floats(0, 360), st.floats(5, 400), st.floats(5, 400))
def test_turning_a_quad_changes_neither_its_area_nor_its_sides(
    degrees: float, wide: float, high: float
) -> None:
    quad = turned_by(quads.rectangle(wide, high), degrees)
    assert quads.area(quad) == pytest.approx(wide * high, rel=1e-3)
    assert quads.height(quad) == pytest.approx(high, rel=1e-3)
    assert quads.width(quad) == pytest.approx(wide, rel=1e-3)


@pytest.mark.parametrize(("shift", "expected"), [(0, 1.0), (5, 1 / 3), (10, 0.0), (40, 0.0)])
def test_the_overlap_of_shifted_squares_is_what_geometry_says(
    shift: float, expected: float
) -> None:
    moved = SQUARE + np.float32([shift, 0])
    assert quads.iou(SQUARE, moved) == pytest.approx(expected, abs=1e-5)


def test_a_homography_takes_each_corner_to_its_target() -> None:
    target = quads.as_quad([[3, 4], [20, 6], [22, 30], [1, 28]])
    matrix = quads.homography(SQUARE, target)
    assert quads.through(matrix, SQUARE) == pytest.approx(target, abs=1e-3)


def test_starting_at_another_corner_is_the_same_outline() -> None:
    assert quads.iou(SQUARE, quads.turned(SQUARE, 1)) == pytest.approx(1)
    assert quads.turned(SQUARE, 1)[0] == pytest.approx(SQUARE[1])


def test_a_card_seen_from_above_stands_on_its_short_side() -> None:
    upright = quads.rectangle(100, 145)
    assert quads.long_side_up(upright) is upright
    across = quads.turned(upright, 1)
    assert quads.height(quads.long_side_up(across)) == pytest.approx(145)
