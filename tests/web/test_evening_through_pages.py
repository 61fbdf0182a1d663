"""A whole evening of Berteln, clicked through the pages in a real browser.

Start, plays by hand, a flag, a correction, undo, the history, another language, the phone's page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.phone_line import PhoneLine
from companion.record import read
from companion.session import TableSession
from companion.web import create_app

from .club import Screen, begin, film, look_back

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture
def app(session: TableSession) -> Flask:
    return create_app(session, phone_line=PhoneLine())


def tap(page: Any, player: int, card: str) -> None:
    """Enter a card by hand: who, which rank, which suit."""
    page.click(f"label[for=entry-player-{player + 1}]")
    page.click(f"label[for=entry-rank-{card[0]}]")
    page.click(f".entry button[value={card[1]}]")


def test_an_evening_of_berteln(
    screens: Callable[..., Any], session: TableSession, keep: Callable[[Any, str], None]
) -> None:
    record = read(RECORDS / "berteln" / "full-round-then-next-announcer.yaml")
    desk = screens("/setup")
    keep(desk, "setup")
    begin(desk, "berteln", list(record.players))
    desk.click("#settings summary")
    desk.select_option("#settings [name=cards_in_play]", "12")
    desk.click("#settings .variant button")
    desk.click("#settings .variant button")
    desk.wait_for_selector("text=12 cards")
    desk.click("#settings summary")
    wall, seat = screens("/table", "wall"), screens(f"/seat/{record.players[0]}", "phone")
    screen, phone, flagged = Screen(desk, session), Screen(seat, session), False
    for event in record.events:
        state = session.snapshot()["state"]
        if event["type"] == "announce":
            desk.click(f"button[value={event['contract']}]")
            desk.wait_for_selector(".entry [data-typed]")
        elif event["type"] == "play":
            if not flagged and len(state["trick"]) == 1:
                flagged = True
                wrong = next(p for p in record.players if p not in {state["turn"], event["player"]})
                tap(desk, record.players.index(wrong), event["card"])
                wall.wait_for_selector(".flag")
                keep(wall, "flag")
                keep(desk, "ruling")
                desk.click(".ruling >> text=Take it back")
                wall.wait_for_selector(".flag", state="detached")
            if state["contract"] == "patience":  # in one turn several cards may be laid
                player = record.players.index(event["player"])
                screen.booked(partial(tap, desk, player, event["card"]))
            else:
                screen.type(event["card"])
        elif event["type"] == "pass" and event["player"] == record.players[0]:
            phone.press("button[value=pass]")
            screen.caught_up()
        else:
            screen.press(f"button[name=type][value={event['type']}]")
        if len(session.snapshot()["sheet"]["deals"]) == 4:
            break
    totals = session.snapshot()["sheet"]["totals"]
    assert len(session.snapshot()["sheet"]["deals"]) == 4
    assert sum(map(abs, totals.values())) > 0
    wall.wait_for_selector(".sheet tbody tr:not(.open) >> nth=4")
    keep(wall, "table")
    keep(seat, "seat")
    # Deal 2 is put right after deal 4, then undone and done again.
    deals = session.snapshot()["sheet"]["deals"]
    desk.goto(desk.url.replace("/referee", f"/history/{session.snapshot()['game_id']}/deal/2"))
    desk.click("text=Something was booked wrongly?")
    keep(desk, "correcting")
    desk.click(".to-change a >> nth=0")
    desk.click("text=strike it out")
    desk.wait_for_url("**/referee")
    assert session.snapshot()["sheet"]["deals"] != deals
    screen.press("[data-undo]")
    assert session.snapshot()["sheet"]["deals"] == deals
    assert session.snapshot()["sheet"]["totals"] == totals
    look_back(desk, keep, session.snapshot()["game_id"])
    film(screens("/phone", "phone"), keep)
