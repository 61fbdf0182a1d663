from dataclasses import replace

import numpy as np
import pytest

from vision import quads
from vision.distinct import distinct
from vision.sighting import Sighting

PLACE = quads.rectangle(100, 145) + np.float32([50, 50])


def sighting(shift: float = 0.0, found: float = 0.9, **names: float) -> Sighting:
    return Sighting(PLACE + np.float32([shift, 0]), found, "face", names, True)


def test_two_readings_of_one_place_are_one_card() -> None:
    kept = distinct([sighting(0, 0.9, QH=0.6), sighting(2, 0.9, QD=0.9)])
    assert [s.card for s in kept] == ["QD"]


def test_one_card_never_comes_out_twice_where_outlines_overlap() -> None:
    kept = distinct([sighting(0, 0.9, QH=0.99), sighting(35, 0.5, QH=0.7)])
    assert len(kept) == 1


def test_neighbours_with_other_names_stay_two_cards() -> None:
    assert len(distinct([sighting(0, 0.9, QH=0.99), sighting(35, 0.8, KH=0.9)])) == 2


def test_the_same_card_of_two_packs_apart_stays_two_cards() -> None:
    assert len(distinct([sighting(0, 0.9, QH=0.99), sighting(300, 0.8, QH=0.9)])) == 2


def test_a_back_has_no_name_and_an_unsure_face_is_a_question() -> None:
    face = Sighting(PLACE, 0.9, "face", {"QH": 0.6, "QD": 0.3}, False)
    assert face.card == "?"
    assert replace(face, known=True).card == "QH"
    assert Sighting(PLACE, 0.8, "back").card == "BACK"


def test_a_sightings_confidence_is_that_of_its_answer() -> None:
    assert sighting(0, 0.5, QH=0.97).confidence == pytest.approx(0.97)
    assert Sighting(PLACE, 0.8, "back").confidence == pytest.approx(0.8)


def test_a_smaller_card_all_but_within_another_is_a_piece_of_it() -> None:
    whole = Sighting(PLACE, 0.9, "face", {"8D": 0.97}, True)
    upper = Sighting(PLACE * np.float32([1, 0.7]) + np.float32([0, 15]), 0.6, "face",
                     {"5D": 0.97}, True)  # fmt: skip
    assert [s.card for s in distinct([whole, upper])] == ["8D"]
    below = Sighting(PLACE + np.float32([12, 20]), 0.6, "face", {"5D": 0.97}, True)
    assert len(distinct([whole, below])) == 2, "one of the same size lies under it"
