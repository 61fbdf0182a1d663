"""The released networks: where they lie, whether they are the right ones, and running them.

`manifest.json` beside the weights names each file with its sha256 and the settings that were
chosen together with it (thresholds, temperature), so that a file and its settings cannot part.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from queue import LifoQueue
from typing import Any, TypeGuard

import numpy as np
import openvino
from numpy.typing import NDArray

from vision.abreast import MOST

MANIFEST = "manifest.json"


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
    requests: Sequence[openvino.InferRequest]
    """As many as may run at once."""
    settings: Mapping[str, Any]
    manifest: Path
    """Where the settings stand."""
    _free: LifoQueue[openvino.InferRequest] = field(
        init=False, default_factory=LifoQueue, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for request in self.requests:
            self._free.put(request)

    @classmethod
    def load(
        cls,
        name: str,
        folder: Path | None = None,
        threads: int | None = None,
        *,
        inputs: Sequence[str] = (),
        abreast: bool = False,
    ) -> Network:
        """The network of that name, after its bytes were checked against the manifest.

        `threads`: how many it may use (default: as many as there are cores, four at most).
        `inputs`: what it has to take, so that another network in its place is noticed now.
        `abreast`: see `compiled`.
        Raises ModelError where a file is missing, not the released one, or not readable.
        """
        folder = folder or models_folder()
        entry = _entry(folder, name)
        settings = entry.get("settings", {})
        path = folder / entry["file"]
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
                f"{entry['sha256'][:12]}…): it is damaged or was changed; take it from the "
                "release again."
            )
        try:
            half = settings.get("half") is True
            ready = compiled(data, threads, half=half, abreast=abreast)
            count = cores(threads) if abreast else 1
            requests = tuple(ready.create_infer_request() for _ in range(count))
        except Exception as fault:
            reason = str(fault).strip().splitlines()[-1]
            raise ModelError(f"The network file {path} cannot be loaded: {reason}") from fault
        takes = {port.get_any_name() for port in ready.inputs if port.names}
        if not takes.issuperset(inputs):
            raise ModelError(
                f"The network file {path} is another network than the {name}: install the program "
                "again (pip install .)."
            )
        return cls(name, requests, settings, folder / MANIFEST)

    def number(self, setting: str, least: float = 0.0, most: float = 1.0) -> float:
        """The setting, from `least` to `most`. Raises ModelError."""
        given = self.settings.get(setting)
        if not _within(given, least, most):
            raise self._unset(setting)
        return float(given)

    def numbers(self, setting: str, least: float, most: float) -> tuple[float, ...]:
        """The setting, one number or more, each from `least` to `most`. Raises ModelError."""
        given = self.settings.get(setting)
        if not isinstance(given, list) or not given:
            raise self._unset(setting)
        if not all(_within(one, least, most) for one in given):
            raise self._unset(setting)
        return tuple(float(one) for one in given)

    def _unset(self, setting: str) -> ModelError:
        return _unusable(self.manifest, f"the setting {setting} of the network {self.name}")

    def run(self, **inputs: NDArray[Any]) -> list[NDArray[np.float32]]:
        """All outputs for the named inputs; whoever asks while all are busy waits."""
        request = self._free.get()
        try:
            answers = request.infer(inputs, share_inputs=True)
            return [np.array(answer, np.float32) for answer in answers.values()]
        finally:
            self._free.put(request)


def cores(threads: int | None = None) -> int:
    """So many cores a look may take: `threads`, or all, four at most."""
    return threads or min(MOST, os.cpu_count() or 1)


def compiled(
    network: bytes | Path,
    threads: int | None = None,
    *,
    half: bool = False,
    abreast: bool = False,
) -> openvino.CompiledModel:
    """A network (ONNX) made ready for this processor, for inputs of any size.

    `half`: calculate in half precision (bfloat16) where the processor can, which takes half the
    time; for networks whose answers it hardly moves.
    `abreast`: as many runs at once as threads, each with one of them, instead of one with all.
    """
    core = openvino.Core()
    half = half and "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    settings = {
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": "bf16" if half else "f32",
        "INFERENCE_NUM_THREADS": cores(threads),
        "NUM_STREAMS": cores(threads) if abreast else 1,
        "ENABLE_CPU_PINNING": False,
    }
    model = (
        core.read_model(network, b"") if isinstance(network, bytes) else core.read_model(network)
    )
    return core.compile_model(model, "CPU", settings)


def _within(value: Any, least: float, most: float) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return least <= value <= most


def _unusable(manifest: Path, what: str) -> ModelError:
    return ModelError(f"{manifest} does not say {what} rightly: install the program again.")


def _entry(folder: Path, name: str) -> dict[str, Any]:
    """What the manifest says of a network: `file`, `sha256` and perhaps `settings`."""
    entries = _manifest(folder)
    if name not in entries:
        raise ModelError(f"{folder / MANIFEST} knows no network called {name}.")
    entry = entries[name]
    texts = isinstance(entry, dict) and all(
        isinstance(entry.get(key), str) for key in ("file", "sha256")
    )
    if not texts or not isinstance(entry.get("settings", {}), dict):
        raise _unusable(folder / MANIFEST, f"where the network {name} is and how it is used")
    return dict(entry)


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.is_file():
        named = os.environ.get("COMPANION_MODELS")
        mend = (
            "COMPANION_MODELS names that folder, so name another one or unset it."
            if named and Path(named) == folder
            else "install the program again (pip install .)."
        )
        raise ModelError(f"There are no trained networks in {folder}: {mend}")
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError, RecursionError) as fault:
        raise ModelError(f"{path} cannot be read ({fault}): install the program again.") from fault
    if not isinstance(entries, dict):
        raise ModelError(f"{path} is not a list of networks: install the program again.")
    return entries
