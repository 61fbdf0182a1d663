"""From one game to the next: nobody is asked twice for nothing, and the same people sit down again
with one tap."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.decks.shelf import Shelf
from companion.record import read
from companion.session import TableSession
from companion.web import create_app

from .tables import PLAYERS, announced

RECORDS = Path(__file__).parents[1] / "records"
APART = ("at", "seen", "note")
SURE = "Really end the running game?"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def replayed(session: TableSession, game: str, record: str) -> None:
    """A game of the records, until the rules say that it is over."""
    told = read(RECORDS / game / f"{record}.yaml")
    session.start_game(told.game, told.players, told.options)
    for event in told.events:
        session.submit({name: value for name, value in event.items() if name not in APART})
        if session.snapshot()["state"]["phase"] == "over":
            return


def test_a_game_in_the_middle_is_not_ended_by_a_slip(
    client: FlaskClient, session: TableSession
) -> None:
    announced(session)
    assert SURE in client.get("/setup").text
    session.end_game("referee")
    session.start_game("berteln", PLAYERS)
    earlier = client.get("/history/1").text
    assert SURE not in earlier, "nothing has happened in the game that runs"
    session.submit({"type": "announce", "contract": "no_hearts"})
    assert SURE in client.get("/history/1").text


def test_nobody_is_asked_where_nothing_has_happened_yet(
    client: FlaskClient, session: TableSession
) -> None:
    assert SURE not in client.get("/setup").text
    session.start_game("berteln", PLAYERS)
    assert SURE not in client.get("/setup").text


def over_by_the_rules() -> list[tuple[str, str]]:
    return [
        ("duren-piatkowy", "two-winners-share"),
        ("vier-engel", "thirty-then-full-score-wins"),
    ]


@pytest.mark.parametrize(("game", "record"), over_by_the_rules())
def test_a_game_that_its_rules_have_ended_is_followed_by_the_next_without_a_question(
    client: FlaskClient, session: TableSession, game: str, record: str
) -> None:
    replayed(session, game, record)
    assert session.snapshot()["state"]["phase"] == "over"
    assert SURE not in client.get("/setup").text
    assert "Really end the game?" not in client.get("/history/1").text
    assert "/setup?again=1" in client.get("/referee").text


def test_berteln_is_over_after_a_whole_round_and_not_before(
    client: FlaskClient, session: TableSession
) -> None:
    told = read(RECORDS / "berteln" / "full-round-then-next-announcer.yaml")
    session.start_game(told.game, told.players, told.options)
    settled = []
    for event in told.events:
        session.submit({name: value for name, value in event.items() if name not in APART})
        if SURE not in client.get("/setup").text:
            settled.append(len(session.snapshot()["sheet"]["deals"]))
    assert settled == [4]


def test_the_same_people_play_again_with_two_taps(visit: Any, session: TableSession) -> None:
    options = {"cards_in_play": 36, "bid_bonus": 7.5, "announcer": "Cem"}
    session.start_game("berteln", ["Ada", "Bea", "Cem"], options)
    session.submit({"type": "announce", "contract": "no_hearts"})
    session.end_game("referee")
    page = visit("/setup")
    page.click("nav.before a")
    page.wait_for_selector("nav.before [aria-current]")
    page.click(".go button")
    page.wait_for_url("**/table")
    snapshot = session.snapshot()
    assert snapshot["game_id"] != 1
    assert snapshot["players"] == ["Ada", "Bea", "Cem"]
    assert snapshot["options"] == {"cards_in_play": 36, "bid_bonus": 7.5}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("duren-piatkowy", {"decks": 2, "dealer": "Ada"}),
        ("vier-engel", {"variant": "noble", "devil_call": False, "first_layer": "Bea"}),
        ("vier-engel", {"open": True, "judge": "layer", "share": "rank", "call_right": 3}),
        ("vier-engel", {"angels": ["AC", "AD", "AH", "KS"], "devil": "2C"}),
    ],
)
def test_house_rules_are_as_they_were(
    client: FlaskClient, session: TableSession, game: str, options: dict[str, Any]
) -> None:
    session.start_game(game, ["Ada", "Bea"], options)
    session.end_game("referee")
    sent = fields_of(client.get("/setup?again=1").text, game)
    assert client.post("/setup", data=sent).location == "/table"
    snapshot = session.snapshot()
    for_one = {"dealer", "first_layer"}
    assert snapshot["options"] == {k: v for k, v in options.items() if k not in for_one}
    assert snapshot["players"] == ["Ada", "Bea"]


def fields_of(page: str, game: str) -> dict[str, Any]:
    """What a browser without scripts would send of that page."""

    class Form(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.sent: dict[str, list[str]] = {}
            self.select = ""
            self.area = ""

        def handle_starttag(self, tag: str, attrs: Any) -> None:
            known = dict(attrs)
            name = known.get("name", "")
            if tag == "input" and known.get("type") in ("checkbox", "radio"):
                if "checked" in known:
                    self.sent.setdefault(name, []).append(known["value"])
            elif tag == "input":
                self.sent.setdefault(name, []).append(known.get("value") or "")
            elif tag == "select":
                self.select = name
            elif tag == "textarea":
                self.area = name
            elif tag == "option" and self.select and "selected" in known:
                self.sent.setdefault(self.select, []).append(known["value"])

        def handle_data(self, data: str) -> None:
            if self.area:
                self.sent.setdefault(self.area, []).append(data)

        def handle_endtag(self, tag: str) -> None:
            self.area = "" if tag == "textarea" else self.area

    form = Form()
    form.feed(page.split('<form method="post" class="setup"')[1].split("</form>", 1)[0])
    assert form.sent["game"] == [game]
    return form.sent


def test_no_game_of_the_log_fills_in_nothing(client: FlaskClient) -> None:
    for again in ("99", "x", "-1", "9" * 40):
        page = client.get(f"/setup?again={again}")
        assert page.status_code == 200
        assert 'name="game" value="berteln" checked' in page.text


def test_the_rules_say_what_this_table_has_agreed_on(
    client: FlaskClient, session: TableSession
) -> None:
    assert "At this table" not in client.get("/rules/berteln").text
    session.start_game("berteln", PLAYERS, {"bid_bonus": 10})
    rules = client.get("/rules", follow_redirects=True).text
    assert "At this table now:" in rules
    assert "bonus 10 for an exact bid" in rules
    assert "At this table" not in client.get("/rules/vier-engel").text
    session.start_game("berteln", PLAYERS)
    assert "by the book" in client.get("/rules/berteln").text


def test_the_set_up_page_begins_at_its_beginning_with_the_first_name_to_be_typed(
    visit: Any, session: TableSession
) -> None:
    session.start_game("berteln", PLAYERS)
    session.end_game("referee")
    page = visit("/setup", viewport={"width": 683, "height": 384})
    page.wait_for_selector("#player-0:focus", state="attached")
    assert page.evaluate("scrollY") == 0, "the choice of the game is in sight"
    page.click("nav.before a")
    page.wait_for_selector(".go button:focus", state="attached")
    assert page.evaluate("scrollY") == 0


def test_between_two_games_somebody_leaves_and_somebody_joins(
    visit: Any, session: TableSession
) -> None:
    session.start_game("berteln", PLAYERS)
    session.end_game("referee")
    page = visit("/setup?again=1")
    page.fill("#player-1", "")
    page.click("[data-more]")
    page.keyboard.type("Eva")  # The new line has the focus.
    page.click(".go button")
    page.wait_for_url("**/table")
    assert session.snapshot()["players"] == ["Ada", "Cem", "Dan", "Eva"]


def test_a_deck_is_taught_after_a_game_that_is_over_and_not_in_the_middle_of_one(
    session: TableSession, tmp_path: Path
) -> None:
    client = create_app(session, shelf=Shelf(tmp_path / "decks")).test_client()
    new = {"kind": "tarot-78", "name": "Tarot"}
    announced(session)
    assert "A game is running" in client.post("/decks/new", data=new).text
    assert not session.snapshot()["ended"]
    replayed(session, "vier-engel", "thirty-then-full-score-wins")
    assert client.post("/decks/new", data=new).location == "/decks/tarot"
    assert session.snapshot()["ended"]
