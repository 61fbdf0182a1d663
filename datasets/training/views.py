"""Trains the corner finder and the recogniser on card views.

    python -m companion_datasets.training.views recogniser --minutes 60
    python -m companion_datasets.training.views corners --minutes 20
    python -m companion_datasets.training.views corners --start models/corners.pt --rate 5e-4
    python -m companion_datasets.training.views recogniser --export models/recogniser.onnx

Resumable like the detector's training; never mirrored.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from .checkpoints import Run, run_folder, soon
from .examples import Task, ViewStream
from .losses import corner_loss, name_loss
from .networks import CornerFinder, Recogniser


def new_model(task: Task) -> nn.Module:
    """The untrained network of a task."""
    return Recogniser() if task == "recogniser" else CornerFinder()


def train(
    task: Task,
    minutes: float,
    size: int,
    top_rate: float,
    run: str,
    kinds: list[str],
    threads: int,
    start: Path | None = None,
) -> None:
    """Train until so many minutes of learning are over, resuming where a run stopped.

    `start`: exported weights (`.pt`) that a run without a checkpoint begins with.
    """
    torch.manual_seed(1)
    torch.set_num_threads(threads)
    model = new_model(task)
    if start:
        model.load_state_dict(torch.load(start))
    optimiser = torch.optim.AdamW(model.parameters(), lr=top_rate, weight_decay=0.02)
    this = Run.taken_up(run, model, optimiser)
    loader = DataLoader(
        ViewStream(task, kinds, seed=this.step), batch_size=size, num_workers=1, prefetch_factor=4
    )
    loss_of = name_loss if task == "recogniser" else corner_loss
    model.train()
    for example, _ in this.course(loader, minutes, top_rate):
        # Half precision doubles the pace on processors that have it and changes nothing else.
        with torch.autocast("cpu", torch.bfloat16):
            parts = loss_of(model, example)
        loss = sum((v for k, v in parts.items() if k != "right"), torch.zeros(()))
        this.learn(loss, parts, size, keep=soon)


def export(task: Task, target: Path, run: str, halfway: Path | None = None) -> None:
    """The averaged weights as ONNX, with a batch of any size.

    `halfway`: exported weights that the run began with. What lies halfway between them and what was
    learned since keeps more of what they knew (Wortsman et al., "Robust fine-tuning of zero-shot
    models", 2022).
    """
    state = torch.load(run_folder(run) / "last.pt", weights_only=False)
    model = new_model(task)
    weights = state["average"]
    if halfway:
        before = torch.load(halfway)
        weights = {
            name: (value + before[name]) / 2 if value.dtype.is_floating_point else value
            for name, value in weights.items()
        }
    model.load_state_dict(weights)
    model.eval()
    torch.save(model.state_dict(), target.with_suffix(".pt"))
    if task == "recogniser":
        inputs: tuple[Tensor, ...] = (torch.zeros(2, 3, 136, 96), torch.zeros(2, 2, 3, 96, 68))
        names, outputs = ["whole", "corners"], ["heads", "embedding"]
    else:
        inputs, names, outputs = (torch.zeros(2, 3, 128, 96),), ["outline"], ["corners"]
    torch.onnx.export(
        model,
        inputs,
        target,
        input_names=names,
        output_names=outputs,
        opset_version=17,
        dynamic_axes={n: {0: "n"} for n in [*names, *outputs]},
        dynamo=False,
    )
    print(f"{target}: {state['seen']} views, {state['spent'] / 60:.0f} minutes of learning")


def main() -> None:
    """Command line: train for some minutes, or export what was learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["recogniser", "corners"])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kinds", default="views", help="shard folders, with commas between")
    parser.add_argument("--run")
    parser.add_argument("--start", type=Path, help="exported weights (.pt) to begin with")
    parser.add_argument("--export", type=Path, help="write ONNX there instead of training")
    parser.add_argument(
        "--halfway",
        type=Path,
        help="export what lies halfway from these weights (.pt) to the run's",
    )
    chosen = parser.parse_args()
    run = chosen.run or chosen.task
    if chosen.export:
        export(chosen.task, chosen.export, run, chosen.halfway)
    else:
        train(
            chosen.task,
            chosen.minutes,
            chosen.batch,
            chosen.rate,
            run,
            chosen.kinds.split(","),
            chosen.threads,
            chosen.start,
        )


if __name__ == "__main__":
    main()
