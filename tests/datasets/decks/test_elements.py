"""A drawn deck of 72 cards that are much alike."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PySide6", reason="needs the extra 'decks'")

from companion_datasets.decks.elements import ELEMENTS, RANKS, ElementsDeck


@pytest.fixture
def deck(tmp_path: Path) -> ElementsDeck:
    return ElementsDeck(5, tmp_path)


def test_it_has_twelve_cards_of_each_of_six_elements(deck: ElementsDeck) -> None:
    assert len(set(deck.cards)) == 72 == len(ELEMENTS) * len(RANKS)
    assert list(deck.cards) == sorted(deck.cards)
    assert "fire-a" in deck.cards
    assert "water-seer" in deck.cards


def test_no_two_cards_are_the_same(deck: ElementsDeck) -> None:
    faces = [deck.art(i, 170) for i in range(72)]
    assert len({face.tobytes() for face in faces}) == 72


def test_cards_of_one_element_share_their_ground(deck: ElementsDeck) -> None:
    def ground(card: str) -> np.ndarray:
        face = deck.art(deck.cards.index(card), 170)
        return np.median(face[..., :3].reshape(-1, 3).astype(float), axis=0)

    assert np.abs(ground("air-2") - ground("air-3")).max() < 12
    assert np.abs(ground("air-2") - ground("earth-2")).max() > 12


def test_a_seed_is_a_deck(deck: ElementsDeck, tmp_path: Path) -> None:
    assert np.array_equal(deck.art(7, 170), ElementsDeck(5, tmp_path).art(7, 170))
    assert not np.array_equal(deck.art(7, 170), ElementsDeck(6, tmp_path).art(7, 170))
    assert deck.art(7, 500).shape[0] > deck.art(7, 170).shape[0]
