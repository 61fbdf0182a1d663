"""Every view for every eye and hand: axe-core, zoom, keyboard, motion, four colours, weight."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from companion.advised import Placed
from companion.phone_line import PhoneLine
from companion.record import read
from companion.session import TableSession
from companion.web import create_app
from vision.table import Table

from .eyes import WISHES, violations
from .tables import PLAYERS, announced, play

RECORDS = Path(__file__).parents[1] / "records"
JPEG = cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))[1].tobytes()
LARGEST_PAGE = 300_000
"""Bytes that a view may fetch, with all of its styles, scripts and fonts, by a browser that has
none of it yet; the live picture of a camera is extra."""
SETTLE_MS = 200

GAME = 1
VIEWS = [
    "/table",
    "/referee",
    "/referee/ask",
    "/referee/events",
    "/seat",
    "/seat/Ada",
    "/history",
    "/history?q=ada",
    "/history/standings",
    f"/history/{GAME}",
    f"/history/{GAME}/deal/1",
    f"/history/{GAME}/replay?step=12",
    "/rules/berteln",
    "/rules/duren-piatkowy",
    "/rules/vier-engel",
    "/setup",
    "/phone",
    "/invite",
    "/nothing",
]


class Overhead:
    """A camera over the table, with something to say about its picture."""

    source = "0"
    table = Table()

    def latest(self) -> tuple[bytes, int, float] | None:
        return JPEG, 1, time.monotonic()

    whole = latest

    def advised(self) -> tuple[Placed, ...]:
        return (Placed("glare", 0.2, (0.25, 0.75)),)

    def choices(self) -> Sequence[tuple[str, str]]:
        return [("0", "0 (the one above the table)"), ("phone", "phone")]

    def choose(self, source: str) -> None:
        self.source = source

    def teach(self, lesson: object) -> None:
        """No deck is taught here."""

    def play_with(self, deck: object) -> None:
        """Any deck is as good as another."""

    def keep(self, table: Table) -> None:
        self.table = table

    def seat(self, players: Sequence[str]) -> Mapping[str, str]:
        return {player: str(n) for n, player in enumerate(players, 1)}


@pytest.fixture
def app(session: TableSession) -> Flask:
    """A club's evening: games of before, one that runs, a flag with its picture, a camera."""
    session.import_record(
        read(RECORDS / "berteln" / "full-round-then-next-announcer.yaml"), "referee"
    )
    announced(session)
    for card in ("7C", "9C"):
        session.submit({"type": "play", "card": card}, evidence=JPEG)
    session.submit({"type": "play", "player": "Ada", "card": "9H"}, evidence=JPEG)
    overhead = Overhead()
    return create_app(session, pictures=overhead, camera=overhead, phone_line=PhoneLine())


@pytest.fixture
def pages(browser: Any, served: str) -> Iterator[Any]:
    """Opens a view in a context of its own wishes."""
    contexts = []

    def opened(path: str, **wishes: Any) -> Any:
        context = browser.new_context(locale="de", **wishes)
        contexts.append(context)
        page = context.new_page()
        page.goto(served + path)
        return page

    yield opened
    for context in contexts:
        context.close()


def test_axe_finds_nothing_on_any_view(pages: Any, session: TableSession, axe: str) -> None:
    page = pages("/table", **WISHES)
    root = page.url.removesuffix("/table")
    first = session.snapshot("referee")["events"][1]["id"]
    found = []
    for path in [*VIEWS, f"/referee/events/{first}"]:
        page.goto(root + path)
        found += [(path, *one) for one in violations(page, axe)]
    assert found == []


def test_no_view_weighs_more_than_300_kilobytes(pages: Any) -> None:
    page = pages("/table")
    root = page.url.removesuffix("/table")
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    weights = {}
    for path in VIEWS:
        page.goto(root + path)
        page.wait_for_timeout(SETTLE_MS)
        weights[path] = page.evaluate(
            """() => [...performance.getEntriesByType('navigation'),
                      ...performance.getEntriesByType('resource')]
                     .filter((one) => !/picture.jpg|live/.test(one.name))
                     .reduce((sum, one) => sum + one.transferSize, 0)"""
        )
    assert {path: size for path, size in weights.items() if size > LARGEST_PAGE} == {}
    assert min(weights.values()) > 50_000, "something was measured"


def test_at_twice_the_size_nothing_has_to_be_scrolled_sideways(pages: Any) -> None:
    # A window of 1366 x 768 at 200 % has room for half as many units.
    wide = []
    page = pages("/table", viewport={"width": 683, "height": 384}, device_scale_factor=2)
    root = page.url.removesuffix("/table")
    for path in VIEWS:
        page.goto(root + path)
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            wide.append(path)
    assert wide == []


def test_who_wants_less_motion_gets_none(pages: Any, session: TableSession) -> None:
    session.take_back("referee")
    still = pages("/table", reduced_motion="reduce")
    session.submit({"type": "play", "player": "Cem", "card": "JC"})
    still.wait_for_selector(".laid >> nth=2")
    assert still.evaluate("document.getAnimations().length") == 0


def test_four_colours_tell_all_suits_apart_and_shapes_do_without(pages: Any) -> None:
    page = pages("/history/1/replay?step=12")
    page.select_option("[name=suits]", "four")
    page.wait_for_selector("[data-suits=four]")
    colours = page.evaluate(
        """() => ['C', 'D', 'H', 'S'].map((suit) => {
             const chip = document.createElement('span');
             chip.className = `chip suit-${suit}`;
             document.body.append(chip);
             return getComputedStyle(chip).color;
           })"""
    )
    assert len(set(colours)) == 4


def test_an_evening_is_played_with_the_keyboard_alone(pages: Any, session: TableSession) -> None:
    session.end_game("referee")
    page = pages("/setup")

    def key(*keys: str) -> None:
        for one in keys:
            page.keyboard.press(one)

    def reach(what: str) -> None:
        """Tab until what has the focus is that."""
        for _ in range(80):
            if page.evaluate("(what) => document.activeElement.matches(what)", what):
                return
            key("Tab")
        raise AssertionError(f"{what} is out of the keyboard's reach")

    for name in PLAYERS:
        page.keyboard.type(name)
        key("Enter")
    reach("[name=then]")
    key("Space")
    reach(".go button")
    key("Enter")
    page.wait_for_url("**/referee")
    reach("[name=contract], button[value=no_hearts]")
    key("Enter")
    page.wait_for_selector(".to-do:has-text('Ada')")
    page.keyboard.type("7c, 8c")
    key("Enter")
    page.wait_for_selector(".to-do:has-text('Cem')")
    key("Escape", "Tab")
    page.evaluate("document.activeElement.blur()")
    key("Control+z")
    page.wait_for_selector(".to-do:has-text('Bea')")
    key("Control+Shift+Z")
    page.wait_for_selector(".to-do:has-text('Cem')")
    reach(".events a.change")
    key("Enter")
    page.wait_for_selector("dialog[open]")
    key("Escape")
    page.wait_for_selector("dialog[open]", state="hidden")
    play(session, "9C", "TC")
    assert session.snapshot()["state"]["turn"] == "Dan"
