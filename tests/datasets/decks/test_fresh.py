"""Decks drawn for one scene only: always the same for a seed, and hardly two alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PySide6", reason="decks are drawn with Qt: pip install PySide6-Essentials")

from companion_datasets.decks import fonts
from companion_datasets.decks.canvas import lettering
from companion_datasets.decks.fresh import (
    HEIGHT,
    NARROWEST,
    FreshBack,
    FreshDeck,
    FreshStrangers,
    bold_style,
    fresh,
    fresh_strangers,
)
from companion_datasets.decks.strangers import strange_face, strange_style
from companion_datasets.decks.style import style_of
from companion_datasets.scenes import SceneMaker
from companion_datasets.training.fresh_shelf import FreshShelf
from companion_datasets.training.shards import VIEWS


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty cache: fonts are the system's."""
    folder = tmp_path_factory.mktemp("cache")
    try:
        fonts.for_indices(folder, False)
    except FileNotFoundError:
        pytest.skip("this machine has no fonts")
    return folder


def face(deck: FreshDeck, card: str) -> np.ndarray:
    return deck.art(deck.cards.index(card), HEIGHT)


def test_a_seed_always_draws_the_same_card(cache: Path) -> None:
    one, again = FreshDeck(bold_style(7, cache)), FreshDeck(bold_style(7, cache))
    assert (face(one, "QH") == face(again, "QH")).all()


def test_hardly_two_decks_are_alike(cache: Path) -> None:
    rng = np.random.default_rng(1)
    assert len({face(fresh(rng, cache, ()), "7C").tobytes() for _ in range(6)}) == 6


def test_a_small_card_comes_from_a_small_picture(cache: Path) -> None:
    deck = FreshDeck(bold_style(7, cache))
    assert deck.art(0, 60).shape[0] * 2 == deck.art(0, 300).shape[0] == HEIGHT


def test_a_deck_may_carry_the_pictures_of_another_between_its_own_indices(cache: Path) -> None:
    own, lender = FreshDeck(bold_style(7, cache)), FreshDeck(bold_style(8, cache))
    borrowed = face(FreshDeck(bold_style(7, cache), lender), "KS")
    high, wide = borrowed.shape[:2]
    changed = (borrowed != face(own, "KS")).any(axis=2)
    assert changed[high // 2 - 40 : high // 2 + 40, wide // 2 - 30 : wide // 2 + 30].mean() > 0.2
    assert not changed[:, : wide // 16].any()


def test_swapped_courts_keep_their_own_indices(cache: Path) -> None:
    lender = FreshDeck(bold_style(8, cache))
    plain = FreshDeck(bold_style(7, cache), lender)
    swapped = FreshDeck(bold_style(7, cache), lender, swapped=True)
    assert (face(plain, "7C") == face(swapped, "7C")).all()
    assert (face(plain, "KS") != face(swapped, "KS")).any()


def test_scenes_to_learn_names_from_show_fresh_decks_and_measuring_scenes_never(
    cache: Path, scene_maker: SceneMaker
) -> None:
    shelf = FreshShelf(scene_maker.shelf.decks, scene_maker.shelf.backs)
    maker = replace(scene_maker, shelf=shelf)
    learned = {maker.make(seed, VIEWS, (160, 160)).deck for seed in range(12)}
    assert any(name.startswith("fresh-") for name in learned)
    rng = np.random.default_rng(1)
    kept = {shelf.deck(rng, part="held-out", named=True).name for _ in range(20)}
    assert not any(name.startswith("fresh-") for name in kept)


def test_backs_too_are_drawn_afresh_and_each_seed_always_the_same(scene_maker: SceneMaker) -> None:
    assert (FreshBack(4).art(0, 300) == FreshBack(4).art(0, 300)).all()
    looks = {FreshBack(seed).art(0, 300).tobytes() for seed in range(8)}
    assert len(looks) == 8
    shelf = FreshShelf(scene_maker.shelf.decks, scene_maker.shelf.backs)
    rng = np.random.default_rng(1)
    assert any(shelf.back(rng, part="train").name.startswith("fresh-") for _ in range(9))
    assert not any(shelf.back(rng, part="held-out").name.startswith("fresh-") for _ in range(9))


def test_every_fresh_deck_has_a_joker_of_its_own(cache: Path) -> None:
    drawn = {face(FreshDeck(bold_style(seed, cache)), "JOKER").tobytes() for seed in range(12)}
    assert len(drawn) == 12


def test_cards_of_other_games_are_drawn_afresh_too_and_have_no_name_of_the_52(
    cache: Path, scene_maker: SceneMaker
) -> None:
    rng = np.random.default_rng(3)
    decks = [fresh_strangers(rng, cache) for _ in range(12)]
    assert len({deck.kind for deck in decks}) > 2
    for deck in decks[:4]:
        assert not deck.names
        faces = [deck.art(index, 300) for index in (0, len(deck.cards) - 1)]
        assert faces[0].shape == faces[1].shape
        assert (faces[0] != faces[1]).any()
    shelf = FreshShelf(scene_maker.shelf.decks, scene_maker.shelf.backs)
    there = [shelf.deck(rng, part="train", named=False) for _ in range(9)]
    assert any(isinstance(deck, FreshStrangers) for deck in there)


def test_a_fantasy_suit_has_one_sign_on_all_its_cards_and_suits_differ(cache: Path) -> None:
    style = strange_style(5, cache)
    three, same, other = (
        strange_face("elements", 5, style, number, HEIGHT) for number in (12, 12, 13)
    )
    assert (three == same).all()
    assert (three != other).any()


def with_display_fonts(folder: Path, cache: Path) -> Path:
    """A cache in which a font of the system stands for a display family."""
    shown = fonts.display_folder(folder)
    shown.mkdir(parents=True)
    font = next(f for f in fonts.for_indices(cache, False) if f.suffix == ".ttf")
    (shown / "fat-400.ttf").write_bytes(font.read_bytes())
    return folder


def test_most_decks_drawn_for_one_scene_are_lettered_as_no_book_is(
    cache: Path, tmp_path: Path
) -> None:
    folder = with_display_fonts(tmp_path / "cache", cache)
    lettered = [bold_style(seed, folder).font.name for seed in range(30)]
    assert 8 < lettered.count("fat-400.ttf") < 30
    assert not any(style_of(seed, folder).font.name == "fat-400.ttf" for seed in range(30))


def test_letters_may_lean_and_be_fatter_than_their_font(cache: Path) -> None:
    upright = replace(bold_style(7, cache), index=140.0, weight=0.0, lean=0.0)
    plain = face(FreshDeck(upright), "7C")
    ink = (plain[..., :3].max(axis=2) < 120).sum()
    fatter = face(FreshDeck(replace(upright, weight=0.08)), "7C")
    assert (fatter[..., :3].max(axis=2) < 120).sum() > ink * 1.02
    assert (face(FreshDeck(replace(upright, lean=0.2)), "7C") != plain).any()


def test_letters_never_become_so_narrow_that_nobody_could_read_them(cache: Path) -> None:
    for seed in range(40):
        style = bold_style(seed, cache)
        assert lettering(style.font, "8").boundingRect().width() * style.squeeze > NARROWEST - 1e-6


def test_a_joker_may_look_like_a_court_and_still_says_what_it_is(cache: Path) -> None:
    lender = FreshDeck(bold_style(8, cache))
    alike = [
        seed
        for seed in range(8)
        if (
            face(FreshDeck(bold_style(seed, cache), lender), "JOKER")
            != face(FreshDeck(bold_style(seed, cache)), "JOKER")
        ).any()
    ]
    assert 0 < len(alike) < 8


def test_painted_cards_fill_their_paper_and_differ_from_one_another(cache: Path) -> None:
    style = strange_style(5, cache)
    one, other = (strange_face("painted", 5, style, number, HEIGHT) for number in (0, 1))
    assert (one != other).mean() > 0.2
    paper = (one[40:-40, 30:-30, :3] == np.array(style.paper)).all(axis=2)
    assert paper.mean() < 0.2
