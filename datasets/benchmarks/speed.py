"""How long one look takes, and how the detector compares with the same weights run by PyTorch."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import quads
from vision.eye import Eye
from vision.frame import Picture
from vision.weights import models_folder

CARDS = 8
ROUNDS = 30


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


def torch_detector(side: tuple[int, int]) -> Callable[[], object] | None:
    """The released .pt run by PyTorch on a picture of that (high, wide), or None without torch."""
    try:
        import torch
        from ultralytics import YOLO
    except ImportError:
        return None
    model = YOLO(models_folder() / "detector.pt").model.float().fuse().eval()
    picture = torch.zeros(1, 3, *side)

    def run() -> object:
        with torch.inference_mode():
            return model(picture)

    return run


def measure(folder: Path | None = None, rounds: int = ROUNDS) -> dict[str, Any]:
    """Median milliseconds of the whole look and of its parts."""
    frame = eight_cards()
    eye = Eye.load(folder)
    looks = []
    whole = timed(lambda: looks.append(eye.look(frame)), rounds)
    looks = looks[-rounds:]
    detector = eye.detector
    blank = np.zeros((1, 3, 384, 640), np.float32)
    onnx = timed(lambda: detector.network.run(images=blank), rounds)
    torch_run = torch_detector((384, 640))
    torch_ms = statistics.median(timed(torch_run, rounds)) if torch_run else None
    onnx_ms = statistics.median(onnx)
    return {
        "machine": f"{platform.processor() or platform.machine()}, {platform.system()}",
        "cards": statistics.median(len(look.sightings) for look in looks),
        "look_ms": statistics.median(whole),
        "look_ms_p95": sorted(whole)[int(rounds * 0.95)],
        "detect_ms": statistics.median(look.detect_ms for look in looks),
        "recognise_ms": statistics.median(look.recognise_ms for look in looks),
        "detector_onnx_ms": onnx_ms,
        "detector_torch_ms": torch_ms,
        "torch_over_onnx": torch_ms / onnx_ms if torch_ms else None,
    }


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The figures to read."""
    yield f"one 1920x1080 frame with {figures['cards']:.0f} cards, {figures['machine']}"
    yield f"  whole look        {figures['look_ms']:.0f} ms (95 %: {figures['look_ms_p95']:.0f} ms)"
    yield f"  finding           {figures['detect_ms']:.0f} ms (detector and corners)"
    yield f"  naming            {figures['recognise_ms']:.0f} ms"
    yield f"  detector alone    {figures['detector_onnx_ms']:.0f} ms with ONNX Runtime"
    if figures["detector_torch_ms"] is None:
        yield "  PyTorch is not installed here, so there is nothing to compare the detector with."
    else:
        yield (
            f"                    {figures['detector_torch_ms']:.0f} ms with PyTorch, "
            f"{figures['torch_over_onnx']:.1f} times as long"
        )
