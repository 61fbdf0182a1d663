"""Where evenings are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.data_folder import data_folder, default_folder
from companion.errors import PlainError

HOME = Path("/home/ada")


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, HOME / ".local/share"),
        ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data")),
        ("linux", {"XDG_DATA_HOME": "data"}, HOME / ".local/share"),
        ("darwin", {}, HOME / "Library/Application Support"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local")),
        ("win32", {}, HOME / "AppData/Local"),
    ],
)
def test_each_platform_has_its_own_place(platform, environ, expected):
    assert default_folder(platform, environ, HOME) == expected / "card-table-companion"


def test_a_chosen_folder_is_made(tmp_path):
    folder = data_folder(tmp_path / "a" / "b")
    assert folder.is_dir()


def test_a_file_in_the_place_of_the_folder_is_told_plainly(tmp_path):
    (tmp_path / "file").write_text("")
    for chosen in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(PlainError, match="--data DIR"):
            data_folder(chosen)
