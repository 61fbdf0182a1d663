"""Detectors compared: what counts as found, and the table. Needs the extra `train`."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("ultralytics")
pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("default::DeprecationWarning")]

from companion_datasets.training import comparison, judging, shards, variants  # noqa: E402
from companion_datasets.training.designs import Design, rotated  # noqa: E402
from companion_datasets.training.judging import Cards, Finds  # noqa: E402
from vision import quads  # noqa: E402


def place(x: float, y: float, turn: float = 0.0) -> np.ndarray:
    """The outline of a card of 70 x 100 pixels whose middle is there."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    half = quads.rectangle(70, 100) - np.float32([35, 50])
    return (half @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def finds(*outlines: np.ndarray) -> Finds:
    """Finds in that order, each less sure than the one before."""
    scores = [0.9 - 0.1 * i for i in range(len(outlines))]
    return Finds(np.array(outlines, np.float32), np.array(scores, np.float32))


def cards(*outlines: np.ndarray, visible: float = 1.0) -> Cards:
    """Cards of which as much shows."""
    return Cards(np.array(outlines), np.full(len(outlines), visible, np.float32))


def test_the_surest_find_of_a_card_is_right_and_a_second_one_is_false() -> None:
    one, other = place(100, 100), place(400, 100)
    verdicts, false = judging.judged(finds(one + 4, one, place(700, 500)), cards(one, other))
    assert [round(v.score, 1) for v in verdicts] == [0.9, 0.0]
    assert false == pytest.approx([0.8, 0.7])
    assert verdicts[0].corner_error == pytest.approx(np.hypot(4, 4) / 100, rel=1e-3)


def test_a_hidden_card_may_be_found_or_not() -> None:
    hidden = cards(place(100, 100), visible=0.2)
    assert judging.judged(finds(), hidden) == ([], [])
    assert judging.judged(finds(place(100, 100)), hidden) == ([], [])


def test_corners_are_compared_whichever_of_them_comes_first() -> None:
    card = place(100, 100, turn=33)
    for start in range(4):
        assert judging.corner_error(np.roll(card, start, axis=0), card) == pytest.approx(0)


def test_finds_of_one_card_are_joined_and_neighbours_in_a_fan_are_not() -> None:
    fan = np.array([place(100, 100), place(101, 100), place(130, 105, turn=12)])
    kept = judging.without_doubles(fan, np.array([0.5, 0.8, 0.3], np.float32))
    assert kept.scores.tolist() == pytest.approx([0.8, 0.3])


def test_detectors_are_compared_at_as_many_false_finds() -> None:
    false = [0.9, 0.5, 0.4, 0.3]
    assert judging.threshold(false, pictures=4, rate=0.5) == 0.4
    assert sum(score > 0.4 for score in false) == 2
    assert judging.threshold(false, pictures=100, rate=0.5) == judging.LEAST_SCORE


def test_a_summary_parts_covered_from_whole_and_small_from_large() -> None:
    def verdict(visible: float, height: float, score: float) -> judging.Verdict:
        return judging.Verdict(visible, height, score, 0.9, 0.02)

    of = judging.summary(
        [verdict(1, 50, 0.8), verdict(1, 150, 0.1), verdict(0.5, 50, 0.8), verdict(0.5, 90, 0.8)],
        least=0.2,
        heights=(60, 120),
    )
    assert (of.whole, of.covered, of.by_height) == (0.5, 1.0, (1.0, 1.0, 0.0))
    assert (of.iou, of.corner_error) == (0.9, 0.02)


@pytest.mark.parametrize("turn", [0, 20, 70, 110, 160])
def test_an_answer_is_read_as_the_outline_that_was_taught(turn: float) -> None:
    quad = place(200, 120, turn)
    x, y, w, h, radians = rotated(quad)
    rectangle = np.array([[x, y, w, h, 0.25, 0.75, radians]], np.float32).T
    points = np.array([[x, y, 100, 100, 0.25, 0.75, *quad.ravel()]], np.float32).T
    for design, answer in (
        (Design(), rectangle),
        (Design("yolo26n-obb"), rectangle),
        (Design("yolo11n-pose"), points),
    ):
        outlines, scores = design.read(answer)
        assert quads.iou(outlines[0], quad) > 0.99
        assert scores[0].argmax() == 1
        assert cv2.contourArea(outlines[0], oriented=True) > 0, "clockwise"


def test_variants_learn_in_turns_and_are_put_into_a_table(
    scene_cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(scene_cache))
    monkeypatch.setattr(shards, "SCENES_A_SHARD", 4)
    monkeypatch.setattr(comparison, "SCENES", 2)
    monkeypatch.setattr(variants, "LOOKED_AT", 96)
    monkeypatch.setattr(comparison, "CONDITIONS", ("normal",))
    monkeypatch.setattr(variants, "VARIANTS", {"yolo26n": (Design("yolo26n-obb", index=True), 96)})
    for kind in variants.KINDS:
        shards.make(kind, iter(range(1)), 96)
    arguments = ["variants", "train", "--minutes", "0.02", "--start", "nothing"]
    monkeypatch.setattr("sys.argv", arguments)
    variants.main()
    monkeypatch.setattr("sys.argv", ["variants", "judge"])
    variants.main()
    said = capsys.readouterr().out
    assert "turn 3 of 3" in said
    row = next(
        line for line in said.splitlines() if line.startswith("| yolo26n, from nothing (index")
    )
    assert row.count("|") == comparison.HEAD.count("|")
    assert "| 96 |" in row
    (network,) = scene_cache.glob("runs/variants/nothing/yolo26n/*.onnx")
    looking = comparison.Looking.load(Design("yolo26n-obb", index=True), network, 1)
    (answer,) = looking.request.infer({"images": np.zeros((1, 3, 96, 96), np.float32)}).values()
    assert answer.shape == (1, 8, 12 * 12 + 6 * 6 + 3 * 3), "all places, as the others answer"
