"""Makes the detector's weights and activations eight bits wide: faster, the same cards.

Not released so (see `models/TRIALS.md`); for slow machines that would rather have the time.

    python -m companion_datasets.training.quantise models/detector.onnx detector-8-bit.onnx

The ranges of the activations are taken from training scenes. The last module, whose outputs are
coordinates and scores, stays as it is. Corner finder and recogniser stay in single precision:
their probabilities are what a name is given by.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.detector import letterboxed, network_input

from ..scenes import TRAINING, SceneMaker

Picture = NDArray[np.uint8]

SCENES = 32
FIRST_SEED = 7_500_000
HEAD = "/model.23/"
"""What the names of the last module's nodes begin with."""


def training_pictures() -> Iterator[Picture]:
    """Scenes that the detector could have learned from."""
    maker = SceneMaker.from_cache()
    for seed in range(FIRST_SEED, FIRST_SEED + SCENES):
        yield maker.make(seed, TRAINING, (960, 540)).picture


class _Inputs(CalibrationDataReader):
    """Pictures as the detector gets them."""

    def __init__(self, pictures: Iterable[Picture]) -> None:
        self._pictures = iter(pictures)

    def get_next(self) -> dict[str, Any] | None:
        """The next input, None after the last."""
        picture = next(self._pictures, None)
        if picture is None:
            return None
        return {"images": network_input(letterboxed(picture, 640)[0])}


def quantise(network: Path, target: Path, pictures: Iterable[Picture]) -> None:
    """Write the eight-bit version of a detector; `pictures` give the ranges of its activations."""
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(network), str(prepared), skip_symbolic_shape=True)
        nodes = onnx.load(str(prepared)).graph.node
        quantize_static(
            str(prepared),
            str(target),
            _Inputs(pictures),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[node.name for node in nodes if HEAD in node.name],
        )


def main() -> None:
    """Command line: the network, and where its eight-bit version goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path)
    parser.add_argument("target", type=Path)
    chosen = parser.parse_args()
    quantise(chosen.network, chosen.target, training_pictures())


if __name__ == "__main__":
    main()
