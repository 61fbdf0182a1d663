"""Deck definitions: the ready-made ones, people's own, and what is said of broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cards import DECK, is_card, is_custom_id
from companion.decks import Deck, DeckError, read_deck
from companion.decks.shelf import Shelf
from companion.errors import PlainError
from companion.record import Record

READY_MADE = Shelf(None).definitions()


@pytest.mark.parametrize(
    ("name", "cards", "suited"),
    [
        ("french", 53, 52),
        ("french-36", 36, 36),
        ("french-32", 32, 32),
        ("german-36", 36, 36),
        ("german-32", 32, 32),
        ("swiss-36", 36, 36),
        ("tarot-78", 78, 56),
        ("tarock-54", 54, 32),
        ("inrah", 77, 72),
    ],
)
def test_the_ready_made_decks_have_their_cards(name: str, cards: int, suited: int) -> None:
    deck = READY_MADE[name]
    assert len(deck.cards) == cards
    assert sum(card.suit is not None for card in deck.cards) == suited


@pytest.mark.parametrize("deck", READY_MADE.values(), ids=lambda deck: deck.id)
@pytest.mark.parametrize("language", ["de", "en", "pl"])
def test_every_card_has_a_name_of_its_own_in_every_language(deck: Deck, language: str) -> None:
    names = [card.name(language) for card in deck.cards]
    assert len(set(names)) == len(names)
    assert all(language in card.names for card in deck.cards)
    assert all(is_card(card.id) or is_custom_id(card.id) for card in deck.cards)


def test_the_french_deck_has_the_codes_of_a_record_and_two_jokers() -> None:
    deck = READY_MADE["french"]
    assert {card.id for card in deck.cards} == {card.code for card in DECK} | {"JOKER"}
    joker = deck.card("JOKER")
    assert joker is not None
    assert joker.copies == 2
    assert deck.is_french
    for card in DECK:
        mine = deck.card(card.code)
        assert mine is not None
        assert mine.names == {code: card.name(code) for code in ("de", "en", "pl")}


def test_inrah_has_six_elements_of_twelve_cards_each_and_symbol_cards() -> None:
    deck = READY_MADE["inrah"]
    elements: dict[str, list[str]] = {}
    for card in deck.cards:
        if card.suit and card.rank:
            elements.setdefault(card.suit, []).append(card.rank)
    assert {len(ranks) for ranks in elements.values()} == {12}
    assert len(elements) == 6
    assert {"narr", "tod", "chaos"} <= {card.id for card in deck.cards if not card.suit}


def test_the_inrah_deck_plays_vier_engel_as_it_is() -> None:
    deck = READY_MADE["inrah"]
    options = {"angels": list(deck.angels), "devil": deck.devil, "deck": deck.features()}
    Record("vier-engel", ("Ada", "Bea"), options).begin()


def own(tmp_path: Path, name: str, text: str) -> Shelf:
    (tmp_path / "decks").mkdir(exist_ok=True)
    (tmp_path / "decks" / f"{name}.toml").write_text(text, "utf-8")
    return Shelf(tmp_path)


def test_a_deck_of_ones_own_is_a_short_list(tmp_path: Path) -> None:
    shelf = own(
        tmp_path, "zodiac", 'name = "Zodiac"\n[[card]]\nid = "aries"\nen = "Ram"\nde = "Widder"\n'
    )
    deck = shelf.definition("zodiac")
    assert deck.name("pl") == "Zodiac"
    assert [card.name("de") for card in deck.cards] == ["Widder"]
    assert shelf.known("zodiac") == deck


def test_a_ready_made_deck_is_extended_by_cards_of_ones_own(tmp_path: Path) -> None:
    shelf = own(tmp_path, "inrah", 'extends = "inrah"\n[[card]]\nid = "liebe"\nde = "Die Liebe"\n')
    deck = shelf.definition("inrah")
    assert len(deck.cards) == 78
    assert deck.card("feuer-as") is not None
    assert deck.cards[-1].name("en") == "Die Liebe"
    (tmp_path / "decks" / "inrah.toml").unlink()
    assert len(shelf.definition("inrah").cards) == 77


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "no TOML"),
        ("name = 'x'", "no cards"),
        ("colour = 'x'", "no 'colour'"),
        ("[[card]]\nde = 'Narr'", "card no. 1 has no id"),
        ("[[card]]\nid = 'Narr'", "'Narr' is no id of a card"),
        ("[[card]]\nid = 'narr'\n[[card]]\nid = 'narr'", "there twice"),
        ("[[card]]\nid = 'narr'\nsuit = 3", "suit is a word"),
        ("[[card]]\nid = 'narr'\ncopies = 'x'", "copies"),
        ("[[card]]\nid = 'narr'\nfr = 'Fou'", "no 'fr'"),
        ("[[card]]\nid = 'narr'\nde = 7", "a name is text"),
        ("[[card]]\nid = 'narr'\nalso = 'x'", "also is a list"),
        ("card = 3", r"\[\[card\]\]"),
        ("extends = 'nothing'", "no deck 'nothing'"),
        ("extends = 'odd'", "no deck 'odd'"),
        ("[[suit]]\nid='a'\nranks=['b']", "rank 'b'"),
        ("code = '{suit.x}'\n[[suit]]\nid='a'\n[[rank]]\nid='b'", "{suit} and {rank} only"),
        ("code = '{suit}'\n[[suit]]\nid='a'\n[[rank]]\nid='b'\n[[rank]]\nid='c'", "twice"),
        ("[[card]]\nid = 'narr'\n[vier-engel]\ndevil = 'tod'", "names 'tod'"),
        ("[[card]]\nid = 'narr'\n[vier-engel]\nangels = ['narr']", "four angels"),
        ("[[card]]\nid = 'narr'\n[vier-engel]\nangels = 3", "vier-engel"),
        ("say = 3\n[[suit]]\nid='a'\n[[rank]]\nid='b'", "say"),
    ],
)
def test_a_broken_definition_is_told_in_one_sentence_with_its_file(
    tmp_path: Path, text: str, says: str
) -> None:
    shelf = own(tmp_path, "odd", text)
    with pytest.raises(DeckError, match=says) as told:
        shelf.definition("odd")
    assert str(tmp_path / "decks" / "odd.toml") in str(told.value)
    assert "\n" not in str(told.value)
    assert shelf.faults() == [str(told.value)]
    assert "inrah" in shelf.definitions()


def test_a_file_that_is_no_text_or_has_no_good_name_is_told(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DeckError, match="UTF-8"):
        read_deck(tmp_path / "bytes.toml")
    with pytest.raises(DeckError, match="cannot be read"):
        read_deck(tmp_path / "missing.toml")
    (tmp_path / "My Deck.toml").write_text("name = 'x'")
    with pytest.raises(DeckError, match="lower-case"):
        read_deck(tmp_path / "My Deck.toml")


def test_a_deck_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="inrah"):
        Shelf(tmp_path).definition("uno")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("copies", float("inf")),
        ("copies", 10**9),
        ("copies", True),
        ("suit", {"a": 1}),
        ("suit", ["cups"]),
        ("rank", 5),
        ("rank", "x" * 100_000),
    ],
)
def test_what_a_deck_file_that_was_sent_says_of_a_card_is_checked(key: str, value: object) -> None:
    card = {"id": "narr", "names": {"en": "Fool"}, key: value}
    with pytest.raises(DeckError, match=f"^sent.deck: narr: {key} is a ") as fault:
        Deck.from_json({"id": "x", "names": {"en": "x"}, "cards": [card]}, "sent.deck")
    assert len(str(fault.value)) < 200
