"""The training code, on examples made on the spot. Needs the extra `train`."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("ultralytics")
pytestmark = [
    pytest.mark.train,
    # Exporting libraries warn about their own coming versions; none of it is ours to mend.
    pytest.mark.filterwarnings("default::DeprecationWarning"),
]

import torch  # noqa: E402

from companion_datasets.scenes import SceneMaker  # noqa: E402
from companion_datasets.training import detector, examples, outlines, shards, views  # noqa: E402
from companion_datasets.training.designs import Design  # noqa: E402
from companion_datasets.training.networks import CornerFinder, Recogniser  # noqa: E402
from vision import crops, quads  # noqa: E402


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, scene_cache: Path) -> Path:
    monkeypatch.setenv("COMPANION_CACHE", str(scene_cache))
    monkeypatch.setattr(shards, "SCENES_A_SHARD", 6)
    monkeypatch.setattr(shards, "VIEW_SCENES_A_SHARD", 24)
    return scene_cache


def test_a_scene_shard_holds_its_pictures_and_whole_outlines(
    few: Path, scene_maker: SceneMaker
) -> None:
    shard = shards.scene_shard(scene_maker, 0, 128)
    assert shards.unpacked(shard, 3).shape == (128, 128, 3)
    assert shard["cards"].shape[1] == 11
    outlines = shard["cards"][:, 2:10].reshape(-1, 4, 2)
    assert ((outlines < 0) | (outlines > 128)).any(), "outlines go on beyond the picture's edge"


def test_no_example_is_ever_mirrored() -> None:
    """Corners stay clockwise whatever is done to a scene."""
    rng = np.random.default_rng(5)
    quad = quads.rectangle(40, 60)[None] + np.float32(30)
    for _ in range(200):
        _, moved = outlines.warped(rng, np.zeros((128, 128, 3), np.uint8), quad, 96)
        assert quads.area(moved[0]) > 0
    arguments = Design().untrained().args
    assert arguments.fliplr == 0
    assert arguments.flipud == 0


def test_the_detectors_loss_falls_on_scenes_that_it_is_shown_again(
    few: Path, scene_maker: SceneMaker
) -> None:
    torch.manual_seed(0)
    shard = shards.scene_shard(scene_maker, 0, 128)
    rows = []
    for i in range(6):
        cards = shard["cards"][shard["cards"][:, 0] == i]
        rows.append((shards.unpacked(shard, i), cards[:, 1:10]))
    batch = Design().batch(rows)
    batch["img"] = batch["img"].float() / 255
    model = Design().untrained().train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(12):
        loss, _ = model.loss(batch)
        optimiser.zero_grad()
        loss.sum().backward()
        optimiser.step()
        losses.append(float(loss.detach().sum()))
    assert losses[-1] < 0.8 * losses[0]


def test_a_detector_run_can_be_stopped_taken_up_again_and_exported(
    few: Path, scene_maker: SceneMaker, tmp_path: Path
) -> None:
    shards.make("scenes", iter(range(1)), 128)
    plan = detector.Plan("short", Design(), 0.05, side=96, size=2, top_rate=1e-3)
    detector.train(plan)
    first = torch.load(few / "runs" / "short" / "last.pt", weights_only=False)
    longer = first["spent"] / 60 + 0.05
    detector.train(replace(plan, minutes=longer))
    second = torch.load(few / "runs" / "short" / "last.pt", weights_only=False)
    assert second["step"] > first["step"] > 0
    detector.export(tmp_path / "detector.onnx", "short", Design())
    import onnxruntime

    session = onnxruntime.InferenceSession(str(tmp_path / "detector.onnx"))
    (out,) = session.run(None, {"images": np.zeros((1, 3, 96, 160), np.float32)})
    assert out.shape[1] == 7, "a rectangle's five numbers and two scores"


def test_view_shards_hold_cards_and_their_corners(few: Path, scene_maker: SceneMaker) -> None:
    shard = shards.view_shard(scene_maker, 0)
    count = len(shard["names"])
    assert count == len(shard["facts"]) == len(shard["targets"])
    assert shards.unpacked(shard, 0, "view_").shape == (320, 224, 3)
    assert shards.unpacked(shard, count - 1, "outline_").shape == (128, 96, 3)


def test_the_corner_truth_is_the_same_outline_started_elsewhere() -> None:
    for turns in range(4):
        quad = quads.turned(crops.outline_target(), turns)
        truth, across = shards.corner_truth(quad)
        assert truth == pytest.approx(crops.outline_target(), abs=1e-4)
        assert across == turns % 2


@pytest.mark.parametrize(
    ("name", "visible", "index", "expected"),
    [
        ("QH", 1.0, 1.0, (0, 10, 2, 1.0, 1.0)),
        ("QH", 0.2, 0.1, (0, -1, -1, 0.0, 1.0)),
        ("BACK", 1.0, 1.0, (2, -1, -1, 0.0, 0.0)),
        ("JOKER", 1.0, 1.0, (1, -1, -1, 0.0, 0.0)),
        ("other", 1.0, 1.0, (3, -1, -1, 0.0, 0.0)),
        ("none", 0.0, 0.0, (4, -1, -1, 0.0, 0.0)),
    ],
)
def test_what_a_view_teaches(name: str, visible: float, index: float, expected: object) -> None:
    assert examples.truth(name, visible, index) == expected


@pytest.mark.parametrize("task", ["recogniser", "corners"])
def test_a_view_run_learns_resumes_and_exports(
    few: Path, tmp_path: Path, task: examples.Task
) -> None:
    shards.make("views", iter(range(30)), 0)
    views.train(task, 0.08, 8, 1e-3, f"short-{task}", ["views"], 1)
    views.train(task, 0.12, 8, 1e-3, f"short-{task}", ["views"], 1)
    views.export(task, tmp_path / f"{task}.onnx", f"short-{task}")
    assert (tmp_path / f"{task}.onnx").stat().st_size < 12_000_000


def test_the_networks_answer_in_the_shapes_that_the_eye_expects() -> None:
    heads, embedding = Recogniser()(torch.zeros(3, 3, 136, 96), torch.zeros(3, 2, 3, 96, 68))
    assert heads.shape == (3, 23)
    assert embedding.norm(dim=1).tolist() == pytest.approx([1, 1, 1], abs=1e-4)
    assert CornerFinder()(torch.zeros(2, 3, 128, 96)).shape == (2, 12)
