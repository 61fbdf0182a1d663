"""One person is one player, however the name is typed."""

from __future__ import annotations

import unicodedata

import pytest

from companion.session import SessionError
from companion.session.names import alike, check_names, tidy


@pytest.mark.parametrize(
    "typed",
    [
        " Ada ",
        "Ada\u200b",
        "\ufeffAda",
        "A\u00adda",
        "\u202eAda\u202c",
        "Ada\u00a0",
        "\u3164Ada",
        "Ada\u2800",
        "\tAda\n",
    ],
)
def test_what_cannot_be_seen_is_no_part_of_a_name(typed):
    assert tidy(typed) == "Ada"


def test_letters_are_composed_and_blanks_are_single():
    assert tidy(unicodedata.normalize("NFD", "Zoë  van\u2003Ör")) == "Zoë van Ör"


@pytest.mark.parametrize("other", ["ada", "ADA", "Ａｄａ", "Ada\u200d", "Ada\ufe0f"])
def test_names_that_people_take_for_one_are_alike(other):
    assert alike(other) == alike("Ada")


@pytest.mark.parametrize("pair", [("Ada", "Ada B."), ("Ola", "Ała"), ("Jan", "Jań"), ("Bo", "Ro")])
def test_names_that_people_tell_apart_are_not(pair):
    assert alike(pair[0]) != alike(pair[1])
    check_names(pair)


@pytest.mark.parametrize("other", ["ada", "ADA", "Ａｄａ"])
def test_a_game_is_not_begun_with_the_same_name_twice(table, other):
    with pytest.raises(SessionError, match=f"Ada and {other} are one name: tell them apart."):
        table.session.start_game("berteln", ["Ada", other, "Cem"])
    with pytest.raises(SessionError, match="one name"):
        table.session.start_knockout("vier-engel", ["Ada", "Bea", other], {}, "referee")
    assert table.session.past_games() == []


@pytest.mark.parametrize("typed", ["Ada\u200b", " Ada", "Ada\u00a0", "Ada\u2800"])
def test_a_record_with_an_invisible_letter_in_a_name_says_what_to_write(table, typed):
    with pytest.raises(SessionError, match=r"cannot be seen: write Ada\."):
        table.session.start_game("berteln", [typed, "Bea", "Cem"])


def test_the_very_same_name_twice_is_refused_as_ever(table):
    with pytest.raises(SessionError, match="Two players are called Ada"):
        table.session.start_game("berteln", ["Ada", "Bea", "Ada"])
