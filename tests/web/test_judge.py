"""The judge's pages: seats that are locked to phones, sealing at a screen, roots as codes."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
import segno
from flask import Flask

from companion.discretion import UnderCover
from companion.session import TableSession
from companion.web import create_app
from companion.web.language import LANGUAGES

FIVE = ["7H", "9H", "JH", "QH", "AH"]
JSON = {"Accept": "application/json"}


@pytest.fixture
def laid(session: TableSession) -> TableSession:
    """Five cards lie open before Ada, who has not sealed yet."""
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    session.submit({"type": "lay_open", "cards": FIVE})
    return session


@pytest.fixture
def sealed(laid: TableSession) -> TableSession:
    laid.submit({"type": "seal", "card": "9H"})
    return laid


def post(client: Any, path: str, **fields: Any) -> dict[str, Any]:
    found = client.post(path, data=fields, headers=JSON).get_json()
    assert isinstance(found, dict)
    return found


# Seats


def test_a_seat_is_locked_to_the_phone_that_takes_it_first(app: Flask, laid: TableSession) -> None:
    adas, other = app.test_client(), app.test_client()
    said = post(adas, "/seat/Ada/move", type="seal", card="9H")
    assert "Lock this seat to your phone first" in said["error"]
    assert post(adas, "/seat/Ada/take")["ok"]
    assert "locked to another phone" in post(other, "/seat/Ada/take")["error"]
    for kind in ("seal", "lay_open", "dispute"):
        said = post(other, "/seat/Ada/move", type=kind, card="7H")
        assert "locked to another phone" in said["error"]
    assert "seal-own" not in other.get("/seat/Ada").text
    assert "locked to another phone" in other.get("/seat/Ada").text
    assert post(adas, "/seat/Ada/move", type="seal", card="9H")["ok"]
    assert laid.snapshot("table")["state"]["sealed"]


def test_a_phone_has_one_seat_only(app: Flask, laid: TableSession) -> None:
    phone, other = app.test_client(), app.test_client()
    post(phone, "/seat/Ada/take")
    post(phone, "/seat/Bea/take")
    assert post(other, "/seat/Ada/take")["ok"], "the first seat is free again"
    assert not post(other, "/seat/Bea/take")["ok"]


def test_a_seat_is_given_up_by_its_phone_or_freed_by_the_referee_and_by_nobody_else(
    session: TableSession,
) -> None:
    app = create_app(session, pin="123456")
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    phone, other, referee = app.test_client(), app.test_client(), app.test_client()
    post(phone, "/seat/Ada/take")
    assert not post(other, "/seat/Ada/leave")["ok"]
    assert other.post("/seat/Ada/free", headers=JSON).status_code == 403
    assert post(phone, "/seat/Ada/leave")["ok"]
    assert post(other, "/seat/Ada/take")["ok"]
    referee.post("/referee/pin", data={"pin": "123456"})
    assert post(referee, "/seat/Ada/free")["ok"]
    assert post(phone, "/seat/Ada/take")["ok"]
    assert phone.post("/seat/Nobody/take", headers=JSON).status_code == 404


def test_every_seat_has_a_code_for_its_phone_where_phones_can_reach_it(
    app: Flask, laid: TableSession
) -> None:
    from companion.web import Addresses

    client = app.test_client()
    assert "<svg" not in client.get("/seat").text.split("Who are you?")[1]
    app.extensions["addresses"] = Addresses("http://192.168.1.7:8420/", code="123456")
    page = client.get("/seat").text
    assert page.count('class="qr"') == 2


def test_the_phone_of_somebody_who_no_longer_plays_asks_who_it_is(
    visit: Any, laid: TableSession
) -> None:
    phone = visit("/seat/Ada", viewport={"width": 360, "height": 740})
    laid.start_game("vier-engel", ["Cem", "Dan"])
    phone.wait_for_url("**/seat")
    assert "Cem" in phone.locator(".who").inner_text()


def test_the_wall_says_the_card_and_then_the_answer_aloud(
    app: Flask, visit: Any, sealed: TableSession
) -> None:
    wall = visit("/table")
    wall.evaluate(
        """() => {
            window.said = [];
            speechSynthesis.speak = (one) => {
                document.documentElement.dataset.said = window.said.push(one.text);
            };
        }"""
    )
    wall.locator("[data-speech]").click()
    client = app.test_client()
    post(client, "/seat/Bea/move", type="ask", card="QH")
    wall.wait_for_selector(".judges-word.asks")
    post(client, "/seat/Bea/move", type="choose", card="QH", offered="1")
    wall.wait_for_selector(".judges-word.angel")
    wall.wait_for_selector("[data-said='3']", state="attached")
    assert wall.evaluate("window.said")[1:] == ["queen of hearts?", "queen of hearts: Angel"]


# Asking


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tapped_card_is_repeated_on_every_page_before_it_is_asked_for(
    app: Flask, sealed: TableSession, language: str
) -> None:
    client, speak = app.test_client(), {"Accept-Language": language}
    assert post(client, "/seat/Bea/move", type="ask", card="QH")["ok"]
    for path in ("/table/now", "/seat/Ada/now", "/seat/Bea/now", "/referee/now"):
        page = client.get(path, headers=speak).text
        assert "judges-word asks" in page, path
        assert 'data-word="asks-QH"' in page, path
    assert sealed.snapshot("table")["state"]["announced"] == []
    assert post(client, "/seat/Bea/move", type="dismiss")["ok"]
    assert "judges-word" not in client.get("/table/now").text
    post(client, "/seat/Bea/move", type="ask", card="QH")
    assert post(client, "/seat/Bea/move", type="choose", card="QH", offered="1")["ok"]
    assert "judges-word angel" in client.get("/table/now").text


def test_the_devil_is_called_in_the_same_way(app: Flask, sealed: TableSession) -> None:
    client = app.test_client()
    post(client, "/seat/Bea/move", type="ask", card="9H")
    assert 'value="devil_call"' in client.get("/seat/Bea/now").text
    assert post(client, "/seat/Bea/move", type="devil_call", card="9H", offered="1")["ok"]
    assert sealed.snapshot("table")["state"]["last_round"]["reason"] == "call_right"


def test_after_an_angel_no_devil_can_be_called(app: Flask, sealed: TableSession) -> None:
    client = app.test_client()
    sealed.submit({"type": "choose", "card": "7H"})
    post(client, "/seat/Bea/move", type="ask", card="9H")
    assert 'value="devil_call"' not in client.get("/seat/Bea/now").text


def test_a_card_that_does_not_lie_there_is_not_repeated(app: Flask, sealed: TableSession) -> None:
    client = app.test_client()
    sealed.submit({"type": "choose", "card": "7H"})
    for card in ("KS", "7H", "", "rubbish of cards"):
        assert not post(client, "/seat/Bea/move", type="ask", card=card)["ok"]
        assert not post(client, "/referee/move", type="ask", card=card)["ok"]
    assert not post(client, "/seat/Ada/move", type="ask", card="9H")["ok"], "she lays"
    assert sealed.snapshot("table")["proposed"] is None


def test_what_the_layer_answers_for_is_repeated_too(app: Flask, session: TableSession) -> None:
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True, "judge": "layer"})
    session.submit({"type": "lay_open", "cards": FIVE})
    client = app.test_client()
    assert post(client, "/seat/Bea/move", type="ask", card="QH")["ok"]
    assert post(client, "/seat/Bea/move", type="choose", card="QH", offered="1")["ok"]
    assert session.snapshot("table")["state"]["phase"] == "answer"


# Sealing at a screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_sealing_at_the_judges_screen_step_by_step(
    app: Flask, laid: TableSession, language: str
) -> None:
    client, speak = app.test_client(), {"Accept-Language": language}
    assert "/judge/here" in client.get("/judge", headers=speak).text
    assert "seal-own" not in client.get("/judge/here", headers=speak).text
    cards = client.get("/judge/here?step=cards", headers=speak)
    assert "seal-own" in cards.text
    assert cards.headers["Cache-Control"] == "no-store"
    answer = client.post("/judge/seal", data={"card": "9H", "next": "/judge/here"})
    assert answer.location == "/judge/here"
    after = client.get("/judge/here")
    assert after.status_code == 302, "there is nothing to seal any more"
    assert "nothing to seal" in post(client, "/judge/seal", card="7H")["error"]


def test_only_the_referee_lets_somebody_seal_at_the_screen(session: TableSession) -> None:
    app = create_app(session, pin="123456")
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    session.submit({"type": "lay_open", "cards": FIVE})
    client = app.test_client()
    assert client.get("/judge").status_code == 200
    assert "/judge/here" not in client.get("/judge").text
    assert client.get("/judge/here", headers={"Accept": "text/html"}).status_code == 302
    for path in ("/judge/seal", "/judge/cover", "/judge/uncover"):
        assert client.post(path, data={"card": "9H"}, headers=JSON).status_code == 403


def test_the_reference_is_waited_for_on_a_page_of_its_own(laid: TableSession) -> None:
    class Camera:
        source = "0"

        def __init__(self) -> None:
            self.under = UnderCover()

        @property
        def covered(self) -> str:
            return self.under.state

        def teach(self, lesson: object) -> None:
            """No deck is taught here."""

        def cover(self) -> None:
            self.under.begin()

        def uncover(self) -> None:
            self.under.end()

    camera = Camera()
    client = create_app(laid, camera=camera).test_client()  # type: ignore[arg-type]
    assert "/judge/cover" in client.get("/judge/here").text
    assert client.post("/judge/cover").location == "/judge/here?step=reference"
    assert camera.covered == "waiting"
    assert "No picture is shown or kept" in client.get("/judge/here").text
    camera.under.state = "unclear"
    assert "means none of the five" in client.get("/judge/here").text
    client.post("/judge/uncover")
    assert camera.covered == "no"


def test_the_screen_is_covered_at_once_and_the_back_button_brings_nothing_back(
    visit: Any, laid: TableSession
) -> None:
    screen = visit("/judge/here", viewport={"width": 1366, "height": 768})
    screen.locator("a.main").click()
    screen.locator("label[for=seal-9H]").click()
    screen.locator("[data-hold]").click()
    assert not laid.snapshot("table")["state"]["sealed"], "a slip of the finger seals nothing"
    screen.locator("[data-hold]").click(delay=1000)
    screen.wait_for_url("**/table")
    assert laid.snapshot("table")["state"]["sealed"]
    screen.go_back()
    screen.wait_for_load_state()
    assert screen.locator(".seal-own").count() == 0


def test_hiding_the_page_covers_the_screen(visit: Any, laid: TableSession) -> None:
    screen = visit("/judge/here?step=cards")
    screen.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    screen.wait_for_url("**/judge/here")
    assert screen.locator(".seal-own").count() == 0


# Proof


def test_the_code_of_a_root_is_the_root_and_nothing_else(app: Flask, sealed: TableSession) -> None:
    root = sealed.snapshot("table")["state"]["commitment"]
    client = app.test_client()
    assert f"/judge/root/{root}.svg" in client.get("/table/now").text
    assert f"/judge/root/{root}.svg" in client.get("/seat/Bea/now").text
    answer = client.get(f"/judge/root/{root}.svg")
    assert answer.mimetype == "image/svg+xml"
    matrix = np.array([list(row) for row in segno.make(root.upper(), error="m").matrix], np.uint8)
    picture = np.kron(np.pad(1 - matrix, 4, constant_values=1), np.ones((8, 8), np.uint8)) * 255
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture.astype(np.uint8))
    assert text.lower() == root
    for wrong in ("abc", "0" * 63, "G" * 64):
        assert client.get(f"/judge/root/{wrong}.svg").status_code == 404


def test_the_judges_page_shows_what_is_open_and_what_is_secret(
    app: Flask, sealed: TableSession
) -> None:
    client = app.test_client()
    sealed.submit({"type": "choose", "card": "QH"})
    page = client.get("/judge").text
    seal = sealed.snapshot("table")["state"]["seal"]
    assert all(commitment in page for commitment in seal["commitments"])
    assert page.count(">secret<") == 4
    assert "secret.key" in page, "what the host could do is written down"
    assert client.get("/judge/format").text.count("card-table-companion/seal/1") > 2


def test_without_a_judged_game_the_page_says_so(app: Flask, session: TableSession) -> None:
    client = app.test_client()
    for begin in (None, "berteln"):
        if begin:
            session.start_game(begin, ["Ada", "Bea", "Cem"])
        page = client.get("/judge")
        assert page.status_code == 200
        assert "No game is running that the program judges" in page.text
        assert client.get("/judge/here").status_code == 302


@pytest.mark.parametrize("size", [(360, 740), (1366, 768)])
def test_the_drawn_ring_of_an_ace_lies_in_its_card_on_every_page(
    visit: Any, sealed: TableSession, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    for path in ("/referee", "/table", "/judge"):
        page = visit(path, viewport=viewport)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        for ring in page.locator("svg.card circle.ring").all():
            inside = ring.evaluate(
                "ring => { const r = ring.getBoundingClientRect();"
                " const c = ring.closest('svg').getBoundingClientRect();"
                " return r.left > c.left && r.right < c.right && r.top > c.top"
                " && r.bottom < c.bottom && r.width > 10; }"
            )
            assert inside, path
