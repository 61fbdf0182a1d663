"""Trains the corner finder and the recogniser on card views.

    python -m companion_datasets.training.views recogniser --minutes 60
    python -m companion_datasets.training.views corners --minutes 20
    python -m companion_datasets.training.views recogniser --export models/recogniser.onnx

Resumable like the detector's training; never mirrored.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Literal, cast

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from vision import crops
from vision.recogniser import HEADS, KINDS, RANKS, SUITS

from ..decks.load import cache_folder
from .detector import rate, recoloured
from .networks import CornerFinder, Recogniser
from .shards import loaded, shard_folder, unpacked

Picture = NDArray[np.uint8]
Task = Literal["recogniser", "corners"]

READABLE = 0.75
"""From this share of an index on, a card should be named."""
UNREADABLE = 0.35
"""Below this share of both indices nobody can be asked to name it (unless its pips show)."""


def truth(name: str, visible: float, index: float) -> tuple[int, int, int, float, float]:
    """(kind, rank, suit, readable, weight of readable); -1 where rank and suit do not apply."""
    if name == "BACK":
        return KINDS.index("back"), -1, -1, 0.0, 0.0
    if name == "JOKER":
        return KINDS.index("joker"), -1, -1, 0.0, 0.0
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        return KINDS.index("none" if name == "none" else "other"), -1, -1, 0.0, 0.0
    rank, suit = RANKS.index(name[0]), SUITS.index(name[1])
    if index >= READABLE or visible > 0.8:
        return 0, rank, suit, 1.0, 1.0
    if index < UNREADABLE and visible < 0.5:
        return 0, -1, -1, 0.0, 1.0
    return 0, rank, suit, 0.0, 0.0


def roughened(rng: Generator, picture: Picture) -> Picture:
    """Blurred, coarsened or partly hidden, as cameras and fingers do it."""
    out = recoloured(rng, picture)
    if rng.random() < 0.12:
        out = cast(Picture, cv2.GaussianBlur(out, (0, 0), rng.uniform(0.5, 2.0)))
    if rng.random() < 0.08:
        factor = rng.uniform(0.25, 0.7)
        small = cv2.resize(out, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        out = cast(Picture, cv2.resize(small, out.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    if rng.random() < 0.12:
        high, wide = out.shape[:2]
        h, w = int(high * rng.uniform(0.08, 0.35)), int(wide * rng.uniform(0.08, 0.45))
        y, x = int(rng.uniform(0, high - h)), int(rng.uniform(0, wide - w))
        out[y : y + h, x : x + w] = rng.integers(0, 256, 3, dtype=np.uint8)
    return out


def misplaced(
    rng: Generator, view: Picture, corners: NDArray[np.float32]
) -> tuple[Picture, NDArray[np.float32]]:
    """An outline view as from a rectangle that is well off, as detectors give it in heaps.

    `corners` (4, 2) are pixels of the view.
    """
    high, wide = view.shape[:2]
    turn, size = rng.normal(0, 8), float(np.exp(rng.normal(0, 0.09)))
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, size)
    matrix[:, 2] += (rng.normal(0, 0.07) * wide, rng.normal(0, 0.07) * high)
    moved = cv2.warpAffine(view, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    corners = (corners @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
    return cast(Picture, moved), corners


class ViewStream(IterableDataset[tuple[Any, ...]]):
    """Endless examples of one task from the shards on disk."""

    def __init__(self, task: Task, kinds: list[str], seed: int) -> None:
        self.task, self.kinds, self.seed = task, kinds, seed

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Inputs and truths as arrays."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, time.time_ns()))
        waiting: list[Path] = []
        pool: list[tuple[Any, ...]] = []
        while True:
            if not waiting:
                waiting = [p for k in self.kinds for p in shard_folder(k).glob("[0-9]*[0-9].npz")]
                rng.shuffle(waiting)
                if not waiting:
                    raise SystemExit("There are no view shards: make some with training.shards.")
            shard = loaded(waiting.pop())
            if shard is None:
                continue
            for index in rng.permutation(len(shard["names"])):
                name = str(shard["names"][index])
                if self.task == "corners":
                    pool.append(self._corner_example(rng, shard, int(index), name))
                else:
                    pool.append(self._name_example(rng, shard, int(index), name))
                # Neighbours in a shard come from one scene; a pool mixes several shards.
                if len(pool) > 600:
                    swap = int(rng.integers(len(pool)))
                    pool[swap], pool[-1] = pool[-1], pool[swap]
                    yield pool.pop()

    def _name_example(
        self, rng: Generator, shard: dict[str, Any], index: int, name: str
    ) -> tuple[Any, ...]:
        view = unpacked(shard, index, "view_")
        if rng.random() < 0.5 and name != "none":  # a card has no upper end
            view = np.ascontiguousarray(view[::-1, ::-1])
        view = roughened(rng, view)
        whole, first, second = crops.card_parts(view)
        parts = [whole.copy(), np.stack([first, second])]
        drop = rng.random()
        if drop < 0.2:
            parts[0][:] = 128
        elif drop < 0.3:
            parts[1][int(rng.integers(2))] = 128
        facts = shard["facts"][index]
        # Of a card that lies open both indices can be read, unless one was just taken away.
        both = float(facts[0] > 0.97 and not 0.2 <= drop < 0.3)
        return (*parts, np.array([*truth(name, facts[0], facts[1]), both], np.float32))

    def _corner_example(
        self, rng: Generator, shard: dict[str, Any], index: int, name: str
    ) -> tuple[Any, ...]:
        view = roughened(rng, unpacked(shard, index, "outline_"))
        facts = shard["facts"][index]
        nominal = crops.outline_target()
        target = shard["targets"][index].reshape(4, 2)
        if rng.random() < 0.5:
            view, target = misplaced(rng, view, target)
        offsets = (target - nominal) / crops.OUTLINE_SIZE
        if rng.random() < 0.5:  # half a turn: corners change places
            view = np.ascontiguousarray(view[::-1, ::-1])
            offsets = -np.roll(offsets, 2, axis=0)
        kind = 2 if name == "none" else (1 if name == "BACK" else 0)
        weight = float(kind != 2 and facts[0] > 0.12 and np.abs(offsets).max() < 0.35)
        return view, np.array([*offsets.ravel(), facts[2], kind, weight], np.float32)


def as_input(pictures: Tensor) -> Tensor:
    """uint8 (..., h, w, 3) to float (..., 3, h, w) in -1 to 1, as `crops.tensor` does it."""
    return pictures.movedim(-1, -3).float() / 127.5 - 1


def corner_loss(model: nn.Module, example: list[Tensor]) -> dict[str, Tensor]:
    """Losses of the corner finder: heat maps, their means, and its other answers."""
    view, facts = example
    finder = cast(CornerFinder, model)
    heat, kinds = (answer.float() for answer in finder.maps(as_input(view)))
    offsets = finder.means(heat)
    weight = facts[:, 10]
    total = weight.sum().clamp(min=1)
    away = nn.functional.smooth_l1_loss(offsets, facts[:, :8], reduction="none", beta=0.01)
    rows, columns = finder.GRID
    place = (facts[:, :8] + finder.nominal).unflatten(1, (4, 2))
    dx = (finder.across - place[:, :, 0, None, None]) * columns
    dy = (finder.down - place[:, :, 1, None, None]) * rows
    wanted = (-(dx**2 + dy**2) / 2).flatten(2).softmax(dim=2)
    blurred = -(wanted * heat.flatten(2).log_softmax(dim=2)).sum(dim=2).mean(dim=1)
    turned = nn.functional.binary_cross_entropy_with_logits(
        kinds[:, 0], facts[:, 8], reduction="none"
    )
    return {
        "corners": (away.mean(dim=1) * weight).sum() / total * 20,
        "heat": (blurred * weight).sum() / total * 0.1,
        "turned": (turned * weight).sum() / total * 0.3,
        "kind": nn.functional.cross_entropy(kinds[:, 1:], facts[:, 9].long()) * 0.5,
    }


def index_loss(answers: Tensor, facts: Tensor) -> Tensor:
    """How badly the corners alone (n, 2, 17) read readable cards: both of a card that lies open, of
    others the better one."""
    ranks, suits = answers.split([len(RANKS), len(SUITS)], dim=2)

    def away(logits: Tensor, column: int) -> Tensor:
        truth = facts[:, column].long().clamp(min=0)[:, None].expand(-1, 2)
        return nn.functional.cross_entropy(logits.flatten(0, 1), truth.flatten(), reduction="none")

    each = (away(ranks, 1) + away(suits, 2)).unflatten(0, (-1, 2))
    asked = torch.where(facts[:, 5] > 0.5, each.mean(dim=1), each.amin(dim=1))
    return (asked * facts[:, 3]).sum() / facts[:, 3].sum().clamp(min=1)


def name_loss(model: nn.Module, example: list[Tensor]) -> dict[str, Tensor]:
    """Losses of the recogniser's four heads, and the share of readable cards named right."""
    whole, corners, facts = example
    heads, _, index = cast(Recogniser, model).learn(as_input(whole), as_input(corners))
    heads = heads.float()
    kind, rank, suit, readable = heads.split(HEADS, dim=1)
    ranks, suits = facts[:, 1].long(), facts[:, 2].long()
    read = nn.functional.binary_cross_entropy_with_logits(
        readable[:, 0], facts[:, 3], reduction="none"
    )
    named = facts[:, 3] > 0.5
    right = (rank.argmax(1) == ranks) & (suit.argmax(1) == suits)
    return {
        "kind": nn.functional.cross_entropy(kind, facts[:, 0].long()),
        "rank": nn.functional.cross_entropy(rank, ranks, ignore_index=-1),
        "suit": nn.functional.cross_entropy(suit, suits, ignore_index=-1),
        "index": index_loss(index.float(), facts) * 0.5,
        "read": (read * facts[:, 4]).sum() / facts[:, 4].sum().clamp(min=1) * 0.5,
        "right": right[named].float().mean().detach() if named.any() else torch.zeros(()),
    }


def new_model(task: Task) -> nn.Module:
    """The untrained network of a task."""
    return Recogniser() if task == "recogniser" else CornerFinder()


def train(
    task: Task, minutes: float, size: int, top_rate: float, run: str, kinds: list[str], threads: int
) -> None:
    """Train until so many minutes of learning are over, resuming where a run stopped."""
    folder = cache_folder() / "runs" / run
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    torch.set_num_threads(threads)
    model = new_model(task)
    optimiser = torch.optim.AdamW(model.parameters(), lr=top_rate, weight_decay=0.02)
    average = deepcopy(model).eval()
    spent, step, seen = 0.0, 0, 0
    checkpoint = folder / "last.pt"
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=False)
        model.load_state_dict(state["weights"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step, seen = state["spent"], state["step"], state["seen"]
    loader = DataLoader(
        ViewStream(task, kinds, seed=step), batch_size=size, num_workers=1, prefetch_factor=4
    )
    loss_of = name_loss if task == "recogniser" else corner_loss
    model.train()
    sums: dict[str, float] = {}
    last = saved = time.monotonic()
    for example in loader:
        done = spent / (minutes * 60)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = top_rate * rate(done)
        # Half precision doubles the pace on processors that have it and changes nothing else.
        with torch.autocast("cpu", torch.bfloat16):
            parts = loss_of(model, example)
        loss = sum((v for k, v in parts.items() if k != "right"), torch.zeros(()))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        step, seen = step + 1, seen + size
        keep = min(0.999, step / (step + 50))
        with torch.no_grad():
            for slow, fast in zip(
                average.state_dict().values(), model.state_dict().values(), strict=True
            ):
                if slow.dtype.is_floating_point:
                    slow.mul_(keep).add_(fast, alpha=1 - keep)
                else:
                    slow.copy_(fast)
        now = time.monotonic()
        spent, last = spent + min(now - last, 30.0), now
        for key, value in parts.items():
            sums[key] = sums.get(key, 0.0) + float(value.detach())
        if step % 100 == 0:
            shown = " ".join(f"{k} {v / 100:.4f}" for k, v in sums.items())
            sums = {}
            print(f"step {step} seen {seen} minutes {spent / 60:.1f} {shown}", flush=True)
        if now - saved > 120:
            saved = now
            save(checkpoint, model, average, optimiser, spent, step, seen)
    save(checkpoint, model, average, optimiser, spent, step, seen)
    print(f"done: {seen} views in {spent / 60:.1f} minutes", flush=True)


def save(
    path: Path,
    model: nn.Module,
    average: nn.Module,
    optimiser: torch.optim.Optimizer,
    spent: float,
    step: int,
    seen: int,
) -> None:
    """Write a checkpoint that survives being killed while it is written."""
    partial = path.with_suffix(".partial")
    torch.save(
        {
            "weights": model.state_dict(),
            "average": average.state_dict(),
            "optimiser": optimiser.state_dict(),
            "spent": spent,
            "step": step,
            "seen": seen,
        },
        partial,
    )
    partial.replace(path)


def export(task: Task, target: Path, run: str) -> None:
    """The averaged weights as ONNX, with a batch of any size."""
    state = torch.load(cache_folder() / "runs" / run / "last.pt", weights_only=False)
    model = new_model(task)
    model.load_state_dict(state["average"])
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
    parser.add_argument("--export", type=Path, help="write ONNX there instead of training")
    chosen = parser.parse_args()
    run = chosen.run or chosen.task
    if chosen.export:
        export(chosen.task, chosen.export, run)
    else:
        train(
            chosen.task,
            chosen.minutes,
            chosen.batch,
            chosen.rate,
            run,
            chosen.kinds.split(","),
            chosen.threads,
        )


if __name__ == "__main__":
    main()
