"""A seat that is locked to a phone stays locked when the program is started again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.session import TableSession
from companion.store import Store
from companion.web import create_app
from companion.web.devices import COOKIE
from companion.web.seats import EVENING_S, SEATS_FILE, Seats

from .tables import PLAYERS, Served

JSON = {"Accept": "application/json"}


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Starts the program on the same folder, again and again."""
    running: list[TableSession] = []

    def start(**more: Any) -> Flask:
        for session in running:
            session.close()
        running[:] = [TableSession(Store(tmp_path))]
        if running[0].snapshot()["game"] is None:
            running[0].start_game("berteln", PLAYERS)
        return create_app(running[0], folder=tmp_path, **more)

    yield start
    for session in running:
        session.close()


def phone_of(app: Flask, number: str = "") -> FlaskClient:
    client = app.test_client()
    if number:
        client.set_cookie(COOKIE, number)
    return client


def number_of(client: FlaskClient) -> str:
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def take(client: FlaskClient, player: str) -> bool:
    answer = client.post(f"/seat/{player}/take", headers=JSON).get_json()
    return bool(answer["ok"])


def test_a_phone_keeps_its_seat_over_a_restart(started: Callable[..., Flask]) -> None:
    adas = phone_of(started())
    assert take(adas, "Ada")
    again = started()
    assert "locked to this phone" in phone_of(again, number_of(adas)).get("/seat/Ada").text
    other = phone_of(again)
    assert not take(other, "Ada")
    assert "locked to another phone" in other.get("/seat/Ada").text


def test_a_seat_given_up_or_freed_is_free_after_a_restart_too(
    started: Callable[..., Flask],
) -> None:
    app = started()
    adas, beas = phone_of(app), phone_of(app)
    take(adas, "Ada")
    take(beas, "Bea")
    adas.post("/seat/Ada/leave", headers=JSON)
    phone_of(app).post("/seat/Bea/free", headers=JSON)
    again = started()
    assert take(phone_of(again), "Ada")
    assert take(phone_of(again), "Bea")


def test_what_is_written_gives_nobody_a_seat(started: Callable[..., Flask], tmp_path: Path) -> None:
    adas = phone_of(started())
    take(adas, "Ada")
    number = number_of(adas)
    assert len(number) == 32
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert number.encode() not in file.read_bytes(), file
    assert (tmp_path / SEATS_FILE).stat().st_mode & 0o077 == 0
    written = json.loads((tmp_path / SEATS_FILE).read_text(encoding="utf-8"))
    thief = phone_of(started(), written["Ada"]["device"])
    assert not take(thief, "Ada")
    thief = phone_of(started(), written["Ada"]["device"][:32])
    assert not take(thief, "Ada")


def test_the_number_of_a_phone_is_in_no_address_and_no_script_reads_it(
    started: Callable[..., Flask],
) -> None:
    client = phone_of(started())
    answer = client.get("/seat/Ada")
    cookies = [line for line in answer.headers.getlist("Set-Cookie") if COOKIE in line]
    assert len(cookies) == 1
    assert "HttpOnly" in cookies[0]
    assert "SameSite=Lax" in cookies[0]
    assert number_of(client) not in answer.text


def test_a_phone_that_kept_its_seat_needs_no_new_code_and_others_do(
    started: Callable[..., Flask],
) -> None:
    app = started(pin="111111", code="222222")
    adas = phone_of(app)
    adas.post("/join", data={"code": "222222"})
    assert take(adas, "Ada")
    again = started(pin="333333", code="444444")
    html = {"Accept": "text/html"}
    assert phone_of(again, number_of(adas)).get("/seat/Ada", headers=html).status_code == 200
    assert phone_of(again).get("/seat/Ada", headers=html).status_code == 302
    assert phone_of(again, number_of(adas)).get("/referee", headers=html).status_code == 302
    phone_of(started(), "").post("/seat/Ada/free", headers=JSON)
    later = started(pin="333333", code="444444")
    assert phone_of(later, number_of(adas)).get("/seat/Ada", headers=html).status_code == 302


def test_the_next_evening_begins_with_free_seats(tmp_path: Path) -> None:
    now = 1_000_000.0
    Seats(tmp_path, lambda: now).take("Ada", "a phone")
    assert Seats(tmp_path, lambda: now + EVENING_S - 1).holder("Ada") == "a phone"
    assert Seats(tmp_path, lambda: now + EVENING_S).holder("Ada") is None


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"Ada": 3}', '{"Ada": {"device": "x"}}'])
def test_a_file_of_seats_that_cannot_be_read_leaves_them_free(tmp_path: Path, text: str) -> None:
    (tmp_path / SEATS_FILE).write_text(text, encoding="utf-8")
    seats = Seats(tmp_path)
    assert seats.holder("Ada") is None
    assert seats.take("Ada", "a phone")
    assert Seats(tmp_path).holder("Ada") == "a phone"


def test_an_open_seat_page_goes_on_as_the_same_phone_after_a_restart(
    started: Callable[..., Flask], browser: Any
) -> None:
    context = browser.new_context(locale="en", viewport={"width": 360, "height": 740})
    page = context.new_page()
    with Served(started()) as url:
        page.goto(f"{url}/seat/Ada")
        page.click("text=This is my phone")
        page.wait_for_selector("text=This seat is locked to this phone.")
    with Served(started()) as url:
        page.goto(f"{url}/seat/Ada")
        page.wait_for_selector("text=This seat is locked to this phone.")
    context.close()


@pytest.mark.parametrize(
    "written", ["[" * 200_000, "[]", "7", '{"Ada": 3, "Bea": {"device": "x"}}']
)
def test_seats_that_cannot_be_read_are_free(tmp_path: Path, written: str) -> None:
    (tmp_path / SEATS_FILE).write_text(written, encoding="utf-8")
    assert Seats(tmp_path).holder("Ada") is None


def test_one_seat_that_says_nothing_frees_no_other(tmp_path: Path) -> None:
    seats = {"Ada": {"device": "x", "since": 5.0}, "Bea": {"device": "y", "since": int("9" * 400)}}
    (tmp_path / SEATS_FILE).write_text(json.dumps(seats), encoding="utf-8")
    found = Seats(tmp_path, clock=lambda: 4.0)  # and the clock was put back a second
    assert (found.holder("Ada"), found.holder("Bea")) == ("x", None)
