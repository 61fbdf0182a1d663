"""Card views from labelled photographs, for the recogniser to learn from beside drawn ones.

    python -m companion_datasets.training.photographs LABELS.jsonl

The labels give a box and a name for each card; the outline within the box is found with networks
that were trained on drawn scenes alone. Only cards whose outline fits its box are kept, and only
those that the labels call fully visible. The names are the labels', never the recogniser's own.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, cast

import numpy as np

from vision import crops, quads
from vision.eye import Eye
from vision.frame import Picture

from ..benchmarks.accuracy import photographs
from ..benchmarks.matching import Label, box_iou
from .shards import jittered, packed, shard_folder

KIND = "photographs"
FITS = 0.85
"""An outline belongs to a labelled card when its box and the label's share so much."""
COPIES = 2
"""Views of each card, each cut with another small error."""
PICTURES_A_SHARD = 60


def views_of(
    eye: Eye, picture: Picture, labels: tuple[Label, ...], rng: np.random.Generator
) -> list[tuple[Picture, str, float]]:
    """(view, name, card height in pixels) of the fully visible labelled cards of a picture."""
    pyramid = crops.Pyramid(picture)
    found = eye.detector.find(picture)
    outlines = eye.corners.outline(pyramid, [f.rectangle for f in found])
    made = []
    for label in labels:
        if not label.full or label.box is None:
            continue
        fits = [(box_iou(label.box, quads.box(o.quad)), i) for i, o in enumerate(outlines)]
        best = max(fits, default=(0.0, -1))
        if best[0] < FITS:
            continue
        quad = outlines[best[1]].quad
        for _ in range(COPIES):
            view = crops.card_view(pyramid, jittered(rng, quad))
            made.append((view, label.card, quads.height(quad)))
    return made


def main() -> None:
    """Command line: the labels to read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--models", type=Path, help="folder of the networks (default: released)")
    chosen = parser.parse_args()
    folder = shard_folder(KIND)
    folder.mkdir(parents=True, exist_ok=True)
    eye = Eye.load(chosen.models)
    rng = np.random.default_rng(1)
    examples = list(photographs(chosen.labels))
    total = 0
    for number, start in enumerate(range(0, len(examples), PICTURES_A_SHARD)):
        rows = [
            row
            for example in examples[start : start + PICTURES_A_SHARD]
            for row in views_of(eye, example.open(), example.labels, rng)
        ]
        if not rows:
            continue
        total += len(rows)
        pack = packed([view for view, _, _ in rows], 95)
        shard: dict[str, Any] = {f"view_{key}": value for key, value in pack.items()}
        shard["names"] = np.array([name for _, name, _ in rows])
        shard["facts"] = np.array([[1.0, 1.0, 0.0, high, 0.0] for _, _, high in rows])
        partial = folder / f"{number:05d}.partial.npz"
        np.savez(partial, **cast(Any, shard))
        partial.replace(folder / f"{number:05d}.npz")
    print(f"{total} views from {len(examples)} photographs")


if __name__ == "__main__":
    main()
