"""A knock-out evening on its page: names, lots, pairings, the bracket and the table of results."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.session import TableSession
from companion.web.language import LANGUAGES


@pytest.fixture
def client(app: Flask) -> Any:
    return app.test_client()


def begin(client: Any, names: str = "Ada\nBea\nCem", **fields: str) -> Any:
    return client.post("/knockout", data={"players": names, "variant": "noble", **fields})


def play_next(client: Any, session: TableSession, round_number: int, number: int) -> None:
    answer = client.post("/knockout/pairing", data={"round": round_number, "number": number})
    assert answer.status_code == 303
    for _ in range(3):
        for cards in (["joker"], ["ac", "joker"]):
            if session.snapshot("table")["state"]["winner"]:
                return
            client.post("/referee/move", data={"type": "release"})
            for card in cards:
                client.post("/referee/move", data={"type": "turn", "card": card})


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_is_begun_played_and_won(
    client: Any, session: TableSession, language: str
) -> None:
    speak = {"Accept-Language": language}
    assert client.get("/knockout", headers=speak).status_code == 200
    assert begin(client).status_code == 303
    for round_number, number in ((1, 2), (2, 1)):
        play_next(client, session, round_number, number)
        assert client.get("/knockout/now", headers=speak).status_code == 200
    evening = session.knockout()
    assert evening is not None
    assert evening.knockout.champion == "Ada"
    assert evening.options == {"variant": "noble"}
    page = client.get("/knockout", headers=speak).text
    assert 'class="judges-word"><strong>Ada</strong>' in page


def test_a_pairing_that_is_not_due_is_not_begun(client: Any, session: TableSession) -> None:
    assert client.post("/knockout/pairing", data={"round": 1, "number": 1}).status_code == 404
    begin(client)
    accepts = {"Accept": "application/json"}
    for fields in (
        {"round": 1, "number": 1},
        {"round": 2, "number": 1},
        {"round": "x"},
        {"round": "²", "number": "²"},
        {},
    ):
        answer = client.post("/knockout/pairing", data=fields, headers=accepts)
        assert answer.get_json()["error"] == "That pairing cannot be played now."
    assert session.past_games() == []


def test_what_is_wrong_with_the_names_is_said_on_the_form(client: Any) -> None:
    assert "2 to 32 players can take part" in begin(client, "Ada").text
    answer = begin(client, "Ada\nAda\nBea")
    assert "Two players are called Ada" in answer.text
    assert "Ada\nAda\nBea</textarea>" in answer.text.replace("\r", "")


def test_lots_are_drawn_where_that_is_wished(client: Any, session: TableSession) -> None:
    names = [f"P{n:02}" for n in range(32)]
    orders = set()
    for _ in range(3):
        begin(client, "\n".join(names), draw="1")
        evening = session.knockout()
        assert evening is not None
        assert sorted(evening.knockout.players) == names
        orders.add(evening.knockout.players)
    assert len(orders) == 3
