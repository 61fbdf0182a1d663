"""What a page does before anybody has seen anything of it: as little as possible."""

from __future__ import annotations

from typing import Any

from companion.session import TableSession

from .tables import announced, play

MOVES = "one => getComputedStyle(one).animationName"


def test_only_a_card_that_is_laid_while_one_looks_on_moves(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    play(session, "7C", "8C")
    page = visit("/table")
    assert page.locator(".laid").evaluate_all(f"all => all.map({MOVES})") == ["none", "none"]
    play(session, "9C")
    page.wait_for_selector(".laid >> nth=2")
    moves = page.locator(".laid").evaluate_all(f"all => all.map({MOVES})")
    assert sorted(moves) == ["lay", "none", "none"]


def test_letters_are_fetched_before_the_first_line_is_set(
    visit: Any, session: TableSession
) -> None:
    announced(session)
    page = visit("/referee")
    fetched = page.evaluate(
        "performance.getEntriesByType('resource').filter(one => one.name.endsWith('.woff2'))"
        ".map(one => one.initiatorType)"
    )
    assert fetched == ["link", "link"], "early, and each once"
