"""`companion serve` ends when it is told to, however often and at whatever moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
PATIENCE_S = 60.0
SERVE = ["-u", "-c", "from companion.cli import main; main()", "serve", "--port", "0", "--data"]


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, *SERVE, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:
        yield process
        process.kill()


def told(process: subprocess.Popen[str], *numbers: int) -> tuple[int, str]:
    """Its exit status and what it said since, once it was told so."""
    for number in numbers:
        os.kill(process.pid, number)
        time.sleep(0.05)
    said, _ = process.communicate(timeout=PATIENCE_S)
    return process.returncode, said


@pytest.mark.parametrize(
    "numbers",
    [(signal.SIGTERM,), (signal.SIGTERM, signal.SIGTERM), (signal.SIGINT,) * 5],
    ids=["told once", "told twice at once", "Ctrl-C five times"],
)
def test_it_ends_once_however_often_it_is_told(
    serving: subprocess.Popen[str], tmp_path: Path, numbers: tuple[int, ...]
) -> None:
    assert serving.stdout is not None
    while "Ctrl-C ends" not in serving.stdout.readline():
        pass
    time.sleep(0.3)  # Serving by then, or about to: either way it ends.
    status, said = told(serving, *numbers)
    assert said.splitlines()[-1] in ("Good night. The game is kept.", "Aborted!")
    assert status in (0, 1)
    Store(tmp_path).close()


def test_told_while_it_begins_it_ends_as_well(
    serving: subprocess.Popen[str], tmp_path: Path
) -> None:
    while not (tmp_path / "companion.sqlite").exists():
        time.sleep(0.01)
    status, said = told(serving, signal.SIGINT, signal.SIGINT)
    assert "Traceback" not in said
    assert status in (0, 1)
