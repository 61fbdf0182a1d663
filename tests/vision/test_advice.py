"""A picture that cannot be read well says what to change, and a good one says nothing."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from companion_datasets.benchmarks.speed import eight_cards
from vision import quads
from vision.advice import LEAST_HEIGHT, advise
from vision.eye import Eye
from vision.frame import Picture


@cache
def eye() -> Eye:
    return Eye.load()


@cache
def table() -> Picture:
    return eight_cards()


def faults(picture: Picture) -> dict[str, tuple[float, float] | None]:
    """Advice on a picture whose cards lie where they lie on the good one."""
    look = eye().look(table())
    return {advice.fault: advice.place for advice in advise(picture, look)}


def darker(picture: Picture, share: float) -> Picture:
    return (picture * share).astype(np.uint8)


def test_a_good_picture_needs_no_advice() -> None:
    assert faults(table()) == {}


def test_a_table_without_cards_asks_for_some() -> None:
    empty = np.full((400, 600, 3), 90, np.uint8)
    assert [advice.fault for advice in advise(empty, eye().look(empty))] == ["no_cards"]


def test_a_dark_picture_asks_for_light() -> None:
    assert "dark" in faults(darker(table(), 0.2))
    assert "dark" not in faults(darker(table(), 0.6))


def test_a_lamp_that_shines_on_a_card_is_named_with_its_place() -> None:
    dimmed = darker(table(), 0.7)
    spot = quads.centre(eye().look(table()).sightings[0].quad)
    place = tuple(int(v) for v in spot)
    shining = cv2.circle(dimmed.copy(), place, 45, (255, 255, 255), -1)
    found = faults(shining)["glare"]
    assert found is not None
    assert np.hypot(found[0] - spot[0], found[1] - spot[1]) < 15
    assert "glare" not in faults(dimmed)


def test_white_paper_in_full_light_is_no_glare() -> None:
    bright = np.clip(table().astype(np.float32) * 1.3, 0, 255).astype(np.uint8)
    assert "glare" not in faults(bright)


def test_a_blurred_picture_asks_for_the_lens_to_be_looked_at() -> None:
    assert "blurred" in faults(cv2.GaussianBlur(table(), (0, 0), 3))
    assert "blurred" not in faults(cv2.GaussianBlur(table(), (0, 0), 0.6))


def test_coloured_light_is_named() -> None:
    red = np.clip(table() * np.array([0.35, 0.6, 1.0]), 0, 255).astype(np.uint8)
    assert "coloured" in faults(red)


def test_cards_that_are_too_small_are_named_with_their_height() -> None:
    small = cv2.resize(table(), None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    (advice,) = [a for a in advise(small, eye().look(small)) if a.fault == "small"]
    assert 50 < advice.figure < LEAST_HEIGHT
    assert advice.place is not None


def test_a_table_as_white_as_the_cards_is_named() -> None:
    white = table().copy()
    cards = np.zeros(white.shape[:2], np.uint8)
    for sighting in eye().look(table()).sightings:
        cv2.fillConvexPoly(cards, np.rint(sighting.quad).astype(np.int32), 1)
    white[cards == 0] = 250
    assert "low_contrast" in faults(white)


@pytest.mark.parametrize("flip", [True, False])
def test_a_camera_that_mirrors_is_found_out(flip: bool) -> None:
    picture = np.ascontiguousarray(table()[:, ::-1]) if flip else table()
    advice = advise(picture, eye().look(picture))
    assert any(a.fault == "mirrored" for a in advice) == flip
