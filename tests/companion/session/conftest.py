"""Every test here gets a real table: a session over a real SQLite log."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from tables import Table, fast_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=fast_folder()) as name:
        yield Path(name)


@pytest.fixture
def table(folder: Path) -> Iterator[Table]:
    table = Table(folder)
    yield table
    table.session.close()
