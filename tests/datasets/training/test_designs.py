"""Detectors built in other ways, and what they are taught. Needs the extra `train`."""

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("ultralytics")
pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("default::DeprecationWarning")]

import torch  # noqa: E402

from companion_datasets.training import outlines  # noqa: E402
from companion_datasets.training.designs import (  # noqa: E402
    LAST_OF_BACKBONE,
    Design,
    read_upwards,
    take_weights,
)
from vision import quads  # noqa: E402

SIDE = 64
SIZE = (SIDE, SIDE)
DESIGNS = [
    Design(),
    Design("yolo26n-obb"),
    Design("yolo11n-pose"),
    Design(index=True),
    Design(fine=True),
]


def card(kind: float, x: float, y: float, height: float = 40) -> list[float]:
    """A row of an upright card whose top left corner is there."""
    quad = quads.rectangle(height * 0.7, height) + np.float32([x, y])
    return [kind, *quad.ravel().tolist()]


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_every_design_learns_from_the_same_examples(design: Design) -> None:
    picture = np.zeros((SIDE, SIDE, 3), np.uint8)
    rows = np.array([card(0, 5, 5), card(1, 40, 10)], np.float32)
    nothing = np.zeros((0, 9), np.float32)
    batch = design.batch([(picture, rows), (picture, nothing)])
    batch["img"] = batch["img"].float() / 255
    model = design.untrained().train()
    loss, _ = model.loss(batch)
    loss.sum().backward()
    assert torch.isfinite(loss).all()
    assert all(p.grad is not None for p in model.model[0].parameters())
    assert model.model[-1].nc == len(design.classes)


def test_a_fine_head_answers_every_four_pixels() -> None:
    assert Design(fine=True).untrained().stride.tolist() == [4, 8, 16, 32]
    assert Design().untrained().stride.tolist() == [8, 16, 32]


def test_a_backbone_is_taken_over_whole_and_nothing_else_of_the_network() -> None:
    trained = Design().untrained()
    for parameter in trained.parameters():
        torch.nn.init.constant_(parameter, 0.5)
    model = Design("yolo26n-obb").untrained()
    take_weights(model, trained, backbone=True)
    for name, parameter in model.named_parameters():
        taken = bool((parameter == 0.5).all())
        assert taken == (int(name.split(".")[1]) <= LAST_OF_BACKBONE), name


def test_of_a_trained_network_all_that_fits_is_taken() -> None:
    trained = Design().untrained()
    for parameter in trained.parameters():
        torch.nn.init.constant_(parameter, 0.5)
    model = Design(index=True).untrained()
    take_weights(model, trained)
    for name, parameter in model.named_parameters():
        assert bool((parameter[:2] == 0.5).all()), name
    scores = model.model[-1].cv3[0][-1].weight
    assert scores.shape[0] == 3
    assert not (scores[2] == 0.5).any(), "nothing is known of index corners yet"


def test_corner_points_start_at_the_end_from_which_the_card_stands_upright() -> None:
    middle = np.float32([30, 30])
    for degrees in range(0, 360, 15):
        angle = np.radians(degrees)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        quad = ((quads.rectangle(20, 30) - np.float32([10, 15])) @ turn + middle).astype(np.float32)
        other = np.roll(quad, 2, axis=0)
        assert read_upwards(quad) == pytest.approx(read_upwards(other)), "either end, one answer"
        assert quads.area(read_upwards(quad)) > 0, "still clockwise"


def test_index_corners_lie_in_two_corners_of_every_face() -> None:
    rows = outlines.index_corners(np.array([card(0, 10, 10)], np.float32), SIZE)
    assert rows[:, 0].tolist() == [outlines.INDEX] * 2
    first, second = rows[:, 1:].reshape(-1, 4, 2)
    face = quads.rectangle(28, 40) + np.float32([10, 10])
    assert quads.overlap(first, face) == pytest.approx(quads.area(first), rel=1e-3)
    assert np.linalg.norm(first.mean(axis=0) - face[0]) < 10
    assert np.linalg.norm(second.mean(axis=0) - face[2]) < 10


def test_a_back_and_a_covered_or_cut_index_teach_no_index() -> None:
    face, back = card(0, 10, 10), card(1, 8, 8)
    assert len(outlines.index_corners(np.array([back], np.float32), SIZE)) == 0
    assert len(outlines.index_corners(np.array([face, back], np.float32), SIZE)) == 0
    assert len(outlines.index_corners(np.array([back, face], np.float32), SIZE)) == 2
    assert len(outlines.index_corners(np.array([card(0, -5, 10)], np.float32), SIZE)) == 1
