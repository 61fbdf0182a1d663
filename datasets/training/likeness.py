"""Trains the network by which the cards of a taught deck are known again.

    python -m companion_datasets.training.albums
    python -m companion_datasets.training.likeness --minutes 35
    python -m companion_datasets.training.likeness --export models/likeness.onnx

Each step teaches it parts of two decks, one view a card, and asks for other views of these cards,
of the other deck's, and of cards of the same deck that were not shown: of those it has to say that
they are none. Resumable like the other trainings.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from .albums import Faces, album_folder
from .checkpoints import Run, run_folder, soon
from .networks import Likeness
from .showings import PLAYED, TAUGHT, showing
from .tinted import in_suits

SHOWN, ASKED, UNSHOWN = 20, 22, 4
"""Cards of each deck in a step: pictures stored, views of these, views of its other cards."""
ALIKE = 2.5
"""Faces that differ by less on average (of 255) are one card."""
KEPT = 60
"""Steps of which one is learned from again."""
TINTED = 0.4
"""Share of the decks that are printed tone on tone, in suits that differ in little."""
DOUBT = 0.3
"""What a card of the same deck that was not shown weighs: some are all but alike."""


def different(faces: Faces) -> NDArray[np.intp]:
    """The indices of faces that are like none before them."""
    small = np.stack(
        [cv2.resize(f[..., :3], (42, 60), interpolation=cv2.INTER_AREA) for f in faces]
    )
    flat = small.reshape(len(faces), -1).astype(np.float32)
    kept: list[int] = []
    for i in range(len(faces)):
        if all(np.abs(flat[i] - flat[k]).mean() > ALIKE for k in kept):
            kept.append(i)
    return np.array(kept)


def another_print(rng: Generator, faces: Faces) -> Faces:
    """The same deck as it might have been printed: mirrored, in other colours, without indices."""
    if rng.random() < 0.25:
        faces = faces[:, :, ::-1]
    if rng.random() < 0.25:
        faces = faces[:, ::-1]
    if rng.random() < 0.25:
        order = rng.permutation(3)
        faces = np.concatenate([faces[..., :3][..., order], faces[..., 3:]], axis=-1)
    if rng.random() < 0.2:
        faces = faces.copy()
        high, wide = faces.shape[1:3]
        x, y = int(wide * rng.uniform(0.13, 0.2)), int(high * rng.uniform(0.15, 0.3))
        paper = np.median(faces[:, 6:-6, 4:8], axis=(1, 2)).astype(np.uint8)[:, None, None]
        for rows in (slice(5, y), slice(-y, -5)):
            faces[:, rows, 4:x] = faces[:, rows, -x:-4] = paper
    return np.ascontiguousarray(faces)


def otherwise(rng: Generator, views: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same views in other light, and a few with something over them: drawing is what takes
    longest, so each step is learned from twice."""
    gains = np.exp(
        rng.normal(0, 0.12, (len(views), 1, 1, 3)) + rng.normal(0, 0.15, (len(views), 1, 1, 1))
    )
    out = np.clip(views * gains.astype(np.float32), 0, 255).astype(np.uint8)
    high, wide = out.shape[1:3]
    for view in out:
        if rng.random() < 0.25:
            h, w = int(high * rng.uniform(0.08, 0.5)), int(wide * rng.uniform(0.08, 0.5))
            y, x = int(rng.uniform(0, high - h)), int(rng.uniform(0, wide - w))
            view[y : y + h, x : x + w] = rng.integers(0, 256, 3, dtype=np.uint8)
    return out


class Showings(IterableDataset[tuple[NDArray[np.uint8], NDArray[np.int64]]]):
    """Endless steps: views (96, 160, 112, 3) and for each its deck and card (-1: not shown)."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __iter__(self) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
        """Two decks a step: pictures to store first, then views to ask with."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, time.time_ns()))
        kept: dict[Path, NDArray[np.intp]] = {}
        lately: list[tuple[NDArray[np.uint8], NDArray[np.int64]]] = []
        while True:
            albums = sorted(album_folder().glob("*.npy"))
            if len(albums) < 2:
                raise SystemExit("There are no albums: make some with training.albums.")
            views, facts = [], []
            for deck, path in enumerate(rng.choice(np.array(albums), 2, replace=False)):
                faces = np.load(path, mmap_mode="r")
                if path not in kept:
                    kept[path] = different(faces)
                order = rng.permutation(kept[path])[: SHOWN + UNSHOWN]
                printed = another_print(rng, np.asarray(faces[np.sort(order)]))
                if rng.random() < TINTED:
                    printed = in_suits(rng, printed, SHOWN + UNSHOWN)
                shown = min(SHOWN, len(printed) - 2)
                if shown < 2:
                    break
                mixed = rng.permutation(len(printed))
                asked = [*rng.permutation(shown), *rng.integers(0, shown, SHOWN)][:ASKED]
                rest = rng.integers(shown, len(printed), UNSHOWN)
                for place in [*range(shown), *rng.integers(0, shown, SHOWN - shown)]:
                    other = printed[int(rng.integers(len(printed)))]
                    views.append(showing(rng, printed[mixed[place]], other, TAUGHT))
                    facts.append([deck, place, 1])
                for place in [*asked, *rest]:
                    other = printed[int(rng.integers(len(printed)))]
                    views.append(showing(rng, printed[mixed[place]], other, PLAYED))
                    facts.append([deck, place if place < shown else -1, 0])
            if len(views) < 2 * (SHOWN + ASKED + UNSHOWN):
                continue
            fresh = np.stack(views), np.array(facts, np.int64)
            yield fresh
            lately = [*lately[-KEPT:], fresh]
            views_again, facts_again = lately[int(rng.integers(len(lately)))]
            yield otherwise(rng, views_again), facts_again


def likeness_loss(model: nn.Module, views: Tensor, facts: Tensor) -> dict[str, Tensor]:
    """How surely each view's card, or none, is told among the pictures of either deck."""
    stored, asked, checked, judged = cast(Likeness, model)(views.movedim(3, 1).float() / 127.5 - 1)
    deck, card, is_stored = facts.unbind(1)
    asking = is_stored == 0
    losses, weights, right, refused = [], [], [], []
    for this in range(2):
        pictures = (is_stored == 1) & (deck == this)
        owners = card[pictures]
        size = int(owners.max()) + 1
        sharp, strict, least = judged[asking].split(1, dim=1)
        told = _nearest(asked[asking] @ stored[pictures].T, owners, size) * sharp
        mine = (deck[asking] == this) & (card[asking] >= 0)
        best = torch.where(mine, card[asking], told.detach().argmax(dim=1))[:, None]
        there = _nearest(checked[asking] @ stored[pictures].T, owners, size).gather(1, best)
        doubt = (strict * (there - least))[:, 0]
        is_it = nn.functional.binary_cross_entropy_with_logits(
            doubt, mine.float(), reduction="none"
        )
        which = nn.functional.cross_entropy(told, best[:, 0], reduction="none")
        losses.append(is_it + torch.where(mine, which, 0.0))
        unshown = (deck[asking] == this) & (card[asking] < 0)
        weights.append(torch.where(unshown, DOUBT, 1.0))
        right.append((told.detach().argmax(dim=1) == best[:, 0])[mine])
        refused.append((doubt.detach() < 0) == ~mine)
    loss, weight = torch.cat(losses), torch.cat(weights)
    return {
        "loss": (loss * weight).sum() / weight.sum(),
        "right": torch.cat(right).float().mean(),
        "refused": torch.cat(refused).float().mean(),
    }


def _nearest(near: Tensor, owners: Tensor, size: int) -> Tensor:
    """Of several pictures of one card the nearest counts: (n, pictures) to (n, cards)."""
    best = near.new_full((len(near), size), -1.0)
    return best.scatter_reduce(1, owners.expand(len(near), -1), near, "amax")


def train(minutes: float, top_rate: float, run: str, threads: int) -> None:
    """Train until so many minutes of learning are over, resuming where a run stopped."""
    torch.manual_seed(1)
    torch.set_num_threads(threads)
    model = Likeness()
    optimiser = torch.optim.AdamW(model.parameters(), lr=top_rate, weight_decay=0.02)
    this = Run.taken_up(run, model, optimiser)
    loader = DataLoader(Showings(this.step), batch_size=None, num_workers=1, prefetch_factor=6)
    model.train()
    for (views, facts), _ in this.course(loader, minutes, top_rate):
        with torch.autocast("cpu", torch.bfloat16):
            parts = likeness_loss(model, views, facts)
        this.learn(parts["loss"], parts, len(views), keep=soon)


def export(target: Path, run: str) -> None:
    """The averaged weights as ONNX, with a batch of any size."""
    state = torch.load(run_folder(run) / "last.pt", weights_only=False)
    model = Likeness()
    model.load_state_dict(state["average"])
    model.eval()
    torch.save(model.state_dict(), target.with_suffix(".pt"))
    outputs = ["stored", "asked", "checked", "judged"]
    torch.onnx.export(
        model,
        (torch.zeros(2, 3, 160, 112),),
        target,
        input_names=["view"],
        output_names=outputs,
        opset_version=17,
        dynamic_axes={n: {0: "n"} for n in ["view", *outputs]},
        dynamo=False,
    )
    print(f"{target}: {state['seen']} views, {state['spent'] / 60:.0f} minutes of learning")


def main() -> None:
    """Command line: train for some minutes, or export what was learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=35)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--run", default="likeness")
    parser.add_argument("--export", type=Path, help="write ONNX there instead of training")
    chosen = parser.parse_args()
    if chosen.export:
        export(chosen.export, chosen.run)
    else:
        train(chosen.minutes, chosen.rate, chosen.run, chosen.threads)


if __name__ == "__main__":
    main()
