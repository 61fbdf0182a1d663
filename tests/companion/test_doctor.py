"""`companion doctor` says in plain words what works, and its status tells programs."""

from __future__ import annotations

import socket
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.certificate import certificate
from companion.commands import doctor as doctor_module
from companion.commands import serve
from companion.commands.doctor import command as doctor
from companion.data_folder import data_folder
from vision import sources
from vision.sources import Camera


def test_the_doctor_says_what_works_and_what_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = CliRunner().invoke(doctor)
    assert done.exit_code == 0
    assert f"opencv-python {cv2.__version__}" in done.output
    assert "The networks that read the cards work" in done.output
    assert "packages that the companion needs are installed." in done.output
    assert "amera" in done.output
    assert all(line[:3] in ("ok ", "NO ") for line in done.output.splitlines())


def test_a_program_can_tell_that_the_doctor_found_something_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path))
    done = CliRunner().invoke(doctor)
    assert done.exit_code == 1
    assert "NO  There are no trained networks" in done.output


def test_ports_disk_and_certificate_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(serve, "PORT", _free_port())
    before = CliRunner().invoke(doctor).output
    assert "GB are free on its disk" in before
    assert f"ok  Port {serve.PORT}, for the pages, is free." in before
    assert "The certificate that phones need is made at the first start" in before
    made = certificate(data_folder())
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", serve.PORT))
        taken.listen()
        after = CliRunner().invoke(doctor)
    assert f"NO  Port {serve.PORT}, for the pages, is in use" in after.output
    assert made.fingerprint in after.output
    assert after.exit_code == 0, "another port can be chosen"


def test_a_camera_that_cannot_be_opened_is_told_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sources, "cameras", lambda: [Camera(87, "Overhead HD", "usb-1")])
    said = CliRunner().invoke(doctor).output
    assert "NO  Camera 87 (Overhead HD): Camera 87 cannot be opened" in said


def test_without_a_camera_the_doctor_says_what_can_be_done_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sources, "cameras", lambda: [])
    monkeypatch.setattr(doctor_module.Path, "glob", lambda *_: iter(()))
    done = CliRunner().invoke(doctor)
    (line,) = (line for line in done.output.splitlines() if "No camera" in line)
    assert "plays are entered by hand" in line
    assert "companion serve --host 0.0.0.0" in line
    assert done.exit_code == 0


def test_every_line_of_the_doctor_is_a_whole_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    certificate(data_folder())
    for line in CliRunner().invoke(doctor).output.splitlines():
        words = line[4:]
        assert words.endswith("."), line
        assert len(words.split()) >= 4, line


@pytest.mark.parametrize(
    ("found", "bounds", "fits"),
    [
        ("5.0.0.93", "<6,>=4.10", True),
        ("4.9.0.80", "<6,>=4.10", False),
        ("6.0.0", "<6,>=4.10", False),
        ("4.10.0", "<6,>=4.10", True),
        ("1.0", "", True),
    ],
)
def test_a_package_outside_of_its_bounds_is_told(found: str, bounds: str, fits: bool) -> None:
    assert doctor_module.within(found, bounds) is fits


def test_a_package_that_is_missing_or_too_old_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    needed = ["scipy<2,>=1.13", "no-such-package>=1", "numpy>=999", 'pytest>=8; extra == "dev"']
    monkeypatch.setattr(doctor_module, "requires", lambda _name: needed)
    done = CliRunner().invoke(doctor)
    assert done.exit_code == 1
    assert "NO  no-such-package is not installed" in done.output
    assert "NO  numpy is version" in done.output
    assert "All" not in done.output
    assert "  pytest" not in done.output


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
