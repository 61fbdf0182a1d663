"""One card misread or not read: put right, the table stands as if it had been seen so."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cards import DECK
from companion.games import find

from ..games.berteln_dealer import Dealer
from ..games.duren_dealer import DurenDealer
from .tables import PLAYERS, Table, fast_folder

Event = dict[str, Any]
BY_HAND = {"announce", "start"}


def berteln(contract: str) -> tuple[str, list[Event]]:
    rng = random.Random(contract)
    state = find("berteln").start(PLAYERS, {})
    public = find("berteln").public(state)
    dealer = Dealer(PLAYERS, contract, 32, rng, public["dealer"], public["announcer"])
    return "berteln", [told.event for told in dealer.deal()]


def duren(decks: int) -> tuple[str, list[Event]]:
    rng = random.Random(decks)
    dealer = DurenDealer(PLAYERS, decks, rng, PLAYERS[-1])
    return "duren-piatkowy", [told.event for told in dealer.game()][:45]


def seen_at(folder: Path, game: str, events: list[Event], options: dict[str, Any]) -> Table:
    folder.mkdir()
    table = Table(folder)
    table.session.start_game(game, PLAYERS, options)
    for event in events:
        if event["type"] in BY_HAND:
            table.tap(event)
        else:
            table.see_move(event)
    return table


def stands(table: Table) -> dict[str, Any]:
    """All that counts; what was flagged by mistake is kept as the camera's, and left out here."""
    page = table.page
    flags = [
        (flag["code"], flag["rule"], flag["player"], flag["cards"], flag["because"])
        for flag in page["flags"]
        if flag["state"] != "camera_wrong"
    ]
    statuses = [event["status"] for event in page["events"]]
    kept = {key: page[key] for key in ("state", "memory")}
    deals = [cell["points"] for cell in page["sheet"]["deals"]]
    held = [(held["player"], held["card"]) for held in page["held"]]
    return {**kept, "flags": flags, "statuses": statuses, "deals": deals, "held": held}


def with_one_wrong(event: Event, rng: random.Random) -> tuple[Event, Event]:
    """The event as it was misread, and what it is corrected by."""
    wrong = rng.choice(["?", *(card.code for card in DECK if card.rank in "789TJQKA")])
    if "cards" in event:
        place = rng.randrange(len(event["cards"]))
        cards = [*event["cards"][:place], wrong, *event["cards"][place + 1 :]]
        return {**event, "cards": cards}, {"cards": event["cards"]}
    return {**event, "card": wrong}, {"card": event["card"]}


@pytest.mark.parametrize(
    ("made", "options"),
    [
        (lambda: berteln("no_hearts"), {}),
        (lambda: berteln("no_king_of_hearts"), {}),
        (lambda: berteln("patience"), {}),
        (lambda: duren(1), {}),
        (lambda: duren(2), {"decks": 2}),
    ],
    ids=["no hearts", "no king of hearts", "patience", "duren", "two decks"],
)
def test_a_correction_leads_to_the_state_of_the_true_record(
    made: Callable[[], tuple[str, list[Event]]], options: dict[str, Any]
) -> None:
    game, events = made()
    rng = random.Random(7)
    with tempfile.TemporaryDirectory(dir=fast_folder()) as name:
        folder = Path(name)
        true = seen_at(folder / "true", game, events, options)
        wanted = stands(true)
        true.session.close()
        cards = [n for n, event in enumerate(events) if {"card", "cards"} & event.keys()]
        misread = 0
        for n in rng.sample(cards, 4):
            wrong, right = with_one_wrong(events[n], rng)
            if events[n] == wrong:
                continue
            misread += 1
            table = seen_at(folder / str(n), game, [*events[:n], wrong, *events[n + 1 :]], options)
            event = table.page["events"][n]
            table.session.correct(event["id"], right, "referee", "misread")
            assert stands(table) == wanted, (n, wrong)
            table.session.close()
        assert misread >= 3
