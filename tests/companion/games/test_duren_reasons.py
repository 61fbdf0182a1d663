"""Every flag of Dureń Piątkowy tells a person why, in one sentence and three languages."""

from __future__ import annotations

import doctest
from typing import get_args

import pytest

import companion.games.duren_piatkowy
from companion.cards import Language

from .duren_evening import DurenEvening

OPEN = "Ada 8S 6C 6D, take"
WON = "Ada 6C, 6C < 7C, pass, pass"
STORIES = {
    "pending_first": ["Ada 6C 7C, take"],
    "nothing_pending": ["accept"],
    "cannot_accept": ["Cem 6C, accept"],
    "wrong_phase": [
        "trumps 8H",
        "pass",
        "take",
        "6C < 7C",
        "Ada 6C, Ada 6D",
        "Ada 6C, pass",
        "annul, Ada 6C",
        "annul, Ada swap",
        "annul, annul",
    ],
    "out_of_turn": [
        "Cem 6C",
        "Ada 6C, 6C < 7C, Cem pass",
        "Ada 6C, 6C < 7C, Bea 7D",
        "Ada 6C, 6C < 7C, pass, Ada 7D",
    ],
    "not_in_deck": ["Ada JOKER"],
    "not_enough_cards": ["Ada 6C 6D 8S 8D JC JD"],
    "impossible_card": [
        "Ada 9H",
        "Ada 6C, 6C < 6C",
        f"{WON}, Bea 6C",
        f"{OPEN}, Bea 7C, 7C < 8S",
        "Ada 6C 6C",
        "Ada 6C 6D, 6C < 7C, take, Bea 3C 3D 4C 4D 5S",
    ],
    "too_many_cards": [f"{OPEN}, Bea 6C 6D 7C 7D QC QD"],
    "open_card_used": [f"{OPEN}, Bea 6C"],
    "bad_attack_pattern": ["Ada 6C JD", "Ada 6C TD QS"],
    "rank_not_allowed": ["Ada 6C, 6C < 9C, Ada KD", "Ada 6C TC, accept, 6C < 9C, TC < QC, Ada 6D"],
    "nothing_to_beat": ["Ada 6C, 7C < 8C", "Ada 6C 6D, 6C < 7C, 6C < 8C"],
    "does_not_beat": ["Ada 6C, 6C < 5C"],
    "swap_not_allowed": [
        "Bea swap",
        f"{WON}, Bea swap, Bea swap",
        "Ada 6C, 6C < 2H, pass, pass, Bea swap",
    ],
}


@pytest.mark.parametrize("language", get_args(Language))
@pytest.mark.parametrize(
    ("code", "story"), [(code, story) for code, stories in STORIES.items() for story in stories]
)
def test_every_flag_has_one_whole_sentence_in_every_language(code, story, language):
    evening = DurenEvening(story)
    flag = evening.verdict.flags[-1]
    assert flag.code == code
    sentence = evening.game.reason(flag, language)
    assert sentence.endswith(".")
    assert sentence[0] == sentence[0].upper()
    assert "{" not in sentence
    assert "None" not in sentence


@pytest.mark.parametrize(
    ("story", "said"),
    [
        ("Ada 6C, 6C < 5C", "The 5 of clubs does not beat the 6 of clubs; trumps are hearts."),
        (f"{WON}, Bea 6C", "Bea cannot have the 6 of clubs: it is out of the game."),
        (f"{OPEN}, Bea 7C, 7C < 8S", "Cem cannot have the 8 of spades: Bea holds it."),
        (
            "Ada 6C, 6C < 9C, Ada KD",
            "The king of diamonds does not fit: in this attack Bea has played only 9.",
        ),
        ("Cem 6C", "It is not Cem's turn: Ada makes the main attack."),
    ],
)
def test_a_sentence_names_what_proves_it(story, said):
    evening = DurenEvening(story)
    assert evening.game.reason(evening.verdict.flags[0], "en") == said


@pytest.mark.parametrize(
    ("story", "events"),
    [
        ("Ada 6C, 6C < 5C", (1, 2, 3)),
        ("Cem 6C", (1, 2)),
        ("Ada 6C, 6C < 7C, Cem 7D", (3, 4)),
        ("Ada 6C, 6C < 7C, pass, Ada 7D", (3, 4, 5)),
        ("Ada 6C, 6C < 9C, Ada KD", (3, 4)),
        (f"{OPEN}, Bea 6C", (2, 3, 4)),
        (f"{WON}, Bea 6C", (2, 3, 5, 6)),
        (f"{WON}, Bea swap, Bea swap", (6, 7)),
        ("Ada 9H", (1, 2)),
        (f"{OPEN}, Bea 6C 6D 7C 7D QC QD", (1, 3, 4)),
        (f"{WON}, Bea 9H", (1, 2, 3, 5, 6)),
        ("Ada 6C 6D 8S 8D JC JD", (1, 2)),
    ],
)
def test_a_flag_rests_on_the_events_that_prove_it(story, events):
    (flag,) = DurenEvening(story).verdict.flags
    assert flag.rests_on == events


def test_the_examples_in_the_documentation_hold():
    assert doctest.testmod(companion.games.duren_piatkowy).failed == 0
