"""Decks, backs and other cards drawn from seeds, and the packages that decks come from."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PySide6", reason="decks are drawn with Qt: pip install PySide6-Essentials")

from companion_datasets.decks import (
    backs,
    build,
    fonts,
    gather,
    pips,
    procedural,
    sources,
    strangers,
    style,
    vector,
)
from companion_datasets.decks.__main__ import main
from companion_datasets.decks.canvas import Art

SMALL = 160
LICENCES = (Path(build.__file__).parent / "LICENCES.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty cache: fonts are the system's."""
    folder = tmp_path_factory.mktemp("cache")
    try:
        fonts.for_indices(folder, False)
    except FileNotFoundError:
        pytest.skip("this machine has no fonts")
    return folder


def alike(one: Art, other: Art) -> bool:
    return one.shape == other.shape and bool((one == other).all())


def test_a_seed_always_draws_the_same_deck(cache: Path) -> None:
    first = procedural.deck(3, cache, height=SMALL)
    second = procedural.deck(3, cache, height=SMALL)
    assert all(alike(first[card], second[card]) for card in first)


def test_other_seeds_draw_other_decks(cache: Path) -> None:
    looks = [style.style_of(seed, cache) for seed in range(8)]
    faces = [procedural.face(look, "7C", SMALL) for look in looks]
    assert len({face.tobytes() for face in faces}) == 8


def test_a_deck_has_52_different_faces_and_a_joker(cache: Path) -> None:
    faces = procedural.deck(5, cache, height=SMALL)
    assert len(faces) == 53
    assert len({face.tobytes() for face in faces.values()}) == 53


@pytest.mark.parametrize("language", list(style.INDEX_LETTERS))
def test_every_index_language_can_be_drawn(language: str, cache: Path) -> None:
    try:
        look = style.style_of(1, cache, language=language)
    except FileNotFoundError:
        pytest.skip("no font here has these letters")
    letters = [procedural.index_text(look, rank) for rank in "JQKAT7"]
    assert letters == [*style.INDEX_LETTERS[language].values(), "10", "7"]
    assert procedural.face(look, "QH", SMALL)[SMALL // 2, 50, 3] == 255


def test_cards_have_transparent_corners_and_the_asked_height(cache: Path) -> None:
    look = style.style_of(2, cache)
    face = procedural.face(look, "KD", 320)
    assert face.shape == (320, round(320 / look.aspect), 4)
    assert [face[y, x, 3] for y in (0, -1) for x in (0, -1)] == [0, 0, 0, 0]


def test_two_indices_look_the_same_from_both_ends(cache: Path) -> None:
    """A card turned around shows the same corner, so a player at any side can read it."""
    look = next(s for n in range(20) if (s := style.style_of(n, cache)).indices == 2)
    face = procedural.face(look, "9S", 400).astype(int)
    corner = face[: round(400 * look.index / 1000), : face.shape[1] // 4]
    turned = face[::-1, ::-1][: corner.shape[0], : corner.shape[1]]
    # The paper may be a little darker at the lower end.
    assert np.abs(corner - turned).mean() < 12


def test_held_out_decks_use_fonts_and_signs_of_their_own(cache: Path) -> None:
    ranges = [pips.look(np.random.default_rng(seed)) for seed in range(40)]
    held = pips.look(np.random.default_rng(0), held_out=True)
    assert held.foot not in {look.foot for look in ranges}
    assert held.hollow > max(look.hollow for look in ranges)
    assert fonts.HELD_OUT.match("Vollkorn-Bold.ttf")


@pytest.mark.parametrize("held_out", [False, True])
def test_backs_follow_their_seed(held_out: bool) -> None:
    kinds = len(backs.HELD_OUT_PATTERNS if held_out else backs.PATTERNS)
    drawn = [backs.back(seed, held_out, height=SMALL) for seed in range(kinds)]
    assert len({art.tobytes() for art in drawn}) == kinds
    assert alike(drawn[0], backs.back(0, held_out, height=SMALL))


@pytest.mark.parametrize("kind", list(strangers.KINDS))
def test_other_cards_have_ids_that_no_french_card_has(kind: str, cache: Path) -> None:
    faces = strangers.strange_deck(kind, 1, cache, height=60)
    assert len(faces) == strangers.KINDS[kind][1]
    assert all(card == card.lower() for card in faces)


def test_every_package_and_font_is_in_the_list_of_licences() -> None:
    for package in sources.PACKAGES:
        row = next(line for line in LICENCES.splitlines() if f"| `{package.name}` |" in line)
        assert package.licence in row
    for name in fonts.PACKAGES:
        assert f"`{name}`" in LICENCES
    known = {package.name for package in sources.PACKAGES}
    assert {deck.package for deck in sources.DECKS} <= known


def test_the_held_out_decks_are_in_the_list_of_licences() -> None:
    section = LICENCES.split("## Held out")[1].split("## What")[0]
    for deck in sources.DECKS:
        if deck.held_out:
            family = re.sub(r"-4-color$", "", deck.name)
            assert family in section, deck.name


def test_the_file_of_a_card_is_found_by_its_pattern() -> None:
    heruka = next(deck for deck in sources.DECKS if deck.name == "npm-heruka-4color")
    assert gather.card_file(heruka.file, "TS") == "package/src/images/4color/TS.svg"
    lindstedt = next(deck for deck in sources.DECKS if deck.name == "npm-deck-of-cards")
    assert gather.card_file(lindstedt.file, "QD") == "package/example/faces/3_12.svg"


def test_a_picture_is_cut_at_the_edge_of_its_card() -> None:
    picture = np.zeros((900, 700, 4), np.float32)
    picture[100:850, 90:610] = (250, 250, 250, 255)
    picture[850:870, 90:630] = (0, 0, 0, 60)  # its shadow
    card = vector.trimmed(picture, "card")
    assert card.shape == (700, round(520 * 700 / 750), 4)
    assert (card[..., 3] == 255).all()


def test_a_picture_without_a_card_is_refused() -> None:
    with pytest.raises(ValueError, match="shows no card"):
        vector.trimmed(np.zeros((900, 700, 4), np.float32), "an empty drawing")


def test_a_missing_program_is_named_with_the_way_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(gather.GatherError, match=r"no-such-program is missing: install it"):
        gather._run(["no-such-program"], tmp_path, "install it")


def test_the_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert "--photographs" in capsys.readouterr().out
