from pathlib import Path
from unittest import mock

import cv2
import numpy as np
import pytest

from companion_datasets.scenes import BY_NAME, EASY, HARD, NORMAL, TRAINING, SceneMaker
from companion_datasets.scenes.clutter import add_thing
from companion_datasets.scenes.prints import printed
from companion_datasets.scenes.shelf import Shelf, part_of
from companion_datasets.scenes.tables import KINDS, Textures, table_top
from vision import crops, quads

SIZE = (480, 270)


def test_the_same_seed_gives_the_same_scene_to_the_pixel(scene_maker: SceneMaker) -> None:
    one = scene_maker.make(11, HARD, SIZE)
    other = scene_maker.make(11, HARD, SIZE)
    assert (one.picture == other.picture).all()
    assert [c.card for c in one.cards] == [c.card for c in other.cards]
    assert (scene_maker.make(12, HARD, SIZE).picture != one.picture).any()


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_every_condition_makes_pictures_with_possible_labels(
    scene_maker: SceneMaker, name: str
) -> None:
    labelled = 0
    for seed in range(8):
        scene = scene_maker.make(seed, BY_NAME[name], SIZE)
        assert scene.picture.shape == (SIZE[1], SIZE[0], 3)
        assert scene.picture.dtype == np.uint8
        for card in scene.cards:
            labelled += 1
            assert quads.area(card.quad) > 0, "corners run clockwise"
            assert 0 < card.visible <= 1
            assert 0 <= card.index_visible <= 1
    assert labelled > 6


def test_easy_scenes_have_no_covered_cards(scene_maker: SceneMaker) -> None:
    for seed in range(10):
        cards = scene_maker.make(seed, EASY, (640, 360)).cards
        for i, one in enumerate(cards):
            for other in cards[i + 1 :]:
                assert quads.iou(one.quad, other.quad) < 0.04, "touching at most"


def test_the_conditions_keep_their_card_heights(scene_maker: SceneMaker) -> None:
    for seed in range(10):
        for card in scene_maker.make(seed, EASY, (960, 540)).cards:
            # The range is for a card looked at straight; the lens stretches by a little.
            assert 65 < quads.height(card.quad) < 195


def test_a_label_lies_on_its_card(scene_maker: SceneMaker) -> None:
    """The view cut at the label looks like the card's own face, and like no other's."""
    shelf = scene_maker.shelf
    checked = 0
    for seed in range(20):
        scene = scene_maker.make(seed, EASY, (1280, 720), card_height=260)
        deck = next(d for d in shelf.decks if d.name == scene.deck)
        pyramid = crops.Pyramid(scene.picture)
        for card in scene.cards:
            if card.card not in deck.cards or card.visible < 0.99:
                continue
            view = cv2.resize(crops.card_view(pyramid, card.quad), (48, 68))
            scores = {}
            for index, name in enumerate(deck.cards):
                art = cv2.resize(np.asarray(deck.art(index, 176)), (48, 68))[..., :3]
                scores[name] = float(
                    np.corrcoef(view.ravel().astype(float), art.ravel().astype(float))[0, 1]
                )
            checked += 1
            assert max(scores, key=lambda name: scores[name]) == card.card
    assert checked >= 5


def test_a_covered_card_shows_less_than_it_has(scene_maker: SceneMaker) -> None:
    shares = [
        card.visible for seed in range(30) for card in scene_maker.make(seed, NORMAL, SIZE).cards
    ]
    assert min(shares) < 0.8
    assert max(shares) > 0.98


def test_training_never_shows_a_held_out_deck(scene_maker: SceneMaker) -> None:
    held = {d.name for d in scene_maker.shelf.decks if d.part != "train"}
    assert held
    for seed in range(15):
        assert scene_maker.make(seed, TRAINING, (160, 160)).deck not in held


def test_benchmark_scenes_use_decks_that_training_never_saw(scene_maker: SceneMaker) -> None:
    part = next(d.part for d in scene_maker.shelf.decks if d.part != "train")
    held = {d.name for d in scene_maker.shelf.decks if d.part != "train"}
    seeds = range(9_000_000, 9_000_030)
    shown = [scene_maker.make(s, EASY, (160, 160), part=part).deck in held for s in seeds]
    assert sum(shown) >= 0.4 * len(shown)


def test_a_deck_is_held_out_by_name_for_ever() -> None:
    assert part_of("anything", held_out=False) == "train"
    parts = {part_of(f"deck-{i}", held_out=True) for i in range(20)}
    assert parts == {"validation", "held-out"}


def test_an_empty_cache_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="render the decks first"):
        Shelf.from_cache(tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_table_fills_its_picture(kind: str) -> None:
    top = table_top(np.random.default_rng(3), kind, 90, 160, Textures())
    assert top.shape == (90, 160, 3)
    assert top.dtype == np.float32
    assert top.min() >= 0
    assert top.max() <= 255


def test_things_on_the_table_carry_prints_that_are_no_cards(scene_maker: SceneMaker) -> None:
    rng = np.random.default_rng(1)
    sheets = [printed(rng, 120, 90) for _ in range(20)]
    assert all(sheet.shape == (120, 90, 3) for sheet in sheets)
    assert sum(sheet.std() > 20 for sheet in sheets) > 15, "hardly one is empty"


def test_measuring_scenes_keep_their_things_as_they_were(scene_maker: SceneMaker) -> None:
    """Prints are for learning; what is measured with stays comparable."""
    table = np.full((200, 300, 3), 100, np.float32)
    for seed in range(30):
        with mock.patch("companion_datasets.scenes.clutter.printed", side_effect=AssertionError):
            rng = np.random.default_rng(seed)
            add_thing(rng, table.copy(), scene_maker.textures, 80, held_out=True)


def test_in_scenes_to_learn_from_jokers_lie_far_more_often_than_in_a_pack(
    scene_maker: SceneMaker,
) -> None:
    cards = [c.card for s in range(60) for c in scene_maker.make(s, TRAINING, SIZE).cards]
    faces = [card for card in cards if card != "BACK"]
    assert faces.count("JOKER") > len(faces) / 40
