"""A face that was not read quite surely is read again in other views."""

from __future__ import annotations

import numpy as np
import pytest

from companion_datasets.benchmarks.speed import eight_cards
from vision import crops, quads
from vision.corners import Outline
from vision.detector import Found
from vision.eye import Eye, _Looked
from vision.recogniser import Reading
from vision.rereading import is_doubtful, joined, other_views


def read(**names: float) -> Reading:
    return Reading(dict(sorted(names.items(), key=lambda item: -item[1])), 0.0, 0.0, 1.0)


@pytest.mark.parametrize(("share", "doubtful"), [(0.3, False), (0.7, True), (0.95, True),
                                                 (0.9995, False)])  # fmt: skip
def test_only_what_might_be_named_by_chance_is_read_again(share: float, doubtful: bool) -> None:
    assert is_doubtful(read(QH=share)) is doubtful


def test_a_name_that_no_other_view_confirms_becomes_a_question() -> None:
    first = read(QD=0.993, KD=0.004)
    others = [read(QD=0.99), read(KD=0.97, QD=0.02), read(KD=0.9, QD=0.08)]
    name, share = next(iter(joined(first, others).names.items()))
    assert name == "QD"
    assert share < 0.9


def test_a_name_that_all_views_confirm_stays_as_sure() -> None:
    sure = joined(read(QD=0.93), [read(QD=0.97), read(QD=0.99), read(QD=0.95)])
    assert 0.95 < sure.names["QD"] < 0.99


def test_what_else_the_first_view_says_is_kept() -> None:
    first = Reading({"QD": 0.8}, 0.1, 0.05, 0.7)
    both = joined(first, [read(KD=0.8)])
    assert (both.back, both.empty, both.readable) == (0.1, 0.05, 0.7)
    assert set(both.names) == {"QD", "KD"}


def test_the_other_views_show_the_same_card_one_of_them_upside_down() -> None:
    picture = eight_cards()
    seen = next(s for s in Eye.load(threads=1).look(picture).sightings if s.known)
    pyramid = crops.Pyramid(picture)
    view = crops.card_view(pyramid, seen.quad)
    over, *moved = other_views(pyramid, seen.quad, view)
    assert (over[::-1, ::-1] == view).all()
    for other in moved:
        assert other.shape == view.shape
        assert 0 < np.abs(other.astype(int) - view).mean() < 60


def test_of_two_outlines_of_a_place_the_one_counts_in_which_more_can_be_read() -> None:
    quad = quads.rectangle(140, 200)
    view = np.zeros((320, 224, 3), np.uint8)

    def looked(reading: Reading, sure: float) -> _Looked:
        outline = Outline(quad, sure, 0.0, 1 - sure)
        return _Looked(Found(quad, 0.8, 0.0), outline, view, reading)

    well, badly = looked(read(QH=0.99), 0.6), looked(read(QH=0.2, QD=0.1), 0.99)
    assert well.tells_more_than(badly)
    assert not badly.tells_more_than(well)
    backs = looked(read(QH=0.01), 0.99), looked(read(QH=0.02), 0.6)
    assert backs[0].tells_more_than(backs[1]), "a back has no name: there the surer card counts"
