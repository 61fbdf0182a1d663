"""What a detector takes for a card and is none is kept for the closer looks to learn from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion_datasets.training import negatives, shards
from vision import quads
from vision.corners import Outline
from vision.detector import Found
from vision.frame import Picture

pytestmark = pytest.mark.train
CARD = quads.rectangle(200, 280) + np.float32(100)
TABLE = np.full((600, 800, 3), 90, np.uint8)


class Finds:
    """A detector that finds what it is told to."""

    def __init__(self, *rectangles: quads.Quad, score: float = 0.6) -> None:
        self.found = [Found(rectangle, score, 0.0) for rectangle in rectangles]

    def find(self, picture: Picture) -> list[Found]:
        return self.found


def kept(detector: Finds, cards: list[quads.Quad], surely: bool = True) -> int:
    return len(list(negatives.places(detector, TABLE, cards, surely)))  # type: ignore[arg-type]


def test_a_place_beside_the_cards_is_kept_and_a_card_is_not() -> None:
    beside = quads.rectangle(80, 110) + np.float32([500, 200])
    assert kept(Finds(CARD, beside), [CARD]) == 1


def test_a_piece_of_a_large_card_is_no_card() -> None:
    head = quads.rectangle(60, 90) + np.float32([170, 190])
    assert kept(Finds(head), [CARD]) == 1


def test_a_card_that_is_badly_outlined_is_not_taken_for_none() -> None:
    shifted = CARD + np.float32([60, 60])
    around = quads.rectangle(320, 420) + np.float32([40, 40])
    assert kept(Finds(shifted, around), [CARD]) == 0


class Keeps:
    """A corner finder that takes every rectangle for an outline."""

    def outline(self, _pyramid: object, rectangles: list[quads.Quad]) -> list[Outline]:
        return [Outline(rectangle, 1.0, 0.0, 0.0) for rectangle in rectangles]


def test_an_outline_that_runs_over_two_cards_is_neithers() -> None:
    other = CARD + np.float32([150, 120])
    between = CARD + np.float32([85, 65])
    nearly = CARD + np.float32([15, 10])
    found = negatives.neithers(
        Finds(between, nearly),  # type: ignore[arg-type]
        Keeps(),  # type: ignore[arg-type]
        TABLE,
        [CARD, other],
    )
    assert len(list(found)) == 1


def test_where_only_boxes_are_known_everything_that_touches_one_is_left_alone() -> None:
    head = quads.rectangle(60, 90) + np.float32([170, 190])
    beside = quads.rectangle(80, 110) + np.float32([500, 200])
    assert kept(Finds(head, beside), [CARD], surely=False) == 1


def test_unsure_finds_and_the_pictures_edge_teach_nothing() -> None:
    beside = quads.rectangle(80, 110) + np.float32([500, 200])
    edge = quads.rectangle(80, 110) + np.float32([-50, 200])
    assert kept(Finds(beside, score=0.1), []) == 0
    assert kept(Finds(edge), []) == 0


def test_places_are_read_back_as_views_of_no_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path))
    beside = quads.rectangle(80, 110) + np.float32([500, 200])
    detector = Finds(beside)
    assert negatives.save(3, negatives.places(detector, TABLE, [])) == 1  # type: ignore[arg-type]
    shard = shards.loaded(shards.shard_folder(negatives.KIND) / "00003.npz")
    assert shard is not None
    assert list(shard["names"]) == ["none"]
    assert shards.unpacked(shard, 0, "outline_").shape == (128, 96, 3)
    assert shards.unpacked(shard, 0, "view_").shape == (320, 224, 3)
