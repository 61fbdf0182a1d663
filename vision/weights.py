"""The released networks: where they lie, whether they are the right ones, and running them.

`manifest.json` beside the weights names each file with its sha256 and the settings that were
chosen together with it (thresholds, temperature), so that a file and its settings cannot part.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import openvino
from numpy.typing import NDArray


class ModelError(Exception):
    """A network that cannot be used; the message says why and what to do."""


def models_folder() -> Path:
    """Where the released weights lie (`COMPANION_MODELS` overrides)."""
    named = os.environ.get("COMPANION_MODELS")
    if named:
        return Path(named)
    try:
        return Path(str(resources.files("companion_models")))
    except ModuleNotFoundError as missing:
        raise ModelError(
            "The package with the trained networks is not installed: install the program again "
            "(pip install .)."
        ) from missing


@dataclass(frozen=True)
class Network:
    """One network, ready to run, with its settings."""

    name: str
    request: openvino.InferRequest
    settings: Mapping[str, Any]
    _turn: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @classmethod
    def load(cls, name: str, folder: Path | None = None, threads: int | None = None) -> Network:
        """The network of that name, after its bytes were checked against the manifest.

        `threads`: how many a run may use (default: as many as there are cores, four at most).
        Raises ModelError where a file is missing, not the released one, or not readable.
        """
        folder = folder or models_folder()
        entry = _manifest(folder).get(name)
        if entry is None:
            raise ModelError(f"{folder / 'manifest.json'} knows no network called {name}.")
        path = folder / str(entry["file"])
        if not path.is_file():
            raise ModelError(
                f"The network file {path} is missing: install the program again, or take the file "
                "from the release."
            )
        data = path.read_bytes()
        found = hashlib.sha256(data).hexdigest()
        if found != entry["sha256"]:
            raise ModelError(
                f"The network file {path} is not the released one (sha256 {found[:12]}…, expected "
                f"{str(entry['sha256'])[:12]}…): it is damaged or was changed; take it from the "
                "release again."
            )
        settings = entry.get("settings", {})
        try:
            half = bool(settings.get("half", False))
            request = compiled(data, threads, half=half).create_infer_request()
        except Exception as fault:
            reason = str(fault).strip().splitlines()[-1]
            raise ModelError(f"The network file {path} cannot be loaded: {reason}") from fault
        return cls(name, request, settings)

    def run(self, **inputs: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """All outputs for the named inputs. One run after the other, whoever asks."""
        with self._turn:
            answers = self.request.infer(inputs, share_inputs=True)
            return [np.array(answer, np.float32) for answer in answers.values()]


def compiled(
    network: bytes | Path, threads: int | None = None, *, half: bool = False
) -> openvino.CompiledModel:
    """A network (ONNX) made ready for this processor, for inputs of any size.

    `half`: calculate in half precision (bfloat16) where the processor can, which takes half the
    time; for networks whose answers it hardly moves.
    """
    core = openvino.Core()
    half = half and "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    settings = {
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": "bf16" if half else "f32",
        "INFERENCE_NUM_THREADS": threads or min(4, os.cpu_count() or 1),
        "ENABLE_CPU_PINNING": False,
    }
    model = (
        core.read_model(network, b"") if isinstance(network, bytes) else core.read_model(network)
    )
    return core.compile_model(model, "CPU", settings)


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    if not path.is_file():
        raise ModelError(
            f"There are no trained networks in {folder}: install the program again (pip install .)."
        )
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise ModelError(f"{path} cannot be read ({fault}): install the program again.") from fault
    if not isinstance(entries, dict):
        raise ModelError(f"{path} is not a list of networks: install the program again.")
    return entries
