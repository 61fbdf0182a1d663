"""A card is written in many ways and always comes back as the same card."""

from __future__ import annotations

import doctest
from typing import get_args

import pytest

import companion.cards
from companion.cards import DECK, JOKER, Card, Language, card_of, is_card, is_custom_id, parse

ALL = (*DECK, JOKER)
LANGUAGES = get_args(Language)


def test_the_deck_has_52_different_cards_and_no_joker():
    assert len(set(DECK)) == 52
    assert JOKER not in DECK


@pytest.mark.parametrize("card", ALL, ids=str)
def test_every_card_comes_back_from_every_way_of_writing_it(card):
    for text in (str(card), card.code, card.symbol, *(card.name(lang) for lang in LANGUAGES)):
        assert parse(text) == card
        assert parse(text.upper()) == card
        assert parse(f"  {text.lower()} ") == card


@pytest.mark.parametrize("way", ["code", "symbol", *LANGUAGES])
def test_no_two_cards_are_written_the_same(way):
    written = {getattr(card, way) if way in ("code", "symbol") else card.name(way) for card in ALL}
    assert len(written) == len(ALL)


def test_cards_are_said_as_people_say_them():
    assert [card_of(code).name("de") for code in ("7C", "JD", "QH", "TS", "AS")] == [
        "Kreuz 7",
        "Karo-Bube",
        "Herz-Dame",
        "Pik 10",
        "Pik-Ass",
    ]
    assert card_of("QH").name("en") == "queen of hearts"
    assert card_of("QH").name("pl") == "dama kier"
    assert card_of("TD").symbol == "♦10"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Herz-König", "KH"),
        ("Pik As", "AS"),
        ("♥B", "JH"),
        ("♦ D", "QD"),
        ("D♦", "QD"),
        ("♥️ 10", "TH"),
        ("10c", "TC"),
        ("Karo Zehn", "TD"),
        ("ten of diamonds", "TD"),
        ("siódemka trefl", "7C"),
        ("W kier", "JH"),
        ("joker", "JOKER"),
    ],
)
def test_other_usual_ways_of_writing_a_card_are_understood(text, code):
    assert parse(text) == card_of(code)


@pytest.mark.parametrize(
    "text", ["", " ", "7X", "1C", "11C", "Herz", "Dame", "BACK", "?", "Herz Herz", "QHH", "10", "♥"]
)
def test_what_is_no_card_is_refused_with_a_sentence(text):
    with pytest.raises(ValueError, match=r"is no card: write it like .*\.$"):
        parse(text)


@pytest.mark.parametrize("code", ["7c", "10C", "BACK", "feuer-as", "♣7", "", "JOKERC"])
def test_a_code_is_read_exactly_as_a_record_writes_it(code):
    assert not is_card(code)
    with pytest.raises(ValueError, match="is no card"):
        card_of(code)


def test_a_card_cannot_be_changed():
    card = Card("7", "C")
    with pytest.raises(AttributeError):
        card.rank = "8"


def test_ids_of_custom_decks_are_lower_case():
    assert is_custom_id("feuer-as")
    assert is_custom_id("karte_07")
    assert not any(map(is_custom_id, ("7C", "BACK", "", "zwei wörter", "as\n")))


def test_the_examples_in_the_documentation_hold():
    assert doctest.testmod(companion.cards).failed == 0
