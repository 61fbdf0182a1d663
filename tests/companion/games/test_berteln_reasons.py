"""Every flag of Berteln comes with a sentence, in every language."""

from __future__ import annotations

import doctest
from typing import get_args

import pytest

import companion.games.berteln
from companion.cards import Language

from .evening import Evening

STORIES = {
    "pending_first": ["no_hearts: Bea 7C, 8C"],
    "nothing_pending": ["accept"],
    "cannot_accept": ["no_hearts: Ada 2C, accept"],
    "wrong_phase": [
        "7C",
        "pass",
        "end_deal",
        "Ada bids 3",
        "annul",
        "no_hearts: no_queens",
        "no_hearts: pass",
        "patience: pass",
        "patience: end_deal",
        "no_hearts: Ada bids 3",
    ],
    "contract_repeated": [
        "no_king_of_hearts: 7H, KH, 8H, AH, no_king_of_hearts",
    ],
    "out_of_turn": ["no_hearts: Bea 7C", "no_hearts: 7C, Ada 8C", "patience: 7C, Cem pass"],
    "not_in_deck": ["no_hearts: 2C", "no_hearts: JOKER"],
    "already_played": ["no_hearts: 7C, 7C"],
    "revoke": ["no_hearts: 7C, 9S, 8C, TC, 9C, JC, QC"],
    "false_pass": ["patience: 9C, Bea pass, Cem AS, Dan pass, Ada pass, Bea TC"],
    "cannot_place": ["patience: 9C, 9H", "patience: 9C, 7C", "patience: TH, QH"],
    "one_row_one_direction": ["patience: 9C, TC, 8C", "patience: 9C, 8C, TC"],
    "cards_outstanding": ["no_hearts: end_deal", "no_queens: end_deal"],
}


@pytest.mark.parametrize("language", get_args(Language))
@pytest.mark.parametrize(
    ("code", "story"), [(code, story) for code, stories in STORIES.items() for story in stories]
)
def test_every_flag_has_one_whole_sentence_in_every_language(code, story, language):
    evening = Evening().tell(story)
    flag = evening.verdict.flags[-1]
    assert flag.code == code
    sentence = evening.game.reason(flag, language)
    assert sentence.endswith(".")
    assert sentence[0] == sentence[0].upper()
    assert "{" not in sentence
    assert "None" not in sentence


def test_a_revoke_names_player_trick_suit_and_both_cards():
    evening = Evening().tell("no_hearts: 7C, 9S, 8C, TC, 9C, JC, QC")
    assert evening.game.reason(evening.verdict.flags[0], "de") == (
        "Bea hat im 1. Stich Kreuz nicht bedient, sondern Pik 9 gelegt, "
        "und spielt jetzt Kreuz-Dame."
    )


def test_a_card_out_of_turn_says_whose_turn_it_is():
    evening = Evening().tell("no_hearts: 7C, Dan TC")
    assert evening.game.reason(evening.verdict.flags[0], "en") == "It is not Dan's turn but Bea's."


def test_the_examples_in_the_documentation_hold():
    assert doctest.testmod(companion.games.berteln).failed == 0
