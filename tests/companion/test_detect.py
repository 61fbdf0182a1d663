"""`companion detect` tells the cards of every picture that can be read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from companion.commands.detect import command
from vision.eye import Eye
from vision.frame import Picture
from vision.sighting import Look, Sighting


class EyeForWhite:
    """Finds the one white rectangle of a picture and calls it the queen of hearts."""

    def look(self, picture: Picture) -> Look:
        white = np.argwhere(picture.min(axis=2) > 200)
        if not len(white):
            return Look((), 1.0, 0.0)
        (y1, x1), (y2, x2) = white.min(axis=0), white.max(axis=0) + 1
        quad = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float32)
        names = {"QH": 0.97, "QD": 0.03}
        return Look((Sighting(quad, 0.9, "face", names, known=True),), 12.34, 5.6)


@pytest.fixture(autouse=True)
def eye(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eye, "load", lambda *_: EyeForWhite())


def table(size: tuple[int, int] = (300, 200)) -> Image.Image:
    image = Image.new("RGB", size, (40, 90, 40))
    image.paste((250, 250, 250), (size[0] // 3, size[1] // 4, size[0] // 2, size[1] // 2))
    return image


def lines(*arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    done = CliRunner().invoke(command, ["--json", *arguments])
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_a_line_for_each_picture_as_the_design_says(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    table().save(path)
    status, (line,), _ = lines(str(path))
    assert status == 0
    assert line == {
        "image": str(path),
        "width": 300,
        "height": 200,
        "cards": [
            {
                "card": "QH",
                "confidence": 0.97,
                "corners": [[100.0, 50.0], [150.0, 50.0], [150.0, 100.0], [100.0, 100.0]],
                "candidates": {"QH": 0.97, "QD": 0.03},
            }
        ],
        "ms": {"detect": 12.3, "recognise": 5.6},
    }


def test_corners_are_pixels_of_the_original_however_it_was_decoded(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    table((9000, 6000)).save(path, quality=80)
    _, (line,), _ = lines(str(path))
    assert (line["width"], line["height"]) == (9000, 6000)
    assert line["cards"][0]["corners"][0] == pytest.approx([3000, 1500], abs=20)


def test_corners_follow_the_cameras_orientation_tag(tmp_path: Path) -> None:
    path = tmp_path / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    table().save(path, exif=exif, quality=95)
    _, (line,), _ = lines(str(path))
    assert (line["width"], line["height"]) == (200, 300)


def test_a_bad_picture_does_not_stop_the_others(tmp_path: Path) -> None:
    table().save(tmp_path / "good.png")
    (tmp_path / "bad.png").write_bytes(b"no picture")
    names = ["good.png", "bad.png", "missing.png", "good.png"]
    status, found, complaint = lines(*(str(tmp_path / name) for name in names))
    assert status == 1
    assert [Path(line["image"]).name for line in found] == ["good.png", "good.png"]
    assert "bad.png is no picture" in complaint
    assert "There is no file" in complaint
    assert len(complaint.splitlines()) == 2


def test_an_empty_table_has_no_cards(tmp_path: Path) -> None:
    Image.new("L", (50, 40), 20).save(tmp_path / "empty.png")
    _, (line,), _ = lines(str(tmp_path / "empty.png"))
    assert line["cards"] == []


def test_for_people_there_is_a_table(tmp_path: Path) -> None:
    table().save(tmp_path / "table.png")
    done = CliRunner().invoke(command, [str(tmp_path / "table.png")])
    assert done.exit_code == 0
    assert "1 card," in done.output
    assert "QH" in done.output
    assert "97%" in done.output


def test_without_pictures_it_says_how_it_is_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from companion.cli import main; main(['detect'])"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "IMAGE" in done.stderr
