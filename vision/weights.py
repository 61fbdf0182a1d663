"""The released networks: where they lie, whether they are the right ones, and running them.

`manifest.json` beside the weights names each file with its sha256 and the settings that were
chosen together with it (thresholds, temperature), so that a file and its settings cannot part.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
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
    session: onnxruntime.InferenceSession
    settings: Mapping[str, Any]

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
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or min(4, os.cpu_count() or 1)
        options.log_severity_level = 3
        # Spinning would keep the other core from the rest of the program between two runs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            session = onnxruntime.InferenceSession(
                data, options, providers=["CPUExecutionProvider"]
            )
        except Exception as fault:
            raise ModelError(f"The network file {path} cannot be loaded: {fault}.") from fault
        return cls(name, session, entry.get("settings", {}))

    def run(self, **inputs: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """All outputs for the named inputs."""
        return list(self.session.run(None, inputs))


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
