"""Compares detectors fairly: the same scenes, the same processor time, the same judge.

    python -m companion_datasets.training.variants train --minutes 5
    python -m companion_datasets.training.variants judge

Variants are compared with others of the same start: what fits of the released detector, its
backbone alone, or nothing. They see scenes of the same shards and learn for as many minutes of
processor time of their own. They take turns, so that what runs beside them slows all of them
alike. Runs resume where they stopped. They are judged on scenes whose decks, backs and tables are
held out of training.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import Final

import torch

from .checkpoints import run_folder
from .comparison import SCENES, Entrant, report
from .designs import Design
from .detector import Plan, export, train

STARTS = {"released": 5e-4, "backbone": 1.5e-3, "nothing": 1.5e-3}
"""What variants may start with, and the top learning rate that goes with it."""
KINDS = ("scenes", "scenes-open")
BATCH = 8
LOOKED_AT = 640
"""Side to which all variants shrink a picture, beside the one they learned from."""

VARIANTS: Final[dict[str, tuple[Design, int]]] = {
    "rectangle": (Design(), 416),
    "yolo26n": (Design("yolo26n-obb"), 416),
    "corners": (Design("yolo11n-pose"), 416),
    "index": (Design(index=True), 416),
    "fine": (Design(fine=True), 416),
    "512": (Design(), 512),
    "640": (Design(), 640),
}
"""Each design with the side of the pictures that it learns from, one thing changed in each."""


def run_name(variant: str, start: str) -> str:
    """The run of a variant, below the cache folder's `runs`."""
    return f"variants/{start}/{variant}"


def plan(variant: str, start: str, minutes: float, released: Path) -> Plan:
    """How that variant is trained."""
    design, side = VARIANTS[variant]
    return Plan(
        run_name(variant, start),
        design,
        minutes,
        side,
        BATCH,
        STARTS[start],
        KINDS,
        start=None if start == "nothing" else released,
        backbone=start == "backbone",
    )


def exported(variant: str, start: str) -> Path | None:
    """The variant's network as ONNX, exported anew where it has learned since; None without run."""
    design, _ = VARIANTS[variant]
    folder = run_folder(run_name(variant, start))
    checkpoint, target = folder / "last.pt", folder / "detector.onnx"
    if not checkpoint.exists():
        return None
    if not target.exists() or target.stat().st_mtime < checkpoint.stat().st_mtime:
        export(target, run_name(variant, start), design)
    return target


def compare(released: Path | None, pictures: int) -> None:
    """Print what became of the variants that have learned anything."""
    networks = {}
    for start, (variant, (design, side)) in itertools.product(STARTS, VARIANTS.items()):
        path = exported(variant, start)
        if path:
            run = torch.load(path.with_name("last.pt"), weights_only=False)
            learned = f"{run['seen']} pictures of {side}, {run['spent'] / 60:.1f} min"
            sides = tuple(sorted({side, LOOKED_AT}))
            networks[f"{variant}, from {start}"] = Entrant(design, path, sides, learned)
    if not networks:
        raise SystemExit("No variant has learned anything yet: train them first.")
    if released:
        sides = tuple(sorted({416, LOOKED_AT}))
        networks["released"] = Entrant(Design(), released, sides, "as its card says")
    for text in report(networks, pictures):
        print(text, flush=True)


def main() -> None:
    """Command line: train variants in turns, or judge those that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="train in turns, or go on")
    training.add_argument("variants", nargs="*", default=list(VARIANTS), metavar="VARIANT")
    training.add_argument("--start", choices=STARTS, default="backbone")
    training.add_argument("--minutes", type=float, default=10, help="processor time of each")
    training.add_argument("--turns", type=int, default=3)
    training.add_argument("--released", type=Path, default=Path("models/detector.pt"))
    judging = commands.add_parser("judge", help="print the table")
    judging.add_argument("--released", type=Path, help="an ONNX file to put beside them")
    judging.add_argument("--pictures", type=int, default=SCENES, help="of each condition")
    chosen = parser.parse_args()
    if chosen.command == "judge":
        compare(chosen.released, chosen.pictures)
        return
    unknown = set(chosen.variants) - set(VARIANTS)
    if unknown:
        parser.error(f"no variant is called {min(unknown)}; there are {', '.join(VARIANTS)}")
    for turn in range(1, chosen.turns + 1):
        for variant in chosen.variants:
            print(f"== {variant}, turn {turn} of {chosen.turns}", flush=True)
            one = plan(variant, chosen.start, chosen.minutes, chosen.released)
            train(one, time.process_time, pause=chosen.minutes * turn / chosen.turns)


if __name__ == "__main__":
    main()
