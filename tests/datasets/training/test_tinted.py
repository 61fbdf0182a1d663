"""Decks printed tone on tone, made of any faces."""

import numpy as np
import pytest

from companion_datasets.training.tinted import in_suits


@pytest.fixture
def faces() -> np.ndarray:
    """Eight cards of white paper with a blot each."""
    rng = np.random.default_rng(3)
    cards = np.full((8, 240, 168, 4), 255, np.uint8)
    for card in cards:
        y, x = rng.integers(40, 150), rng.integers(30, 100)
        card[y : y + 50, x : x + 40, :3] = rng.integers(0, 120, 3)
    cards[:, :6, :6] = 0  # round corners
    return cards


@pytest.mark.parametrize("seed", range(6))
def test_a_deck_in_suits_has_as_many_different_cards_as_asked_for(
    faces: np.ndarray, seed: int
) -> None:
    deck = in_suits(np.random.default_rng(seed), faces, 24)
    assert deck.shape == (24, 240, 168, 4)
    assert len({card.tobytes() for card in deck}) == 24


def test_the_shape_of_the_cards_stays(faces: np.ndarray) -> None:
    deck = in_suits(np.random.default_rng(1), faces, 12)
    assert (deck[..., 3] == faces[0, ..., 3]).all()
    assert (deck[:, :6, :6] == 0).all()


def test_the_same_numbers_give_the_same_deck(faces: np.ndarray) -> None:
    one, again = (in_suits(np.random.default_rng(5), faces, 10) for _ in range(2))
    assert (one == again).all()
