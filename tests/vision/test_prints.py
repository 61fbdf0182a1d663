import cv2
import numpy as np
import pytest

from vision import crops
from vision.frame import Picture
from vision.prints import Print, agreement

WIDE, HIGH = crops.CARD_SIZE


def card(seed: int) -> Picture:
    """A card with blots of its own."""
    rng = np.random.default_rng(seed)
    picture = np.full((HIGH, WIDE, 3), 235, np.uint8)
    for _ in range(10):
        at = (int(rng.integers(20, WIDE - 20)), int(rng.integers(20, HIGH - 20)))
        colour = tuple(int(c) for c in rng.integers(0, 180, 3))
        cv2.circle(picture, at, int(rng.integers(8, 40)), colour, -1, cv2.LINE_AA)
    return picture


def moved(picture: Picture, x: float, y: float) -> Picture:
    shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = (WIDE, HIGH)
    return np.asarray(
        cv2.warpAffine(picture, shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def agree(a: Picture, b: Picture) -> float:
    return agreement(Print.of(a), Print.of(b)).like


def test_a_card_agrees_with_itself_and_with_no_other() -> None:
    assert agree(card(1), card(1)) > 0.9
    assert all(agree(card(1), card(seed)) < 0.6 for seed in range(2, 8))


def test_other_light_changes_little() -> None:
    dim = np.clip(card(1) * np.array([0.4, 0.5, 0.6]), 0, 255).astype(np.uint8)
    assert agree(dim, card(1)) > 0.8


@pytest.mark.parametrize(("x", "y"), [(6, 0), (-5, 4), (0, -8)])
def test_an_outline_that_is_a_little_off_is_made_up_for(x: float, y: float) -> None:
    assert agree(moved(card(1), x, y), card(1)) > 0.85


def test_a_covered_part_takes_away_no_more_than_its_share() -> None:
    covered = card(1)
    covered[: HIGH // 2, : WIDE // 2] = card(9)[: HIGH // 2, : WIDE // 2]
    assert agree(covered, card(1)) > 0.6
    assert agree(covered, card(1)) > agree(covered, card(9)) + 0.2


def test_upside_down_is_half_a_turn() -> None:
    turned = np.ascontiguousarray(card(1)[::-1, ::-1])
    assert agreement(Print.of(turned), Print.of(card(1)).upside_down()).like > 0.9


def test_nothing_to_see_agrees_with_nothing_and_has_no_contrast() -> None:
    blank = np.full((HIGH, WIDE, 3), 255, np.uint8)
    assert agree(blank, card(1)) < 0.2
    assert Print.of(blank).contrast < 0.01 < Print.of(card(1)).contrast


def printed_in(ink: tuple[int, int, int], ground: tuple[int, int, int]) -> Picture:
    """The same drawing, tone on tone."""
    drawn = card(1).mean(axis=2, keepdims=True) / 235
    return np.rint(np.array(ink) * (1 - drawn) + np.array(ground) * drawn).astype(np.uint8)


@pytest.mark.parametrize(
    "light",
    [(0.6, 0.75, 0.95), (1.25, 1.1, 0.9), (1.7, 1.7, 1.7)],
    ids=["a warm lamp", "a cold lamp", "far too much light"],
)
def test_the_ink_of_another_suit_is_told_in_any_light(light: tuple[float, float, float]) -> None:
    blue, green = (
        printed_in((140, 60, 30), (250, 225, 215)),
        printed_in((50, 130, 40), (220, 250, 222)),
    )

    def hues(a: Picture, b: Picture) -> float:
        return agreement(Print.of(a), Print.of(b)).hues

    seen = np.clip(blue * np.array(light), 0, 255).astype(np.uint8)
    assert hues(seen, blue) > hues(seen, green) + 0.4


def test_a_card_in_black_and_white_shares_no_hues_with_a_coloured_one() -> None:
    grey = printed_in((20, 20, 20), (240, 240, 240))
    assert agreement(Print.of(grey), Print.of(card(1))).hues < 0.1


@pytest.mark.parametrize("light", [(0.6, 0.85, 1.0), (1.0, 0.85, 0.65), (1.6, 1.6, 1.6)])
def test_an_ink_of_the_next_hue_is_told_in_any_light(light: tuple[float, float, float]) -> None:
    teal, green = (
        printed_in((150, 140, 40), (215, 220, 190)),
        printed_in((90, 150, 40), (200, 220, 190)),
    )
    taught = np.clip(teal * np.array(light), 0, 255).astype(np.uint8)
    own, other = (agreement(Print.of(teal), Print.of(one)) for one in (taught, green))
    assert own.hues > other.hues + 0.3
