"""Decks on the pages: taught card by card, handed on as files, played with, learned from."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from companion.advised import Placed
from companion.decks.file import TaughtDeck
from companion.decks.shelf import Shelf
from companion.lookout import Lookout
from companion.session import TableSession
from companion.teaching.lesson import Lesson
from companion.teaching.still import StillCard
from companion.web import create_app
from companion.web.language import LANGUAGES
from companion_datasets.decks.load import load_deck
from vision.sighting import BACK
from vision.table import Table

from ..companion.teaching.laying import Laying
from .tables import Served

JPEG = cv2.imencode(".jpg", np.full((360, 640, 3), (70, 90, 60), np.uint8))[1].tobytes()
ART = Path(__file__).parents[2] / "datasets" / "decks" / "demo" / "german.webp"


def art(number: int) -> np.ndarray:
    """A flat card out of the sheet of drawn cards that comes with the project."""
    sheet = cv2.imread(str(ART))
    high, wide = sheet.shape[0] // 5, sheet.shape[1] // 13
    y, x = number // 13 * high, number % 13 * wide
    return cv2.resize(sheet[y : y + high, x : x + wide], (224, 320), interpolation=cv2.INTER_AREA)


class Overhead:
    """A camera that shows to a lesson what it is told to show."""

    def __init__(self) -> None:
        self.source = "0"
        self.table = Table()
        self.deck = "french"
        self.lesson: Lesson | None = None
        self._number = 0

    def latest(self) -> tuple[bytes, int, float] | None:
        return JPEG, 1, time.monotonic()

    whole = latest

    def advised(self) -> Sequence[Placed]:
        return ()

    def choices(self) -> Sequence[tuple[str, str]]:
        return [("0", "0 (the one above the table)")]

    def choose(self, source: str) -> None:
        self.source = source

    def keep(self, table: Table) -> None:
        self.table = table

    def seat(self, players: Sequence[str]) -> Mapping[str, str]:
        return {player: str(n) for n, player in enumerate(players, 1)}

    def play_with(self, deck: str) -> None:
        self.deck = deck

    def teach(self, lesson: Lesson | None) -> None:
        self.lesson = lesson

    def lay(self, number: int, side: str = "face", faults: Any = (), names: Any = None) -> None:
        """Card `number` of the sheet comes to lie still."""
        assert self.lesson is not None
        self._number += 1
        at = float(self._number)
        card = StillCard(
            self._number,
            at,
            at - 0.4,
            art(number),
            side,
            names or {},
            bool(names),
            (0.5, 0.5),
            faults,
        )  # type: ignore[arg-type]
        self.lesson.see([card])


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data")


@pytest.fixture
def overhead() -> Overhead:
    return Overhead()


@pytest.fixture
def app(session: TableSession, overhead: Overhead, shelf: Shelf) -> Flask:
    return create_app(session, pictures=overhead, camera=overhead, shelf=shelf)


@pytest.fixture
def inrah(shelf: Shelf) -> TaughtDeck:
    deck = TaughtDeck.blank(shelf.definition("inrah"))
    for number, card in enumerate((BACK, "wind-as", "wasser-as", "feuer-as", "eis-as", "narr")):
        deck = deck.with_view(card, art(number))
    shelf.save(deck)
    return deck


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/decks", "/decks/inrah", "/setup"])
def test_every_page_is_said_in_every_language(
    app: Flask, inrah: TaughtDeck, path: str, language: str
) -> None:
    page = app.test_client().get(path, headers={"Accept-Language": language}).text
    assert "%(" not in page
    assert {"de": "Deck", "en": "deck", "pl": "tali"}[language] in page


def test_a_french_deck_is_taught_by_laying_card_after_card(
    app: Flask, overhead: Overhead, shelf: Shelf
) -> None:
    client = app.test_client()
    answer = client.post("/decks/new", data={"kind": "french-32", "name": "Opas Karten"})
    assert answer.headers["Location"] == "/decks/opas-karten"
    page = client.get("/decks/opas-karten").text
    assert "First lay one card face down" in page
    overhead.lay(53, side="back")
    overhead.lay(5, names={"7C": 0.99})
    overhead.lay(6, names={"8C": 0.99})
    page = client.get("/decks/opas-karten/now").text
    assert "2 of 32 cards" in page
    assert "8 of clubs" in page
    deck = Shelf(shelf._folder.parent).open("opas-karten")  # type: ignore[union-attr]
    assert set(deck.taught.views) == {BACK, "7C", "8C"}
    assert client.get("/decks/opas-karten/view/7C.jpg").data[:2] == b"\xff\xd8"


def test_a_bad_view_is_refused_with_the_reason_and_nothing_is_kept(
    app: Flask, overhead: Overhead, shelf: Shelf
) -> None:
    client = app.test_client()
    client.post("/decks/new", data={"kind": "inrah", "name": ""})
    overhead.lay(3, faults=("glare",))
    page = client.get("/decks/inrah/now").text
    assert "The lamp shines on the card" in page
    assert not shelf.open("inrah").begun


def test_a_card_is_renamed_shown_again_and_forgotten(
    app: Flask, overhead: Overhead, shelf: Shelf
) -> None:
    client = app.test_client()
    client.post("/decks/new", data={"kind": "inrah", "name": "Mein Inrah"})
    client.post("/decks/mein-inrah/ways", data={"back": "off"})
    overhead.lay(3)
    assert shelf.open("mein-inrah").shown("feuer-as") == 1
    client.post("/decks/mein-inrah/take", data={"number": "1", "typed": "Eis As"})
    deck = shelf.open("mein-inrah")
    assert (deck.shown("feuer-as"), deck.shown("eis-as")) == (0, 1)
    client.post("/decks/mein-inrah/card", data={"card": "eis-as", "do": "again"})
    overhead.lay(4)
    assert shelf.open("mein-inrah").shown("eis-as") == 2
    client.post("/decks/mein-inrah/card", data={"card": "eis-as", "do": "rename", "typed": "Liebe"})
    assert shelf.open("mein-inrah").shown("liebe") == 2
    client.post("/decks/mein-inrah/card", data={"card": "liebe", "do": "forget"})
    assert shelf.open("mein-inrah").shown("liebe") == 0


def test_a_lesson_goes_on_where_it_was_interrupted(
    session: TableSession, app: Flask, overhead: Overhead, tmp_path: Path
) -> None:
    client = app.test_client()
    client.post("/decks/new", data={"kind": "inrah", "name": ""})
    overhead.lay(53, side="back")
    overhead.lay(3)
    # Another program over the same folder: nothing is told to it but what is on the disk.
    later = Overhead()
    again = create_app(session, pictures=later, camera=later, shelf=Shelf(tmp_path / "data"))
    client = again.test_client()
    client.post("/decks/inrah/begin")
    page = client.get("/decks/inrah").text
    assert "1 of 77 cards" in page
    assert "Next: <strong>2 of fire</strong>" in page


def test_no_deck_is_taught_while_a_game_runs(app: Flask, session: TableSession) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"])
    client = app.test_client()
    answer = client.post("/decks/new", data={"kind": "inrah", "name": ""})
    assert "A game is running" in answer.text


def test_a_deck_is_handed_on_as_a_file(app: Flask, inrah: TaughtDeck, shelf: Shelf) -> None:
    client = app.test_client()
    file = client.get("/decks/inrah/export")
    assert 'filename="inrah.deck"' in file.headers["Content-Disposition"]
    sent = {"file": (io.BytesIO(file.data), "theirs.deck")}
    answer = client.post("/decks/import", data=sent)
    assert answer.headers["Location"] == "/decks/inrah-2"
    assert shelf.open("inrah-2").taught.views == inrah.taught.views
    bad = client.post("/decks/import", data={"file": (io.BytesIO(b"x"), "theirs.deck")})
    assert "no file of a taught deck" in bad.text
    assert "Choose the file of a deck first." in client.post("/decks/import").text


def test_only_the_referee_teaches(session: TableSession, overhead: Overhead, shelf: Shelf) -> None:
    app = create_app(session, pictures=overhead, camera=overhead, shelf=shelf, pin="123456")
    client = app.test_client()
    for path in ("/decks", "/decks/inrah", "/decks/inrah/now", "/decks/inrah/export"):
        assert client.get(path).status_code in (302, 403)
    for path in ("/decks/new", "/decks/import", "/decks/inrah/begin", "/decks/offers/1"):
        assert client.post(path).status_code == 403


def test_vier_engel_is_played_with_a_taught_deck_and_pages_say_its_names(
    app: Flask, inrah: TaughtDeck, session: TableSession, overhead: Overhead
) -> None:
    client = app.test_client()
    form = {"game": "vier-engel", "player": ["Ada", "Bea"], "deck": "inrah"}
    assert client.post("/setup", data=form).headers["Location"] == "/table"
    snapshot = session.snapshot("table")
    assert overhead.deck == snapshot["deck"] == "inrah"
    assert snapshot["options"]["devil"] == "narr"
    assert len(snapshot["options"]["deck"]) == 77
    session.submit({"type": "release"})
    session.submit({"type": "turn", "card": "feuer-as"})
    for language, name in (("de", "Feuer As"), ("en", "ace of fire"), ("pl", "ogień, as")):
        pages = [
            client.get(p, headers={"Accept-Language": language}).text
            for p in ("/table", "/referee")
        ]
        assert all(name in page for page in pages)
        assert all(
            "feuer-as" not in page.replace('value="feuer-as"', "").replace("card-feuer-as", "")
            for page in pages[:1]
        )


def test_open_vier_engel_is_played_with_names_typed_in_any_language(
    app: Flask, inrah: TaughtDeck, session: TableSession
) -> None:
    client = app.test_client()
    form = {"game": "vier-engel", "player": ["Ada", "Bea"], "deck": "inrah", "open": "1"}
    client.post("/setup", data={**form, "share": "rank"})
    five = "Feuer As, ace of water, wiatr as, eis-as, Erz As"
    client.post("/referee/move", data={"type": "lay_open", "cards": five})
    lying = session.snapshot("table")["state"]["lying"]
    assert lying == ["feuer-as", "wasser-as", "wind-as", "eis-as", "erz-as"]


def test_games_of_french_suits_refuse_other_decks_in_a_sentence(
    app: Flask, inrah: TaughtDeck
) -> None:
    form = {"game": "berteln", "player": ["Ada", "Bea", "Cem"], "deck": "inrah"}
    page = app.test_client().post("/setup", data=form).text
    assert "is played with French suits" in page


def test_other_games_are_played_with_taught_french_decks(
    app: Flask, shelf: Shelf, session: TableSession, overhead: Overhead
) -> None:
    deck = TaughtDeck.blank(shelf.definition("french")).called("opas", "Opas Karten")
    shelf.save(deck.with_view("7C", art(5)))
    form = {"game": "berteln", "player": ["Ada", "Bea", "Cem"], "deck": "opas"}
    assert app.test_client().post("/setup", data=form).status_code == 303
    assert overhead.deck == "opas"
    assert session.snapshot("table")["options"] == {}


# ---- in a real browser ----


def test_cards_are_shown_renamed_and_counted_before_peoples_eyes(
    visit: Any, overhead: Overhead, shelf: Shelf
) -> None:
    page = visit("/setup", language="de")
    page.get_by_role("link", name="Der Kamera ein anderes Deck zeigen").click()
    page.get_by_label("Welche Karten hat es?").select_option("inrah")
    page.get_by_role("button", name="Beginnen").click()
    page.get_by_text("Zuerst eine Karte verdeckt hinlegen").wait_for()
    overhead.lay(53, side="back")
    page.get_by_text("Als Nächstes: Feuer As").wait_for()
    overhead.lay(3)
    page.get_by_text("1 von 77 Karten").wait_for()
    overhead.lay(10, faults=("glare",))
    page.get_by_text("Die Lampe spiegelt sich auf der Karte").wait_for()
    overhead.lay(10)
    newest = page.locator(".laid .newest")
    newest.get_by_text("Feuer 2").wait_for()
    newest.get_by_text("Es ist eine andere").click()
    newest.get_by_label("Name der Karte").fill("Das Chaos")
    newest.get_by_role("button", name="Das ist sie").click()
    newest.get_by_text("Das Chaos").first.wait_for()
    assert shelf.open("inrah").shown("chaos") == 1
    page.get_by_role("button", name="Fertig für jetzt").click()
    page.get_by_role("button", name="Weiter zeigen").wait_for()
    assert overhead.lesson is None


def test_a_corrected_card_is_learned_with_one_tap(
    visit: Any, session: TableSession, shelf: Shelf
) -> None:
    deck = TaughtDeck.blank(shelf.definition("french")).called("opas", "Opas Karten")
    shelf.save(deck.with_view("7C", art(5)))
    session.start_game("berteln", ["Ada", "Bea", "Cem"], deck="opas")
    session.submit({"type": "announce", "contract": "no_hearts"})
    seen = np.full((440, 320, 3), (60, 100, 70), np.uint8)
    seen[60:380, 48:272] = art(6)
    picture = cv2.imencode(".jpg", seen)[1].tobytes()
    play = session.submit(
        {"type": "play", "card": "7C"}, "seen", "camera", evidence=picture, at=1.0
    )
    page = visit(f"/referee/events/{play.event}")
    page.locator("label[for=event-rank-8]").click()
    page.get_by_role("button", name="clubs").click()
    page.wait_for_url("**/referee")
    page.get_by_text("Remember this picture as 8 of clubs?").wait_for()
    page.get_by_role("button", name="Remember it").click()
    page.get_by_text("The deck has learned from it.").wait_for(timeout=60_000)
    assert shelf.open("opas").shown("8C") == 1


def test_a_deck_is_taught_through_a_real_eye_from_a_folder_of_pictures(
    visit_with_eye: Any, shelf: Shelf
) -> None:
    page = visit_with_eye("/decks")
    page.get_by_label("Which cards has it?").select_option("french-32")
    page.get_by_label("What is it called?").fill("Grandpa")
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("2 of 32 cards").wait_for(timeout=240_000)
    page.locator(".laid .newest").get_by_text("queen of hearts").wait_for()
    assert page.locator(".picture img").evaluate("image => image.naturalWidth") > 600
    assert set(shelf.open("grandpa").taught.views) >= {"7C", "QH"}


@pytest.fixture
def visit_with_eye(
    session: TableSession, shelf: Shelf, browser: Any, tmp_path: Path
) -> Iterator[Any]:
    """Opens a page over a table that a camera of stored pictures looks at with the real eye."""
    folder = tmp_path / "table"
    folder.mkdir()
    faces = load_deck("english").faces
    cards = [("7C", faces["7C"]), ("QH", faces["QH"])]
    laid = [frame.picture for frame in Laying(cards, fps=5, lies_s=1.6)]
    for number, picture in enumerate(laid):
        cv2.imwrite(str(folder / f"{number:05}.jpg"), picture)
    # Round and round, since the lesson begins at any time: for longer than the page waits.
    for number in range(len(laid), len(laid) * 300):
        (folder / f"{number:05}.jpg").hardlink_to(folder / f"{number % len(laid):05}.jpg")
    lookout = Lookout(session, str(folder), shelf=shelf)
    app = create_app(session, pictures=lookout, camera=lookout, shelf=shelf)
    with lookout, Served(app) as url:
        context = browser.new_context(locale="en")
        page = context.new_page()

        def opened(path: str) -> Any:
            page.goto(url + path)
            return page

        yield opened
        context.close()
