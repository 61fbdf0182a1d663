"""A whole evening with the keyboard alone: no tap, and nobody ever loses their place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.record import read
from companion.session import TableSession

from .club import Screen
from .keys import Keys
from .tables import announced, play

RECORD = Path(__file__).parents[1] / "records" / "berteln" / "full-round-then-next-announcer.yaml"
DEALS = 4


def test_a_whole_round_is_played_with_the_keyboard_alone(visit: Any, session: TableSession) -> None:
    record = read(RECORD)
    page = visit("/setup")
    screen = Screen(page, session)
    keys = Keys(screen)
    # The first name's line has the focus; Enter leads to the next.
    for name in record.players:
        page.keyboard.type(name)
        keys.press("Enter")
    keys.reach("details[data-only=berteln] summary")
    keys.press("Enter")
    keys.reach("[name=cards_in_play]")
    page.keyboard.type("12")
    keys.reach("[name=then]")
    keys.press("Space")
    keys.reach(".go button", "Shift+Tab")
    keys.press("Enter")
    page.wait_for_url("**/referee")
    flagged = False
    for event in record.events:
        kind = event["type"]
        state = session.snapshot()["state"]
        if kind == "announce":
            keys.push(f"button[value={event['contract']}]")
        elif kind == "play" and state["contract"] == "patience":
            # In one turn several cards may be laid: whose they are is chosen with the arrows.
            keys.reach("[name=player]", "Shift+Tab")
            while not keys.is_at(f"[name=player][value='{event['player']}']"):
                keys.press("ArrowRight")
            keys.reach("[name=rank]")
            while not keys.is_at(f"[name=rank][value='{event['card'][0]}']"):
                keys.press("ArrowRight")
            keys.press("Space")
            keys.push(f"[name=suit][value={event['card'][1]}]")
        elif kind == "play":
            if not flagged and len(state["trick"]) == 1:
                flagged = True
                wrong = next(c for c in ("2C", "3C") if c != event["card"])
                keys.card(wrong)  # A card that is not in play.
                assert screen.has(".ruling")
                keys.push(".ruling [value=take_back]", "Shift+Tab")
                assert not screen.has(".ruling")
            keys.card(event["card"])
        else:
            keys.push(f"button[name=type][value={kind}]", "Shift+Tab")
        if len(session.snapshot()["sheet"]["deals"]) == DEALS:
            break
    totals = session.snapshot()["sheet"]["totals"]
    # Undo and redo as everywhere.
    if keys.is_at("input, select"):
        keys.reach("summary")
    screen.booked(lambda: keys.press("Control+z"))
    screen.booked(lambda: keys.press("Control+Shift+Z"))
    assert session.snapshot()["sheet"]["totals"] == totals
    # The last play is looked at, and left as it is: the focus comes back to where it was.
    keys.reach(".events a.change")
    keys.press("Enter")
    page.wait_for_selector("dialog[open]")
    keys.reach("dialog [data-close]")
    keys.press("Enter")
    page.wait_for_selector("dialog[open]", state="detached")
    assert keys.is_at(".events a.change")


@pytest.fixture
def desk(visit: Any, session: TableSession) -> Screen:
    announced(session)
    play(session, "7C")
    return Screen(visit("/referee"), session)


PLACES = (
    "[data-typed]", "[name=rank]", "[name=suit]", "[data-undo]", ".events a.change",
    "#settings summary", "nav a", "[name=language]", ".ask-link a",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_what_happens_at_the_table_takes_the_focus_from_nobody(
    desk: Screen, session: TableSession, place: str
) -> None:
    keys = Keys(desk)
    keys.reach(place)
    held = desk.page.evaluate_handle("document.activeElement")
    play(session, "9C")  # from another page
    desk.caught_up()
    session.submit({"type": "play", "player": "Ada", "card": "9H"})  # a flag comes, and goes
    desk.caught_up()
    session.take_back("somebody else")
    desk.caught_up()
    assert desk.page.evaluate("(held) => document.activeElement === held", held)


def test_a_button_that_goes_away_hands_the_focus_on(desk: Screen, session: TableSession) -> None:
    keys = Keys(desk)
    session.submit({"type": "play", "player": "Ada", "card": "9H"})
    desk.caught_up()
    keys.reach(".ruling [value=take_back]")
    session.take_back("somebody else")
    desk.caught_up()
    assert keys.is_at("[data-typed]")
    keys.reach("[data-undo]")
    while session.snapshot("referee")["can_undo"]:
        session.undo("somebody else")
    desk.caught_up()
    assert not keys.is_at("body, [disabled]")


def test_a_tapped_button_that_goes_away_opens_no_keyboard(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    session.submit({"type": "play", "player": "Cem", "card": "7C"})
    page = visit("/referee", viewport={"width": 360, "height": 740}, has_touch=True)
    screen = Screen(page, session)
    screen.booked(lambda: page.tap(".ruling [value=take_back]"))
    assert not page.evaluate("document.activeElement.matches('input, textarea, select')")
