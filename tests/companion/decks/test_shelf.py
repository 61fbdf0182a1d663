"""Taught decks as files: kept at once, shared, renamed, and what is said of broken ones."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from companion.decks import DeckError
from companion.decks.definition import Deck
from companion.decks.file import DEFINITION, TaughtDeck, number_id
from companion.decks.shelf import Shelf, read_taught, slug
from companion.errors import PlainError
from vision import crops
from vision.frame import Picture
from vision.sighting import BACK
from vision.taught import Taught

WIDE, HIGH = crops.CARD_SIZE


def view(seed: int) -> Picture:
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 255, (8, 6, 3), np.uint8)
    return np.ascontiguousarray(np.kron(small, np.ones((40, 38, 1), np.uint8))[:HIGH, :WIDE])


def inrah() -> TaughtDeck:
    return TaughtDeck.blank(Shelf(None).definition("inrah"))


def test_a_new_deck_asks_for_its_back_and_then_for_its_cards_in_order() -> None:
    deck = inrah()
    assert deck.missing[:3] == (BACK, "feuer-as", "feuer-zwei")
    deck = deck.with_view(BACK, view(0)).with_view("feuer-as", view(1))
    assert deck.missing[0] == "feuer-zwei"
    assert deck.shown("feuer-as") == 1
    assert deck.without("feuer-as").missing[0] == "feuer-as"


def test_both_jokers_are_wanted() -> None:
    deck = TaughtDeck.blank(Shelf(None).definition("french"))
    deck = deck.with_view("JOKER", view(1))
    assert "JOKER" in deck.missing
    assert "JOKER" not in deck.with_view("JOKER", view(2)).missing


def test_a_deck_comes_back_from_its_file_with_its_names(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    deck = inrah().with_view("narr", view(1)).with_view("liebe", view(2), "Die Liebe")
    shelf.save(deck)
    again = Shelf(tmp_path).open("inrah")
    assert again == deck
    assert again.to_bytes() == deck.to_bytes()
    known = shelf.known("inrah")
    assert known is not None
    assert [card.name("de") for card in known.cards if card.id == "liebe"] == ["Die Liebe"]
    assert read_taught(shelf.path("inrah")) == deck


def test_a_card_is_renamed_with_its_pictures() -> None:
    deck = inrah().with_view("feuer-as", view(1))
    deck = deck.renamed("feuer-as", "wasser-as")
    assert deck.shown("feuer-as") == 0
    assert deck.shown("wasser-as") == 1
    assert deck.definition.card("feuer-as") is not None


def test_a_card_that_came_with_its_picture_goes_when_the_picture_is_another_card_s(
    tmp_path: Path,
) -> None:
    blank = TaughtDeck.blank(Deck("own", {"en": "Own"}, ()))
    Shelf(tmp_path).save(blank.with_view(BACK, view(0)).with_view("7c", view(1), "7c"))
    deck = Shelf(tmp_path).open("own").renamed("7c", "8c", "8c")
    assert deck.missing == ()
    assert [card.id for card in deck.definition.cards] == ["8c"]
    assert deck.without("8c").missing == ("8c",)


def test_a_numbered_card_that_gets_a_name_is_no_card_beside_it() -> None:
    deck = inrah().with_view(number_id(3), view(1), "No. 3")
    deck = deck.renamed(number_id(3), "liebe", "Die Liebe")
    assert deck.definition.card(number_id(3)) is None
    assert deck.shown("liebe") == 1
    assert "liebe" in deck.taught.cards


def test_a_deck_is_shared_and_gets_another_id_where_that_is_taken(tmp_path: Path) -> None:
    mine, theirs = Shelf(tmp_path / "a"), Shelf(tmp_path / "b")
    mine.save(inrah().with_view("narr", view(1)))
    data = mine.path("inrah").read_bytes()
    assert theirs.take_in(data, "sent").id == "inrah"
    assert theirs.take_in(data, "sent").id == "inrah-2"
    assert theirs.open("inrah-2").shown("narr") == 1
    theirs.delete("inrah")
    assert not theirs.has("inrah")


def test_a_deck_with_a_long_id_is_taken_in_twice(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    data = inrah().with_view("narr", view(1)).called("a" * 60, "").to_bytes()
    assert shelf.take_in(data, "sent").id == "a" * 60
    assert shelf.take_in(data, "sent").id == "a" * 58 + "-2"


def test_a_list_of_cards_in_letters_that_are_no_text_is_refused() -> None:
    out = io.BytesIO()
    head = {"format": "taught deck", "version": 1, "deck": "\ud800", "cards": [], "views": {}}
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("deck.json", json.dumps(head))
    with pytest.raises(DeckError, match="list of cards is wrong"):
        TaughtDeck.from_bytes(out.getvalue(), "sent")


def test_a_tarot_deck_with_every_view_stays_under_two_megabytes() -> None:
    deck = TaughtDeck.blank(Shelf(None).definition("tarot-78"))
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 255, (HIGH, WIDE, 3), np.uint8)
    for card in deck.taught.cards:
        for _ in range(3):
            deck = deck.with_view(card, noise)
    assert len(deck.to_bytes()) < 2_000_000


def test_a_deck_without_a_list_of_names_opens_with_its_ids(tmp_path: Path) -> None:
    data = Taught("jass", ("a-1", "a-2")).with_view("a-1", view(1)).to_bytes()
    deck = Shelf(tmp_path).take_in(data, "sent")
    assert [card.id for card in deck.definition.cards] == ["a-1", "a-2"]
    assert deck.missing == ("a-2", BACK)


STORED = Path(__file__).parent / "version-1.deck"


def test_a_deck_stored_by_the_first_version_still_opens() -> None:
    deck = read_taught(STORED)
    assert deck.definition.name("de") == "Inrah"
    assert deck.shown("feuer-as") == deck.shown(BACK) == deck.shown("narr") == 1
    assert deck.taught.pictures("narr")[0].shape == (HIGH, WIDE, 3)


def changed(data: bytes, **changes: object) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == DEFINITION:
                content = json.dumps({**json.loads(content), **changes}).encode()
            new.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"version": 2}, "newer program"),
        ({"version": "x"}, "which version"),
        ({"cards": 3}, "no deck in it"),
        ({"cards": [3]}, "list of cards"),
        ({"cards": [{"id": "Narr", "names": {}}]}, "no id"),
        ({"names": 3}, "a name is text"),
        ({"names": {"en": "\ud800"}}, "list of cards is damaged"),
    ],
)
def test_a_deck_that_says_what_cannot_be_is_refused_in_a_sentence(
    changes: dict[str, object], says: str
) -> None:
    data = inrah().with_view("narr", view(1)).to_bytes()
    with pytest.raises(DeckError, match=says) as told:
        TaughtDeck.from_bytes(changed(data, **changes), "sent")
    assert "\n" not in str(told.value)


def test_another_file_is_refused_and_named_among_the_faults(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.save(inrah().with_view("narr", view(1)))
    shelf.path("uno").write_bytes(b"no deck")
    assert [deck.id for deck in shelf.taught()] == ["inrah"]
    assert "uno.deck" in shelf.faults()[0]
    with pytest.raises(DeckError, match="no file of a taught deck"):
        shelf.open("uno")
    with pytest.raises(PlainError, match="has been taught"):
        shelf.open("skat")


@pytest.mark.parametrize("name", ["French", "../x", "a b", "", "french"])
def test_a_deck_cannot_be_kept_under_any_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(PlainError):
        Shelf(tmp_path).path(name)


def test_words_become_ids() -> None:
    assert slug("Opas Karten") == "opas-karten"
    assert slug("König Łódź") == "koenig-lodz"
    assert slug("♥") == ""
