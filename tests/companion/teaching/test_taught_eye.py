"""An evening with a taught deck: what lies there carries the deck's ids, and learns at once."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from companion.commands._table import taught_file
from companion.decks import DeckError
from companion.decks.file import TaughtDeck
from companion.decks.shelf import Shelf
from companion.errors import PlainError
from companion.teaching.pictures import main_card
from companion.teaching.sight import Sight
from companion.teaching.taught_eye import CHECKED_EVERY_S, TaughtEye
from companion.telling import Opened, with_deck
from companion_datasets.decks.load import load_deck
from vision.frame import Picture
from vision.sighting import BACK
from vision.table import Table

from .laying import Laying

ART = load_deck("english")


def table_with(card: str, degrees: float = 5) -> Picture:
    lay = Laying([])
    art = ART.back if card == BACK else ART.faces[card]
    return lay._frame(lay._with_card(lay._table, art, (600, 350, degrees), 0)).picture


@pytest.fixture(scope="module")
def sight() -> Sight:
    return Sight()


def opened_table() -> Opened:
    return Opened(Laying([]), Table())


def test_cards_on_the_table_carry_the_ids_of_the_taught_deck(
    tmp_path: Path, sight: Sight, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(tmp_path)
    deck = TaughtDeck.blank(shelf.definition("inrah"))
    for name, card in ((BACK, BACK), ("feuer-as", "2D"), ("narr", "QC")):
        seen = main_card(table_with(card), sight)
        assert seen is not None
        deck = deck.with_view(name, seen.view)
    shelf.save(deck)
    opened = with_deck(partial(opened_table), shelf.path("inrah"))
    eye = opened.eye
    assert isinstance(eye, TaughtEye)
    assert [one.card for one in eye.look(table_with("2D", degrees=-8)).sightings] == ["feuer-as"]
    assert [one.card for one in eye.look(table_with(BACK, degrees=12)).sightings] == [BACK]
    # The fool was a queen by mistake: put right in the file, it is right at the next look.
    shelf.save(deck.renamed("narr", "tod"))
    os.utime(shelf.path("inrah"), (1, 1))
    monkeypatch.setattr(eye, "_checked_at", -CHECKED_EVERY_S)
    assert [one.card for one in eye.look(table_with("QC", degrees=3)).sightings] == ["tod"]


def test_watching_finds_a_taught_deck_by_its_id_and_by_its_file(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.save(TaughtDeck.blank(shelf.definition("inrah")))
    file = shelf.path("inrah")
    assert taught_file("inrah", str(tmp_path)) == file
    assert taught_file(str(file), None) == file
    assert taught_file("french", str(tmp_path)) is None
    with pytest.raises(PlainError, match="no taught deck tarot-78; there are: inrah"):
        taught_file("tarot-78", str(tmp_path))
    with pytest.raises(PlainError, match="no taught deck"):
        taught_file("a" * 5000 + ".deck", str(tmp_path))


def test_without_a_taught_deck_the_table_is_opened_as_it_is() -> None:
    assert with_deck(partial(opened_table), None).eye is None


def test_a_broken_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.deck").write_bytes(b"x")
    with pytest.raises(DeckError, match="no file of a taught deck"):
        with_deck(partial(opened_table), tmp_path / "x.deck")
