"""Makes the detector's weights and activations eight bits wide: a third faster, the same cards.

Not released so (see `models/TRIALS.md`); for slow machines that would rather have the time.

    python -m companion_datasets.training.quantise models/detector.onnx

The ranges of the activations are taken from training scenes. The last module, whose outputs are
coordinates and scores, stays as it is. Corner finder and recogniser stay in single precision:
their probabilities are what a name is given by.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.detector import letterboxed, network_input

from ..scenes import TRAINING, SceneMaker

SCENES = 32
FIRST_SEED = 7_500_000
HEAD = "/model.23/"
"""What the names of the last module's nodes begin with."""


class TrainingScenes(CalibrationDataReader):
    """Inputs of the detector from scenes that it could have learned from."""

    def __init__(self, scenes: int = SCENES) -> None:
        self._inputs = self._made(scenes)

    @staticmethod
    def _made(scenes: int) -> Iterator[dict[str, Any]]:
        maker = SceneMaker.from_cache()
        for seed in range(FIRST_SEED, FIRST_SEED + scenes):
            picture = maker.make(seed, TRAINING, (960, 540)).picture
            yield {"images": network_input(letterboxed(picture, 640)[0])}

    def get_next(self) -> dict[str, Any] | None:
        """The next input, None after the last."""
        return next(self._inputs, None)


def quantise(path: Path) -> None:
    """Replace the network at `path` by its eight-bit version."""
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        nodes = onnx.load(str(prepared)).graph.node
        quantize_static(
            str(prepared),
            str(path),
            TrainingScenes(),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[node.name for node in nodes if HEAD in node.name],
        )


def main() -> None:
    """Command line: the network to make smaller, in place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path)
    quantise(parser.parse_args().network)


if __name__ == "__main__":
    main()
