import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vision.corners import CornerFinder
from vision.detector import Detector
from vision.recogniser import Recogniser
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


@pytest.mark.parametrize("text", ["{", "[1]", '"x"', "", "[" * 200_000])
def test_a_broken_manifest_is_said_plainly(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ModelError, match="install the program again"):
        Network.load("detector", tmp_path)


def test_an_unknown_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no network called nose"):
        Network.load("nose", folder_with(tmp_path, {}))


@pytest.mark.parametrize("name", ["detector", "corners", "recogniser"])
def test_every_released_network_loads_and_is_small(name: str) -> None:
    assert Network.load(name).requests
    for file in models_folder().glob("*.onnx"):
        assert file.stat().st_size < 12_000_000


Parts = dict[str, Any]
RELEASED = json.loads((models_folder() / "manifest.json").read_text())


def folder_of_the_released(tmp_path: Path, manifest: Parts) -> Path:
    for file in models_folder().glob("*.onnx"):
        (tmp_path / file.name).symlink_to(file)
    return folder_with(tmp_path, manifest)


@pytest.mark.parametrize(
    "entry",
    ["detector.onnx", [], {"sha256": "0"}, {"file": "detector.onnx"}, {"file": 1, "sha256": "0"},
     {"file": "detector.onnx", "sha256": None},
     {"file": "detector.onnx", "sha256": "0", "settings": [1]}],
)  # fmt: skip
def test_a_manifest_that_does_not_say_where_a_network_is_is_said_plainly(
    tmp_path: Path, entry: object
) -> None:
    with pytest.raises(ModelError, match=r"manifest\.json does not say .* install the program"):
        Network.load("detector", folder_with(tmp_path, {"detector": entry}))


@pytest.mark.parametrize(
    ("load", "name", "setting", "values"),
    [
        (Detector.load, "detector", "sides", [None, [], 640, ["x"], [0], [-640], [True]]),
        (Detector.load, "detector", "close", [None, 0, -320, [320], "x"]),
        (Detector.load, "detector", "least", [None, "high", float("nan"), 2]),
        (Recogniser.load, "recogniser", "temperature", [None, 0, float("nan"), [1.0]]),
        (Recogniser.load, "recogniser", "strangers", [None, 0, 1.5, "few"]),
        (Recogniser.load, "recogniser", "sure", [None, {}, float("nan"), -1]),
    ],
)
def test_a_setting_that_cannot_be_is_named(
    tmp_path: Path,
    load: Callable[[Path, int], object],
    name: str,
    setting: str,
    values: list[object],
) -> None:
    folder = folder_of_the_released(tmp_path, RELEASED)
    for value in values:
        entry = RELEASED[name]
        changed = {**entry, "settings": {**entry["settings"], setting: value}}
        folder_with(folder, {**RELEASED, name: changed})
        with pytest.raises(ModelError, match=f"the setting {setting} of the network {name}"):
            load(folder, 1)


@pytest.mark.parametrize(
    ("load", "name", "other"),
    [
        (Detector.load, "detector", "corners"),
        (CornerFinder.load, "corners", "recogniser"),
        (Recogniser.load, "recogniser", "corners"),
    ],
)
def test_another_network_in_the_place_of_one_is_noticed_when_it_is_loaded(
    tmp_path: Path, load: Callable[[Path, int], object], name: str, other: str
) -> None:
    settings = RELEASED[name]["settings"]
    manifest = {**RELEASED, name: {**RELEASED[other], "settings": settings}}
    with pytest.raises(ModelError, match=f"another network than the {name}"):
        load(folder_of_the_released(tmp_path, manifest), 1)


def test_a_folder_that_was_named_and_holds_no_networks_is_to_be_named_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path / "nowhere"))
    with pytest.raises(ModelError, match="COMPANION_MODELS names that folder"):
        Network.load("detector")
