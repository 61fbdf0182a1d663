"""Decks: the demo decks come with the project; drawn decks follow their seed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from companion_datasets.decks import load
from companion_datasets.decks.load import CARDS, DeckError, list_decks, load_deck

DECKS = Path(load.__file__).parent


@pytest.fixture
def empty_cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.mark.parametrize("name", ["english", "german"])
def test_a_demo_deck_is_complete_in_a_fresh_clone(name: str, empty_cache: Path) -> None:
    assert name in list_decks(empty_cache)
    deck = load_deck(name, empty_cache)
    assert set(deck.faces) == {*CARDS, "JOKER"}
    assert len(CARDS) == 52
    for picture in (*deck.faces.values(), deck.back):
        assert picture.shape[0] == 500
        assert picture.shape[2] == 4
        assert picture[0, 0, 3] < 60  # a round corner
        assert picture[250, picture.shape[1] // 2, 3] == 255


@pytest.mark.parametrize("name", ["english", "german"])
def test_no_two_faces_of_a_demo_deck_are_alike(name: str, empty_cache: Path) -> None:
    faces = [face.tobytes() for face in load_deck(name, empty_cache).faces.values()]
    assert len(set(faces)) == 53


def test_red_cards_are_red_and_read_upright(empty_cache: Path) -> None:
    """Colours are in the order red, green, blue, and the index is in the upper left."""
    for name in ("english", "german"):
        face = load_deck(name, empty_cache).faces["7H"].astype(int)
        corner = face[20:110, 15:60]
        red, green, blue = (corner[..., i] for i in range(3))
        assert ((red > green + 80) & (red > blue + 80)).sum() > 100


def test_the_demo_decks_are_small() -> None:
    size = sum(file.stat().st_size for file in (DECKS / "demo").glob("*.webp"))
    assert size < 1_500_000


def test_a_deck_that_is_not_there_is_answered_with_what_to_do(empty_cache: Path) -> None:
    with pytest.raises(DeckError, match=r"'tarot'.*english, german.*companion_datasets\.decks"):
        load_deck("tarot", empty_cache)


def test_decks_of_the_cache_are_loaded_with_their_backs(empty_cache: Path) -> None:
    pytest.importorskip("PySide6")
    from companion_datasets.decks import build

    red = np.full((70, 50, 4), (200, 20, 20, 255), np.uint8)
    build._save_deck(empty_cache / "decks" / "mine", {"7C": red, "AS": red // 2})
    build.save(empty_cache / "backs" / "mine.png", red)
    entry = build._entry(empty_cache / "decks" / "mine", "drawn", "CC0-1.0", "mine")
    build.write_listing(empty_cache, {"mine": entry})
    deck = load_deck("mine", empty_cache)
    assert set(deck.faces) == {"7C", "AS"}
    assert np.array_equal(deck.back, red)
    assert list_decks(empty_cache) == ("english", "german", "mine")
    assert entry["aspect"] == 1.4


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path))
    assert load.cache_folder() == tmp_path
    assert load.cache_folder(tmp_path / "other") == tmp_path / "other"


def test_a_damaged_picture_is_named(empty_cache: Path) -> None:
    folder = empty_cache / "decks" / "broken"
    folder.mkdir(parents=True)
    (folder / "7C.png").write_bytes(b"no picture")
    listing = {"broken": {"back": "x"}}
    (folder.parent / "decks.json").write_text(json.dumps(listing))
    with pytest.raises(DeckError, match=r"7C\.png is missing or damaged"):
        load_deck("broken", empty_cache)


def test_loading_needs_no_qt() -> None:
    program = (
        "import sys; sys.modules['PySide6'] = None\n"
        "from companion_datasets.decks.load import load_deck\n"
        "print(len(load_deck('english').faces))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "53"
