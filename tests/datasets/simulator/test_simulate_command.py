import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.commands.simulate import command
from companion.errors import PlainError
from companion.record import Record, write
from vision.table import read_table


@pytest.fixture
def record_file(tmp_path: Path, trick: Record) -> Path:
    path = tmp_path / "trick.yaml"
    write(Record("berteln", trick.players, events=trick.events[:3]), path)
    return path


def simulate(*arguments: object) -> int:
    result = CliRunner().invoke(command, [str(argument) for argument in arguments])
    if isinstance(result.exception, PlainError):
        raise result.exception
    return result.exit_code


def test_a_film_is_written_with_its_truth_and_its_table(record_file: Path, tmp_path: Path) -> None:
    film, truth, table = tmp_path / "v.mp4", tmp_path / "t.jsonl", tmp_path / "t.toml"
    status = simulate(
        record_file, "--out", film, "--truth", truth, "--table", table, "--conditions", "easy",
        "--size", "320x180", "--fps", "8", "--seed", "3",
    )  # fmt: skip
    assert status == 0
    lines = [json.loads(line) for line in truth.read_text().splitlines()]
    assert [line["cards"] for line in lines if line["event"] == "laid"] == [["7C"], ["9C"]]
    assert [line["move"]["type"] for line in lines if line["event"] == "click"] == ["announce"]
    assert [line["at"] for line in lines] == sorted(line["at"] for line in lines)
    assert [seat.name for seat in read_table(table).seats] == ["Ada", "Bea", "Cem", "Dan"]
    reader = cv2.VideoCapture(str(film))
    assert reader.get(cv2.CAP_PROP_FPS) == pytest.approx(8)
    last = max(line["at"] for line in lines)
    count = 0
    while True:
        there, picture = reader.read()
        if not there:
            break
        assert picture.shape == (180, 320, 3)
        count += 1
    assert count / 8 > last


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--out", "film.avi"], "give a name that ends in .mp4"),
        (["--out", "no-such-folder/film.mp4"], "there is no folder"),
        (["--out", "film.mp4", "--deck", "no-such-deck"], "There is no deck called 'no-such-deck'"),
    ],
)
def test_a_wrong_use_is_answered_with_a_sentence(
    record_file: Path, arguments: list[str], sentence: str
) -> None:
    with pytest.raises(PlainError, match=sentence):
        simulate(record_file, "--size", "320x180", *arguments)


def test_a_size_that_is_none_is_refused(record_file: Path) -> None:
    assert simulate(record_file, "--out", "film.mp4", "--size", "big") == 2
    assert simulate(record_file, "--out", "film.mp4", "--size", "321x180") == 2
    assert simulate(record_file, "--out", "film.mp4", "--fps", "nan") == 2
