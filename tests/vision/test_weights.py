import json
from pathlib import Path

import pytest

from vision.weights import ModelError, Network, models_folder


def folder_with(tmp_path: Path, entries: object) -> Path:
    (tmp_path / "manifest.json").write_text(json.dumps(entries))
    return tmp_path


def test_a_folder_without_manifest_says_how_to_get_the_networks(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="install the program again"):
        Network.load("detector", tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, {"detector": {"file": "detector.onnx", "sha256": "0"}})
    with pytest.raises(ModelError, match=r"detector\.onnx is missing"):
        Network.load("detector", folder)


def test_changed_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "detector.onnx").write_bytes(b"not what was released")
    folder = folder_with(tmp_path, {"detector": {"file": "detector.onnx", "sha256": "0" * 64}})
    with pytest.raises(ModelError, match="not the released one"):
        Network.load("detector", folder)


@pytest.mark.parametrize("text", ["{", "[1]", '"x"'])
def test_a_broken_manifest_is_said_plainly(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ModelError, match="install the program again"):
        Network.load("detector", tmp_path)


def test_an_unknown_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no network called nose"):
        Network.load("nose", folder_with(tmp_path, {}))


@pytest.mark.parametrize("name", ["detector", "corners", "recogniser"])
def test_every_released_network_loads_and_is_small(name: str) -> None:
    assert Network.load(name).request.input_tensors
    for file in models_folder().glob("*.onnx"):
        assert file.stat().st_size < 12_000_000
