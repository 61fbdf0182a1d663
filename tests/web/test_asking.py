"""May I play this? Asked in a browser; what is asked stays on the page that was asked."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.session import TableSession
from companion.web import create_app

from .tables import announced, play

ASKED = ("ace of hearts", "AH")


def ask(app: Flask, language: str = "en", **fields: Any) -> Any:
    return app.test_client().post(
        "/referee/ask", data=fields, headers={"Accept-Language": language}
    )


def everything_else(app: Flask) -> str:
    client = app.test_client()
    paths = ["/table", "/table/now", "/referee", "/referee/now", "/referee/events", "/referee/ask"]
    paths += ["/seat/Ada", "/seat/Bea/now", "/seat", "/history", "/history/1", "/setup"]
    paths += ["/history/1/record.yaml", "/history/1/record.json", "/history/1/sheet.csv"]
    paths += ["/api/state"]
    return "\n".join(client.get(path).text for path in paths)


def test_a_player_picks_a_card_and_reads_the_answer_with_its_rule(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    play(session, "7C")
    page = visit("/referee", viewport={"width": 360, "height": 740})
    page.click("text=May I play this?")
    page.click("label[for=ask-rank-A]")
    page.click("button[value=H]")
    told = page.wait_for_selector(".told").inner_text()
    assert "It depends" in told
    assert "Only if Bea has no clubs any more" in told
    assert page.locator(".told a.rule").get_attribute("href").endswith("/rules/berteln#B7")
    page.click("text=Hide the answer")
    page.wait_for_selector("label[for=ask-rank-A]")
    assert "ace of hearts" not in page.content()
    assert page.locator(".told").count() == 0
    page.click("label[for=ask-player-3]")
    page.click("label[for=ask-rank-A]")
    page.click("button[value=C]")
    assert "It is not Cem's turn but Bea's." in page.wait_for_selector(".told.no").inner_text()
    assert session.snapshot()["state"]["trick"] == [{"player": "Ada", "card": "7C"}]


def test_the_other_pages_do_not_stir_while_somebody_asks(visit: Any, session: TableSession) -> None:
    announced(session)
    play(session, "7C")
    wall, phone, desk, page = (
        visit(path) for path in ("/table", "/seat/Cem", "/referee", "/referee/ask")
    )
    for other in (wall, phone, desk):
        other.wait_for_selector("[data-mark]")
        other.evaluate(
            "window.stirs = 0; document.addEventListener('table-changed', () => window.stirs++)"
        )
    before = [other.content() for other in (wall, phone, desk)]
    page.fill("#ask-typed", "ah")
    page.click(".typed button")
    page.wait_for_selector(".told")
    page.wait_for_timeout(1500)
    assert [other.content() for other in (wall, phone, desk)] == before
    assert [other.evaluate("window.stirs") for other in (wall, phone, desk)] == [0, 0, 0]


def test_no_page_export_stream_file_or_log_line_carries_what_was_asked(
    app: Flask, session: TableSession, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    announced(session)
    play(session, "7C", "9C", "8C")
    before, version = everything_else(app), session.version
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    stream: list[bytes] = []
    answer = app.test_client().get("/changes?seen=")
    heard = threading.Thread(target=lambda: stream.extend([next(iter(answer.response))]))
    heard.start()
    said = ask(app, card="ah")
    heard.join(5)
    answer.close()
    assert "It depends" in said.text
    assert "Set-Cookie" not in said.headers
    assert said.headers["Cache-Control"] == "no-store"
    assert said.request.query_string == b""
    assert session.version == version
    assert everything_else(app) == before
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == files
    lines = " ".join(record.getMessage() for record in caplog.records)
    for word in ASKED:
        assert word not in lines
        assert word.encode() not in b"".join(stream)


def test_programs_ask_as_well_and_get_a_sentence(app: Flask, session: TableSession) -> None:
    announced(session)
    play(session, "7C")
    found = (
        app.test_client()
        .post(
            "/referee/ask", json={"player": "Bea", "card": "9C"}, headers={"Accept-Language": "de"}
        )
        .get_json()
    )
    assert found == {
        "ok": True,
        "may": "yes",
        "text": "Kreuz 9 bedient, denn Kreuz ist ausgespielt.",
        "rule": "B7",
        "unsure": False,
    }
    fault = app.test_client().post("/referee/ask", json={"player": "Zoe", "card": "9C"})
    assert (fault.status_code, fault.get_json()["ok"]) == (409, False)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "is no card"),
        ({"suit": "H"}, "Choose the rank first"),
        ({"card": "12x"}, "is no card"),
        ({"card": "7c, 8c"}, "Ask about one card at a time."),
        ({"card": "7c", "player": "Zoe"}, "No player"),
        ({"rank": "Z", "suit": "Z"}, "is no card"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_sentence(
    app: Flask, session: TableSession, fields: dict[str, str], said: str
) -> None:
    announced(session)
    answer = ask(app, **fields)
    assert answer.status_code == 409
    assert said in answer.text
    assert 'name="card"' in answer.text


def test_only_on_the_referees_page_it_can_be_asked(session: TableSession) -> None:
    announced(session)
    app = create_app(session, pin="123456")
    assert ask(app, card="9c").status_code == 403
    assert "/referee/pin" in app.test_client().get(
        "/referee/ask", headers={"Accept": "text/html"}
    ).headers.get("Location", "")


def test_several_cards_of_an_attack_are_asked_about_together(
    app: Flask, session: TableSession
) -> None:
    session.start_game("duren-piatkowy", ["Ada", "Bea", "Cem"])
    assert "First the cards are dealt" in ask(app, card="6c").text
    session.submit({"type": "start", "trump_card": "9H"})
    assert 'type="checkbox" name="cards"' in app.test_client().get("/referee/ask").text
    assert "stand alone" in ask(app, cards=["6C", "7C"]).text
    assert 'class="told yes"' in ask(app, cards=["6C", "6D"]).text
    session.submit({"type": "attack", "cards": ["6C", "6D"]})
    assert 'type="checkbox" name="cards"' not in app.test_client().get("/referee/ask").text
    said = ask(app, "pl", rank="7", suit="C").text
    assert "7 trefl bije 6 trefl." in said
    assert session.snapshot()["state"]["table"][0]["beaten_by"] is None


def test_in_vier_engel_the_page_says_at_once_that_there_is_nothing_to_ask(
    app: Flask, session: TableSession
) -> None:
    session.start_game("vier-engel", ["Ada", "Bea"])
    for language, said in (("en", "There is nothing to ask"), ("de", "nichts zu fragen")):
        page = app.test_client().get("/referee/ask", headers={"Accept-Language": language}).text
        assert said in page
        assert "/rules/vier-engel#V3" in page
        assert "<form" not in page.split("<footer")[0]
    assert (
        app.test_client().post("/referee/ask", json={"card": "AC"}).get_json()["may"] == "nothing"
    )


def test_without_a_game_the_page_says_how_to_begin(app: Flask) -> None:
    assert "No game is running" in app.test_client().get("/referee/ask").text
    assert ask(app, card="7c").status_code == 409


def test_a_program_that_sends_no_mapping_is_told_so_and_the_page_is_not_broken(
    app: Flask, session: TableSession
) -> None:
    announced(session)
    for body in (b"[" * 100_000, b"\xff\xfe", b"[1]"):
        answer = app.test_client().post("/referee/ask", data=body, content_type="application/json")
        assert answer.status_code == 409
        assert "no JSON mapping" in answer.get_json()["error"]
