"""The released networks and the trained ones that they were made from give the same answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra 'train'")
pytest.importorskip("ultralytics", reason="needs the extra 'train'")

from ultralytics import YOLO  # noqa: E402

from companion_datasets.scenes import NORMAL, SceneMaker  # noqa: E402
from companion_datasets.training.networks import CornerFinder, Recogniser  # noqa: E402
from companion_datasets.training.quantise import quantise  # noqa: E402
from vision import quads  # noqa: E402
from vision.eye import Eye  # noqa: E402
from vision.sighting import Sighting  # noqa: E402
from vision.weights import compiled, models_folder  # noqa: E402

pytestmark = pytest.mark.train
PICTURES = 50
TOLERANCE = 0.02


class Trained:
    """A trained network in the place of a released one."""

    def __init__(self, module: torch.nn.Module, names: tuple[str, ...]) -> None:
        self.module, self.names = module.eval(), names

    def run(self, **inputs: np.ndarray) -> list[np.ndarray]:
        with torch.inference_mode():
            answers: Any = self.module(*(torch.from_numpy(inputs[name]) for name in self.names))
        answers = answers if isinstance(answers, tuple) else (answers,)
        return [a.numpy() for a in answers if isinstance(a, torch.Tensor)]


def trained_eye(folder: Path) -> Eye:
    eye = Eye.load()
    corners, recogniser = CornerFinder(), Recogniser()
    corners.load_state_dict(torch.load(folder / "corners.pt"))
    recogniser.load_state_dict(torch.load(folder / "recogniser.pt"))
    by_torch = Trained(YOLO(folder / "detector.pt").model.float(), ("images",))
    return Eye(
        replace(
            eye.detector,
            networks=dict.fromkeys(eye.detector.networks, by_torch),
            close=eye.detector.close and (eye.detector.close[0], by_torch),
        ),
        replace(eye.corners, network=Trained(corners, ("outline",))),
        replace(eye.recogniser, network=Trained(recogniser, ("whole", "corners"))),
    )


def partner(sighting: Sighting, others: tuple[Sighting, ...]) -> Sighting | None:
    return max(others, key=lambda o: quads.iou(sighting.quad, o.quad), default=None)


def test_fifty_pictures_show_the_same_cards_as_surely(scene_maker: SceneMaker) -> None:
    released, trained = Eye.load(), trained_eye(models_folder())
    named = differing = 0
    for seed in range(PICTURES):
        picture = scene_maker.make(seed, NORMAL, (960, 540)).picture
        ours, theirs = released.look(picture), trained.look(picture)
        for sighting in ours.sightings:
            # Nearer to the threshold a permitted difference decides whether a name is given.
            if sighting.confidence < released.recogniser.sure + TOLERANCE or not sighting.known:
                continue
            named += 1
            other = partner(sighting, theirs.sightings)
            same = other is not None and other.card == sighting.card
            same = same and abs(other.confidence - sighting.confidence) < TOLERANCE
            differing += not same
    assert named >= PICTURES
    assert differing == 0, f"{differing} of {named}"


def test_eight_bits_find_the_same_cards(scene_maker: SceneMaker, tmp_path: Path) -> None:
    # Without the closer look, which would be taken in single precision by both.
    released = replace(Eye.load().detector, close=None)
    pictures = [scene_maker.make(seed, NORMAL, (960, 540)).picture for seed in range(12)]
    quantise(models_folder() / "detector.onnx", tmp_path / "eight.onnx", pictures[:6])
    eight = replace(
        released,
        networks={
            side: replace(
                network, requests=[compiled(tmp_path / "eight.onnx").create_infer_request()]
            )
            for side, network in released.networks.items()
        },
    )
    surely = [[f for f in released.find(p) if f.score > 0.7] for p in pictures[6:]]
    found = [eight.find(p) for p in pictures[6:]]
    again = [
        any(quads.iou(one.rectangle, other.rectangle) > 0.8 for other in others)
        for ones, others in zip(surely, found, strict=True)
        for one in ones
    ]
    assert len(again) > 12
    assert sum(again) >= 0.9 * len(again)
