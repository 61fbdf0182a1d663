"""How the cores of a processor share a look."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion_datasets.benchmarks.speed import eight_cards
from vision import crops, quads
from vision.abreast import abreast
from vision.detector import network_input
from vision.eye import Eye


@pytest.mark.parametrize("cores", [1, 2, 3, 9])
@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_shared_work_comes_back_in_its_order(cores: int, count: int) -> None:
    items = list(range(count))
    assert abreast(lambda some: [i * i for i in some], items, cores) == [i * i for i in items]


def test_two_cores_are_at_work_at_once() -> None:
    both = threading.Barrier(2, timeout=60)

    def meeting(some: Sequence[int]) -> list[int]:
        both.wait()
        return list(some)

    assert abreast(meeting, [1, 2], 2) == [1, 2]


def test_what_one_of_several_raises_is_raised() -> None:
    def torn(some: Sequence[int]) -> list[int]:
        if 1 in some:
            raise ValueError("a picture that cannot be cut")
        return list(some)

    for items in ([0, 1], [1, 0]):
        with pytest.raises(ValueError, match="cannot be cut"):
            abreast(torn, items, 2)


def test_two_cores_see_exactly_what_one_sees() -> None:
    picture = eight_cards()
    alone, together = Eye.load(threads=1), Eye.load(threads=2)
    one, two = alone.look(picture).sightings, together.look(picture).sightings
    assert len(one) == len(two) == 8
    for seen, again in zip(one, two, strict=True):
        assert seen.card == again.card
        assert seen.confidence == pytest.approx(again.confidence, abs=0.002)
        assert np.abs(seen.quad - again.quad).max() < 0.002 * quads.height(seen.quad)


def test_threads_that_cut_from_one_picture_get_the_same_pieces() -> None:
    picture = cv2.resize(eight_cards(), (2600, 1500))
    places = [quads.rectangle(60 * k, 87 * k) + np.float32(10) for k in range(1, 16)]
    alone, shared = crops.Pyramid(picture), crops.Pyramid(picture)
    cuts = abreast(lambda some: [crops.outline_view(shared, p)[0] for p in some], places, 4)
    for place, cut in zip(places, cuts, strict=True):
        assert (cut == crops.outline_view(alone, place)[0]).all()


def test_a_picture_becomes_numbers_from_nought_to_one_with_red_first() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (64, 96, 3), np.uint8)
    numbers = network_input(picture)
    assert numbers.shape == (1, 3, 64, 96)
    assert numbers.dtype == np.float32
    expected = picture[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255)
    assert (numbers == expected).all()
