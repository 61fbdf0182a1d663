"""The other games, the history and every preference with the keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.record import read
from companion.session import ReadMove, TableSession
from companion.web import create_app

from .club import Screen
from .eyes import WISHES, violations
from .keys import Keys
from .tables import announced, play

RECORD = Path(__file__).parents[1] / "records" / "berteln" / "full-round-then-next-announcer.yaml"
ANGELS = ("AC", "AD", "AH")


@pytest.fixture
def app(session: TableSession) -> Flask:
    return create_app(session)


def sit_down(page: Any, keys: Keys, game: int, players: list[str]) -> None:
    """Start game number `game` of those offered; the referee's page opens."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/setup")
    keys.reach("[name=game]", "Shift+Tab")
    keys.press(*["ArrowDown"] * game)
    keys.reach("#player-0")
    for name in players:
        page.keyboard.type(name)
        keys.press("Enter")
    keys.reach("[name=deck]")
    keys.press("Home")
    keys.reach("[name=then]")
    keys.press("Space")
    keys.reach(".go button", "Shift+Tab")
    keys.press("Enter")
    page.wait_for_url("**/referee")


def test_duren_is_played_with_the_keyboard_alone(visit: Any, session: TableSession) -> None:
    page = visit("/setup")
    screen = Screen(page, session)
    keys = Keys(screen)
    sit_down(page, keys, 1, ["Ada", "Bea", "Cem"])
    assert session.snapshot()["game"] == "duren-piatkowy"
    keys.card("9h")  # Trumps.
    attacker = session.snapshot()["state"]["turn"]
    keys.card("6c, 7d")  # No pair: it is flagged, and goes back.
    keys.push(".ruling [value=take_back]", "Shift+Tab")
    # An attack of two cards: ticked with the space bar.
    for card in ("6C", "6D"):
        keys.reach(f"#entry-card-{card}")
        keys.press("Space")
    keys.push(".entry button.main")
    assert [pair["attack"] for pair in session.snapshot()["state"]["table"]] == ["6C", "6D"]
    keys.card("7c")
    keys.card("8d")
    # All the others pass, the last attack is over.
    while session.snapshot()["state"]["phase"] == "add":
        keys.push("button[value=pass]", "Shift+Tab")
    assert session.snapshot()["state"]["last_attack"] == "won"
    assert session.snapshot()["state"]["attacker"] != attacker
    keys.card("ts")
    keys.push("button[value=take]", "Shift+Tab")
    # One step back and forward again, as everywhere.
    keys.reach("[data-undo]")
    screen.booked(lambda: keys.press("Control+z"))
    assert session.snapshot()["state"]["phase"] == "defend"
    screen.booked(lambda: keys.press("Control+Shift+Z"))
    assert not keys.is_at("body")
    # A card was another one: changed in the dialog, and the place is kept.
    first = next(e for e in session.snapshot("referee")["events"] if e["type"] == "beat")
    keys.reach(f"#event-{first['id']} a.change")
    keys.press("Enter")
    page.wait_for_selector("dialog[open]")
    keys.reach("dialog [name=rank]")
    while not keys.is_at("dialog [name=rank][value='9']"):
        keys.press("ArrowRight")
    keys.push("dialog button[value=C]")
    page.wait_for_selector("dialog[open]", state="detached")
    assert keys.is_at(f"#event-{first['id']} a.change")
    beaten = {e["id"]: e["card"] for e in session.snapshot("referee")["events"]}
    assert "9C" in beaten.values()


def test_vier_engel_is_played_with_the_keyboard_alone(visit: Any, session: TableSession) -> None:
    page = visit("/setup")
    screen = Screen(page, session)
    keys = Keys(screen)
    sit_down(page, keys, 2, ["Ada", "Bea"])
    drawer = session.snapshot()["state"]["drawer"]
    keys.push(".desk-now form button.main")  # The table is released.
    for card in ANGELS[:2]:
        keys.push(f".of-cards button[value={card}]")
    keys.push("button[value=bank]", "Shift+Tab")
    assert session.snapshot()["sheet"]["totals"][drawer] == 2


def test_the_devil_is_sealed_and_asked_for_with_the_keyboard_alone(
    visit: Any, session: TableSession
) -> None:
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    page = visit("/seat/Ada")
    screen = Screen(page, session)
    keys = Keys(screen)
    keys.reach("[data-typed]")
    keys.card("7h, 9h, jh, qh, ah")
    keys.reach(".seat-lock button")
    keys.press("Enter")
    page.wait_for_selector(".seal-own")
    keys.reach("[name=card]")
    keys.press("Space", "ArrowRight")
    keys.reach("[data-hold]")
    keys.press("Enter")  # With the keyboard it asks once more.
    page.wait_for_selector("[data-hold][data-armed]")
    assert keys.is_at("[data-hold]")
    page.wait_for_timeout(600)  # Sooner it would count as one press too many.
    screen.booked(lambda: keys.press("Enter"))
    assert not keys.is_at("body")
    page.goto(page.url.replace("Ada", "Bea"))
    keys.push(".of-cards button[value=QH]")
    keys.push(".pointed button[value=choose]", "Shift+Tab")
    assert session.snapshot()["state"]["announced"] or session.snapshot()["state"]["last_round"]


@pytest.fixture
def evening(session: TableSession) -> TableSession:
    """A game of before, and one that runs."""
    session.import_record(read(RECORD), "referee")
    session.end_game("referee")
    return announced(session)


def test_a_past_game_is_found_replayed_and_exported_with_the_keyboard_alone(
    visit: Any, evening: TableSession
) -> None:
    page = visit("/history")
    keys = Keys(Screen(page, evening))
    keys.reach("#q")
    page.keyboard.type("cem ada")
    keys.press("Enter")
    page.wait_for_url("**q=cem*")
    keys.reach(".games h2 a")
    keys.press("Tab")
    keys.reach(".games h2 a")
    keys.press("Enter")
    page.wait_for_url("**/history/1")
    for place in ("a[href$='sheet.csv']", "a[href$='record.json']", "a[href$='record.yaml']"):
        keys.reach(place)
        with page.expect_download() as loaded:
            keys.press("Enter")
        assert loaded.value.suggested_filename.startswith("berteln-")
        assert keys.is_at(place)
    keys.reach(".sheet td a")
    keys.press("Enter")
    page.wait_for_url("**/deal/*")
    page.go_back()
    keys.reach("a[href$='/replay']")
    keys.press("Enter")
    page.wait_for_selector("[data-run]:not([hidden])")
    keys.press("ArrowRight", "ArrowRight")  # However quickly: two steps.
    page.wait_for_selector("output:has-text('2 / 29')")
    keys.reach("a[data-step=after]")
    for n in (3, 4, 5):
        keys.press("Enter")
        page.wait_for_selector(f"output:has-text('{n} / 29')")
        assert keys.is_at("a[data-step=after]"), "the place is kept from step to step"
    keys.reach("[data-seek] input")
    keys.press("ArrowRight")
    page.wait_for_selector("output:has-text('6 / 29')")
    page.wait_for_url("**step=6")
    assert keys.is_at("[data-seek] input")
    keys.reach("[data-run]", "Shift+Tab")
    keys.press("Enter")
    page.wait_for_selector("[data-run][aria-pressed=true]")
    keys.press("Enter")
    page.wait_for_selector("[data-run][aria-pressed=false]")
    keys.press("End")
    page.wait_for_selector("output:has-text('29 / 29')")
    assert not keys.is_at("body")
    keys.reach("a[data-step=before]", "Shift+Tab")
    keys.press("Enter")
    page.wait_for_selector("output:has-text('28 / 29')")
    keys.reach("a[data-step=after]")
    keys.press("Enter")
    page.wait_for_selector("output:has-text('29 / 29')")
    page.wait_for_selector("a[data-step=before]:focus", state="attached")


@pytest.mark.parametrize("path", ["/table", "/referee", "/setup", "/history", "/rules/berteln"])
def test_who_chooses_a_language_with_the_arrows_stays_at_the_choice(
    visit: Any, evening: TableSession, path: str
) -> None:
    page = visit(path)
    keys = Keys(Screen(page, evening))
    keys.reach("[name=language]", "Shift+Tab")
    seen = []
    for _ in range(2):
        before = page.get_attribute("html", "lang")
        page.keyboard.press("ArrowDown" if before != "pl" else "ArrowUp")
        page.wait_for_selector(f"html:not([lang={before}])")
        page.wait_for_selector("[name=language]:focus", state="attached")
        seen.append(page.get_attribute("html", "lang"))
    assert len({"en", *seen}) > 1
    keys.reach("[name=suits]")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("[data-suits=four]")
    page.wait_for_selector("[name=suits]:focus", state="attached")


def test_a_flag_is_answered_and_a_question_too(visit: Any, session: TableSession) -> None:
    announced(session)
    play(session, "7C")
    page = visit("/referee")
    screen = Screen(page, session)
    keys = Keys(screen)
    session.submit({"type": "play", "player": "Dan", "card": "9C"})
    screen.caught_up()
    keys.push(".ruling [value=accept]")
    assert session.snapshot("referee")["flags"][0]["state"] == "stands"
    keys.reach("#settings summary")
    keys.press("Enter")
    page.wait_for_selector("#settings[open]")
    keys.reach("#settings [name=value], #settings button")
    keys.press("Enter")
    page.wait_for_timeout(300)
    assert not keys.is_at("body")


STAYS: list[tuple[str, str]] = [
    ("/seat/Ada", ".seat-lock button"),
    ("/seat/Ada", "nav a"),
    ("/table", "[data-chime]"),
    ("/table", ".sheet-scroll"),
    ("/setup", "#player-1"),
    ("/setup", "[name=deck]"),
    ("/judge", "nav a"),
]


@pytest.mark.parametrize(("path", "place"), STAYS)
def test_what_happens_at_the_table_takes_no_place_on_other_pages(
    visit: Any, evening: TableSession, path: str, place: str
) -> None:
    page = visit(path)
    keys = Keys(Screen(page, evening))
    keys.reach(place)
    held = page.evaluate_handle("document.activeElement")
    play(evening, "7C", "9C")
    evening.submit({"type": "play", "player": "Ada", "card": "9H"})
    page.wait_for_timeout(400)
    evening.take_back("somebody else")
    page.wait_for_timeout(400)
    assert page.evaluate("(held) => document.activeElement === held", held)


# ---- axe-core while something is open ----


def _dialog(page: Any, session: TableSession) -> None:
    page.click(".events a.change >> nth=0")
    page.wait_for_selector("dialog[open]")


def _asked(page: Any, session: TableSession) -> None:
    move = {"type": "play", "player": "Dan", "card": "9D"}
    session.see([ReadMove(move, "assumed", 9.0, doubt="player", candidates=("9H",))])
    page.wait_for_selector(".asked")
    page.click(".asked summary")


def _armed(page: Any, session: TableSession) -> None:
    page.click(".entry-more [value=annul], .entry [value=annul]")
    page.wait_for_selector("[data-armed]")


def _settings(page: Any, session: TableSession) -> None:
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


def _ruled(page: Any, session: TableSession) -> None:
    session.submit({"type": "play", "player": "Ada", "card": "9H"})
    page.wait_for_selector(".ruling")


OPENED = {
    "dialog": _dialog,
    "question": _asked,
    "sure": _armed,
    "all that folds": _settings,
    "flag": _ruled,
}


@pytest.mark.parametrize("what", OPENED)
def test_axe_finds_nothing_while_something_is_open(
    visit: Any, session: TableSession, axe: str, what: str
) -> None:
    announced(session)
    play(session, "7C", "9C")
    page = visit("/referee", "de", **WISHES)
    OPENED[what](page, session)
    assert violations(page, axe) == []


ENGEL: tuple[dict[str, Any], ...] = (
    {"type": "lay_open", "cards": ["7H", "9H", "JH", "QH", "AH"]},
    {"type": "seal", "card": "9H"},
    {"type": "choose", "card": "QH"},
)


def test_axe_finds_nothing_in_the_other_games(visit: Any, session: TableSession, axe: str) -> None:
    page = visit("/table", "de", **WISHES)
    root, found = page.url.removesuffix("/table"), []

    def look(*paths: str) -> None:
        for path in paths:
            page.goto(root + path)
            found.extend((path, one) for one in violations(page, axe))

    def changed() -> str:
        return f"/referee/events/{session.snapshot('referee')['events'][-1]['id']}"

    def past() -> str:
        return f"/history/{session.snapshot()['game_id']}"

    session.start_game("berteln", ["Ada", "Bea", "Cem"], {"bid_bonus": 10})
    look("/seat/Ada")
    session.submit({"type": "announce", "contract": "patience"})
    look("/seat/Ada", "/table", changed())
    session.start_game("duren-piatkowy", ["Ada", "Bea", "Cem"])
    look("/table", "/referee")
    for move in (
        {"type": "start", "trump_card": "9H"},
        {"type": "attack", "cards": ["6C", "6D"]},
        {"type": "beat", "attack": "6C", "card": "7C"},
    ):
        session.submit(move)
        look("/table", "/referee", "/seat/Bea")
    look(changed(), past(), f"{past()}/replay?step=2")
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    look("/table", "/referee", "/seat/Ada", "/judge")
    for move in ENGEL:
        session.submit(move)
        look("/table", "/referee", "/seat/Ada", "/seat/Bea", "/judge")
    look(changed(), past(), f"{past()}/replay?step=2")
    session.start_knockout("vier-engel", ["Ada", "Bea", "Cem", "Dan"], {}, "referee")
    look("/knockout", "/knockout?new=", "/decks", "/verify", "/judge/format", "/setup?again=1")
    assert found == []
