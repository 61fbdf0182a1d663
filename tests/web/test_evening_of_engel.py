"""Vier Engel, a whole evening by taps and keys: a game face down to its end, then the open one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.phone_line import PhoneLine
from companion.session import TableSession
from companion.web import create_app

from .club import Screen, begin, film, look_back

ANGELS = ("AC", "AD", "AH", "AS")
MOST_ROUNDS = 12


@pytest.fixture
def app(session: TableSession) -> Flask:
    return create_app(session, phone_line=PhoneLine())


class Round:
    """What the two do in a round, each on their own phone or by the referee."""

    def __init__(self, desk: Screen, phones: dict[str, Screen], session: TableSession) -> None:
        self.desk = desk
        self._phones = phones
        self._session = session

    @property
    def state(self) -> Any:
        return self._session.snapshot()["state"]

    def release(self) -> None:
        layer = self._phones[self.state["layer"]]
        layer.press("text=I release the table")
        self.desk.caught_up()

    def turn(self, card: str, by_keys: bool = False) -> None:
        if by_keys:
            self.desk.type(card)
        else:
            self.desk.press(f".of-cards button[value={card}]")

    def banked(self) -> None:
        self.release()
        self.turn("AC")
        self.turn("AD", by_keys=True)
        drawer = self._phones[self.state["drawer"]]
        drawer.caught_up()
        drawer.press("button[value=bank]")
        self.desk.caught_up()

    def called_right(self) -> None:
        self.release()
        call = ".devil-call button"
        self.desk.press(call, call)  # it asks once more
        for card in ANGELS:
            if self.state["phase"] == "call":
                self.turn(card)
        if self.state["phase"] == "call":
            self.turn("JOKER")

    def devil_first(self) -> None:
        self.release()
        self.turn("JOKER")

    def all_angels(self) -> None:
        self.release()
        for card in ANGELS:
            self.turn(card)


def test_an_evening_of_engel(
    screens: Callable[..., Any], session: TableSession, keep: Callable[[Any, str], None]
) -> None:
    desk_page = screens("/setup")
    begin(desk_page, "vier-engel", ["Ada", "Bea"], "[name=variant]")
    wall = screens("/table", "wall")
    phones = {name: screens(f"/seat/{name}", "phone") for name in ("Ada", "Bea")}
    desk = Screen(desk_page, session)
    table = Round(desk, {name: Screen(page, session) for name, page in phones.items()}, session)

    # Somebody turns a card that is none of the five: flagged, and taken back.
    table.release()
    table.turn("KD", by_keys=True)
    wall.wait_for_selector(".flag")
    keep(wall, "flag")
    keep(desk_page, "ruling")
    desk.press("[data-undo]")
    assert not desk.has(".ruling")
    desk.press("[data-redo]")
    desk.press(".ruling >> text=Take it back")
    wall.wait_for_selector(".flag", state="detached")
    desk.press("button[value=annul]", "button[value=annul]")

    rounds = [table.banked, table.called_right, table.devil_first, table.all_angels]
    for number in range(MOST_ROUNDS):
        if table.state["phase"] == "over":
            break
        rounds[number % len(rounds)]()
        if number == 1:
            keep(wall, "table")
            keep(phones["Ada"], "seat")
    assert table.state["phase"] == "over"
    wall.wait_for_selector(".to-do:has-text('has won the game.')")
    totals = session.snapshot()["sheet"]["totals"]
    assert max(totals.values()) >= 13

    # The first card that was turned was another one: the game is judged anew, then as before.
    turned = [e for e in session.snapshot("referee")["events"] if e["type"] == "turn"]
    first = next(e for e in turned if e["card"] == "AD" and e["status"] == "applied")
    desk_page.goto(desk_page.url + f"/events/{first['id']}")
    keep(desk_page, "correcting")
    desk_page.fill("[name=card]", "joker")
    desk_page.click("text=Save")
    desk_page.wait_for_url("**/referee")
    assert session.snapshot()["sheet"]["totals"] != totals
    desk.press("[data-undo]")
    assert session.snapshot()["sheet"]["totals"] == totals
    look_back(desk_page, keep, session.snapshot()["game_id"])

    # Now open, judged by the program: laid by hand, sealed and asked for on the phones.
    desk_page.goto(desk_page.url.split("/history")[0] + "/setup")
    begin(desk_page, "vier-engel", ["Ada", "Bea"], "[name=open]")
    for screen in (desk, *table._phones.values()):
        screen.caught_up()
    adas, beas = table._phones["Ada"], table._phones["Bea"]
    desk.type("7h, 9h, jh, qh, ah")
    adas.caught_up()
    adas.press("text=This is my phone")
    adas.page.click("label[for=seal-9H]")
    adas.booked(lambda: adas.page.click("[data-hold]", delay=1000))
    beas.caught_up()
    assert "9H" not in beas.page.locator("main").inner_html().split('class="of-cards"')[0]
    beas.press(".of-cards button[value=QH]")
    beas.press("text=Yes, I ask for it")
    wall.wait_for_selector(".judges-word:has-text('Angel')")
    keep(wall, "judge")
    keep(phones["Bea"], "asking")
    beas.press("button[value=bank]")
    assert session.snapshot()["sheet"]["totals"] == {"Ada": 0, "Bea": 1}
    film(screens("/phone", "phone"), keep)
