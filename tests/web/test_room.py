"""Nothing that is drawn on the felt runs into another thing or over the rim, however many play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.session import TableSession

LONG = [
    "Maximiliane Hutzelhub", "Krzysztof Brzęczyszcz", "Ada Lovelace-Babbages",
    "Bartholomäus Schmidts", "Wilhelmine Wammsmeier", "Dörte Donaudampfschif",
    "Emil Überraschungsman", "Friederike Altenburgs", "Gottfried Habermeiers",
    "Hildegard Stöckelmair",
]  # fmt: skip
SCREENS = {"phone": (360, 740), "wall": (1920, 1080)}
LANGUAGES = ("de", "en", "pl")

MEETS = """() => {
  const felt = document.querySelector("svg.felt");
  const all = (what) => [...felt.querySelectorAll(what)];
  const box = (node, slack) => {
    const b = node.getBoundingClientRect();
    const what = node.textContent.trim() || node.getAttribute("class") || node.id;
    return { what, left: b.left + 1, right: b.right - 1,
             top: b.top + b.height * slack, bottom: b.bottom - b.height * slack };
  };
  // The box of a text has room for letters that reach higher and deeper than these.
  const texts = all(".plate > text, .centre > text, .talon > text")
    .filter((node) => node.textContent.trim()).map((node) => box(node, 0.22));
  const things = all(".mat, .laid > svg.card, .talon svg.card, .centre > use")
    .map((node) => box(node, 0.06));
  const rim = box(felt.querySelector(".cloth"), 0);
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const found = [];
  texts.forEach((one, n) => {
    if (one.left < rim.left || one.right > rim.right) found.push(`${one.what} is over the rim`);
    for (const other of [...texts.slice(n + 1), ...things]) {
      if (meet(one, other)) found.push(`${one.what} meets ${other.what}`);
    }
  });
  return found;
}"""


@pytest.fixture(scope="module")
def views(browser: Any) -> Iterator[dict[tuple[str, str], Any]]:
    """A phone in each language, and a wall."""
    pages = {}
    for name, code in [("phone", code) for code in LANGUAGES] + [("wall", "de")]:
        wide, high = SCREENS[name]
        size = {"width": wide, "height": high}
        context = browser.new_context(locale=code, viewport=size, reduced_motion="reduce")
        pages[name, code] = context.new_page()
    yield pages
    for page in pages.values():
        page.context.close()


@pytest.fixture
def screens(views: dict[tuple[str, str], Any], served: str) -> Iterator[Any]:
    """Looks at the table on all of them."""

    def look(what: str) -> list[str]:
        found = []
        for view, page in views.items():
            page.goto(f"{served}/table")
            found += [f"{what}, {view}: {one}" for one in page.evaluate(MEETS)]
        return found

    yield look
    for page in views.values():
        page.goto("about:blank")  # So that the server is not held by what looks no more.


@pytest.mark.parametrize("count", range(3, 9))
def test_names_and_words_have_room_in_berteln(
    screens: Any, session: TableSession, count: int
) -> None:
    session.start_game("berteln", LONG[:count])
    found = screens("before the deal")
    session.submit({"type": "announce", "contract": "no_hearts"})
    found += screens("bids")
    first, second, *others = ("7C", "8C", "TC", "JC", "KC", "9C", "QC", "AC")[-count:]
    for card in (first, second):
        session.submit({"type": "play", "card": card})
    session.submit({"type": "play", "player": LONG[0], "card": "9H"})
    found += screens("a card waits for a ruling")
    session.take_back("referee")
    for card in others:
        session.submit({"type": "play", "card": card})
    assert not session.snapshot()["state"]["trick"]
    found += screens("a finished trick")
    assert found == []


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 10])
def test_names_and_words_have_room_in_duren(
    screens: Any, session: TableSession, count: int
) -> None:
    session.start_game("duren-piatkowy", LONG[:count])
    found = screens("before the deal")
    session.submit({"type": "start", "trump_card": "9H"})
    session.submit({"type": "attack", "cards": ["6C", "6D"]})
    session.submit({"type": "beat", "attack": "6C", "card": "7C"})
    session.submit({"type": "beat", "attack": "6D", "card": "8D"})
    found += screens("beaten")
    while session.snapshot()["state"]["phase"] == "add":
        session.submit({"type": "pass"})
    assert session.snapshot()["state"]["last_attack"] == "won"
    found += screens("beaten off")
    session.submit({"type": "attack", "cards": ["7D", "8C"]})
    session.submit({"type": "take"})
    found += screens("taken")
    assert found == []


def test_names_and_words_have_room_in_vier_engel(screens: Any, session: TableSession) -> None:
    session.start_game("vier-engel", LONG[:2])
    found = screens("before the round")
    session.submit({"type": "release"})
    session.submit({"type": "turn", "card": "AC"})
    found += screens("a card is turned")
    assert found == []


def test_a_card_that_waits_for_a_ruling_does_not_hide_the_one_laid_before(
    visit: Any, session: TableSession
) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"])
    session.submit({"type": "announce", "contract": "no_hearts"})
    for card in ("7C", "9C"):
        session.submit({"type": "play", "card": card})
    session.submit({"type": "play", "player": "Ada", "card": "9H"})
    page = visit("/table")
    laid, waits = (
        page.locator(f"#laid-Ada-{card} > .card").bounding_box() for card in ("7C", "9H")
    )
    assert waits["x"] - laid["x"] > laid["width"] / 3, "the index in its corner can be read"
