"""Cards that lie still are told once each, and told why where they cannot be learned from."""

from __future__ import annotations

import cv2
import numpy as np

from companion.teaching.still import StillCards
from vision import quads
from vision.frame import Picture
from vision.quads import Quad
from vision.sighting import Look, Sighting


def table() -> Picture:
    return np.full((720, 1280, 3), (60, 90, 70), np.uint8)


def card_at(x: float, y: float, high: float = 250.0) -> Quad:
    quad = quads.rectangle(high / 1.45, high) - np.array([high / 2.9, high / 2], np.float32)
    return (quad + np.array([x, y], np.float32)).astype(np.float32)


def drawn(*cards: Quad, blur: float = 0.0, paper: int = 225) -> Picture:
    picture = table()
    for quad in cards:
        cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), (paper, paper, paper))
        x, y = quads.centre(quad)
        for n in range(-3, 4):
            cv2.circle(picture, (int(x + n * 8), int(y + n * 25)), 9, (30, 30, 160), 2)
            cv2.putText(picture, "A7", (int(x - 50), int(y + n * 28)), 0, 0.8, (20, 20, 20), 2)
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture


def seen(quad: Quad, side: str = "face") -> Sighting:
    return Sighting(quad, 0.95, side, {"7C": 0.9} if side == "face" else {})  # type: ignore[arg-type]


def watch(
    still: StillCards, picture: Picture, *cards: Quad, first: float, looks: int = 6, hand=None
):  # type: ignore[no-untyped-def]
    told = []
    for n in range(looks):
        look = Look(tuple(map(seen, cards)))
        told += still.see(picture, first + n * 0.12, look, hand or (lambda _quad: 0.0))
    return told


def test_a_card_is_told_once_when_it_lies_still() -> None:
    quad = card_at(640, 360)
    told = watch(StillCards(), drawn(quad), quad, first=0.0, looks=20)
    assert len(told) == 1
    assert 0.24 <= told[0].at <= 0.5
    assert told[0].faults == ()
    assert told[0].view.shape == (320, 224, 3)


def test_a_card_that_is_still_being_laid_does_not_count() -> None:
    still = StillCards()
    for n in range(10):
        quad = card_at(300 + n * 30, 360)
        assert still.see(drawn(quad), n * 0.12, Look((seen(quad),))) == []


def test_outlines_that_tremble_are_still_and_may_begin_at_any_corner() -> None:
    still, rng, told = StillCards(), np.random.default_rng(1), []
    quad = card_at(640, 360)
    picture = drawn(quad)
    for n in range(8):
        shaken = quads.turned(quad, n % 4) + rng.normal(0, 2, (4, 2)).astype(np.float32)
        told += still.see(picture, n * 0.12, Look((seen(shaken.astype(np.float32)),)))
    assert len(told) == 1


def test_a_card_laid_where_another_was_taken_away_is_another() -> None:
    still, quad = StillCards(), card_at(640, 360)
    first = watch(still, drawn(quad), quad, first=0.0)
    assert watch(still, table(), first=1.0) == []
    second = watch(still, drawn(quad), quad, first=2.0)
    assert first[0].number != second[0].number


def test_a_card_laid_on_a_pile_is_told_after_the_hand_has_gone() -> None:
    still, quad = StillCards(), card_at(640, 360)
    first = watch(still, drawn(quad), quad, first=0.0)
    assert watch(still, drawn(quad), quad, first=1.0, looks=4, hand=lambda _quad: 0.4) == []
    second = watch(still, drawn(quad), quad, first=1.5)
    assert [one.number for one in second] == [first[0].number + 1]


def test_a_card_on_top_of_another_is_told_and_the_one_under_it_is_not_again() -> None:
    still, lower, upper = StillCards(), card_at(640, 360), card_at(700, 390)
    watch(still, drawn(lower), lower, first=0.0)
    watch(still, drawn(lower), lower, first=0.8, looks=2, hand=lambda _quad: 0.4)
    told = watch(still, drawn(lower, upper), lower, upper, first=1.1)
    assert len(told) == 1
    assert told[0].faults == ()
    assert abs(told[0].place[0] * 1280 - 700) < 2


def test_a_hand_that_stays_on_the_card_is_told() -> None:
    quad = card_at(640, 360)
    told = watch(StillCards(), drawn(quad), quad, first=0.0, looks=20, hand=lambda _quad: 0.3)
    assert {one.faults for one in told} == {("hand",)}
    assert len(told) <= 2


def test_cards_side_by_side_are_told_as_people_read() -> None:
    places = [card_at(300, 500), card_at(900, 200), card_at(300, 210), card_at(880, 505)]
    told = watch(StillCards(), drawn(*places), *places, first=0.0)
    rows = [(round(one.place[0], 1), one.place[1] > 0.5) for one in told]
    assert rows == [(0.2, False), (0.7, False), (0.2, True), (0.7, True)]


def test_bad_views_are_told_with_the_reason_and_again_until_they_are_good() -> None:
    for quad, picture, fault in (
        (card_at(640, 360), drawn(card_at(640, 360), blur=7), "blurred"),
        (card_at(640, 360, 60), drawn(card_at(640, 360, 60)), "small"),
        (card_at(640, 690), drawn(card_at(640, 690)), "cut"),
        (card_at(640, 360), drawn(card_at(640, 360), paper=50), "dark"),
    ):
        still = StillCards()
        told = watch(still, picture, quad, first=0.0, looks=16)
        assert len(told) >= 2
        assert all(fault in one.faults for one in told), fault
        assert len({one.number for one in told}) == 1
    still, quad = StillCards(), card_at(640, 360)
    watch(still, drawn(quad, blur=7), quad, first=0.0)
    good = watch(still, drawn(quad), quad, first=2.0 - 1.3 + 0.12, looks=12)
    assert good[-1].faults == ()


def test_of_two_cards_that_overlap_from_the_start_neither_is_learned_from() -> None:
    lower, upper = card_at(640, 360), card_at(720, 390)
    told = watch(StillCards(), drawn(lower, upper), lower, upper, first=0.0)
    assert {one.faults for one in told} == {("covered",)}
