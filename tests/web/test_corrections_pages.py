"""Putting things right on the pages: what is said is what is booked, and what followed is told."""

from __future__ import annotations

from typing import Any

from flask import Flask

from companion.session import TableSession

from .tables import announced, play

SAID = {"Accept": "application/json"}


def event(session: TableSession, card: str) -> Any:
    return next(e for e in session.snapshot("referee")["events"] if e["card"] == card)


def small_game(session: TableSession) -> None:
    """One deal of three players, and the next one announced with a play in it."""
    session.start_game("berteln", ["Ada", "Bea", "Cem"], {"cards_in_play": 12})
    session.submit({"type": "announce", "contract": "no_queens"})
    play(session, "QC", "KC", "AC", "AH", "KH", "QH", "KS", "AS", "QS", "QD", "AD", "KD")
    session.submit({"type": "announce", "contract": "no_hearts"})
    play(session, "QC")


def test_a_correction_that_cannot_be_is_refused_in_words_and_changes_nothing(
    app: Flask, session: TableSession
) -> None:
    small_game(session)
    second = session.snapshot("referee")["events"][-2]
    before = session.version
    answer = app.test_client().post(
        f"/referee/events/{second['id']}/correct",
        data={"type": "announce", "contract": "no_queens", "seen": second["mark"]},
        headers=SAID,
    )
    assert (answer.status_code, answer.json["error"]) == (
        409,
        "That cannot be put right so: This contract was already played in this round. "
        "Nothing was changed.",
    )
    assert session.version == before


def test_what_follows_from_a_correction_is_told_where_it_was_made(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    play(session, "7C", "8C", "9C", "TC", "JC", "QC")
    page = visit("/referee")
    page.locator(".events li", has_text="Bea plays 8").locator("text=Change").click()
    page.click("dialog label[for=event-rank-A]")
    page.click("dialog button[value=C]")
    said = page.wait_for_selector(".says:not([hidden])").inner_text()
    assert said == (
        "A play is against the rules now: say what becomes of it. "
        "One later entry waits until that is settled."
    )
    page.click("[data-undo]")
    page.wait_for_selector(".says:has-text('2 later entries count again.')")


def test_entries_that_a_correction_has_put_out_stay_on_the_page_and_are_put_right_there(
    visit: Any, session: TableSession
) -> None:
    small_game(session)
    page = visit("/referee")
    page.click("#earlier summary")
    page.locator("#earlier li", has_text="no queens").locator("text=Change").click()
    page.click("dialog button[value=no_hearts]")
    page.wait_for_selector(".says:has-text('2 later entries do not count any more')")
    line = page.locator(".events li.refused", has_text="No hearts")
    line.locator("text=Change").click()
    page.click("dialog button[value=no_queens]")
    page.wait_for_selector(".says:has-text('One later entry counts again')")
    assert session.snapshot()["state"]["contract"] == "no_queens"


def test_what_was_struck_out_is_put_back_from_the_page(visit: Any, session: TableSession) -> None:
    announced(session)
    play(session, "7C", "8C")
    session.delete(event(session, "8C")["id"], "referee", "that was no play")
    play(session, "9C")
    session.delete(event(session, "9C")["id"], "referee", "that was no play")
    page = visit("/referee")
    page.locator(".events li", has_text="Bea plays 8").locator("text=Change").click()
    page.click("dialog >> text=put it back")
    page.wait_for_selector(".to-do:has-text('Cem is to play.')")


def test_the_second_of_two_referees_is_told_that_the_first_has_changed_the_play(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    play(session, "7C", "8C")
    one, two = visit("/referee"), visit("/referee")
    for page in (one, two):
        page.locator(".events li", has_text="Bea plays").locator("text=Change").click()
    for page, rank in ((one, "9"), (two, "K")):
        page.click(f"dialog label[for=event-rank-{rank}]")
        page.click("dialog button[value=C]")
        if page is one:
            one.wait_for_selector(".events li:has-text('9 of clubs')")
    assert two.wait_for_selector(".says:not([hidden])").inner_text() == (
        "Somebody has changed this meanwhile: look at it again."
    )
    assert session.snapshot()["state"]["trick"][1] == {"player": "Bea", "card": "9C"}


def test_what_is_said_of_a_flag_is_no_refusal_even_where_its_play_was_refused(
    app: Flask, session: TableSession
) -> None:
    small_game(session)
    session.submit({"type": "annul"})
    session.submit({"type": "announce", "contract": "no_queens"})
    (flag,) = [f for f in session.snapshot("referee")["flags"] if f["code"] == "contract_repeated"]
    ruled = app.test_client().post(
        f"/referee/flags/{flag['id']}", data={"state": "camera_wrong"}, headers=SAID
    )
    assert ruled.status_code == 200
    (after,) = [f for f in session.snapshot("referee")["flags"] if f["id"] == flag["id"]]
    assert after["state"] == "camera_wrong"
