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
