"""Cards that are gathered, and one under a cover, are seen by nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.discretion import HushedEye
from companion.session import TableSession
from companion.store import Store
from companion.telling import Told
from companion.watching import TableWatch
from vision.events import CardLaid, CardMoved, CardRead, CardRemoved, HandsOff, Swept
from vision.quads import Quad
from vision.sighting import BACK, Look, Sighting
from vision.table import Table

FIVE = ["7H", "9H", "JH", "QH", "AH"]
TABLE = Table()
PLACE = (0.5, 0.5)
OUTLINE = ((0.47, 0.43), (0.53, 0.43), (0.53, 0.57), (0.47, 0.57))
JPEG = b"a picture"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TableSession]:
    table = TableSession(Store(tmp_path))
    yield table
    table.close()


def laid(track: int, card: str, place: tuple[float, float] = PLACE) -> CardLaid:
    outline = tuple((x + place[0] - 0.5, y + place[1] - 0.5) for x, y in OUTLINE)
    return CardLaid(
        at=float(track), track=track, card=card, confidence=0.9, candidates={}, place=place,
        quad_table=outline, arc=None, arc_certainty=0.0, evidence=b"a crop",
    )  # fmt: skip


def told(*events: Any, picture: bytes | None = JPEG) -> Told:
    return Told(1.0, TABLE, tuple(events), picture=picture, whole=JPEG)


def open_table(session: TableSession) -> TableWatch:
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    session.submit({"type": "lay_open", "cards": FIVE})
    return TableWatch(session)


# Face down


def test_no_picture_is_shown_while_cards_are_laid_and_gathered(session: TableSession) -> None:
    watch = TableWatch(session)
    session.start_game("vier-engel", ["Ada", "Bea"])
    watch.take(told())
    assert watch.latest() is None
    session.submit({"type": "release"})
    assert watch.latest() is None, "a picture of before must not turn up afterwards"
    watch.take(told())
    assert watch.latest() is not None
    session.submit({"type": "turn", "card": "AC"})
    session.submit({"type": "bank"})
    assert watch.latest() is None


def test_no_picture_is_shown_while_cards_are_laid_open_either(session: TableSession) -> None:
    """The layer's reference might be seen; the five are read all the same."""
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True, "judge": "layer"})
    watch = TableWatch(session)
    faces = [laid(n, card, (0.1 + 0.15 * n, 0.5)) for n, card in enumerate(FIVE)]
    watch.take(told(*faces))
    assert watch.latest() is None
    watch.take(told(HandsOff(at=9, since=7)))
    assert session.snapshot("table")["state"]["lying"] == FIVE
    watch.take(told())
    assert watch.latest() is not None


def test_faces_that_are_glimpsed_while_hushed_have_no_name_from_the_eye_on() -> None:
    quad: Quad = np.zeros((4, 2), np.float32)
    seen = Look((Sighting(quad, 0.9, "face", {"JOKER": 0.99}, True), Sighting(quad, 0.9, "back")))

    class Eye:
        def look(self, picture: Any) -> Look:
            return seen

    hushed = [True]
    eye = HushedEye(Eye(), lambda: hushed[0])
    look = eye.look(np.zeros((1, 1, 3), np.uint8))
    assert [one.card for one in look.sightings] == ["?", BACK]
    assert "JOKER" not in repr(look)
    hushed[0] = False
    assert eye.look(np.zeros((1, 1, 3), np.uint8)) is seen


def test_the_camera_counts_the_backs_that_lie_apart(session: TableSession) -> None:
    watch = TableWatch(session)
    session.start_game("vier-engel", ["Ada", "Bea"])
    places = [(0.1 + 0.1 * n, 0.5) for n in range(5)]
    watch.take(told(*(laid(n, BACK, place) for n, place in enumerate(places[:4]))))
    assert session.snapshot("seat")["cards_down"] == 4
    watch.take(told(laid(5, BACK, (0.12, 0.5))))
    assert session.snapshot("seat")["cards_down"] == 3, "two lie over each other"
    moved = CardMoved(at=9, track=5, card=BACK, before=(0.12, 0.5), after=(0.5, 0.5), widths=6)
    watch.take(told(moved))
    assert session.snapshot("seat")["cards_down"] == 5
    session.submit({"type": "release", "cards_down": 5})
    watch.take(told(HandsOff(at=11, since=9)))
    assert session.snapshot("seat")["cards_down"] is None


# Under the cover


def test_the_reference_under_a_cover_seals_and_nobody_sees_it(
    session: TableSession, tmp_path: Path
) -> None:
    watch = open_table(session)
    watch.take(told())
    watch.cover.begin()
    assert watch.latest() is None
    watch.take(told(laid(7, "?")))
    watch.take(told(CardRead(at=8, track=7, card="9S", confidence=0.9, candidates={})))
    state = session.snapshot("referee")["state"]
    assert state["sealed"]
    assert watch.cover.state == "no"
    watch.take(told())
    assert watch.latest() is None, "it still lies there"
    watch.take(told(CardRemoved(at=9, track=7, card="9S", place=PLACE)))
    watch.take(told())
    assert watch.latest() is not None
    shown = repr([session.snapshot(view) for view in ("table", "seat", "referee")])
    assert "9S" not in shown
    assert not list(tmp_path.glob("evidence/*/*"))
    session.submit({"type": "choose", "card": "9H"})
    assert session.snapshot("table")["state"]["last_round"]["reason"] == "devil_first"


@pytest.mark.parametrize("card", ["2S", "KS"])
def test_a_reference_that_means_none_of_the_five_seals_nothing(
    session: TableSession, card: str
) -> None:
    watch = open_table(session)
    watch.cover.begin()
    watch.take(told(laid(7, card)))
    assert watch.cover.state == "unclear"
    assert not session.snapshot("table")["state"]["sealed"]
    watch.take(told(CardRemoved(at=8, track=7, card=card, place=PLACE), laid(8, "9S")))
    assert session.snapshot("table")["state"]["sealed"]


def test_one_of_the_five_seen_anew_is_no_reference(session: TableSession) -> None:
    """The cover passes over the cards that lie open; they are found again under other tracks."""
    watch = open_table(session)
    watch.cover.begin()
    watch.take(told(laid(7, "9H"), laid(8, "QH")))
    assert watch.cover.state == "waiting"
    assert not session.snapshot("table")["state"]["sealed"]


def test_without_a_cover_a_face_seals_nothing(session: TableSession) -> None:
    watch = open_table(session)
    watch.take(told(laid(7, "9S")))
    assert not session.snapshot("table")["state"]["sealed"]
    watch.cover.begin()
    watch.cover.end()
    watch.take(told(laid(8, "JS")))
    assert not session.snapshot("table")["state"]["sealed"]
    assert watch.latest() is not None


def test_sealed_elsewhere_meanwhile_the_cover_waits_for_nothing(session: TableSession) -> None:
    watch = open_table(session)
    watch.cover.begin()
    session.submit({"type": "seal", "card": "JH"})
    watch.take(told(laid(7, "9S"), Swept(at=8, tracks=(7,), cards=("9S",))))
    assert watch.cover.state == "no"
    session.submit({"type": "choose", "card": "9H"})
    assert session.snapshot("table")["state"]["round_points"] == 1
