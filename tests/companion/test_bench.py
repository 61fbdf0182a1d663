"""`companion bench` says plainly what it cannot measure, and before it begins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main


def bench(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    with pytest.raises(SystemExit) as ended:
        main(["bench", *arguments])
    return ended.value.code, capsys.readouterr().err


def labels(tmp_path: Path, image: str) -> str:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"image": image, "source": "x", "cards": []}))
    return str(path)


@pytest.mark.parametrize("image", ["missing.jpg", "gold.jsonl"])
def test_a_picture_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], image: str
) -> None:
    status, said = bench(capsys, "accuracy", labels(tmp_path, image))
    assert status == 1
    assert image in said
    assert "Something went wrong inside" not in said


@pytest.mark.parametrize(
    ("option", "name", "why"),
    [
        ("--json", "nowhere/report.json", "There is no folder"),
        ("--json", "", "is a directory"),
        ("--sheet", "nowhere/sheet.png", "There is no folder"),
        ("--sheet", "sheet.txt", "has to end in .png or .jpg"),
    ],
)
def test_where_a_report_cannot_be_written_is_said_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, name: str, why: str
) -> None:
    written = str(tmp_path / name)
    status, said = bench(capsys, "accuracy", labels(tmp_path, "missing.jpg"), option, written)
    assert status == 2
    assert why in " ".join(said.split())


@pytest.mark.parametrize("what", ["live", "pages"])
def test_pages_are_not_measured_for_a_report_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    status, said = bench(capsys, what, "--json", str(tmp_path / "nowhere" / "report.json"))
    assert status == 2
    assert "There is no folder" in " ".join(said.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["speed", "--rounds", "0"],
        ["accuracy", "--generated", "easy", "--scenes", "0"],
        ["table", "--films", "0"],
        ["replay", "--events", "1"],
        ["memory", "--minutes", "1"],
    ],
)
def test_nothing_cannot_be_measured(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    status, said = bench(capsys, *arguments)
    assert status == 2
    assert "is not in the range" in said
