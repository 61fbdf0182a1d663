"""What the camera sees: what to change about it, and where the table lies in it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from companion.advised import Placed
from companion.session import TableSession
from companion.web import create_app
from companion.web.language import LANGUAGES
from vision.table import Table

from .tables import announced

JPEG = cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))[1].tobytes()
EVERY = ("no_cards", "dark", "glare", "small", "blurred", "coloured", "mirrored", "low_contrast")


class Overhead:
    """A camera over the table that says what it is told to say."""

    def __init__(self) -> None:
        self.source = "0"
        self.table = Table()
        self.advice: tuple[Placed, ...] = ()

    def latest(self) -> tuple[bytes, int, float] | None:
        return JPEG, 1, time.monotonic()

    def whole(self) -> tuple[bytes, int, float] | None:
        return self.latest()

    def advised(self) -> tuple[Placed, ...]:
        return self.advice

    def choices(self) -> Sequence[tuple[str, str]]:
        return [("0", "0 (the one above the table)"), ("1", "1 (a laptop's)")]

    def choose(self, source: str) -> None:
        self.source = source

    def play_with(self, deck: str) -> None:
        self.deck = deck

    def teach(self, lesson: object) -> None:
        self.lesson = lesson

    def keep(self, table: Table) -> None:
        self.table = table

    def seat(self, players: Sequence[str]) -> Mapping[str, str]:
        return {player: str(n) for n, player in enumerate(players, 1)}


@pytest.fixture
def overhead() -> Overhead:
    return Overhead()


@pytest.fixture
def app(session: TableSession, overhead: Overhead) -> Flask:
    return create_app(session, pictures=overhead, camera=overhead)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_is_said_with_what_to_change(
    app: Flask, overhead: Overhead, language: str
) -> None:
    client, said = app.test_client(), set()
    for fault in EVERY:
        overhead.advice = (Placed(fault, 62.4, (0.2, 0.9)),)  # type: ignore[arg-type]
        page = client.get("/setup/now", headers={"Accept-Language": language}).text
        assert 'data-place="0.2 0.9"' in page
        assert "%(" not in page
        if fault == "small":
            assert " 62 " in page
            assert "90" in page
        said.add(page)
    assert len(said) == len(EVERY)


def test_a_place_is_said_in_words(app: Flask, overhead: Overhead) -> None:
    overhead.advice = (Placed("glare", 0.2, (0.1, 0.1)),)
    page = app.test_client().get("/setup/now").text
    assert "The lamp shines on a card at the upper left: move the lamp" in page


def test_nothing_is_said_while_all_is_well_nor_of_an_empty_table_in_a_game(
    app: Flask, overhead: Overhead, session: TableSession
) -> None:
    client = app.test_client()
    assert "<li" not in client.get("/setup/now").text
    overhead.advice = (Placed("no_cards", 0.0),)
    assert "No card is seen" in client.get("/setup").text
    announced(session)
    assert "No card is seen" not in client.get("/referee").text


def test_the_camera_says_what_it_really_gives(app: Flask, session: TableSession) -> None:
    session.camera_status("live", "camera 0 (1280 x 720, 30 pictures a second, MJPG, by v4l2)")
    said = app.test_client().get("/setup/now", headers={"Accept-Language": "pl"}).text
    assert "Kamera działa. Daje 1280 × 720 pikseli, 30 razy na sekundę." in said


def test_a_table_that_is_none_is_refused_and_the_old_one_stays(
    app: Flask, overhead: Overhead
) -> None:
    client = app.test_client()
    crossed = json.dumps([[0.9, 0.1], [0.1, 0.1], [0.9, 0.9], [0.1, 0.9]])
    for sent in (crossed, "[[0, 0]]", "nonsense", "[1, 2, 3, 4]", '[["a", "b"]]'):
        answer = client.post("/setup/table", json={"corners": sent})
        assert answer.status_code == 409
    assert overhead.table == Table()


def test_a_film_is_typed_where_no_camera_of_the_list_is_meant(
    app: Flask, overhead: Overhead
) -> None:
    client = app.test_client()
    client.post("/setup/camera", json={"source": "other", "other_source": " evening.mp4 "})
    assert overhead.source == "evening.mp4"
    assert 'value="evening.mp4"' in client.get("/setup").text
    client.post("/setup/camera", data={"source": "", "other_source": "evening.mp4"})
    assert overhead.source == ""


def test_the_table_is_set_up_with_the_keyboard_and_goes_with_the_game(
    visit: Any, overhead: Overhead, session: TableSession
) -> None:
    page = visit("/setup", viewport={"width": 360, "height": 740})
    for number, name in enumerate(["Ada", "Bea", "Cem"]):
        page.fill(f"#player-{number}", name)
    page.click("[data-aim] summary")
    page.wait_for_selector(".handle.corner >> nth=3")  # They are drawn once the picture is there.
    assert page.locator(".handle.corner:visible").count() == 4
    page.focus("[data-corner='0']")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowDown")
    assert "Corner at the upper left: 4 %" in page.inner_text("[data-aim-said]")
    page.click("[data-keep-table]")
    page.wait_for_selector(".says:has-text('The table is kept like this.')")
    assert overhead.table.corners[0] == (0.04, 0.005)
    page.check("[name=aim][value=seats]")
    seat = page.get_by_role("button", name="Seat of Bea")
    seat.focus()
    page.keyboard.press("ArrowRight")
    page.check("[name=aim][value=zones]")
    assert page.locator(".handle:visible").count() == 2  # only one game needs a talon
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("text=Start the game")
    page.wait_for_url("**/table")
    assert [arc.middle for arc in overhead.table.seats] == [90, 215, 330]
    assert overhead.table.corners[0] == (0.04, 0.005)


def test_a_corner_is_dragged_on_the_picture(visit: Any, overhead: Overhead) -> None:
    page = visit("/setup")
    page.click("[data-aim] summary")
    page.wait_for_selector(".picture img:not([hidden])")
    page.locator("[data-corner='2']").scroll_into_view_if_needed()
    frame = page.locator("[data-plan]").bounding_box()
    grip = page.locator("[data-corner='2']").bounding_box()
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(frame["x"] + 0.8 * frame["width"], frame["y"] + 0.7 * frame["height"], steps=3)
    page.mouse.up()
    page.click("[data-keep-table]")
    page.wait_for_selector(".says:has-text('The table is kept like this.')")
    assert overhead.table.corners[2] == pytest.approx((0.8, 0.7), abs=0.01)


def test_how_old_a_picture_is_can_be_filled_in_by_the_page(app: Flask) -> None:
    page = app.test_client().get("/setup").text
    assert 'data-old="The picture is %s seconds old."' in page


def test_advice_comes_and_goes_on_an_open_page_with_a_ring_on_the_picture(
    visit: Any, overhead: Overhead, session: TableSession
) -> None:
    announced(session)
    page = visit("/referee")
    overhead.advice = (Placed("glare", 0.2, (0.25, 0.75)),)
    session.refresh()
    page.wait_for_selector("[role=status] li:has-text('at the lower left')")
    ring = page.wait_for_selector(".ring")
    assert ring.get_attribute("data-number") == "1"
    overhead.advice = ()
    session.refresh()
    page.wait_for_selector(".ring", state="detached")
    assert page.locator("[data-advice]").is_hidden()
