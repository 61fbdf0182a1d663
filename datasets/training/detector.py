"""Trains the detector: an Ultralytics YOLO nano with rotated rectangles, from nothing.

    python -m companion_datasets.training.detector --minutes 90
    python -m companion_datasets.training.detector --export models/detector.onnx

Training reads whatever scene shards there are (`shards.py`), saves a resumable checkpoint every few
minutes below the cache folder, and goes on from it when started again. The loop is our own
because Ultralytics' data path cuts outlines at the picture's edge, and a card's outline is whole
also where the edge cuts it; model, loss and checkpoint are Ultralytics'.

No picture is ever mirrored: a mirrored index is no index.
"""

from __future__ import annotations

import argparse
import math
import time
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch.utils.data import DataLoader, IterableDataset
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import OBBModel

from .checkpoints import Run, rate, run_folder
from .shards import loaded, shard_folder, unpacked

Picture = NDArray[np.uint8]
CLASSES = {0: "face", 1: "back"}
LEAST_VISIBLE = 0.08
"""Cards of which less shows are no example: nobody could be asked to find them."""
GREY = 114
"""Fill beside a letterboxed picture, as Ultralytics has it."""


def warped(
    rng: Generator, picture: Picture, quads: NDArray[np.float32], side: int
) -> tuple[Picture, NDArray[np.float32]]:
    """Turned by any angle, scaled and shifted (never mirrored)."""
    high, wide = picture.shape[:2]
    turn = rng.uniform(0, 360) if rng.random() < 0.5 else rng.choice([0, 90, 180, 270])
    factor = side / max(high, wide) * float(np.exp(rng.uniform(np.log(0.6), np.log(2.4))))
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), float(turn), factor)
    room = abs(side - factor * side) / 2 + side * 0.06
    shift = np.array([side - wide, side - high]) / 2 + rng.uniform(-room, room, 2)
    matrix = matrix + np.column_stack([np.zeros((2, 2)), shift])
    fill = (GREY,) * 3 if rng.random() < 0.6 else tuple(int(v) for v in rng.integers(0, 256, 3))
    out = cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=fill)
    moved = quads @ matrix[:, :2].T + matrix[:, 2]
    return cast(Picture, out), moved.astype(np.float32)


def recoloured(rng: Generator, picture: Picture) -> Picture:
    """Other light than the scene was made with; now and then none of its colour."""
    levels = (np.arange(256) - 128) * rng.uniform(0.7, 1.3) + 128 + rng.uniform(-25, 25)
    colours = levels[:, None] * rng.uniform(0.88, 1.12, 3)
    table = np.clip(colours, 0, 255).astype(np.uint8)[None]
    out = cv2.LUT(picture, table)
    if rng.random() < 0.05:
        out = cv2.transform(out, np.full((3, 3), 1 / 3))
    return cast(Picture, out)


class SceneStream(IterableDataset[tuple[Picture, NDArray[np.float32]]]):
    """Endless examples from the shards on disk; looks for new shards as it goes."""

    def __init__(self, kinds: list[str], side: int, seed: int) -> None:
        self.kinds, self.side, self.seed = kinds, side, seed

    def __iter__(self) -> Any:
        """Pictures (side, side, 3) with rows (class, cx, cy, w, h, turn), shares of the side."""
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng((self.seed, info.id if info else 0, time.time_ns()))
        shards: list[Path] = []
        while True:
            if not shards:
                shards = [p for k in self.kinds for p in shard_folder(k).glob("[0-9]*[0-9].npz")]
                rng.shuffle(shards)
                if not shards:
                    raise SystemExit("There are no scene shards: make some with training.shards.")
            shard = loaded(shards.pop())
            if shard is None:
                continue
            for index in rng.permutation(len(shard["offsets"]) - 1):
                if rng.random() < 0.12:
                    yield self._mosaic(rng, shard)
                else:
                    yield self._one(rng, shard, int(index), self.side)

    def _one(
        self, rng: Generator, shard: dict[str, Any], index: int, side: int
    ) -> tuple[Picture, NDArray[np.float32]]:
        rows = shard["cards"][shard["cards"][:, 0] == index]
        quads = rows[:, 2:10].reshape(-1, 4, 2)
        picture, quads = warped(rng, unpacked(shard, index), quads, side)
        boxes = [
            _rotated(kind, quad, side)
            for kind, quad, seen in zip(rows[:, 1], quads, rows[:, 10], strict=True)
            if seen >= LEAST_VISIBLE and _shown(quad, side)
        ]
        return recoloured(rng, picture), np.array(boxes, np.float32).reshape(-1, 6)

    def _mosaic(self, rng: Generator, shard: dict[str, Any]) -> tuple[Picture, NDArray[np.float32]]:
        half = self.side // 2
        out = np.zeros((self.side, self.side, 3), np.uint8)
        boxes = []
        for place in range(4):
            index = int(rng.integers(len(shard["offsets"]) - 1))
            picture, rows = self._one(rng, shard, index, half)
            y, x = (place // 2) * half, (place % 2) * half
            out[y : y + half, x : x + half] = picture
            rows[:, 1:5] /= 2
            rows[:, 1:3] += (x / self.side, y / self.side)
            boxes.append(rows)
        return out, np.concatenate(boxes)


def _shown(quad: NDArray[np.float32], side: int) -> bool:
    frame = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    common, _ = cv2.intersectConvexConvex(quad.reshape(4, 1, 2), frame.reshape(4, 1, 2))
    return bool(common > 0.25 * abs(cv2.contourArea(quad)))


def _rotated(kind: float, quad: NDArray[np.float32], side: int) -> list[float]:
    (x, y), (w, h), turn = cv2.minAreaRect(quad)
    if w < h:  # Ultralytics: the long side is the width, the turn lies within half a circle
        w, h, turn = h, w, turn + 90
    radians = math.radians(turn)
    radians = (radians + math.pi / 4) % math.pi - math.pi / 4
    return [kind, x / side, y / side, w / side, h / side, radians]


def batch(examples: list[tuple[Picture, NDArray[np.float32]]]) -> dict[str, torch.Tensor]:
    """Examples as Ultralytics' loss wants them."""
    pictures = np.stack([p for p, _ in examples])[..., ::-1].transpose(0, 3, 1, 2)
    rows = np.concatenate([b for _, b in examples])
    owner = np.concatenate([np.full(len(b), i) for i, (_, b) in enumerate(examples)])
    return {
        "img": torch.from_numpy(np.ascontiguousarray(pictures)),
        "cls": torch.from_numpy(rows[:, :1].copy()),
        "bboxes": torch.from_numpy(rows[:, 1:].copy()),
        "batch_idx": torch.from_numpy(owner).float(),
    }


def new_model(name: str) -> OBBModel:
    """The untrained network with the hyperparameters of its loss."""
    model = OBBModel(f"{name}.yaml", ch=3, nc=len(CLASSES), verbose=False)
    model.args = get_cfg(
        overrides={"task": "obb", "model": f"{name}.yaml", "fliplr": 0.0, "flipud": 0.0}
    )
    model.names = CLASSES
    return model


def _whole(answers: Any) -> Any:
    """The network's answers, nested as they are, in single precision."""
    if isinstance(answers, torch.Tensor):
        return answers.float()
    if isinstance(answers, dict):
        return {key: _whole(value) for key, value in answers.items()}
    if isinstance(answers, list | tuple):
        return type(answers)(_whole(value) for value in answers)
    return answers


def train(
    minutes: float, side: int, size: int, top_rate: float, kinds: list[str], run: str, name: str
) -> None:
    """Train until so many minutes of learning are over, resuming where a run stopped."""
    torch.manual_seed(1)
    # Convolutions on a CPU run about a tenth faster with the channels innermost.
    model = new_model(name).to(memory_format=torch.channels_last)
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}],
        lr=top_rate,
        betas=(0.9, 0.98),
    )
    this = Run.taken_up(run, model, optimiser)
    stream = SceneStream(kinds, side, seed=this.step)
    loader = DataLoader(stream, batch_size=size, collate_fn=batch, num_workers=1, prefetch_factor=4)
    model.train()
    sums: dict[str, float] = {}
    last, saved = time.monotonic(), time.monotonic()
    for examples in loader:
        done = this.spent / (minutes * 60)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = top_rate * rate(done)
        examples["img"] = (examples["img"].float() / 255).contiguous(
            memory_format=torch.channels_last
        )
        # Half precision is much faster on processors that have it; the loss needs the whole.
        with torch.autocast("cpu", torch.bfloat16):
            answers = model(examples["img"])
        loss, parts = model.loss(examples, _whole(answers))
        optimiser.zero_grad()
        loss.sum().backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimiser.step()
        this.step, this.seen = this.step + 1, this.seen + len(examples["img"])
        this.follow(0.9995 * (1 - math.exp(-this.step / 800)))
        now = time.monotonic()
        this.spent, last = this.spent + min(now - last, 30.0), now
        for key, value in parts.items():
            sums[key] = sums.get(key, 0.0) + float(value)
        if this.step % 50 == 0:
            shown = " ".join(f"{k} {v / 50:.3f}" for k, v in sums.items())
            sums = {}
            print(f"seen {this.seen} minutes {this.spent / 60:.1f} {shown}", flush=True)
        if now - saved > 180:
            saved = now
            this.save()
    this.save()
    print(f"done: {this.seen} pictures in {this.spent / 60:.1f} minutes", flush=True)


def export(target: Path, run: str, name: str) -> None:
    """The averaged weights as Ultralytics checkpoint and as ONNX beside it."""
    from ultralytics import YOLO

    state = torch.load(run_folder(run) / "last.pt", weights_only=False)
    model = new_model(name)
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
    parser.add_argument("--export", type=Path, help="write ONNX there instead of training")
    chosen = parser.parse_args()
    if chosen.export:
        export(chosen.export, chosen.run, chosen.model)
    else:
        train(
            chosen.minutes,
            chosen.side,
            chosen.batch,
            chosen.rate,
            chosen.kinds.split(","),
            chosen.run,
            chosen.model,
        )


if __name__ == "__main__":
    main()
