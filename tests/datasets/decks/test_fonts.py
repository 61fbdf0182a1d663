"""Display families come packed from npm; what cannot be had is said once."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

pytest.importorskip("PySide6", reason="decks are drawn with Qt: pip install PySide6-Essentials")

from fontTools.ttLib import TTFont

from companion_datasets.decks import build, fonts


def packed(cache: Path, family: str) -> None:
    """What npm would have fetched: a font of the system in an archive, as web pages use it."""
    try:
        font = next(f for f in fonts.for_indices(cache, False) if f.suffix == ".ttf")
    except (FileNotFoundError, StopIteration):
        pytest.skip("this machine has no fonts")
    face, content = TTFont(font), io.BytesIO()
    face.flavor = "woff"
    face.save(content)
    (cache / "npm").mkdir(parents=True)
    with tarfile.open(cache / "npm" / f"fontsource-{family}-5.0.0.tgz", "w:gz") as archive:
        entry = tarfile.TarInfo(f"package/files/{family}-latin-400-normal.woff")
        entry.size = len(content.getvalue())
        archive.addfile(entry, io.BytesIO(content.getvalue()))


def test_a_display_family_is_unpacked_so_that_cards_can_be_lettered_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed(tmp_path, "fat")
    monkeypatch.setattr(build, "FONT_PACKAGES", ())
    monkeypatch.setattr(build, "DISPLAY_FAMILIES", ("fat",))
    said: list[str] = []
    build.fetch_fonts(tmp_path, said.append)
    assert said == []
    (face,) = fonts.for_display(tmp_path)
    assert face.name == "fat-400.ttf"


def test_families_that_cannot_be_had_are_left_out_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "FONT_PACKAGES", ())
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))  # no npm
    said: list[str] = []
    build.fetch_fonts(tmp_path, said.append)
    (sentence,) = said
    assert f"{len(fonts.DISPLAY)} of {len(fonts.DISPLAY)} display families" in sentence
    assert "apt-get install npm" in sentence
