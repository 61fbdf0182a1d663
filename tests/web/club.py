"""A club's screens in a real browser: what is pressed is booked and shown before the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.session import TableSession
from companion.web.pressed import SLIP_S

SIZES = {"wall": (1920, 1080), "desk": (1366, 768), "phone": (360, 740)}
PATIENCE_MS = 20_000
"""How long a page may take at most; it is there at once, but tests share their machine."""
STEP_MS = 15

SHOWN = "() => +(document.querySelector('[data-mark]')?.dataset.mark.split('-').pop() ?? -1)"


class Screen:
    """One page of the club."""

    def __init__(self, page: Any, session: TableSession) -> None:
        self.page = page
        self._session = session
        self._pressed: tuple[str, ...] = ()

    def press(self, *what: str) -> None:
        """Tap one thing after another; the last tap books something, and the page then shows it."""
        *first, last = what
        if what == self._pressed:  # What comes again at once counts as a slip of the finger.
            self.page.wait_for_timeout(SLIP_S * 1200)
        self._pressed = what
        for one in first:
            self.page.click(one)
        self.booked(lambda: self.page.click(last))

    def type(self, text: str) -> None:
        """Type a card, from wherever the focus is on the page."""
        self.page.keyboard.type(text)
        self.booked(lambda: self.page.keyboard.press("Enter"))

    def booked(self, act: Callable[[], object]) -> None:
        """Do something that books, and wait until this page shows it."""
        before = self._session.version
        act()
        self.wait_for(lambda: self._session.version > before, "nothing was booked")
        self.caught_up()

    def caught_up(self) -> None:
        """Wait until this page shows the table as it is now."""
        version = self._session.version
        self.wait_for(lambda: self.page.evaluate(SHOWN) >= version, "the page fell behind")

    def wait_for(
        self, what: Callable[[], bool], otherwise: str, patience_ms: int = PATIENCE_MS
    ) -> None:
        """Wait a moment for something."""
        for _ in range(patience_ms // STEP_MS):
            if what():
                return
            self.page.wait_for_timeout(STEP_MS)
        raise AssertionError(f"{otherwise}: {self.page.inner_text('main')[:400]}")

    def has(self, what: str) -> bool:
        """Whether something is there to be pressed."""
        return bool(self.page.locator(what).count())


def begin(page: Any, game: str, players: Sequence[str], *house_rules: str) -> None:
    """Fill in the set-up page and start; the referee's page opens."""
    page.check(f"[name=game][value={game}]")
    for number, name in enumerate(players):
        if not page.is_visible(f"#player-{number}"):
            page.click("[data-more]")
        page.fill(f"#player-{number}", name)
    if house_rules:
        page.click(f"details[data-only={game}] summary")
        for one in house_rules:
            page.check(f"details[data-only={game}] {one}")
    page.check("[name=then]")
    page.click(".go button")
    if page.locator(".go [data-armed]").count():
        page.click(".go button")  # The game before has not been ended.
    page.wait_for_url("**/referee")


def look_back(page: Any, keep: Callable[[Any, str], None], game: int) -> None:
    """The history, the replay with its last step, and the whole thing in another language."""
    root = page.url.split("/referee")[0].split("/table")[0]
    page.goto(f"{root}/history/{game}")
    keep(page, "history")
    page.click("text=Replay")
    page.wait_for_selector("[data-replay]")
    page.keyboard.press("End")
    page.wait_for_selector("[aria-hidden]:has-text('On →')")
    keep(page, "replay")
    page.select_option("[name=language]", "pl")
    page.wait_for_selector("html[lang=pl]")
    keep(page, "polish")
    page.select_option("[name=language]", "en")
    page.wait_for_selector("html[lang=en]")


def film(phone: Any, keep: Callable[[Any, str], None]) -> None:
    """The phone's page explains itself; the film itself has a test of its own."""
    assert phone.locator("[data-start], [data-refused]:not([hidden])").first.is_visible()
    keep(phone, "phone")


def keeper(folder: Path, game: str) -> Callable[[Any, str], None]:
    """Keeps a screenshot of a page under the game's name and the station's."""
    folder.mkdir(parents=True, exist_ok=True)

    def kept(page: Any, station: str) -> None:
        picture = page.screenshot(path=folder / f"{game}-{station}.png")
        assert picture.startswith(b"\x89PNG")

    return kept
