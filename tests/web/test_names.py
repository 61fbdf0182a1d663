"""Names as people type them on the pages."""

from __future__ import annotations

from flask import Flask

from companion.session import TableSession
from companion.web.seats import Seats
from companion.web.standings import groups

JSON = {"Accept": "application/json"}


def begin(app: Flask, *names: str) -> str:
    form = {"game": "berteln", "player": list(names), "then": "referee"}
    answer = app.test_client().post("/setup", data=form)
    return answer.text if answer.status_code == 409 else ""


def test_the_set_up_page_drops_what_cannot_be_seen(app: Flask, session: TableSession) -> None:
    assert begin(app, " Ada\u200b ", "Bea\u00a0", "\u3164", "\ufeffCem") == ""
    assert session.snapshot()["players"] == ["Ada", "Bea", "Cem"]


def test_one_name_typed_in_two_ways_is_refused_in_a_sentence(
    app: Flask, session: TableSession
) -> None:
    assert "Ada and ada are one name: tell them apart." in begin(app, "Ada", "ada", "Cem")
    assert session.snapshot()["game"] is None


def test_knock_out_evenings_know_names_that_are_one(app: Flask) -> None:
    answer = app.test_client().post("/knockout", data={"players": "Ada\nBea\nADA \n"})
    assert answer.status_code == 409
    assert "Ada and ADA are one name: tell them apart." in answer.text


def test_somebody_written_in_another_way_is_remembered_once_and_keeps_their_points(
    app: Flask, session: TableSession
) -> None:
    for names in (["ada", "Bea", "Cem"], ["Ada", "BEA", "Cem"]):
        session.start_game("berteln", names, {"cards_in_play": 12})
        session.submit({"type": "announce", "contract": "no_queens"})
        for card in ["QC", "KC", "AC", "AH", "KH", "QH", "KS", "AS", "QS", "QD", "AD", "KD"]:
            session.submit({"type": "play", "card": card})
    (group,) = groups(session.past_games())
    assert set(group.players) == {"Ada", "BEA", "Cem"}
    assert sum(group.totals.values()) == 2 * -30
    page = app.test_client().get("/setup").text
    assert 'value="Ada"' in page
    assert 'value="ada"' not in page


def test_a_seat_is_found_however_its_name_is_typed(app: Flask, session: TableSession) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"])
    answer = app.test_client().get("/seat/ADA")
    assert answer.location == "/seat/Ada"
    seats = Seats()
    assert seats.take("Ada", "phone")
    assert seats.holder("ada") == "phone"
    assert not seats.take("ada", "another")
    seats.free("ADA")
    assert seats.holder("Ada") is None
