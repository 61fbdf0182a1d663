"""What an installation looks like from outside."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

HEAVY = ("torch", "torchvision", "ultralytics", "onnx", "PySide6")


@pytest.mark.parametrize("package", ["vision.eye", "companion.cli", "companion.web"])
def test_nothing_at_run_time_imports_torch_or_ultralytics(package: str) -> None:
    code = (
        f"import {package}, sys; "
        f"found = sorted(set(sys.modules) & set({HEAVY!r})); print(found); sys.exit(bool(found))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_package_of_ours_takes_a_well_known_name() -> None:
    """`datasets` and `models` are other people's packages; ours are mapped under other names."""
    code = (
        "import importlib.metadata as m; "
        "names = m.packages_distributions(); "
        "ours = sorted(k for k, v in names.items() if 'card-table-companion' in v); print(ours)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd="/", check=True
    )
    assert "'datasets'" not in done.stdout
    assert "'models'" not in done.stdout


def test_the_arrows_between_the_rooms_point_one_way() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports"))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_every_dependency_has_an_upper_bound() -> None:
    """`>=4.8` once became 5.0 overnight; a bound says which versions were tried."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for dependency in project["dependencies"]:
        assert "<" in dependency, dependency


def test_the_licence_is_the_agpl() -> None:
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in (ROOT / "LICENSE").read_text()[:200]


@pytest.mark.parametrize(
    "command",
    ["demo", "serve", "detect", "watch", "replay", "simulate", "doctor", "bench", "verify"],
)
def test_every_command_explains_itself(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", command, "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Usage:" in done.stdout


def test_every_third_party_name_that_we_import_exists() -> None:
    for module in (
        "cv2",
        "numpy",
        "openvino",
        "scipy.optimize",
        "flask",
        "flask_babel",
        "cheroot.wsgi",
        "pydantic",
        "yaml",
        "rich",
        "segno",
        "sqlalchemy",
        "PIL",
    ):
        __import__(module)


def test_the_installed_wheel_brings_models_pages_and_rules(tmp_path: Path) -> None:
    """A plain installation, not the working tree, has everything that a table needs."""
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--disable-pip-version-check",
            "-w",
            str(tmp_path),
            str(ROOT),
        ],
        check=True,
        capture_output=True,
    )
    import zipfile

    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    for wanted in (
        "companion_models/manifest.json",
        "companion_models/detector.onnx",
        "companion_models/recogniser.onnx",
        "companion_models/corners.onnx",
        "companion/games/berteln.de.md",
        "companion_datasets/decks/demo/english.webp",
    ):
        assert wanted in names
    assert any(n.startswith("companion/web/templates/") for n in names)
    assert any(n.startswith("companion/web/static/") for n in names)
    assert any(n.startswith("companion/web/translations/") for n in names)
    assert not any(n.split("/")[0] in ("datasets", "models", "tests") for n in names)


@pytest.mark.parametrize(
    "command",
    [["bench", "teach", "--deck", "elements"], ["bench", "accuracy", "--generated", "languages"]],
)
def test_what_draws_decks_says_which_package_it_needs(command: list[str]) -> None:
    program = (
        "import sys; sys.modules['PySide6'] = None; from companion.cli import main; "
        f"main({command!r})"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 2
    assert ended.stderr.strip() == (
        "Drawing decks needs PySide6: install it with pip install '.[decks]'."
    )
