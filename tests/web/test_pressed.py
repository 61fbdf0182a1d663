"""What is pressed twice by a slip counts once; what two players do one after the other does not."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.session import TableSession
from companion.web import pressed

from .tables import PLAYERS, announced, play

PRESS = "button[value=pass]"


@pytest.fixture
def patience(session: TableSession) -> TableSession:
    session.start_game("berteln", PLAYERS, {"may_pass": True})
    session.submit({"type": "announce", "contract": "patience"})
    play(session, "TC")
    session.submit({"type": "pass", "player": "Bea"})
    session.submit({"type": "pass", "player": "Cem"})
    return session


def passes(session: TableSession) -> list[str]:
    return [e["player"] for e in session.snapshot("referee")["events"] if e["type"] == "pass"]


@pytest.mark.parametrize("scripts", [True, False])
def test_two_players_pass_by_one_button_however_soon_one_after_the_other(
    visit: Any,
    patience: TableSession,
    scripts: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pressed, "SLIP_S", 60.0)
    page = visit("/referee", java_script_enabled=scripts)
    for player in ("Dan", "Ada", "Bea"):
        told = page.locator(f".events li:has-text('{player} passes')")
        before = told.count()
        page.click(f"{PRESS}:has-text('{player} passes')")
        told.nth(before).wait_for()
    assert passes(patience)[2:] == ["Dan", "Ada", "Bea"]


def test_undo_is_pressed_as_often_and_as_soon_as_one_likes(
    visit: Any, session: TableSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pressed, "SLIP_S", 60.0)
    announced(session)
    play(session, "7C", "8C", "9C")
    page = visit("/referee")
    for player in ("Cem", "Bea", "Ada"):
        page.click("[data-undo]")
        page.wait_for_selector(f".to-do:has-text('{player} is to play.')")
    assert session.snapshot()["state"]["trick"] == []


def double_click(page: Any, what: str, between: str) -> None:
    """A double click whose second press comes when the page has changed already."""
    box = page.locator(what).bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*at)
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    page.wait_for_selector(between)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


def test_a_double_click_does_not_pass_for_the_next_player_too(
    visit: Any, patience: TableSession
) -> None:
    page = visit("/referee")
    # The browser's clock stands still, so that however busy the machine is the click is a double.
    page.evaluate("performance.now = () => 1000")
    double_click(page, PRESS, f"{PRESS}:has-text('Ada passes')")
    page.wait_for_timeout(300)
    assert passes(patience)[2:] == ["Dan"]
    page.evaluate("performance.now = () => 1300")
    page.click(PRESS)
    page.wait_for_selector(f"{PRESS}:has-text('Bea passes')")
    assert passes(patience)[2:] == ["Dan", "Ada"]


def test_a_double_click_does_not_confirm_what_asks_once_more(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    page = visit("/referee")
    page.evaluate("performance.now = () => 1000")
    double_click(page, "button[value=annul]", "button[value=annul][data-armed]")
    page.wait_for_timeout(300)
    assert session.snapshot()["state"]["phase"] == "play"


def test_a_button_drawn_before_the_game_went_on_is_refused_in_words(
    app: Flask, patience: TableSession
) -> None:
    client = app.test_client()
    drawn = patience.snapshot()["moment"]
    said = {"Accept": "application/json"}
    form = {"type": "pass", "moment": drawn}
    assert client.post("/referee/move", data=form, headers=said).status_code == 200
    late = client.post("/referee/move", data=form, headers=said)
    assert (late.status_code, late.json["error"]) == (
        409,
        "The game has gone on meanwhile: look again, then press.",
    )
    assert passes(patience)[2:] == ["Dan"]
    for twice, expected in (("annul", 200), ("annul", 409)):
        moment = drawn if expected == 409 else patience.snapshot()["moment"]
        form = {"type": twice, "moment": moment}
        assert client.post("/referee/move", data=form, headers=said).status_code == expected
