"""Past games: found again, replayed card by card, added up over evenings, printed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.record import read
from companion.session import TableSession
from companion.store import Store
from companion.web import create_app

RECORDS = Path(__file__).parents[1] / "records"
ROUND = RECORDS / "berteln" / "full-round-then-next-announcer.yaml"
DEAL = ["QC", "KC", "AC", "AH", "KH", "QH", "KS", "AS", "QS", "QD", "AD", "KD"]
JPEG = b"\xff\xd8 a picture \xff\xd9"


class Evenings:
    """The time of the day, which a test moves on."""

    now = datetime(2026, 11, 6, 19, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=5)
        return self.now


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TableSession]:
    """Two evenings of Berteln a week apart, and a running game."""
    clock = Evenings()
    table = TableSession(Store(tmp_path), clock)
    for _ in range(2):
        table.import_record(read(ROUND), "referee")
        table.end_game("referee")
        clock.now += timedelta(days=7)
    table.start_game("berteln", ["Ada", "Bea", "Cem", "Zofia"])
    table.submit({"type": "announce", "contract": "no_hearts"})
    table.submit({"type": "play", "card": "7C"}, evidence=JPEG)
    yield table
    table.close()


def test_games_are_found_by_player_game_and_day(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/history").text.count("<h2>") == 3
    for wanted, count in (
        ("zofia", 1),
        ("berteln", 3),
        ("2026-11-13", 1),
        ("ada november 13", 1),
        ("nobody", 0),
        ("<script>", 0),
    ):
        page = client.get("/history", query_string={"q": wanted})
        assert page.text.count("<h2>") == count, wanted
        assert "<script>" not in page.text
    german = client.get("/history?q=cem", headers={"Accept-Language": "de"}).text
    assert "3 Partien gefunden." in german


def test_a_past_game_is_replayed_card_by_card_with_the_keyboard(visit: Any) -> None:
    page = visit("/history/1")
    page.click("text=Replay")
    page.wait_for_selector("text=Before the first card")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".happened:has-text('Announced')")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".laid .card")
    assert page.locator(".laid").count() == 1
    page.keyboard.press("End")
    page.wait_for_selector("output:has-text('29 / 29')")
    assert page.locator(".scores .total").all_inner_texts() == ["45", "−7.5", "−37.5"]
    page.click("text=Deal 2")
    page.wait_for_selector("text=deal 2 of 4")
    page.keyboard.press("Home")
    page.wait_for_selector("text=Before the first card")


def test_a_past_game_runs_by_itself_and_rests(visit: Any) -> None:
    page = visit("/history/1/replay")
    page.click("text=Play by itself")
    page.wait_for_selector("output:has-text('2 / 29')")
    page.click("text=Pause")
    assert page.locator("[data-run]").get_attribute("aria-pressed") == "false"


def test_without_scripts_every_step_is_a_link(app: Flask) -> None:
    page = app.test_client().get("/history/1/replay?step=3").text
    assert 'href="/history/1/replay?step=4"' in page
    assert 'href="/history/1/replay?step=2"' in page


def test_the_picture_of_a_play_is_in_the_referees_replay_only(session: TableSession) -> None:
    app = create_app(session, pin="407182")
    game = session.past_games()[0]["id"]
    guest, referee = app.test_client(), app.test_client()
    referee.post("/referee/pin", data={"pin": "407182"})
    shown = referee.get(f"/history/{game}/replay?step=2").text
    assert "/evidence/" in shown
    assert guest.get(f"/history/{game}/replay?step=2").status_code == 403
    session.end_game("referee")
    after = guest.get(f"/history/{game}/replay?step=2")
    assert after.status_code == 200
    assert "/evidence/" not in after.text


def test_steps_beyond_a_game_end_at_its_ends(app: Flask) -> None:
    client = app.test_client()
    for step in ("-4", "9999", "x"):
        assert client.get(f"/history/1/replay?step={step}").status_code == 200
    assert client.get("/history/99/replay").status_code == 404


def test_standings_add_up_evenings_of_the_same_people(app: Flask, session: TableSession) -> None:
    page = app.test_client().get("/history/standings").text
    assert "Berteln: Ada, Bea, Cem<" in page
    assert "Zofia" not in page, "nothing has been scored there"
    assert '<td class="number">90</td>' in page
    assert "−75" in page
    assert "From evening to evening" in page


def test_a_sheet_is_printed_on_one_page_without_anything_to_press(visit: Any) -> None:
    page = visit("/history/1", "de")
    page.emulate_media(media="print")
    for gone in (".top", ".foot", "[data-print]", "text=Nachspielen"):
        assert page.locator(gone).first.is_hidden()
    assert page.locator(".sheet table").is_visible()
    printed = page.pdf(format="A4")
    assert printed.count(b"/Type /Page\n") == 1


def test_a_long_sheet_begins_on_the_first_page(visit: Any, session: TableSession) -> None:
    session.start_game("vier-engel", ["Ada", "Bea"])
    for number in range(40):
        card = ("AC", "AD", "AH", "AS")[number % 4]
        for move in ({"type": "release"}, {"type": "turn", "card": card}, {"type": "bank"}):
            session.submit(move)
    page = visit(f"/history/{session.past_games()[0]['id']}")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 2


def test_a_deal_of_the_running_game_offers_what_can_be_put_right(
    visit: Any, session: TableSession
) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"], {"cards_in_play": 12})
    contracts = ["no_queens", "no_hearts", "no_king_of_hearts"]
    for contract in contracts:
        session.submit({"type": "announce", "contract": contract})
        for card in DEAL:
            session.submit({"type": "play", "card": card})
        if session.snapshot()["state"]["phase"] == "play":
            session.submit({"type": "end_deal"})
    game = session.past_games()[0]["id"]
    before = session.snapshot()["sheet"]["totals"]
    page = visit(f"/history/{game}/deal/1")
    page.click("text=Something was booked wrongly?")
    page.locator(".to-change li", has_text="queen of clubs").locator("a").click()
    page.click("label[for=event-rank-K]")
    page.click("button[value=D]")
    page.wait_for_url("**/referee")
    after = session.snapshot()["sheet"]["totals"]
    assert after != before
    page.click("[data-undo]")
    page.wait_for_selector("[data-redo]:not([disabled])")
    assert session.snapshot()["sheet"]["totals"] == before


def won_by_cem(session: TableSession) -> None:
    """A deal in which Cem takes the king of hearts; the game is ended then."""
    session.start_game("berteln", ["Ada", "Bea", "Cem", "Zofia"])
    session.submit({"type": "announce", "contract": "no_king_of_hearts"})
    for card in ("7H", "8H", "KH", "9H"):
        session.submit({"type": "play", "card": card})
    session.submit({"type": "end_deal"})
    session.end_game("referee")


@pytest.mark.parametrize("running", [False, True])
def test_a_play_of_a_game_that_is_over_is_put_right_from_the_history(
    visit: Any, session: TableSession, running: bool
) -> None:
    won_by_cem(session)
    game = session.past_games()[0]["id"]
    if running:
        session.start_game("duren-piatkowy", ["Ola", "Jan"])
    before = session.snapshot("table", game)["sheet"]["totals"]
    wall = visit("/table")
    page = visit(f"/history/{game}/deal/1")
    minus = page.locator(".points-line li", has_text="Cem").locator(".number").inner_text()
    assert minus != "0"
    page.click("text=Something was booked wrongly?")
    page.locator(".to-change li", has_text="9 of hearts").locator("a").click()
    page.fill("[name=why]", "it was the ace")
    page.click("label[for=event-rank-A]")
    page.click("button[value=H]")
    page.wait_for_url(f"**/history/{game}")
    assert "Changed after its end" in page.inner_text("main")
    after = session.snapshot("table", game)["sheet"]["totals"]
    assert (after["Cem"], after["Zofia"]) == (before["Zofia"], before["Cem"])
    if running:
        assert session.snapshot()["game"] == "duren-piatkowy"
    else:
        wall.wait_for_selector(f".scores tr:has-text('Zofia'):has-text('{minus}')")
    page.goto(page.url + "/deal/1")
    page.click("text=Something was booked wrongly?")
    page.locator(".to-change li", has_text="ace of hearts").locator("a").click()
    said = page.inner_text(".changes")
    assert "the referee · before: Zofia plays 9 of hearts · it was the ace" in said


def test_a_play_of_a_game_that_was_just_ended_is_put_right_at_the_referees_desk(
    visit: Any, session: TableSession
) -> None:
    won_by_cem(session)
    before = session.snapshot()["sheet"]["totals"]
    page = visit("/referee")
    page.locator(".events li", has_text="9 of hearts").locator("text=Change").click()
    page.click("dialog label[for=event-rank-A]")
    page.click("dialog button[value=H]")
    page.wait_for_selector(".events li:has-text('ace of hearts')")
    assert session.snapshot()["sheet"]["totals"] != before
    page.click("[data-undo]")
    page.wait_for_selector(".events li:has-text('9 of hearts')")
    assert session.snapshot()["sheet"]["totals"] == before
    assert session.snapshot()["ended"]
