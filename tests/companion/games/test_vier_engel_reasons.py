"""Every flag of Vier Engel comes with a sentence, in every language; and the race has its sheet."""

from __future__ import annotations

import doctest
import json
from typing import get_args

import pytest

import companion.games.vier_engel
from companion.cards import Language
from companion.games.vier_engel.sentences import SENTENCES

from .vier_engel_tables import FIVE, Evening

FACE, OPEN, LAYER = {}, {"open": True}, {"open": True, "judge": "layer"}
SEALED = f"lay {FIVE}, seal 9H, "
WON = "release, JOKER, release, AC, JOKER, " * 2 + "release, JOKER, "

STORIES = [
    ("pending_first", FACE, "release, turn KD, AC"),
    ("nothing_pending", FACE, "accept"),
    ("cannot_accept", FACE, "release, turn KD, accept"),
    ("must_draw", FACE, "release, bank"),
    ("foreign_card", FACE, "release, turn KD"),
    ("foreign_card", OPEN, SEALED + "choose KD"),
    ("foreign_card", OPEN, f"lay {FIVE}, seal KD"),
    ("already_turned", FACE, "release, AC, AC"),
    ("already_turned", OPEN, SEALED + "7H, 7H"),
    ("wrong_number_of_cards", FACE, "release 4"),
    ("wrong_number_of_cards", OPEN, "lay 7H 8H"),
    ("wrong_number_of_cards", OPEN, "lay 7H 8H 9H TH TH"),
    ("moved_after_release", FACE, "release, Ada moved 2"),
    ("moved_after_release", FACE, "release, moved 2"),
    ("peeked", FACE, "Bea peeked 2"),
    ("peeked", FACE, "release, peeked 2"),
    ("turned_after_end", FACE, "release, AC, bank, turn AD"),
    ("call_not_allowed", {"devil_call": False}, "release, call"),
    ("not_a_set", OPEN, "lay 7S 8H 9H TH JH"),
    ("not_a_set", {**OPEN, "share": "rank"}, "lay 7S 8H 9H TH JH"),
    ("reference_unclear", LAYER, f"lay {FIVE}, reference KS"),
    ("reference_unclear", {**LAYER, "share": "rank"}, "lay 7S 8H 9H TH JH, accept, reference KH"),
    ("false_announcement", LAYER, f"lay {FIVE}, reference JS, JH, JH angel"),
    ("false_announcement", LAYER, f"lay {FIVE}, reference JS, 7H, 7H devil"),
    *(
        ("wrong_phase", FACE, story)
        for story in (
            "annul",
            "bank",
            "call",
            "turn AC",
            "release, release",
            "release, start",
            "release, AC, call",
            "release, call, call",
            "release, call, bank",
            "release, call, release",
            "lay 7H",
            "seal 7H",
            "dispute",
            "reference 7H",
            "7H angel",
        )
    ),
    *(
        ("wrong_phase", OPEN, story)
        for story in (
            "release",
            "seal 7H",
            "choose 7H",
            "dispute",
            f"lay {FIVE}, lay {FIVE}",
            f"lay {FIVE}, bank",
            f"lay {FIVE}, dispute",
            SEALED + "seal 9H",
            "7H angel",
        )
    ),
    *(
        ("wrong_phase", LAYER, story)
        for story in (
            "seal 7H",
            "7H angel",
            "reference 7H",
            f"lay {FIVE}, 7H, bank",
            f"lay {FIVE}, 7H, QH angel",
            f"lay {FIVE}, 7H, choose QH",
            f"lay {FIVE}, reference JS, reference JS",
        )
    ),
    ("wrong_phase", {"variant": "noble"}, WON + "release"),
    ("wrong_phase", {"variant": "noble"}, WON + "dispute"),
]


@pytest.mark.parametrize("language", get_args(Language))
@pytest.mark.parametrize(("code", "options", "story"), STORIES)
def test_every_flag_has_one_whole_sentence_in_every_language(code, options, story, language):
    evening = Evening(**options).tell(story)
    flag = evening.verdict.flags[-1]
    assert flag.code == code
    sentence = evening.game.reason(flag, language)
    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert sentence[0] == sentence[0].upper()
    assert not {"{", "}", "Fraction"} & set(sentence.replace("{", " { ").split())
    assert "None" not in sentence


@pytest.mark.parametrize("language", get_args(Language))
def test_every_sentence_is_used_by_one_of_these_stories(language):
    used = set()
    for _, options, story in STORIES:
        evening = Evening(**options).tell(story)
        used.add(evening.game.reason(evening.verdict.flags[-1], language))
    asked = evening.game.may_play(evening.states[-1], None, ())
    used.add(evening.game.reason(asked.why, language))
    found = {
        key
        for key, pattern in SENTENCES[language].items()
        if any(all(part in sentence for part in _parts(pattern)) for sentence in used)
    }
    assert set(SENTENCES[language]) == found


def _parts(pattern):
    """The fixed parts of a sentence, its first letter left out: that one may be made large."""
    for number, part in enumerate(pattern.split("{")):
        yield part.split("}", 1)[-1] if number else part[1:]


def test_all_languages_have_the_same_sentences():
    assert len({frozenset(sentences) for sentences in SENTENCES.values()}) == 1


def test_a_false_answer_names_the_layer_the_card_the_reference_and_the_devil():
    evening = Evening(**LAYER).tell(f"lay {FIVE}, 7H, 7H devil, reference JS")
    assert evening.game.reason(evening.verdict.flags[0], "en") == (
        "Ada called the 7 of hearts the devil; by the reference jack of spades "
        "it is the jack of hearts."
    )


def test_the_examples_in_the_documentation_hold():
    assert doctest.testmod(companion.games.vier_engel).failed == 0


# The sheet


def race():
    evening = Evening(variant="noble").tell(
        "release, JOKER, release, AC, annul, release, AC, AD, bank"
    )
    return evening.tell("release, call, AC, JOKER, release, JOKER, release, AC, bank, release, AC")


def test_every_round_that_counts_has_its_row():
    rows = race().sheet["rounds"]
    assert [(row["round"], row["layer"], row["reason"]) for row in rows] == [
        (1, "Ada", "devil_first"),
        (2, "Bea", "banked"),
        (3, "Ada", "call_wrong"),
        (4, "Bea", "devil_first"),
        (5, "Ada", "banked"),
    ]
    assert rows[1]["cards"] == [
        {"card": "AC", "verdict": "angel"},
        {"card": "AD", "verdict": "angel"},
    ]
    assert rows[1]["events"] == [6, 7, 8, 9]
    assert rows[2]["called"]
    assert rows[2]["events"] == [10, 11, 12, 13]


def test_points_beyond_the_target_are_told_but_not_counted():
    row = race().sheet["rounds"][2]
    assert (row["winner"], row["points"]) == ("Ada", 7)
    assert row["counted"] == {"Ada": 3, "Bea": 0}
    assert row["totals"] == {"Ada": 12, "Bea": 0}


def test_the_race_says_how_far_everybody_is():
    sheet = race().sheet
    assert (sheet["target"], sheet["goal"], sheet["full_score"]) == (12, 13, 7)
    assert sheet["race"] == {
        "Ada": {"score": 12, "missing": 0, "needs_full_score": True},
        "Bea": {"score": 8, "missing": 4, "needs_full_score": False},
    }
    assert sheet["running"]["cards"] == [{"card": "AC", "verdict": "angel"}]


def test_the_last_point_is_in_the_sheet():
    sheet = Evening(variant="noble").tell(WON).sheet
    assert sheet["winner"] == "Ada"
    assert sheet["rounds"][-1]["counted"] == {"Ada": 1, "Bea": 0}
    assert sheet["totals"] == {"Ada": 13, "Bea": 0}


def test_what_was_not_shown_is_not_in_the_sheet_and_all_is_plain_json():
    sheet = json.dumps(Evening(**OPEN).tell(SEALED + "7H, bank").sheet)
    assert "9H" not in sheet
    assert "devil" not in json.dumps(json.loads(sheet)["rounds"])
