"""A whole game of Dureń Piątkowy among ten, to the payments, by taps and keys in a real browser."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.phone_line import PhoneLine
from companion.session import TableSession
from companion.web import create_app

from .club import Screen, begin, film, look_back

PLAYERS = ["Ada", "Bea", "Cem", "Dan", "Eva", "Fee", "Gil", "Hal", "Ida", "Jon"]
SEED = 14
"""Dealt so, the game is short, and has attacks with several cards, all rulings and an exchange."""


@pytest.fixture
def app(session: TableSession) -> Flask:
    return create_app(session, phone_line=PhoneLine())


def dealt() -> Any:
    """A game among players with real hands, who also try what they may not."""
    folder = str(Path(__file__).parents[1] / "companion" / "games")
    sys.path.insert(0, folder)
    try:
        from duren_dealer import DurenDealer
    finally:
        sys.path.remove(folder)
    return DurenDealer(PLAYERS, 1, random.Random(SEED), PLAYERS[-1], 0.04)


class Table:
    """The referee's desk and the phones of the players."""

    def __init__(self, desk: Screen, phones: Mapping[str, Screen], session: TableSession) -> None:
        self.desk = desk
        self._phones = phones
        self._session = session
        self.taps: list[int] = []
        """How many taps each card that was beaten took."""

    def book(self, move: Mapping[str, Any], by_keys: bool) -> None:
        """Enter what somebody does, as a person would."""
        state = self._session.snapshot()["state"]
        kind, turn = str(move["type"]), state.get("turn")
        if kind == "start":
            self._tap(move["trump_card"])
        elif kind == "attack":
            self._attack(move, turn, by_keys)
        elif kind == "beat":
            self._beat(move, by_keys)
        elif kind in ("accept", "take_back"):
            self.desk.press(f".ruling button[value={kind}]")
        else:
            who = str(move.get("player", turn))
            if who in self._phones:
                self._phones[who].press(f"button[value={kind}]")
                self.desk.caught_up()
            elif kind == "swap":
                self.desk.press(f"form:has([name=player][value={who}]) button[value=swap]")
            else:
                self.desk.press(f"button[value={kind}]")

    def _tap(self, card: str) -> None:
        self.desk.press(f"label[for=entry-rank-{card[0]}]", f".entry button[value={card[1]}]")

    def _attack(self, move: Mapping[str, Any], turn: str, by_keys: bool) -> None:
        if by_keys and move["player"] == turn:
            self.desk.type(", ".join(move["cards"]))
            return
        who = [] if move["player"] == turn else [PLAYERS.index(move["player"]) + 1]
        cards = [f"label[for=entry-card-{card}]" for card in move["cards"]]
        players = [f"label[for=entry-player-{n}]" for n in who]
        self.desk.press(*players, *cards, "text=Attack with these cards")

    def _beat(self, move: Mapping[str, Any], by_keys: bool) -> None:
        # Which card is beaten has to be said only where the card that is laid does not tell.
        before = self._session.version
        if by_keys:
            self.desk.page.keyboard.type(move["card"])
            self.desk.page.keyboard.press("Enter")
        else:
            self.desk.page.click(f"label[for=entry-rank-{move['card'][0]}]")
            self.desk.page.click(f".entry button[value={move['card'][1]}]")
        self.desk.wait_for(
            lambda: (
                self._session.version > before
                or self.desk.page.is_visible(".says:has-text('Say which card is beaten')")
            ),
            "a beat was neither booked nor asked about",
        )
        self.taps.append(2)
        if self._session.version == before:
            state = self._session.snapshot()["state"]
            open_ones = [pair["attack"] for pair in state["table"] if not pair["beaten_by"]]
            target = open_ones.index(move["attack"]) + 1
            self.taps[-1] = 4
            if by_keys:
                self.desk.page.select_option("#typed-target", move["attack"])
                self.desk.press(".entry button:has-text('Beat')")
            else:
                suit = f".entry button[value={move['card'][1]}]"
                self.desk.press(f"label[for=entry-target-{target}]", suit)
        self.desk.caught_up()


def test_an_evening_of_duren(
    screens: Callable[..., Any], session: TableSession, keep: Callable[[Any, str], None]
) -> None:
    desk_page = screens("/setup")
    begin(desk_page, "duren-piatkowy", PLAYERS)
    wall = screens("/table", "wall")
    phones = {name: screens(f"/seat/{name}", "phone") for name in PLAYERS[:2]}
    desk = Screen(desk_page, session)
    table = Table(desk, {name: Screen(page, session) for name, page in phones.items()}, session)
    dealer, flagged, undone = dealt(), 0, False
    for number, told in enumerate(dealer.game()):
        waits = session.snapshot()["state"]["pending"] is not None
        if not told.accepted and (waits or told.event["type"] not in ("attack", "beat")):
            continue  # For what cannot be done now the pages have no button.
        table.book(told.event, by_keys=number % 2 == 0)
        if told.accepted:
            continue
        wall.wait_for_selector(".flag")
        if not flagged:
            keep(wall, "flag")
            keep(desk_page, "ruling")
        flagged += 1
        if not undone:  # A ruling is taken back, and made again.
            undone = True
            desk.press("[data-undo]")
            assert not desk.has(".ruling")
            desk.press("[data-redo]")
            assert desk.has(".ruling")
    assert flagged
    totals = session.snapshot()["sheet"]["totals"]
    assert totals == dealer.payments()
    wall.wait_for_selector("text=Without cards and paid by the others")
    keep(wall, "table")
    keep(phones["Ada"], "seat")

    # One beat was another card: put right after the end, everything is judged anew; and undone.
    plays = session.snapshot("referee")["events"]
    beat = next(event for event in reversed(plays) if event["type"] == "beat")
    desk_page.click(f"#event-{beat['id']} .change")
    desk_page.wait_for_selector("dialog[open]")
    keep(desk_page, "correcting")
    other = "3" if beat["card"][0] != "3" else "4"
    desk.press(f"dialog label[for=event-rank-{other}]", f"dialog button[value={beat['card'][1]}]")
    assert desk.has(".ruling, .asked, .flag") or session.snapshot()["sheet"]["totals"] != totals
    desk.press("[data-undo]")
    assert session.snapshot()["sheet"]["totals"] == totals
    look_back(desk_page, keep, session.snapshot()["game_id"])
    film(screens("/phone", "phone"), keep)
