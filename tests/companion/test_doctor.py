"""`companion doctor` says in plain words what works, and its status tells programs."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.commands.doctor import command as doctor


def test_the_doctor_says_what_works_and_what_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = CliRunner().invoke(doctor)
    assert done.exit_code == 0
    assert f"opencv-python {cv2.__version__}" in done.output
    assert "The models see" in done.output
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
