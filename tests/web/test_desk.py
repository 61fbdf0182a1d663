"""The pages as people use them: clicked through in a browser, on a real game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.session import ReadMove, TableSession

from .tables import announced, play


def tap(page: Any, rank: str, suit: str) -> None:
    page.click(f".entry label[for=entry-rank-{rank}]")
    page.click(f".entry button[value={suit}]")


def test_a_game_is_started_announced_and_a_trick_played_in_two_taps_a_card(
    visit: Any, session: TableSession
) -> None:
    page = visit("/setup")
    for number, name in enumerate(["Ada", "Bea", "Cem"]):
        page.fill(f"#player-{number}", name)
    page.check("[name=then]")
    page.click("text=Start the game")
    page.click("button:has-text('No hearts')")
    for rank, printed in (("7", "7"), ("T", "10"), ("A", "A")):
        tap(page, rank, "C")
        page.wait_for_selector(f".events li .suit-C:has-text('{printed}')")
    page.wait_for_selector(".to-do:has-text('Cem is to play.')")
    assert session.snapshot()["state"]["hand_sizes"] == {"Ada": 11, "Bea": 11, "Cem": 11}


def test_a_card_out_of_turn_is_flagged_everywhere_and_taken_back(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    referee, wall = visit("/referee"), visit("/table")
    referee.click("label[for=entry-player-3]")
    tap(referee, "9", "H")
    flag = wall.wait_for_selector(".flag")
    assert "Cem played" in flag.inner_text()
    assert "9 of hearts" in flag.get_attribute("data-said")
    assert flag.query_selector("a").get_attribute("href").endswith("/rules/berteln#B6")
    referee.click(".ruling >> text=Take it back")
    wall.wait_for_selector(".flag", state="detached")
    referee.wait_for_selector(".ruling", state="detached")
    assert session.snapshot()["state"]["pending"] is None


def test_a_card_is_corrected_struck_out_undone_and_done_again(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    play(session, "7C", "9C")
    page = visit("/referee")
    line = page.locator(".events li", has_text="Bea plays")
    line.locator("text=Change").click()
    page.click("dialog label[for=event-rank-A]")
    page.click("dialog button[value=C]")
    page.wait_for_selector(".events li:has-text('ace of clubs')")
    assert session.snapshot()["state"]["trick"][1] == {"player": "Bea", "card": "AC"}
    page.click("[data-undo]")
    page.wait_for_selector(".events li:has-text('9 of clubs')")
    page.keyboard.press("Control+Shift+z")
    page.wait_for_selector(".events li:has-text('ace of clubs')")
    page.locator(".events li", has_text="Bea plays").locator("text=Change").click()
    page.click("dialog >> text=strike it out")
    page.wait_for_selector(".to-do:has-text('Bea is to play.')")
    assert len(session.snapshot()["state"]["trick"]) == 1


def test_a_play_that_was_missed_is_put_in_before_another(visit: Any, session: TableSession) -> None:
    announced(session)
    play(session, "7C", "9C")
    page = visit("/referee")
    page.locator(".events li", has_text="Bea plays").locator("text=Change").click()
    page.click("dialog label[for=do-insert]")
    page.click("dialog label[for=event-player-1]")
    page.click("dialog label[for=event-rank-8]")
    page.click("dialog button[value=S]")
    page.wait_for_selector(".events li:has-text('8 of spades')")
    plays = [event["card"] for event in session.snapshot("referee")["events"] if event["card"]]
    assert plays == ["7C", "8S", "9C"]


def test_the_keyboard_alone_plays_cards_from_anywhere_on_the_page(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    page = visit("/referee")
    page.keyboard.type("7c, 9c")
    page.keyboard.press("Enter")
    page.wait_for_selector(".to-do:has-text('Cem is to play.')")
    page.keyboard.type("ah")
    page.keyboard.press("Enter")
    page.wait_for_selector(".to-do:has-text('Dan is to play.')")
    page.keyboard.type("12x")
    page.keyboard.press("Enter")
    assert "is no card" in page.wait_for_selector(".says").inner_text()
    cards = [laid["card"] for laid in session.snapshot()["state"]["trick"]]
    assert cards == ["7C", "9C", "AH"]


def test_every_control_of_the_desk_can_be_reached_with_the_tab_key(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    page = visit("/referee")
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("document.activeElement.value || document.activeElement.innerText")
        )
    assert {"C", "D", "H", "S", "Change", "annul"} <= reached


def test_undo_reaches_the_page_within_a_second_and_keeps_what_is_half_typed(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    play(session, "7C")
    page = visit("/referee")
    page.fill("[data-typed]", "9")
    session.undo("somebody else")
    page.wait_for_selector(".to-do:has-text('Ada is to play.')", timeout=1000)
    assert page.input_value("[data-typed]") == "9"


def test_german_pages_name_cards_and_contracts_in_german(visit: Any, session: TableSession) -> None:
    announced(session, "no_king_of_hearts")
    play(session, "QH")
    page = visit("/referee", "de")
    assert page.inner_text("h1") == "Kein Herz-König"
    assert page.locator(".trick svg.card").get_attribute("aria-label") == "Herz-Dame"
    assert page.locator(".trick .rank").first.text_content() == "D"
    page.fill("[data-typed]", "bh")
    page.keyboard.press("Enter")
    page.wait_for_selector(".to-do:has-text('Cem ist dran.')")
    assert session.snapshot()["state"]["trick"][1]["card"] == "JH"
    page.select_option("[name=language]", "en")
    page.wait_for_selector("h1:has-text('No king of hearts')")


def test_a_player_announces_and_passes_on_a_phone_of_their_own(
    visit: Any, session: TableSession
) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem", "Dan"])
    phone = visit("/seat", viewport={"width": 360, "height": 740})
    phone.click("text=Ada")
    phone.click("button:has-text('Patience')")
    phone.wait_for_selector("text=It is your turn.")
    play(session, "TC", "JC")
    session.submit({"type": "play", "player": "Cem", "card": "9C"})
    session.submit({"type": "play", "player": "Dan", "card": "8C"})
    phone.click("text=I pass")
    phone.wait_for_selector(".to-do:has-text('Bea is to play.')")
    assert session.snapshot("referee")["events"][-1]["who"] == "seat Ada"


def test_a_figure_of_the_score_sheet_opens_the_tricks_that_made_it(
    visit: Any, session: TableSession
) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"], {"cards_in_play": 12})
    session.submit({"type": "announce", "contract": "no_queens"})
    play(session, "QC", "KC", "AC", "AH", "KH", "QH", "KS", "AS", "QS", "QD", "AD", "KD")
    page = visit("/table")
    assert page.inner_text(".sheet tfoot").split() == [
        "Total",
        "-7.5".replace("-", "−"),
        "−7.5",
        "−15",
    ]
    page.click(".sheet td a >> nth=2")
    assert page.locator(".tricks > li").count() == 4
    assert "to Cem" in page.inner_text(".tricks > li >> nth=0")


@pytest.mark.parametrize("size", [(360, 740), (1366, 768), (1920, 1080)])
def test_no_page_is_wider_than_its_screen(
    visit: Any, session: TableSession, size: tuple[int, int]
) -> None:
    announced(session)
    play(session, "7C", "9C")
    page = visit("/table", "de", viewport={"width": size[0], "height": size[1]})
    root = page.url.removesuffix("/table")
    for path in ("/table", "/referee", "/seat/Ada", "/history/1", "/setup", "/rules/berteln"):
        page.goto(root + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_button_pressed_twice_by_a_slip_counts_once(visit: Any, session: TableSession) -> None:
    announced(session)
    play(session, "7C", "8C", "9C")
    for scripts in (True, False):
        page = visit("/referee", java_script_enabled=scripts)
        before = len(session.snapshot()["state"]["trick"])
        page.dblclick("[data-undo]")
        page.wait_for_selector("[data-redo]:not([disabled])")
        page.wait_for_timeout(300)
        assert len(session.snapshot()["state"]["trick"]) == before - 1
        page.wait_for_timeout(500)
        page.click("[data-undo]")
        page.wait_for_timeout(300)
        assert len(session.snapshot()["state"]["trick"]) == before - 2
        session.redo("referee", steps=2)


def held_back(page: Any) -> Callable[[], Any]:
    """Plays that the browser sends from now on wait; the next one of them, once it was sent."""
    waiting: list[Any] = []

    def keep(route: Any) -> None:
        waiting.append(route)

    page.route("**/referee/move", keep)

    def sent() -> Any:
        for _ in range(200):
            if waiting:
                return waiting.pop()
            page.wait_for_timeout(25)
        raise AssertionError("nothing was sent")

    return sent


def test_the_next_card_may_be_typed_before_the_last_one_has_been_booked(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    page = visit("/referee")
    sent = held_back(page)
    page.fill("[data-typed]", "7c")
    page.keyboard.press("Enter")
    first = sent()
    page.fill("[data-typed]", "9c")
    first.continue_()
    page.wait_for_selector(".events li:has-text('Ada plays')")
    assert page.input_value("[data-typed]") == "9c"
    page.keyboard.press("Enter")
    sent().continue_()
    page.wait_for_selector(".events li:has-text('Bea plays')")


def test_a_card_that_is_refused_stands_there_to_be_put_right(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    page = visit("/referee")
    page.fill("[data-typed]", "7x")
    page.keyboard.press("Enter")
    page.wait_for_selector(".says:not([hidden])")
    assert page.input_value("[data-typed]") == "7x"


def test_a_play_is_asked_about_or_ruled_on_but_never_both_at_once(
    app: Flask, session: TableSession
) -> None:
    client = app.test_client()
    announced(session)
    play(session, "7C")
    unsure = {"type": "play", "player": "Dan", "card": "9C"}
    session.see([ReadMove(unsure, "assumed", 9.0, doubt="player")])
    page = client.get("/referee").text
    assert 'class="asked"' in page
    assert 'class="ruling"' not in page
    (question,) = session.snapshot("referee")["questions"]
    session.answer(question["id"], True, "referee")
    page = client.get("/referee").text
    assert 'class="asked"' not in page
    assert 'class="ruling"' in page
