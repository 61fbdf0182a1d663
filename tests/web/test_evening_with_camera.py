"""An evening with the demo's simulated table as its camera, and the pages beside it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from flask import Flask

from companion.commands.demo import LOOKS_A_SECOND, opened, script
from companion.eye_process import EyeProcess
from companion.session import TableSession
from companion.watching import TableWatch
from companion.web import create_app

from .club import Screen, begin

CARDS_SEEN = 5
"""The first trick of the demo, with a card out of turn in it, and the next card."""
FILM_MS = 120_000
"""How long the eye may take for it on a busy machine; on a quiet one it is a few seconds."""


class Filmed:
    """The real eye at the demo's table, until it has seen enough; then the camera is gone."""

    def __init__(self, session: TableSession) -> None:
        self.watch = TableWatch(session)
        self._session = session
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._ended = threading.Event()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def seen(self) -> list[Any]:
        """The plays that the camera brought."""
        events = self._session.snapshot("referee")["events"]
        return [event for event in events if event["type"] == "play" and event["camera"]]

    def _run(self) -> None:
        eye = EyeProcess(partial(opened, script()), real_time=False, looks_a_second=LOOKS_A_SECOND)
        with eye:
            for told in eye:
                self.watch.take(told)
                if self._ended.is_set() or len(self.seen()) >= CARDS_SEEN:
                    break
        self._session.camera_status("lost", "")


@pytest.fixture
def filmed(session: TableSession) -> Iterator[Filmed]:
    camera = Filmed(session)
    yield camera
    camera.stop()


@pytest.fixture
def app(session: TableSession, filmed: Filmed) -> Flask:
    return create_app(session, pictures=filmed.watch)


def test_an_evening_of_demo(
    screens: Callable[..., Any],
    session: TableSession,
    filmed: Filmed,
    keep: Callable[[Any, str], None],
) -> None:
    desk_page = screens("/setup")
    begin(desk_page, "berteln", list(script().players))
    wall = screens("/table", "wall")
    desk = Screen(desk_page, session)
    filmed.start()
    # What the table does is shown by itself: who announced, the cards, the flag with its picture.
    desk.wait_for(lambda: len(filmed.seen()) >= 1, "no card was seen", FILM_MS)
    desk_page.wait_for_selector(".picture img:not([hidden])")
    desk.wait_for(lambda: len(filmed.seen()) >= CARDS_SEEN, "the trick was not seen", FILM_MS)
    desk_page.wait_for_selector(".camera-state.lost")
    keep(desk_page, "lost")
    desk.caught_up()
    flags = [flag["code"] for flag in session.snapshot("referee")["flags"]]
    assert "out_of_turn" in flags
    assert desk.has(".events .mark.seen")
    # The camera is gone in the middle of a trick: by hand it goes on in two taps.
    while session.snapshot("referee")["questions"]:
        desk.press(".asked button.main")
    before = len(session.snapshot()["state"]["trick"])
    desk.press("label[for=entry-rank-J]", ".entry button[value=D]")
    wall.wait_for_selector("[id$='-JD']")
    assert len(session.snapshot()["state"]["trick"]) in {before + 1, 1}
    # A card that the camera read is put right, with its picture before one's eyes; and undone.
    read = next(event for event in filmed.seen() if event["evidence"])
    desk_page.click(f"#event-{read['id']} .change")
    desk_page.wait_for_selector("dialog[open] img.evidence")
    keep(desk_page, "evidence")
    other = "8" if read["card"][0] != "8" else "K"
    suit = f"dialog button[name=suit][value={read['card'][1]}]"
    desk.press(f"dialog label[for=event-rank-{other}]", suit)
    desk.press("[data-undo]")
    cards = [event["card"] for event in session.snapshot("referee")["events"]]
    assert read["card"] in cards
