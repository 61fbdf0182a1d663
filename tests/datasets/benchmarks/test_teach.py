"""Teaching is measured with pictures of cards in a folder, shown once and then laid on tables."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.bench import command
from companion.errors import PlainError
from companion_datasets.benchmarks import taught_decks, teach
from companion_datasets.benchmarks.folder_decks import FolderDeck, jass_id, plain_id
from companion_datasets.benchmarks.generated import Extract
from companion_datasets.scenes import SceneMaker
from vision.eye import Eye
from vision.likeness import Likeness
from vision.taught import Taught


def drawn(folder: Path, names: tuple[str, ...], seed: int) -> Path:
    """Flat pictures of cards, as somebody may have scanned them."""
    folder.mkdir(parents=True)
    for number, name in enumerate(names):
        rng = np.random.default_rng((seed, number))
        card = np.full((900, 620, 3), 240, np.uint8)
        for _ in range(10):
            at = (int(rng.integers(80, 540)), int(rng.integers(80, 820)))
            colour = tuple(int(c) for c in rng.integers(0, 190, 3))
            cv2.circle(card, at, int(rng.integers(25, 120)), colour, -1, cv2.LINE_AA)
        cv2.imwrite(str(folder / f"{name}.jpg"), card)
    return folder


NAMES = ("Fool", "Sun", "Moon", "Star", "Tower", "World")


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> FolderDeck:
    return FolderDeck.read(drawn(tmp_path_factory.mktemp("real") / "tarot", NAMES, 1), "tarot")


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye.load(threads=1)


def test_a_folder_of_pictures_is_a_deck_with_round_corners(deck: FolderDeck) -> None:
    assert deck.cards == ("fool", "moon", "star", "sun", "tower", "world")
    assert not deck.names
    assert deck.aspect == pytest.approx(900 / 620, abs=0.01)
    face = deck.art(0, 100)
    assert 100 <= face.shape[0] < 200
    assert face[0, 0, 3] == 0
    assert face[face.shape[0] // 2, face.shape[1] // 2, 3] == 255


def test_files_give_cards_their_ids() -> None:
    assert plain_id("QH") == "QH"
    assert plain_id("Cups01") == "cups01"
    assert [jass_id(n) for n in ("E_0", "K_3", "S_4", "H_8")] == ["AD", "JC", "TS", "6H"]


def test_every_card_is_shown_once_and_known_in_other_scenes(
    eye: Eye, deck: FolderDeck, scene_maker: SceneMaker, tmp_path: Path
) -> None:
    other = FolderDeck.read(drawn(tmp_path / "other", NAMES, 2), "other")
    report = teach.measure(eye, Likeness.load(threads=1), scene_maker, deck, 4, [other])
    seen = report.tallies[teach.OUTLINED]
    assert seen.all >= 8
    assert seen.first >= 0.9 * seen.all
    assert report.tallies[teach.WHOLE].all == seen.all
    strangers = report.tallies[teach.OTHERS]
    assert strangers.right == 0
    assert strangers.wrong <= 0.1 * strangers.all
    text = "\n".join(report.lines())
    assert "6 cards" in text
    assert "called not of this deck" in text


def test_of_a_french_deck_the_answer_without_teaching_stands_beside(
    eye: Eye, scene_maker: SceneMaker
) -> None:
    french = next(d for d in scene_maker.shelf.decks if d.part != "train")
    few = Extract(french, ("QH",))
    report = teach.measure(eye, Likeness.load(threads=1), scene_maker, few, 6)
    assert f"{teach.OUTLINED}, not taught" in report.tallies
    assert f"{teach.OUTLINED}, pictures alone" in report.tallies
    assert f"{teach.WHOLE}, not taught" in report.tallies


def test_the_same_seed_teaches_the_same(
    eye: Eye, deck: FolderDeck, scene_maker: SceneMaker
) -> None:
    one = Extract(deck, (deck.cards[2],))
    taught = [teach.teach(eye, scene_maker, one, views=2) for _ in range(2)]
    assert isinstance(taught[0], Taught)
    assert taught[0].to_bytes() == taught[1].to_bytes()
    assert len(taught[0].views["star"]) == 2


def test_decks_that_are_not_there_are_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="--decks FOLDER"):
        taught_decks.deck_of("tarot", None)
    with pytest.raises(PlainError, match="There are no pictures of cards in"):
        command.main(["teach", "--decks", str(tmp_path), "--deck", "jass"], standalone_mode=False)


def test_a_real_deck_is_read_where_it_is_there() -> None:
    folder = Path(__file__).parents[4] / "shared" / "decks-real"
    if not folder.is_dir():
        pytest.skip("the flat pictures of real decks are not here")
    jass = taught_decks.deck_of("jass", folder)
    assert len(jass.cards) == 36
    assert jass.names
    assert len(taught_decks.deck_of("tarot", folder).cards) == 78
