"""How long one look takes, and how the detector compares with the same weights run by PyTorch."""

from __future__ import annotations

import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import quads
from vision.detector import letterboxed, network_input
from vision.eye import Eye
from vision.frame import Picture
from vision.weights import compiled, models_folder

CARDS = 8
ROUNDS = 30
RELEASED = "released: single precision, OpenVINO"


def eight_cards() -> Picture:
    """A 1920x1080 frame with eight cards apart from each other, drawn from the demo deck."""
    from ..decks.load import load_deck

    rng = np.random.default_rng(8)
    frame = np.empty((1080, 1920, 3), np.uint8)
    frame[:] = (60, 95, 50)
    deck = load_deck("english")
    for i, card in enumerate(sorted(deck.faces)[::6][:CARDS]):
        face = cv2.cvtColor(np.asarray(deck.faces[card]), cv2.COLOR_RGBA2BGRA)
        high, wide = face.shape[:2]
        middle = np.array([300 + 440 * (i % 4), 320 + 430 * (i // 4)])
        turn = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(turn), np.sin(turn)
        outline = quads.rectangle(170, 240) - np.array([85, 120], np.float32)
        corners = (outline @ np.array([[c, s], [-s, c]]) + middle).astype(np.float32)
        matrix = quads.homography(quads.rectangle(wide, high), corners)
        drawn = cv2.warpPerspective(face, matrix, (1920, 1080), flags=cv2.INTER_AREA)
        share = drawn[..., 3:].astype(np.float32) / 255
        frame = (frame * (1 - share) + drawn[..., :3] * share).astype(np.uint8)
    noise = rng.normal(0, 3, frame.shape)
    return np.clip(frame + noise, 0, 255).astype(np.uint8)


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Milliseconds of each round, after three that do not count."""
    for _ in range(3):
        work()
    spent = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        spent.append((time.perf_counter() - start) * 1000)
    return spent


def side_by_side(work: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median milliseconds of each, taken in turns so that a busy moment hits all of them."""
    spent: dict[str, list[float]] = {name: [] for name in work}
    for number in range(rounds + 3):
        for name, run in work.items():
            start = time.perf_counter()
            run()
            if number >= 3:
                spent[name].append((time.perf_counter() - start) * 1000)
    return {name: statistics.median(times) for name, times in spent.items()}


def rivals(eye: Eye, frame: Picture, folder: Path) -> dict[str, Callable[[], object]]:
    """The detector as released, in half precision and, where the packages are installed, the same
    weights by PyTorch and ONNX Runtime, and in eight bits; on a 1920x1080 frame.

    `folder` takes what is made."""
    side, network = next(iter(eye.detector.networks.items()))
    images = network_input(letterboxed(frame, side)[0])
    single, eight = models_folder() / "detector.onnx", folder / "eight.onnx"
    half = compiled(single, half=True).create_infer_request()
    found: dict[str, Callable[[], object]] = {
        RELEASED: lambda: network.run(images=images),
        "half precision, OpenVINO": partial(half.infer, {"images": images}),
    }
    try:
        import onnxruntime
        import torch
        from ultralytics import YOLO

        from ..training.quantise import quantise
    except ImportError:
        return found
    threads = min(4, os.cpu_count() or 1)
    model = YOLO(models_folder() / "detector.pt").model.float().fuse(verbose=False).eval()
    picture = torch.from_numpy(images)

    def by_torch() -> object:
        with torch.inference_mode():
            return model(picture)

    torch.set_num_threads(threads)
    found["single precision, PyTorch"] = by_torch
    quantise(single, eight, [frame])
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    for name, path in (("single precision", single), ("eight bits", eight)):
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        found[f"{name}, ONNX Runtime"] = partial(session.run, None, {"images": images})
    request = compiled(eight).create_infer_request()
    found["eight bits, OpenVINO"] = partial(request.infer, {"images": images})
    return found


def measure(folder: Path | None = None, rounds: int = ROUNDS) -> dict[str, Any]:
    """Median milliseconds of the whole look, of its parts, and of the detector's rivals."""
    frame = eight_cards()
    eye = Eye.load(folder)
    looks = []
    whole = timed(lambda: looks.append(eye.look(frame)), rounds)
    looks = looks[-rounds:]
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as scratch:
        detectors = side_by_side(rivals(eye, frame, Path(scratch)), rounds)
    return {
        "machine": f"{platform.processor() or platform.machine()}, {platform.system()}",
        "cards": statistics.median(len(look.sightings) for look in looks),
        "look_ms": statistics.median(whole),
        "look_ms_p95": sorted(whole)[int(rounds * 0.95)],
        "detect_ms": statistics.median(look.detect_ms for look in looks),
        "recognise_ms": statistics.median(look.recognise_ms for look in looks),
        "detector_ms": detectors,
    }


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The figures to read."""
    yield f"one 1920x1080 frame with {figures['cards']:.0f} cards, {figures['machine']}"
    yield f"  whole look        {figures['look_ms']:.0f} ms (95 %: {figures['look_ms_p95']:.0f} ms)"
    yield f"  finding           {figures['detect_ms']:.0f} ms (detector and corners)"
    yield f"  naming            {figures['recognise_ms']:.0f} ms"
    yield "the detector alone, in turns"
    released = figures["detector_ms"][RELEASED]
    for name, spent in figures["detector_ms"].items():
        yield f"  {name:32s} {spent:5.0f} ms  {spent / released:4.1f} times the released one"
    if len(figures["detector_ms"]) == 1:
        yield "  PyTorch is not installed here, so there is nothing to compare the detector with."
