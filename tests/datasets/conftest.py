import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion_datasets.decks.load import Deck, load_deck
from companion_datasets.scenes import SceneMaker
from companion_datasets.scenes.shelf import Shelf
from companion_datasets.scenes.tables import Textures


def write_deck(folder: Path, deck: Deck) -> None:
    folder.mkdir(parents=True)
    for card, face in deck.faces.items():
        large = cv2.resize(np.asarray(face), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"{card}.png"), cv2.cvtColor(large, cv2.COLOR_RGBA2BGRA))


@pytest.fixture(scope="session")
def scene_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the two decks that come with the project; one of them is held out."""
    cache = tmp_path_factory.mktemp("cache")
    listing = {}
    (cache / "backs").mkdir()
    for name, held_out in (("english", False), ("german", True)):
        deck = load_deck(name)
        write_deck(cache / "decks" / name, deck)
        listing[name] = {"names": True, "held_out": held_out}
        back = cv2.cvtColor(np.asarray(deck.back), cv2.COLOR_RGBA2BGRA)
        prefix = "held-" if held_out else ""
        cv2.imwrite(str(cache / "backs" / f"{prefix}{name}.png"), back)
    (cache / "decks" / "decks.json").write_text(json.dumps(listing))
    return cache


@pytest.fixture(scope="session")
def scene_maker(scene_cache: Path) -> SceneMaker:
    return SceneMaker(Shelf.from_cache(scene_cache), Textures())
