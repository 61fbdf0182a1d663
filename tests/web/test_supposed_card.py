"""A card that lies on the table only because it is supposed to is marked on every screen."""

from __future__ import annotations

from flask import Flask

from companion.readers.move import ReadMove
from companion.session import TableSession

from .tables import announced


def laid(session: TableSession, contract: str) -> None:
    session.set("unread_goes_on", True, "referee")
    announced(session, contract)
    seen = {"type": "play", "player": "Ada", "card": "7C"}
    unread = {"type": "play", "player": "Bea", "card": "?"}
    session.see(
        [
            ReadMove(seen, "seen", 1.0),
            ReadMove(unread, "assumed", 2.0, doubt="card", candidates=("8C", "8S")),
        ]
    )


def shown(app: Flask, language: str = "en") -> str:
    return app.test_client().get("/table", headers={"Accept-Language": language}).text


def test_a_supposed_card_of_a_trick_is_marked_and_said_to_be_supposed(
    app: Flask, session: TableSession
) -> None:
    laid(session, "no_hearts")
    page = shown(app)
    assert page.count("supposed-mark") == 1
    assert "Bea: 8 of clubs, not read, only supposed</title>" in page
    assert "Ada: 7 of clubs</title>" in page
    assert "nur angenommen" in shown(app, "de")
    assert "tylko przypuszczalna" in shown(app, "pl")


def test_a_supposed_card_of_patience_is_marked_until_the_referee_has_said_which_it_was(
    app: Flask, session: TableSession
) -> None:
    laid(session, "patience")
    assert "8 of clubs, not read, only supposed</title>" in shown(app)
    (question,) = session.snapshot("referee")["questions"]
    session.answer(question["id"], "card:8C", "referee")
    assert "supposed" not in shown(app)
