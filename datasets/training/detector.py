"""Trains the detector: an Ultralytics YOLO nano with rotated rectangles, from nothing.

    python -m companion_datasets.training.detector --minutes 90
    python -m companion_datasets.training.detector --export models/detector.onnx

Training reads whatever scene shards there are (`shards.py`), saves a resumable checkpoint every few
minutes below the cache folder, and goes on from it when started again. The loop is our own
because Ultralytics' data path cuts outlines at the picture's edge, and a card's outline is whole
also where the edge cuts it (`outlines.py`); model, loss and checkpoint are Ultralytics'.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.utils.data import DataLoader
from ultralytics.nn.tasks import DetectionModel

from .checkpoints import Run, run_folder
from .designs import Design, take_weights
from .outlines import SceneStream


@dataclass(frozen=True)
class Plan:
    """What to train, on what, and for how long."""

    run: str
    """Name of the folder with the checkpoint."""
    design: Design
    minutes: float
    """Of learning, as the clock measures it."""
    side: int = 416
    """Pixels of the pictures."""
    size: int = 16
    """Pictures a step."""
    top_rate: float = 1.5e-3
    kinds: tuple[str, ...] = ("scenes",)
    """Shard folders."""
    start: Path | None = None
    """Ultralytics checkpoint to begin with; without one all is learned from nothing."""
    backbone: bool = False
    """Whether only the backbone of it is taken."""


def _whole(answers: Any) -> Any:
    """The network's answers, nested as they are, in single precision."""
    if isinstance(answers, torch.Tensor):
        return answers.float()
    if isinstance(answers, dict):
        return {key: _whole(value) for key, value in answers.items()}
    if isinstance(answers, list | tuple):
        return type(answers)(_whole(value) for value in answers)
    return answers


def _weaned(model: DetectionModel, done: float) -> None:
    """YOLO26 learns from several answers a card at first, from one at last: go on with that."""
    criterion = model.criterion
    if hasattr(criterion, "update"):
        while criterion.updates < done * model.args.epochs:
            criterion.update()


def _started(plan: Plan) -> DetectionModel:
    torch.manual_seed(1)
    model = plan.design.untrained()
    if plan.start:
        trained = torch.load(plan.start, weights_only=False)["model"]
        take_weights(model, trained, backbone=plan.backbone)
    # Convolutions on a CPU run about a tenth faster with the channels innermost.
    return model.to(memory_format=torch.channels_last)


def train(plan: Plan, clock: Callable[[], float] = time.monotonic, pause: float = math.inf) -> None:
    """Train until the plan's minutes of learning are over, resuming where a run stopped.

    After `pause` minutes of learning it is left for another time.
    """
    model = _started(plan)
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}],
        lr=plan.top_rate,
        betas=(0.9, 0.98),
    )
    this = Run.taken_up(plan.run, model, optimiser)
    stream = SceneStream(list(plan.kinds), plan.side, this.step, index=plan.design.index)
    loader = DataLoader(
        stream,
        batch_size=plan.size,
        collate_fn=plan.design.batch,
        num_workers=1,
        prefetch_factor=4,
    )
    model.train()
    for examples, done in this.course(loader, plan.minutes, plan.top_rate, clock, pause):
        examples["img"] = (examples["img"].float() / 255).contiguous(
            memory_format=torch.channels_last
        )
        # Half precision is much faster on processors that have it; the loss needs the whole.
        with torch.autocast("cpu", torch.bfloat16):
            answers = model(examples["img"])
        loss, parts = model.loss(examples, _whole(answers))
        _weaned(model, done)
        this.learn(loss.sum(), parts, len(examples["img"]), keep=_followed, most=10.0)


def _followed(step: int) -> float:
    """The average keeps more than elsewhere: few pictures make a step."""
    return 0.9995 * (1 - math.exp(-step / 800))


def export(target: Path, run: str, design: Design) -> None:
    """The averaged weights as Ultralytics checkpoint and as ONNX beside it."""
    from ultralytics import YOLO

    state = torch.load(run_folder(run) / "last.pt", weights_only=False)
    model = design.untrained()
    model.load_state_dict(state["average"])
    weights = target.with_suffix(".pt")
    arguments = vars(model.args)
    slim = deepcopy(model).half()
    slim.args = arguments
    torch.save({"model": slim, "train_args": arguments, "epoch": -1}, weights)
    written = YOLO(weights).export(format="onnx", imgsz=640, dynamic=True, simplify=True, opset=17)
    Path(written).replace(target)
    print(f"{target}: {state['seen']} pictures, {state['spent'] / 60:.0f} minutes of learning")


def main() -> None:
    """Command line: train for some minutes, or export what was learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--side", type=int, default=416)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--kinds", default="scenes", help="shard folders, with commas between")
    parser.add_argument("--run", default="detector")
    parser.add_argument("--model", default="yolo11n-obb")
    parser.add_argument("--start", type=Path, help="exported weights (.pt) to begin with")
    parser.add_argument("--export", type=Path, help="write ONNX there instead of training")
    chosen = parser.parse_args()
    design = Design(chosen.model)
    if chosen.export:
        export(chosen.export, chosen.run, design)
    else:
        plan = Plan(
            chosen.run,
            design,
            chosen.minutes,
            chosen.side,
            chosen.batch,
            chosen.rate,
            tuple(chosen.kinds.split(",")),
            chosen.start,
        )
        train(plan)


if __name__ == "__main__":
    main()
