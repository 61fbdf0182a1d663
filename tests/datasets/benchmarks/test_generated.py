"""Scenes to measure with answer one question each, with cards that training never saw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from companion_datasets.benchmarks.accuracy import Example
from companion_datasets.benchmarks.generated import KINDS, SIDE, TURN
from vision import quads


@pytest.fixture(autouse=True)
def _cache(scene_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(scene_cache))


def some(kind: str, count: int, most: int = 24) -> Iterator[Example]:
    return islice(KINDS[kind](count), most)


def test_one_card_is_shown_in_every_rotation() -> None:
    turned = list(some("turns", 3, 3 * 360 // TURN))
    angles = set()
    for example in turned:
        (label,) = example.labels
        assert label.quad is not None
        assert example.open().shape == (SIDE, SIDE, 3)
        assert np.allclose(quads.centre(label.quad), SIDE / 2, atol=1)
        up = label.quad[0] - label.quad[3]
        angles.add(round(float(np.degrees(np.arctan2(up[1], up[0]))) / TURN))
    assert len(turned) % (360 // TURN) == 0
    assert len({example.source for example in turned}) == 360 // TURN
    assert len(angles) >= 360 // TURN


def test_only_jokers_are_shown_where_jokers_are_asked_about() -> None:
    names = {label.card for example in some("jokers", 8) for label in example.labels}
    assert "JOKER" in names
    assert names <= {"JOKER", "BACK"}


def test_without_cards_of_other_games_there_is_nothing_to_ask_about_them() -> None:
    with pytest.raises(FileNotFoundError, match="no decks to measure other cards"):
        next(some("strangers", 1))


def test_every_index_language_is_asked_about_in_fonts_held_out() -> None:
    pytest.importorskip("PySide6", reason="decks are drawn with Qt")
    sources = {example.source for example in KINDS["languages"](1)}
    assert "index letters: BDK" in sources
    assert "index letters: ТВДК" in sources
