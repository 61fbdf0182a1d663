"""Which places of a picture are looked at again, larger."""

import numpy as np

from vision.closer import windows
from vision.quads import Quad

SIZE = (1920, 1080)
LARGEST = 600.0


def upright(x: float, y: float, tall: float = 100.0, shape: float = 1.4) -> Quad:
    wide = tall / shape
    return np.array(
        [
            [x - wide / 2, y - tall / 2],
            [x + wide / 2, y - tall / 2],
            [x + wide / 2, y + tall / 2],
            [x - wide / 2, y + tall / 2],
        ],
        np.float32,
    )


def test_cards_that_lie_apart_are_not_looked_at_again() -> None:
    row = [upright(300 + 200 * i, 500) for i in range(6)]
    assert windows(row, SIZE, LARGEST) == []


def test_two_cards_over_each_other_are_looked_at_in_one_window() -> None:
    lower, upper = upright(900, 500), upright(915, 545)
    (window,) = windows([lower, upper, upright(300, 300)], SIZE, LARGEST)
    assert window.holds(lower)
    assert window.holds(upper)
    assert window.side < LARGEST


def test_a_rectangle_too_long_for_one_card_is_looked_at_again() -> None:
    pair = upright(900, 500, tall=150, shape=1.9)
    (window,) = windows([pair, upright(300, 300), upright(500, 300)], SIZE, LARGEST)
    assert window.holds(pair)


def test_heaps_near_each_other_share_a_window_and_distant_ones_do_not() -> None:
    def pair(x: float, y: float) -> list[Quad]:
        return [upright(x, y), upright(x + 12, y + 40)]

    near = [*pair(900, 500), *pair(1010, 500)]
    assert len(windows(near, SIZE, LARGEST)) == 1
    assert len(windows([*near, *pair(200, 200)], SIZE, LARGEST)) == 2


def test_cards_that_are_large_already_are_not_looked_at_again() -> None:
    large = [upright(600, 500, tall=700), upright(700, 560, tall=700)]
    assert windows(large, SIZE, LARGEST) == []


def test_a_window_at_the_edge_lies_within_the_picture() -> None:
    (window,) = windows([upright(20, 30), upright(30, 70)], SIZE, LARGEST)
    assert (window.left, window.top) == (0, 0)
    (window,) = windows([upright(1900, 1050), upright(1905, 1020)], SIZE, LARGEST)
    assert window.left + window.side <= SIZE[0]
    assert window.top + window.side <= SIZE[1]


def test_at_most_four_windows_are_looked_at_the_fullest_first() -> None:
    heaps = [[upright(200 + 350 * i, 500), upright(210 + 350 * i, 540)] for i in range(4)]
    crowd = [upright(1700 + 8 * i, 480 + 20 * i) for i in range(3)]
    found = windows([quad for heap in [*heaps, crowd] for quad in heap], SIZE, LARGEST)
    assert len(found) == 4
    assert all(found[0].holds(quad) for quad in crowd)


def test_nothing_found_is_nothing_to_look_at() -> None:
    assert windows([], SIZE, LARGEST) == []
