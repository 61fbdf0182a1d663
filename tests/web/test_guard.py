"""Who gets in, what other sites can do (nothing), and how faults are told."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.session import TableSession
from companion.web import create_app
from companion.web.guard import PAUSE_S, TRIES, Door, new_pin

from .tables import announced, play

PIN = "407182"
PAGES = [
    "/table",
    "/referee",
    "/seat",
    "/seat/Ada",
    "/history",
    "/history/1",
    "/setup",
    "/rules/berteln",
]


@pytest.fixture
def opened(session: TableSession) -> FlaskClient:
    """A dashboard that the whole network can reach."""
    announced(session)
    return create_app(session, pin=PIN).test_client()


@pytest.fixture
def client(app: Flask, session: TableSession) -> FlaskClient:
    announced(session)
    return app.test_client()


@pytest.mark.parametrize("path", ["/referee", "/referee/now", "/referee/events/2", "/setup"])
def test_the_referees_pages_ask_for_the_pin(opened: FlaskClient, path: str) -> None:
    answer = opened.get(path, headers={"Accept": "text/html"})
    assert answer.location.startswith("/referee/pin")


@pytest.mark.parametrize(
    "path", ["/live/picture.jpg", "/evidence/x.jpg", "/api/state?view=referee"]
)
def test_picture_evidence_and_memory_are_kept_from_others(opened: FlaskClient, path: str) -> None:
    assert opened.get(path, headers={"Accept": "image/*"}).status_code == 403


@pytest.mark.parametrize("path", ["/referee/move", "/referee/undo", "/setup", "/history/1/end"])
def test_only_the_referee_can_change_the_game(opened: FlaskClient, path: str) -> None:
    assert opened.post(path, data={"type": "annul"}).status_code == 403


def test_the_pin_opens_the_desk(opened: FlaskClient) -> None:
    assert "not the PIN" in opened.post("/referee/pin", data={"pin": "000000"}).text
    answer = opened.post("/referee/pin", data={"pin": PIN, "next": "/setup"})
    assert answer.location == "/setup"
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert opened.get("/referee").status_code == 200


def test_the_pin_page_leads_to_no_other_site(opened: FlaskClient) -> None:
    for target in ("https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example"):
        answer = opened.post("/referee/pin", data={"pin": PIN, "next": target})
        assert answer.location == "/table"


def test_whoever_guesses_has_to_wait() -> None:
    now = 0.0
    door = Door(PIN, lambda: now)
    for _ in range(TRIES):
        assert not door.opens_for("000000")
    assert not door.opens_for(PIN)
    now = PAUSE_S
    assert door.opens_for(PIN)


def test_every_start_draws_a_new_pin_of_six_digits() -> None:
    pins = {new_pin() for _ in range(50)}
    assert len(pins) > 45
    assert all(re.fullmatch(r"\d{6}", pin) for pin in pins)


def test_pages_of_other_sites_can_send_nothing(client: FlaskClient, session: TableSession) -> None:
    for headers in ({"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = client.post("/referee/move", data={"card": "7C"}, headers=headers)
        assert answer.status_code == 403
    assert session.snapshot()["state"]["trick"] == []
    own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/referee/move", data={"card": "7C"}, headers=own).status_code == 303


def test_a_foreign_name_for_this_machine_reads_nothing(client: FlaskClient) -> None:
    assert client.get("/table", headers={"Host": "rebound.example"}).status_code == 421
    for name in (
        "127.0.0.1:8420",
        "192.168.1.7:8420",
        "[::1]:8420",
        "localhost:8420",
        "club.local",
    ):
        assert client.get("/table", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_no_page_holds_a_script_or_style_of_its_own(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", answer.text)
    assert not re.search(r"(src|href)=\"(https?:)?//", answer.text)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_links_its_source_and_licence(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert "/source.zip" in page
    assert "AGPL-3.0" in page


def test_the_source_that_runs_can_be_fetched(client: FlaskClient) -> None:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(client.get("/source.zip").data)) as archive:
        assert {"companion/web/guard.py", "vision/quads.py"} <= set(archive.namelist())
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in client.get("/licence").text


def test_what_is_not_there_is_said_plainly(client: FlaskClient) -> None:
    for path in (
        "/nothing",
        "/history/99",
        "/history/99/sheet.csv",
        "/history/1/deal/9",
        "/rules/none",
        "/seat/Nobody",
    ):
        answer = client.get(path, headers={"Accept-Language": "de"})
        assert answer.status_code == 404
        assert "Diese Seite gibt es nicht." in answer.text
    answer = client.get("/api/nothing")
    assert answer.json == {"ok": False, "error": "There is no such page."}


def test_a_fault_inside_shows_no_traceback(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> str:
        raise RuntimeError("a secret detail")

    app.add_url_rule("/broken", view_func=broken)
    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    assert "The game is safe." in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "a secret detail" in caplog.text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"type": "play", "card": "1X"}, "“1X” is no card. Write rank and suit, like 7c, 10h, qs."),
        ({"type": "play", "suit": "H"}, "Choose the rank first, then the suit."),
        (
            {"type": "announce", "contract": "no_hearts"},
            "That cannot be done at this point of the game.",
        ),
        ({"type": "take_back"}, "No play is waiting for a ruling."),
        ({"type": "bid", "player": "Ada", "points": "many"}, "Write the points as a number."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    client: FlaskClient, sent: dict[str, str], said: str
) -> None:
    answer = client.post("/referee/move", json=sent)
    assert answer.status_code == 409
    assert answer.json == {"ok": False, "error": said}


@pytest.mark.parametrize(
    ("path", "sent", "headers", "status"),
    [
        ("/referee/move", "[" * 3000 + "]" * 3000, {}, 409),
        ("/referee/settings", '{"speech": {"a": 1}}', {}, 409),
        ("/referee/settings", '{"speech": ["on"]}', {}, 409),
        ("/referee/undo", "{}", {"Origin": "http://[x"}, 403),
    ],
)
def test_what_no_page_would_send_is_refused_and_is_no_fault_inside(
    client: FlaskClient, path: str, sent: str, headers: dict[str, str], status: int
) -> None:
    answer = client.post(path, data=sent, content_type="application/json", headers=headers)
    assert answer.status_code == status
    assert answer.json is not None
    assert answer.json["error"].endswith(".")


def test_events_of_no_game_are_refused_in_a_sentence(client: FlaskClient) -> None:
    answer = client.post("/referee/move", json={"type": "dance"})
    assert answer.status_code == 409
    assert answer.json is not None
    assert "dance" in answer.json["error"]
    assert answer.json["error"].endswith(".")


def test_a_seat_acts_for_nobody_else(opened: FlaskClient, session: TableSession) -> None:
    assert opened.post("/seat/Ada/move", json={"type": "annul"}).status_code == 409
    session.annul("referee")
    refused = opened.post("/seat/Bea/move", json={"type": "announce", "contract": "patience"})
    assert refused.json == {"ok": False, "error": "That is not yours to do now."}
    taken = opened.post("/seat/Ada/move", json={"type": "announce", "contract": "patience"})
    assert taken.status_code == 200


def test_a_pending_card_is_taken_back_by_its_own_player(
    opened: FlaskClient, session: TableSession
) -> None:
    session.submit({"type": "play", "player": "Dan", "card": "7C"})
    assert opened.post("/seat/Ada/move", json={"type": "take_back"}).status_code == 409
    assert opened.post("/seat/Dan/move", json={"type": "take_back"}).status_code == 200
    play(session, "7C")
    assert session.snapshot()["state"]["turn"] == "Bea"


def test_the_same_form_sent_twice_within_a_moment_counts_once(
    client: FlaskClient, session: TableSession
) -> None:
    browser = {"Sec-Fetch-Site": "same-origin"}
    for _ in range(2):
        answer = client.post("/referee/move", data={"type": "play", "card": "7C"}, headers=browser)
        assert answer.status_code == 303
    assert [play["card"] for play in session.snapshot()["state"]["trick"]] == ["7C"]
    assert session.snapshot()["state"]["pending"] is None
    client.post("/referee/move", data={"type": "play", "card": "8C"}, headers=browser)
    assert len(session.snapshot()["state"]["trick"]) == 2


def test_the_same_form_sent_again_after_another_one_is_meant(
    client: FlaskClient, session: TableSession
) -> None:
    browser = {"Sec-Fetch-Site": "same-origin"}
    card = {"type": "play", "card": "7C"}
    client.post("/referee/move", data=card, headers=browser)
    client.post("/referee/undo", headers=browser)
    assert session.snapshot()["state"]["trick"] == []
    client.post("/referee/move", data=card, headers=browser)
    assert [play["card"] for play in session.snapshot()["state"]["trick"]] == ["7C"]
