from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import cv2
import numpy as np
import pytest

from vision import crops, quads
from vision.corners import CornerFinder, Outline
from vision.eye import Eye
from vision.frame import Picture
from vision.gallery import Gallery, upside_down
from vision.likeness import Likeness
from vision.recogniser import Reading, Recogniser
from vision.sighting import BACK, UNKNOWN
from vision.taught import Taught

WIDE, HIGH = crops.CARD_SIZE


def painted(seed: int) -> Picture:
    """A card of some deck nobody knows: blots, bars and a frame."""
    rng = np.random.default_rng(seed)
    card = np.full((HIGH, WIDE, 3), (225, 238, 240), np.uint8)
    for _ in range(9):
        middle = (int(rng.integers(30, WIDE - 30)), int(rng.integers(30, HIGH - 30)))
        colour = tuple(int(c) for c in rng.integers(0, 200, 3))
        if rng.random() < 0.5:
            cv2.circle(card, middle, int(rng.integers(10, 45)), colour, -1, cv2.LINE_AA)
        else:
            end = (int(rng.integers(20, WIDE - 20)), int(rng.integers(20, HIGH - 20)))
            cv2.line(card, middle, end, colour, int(rng.integers(4, 18)), cv2.LINE_AA)
    cv2.rectangle(card, (8, 8), (WIDE - 9, HIGH - 9), (60, 60, 60), 2)
    return card


def otherwise(card: Picture) -> Picture:
    """The card in warmer light, from further away."""
    small = cv2.resize(card, None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA)
    again = cv2.resize(small, (WIDE, HIGH), interpolation=cv2.INTER_LINEAR)
    warm: Picture = np.clip(again * np.array([0.6, 0.75, 0.85]), 0, 255).astype(np.uint8)
    return warm


IDS = tuple(f"card-{i}" for i in range(12))
CARDS = {name: painted(i) for i, name in enumerate(IDS)}


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser.load(threads=1)


@pytest.fixture(scope="module")
def likeness() -> Likeness:
    return Likeness.load(threads=1)


@pytest.fixture(scope="module")
def gallery(recogniser: Recogniser, likeness: Likeness) -> Gallery:
    taught = Taught("painted", IDS)
    for card, view in CARDS.items():
        taught = taught.with_view(card, view)
    return Gallery.of(taught, recogniser, likeness)


def test_every_card_shown_once_is_known_again_in_other_light_and_smaller(gallery: Gallery) -> None:
    named = gallery.name([otherwise(view) for view in CARDS.values()])
    assert [answer.card for answer in named] == list(IDS)
    assert all(answer.confidence >= gallery.sure for answer in named)
    assert not any(answer.turned for answer in named)


def test_a_card_that_lies_upside_down_is_known_and_said_to_be(gallery: Gallery) -> None:
    named = gallery.name([upside_down(otherwise(view)) for view in CARDS.values()])
    assert [answer.card for answer in named] == list(IDS)
    assert all(answer.turned for answer in named)


@pytest.mark.parametrize("corner", range(4))
def test_a_card_of_which_a_quarter_is_covered_is_known(gallery: Gallery, corner: int) -> None:
    views = [view.copy() for view in CARDS.values()]
    rows = slice(0, HIGH // 2) if corner < 2 else slice(HIGH // 2, HIGH)
    columns = slice(0, WIDE // 2) if corner % 2 else slice(WIDE // 2, WIDE)
    for view in views:
        view[rows, columns] = painted(99)[rows, columns]
    named = gallery.name(views)
    assert [answer.card for answer in named] == list(IDS)


def test_cards_of_another_deck_are_none_of_this_one(gallery: Gallery) -> None:
    named = gallery.name([painted(1000 + i) for i in range(20)])
    assert sum(answer.stranger > 0.5 for answer in named) >= 19
    assert not any(answer.confidence >= gallery.sure for answer in named)


def test_a_card_beside_others_of_the_deck_is_the_less_a_stranger(gallery: Gallery) -> None:
    washed = cv2.GaussianBlur(otherwise(CARDS["card-3"]), (0, 0), 9)
    others = [otherwise(CARDS[name]) for name in ("card-1", "card-5", "card-8")]
    (alone,) = gallery.name([washed])
    beside = gallery.name([washed, *others])[0]
    assert beside.stranger < alone.stranger


def test_a_foreign_card_among_the_deck_s_own_is_told_all_the_same(gallery: Gallery) -> None:
    own = [otherwise(CARDS[name]) for name in ("card-1", "card-5", "card-8", "card-9")]
    told = [gallery.name([painted(1000 + i), *own])[0].stranger > 0.5 for i in range(8)]
    assert sum(told) >= 7


def test_what_may_be_no_card_says_nothing_about_the_deck(gallery: Gallery) -> None:
    card = cv2.GaussianBlur(otherwise(CARDS["card-3"]), (0, 0), 9)
    junk = [np.full((HIGH, WIDE, 3), grey, np.uint8) for grey in (40, 90, 140)]
    (alone,) = gallery.name([card])
    beside = gallery.name([card, *junk], surely=[True, False, False, False])[0]
    assert beside.stranger == pytest.approx(alone.stranger, abs=0.01)


def test_probabilities_come_in_order_and_never_add_up_to_more_than_one(gallery: Gallery) -> None:
    for answer in gallery.name([otherwise(CARDS["card-3"]), painted(500)]):
        shares = list(answer.names.values())
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) + answer.stranger <= 1.01


def test_a_deck_opened_from_its_file_names_the_same(
    gallery: Gallery, recogniser: Recogniser, likeness: Likeness
) -> None:
    again = Gallery.of(Taught.from_bytes(gallery.taught.to_bytes()), recogniser, likeness)
    view = otherwise(CARDS["card-5"])
    assert again.name([view]) == gallery.name([view])


def test_a_deck_of_which_nothing_was_shown_knows_no_card(
    recogniser: Recogniser, likeness: Likeness
) -> None:
    (answer,) = Gallery.of(Taught("new", IDS), recogniser, likeness).name([CARDS["card-0"]])
    assert answer.card is None
    assert answer.stranger == 1.0


def test_one_card_alone_is_told_from_all_others(recogniser: Recogniser, likeness: Likeness) -> None:
    taught = Taught("one").with_view("card-0", CARDS["card-0"])
    known, other = Gallery.of(taught, recogniser, likeness).name([CARDS["card-0"], painted(77)])
    assert known.card == "card-0"
    assert known.stranger < 0.5
    assert other.stranger > 0.5


def test_what_the_index_says_settles_between_two_cards_that_look_alike(
    recogniser: Recogniser, likeness: Likeness
) -> None:
    same = CARDS["card-0"]
    taught = Taught("french").with_view("7H", same).with_view("8H", same)
    gallery = Gallery.of(taught, recogniser, likeness)
    read = Reading({"8H": 0.98, "7H": 0.01}, 0.0, 0.0, 1.0)
    (answer,) = gallery.name([same], [read])
    assert answer.card == "8H"
    assert answer.confidence > 0.8
    unread = replace(read, names={"8H": 0.01, "7H": 0.01})
    (answer,) = gallery.name([same], [unread])
    assert answer.confidence < 0.6


FRENCH = {"7H": CARDS["card-0"], "8H": CARDS["card-1"], "QS": CARDS["card-2"]}


@pytest.fixture(scope="module")
def french(recogniser: Recogniser, likeness: Likeness) -> Gallery:
    taught = Taught("french")
    for card, view in FRENCH.items():
        taught = taught.with_view(card, view)
    return Gallery.of(taught, recogniser, likeness)


DOUBTED = cv2.GaussianBlur(otherwise(FRENCH["7H"]), (0, 0), 18)
"""A view of the seven that may be of another deck."""


def test_a_doubt_whose_deck_it_is_takes_no_name_away(french: Gallery) -> None:
    read = Reading({"7H": 0.98, "8H": 0.01}, 0.0, 0.0, 1.0)
    (answer,) = french.name([DOUBTED], [read])
    assert answer.stranger > 0.5
    assert answer.card == "7H"
    assert answer.confidence >= french.sure


def test_what_looks_like_no_card_of_a_french_deck_is_not_named_by_what_may_be_read_on_it(
    french: Gallery,
) -> None:
    read = Reading({"7H": 0.98, "8H": 0.01}, 0.0, 0.0, 1.0)
    (answer,) = french.name([painted(1234)], [read])
    assert answer.stranger > 0.5
    assert answer.confidence < french.sure


def test_a_french_deck_that_was_shown_in_part_is_read_where_nothing_was_shown(
    french: Gallery,
) -> None:
    read = Reading({"4D": 0.98}, 0.0, 0.0, 1.0)
    (answer,) = french.name([painted(1234)], [read])
    assert answer.card == "4D"
    assert answer.confidence >= french.sure


def test_a_reading_that_is_not_sure_names_no_card_of_another_deck(french: Gallery) -> None:
    read = Reading({"7H": 0.6, "8H": 0.3}, 0.0, 0.0, 1.0)
    (answer,) = french.name([painted(1234)], [read])
    assert answer.confidence < french.sure


def test_whose_deck_it_is_not_is_never_read_as_a_french_one(gallery: Gallery) -> None:
    read = Reading({"7H": 0.99}, 0.0, 0.0, 1.0)
    (answer,) = gallery.name([painted(1234)], [read])
    assert set(answer.names) <= set(IDS)
    assert answer.confidence < 0.5


class _Reads:
    """A recogniser in whose eyes every place is empty, as it may be with cards it never saw."""

    sure = 0.9

    def read(self, views: list[Picture]) -> list[Reading]:
        nothing = Reading({"2C": 0.0}, 0.0, 0.99, 0.0)
        return [nothing for _ in views]


def table(card: Picture) -> Picture:
    """The card on a plain table, photographed from above."""
    picture = np.full((700, 900, 3), (60, 90, 50), np.uint8)
    small = cv2.resize(card, (196, 280), interpolation=cv2.INTER_AREA)
    picture[200:480, 350:546] = small
    return picture


def test_the_eye_names_taught_cards_and_turns_their_outlines_upright(gallery: Gallery) -> None:
    eye = Eye.load(threads=1).with_deck(gallery)
    for view, up in ((CARDS["card-2"], True), (upside_down(CARDS["card-2"]), False)):
        (seen,) = eye.look(table(view)).sightings
        assert seen.card == "card-2"
        assert (quads.centre(seen.quad[:2])[1] < 340) == up


def test_a_card_that_the_recogniser_takes_for_nothing_stays_when_its_deck_was_taught(
    gallery: Gallery,
) -> None:
    eye = replace(Eye.load(threads=1), recogniser=_Reads())  # type: ignore[arg-type]
    assert eye.look(table(CARDS["card-4"])).sightings == ()
    (seen,) = eye.with_deck(gallery).look(table(CARDS["card-4"])).sightings
    assert seen.card == "card-4"


def test_a_card_of_another_deck_is_a_card_without_a_name(gallery: Gallery) -> None:
    eye = Eye.load(threads=1).with_deck(gallery)
    for seen in eye.look(table(painted(1234))).sightings:
        assert seen.card in (UNKNOWN, BACK)


class _ReadsFours:
    """A recogniser that reads the same card everywhere."""

    sure = 0.9

    def read(self, views: list[Picture]) -> list[Reading]:
        return [Reading({"4D": 0.999}, 0.0, 0.0, 1.0) for _ in views]


def test_what_was_not_shown_yet_of_a_french_deck_the_eye_names_as_without_it(
    french: Gallery,
) -> None:
    eye = replace(Eye.load(threads=1), recogniser=_ReadsFours())  # type: ignore[arg-type]
    picture = table(painted(1234))
    for looking in (eye, eye.with_deck(french)):
        (seen,) = looking.look(picture).sightings
        assert seen.card == "4D"


def test_where_a_card_may_be_covered_both_of_its_outlines_are_tried(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(outlines: Sequence[quads.Quad], plain: Sequence[bool]) -> list[quads.Quad]:
        assert len(outlines) == len(plain)
        return [quad * np.float32(0.3) for quad in outlines]

    monkeypatch.setattr("vision.eye.made_whole", cut)
    eye = Eye.load(threads=1).with_deck(gallery)
    assert "card-2" in [seen.card for seen in eye.look(table(CARDS["card-2"])).sightings]


def test_a_taught_back_is_seen_as_a_back(recogniser: Recogniser, likeness: Likeness) -> None:
    taught = Taught("d").with_view(BACK, CARDS["card-1"]).with_view("fool", CARDS["card-2"])
    eye = Eye.load(threads=1).with_deck(Gallery.of(taught, recogniser, likeness))
    (seen,) = eye.look(table(CARDS["card-1"])).sightings
    assert seen.side == "back"
    (seen,) = eye.look(table(CARDS["card-2"])).sightings
    assert seen.card == "fool"


@dataclass(frozen=True)
class _Across(CornerFinder):
    """A corner finder that starts every outline at the wrong side."""

    def outline(self, pyramid: crops.Pyramid, rectangles: Sequence[quads.Quad]) -> list[Outline]:
        found = super().outline(pyramid, rectangles)
        return [replace(one, quad=quads.turned(one.quad, 1)) for one in found]


def test_a_card_whose_outline_starts_at_the_wrong_side_is_known_all_the_same(
    gallery: Gallery,
) -> None:
    eye = Eye.load(threads=1).with_deck(gallery)
    eye = replace(eye, corners=_Across(eye.corners.network))
    (seen,) = eye.look(table(CARDS["card-6"])).sightings
    assert seen.card == "card-6"
    assert quads.height(seen.quad) > quads.width(seen.quad)


@dataclass(frozen=True)
class _Inner(CornerFinder):
    """A corner finder that takes a card's picture for the card when it looks for the first time."""

    looks: Iterator[int] = field(default_factory=count)

    def outline(self, pyramid: crops.Pyramid, rectangles: Sequence[quads.Quad]) -> list[Outline]:
        found = super().outline(pyramid, rectangles)
        if next(self.looks) > 0:
            return found
        return [
            replace(one, quad=(one.quad - one.quad.mean(axis=0)) * 0.7 + one.quad.mean(axis=0))
            for one in found
        ]


def test_a_card_outlined_along_its_picture_is_looked_for_from_further_out(
    gallery: Gallery,
) -> None:
    eye = Eye.load(threads=1).with_deck(gallery)
    eye = replace(eye, corners=_Inner(eye.corners.network), cores=1)
    (seen,) = eye.look(table(CARDS["card-6"])).sightings
    assert seen.card == "card-6"
    assert quads.height(seen.quad) > 250
