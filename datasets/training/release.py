"""Makes a release of what was trained: exports, chooses thresholds, writes manifest and cards.

    python -m companion_datasets.training.release --to models

Temperature and threshold are chosen on generated scenes with validation decks (seeds from
8,000,000), never on photographs and never on the decks that figures are measured with.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.eye import Eye
from vision.recogniser import HEADS, NAMES

from ..benchmarks.generated import generated
from ..benchmarks.matching import Label, match

VALIDATION_FROM = 8_000_000
"""First seed of the scenes that thresholds are chosen with."""
FILES = {
    "detector": "detector.onnx",
    "corners": "corners.onnx",
    "recogniser": "recogniser.onnx",
    "likeness": "likeness.onnx",
}
DETECTOR = {"sides": [640, 192], "close": 320, "least": 0.1, "same": 0.7}
HALF = {"half": True}
"""Half precision moves no probability of the recogniser by more than 0.01; through rectangles and
outlines it moves some by 0.04, so that detector and corner finder are run in single precision."""
STRANGERS = 0.03
"""One scene in eight shows another game's cards, of real evenings far fewer do."""
NAMING = {**HALF, "strangers": STRANGERS}
LIKENESS = {
    **HALF,
    "sharp": 1.1,
    "index": 0.8,
    "pictures": 5.0,
    "colours": 8.0,
    "own": [-1.623, 0.968, 1.682, -0.463, 1.035, 0.076],
    "sure": 0.865,
}
"""Chosen on decks of the validation part that were taught (`training.taught_decks`)."""
MOST_WRONG = 0.002
"""Share of wrong names, of those given, that the threshold allows on validation scenes."""


@dataclass(frozen=True)
class Trial:
    """One card of a validation scene: the surest name's probability, and whether it was right."""

    confidence: float
    right: bool


def manifest(folder: Path, settings: dict[str, dict[str, Any]]) -> None:
    """Write `manifest.json` for the files that lie in the folder."""
    entries = {
        name: {
            "file": file,
            "sha256": hashlib.sha256((folder / file).read_bytes()).hexdigest(),
            "settings": settings.get(name, {}),
        }
        for name, file in FILES.items()
    }
    text = json.dumps(entries, indent=2) + "\n"
    (folder / "manifest.json").write_text(text, encoding="utf-8")


def best_temperature(logits: NDArray[np.float32], truth: NDArray[np.int64]) -> float:
    """The temperature with the least negative log likelihood (Guo et al., 2017)."""
    best = (np.inf, 1.0)
    for temperature in np.arange(0.6, 3.01, 0.05):
        scaled = logits / temperature
        scaled = scaled - scaled.max(axis=1, keepdims=True)
        chances = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        loss = float(-chances[np.arange(len(truth)), truth].mean())
        best = min(best, (loss, float(temperature)))
    return best[1]


def trials(eye: Eye, conditions: str, count: int) -> list[Trial]:
    """What the eye says of the cards of so many validation scenes."""
    made = []
    for example in generated(conditions, count, VALIDATION_FROM, "validation"):
        picture = example.open()
        look = eye.look(picture)
        size = (picture.shape[1], picture.shape[0])
        found = match(example.labels, look.sightings, size)
        for result in found.results:
            seen = result.sighting
            if seen is not None and seen.names:
                name, share = next(iter(seen.names.items()))
                made.append(Trial(share, name == result.label.card))
        for seen in found.false:
            if seen.names:
                made.append(Trial(next(iter(seen.names.values())), False))
    return made


def threshold(made: list[Trial], most_wrong: float = MOST_WRONG) -> float:
    """The least confidence from which on at most that share of the names is wrong."""
    ordered = sorted(made, key=lambda t: -t.confidence)
    wrong = np.cumsum([not t.right for t in ordered])
    share = wrong / np.arange(1, len(ordered) + 1)
    fitting = np.flatnonzero(share <= most_wrong)
    if not len(fitting):
        return 0.99
    return float(round(min(0.99, max(0.5, ordered[int(fitting[-1])].confidence)), 3))


def coverage(made: list[Trial], sure: float) -> tuple[int, int, int]:
    """(named, wrong among them, all) at that threshold."""
    named = [t for t in made if t.confidence >= sure]
    return len(named), sum(not t.right for t in named), len(made)


def labelled_logits(
    eye: Eye, conditions: str, count: int
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Name logits (n, 52) of well visible validation cards, and their true names' indices."""
    from vision import crops

    logits: list[NDArray[np.float32]] = []
    truth: list[int] = []
    for example in generated(conditions, count, VALIDATION_FROM + 500_000, "validation"):
        pyramid = crops.Pyramid(example.open())
        cards = [label for label in example.labels if _teaches(label)]
        views = [crops.card_view(pyramid, label.quad) for label in cards if label.quad is not None]
        if not views:
            continue
        heads = eye.recogniser.heads(views)
        _, ranks, suits, _ = np.split(heads, np.cumsum(HEADS)[:-1], axis=1)
        named = ranks[:, :, None] + suits[:, None, :]
        logits.append(named.reshape(-1, len(NAMES)))
        truth.extend(NAMES.index(label.card) for label in cards)
    return np.concatenate(logits).astype(np.float32), np.array(truth)


def _teaches(label: Label) -> bool:
    return label.card in NAMES and (label.index_visible or 0) > 0.9


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=Path("models"))
    parser.add_argument("--scenes", type=int, default=150, help="validation scenes")
    parser.add_argument(
        "--sure", type=float, help="give names from this probability on, instead of choosing"
    )
    parser.add_argument("--no-export", action="store_true", help="keep the ONNX files as they are")
    chosen = parser.parse_args()
    if not chosen.no_export:
        from . import designs, detector, likeness, views

        detector.export(chosen.to / FILES["detector"], "detector", designs.Design())
        views.export("corners", chosen.to / FILES["corners"], "corners")
        views.export("recogniser", chosen.to / FILES["recogniser"], "recogniser")
        likeness.export(chosen.to / FILES["likeness"], "likeness")
    settings: dict[str, dict[str, Any]] = {
        "detector": DETECTOR,
        "likeness": LIKENESS,
        "recogniser": {**NAMING, "temperature": 1.0, "sure": chosen.sure or 0.9},
    }
    manifest(chosen.to, settings)
    if chosen.sure:
        return
    eye = Eye.load(chosen.to)
    logits, truth = labelled_logits(eye, "hard", chosen.scenes // 2)
    temperature = best_temperature(logits, truth)
    eye = replace(eye, recogniser=replace(eye.recogniser, temperature=temperature))
    made = trials(eye, "hard", chosen.scenes)
    sure = threshold(made)
    named, wrong, all_cards = coverage(made, sure)
    settings["recogniser"] = {**NAMING, "temperature": round(temperature, 2), "sure": sure}
    manifest(chosen.to, settings)
    print(
        f"temperature {temperature:.2f}, sure from {sure}: of {all_cards} faces found in hard "
        f"validation scenes {named} named, {wrong} of them wrong"
    )


if __name__ == "__main__":
    main()
