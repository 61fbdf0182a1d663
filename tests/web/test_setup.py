"""Starting a game and changing what the table agreed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.errors import PlainError
from companion.session import TableSession
from companion.web import create_app
from vision.table import Table

from .tables import PLAYERS, announced

GERMAN = {"Accept-Language": "de"}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_a_game_begins_with_the_players_in_order_and_the_house_rules(
    client: FlaskClient, session: TableSession
) -> None:
    form = {
        "player": ["Ada", "", " Bea ", "Cem", ""],
        "announcer": "2",
        "cards_in_play": "36",
        "bid_bonus": "7,5",
        "may_pass": "1",
    }
    assert client.post("/setup", data=form).location == "/table"
    snapshot = session.snapshot()
    assert snapshot["players"] == ["Ada", "Bea", "Cem"]
    assert snapshot["options"] == {
        "cards_in_play": 36,
        "announcer": "Bea",
        "dealer": "Ada",
        "bid_bonus": 7.5,
        "may_pass": True,
    }


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"player": ["Ada", "Bea"]}, "Eingetragen sind 2 Namen."),
        ({"player": ["Ada", "Bea", "Ada"]}, "Ada steht zweimal da"),
        ({"player": ["Ada", "Bea", "Cem"], "cards_in_play": "32"}, "möglich sind 12, 24, 36, 48"),
        ({"player": ["Ada", "Bea", "Cem"], "bid_bonus": "viel"}, "Bitte die Punkte als Zahl"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(
    client: FlaskClient, session: TableSession, form: dict[str, object], said: str
) -> None:
    page = client.post("/setup", data=form, headers=GERMAN).text
    assert said in page
    assert 'value="Bea"' in page
    assert session.snapshot()["game"] is None


@pytest.mark.parametrize(
    ("game", "field"),
    [("berteln", "announcer"), ("duren-piatkowy", "dealer"), ("vier-engel", "first_layer")],
)
@pytest.mark.parametrize("seat", ["²", "9" * 5000, "0", "x"])
def test_a_seat_that_is_no_number_at_the_table_is_nobodys(
    client: FlaskClient, game: str, field: str, seat: str
) -> None:
    form = {"game": game, "player": ["Ada", "Bea"], field: seat}
    assert client.post("/setup", data=form).status_code in (303, 409)


def test_a_start_pressed_twice_by_a_slip_starts_one_game(
    client: FlaskClient, session: TableSession
) -> None:
    form = {"game": "berteln", "player": ["Ada", "Bea", "Cem"]}
    for _ in range(2):
        answer = client.post("/setup", data=form, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.location == "/table"
    assert session.snapshot()["game_id"] == 1


def test_names_of_earlier_evenings_are_offered(client: FlaskClient, session: TableSession) -> None:
    session.start_game("berteln", ["Gerda", "Hilde", "Inge"])
    assert 'data-name="Gerda"' in client.get("/setup").text


def test_house_rules_changed_in_the_middle_count_the_game_anew(
    client: FlaskClient, session: TableSession
) -> None:
    announced(session)
    assert 'data-sure="Really? The whole game is counted anew."' in client.get("/referee").text
    assert client.post("/setup/variant", data={"bid_bonus": "10"}).status_code == 303
    assert session.snapshot()["options"] == {"bid_bonus": 10}
    assert "bonus 10 for an exact bid" in client.get("/table").text


def test_settings_are_switched_on_the_desk(client: FlaskClient, session: TableSession) -> None:
    announced(session)
    client.post("/referee/settings", data={"memory_aid": "on"})
    client.post("/referee/settings", data={"grace_seconds": "2,5"})
    settings = session.snapshot()["settings"]
    assert (settings["memory_aid"], settings["grace_seconds"]) == (True, 2.5)
    assert "memory aid on" in client.get("/table").text
    wrong = client.post("/referee/settings", json={"grace_seconds": -1})
    assert wrong.status_code == 409


class Camera:
    """A camera that can be chosen, at a table with three seats."""

    def __init__(self) -> None:
        self.source = ""
        self.table = Table()

    def play_with(self, deck: str) -> None:
        self.deck = deck

    def teach(self, lesson: object) -> None:
        self.lesson = lesson

    def keep(self, table: Table) -> None:
        self.table = table

    def seat(self, players: Sequence[str]) -> Mapping[str, str]:
        if len(players) > 3:
            raise PlainError("The table's file has 3 seats for 4 players; add the missing ones.")
        return dict(zip(players, ["south", "west", "north"], strict=True))

    def choices(self) -> Sequence[tuple[str, str]]:
        return [("0", "the one above the table")]

    def choose(self, source: str) -> None:
        self.source = source


def test_the_camera_is_chosen_with_the_game_and_gives_the_seats(session: TableSession) -> None:
    camera = Camera()
    client = create_app(session, camera=camera).test_client()
    assert "the one above the table" in client.get("/setup").text
    refused = client.post("/setup", data={"player": PLAYERS, "source": ""})
    assert "3 seats for 4 players" in refused.text
    client.post("/setup", data={"player": PLAYERS[:3], "source": "0"})
    assert camera.source == "0"
    assert session.snapshot()["seats"] == {"Ada": "south", "Bea": "west", "Cem": "north"}


def test_a_game_is_ended_and_taken_up_again_from_the_history(
    client: FlaskClient, session: TableSession
) -> None:
    announced(session)
    client.post("/history/1/end")
    assert "The game is over." in client.get("/table").text
    client.post("/history/1/resume")
    assert "Ada is to play" in client.get("/table").text.replace("<strong>", "").replace(
        "</strong>", ""
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The name Ludwigludwigludwiglu… is too long: 40 letters at most."),
        ("de", "Der Name Ludwigludwigludwiglu… ist zu lang: höchstens 40 Buchstaben."),
        ("pl", "Imię Ludwigludwigludwiglu… jest za długie: najwyżej 40 liter."),
    ],
)
def test_a_name_of_a_thousand_letters_is_refused_in_one_sentence(
    client: FlaskClient, session: TableSession, language: str, said: str
) -> None:
    endless = "Ludwig" + "ludwig" * 166
    headers = {"Accept-Language": language}
    answer = client.post("/setup", data={"player": ["Ada", "Bea", endless]}, headers=headers)
    assert answer.status_code == 409
    assert said in answer.text
    twice = {"players": f"{endless}\n{endless}\nAda"}
    answer = client.post("/knockout", data=twice, headers=headers)
    assert answer.status_code == 409
    assert said in answer.text
    with pytest.raises(PlainError, match="is too long: 40 letters at most"):
        session.start_game("berteln", ["Ada", "Bea", endless])
    assert session.snapshot()["game"] is None
    longest = "L" * 40
    assert client.post("/setup", data={"player": ["Ada", "Bea", longest]}).location == "/table"
