import numpy as np
import pytest

from vision import quads
from vision.detector import Letterbox, _outside, _rectangle, letterboxed, same_card


def row(x: float, y: float, w: float, h: float, degrees: float) -> list[float]:
    return [x, y, w, h, float(np.radians(degrees))]


def test_a_wide_picture_is_filled_up_only_to_the_next_multiple_of_the_stride() -> None:
    boxed, fit = letterboxed(np.zeros((1080, 1920, 3), np.uint8), 640)
    assert boxed.shape == (384, 640, 3)
    assert fit == Letterbox(640 / 1920, 0, 12)


@pytest.mark.parametrize("size", [(1, 1), (3, 4000), (4000, 3), (719, 1281)])
def test_any_picture_fits_into_the_letterbox(size: tuple[int, int]) -> None:
    boxed, _ = letterboxed(np.zeros((*size, 3), np.uint8), 640)
    assert boxed.shape[0] % 32 == 0
    assert boxed.shape[1] % 32 == 0
    assert max(boxed.shape) <= 640


def test_a_rectangle_comes_back_to_the_pixels_it_was_letterboxed_from() -> None:
    # A card of 300 x 420 px around (960, 540) of a 1080p frame, found in the boxed picture.
    factor = 640 / 1920
    found = np.array([960 * factor, 540 * factor + 12, 420 * factor, 300 * factor, 0.9, 0.1,
                      np.pi / 2], np.float32)  # fmt: skip
    quad = _rectangle(_outside(found[None], Letterbox(factor, 0, 12))[0])
    assert quads.height(quad) == pytest.approx(420, abs=0.1)
    assert quads.width(quad) == pytest.approx(300, abs=0.1)
    assert quads.centre(quad) == pytest.approx((960, 540), abs=1)
    assert quads.area(quad) > 0


def test_two_rectangles_upon_each_other_are_the_same_card_and_distant_ones_are_not() -> None:
    rows = np.array(
        [row(100, 100, 90, 60, 0), row(101, 101, 90, 60, 3), row(300, 100, 90, 60, 0)], np.float32
    )
    likeness = same_card(rows)
    assert likeness[0, 1] > 0.85
    assert likeness[0, 2] < 0.01
    assert np.diag(likeness) == pytest.approx(1, abs=0.01)


def test_half_a_turn_makes_no_other_rectangle() -> None:
    rows = np.array([row(100, 100, 90, 60, 10), row(100, 100, 90, 60, 190)], np.float32)
    assert same_card(rows)[0, 1] == pytest.approx(1, abs=0.01)


def test_neighbours_in_a_fan_stay_two_cards() -> None:
    rows = np.array([row(100, 100, 90, 62, 0), row(100, 114, 90, 62, 8)], np.float32)
    assert same_card(rows)[0, 1] < 0.75
