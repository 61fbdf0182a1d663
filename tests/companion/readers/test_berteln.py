"""What a table of Berteln shows becomes the right moves, sure or doubtful as it was seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from watched import Watched

from companion.readers import names, reader_for
from companion.readers.move import ReadMove
from companion.session import TableSession
from companion.store import Store
from vision.events import (
    CardLaid,
    CardLaidBack,
    CardLifted,
    CardMoved,
    CardRead,
    CardRemoved,
    CardTurned,
    HandIn,
    Point,
    Swept,
)
from vision.table import Arc, Table

PLAYERS = ("Ada", "Bea", "Cem", "Dan")
TABLE = Table(seats=tuple(Arc(name, 90.0 * (i + 1) % 360, 90) for i, name in enumerate(PLAYERS)))
MIDDLE, EDGE = (0.5, 0.5), (0.5, 0.97)


@dataclass
class Evening(Watched):
    """A table under watch where cards are laid in the middle, unless it is said where."""

    def lay(
        self,
        card: str,
        arc: str | None,
        certainty: float = 0.97,
        place: Point = MIDDLE,
        candidates: Mapping[str, float] | None = None,
        arms: Mapping[str, float] | None = None,
    ) -> list[ReadMove]:
        return super().lay(card, arc, place, certainty, candidates, arms or {})


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    session = TableSession(Store(tmp_path))
    session.start_game("berteln", PLAYERS)
    session.submit({"type": "announce", "contract": "no_hearts"}, "confirmed", "tapped")
    yield Evening(session, reader_for("berteln", TABLE, PLAYERS))
    session.close()


@pytest.fixture
def patience(tmp_path: Path) -> Iterator[Evening]:
    session = TableSession(Store(tmp_path))
    session.start_game("berteln", PLAYERS)
    session.submit({"type": "announce", "contract": "patience"}, "confirmed", "tapped")
    yield Evening(session, reader_for("berteln", TABLE, PLAYERS))
    session.close()


def play_of(moves: list[ReadMove]) -> tuple[Any, ...]:
    (move,) = moves
    return move.move["type"], move.move["player"], move.move["card"], move.grade


def test_a_doubt_between_a_card_of_the_game_and_one_that_it_lacks_goes_on_and_is_asked_about(
    evening: Evening,
) -> None:
    (move,) = evening.lay("?", "Ada", candidates={"7H": 0.5, "3H": 0.42, "2H": 0.05})
    assert (move.move["card"], move.grade, move.doubt) == ("7H", "assumed", "card")
    assert move.question == "Which card did Ada lay?"
    (question,) = evening.session.snapshot("referee")["questions"]
    assert not question["blocking"]


def test_a_doubt_between_a_card_and_one_that_was_played_goes_on_and_is_asked_about(
    evening: Evening,
) -> None:
    evening.lay("9H", "Ada")
    (move,) = evening.lay("?", "Bea", candidates={"9H": 0.5, "7H": 0.45})
    assert (move.move["card"], move.grade) == ("7H", "assumed")
    assert move.question == "Which card did Bea lay?"
    assert evening.session.snapshot("referee")["questions"]


def test_a_card_that_the_game_lacks_goes_on_as_the_one_of_the_game_that_it_may_be(
    evening: Evening,
) -> None:
    (move,) = evening.lay("2H", "Ada", candidates={"2H": 0.87, "7H": 0.12, "3H": 0.01})
    assert (move.move["card"], move.grade, move.doubt) == ("7H", "assumed", "card")
    assert move.question == "Which card did Ada lay?"
    (question,) = evening.session.snapshot("referee")["questions"]
    assert not question["blocking"]
    assert evening.state["pending"] is None


def test_a_card_that_is_hard_to_read_counts_and_accuses_nobody(evening: Evening) -> None:
    (move,) = evening.lay("9H", "Cem", candidates={"9H": 0.8, "TH": 0.15})
    assert (move.grade, move.doubt) == ("assumed", "card")
    assert evening.flags == []
    (question,) = evening.session.snapshot("referee")["questions"]
    assert question["blocking"]
    evening.session.answer(question["id"], "card:TH", "referee")
    assert evening.flags == ["out_of_turn"]


def test_a_doubt_that_the_deck_does_not_settle_stays_one(evening: Evening) -> None:
    (move,) = evening.lay("?", "Ada", candidates={"9C": 0.4, "9S": 0.3, "3C": 0.3})
    assert move.move["card"] == "?"
    (move,) = evening.lay("?", "Bea", candidates={"3H": 0.9, "7H": 0.1})
    assert move.move["card"] == "?"


def test_berteln_can_be_followed_and_an_unknown_game_cannot() -> None:
    assert "berteln" in names()
    with pytest.raises(LookupError, match="cannot follow whist"):
        reader_for("whist", TABLE, PLAYERS)


# Plays


def test_a_face_in_the_centre_is_a_play_of_whose_arm_it_was(evening: Evening) -> None:
    assert play_of(evening.lay("7C", "Ada")) == ("play", "Ada", "7C", "seen")
    assert evening.state["trick"] == [{"player": "Ada", "card": "7C"}]


def test_a_whole_trick_is_read_and_won(evening: Evening) -> None:
    for card, name in [("7C", "Ada"), ("9C", "Bea"), ("AC", "Cem"), ("8C", "Dan")]:
        evening.lay(card, name)
    assert evening.state["trick"] == []
    assert evening.state["turn"] == "Cem"
    assert evening.see(Swept(at=9, tracks=(1, 2, 3, 4), cards=("7C", "9C", "AC", "8C"))) == []
    assert evening.flags == []


def test_a_card_out_of_turn_is_read_as_what_it_is(evening: Evening) -> None:
    assert play_of(evening.lay("7C", "Cem")) == ("play", "Cem", "7C", "seen")
    assert evening.flags == ["out_of_turn"]


def test_a_card_that_breaks_suit_is_read_as_what_it_is(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    assert play_of(evening.lay("9S", "Bea")) == ("play", "Bea", "9S", "seen")


def test_where_no_arm_was_seen_the_turn_decides_and_it_is_assumed(evening: Evening) -> None:
    (move,) = evening.lay("7C", None, 0.0)
    assert (move.move["player"], move.grade, move.doubt) == ("Ada", "assumed", "player")


def test_between_two_seats_the_turn_decides_and_it_is_assumed(evening: Evening) -> None:
    (move,) = evening.lay("7C", "Bea", 0.5)
    assert (move.move["player"], move.grade, move.doubt) == ("Ada", "assumed", "player")


def test_a_fairly_sure_arm_that_agrees_with_the_turn_is_seen(evening: Evening) -> None:
    assert play_of(evening.lay("7C", "Ada", 0.65)) == ("play", "Ada", "7C", "seen")


def test_a_fairly_sure_arm_against_the_turn_accuses_nobody(evening: Evening) -> None:
    (move,) = evening.lay("7C", "Cem", 0.7)
    assert (move.move["player"], move.grade) == ("Ada", "assumed")
    assert evening.flags == []


def test_of_two_arms_at_a_card_the_one_whose_turn_it_was_laid_it(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    moves = evening.lay("8C", "Ada", 0.55, arms={"Ada": 0.55, "Bea": 0.44})
    assert play_of(moves) == ("play", "Bea", "8C", "seen")


def test_of_two_arms_at_a_card_one_alone_was_sure_to_lay_it(evening: Evening) -> None:
    moves = evening.lay("8C", "Cem", 0.9, arms={"Cem": 0.95, "Ada": 0.02})
    assert play_of(moves) == ("play", "Cem", "8C", "seen")


def test_nobody_is_accused_where_the_arm_of_whose_turn_it_was_was_there_too(
    evening: Evening,
) -> None:
    (move,) = evening.lay("8C", "Cem", 0.9, arms={"Cem": 0.9, "Ada": 0.1})
    assert (move.move["player"], move.grade, move.doubt) == ("Ada", "assumed", "player")
    assert evening.flags == []


def test_backs_and_what_lies_outside_the_centre_are_no_plays(evening: Evening) -> None:
    assert evening.lay("BACK", "Ada") == []
    assert evening.lay("7C", "Ada", place=EDGE) == []
    assert evening.see(HandIn(at=3, arc="Ada", certainty=1.0)) == []


def test_a_card_that_slides_into_the_centre_later_is_a_play_then(evening: Evening) -> None:
    evening.lay("7C", "Ada", place=EDGE)
    moved = CardMoved(
        at=2, track=1, card="7C", before=EDGE, after=MIDDLE, widths=5, arc="Ada", arc_certainty=0.9
    )
    assert play_of(evening.see(moved)) == ("play", "Ada", "7C", "seen")


def test_a_card_nudged_within_the_centre_is_no_second_play(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    moved = CardMoved(at=2, track=1, card="7C", before=MIDDLE, after=(0.52, 0.5), widths=0.5)
    assert evening.see(moved) == []


def test_a_card_turned_up_in_the_centre_is_a_play(evening: Evening) -> None:
    evening.lay("BACK", "Ada")
    turned = CardTurned(
        at=2,
        track=1,
        card="7C",
        before="BACK",
        confidence=0.9,
        place=MIDDLE,
        arc="Ada",
        arc_certainty=0.9,
    )
    assert play_of(evening.see(turned)) == ("play", "Ada", "7C", "seen")


def test_a_card_laid_before_the_announcement_is_played_once_it_is_made(tmp_path: Path) -> None:
    session = TableSession(Store(tmp_path))
    session.start_game("berteln", PLAYERS)
    early = Evening(session, reader_for("berteln", TABLE, PLAYERS))
    assert early.lay("7C", "Ada") == []
    early.tap(type="announce", contract="no_hearts")
    moves = early.see(HandIn(at=5, arc="Bea", certainty=1.0))
    assert play_of(moves) == ("play", "Ada", "7C", "seen")
    session.close()


def test_what_was_shown_and_taken_away_between_deals_is_no_play(tmp_path: Path) -> None:
    session = TableSession(Store(tmp_path))
    session.start_game("berteln", PLAYERS)
    early = Evening(session, reader_for("berteln", TABLE, PLAYERS))
    early.lay("7C", "Ada")
    early.see(CardRemoved(at=2, track=1, card="7C", place=MIDDLE))
    early.tap(type="announce", contract="no_hearts")
    assert early.see(HandIn(at=5, arc="Bea", certainty=1.0)) == []
    session.close()


# Doubt


def test_a_face_that_could_not_be_read_is_asked(evening: Evening) -> None:
    (move,) = evening.lay("?", "Ada", candidates={"9C": 0.45, "9S": 0.4})
    assert move.move == {"type": "play", "player": "Ada", "card": "?"}
    assert (move.grade, move.doubt, move.candidates) == ("assumed", "card", ("9C", "9S"))
    assert any("Which card did Ada" in text for text in evening.questions)


def test_a_face_read_later_answers_the_question_by_itself(evening: Evening) -> None:
    evening.lay("?", "Ada", candidates={"9C": 0.45, "9S": 0.4})
    evening.lay("AC", "Bea")
    assert evening.state["trick"] == []
    (move,) = evening.see(
        CardRead(at=3, track=1, card="9S", confidence=0.9, candidates={"9S": 0.9, "9C": 0.1})
    )
    assert move.revises
    assert evening.state["trick"] == [
        {"player": "Ada", "card": "9S"},
        {"player": "Bea", "card": "AC"},
    ]
    assert evening.questions == []


def test_a_card_read_otherwise_later_revises_the_play(evening: Evening) -> None:
    evening.lay("7D", "Ada")
    (move,) = evening.see(CardRead(at=2, track=1, card="8D", confidence=0.9, candidates={}))
    assert (move.move["card"], move.revises, move.track) == ("8D", True, 1)


def test_a_card_outside_the_centre_read_later_is_nothing(evening: Evening) -> None:
    evening.lay("?", "Ada", place=EDGE)
    assert evening.see(CardRead(at=2, track=1, card="8D", confidence=0.9)) == []


def test_a_trick_gathered_with_a_card_unseen_asks_for_that_card(evening: Evening) -> None:
    for card, name in [("7C", "Ada"), ("9C", "Bea"), ("AC", "Cem")]:
        evening.lay(card, name)
    (move,) = evening.see(Swept(at=9, tracks=(1, 2, 3), cards=("7C", "9C", "AC")))
    assert move.move == {"type": "play", "player": "Dan", "card": "?"}
    assert move.question is not None
    assert "Dan" in move.question
    evening.tap(type="play", player="Dan", card="8C")
    assert evening.state["turn"] == "Cem"


def test_hands_thrown_in_early_ask_nothing(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    evening.lay("9C", "Bea")
    assert evening.see(Swept(at=9, tracks=(1, 2), cards=("7C", "9C"))) == []


# Taking back


def test_the_pending_card_that_leaves_alone_is_taken_back(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    evening.lay("AC", "Cem")
    (move,) = evening.see(CardRemoved(at=5, track=2, card="AC", place=MIDDLE))
    assert (move.move, move.grade) == ({"type": "take_back"}, "seen")
    assert evening.state["pending"] is None
    assert play_of(evening.lay("9C", "Bea")) == ("play", "Bea", "9C", "seen")


def test_the_pending_card_drawn_to_the_edge_is_taken_back(evening: Evening) -> None:
    evening.lay("AC", "Cem")
    (move,) = evening.see(CardMoved(at=5, track=1, card="AC", before=MIDDLE, after=EDGE, widths=4))
    assert move.move == {"type": "take_back"}


def test_the_same_card_laid_again_after_it_was_taken_back_is_a_new_play(evening: Evening) -> None:
    evening.lay("AC", "Cem")
    evening.see(CardRemoved(at=5, track=1, card="AC", place=MIDDLE))
    evening.lay("7C", "Ada")
    evening.lay("9C", "Bea")
    assert play_of(evening.lay("AC", "Cem")) == ("play", "Cem", "AC", "seen")
    assert evening.state["trick"][-1] == {"player": "Cem", "card": "AC"}


def test_another_card_that_leaves_takes_no_pending_card_back(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    evening.lay("AC", "Cem")
    assert evening.see(CardRemoved(at=5, track=1, card="7C", place=MIDDLE)) == []
    assert evening.state["pending"]["card"] == "AC"


def test_a_pending_card_swept_with_others_is_not_taken_back(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    evening.lay("AC", "Cem")
    assert evening.see(Swept(at=5, tracks=(1, 2), cards=("7C", "AC"))) == []


def test_a_legal_card_that_was_taken_up_again_takes_nothing_back(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    assert evening.see(CardRemoved(at=5, track=1, card="7C", place=MIDDLE)) == []
    assert evening.flags == []


def test_the_table_that_plays_on_over_a_pending_card_is_held_in_order(evening: Evening) -> None:
    evening.lay("7C", "Cem")
    assert play_of(evening.lay("8C", "Ada")) == ("play", "Ada", "8C", "seen")
    (move,) = evening.lay("9C", None, 0.0)
    assert move.move["player"] == "Bea"
    evening.tap(type="accept")
    assert [entry["player"] for entry in evening.state["trick"]] == ["Cem", "Ada", "Bea"]


# A deal and the next


def test_a_new_deal_forgets_the_cards_of_the_last(evening: Evening) -> None:
    evening.lay("7C", "Ada")
    evening.tap(type="annul")
    evening.tap(type="announce", contract="no_queens")
    assert play_of(evening.lay("7C", "Ada")) == ("play", "Ada", "7C", "seen")
    assert evening.flags == []


# Patience


def test_rows_of_patience_are_plays_and_several_of_one_player_are_his(patience: Evening) -> None:
    patience.lay("9C", "Ada")
    patience.lay("TC", "Bea")
    patience.lay("JC", "Bea")
    assert patience.state["rows"] == {"C": ["9", "J"]}
    assert patience.state["turn"] == "Bea"
    patience.lay("8C", "Cem")
    assert patience.flags == []


def test_where_both_who_may_act_had_an_arm_at_a_card_it_is_assumed(patience: Evening) -> None:
    patience.lay("9C", "Ada")
    patience.lay("TC", "Bea")
    (move,) = patience.lay("JC", "Bea", 0.75, arms={"Bea": 0.75, "Cem": 0.24})
    assert (move.move["player"], move.grade, move.doubt) == ("Bea", "assumed", "player")


def test_who_is_passed_over_in_patience_has_passed_as_is_assumed(patience: Evening) -> None:
    patience.lay("9C", "Ada")
    moves = patience.lay("TC", "Dan")
    assert [(m.move["type"], m.move["player"], m.grade) for m in moves] == [
        ("pass", "Bea", "assumed"),
        ("pass", "Cem", "assumed"),
        ("play", "Dan", "seen"),
    ]
    assert patience.state["rows"] == {"C": ["9", "T"]}


def test_after_laying_the_turn_goes_on_without_a_pass(patience: Evening) -> None:
    patience.lay("9C", "Ada")
    patience.lay("TC", "Bea")
    assert play_of(patience.lay("JC", "Cem")) == ("play", "Cem", "JC", "seen")


def test_where_passes_are_tapped_nobody_is_said_to_have_passed(patience: Evening) -> None:
    patience.reader = reader_for("berteln", TABLE, PLAYERS, passes_are_tapped=True)
    patience.lay("9C", "Ada")
    assert play_of(patience.lay("TC", "Dan")) == ("play", "Dan", "TC", "seen")
    assert patience.flags == ["out_of_turn"]


def test_seats_may_have_other_names_than_players() -> None:
    table = Table(seats=(Arc("south", 90, 180), Arc("north", 270, 180)))
    reader = reader_for("berteln", table, ("Ada", "Bea"), {"Ada": "south", "Bea": "north"})
    event = CardLaid(
        at=1,
        track=1,
        card="7C",
        confidence=0.9,
        place=MIDDLE,
        quad_table=(MIDDLE, MIDDLE, MIDDLE, MIDDLE),
        arc="north",
        arc_certainty=1.0,
    )
    (move,) = reader.see(event, {"phase": "play", "turn": "Ada", "contract": "no_queens"})
    assert move.move["player"] == "Bea"


def test_a_card_read_a_second_time_in_a_deal_is_a_question_and_no_accusation(
    evening: Evening,
) -> None:
    """One deck: far likelier than the same card twice is that one of the readings is wrong."""
    cards = {"Ada": "7C", "Bea": "8C", "Cem": "9C", "Dan": "QH"}
    tracks = []
    for player, card in cards.items():
        evening.lay(card, player)
        tracks.append(evening.track)
    evening.see(Swept(at=evening.at, tracks=tuple(tracks), cards=tuple(cards.values())))
    assert evening.state["turn"] == "Cem"
    (move,) = evening.lay("QH", "Cem", candidates={"QH": 0.8, "QD": 0.2})
    assert move.grade == "assumed"
    assert move.doubt == "card"
    assert "already_played" not in evening.flags
    assert len(evening.questions) == 1


def test_a_card_that_was_taken_back_may_come_again(evening: Evening) -> None:
    evening.lay("9C", "Bea")  # out of turn
    evening.see(CardRemoved(at=evening.at, track=evening.track, card="9C", place=MIDDLE))
    evening.lay("7C", "Ada")
    (move,) = evening.lay("9C", "Bea")
    assert move.grade == "seen"


def test_a_card_that_the_game_is_not_played_with_is_a_question_and_no_accusation(
    evening: Evening,
) -> None:
    """Four play with 32 cards from the seven on: a five was misread far likelier than laid."""
    (move,) = evening.lay("5C", "Ada", candidates={"5C": 0.8, "8C": 0.2})
    assert (move.grade, move.doubt) == ("assumed", "card")
    assert evening.flags == []
    assert len(evening.questions) == 1


def test_a_card_read_anew_as_one_that_the_game_lacks_is_asked_about(evening: Evening) -> None:
    evening.lay("?", "Ada")
    (move,) = evening.see(
        CardRead(
            at=evening.at, track=evening.track, card="5C", confidence=0.9,
            candidates={"5C": 0.9},
        )
    )  # fmt: skip
    assert (move.grade, move.doubt) == ("assumed", "card")
    assert evening.flags == []


def test_a_card_that_leaves_while_others_are_lifted_is_gathered_and_not_taken_back(
    evening: Evening,
) -> None:
    """Else the next player's card would be out of turn, with nobody at fault."""
    evening.lay("7C", "Ada")
    evening.lay("?", "Bea", candidates={"8C": 0.6, "9C": 0.3})
    evening.lay("TC", "Cem")
    evening.see(CardLifted(at=evening.at, track=1, card="7C", place=MIDDLE))
    evening.see(CardLifted(at=evening.at, track=3, card="TC", place=MIDDLE))
    assert evening.move(2, EDGE, "Dan") == []
    evening.see(Swept(at=evening.at, tracks=(1, 3), cards=("7C", "TC")))
    assert evening.flags == []
    assert len(evening.questions) == 1


def test_a_card_taken_back_beside_one_that_was_lifted_and_laid_down_again_is_taken_back(
    evening: Evening,
) -> None:
    evening.lay("7C", "Ada")
    evening.lay("9C", "Cem")
    evening.see(CardLifted(at=evening.at, track=1, card="7C", place=MIDDLE))
    evening.see(CardLaidBack(at=evening.at, track=1, card="7C", place=MIDDLE))
    (move,) = evening.move(2, EDGE, "Cem")
    assert move.move == {"type": "take_back"}
