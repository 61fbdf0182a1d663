import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import crops, quads
from vision.frame import Picture


def chequered(size: int = 1200) -> Picture:
    y, x = np.mgrid[0:size, 0:size]
    plane = (((x // 40) + (y // 40)) % 2 * 200 + 20).astype(np.uint8)
    return np.dstack([plane, plane, plane])


def painted_card(quad: quads.Quad, size: tuple[int, int] = (1600, 1200)) -> Picture:
    """A card whose four quarters have four colours, on grey."""
    card = np.zeros((320, 224, 3), np.uint8)
    card[:160, :112], card[:160, 112:] = (255, 0, 0), (0, 255, 0)
    card[160:, 112:], card[160:, :112] = (0, 0, 255), (255, 255, 0)
    matrix = quads.homography(quads.rectangle(224, 320), quad)
    out = np.full((size[1], size[0], 3), 128, np.uint8)
    cv2.warpPerspective(card, matrix, size, dst=out, borderMode=cv2.BORDER_TRANSPARENT)
    return out


@given(st.floats(0, 360), st.floats(120, 700))
@settings(max_examples=25, deadline=None)
def test_a_card_view_is_the_same_however_the_card_lies(degrees: float, high: float) -> None:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    half = quads.rectangle(high / 1.4, high) - np.float32([high / 2.8, high / 2])
    quad = (half @ np.array([[c, s], [-s, c]]) + (800, 600)).astype(np.float32)
    view = crops.card_view(crops.Pyramid(painted_card(quad)), quad)
    assert view.shape == (320, 224, 3)
    for (y, x), colour in {
        (80, 56): (255, 0, 0), (80, 168): (0, 255, 0),
        (240, 168): (0, 0, 255), (240, 56): (255, 255, 0),
    }.items():  # fmt: skip
        assert view[y, x] == pytest.approx(colour, abs=12)


def test_a_half_turned_quad_gives_the_view_upside_down() -> None:
    quad = quads.as_quad([[300, 200], [520, 230], [500, 560], [280, 520]])
    pyramid = crops.Pyramid(painted_card(quad))
    upright = crops.card_view(pyramid, quad)
    turned = crops.card_view(pyramid, quads.turned(quad, 2))
    difference = np.abs(upright.astype(int) - turned[::-1, ::-1].astype(int))
    assert np.median(difference) <= 2


def test_the_view_is_cut_from_the_full_resolution_picture() -> None:
    # Stripes one pixel wide vanish in any shrunk copy of the picture; a card of 320 px keeps them.
    picture = np.zeros((2000, 3000, 3), np.uint8)
    picture[:, ::2] = 255
    quad = quads.rectangle(224, 320) + np.float32([999.5, 999.5])
    view = crops.card_view(crops.Pyramid(picture), quad)
    assert view[:, 10:-10].astype(int).std() > 100


def test_a_large_card_is_averaged_not_skipped_over() -> None:
    picture = np.zeros((3000, 3000, 3), np.uint8)
    picture[:, ::2] = 255
    quad = quads.rectangle(1792, 2560) + np.float32([100, 100])
    view = crops.card_view(crops.Pyramid(picture), quad)
    assert view[20:-20, 20:-20].astype(int).std() < 20


def test_both_corner_parts_show_the_index_upright() -> None:
    view = np.zeros((320, 224, 3), np.uint8)
    view[10:40, 8:30] = 255
    view[320 - 40 : 320 - 10, 224 - 30 : 224 - 8] = 255
    whole, first, second = crops.card_parts(view)
    assert whole.shape == (136, 96, 3)
    assert (first == second).all()
    assert first[20, 20].tolist() == [255, 255, 255]


def test_the_outline_view_reaches_beyond_the_rectangle() -> None:
    quad = quads.as_quad([[400, 300], [600, 300], [600, 590], [400, 590]])
    view, matrix = crops.outline_view(crops.Pyramid(painted_card(quad)), quad)
    assert view.shape == (128, 96, 3)
    assert quads.through(matrix, quad) == pytest.approx(crops.outline_target(), abs=1e-2)
    assert view[2, 2] == pytest.approx((128, 128, 128), abs=3)


@pytest.mark.parametrize("turn", [0, 30, 90, 135, 250])
def test_the_upright_rectangle_has_its_long_sides_left_and_right(turn: float) -> None:
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    quad = (quads.rectangle(60, 90) @ np.array([[c, s], [-s, c]]) + 300).astype(np.float32)
    rectangle = crops.upright_rectangle(quad)
    assert quads.height(rectangle) == pytest.approx(90, abs=0.5)
    assert quads.width(rectangle) == pytest.approx(60, abs=0.5)
    assert quads.area(rectangle) > 0
    assert quads.iou(rectangle, quad) > 0.99


def test_a_card_at_the_edge_of_a_tiny_picture_still_gives_a_view() -> None:
    view = crops.card_view(crops.Pyramid(chequered(5)), quads.rectangle(40, 60) - np.float32(20))
    assert view.shape == (320, 224, 3)
