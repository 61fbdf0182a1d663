"""What a table of Vier Engel shows becomes the right moves, and what is secret stays so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from watched import Watched, graded, told

from companion.readers import names, reader_for
from companion.session import TableSession
from companion.store import Store
from vision.events import (
    CardCovered,
    CardLaidBack,
    CardLifted,
    CardRead,
    CardTurned,
    HandOut,
    Pointed,
)
from vision.table import Arc, Table

PLAYERS = ("Ada", "Bea")
#: Ada at the bottom, who lays first; Bea at the top.
TABLE = Table(seats=(Arc("Ada", 90, 180), Arc("Bea", 270, 180)), aspect=16 / 9)
ROW = [(0.3 + 0.1 * i, 0.5) for i in range(5)]
EDGE = (0.5, 0.97)
ANGELS = ("AC", "AD", "AH", "AS")

Begin = Callable[..., Watched]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    sessions = []

    def made(*, releases_itself: bool = False, **options: Any) -> Watched:
        folder = tmp_path / str(len(sessions))
        folder.mkdir()
        session = TableSession(Store(folder))
        sessions.append(session)
        session.start_game("vier-engel", PLAYERS, options)
        reader = reader_for("vier-engel", TABLE, PLAYERS, releases_itself=releases_itself)
        return Watched(session, reader)

    yield made
    for session in sessions:
        session.close()


@pytest.fixture
def table(begin: Begin) -> Watched:
    """Five backs in a row, not released."""
    watched = begin()
    for number in range(5):
        assert watched.lay("BACK", "Ada", ROW[number]) == []
    return watched


@pytest.fixture
def game(table: Watched) -> Watched:
    """Five backs in a row, tracks 1 to 5 from the left, released."""
    table.tap(type="release")
    return table


def turn(game: Watched, track: int, card: str, arc: str = "Bea") -> list[Any]:
    game.tracks[card] = track
    return game.see(
        CardTurned(
            at=game.at, track=track, card=card, before="BACK", confidence=0.9,
            candidates={card: 0.9}, place=ROW[track - 1], arc=arc, arc_certainty=0.95,
        )
    )  # fmt: skip


def lift(game: Watched, track: int, arc: str | None = "Bea", certainty: float = 0.95) -> None:
    """Lift a back and lay it again."""
    place = ROW[track - 1]
    game.see(CardLifted(at=game.at, track=track, card="BACK", place=place))
    game.see(
        CardLaidBack(
            at=game.at, track=track, card="BACK", place=place, arc=arc, arc_certainty=certainty
        )
    )


def point(game: Watched, track: int, arc: str = "Bea") -> list[Any]:
    return game.see(Pointed(at=game.at, track=track, arc=arc, arc_certainty=0.95))


def test_the_game_can_be_followed() -> None:
    assert "vier-engel" in names()


# Turning


def test_a_back_that_becomes_a_face_is_turned(game: Watched) -> None:
    (move,) = turn(game, 2, "AC")
    assert (move.move, move.grade) == ({"type": "turn", "card": "AC"}, "seen")
    assert game.state["turned"] == [{"card": "AC", "verdict": "angel"}]


def test_a_round_of_four_angels_is_read(game: Watched) -> None:
    for track, card in enumerate(ANGELS, 1):
        turn(game, track, card)
    assert game.state["last_round"]["reason"] == "four_angels"
    assert game.state["scores"] == {"Ada": 0, "Bea": 5}
    assert game.flags == []
    assert game.questions == []


def test_a_card_turned_beside_its_place_is_turned_once(game: Watched) -> None:
    game.see(CardLifted(at=game.at, track=2, card="BACK", place=ROW[1]))
    assert told(game.lay("AC", "Bea", (0.42, 0.52))) == [{"type": "turn", "card": "AC"}]
    assert game.hands_off() == []


def test_a_face_that_comes_from_nowhere_is_asked_about(game: Watched) -> None:
    assert graded(game.lay("AC", "Bea", (0.5, 0.7))) == [("turn", "assumed", "happened")]
    assert game.questions == ["Was AC turned?"]


def test_cards_shown_and_turned_before_the_release_are_no_turns(table: Watched) -> None:
    assert turn(table, 2, "AC", "Ada") == []
    assert table.lay("AD", "Ada", (0.5, 0.7)) == []
    assert table.flags == []


def test_a_card_that_is_none_of_the_five_is_asked_about_and_accuses_nobody(game: Watched) -> None:
    assert graded(turn(game, 1, "7C")) == [("turn", "assumed", "card")]
    assert game.flags == []
    assert game.questions


def test_a_card_read_a_second_time_in_a_round_is_asked_about(game: Watched) -> None:
    turn(game, 1, "AC")
    assert graded(turn(game, 2, "AC")) == [("turn", "assumed", "card")]
    assert game.flags == []


def test_a_turned_card_read_anew_is_revised(game: Watched) -> None:
    turn(game, 1, "AC")
    (move,) = game.see(CardRead(at=9, track=1, card="AS", confidence=0.9, candidates={"AS": 0.9}))
    assert (move.move, move.revises) == ({"type": "turn", "card": "AS"}, True)


def test_a_pending_card_laid_face_down_again_is_taken_back(game: Watched) -> None:
    turn(game, 1, "7C")
    event = game.session.snapshot("referee")["events"][-1]["id"]
    game.session.confirm(event, "referee")
    assert game.flags == ["foreign_card"]
    moves = game.see(
        CardTurned(
            at=game.at, track=1, card="BACK", before="7C", confidence=0.9, place=ROW[0],
            arc="Bea", arc_certainty=0.9,
        )
    )  # fmt: skip
    assert told(moves) == [{"type": "take_back"}]
    assert game.state["pending"] is None


def half_read(game: Watched, track: int, **candidates: float) -> list[Any]:
    """A card is turned whose face no vote settles."""
    return game.see(
        CardTurned(
            at=game.at, track=track, card="?", before="BACK", confidence=0.4,
            candidates=candidates, place=ROW[track - 1], arc="Bea", arc_certainty=0.95,
        )
    )  # fmt: skip


def test_a_face_hard_to_read_is_the_only_one_of_the_five_that_it_may_be(game: Watched) -> None:
    turn(game, 1, "AC")
    (move,) = half_read(game, 2, **{"4D": 0.5, "AD": 0.4, "AC": 0.1})
    assert move.move == {"type": "turn", "card": "AD"}
    assert (move.grade, move.doubt) == ("seen", "")
    assert game.questions == []


@pytest.mark.parametrize(
    "candidates", [{"AD": 0.4, "AH": 0.3}, {"4D": 0.8, "AD": 0.1}, {"4D": 0.9}, {"AC": 0.9}]
)
def test_a_face_that_may_be_several_of_the_five_or_none_is_asked_about(
    game: Watched, candidates: dict[str, float]
) -> None:
    turn(game, 1, "AC")
    (move,) = half_read(game, 2, **candidates)
    assert move.move == {"type": "turn", "card": "?"}
    assert (move.question, len(game.questions)) == ("Which card was turned?", 1)


# What may not be done after the release


def test_a_back_moved_after_the_release_and_not_turned_is_moved(game: Watched) -> None:
    assert game.move(2, (0.43, 0.5), "Bea") == []
    (move,) = game.hands_off()
    assert move.move == {"type": "moved", "position": 2, "player": "Bea"}
    assert game.flags == ["moved_after_release"]


def test_a_sixth_back_half_over_one_of_the_five_is_asked_about_as_that_one_moved(
    game: Watched,
) -> None:
    game.lay("BACK", "Bea", (ROW[1][0], ROW[1][1] + 0.08))
    game.see(CardCovered(at=game.at, track=2, by=game.track, share=0.5))
    (move,) = game.hands_off()
    assert move.move == {"type": "moved", "position": 2, "player": "Bea"}
    assert (move.grade, move.doubt) == ("assumed", "happened")
    assert game.flags == []
    (question,) = game.session.snapshot("referee")["questions"]
    game.session.answer(question["id"], "yes", "referee")
    assert game.flags == ["moved_after_release"]
    (turned,) = game.see(
        CardTurned(
            at=game.at, track=6, card="AC", before="BACK", confidence=0.9, place=ROW[1],
            arc="Bea", arc_certainty=0.95,
        )
    )  # fmt: skip
    assert (turned.move, turned.grade) == ({"type": "turn", "card": "AC"}, "seen")


def test_a_sixth_back_that_no_hand_brought_or_just_before_a_card_is_turned_is_none(
    game: Watched,
) -> None:
    half_over = (ROW[1][0], ROW[1][1] + 0.08)
    game.lay("BACK", None, half_over)
    game.see(CardCovered(at=game.at, track=2, by=game.track, share=0.5))
    game.at -= 1
    game.lay("BACK", "Bea", half_over)
    game.see(CardCovered(at=game.at - 1, track=2, by=game.track, share=0.5))
    assert graded(turn(game, 4, "AC")) == [("turn", "seen", "")]
    game.at += 5
    assert game.hands_off() == []
    assert game.questions == []


def test_a_card_moved_while_it_is_turned_is_only_turned(game: Watched) -> None:
    game.move(2, (0.43, 0.5), "Bea")
    assert [move["type"] for move in told(turn(game, 2, "AC"))] == ["turn"]
    assert game.hands_off() == []
    assert game.flags == []


def test_a_card_pushed_by_less_than_a_third_of_its_width_has_not_moved(game: Watched) -> None:
    game.move(2, (0.415, 0.5), "Bea")
    assert game.hands_off() == []


def test_cards_moved_before_the_release_are_no_offence(table: Watched) -> None:
    table.move(2, (0.43, 0.5), "Ada")
    table.tap(type="release")
    assert table.hands_off() == []
    assert table.flags == []


def test_what_is_told_late_of_the_time_before_the_release_is_no_offence(table: Watched) -> None:
    table.hands_off()
    table.tap(type="release")
    now, table.at = table.at, 4.5
    table.move(2, (0.43, 0.5), "Ada")
    table.at = now
    assert table.hands_off() == []
    assert table.flags == []


def test_nobody_moves_cards_too_early_while_it_is_not_known_whether_the_devil_was_turned(
    game: Watched,
) -> None:
    half_read(game, 1, **{"4D": 0.9})
    game.move(2, (0.43, 0.5), "Bea")
    lift(game, 4)
    assert [move for move in told(game.hands_off()) if move["type"] in ("moved", "peeked")] == []
    assert game.flags == []


def test_where_not_all_five_were_seen_to_lie_nobody_moved_or_lifted_one(begin: Begin) -> None:
    game = begin()
    for number in range(3):
        game.lay("BACK", "Ada", ROW[number])
    game.tap(type="release", cards_down=5)
    game.track = 5
    lift(game, 2)
    game.move(1, (0.33, 0.5), "Bea")
    for number in (3, 4):
        game.lay("BACK", "Bea", ROW[number])
    assert told(game.hands_off()) == []
    assert game.flags == []


def test_who_gathers_the_cards_moves_and_lifts_those_that_are_left(game: Watched) -> None:
    turn(game, 1, "AC")
    game.tracks["BACK"] = 5
    game.sweep("AC", "BACK", arc="Bea")
    game.move(2, (0.43, 0.5), "Bea")
    lift(game, 4)
    assert told(game.hands_off()) == []
    assert game.flags == []


def test_a_card_known_by_what_is_left_is_known_as_turned_ever_after(game: Watched) -> None:
    half_read(game, 2, **{"4D": 0.5, "AD": 0.4})
    (move,) = turn(game, 3, "AD")
    assert move.question == "Was AD turned? It was turned before in this round."


def test_a_back_lifted_and_laid_again_was_looked_at(game: Watched) -> None:
    lift(game, 4)
    (move,) = game.hands_off()
    assert move.move == {"type": "peeked", "position": 4, "player": "Bea"}
    assert game.flags == ["peeked"]


def test_a_back_lifted_laid_again_and_then_turned_is_only_turned(game: Watched) -> None:
    lift(game, 4)
    assert [move["type"] for move in told(turn(game, 4, "AC"))] == ["turn"]
    assert game.hands_off() == []


def test_a_back_lifted_before_another_was_turned_was_looked_at(game: Watched) -> None:
    lift(game, 4)
    game.at += 1
    assert told(turn(game, 1, "AC")) == [
        {"type": "peeked", "position": 4, "player": "Bea"},
        {"type": "turn", "card": "AC"},
    ]


def test_who_lifted_a_back_is_left_open_where_the_arm_is_unsure(game: Watched) -> None:
    lift(game, 4, "Bea", 0.6)
    assert told(game.hands_off()) == [{"type": "peeked", "position": 4}]


def test_a_back_that_left_and_came_again_was_looked_at(game: Watched) -> None:
    game.see(CardLifted(at=game.at, track=3, card="BACK", place=ROW[2]))
    game.tracks["BACK"] = 3
    game.remove("BACK")
    game.lay("BACK", "Bea", (0.51, 0.5))
    assert told(game.hands_off()) == [{"type": "peeked", "position": 3, "player": "Bea"}]
    assert told(turn(game, 6 - 1, "AC")) == [{"type": "turn", "card": "AC"}]


def test_positions_count_from_the_left_whatever_the_order_of_laying(begin: Begin) -> None:
    game = begin()
    for x in (0.7, 0.3, 0.5, 0.6, 0.4):
        game.lay("BACK", "Ada", (x, 0.5))
    game.tap(type="release")
    game.move(1, (0.75, 0.5), "Bea")
    assert told(game.hands_off())[0]["position"] == 5


def test_a_face_laid_face_down_by_the_layer_is_one_of_the_five(begin: Begin) -> None:
    game = begin()
    game.lay("AC", "Ada", ROW[0])
    game.see(
        CardTurned(
            at=game.at, track=1, card="BACK", before="AC", confidence=0.9, place=ROW[0], arc="Ada",
            arc_certainty=0.9,
        )
    )  # fmt: skip
    for place in ROW[1:]:
        game.lay("BACK", "Ada", place)
    game.tap(type="release")
    game.move(3, (0.53, 0.5), "Bea")
    assert told(game.hands_off())[0]["position"] == 3


# The end of a round


def test_cards_gathered_after_an_angel_bank_as_is_asked(game: Watched) -> None:
    turn(game, 1, "AC")
    game.tracks |= {"BACK": 2, "B3": 3, "B4": 4, "B5": 5}
    moves = game.sweep("AC", "BACK", "B3", "B4", "B5", arc="Bea")
    assert graded(moves) == [("bank", "assumed", "happened")]
    assert game.questions == ["Did Bea bank?"]
    assert game.state["scores"] == {"Ada": 0, "Bea": 1}


def test_cards_gathered_one_by_one_bank_once(game: Watched) -> None:
    turn(game, 1, "AC")
    game.tracks |= {"B2": 2, "B3": 3, "B4": 4}
    moves = [move for card in ("B2", "B3", "B4", "AC") for move in told(game.remove(card))]
    assert moves == [{"type": "bank"}]


def test_backs_laid_after_all_were_gathered_were_not_looked_at(game: Watched) -> None:
    """Turns may have been missed, so that the game still waits for the first one."""
    game.tracks |= {f"B{track}": track for track in range(1, 6)}
    game.sweep("B1", "B2", "B3", "B4", "B5", arc="Bea")
    for place in ROW:
        game.lay("BACK", "Bea", place)
    assert game.hands_off() == []
    assert game.flags == []


def test_cards_gathered_before_the_first_was_turned_bank_nothing(game: Watched) -> None:
    game.tracks |= {"B1": 1, "B2": 2, "B3": 3}
    assert game.sweep("B1", "B2", "B3") == []


def test_faces_shown_while_gathering_are_not_read(game: Watched) -> None:
    turn(game, 1, "AC")
    game.tap(type="bank")
    assert turn(game, 2, "JOKER") == []
    game.tracks |= {"B3": 3, "B4": 4, "B5": 5}
    assert game.sweep("B3", "B4", "B5", "AC", "JOKER", arc="Bea") == []
    assert game.hands_off() == []
    assert game.flags == []


def test_a_single_card_turned_after_the_round_is_asked_about_and_stays_secret(
    game: Watched,
) -> None:
    turn(game, 1, "AC")
    game.tap(type="bank")
    assert turn(game, 4, "JOKER") == []
    (move,) = game.hands_off()
    assert (move.grade, move.doubt, move.evidence) == ("assumed", "happened", None)
    assert "JOKER" not in str(move)
    assert move.question == "Was a card turned after the round was over?"
    assert game.flags == []
    assert "JOKER" not in str(game.session.snapshot("referee")["events"])


def test_the_next_round_has_its_own_five(game: Watched) -> None:
    turn(game, 1, "JOKER")
    assert game.state["last_round"]["reason"] == "devil_first"
    game.tracks |= {"B2": 2, "B3": 3, "B4": 4, "B5": 5}
    game.sweep("JOKER", "B2", "B3", "B4", "B5", arc="Ada")
    for number in range(5):
        game.lay("BACK", "Bea", ROW[number])
    game.tap(type="release")
    game.move(7, (0.43, 0.5), "Ada")
    assert told(game.hands_off()) == [{"type": "moved", "position": 2, "player": "Ada"}]


# Releasing by itself


def test_where_that_is_wished_five_backs_release_themselves(begin: Begin) -> None:
    game = begin(releases_itself=True)
    for number in range(5):
        game.lay("BACK", "Ada", ROW[number])
    (move,) = game.hands_off()
    assert move.move == {"type": "release", "cards_down": 5}
    assert move.grade == "assumed"
    assert game.state["phase"] == "draw"
    lift(game, 4)
    game.hands_off()
    assert game.flags == []
    assert game.questions


def test_four_backs_release_nothing_and_neither_do_five_without_that_wish(
    table: Watched, begin: Begin
) -> None:
    assert table.hands_off() == []
    four = begin(releases_itself=True)
    for number in range(4):
        four.lay("BACK", "Ada", ROW[number])
    assert four.hands_off() == []


# Teufel-komm-raus


def test_a_finger_on_one_card_while_the_layer_turns_another_proposes_the_call(
    game: Watched,
) -> None:
    point(game, 3)
    moves = turn(game, 1, "AC", "Ada")
    assert told(moves) == [{"type": "devil_call", "position": 3}, {"type": "turn", "card": "AC"}]
    assert graded(moves)[0] == ("devil_call", "assumed", "happened")
    assert game.questions == ["Did Bea call the devil?"]
    assert game.state["phase"] == "call"


@pytest.mark.parametrize("case", ["drawer turns", "finger gone", "layer points", "same card"])
def test_a_finger_proposes_no_call_where_it_does_not_hold_a_card_down(
    game: Watched, case: str
) -> None:
    point(game, 1 if case == "same card" else 3, "Ada" if case == "layer points" else "Bea")
    if case == "finger gone":
        game.see(HandOut(at=game.at, arc="Bea", certainty=0.9))
    moves = turn(game, 1, "AC", "Bea" if case == "drawer turns" else "Ada")
    assert [move["type"] for move in told(moves)] == ["turn"]


def test_after_the_button_nothing_is_proposed(game: Watched) -> None:
    game.tap(type="devil_call", position=3)
    point(game, 3)
    assert told(turn(game, 1, "AC", "Ada")) == [{"type": "turn", "card": "AC"}]


# Pending


def test_what_is_seen_while_a_card_is_pending_follows_in_order(game: Watched) -> None:
    game.tap(type="turn", card="7C")
    assert game.state["pending"]["code"] == "foreign_card"
    for track, card in ((2, "AC"), (3, "AD"), (4, "AH")):
        turn(game, track, card)
    assert game.state["turned"] == []
    game.tracks |= {"B1": 1, "B5": 5}
    game.sweep("B1", "AC", "AD", "AH", "B5", arc="Bea")
    game.tap(type="take_back")
    assert game.state["last_round"] == {"winner": "Bea", "points": 3, "reason": "banked"}
    assert game.flags == ["foreign_card"]


# The open game


FIVE = ("7H", "8H", "9H", "TH", "QH")


@pytest.fixture
def open_game(begin: Begin) -> Watched:
    game = begin(open=True)
    for number, card in enumerate(FIVE):
        assert game.lay(card, "Ada", ROW[number]) == []
    return game


def test_five_faces_at_rest_are_laid_open(open_game: Watched) -> None:
    (move,) = open_game.hands_off()
    assert (move.move, move.grade) == ({"type": "lay_open", "cards": list(FIVE)}, "seen")
    assert open_game.state["phase"] == "seal"
    assert open_game.hands_off() == []


def test_four_faces_are_not_yet_laid_open(begin: Begin) -> None:
    game = begin(open=True)
    for number, card in enumerate(FIVE[:4]):
        game.lay(card, "Ada", ROW[number])
    assert game.hands_off() == []


def test_five_faces_that_are_no_set_are_flagged_and_may_go_back(begin: Begin) -> None:
    game = begin(open=True)
    for number, card in enumerate((*FIVE[:4], "QS")):
        game.lay(card, "Ada", ROW[number])
    assert graded(game.hands_off()) == [("lay_open", "seen", "")]
    assert game.flags == ["not_a_set"]
    assert told(game.sweep(*FIVE[:4], "QS")) == [{"type": "take_back"}]
    assert game.state["pending"] is None


def test_five_faces_of_which_one_was_not_read_are_asked_about(begin: Begin) -> None:
    game = begin(open=True)
    for number, card in enumerate((*FIVE[:4], "?")):
        game.lay(card, "Ada", ROW[number])
    assert graded(game.hands_off()) == [("lay_open", "assumed", "card")]


def test_a_finger_on_a_card_only_proposes_to_choose_it(open_game: Watched) -> None:
    open_game.hands_off()
    open_game.tap(type="seal", card="9H")
    (move,) = point(open_game, 2)
    assert move.move == {"type": "choose", "card": "8H"}
    assert move.proposes


def test_a_finger_of_the_layer_or_before_the_seal_proposes_nothing(open_game: Watched) -> None:
    open_game.hands_off()
    assert point(open_game, 2) == []
    open_game.tap(type="seal", card="9H")
    assert point(open_game, 2, "Ada") == []


def test_the_card_beside_the_five_that_is_turned_is_the_reference(begin: Begin) -> None:
    game = begin(open=True, judge="layer")
    for number, card in enumerate(FIVE):
        game.lay(card, "Ada", ROW[number])
    game.lay("BACK", "Ada", (0.5, 0.75))
    game.hands_off()
    game.tap(type="choose", card="7H")
    game.tap(type="announce", card="7H", verdict="angel")
    (move,) = game.see(
        CardTurned(
            at=game.at, track=6, card="7S", before="BACK", confidence=0.9, place=(0.5, 0.75),
            arc="Ada", arc_certainty=0.9,
        )
    )  # fmt: skip
    assert (move.move, move.grade) == ({"type": "reference", "card": "7S"}, "seen")
    assert game.flags == ["false_announcement"]


def reference_beside(begin: Begin, *backs: Any) -> Watched:
    """The layer answers; so many backs beside the five open cards, tracks from 6."""
    game = begin(open=True, judge="layer")
    for number, card in enumerate(FIVE):
        game.lay(card, "Ada", ROW[number])
    for place in backs:
        game.lay("BACK", "Ada", place)
    game.hands_off()
    game.tap(type="choose", card="7H")
    return game


def notices(game: Watched) -> list[str]:
    return list(game.session.snapshot("referee")["notices"])


def turn_reference(game: Watched, track: int = 6, card: str = "7S") -> list[Any]:
    return game.see(
        CardTurned(
            at=game.at, track=track, card=card, before="BACK", confidence=0.9, place=(0.5, 0.75),
            arc="Ada", arc_certainty=0.9,
        )
    )  # fmt: skip


BESIDE = (0.5, 0.75)


def test_a_reference_that_lies_untouched_is_taken_at_its_word(begin: Begin) -> None:
    game = reference_beside(begin, BESIDE)
    game.see(CardLifted(at=game.at, track=6, card="BACK", place=BESIDE))
    (move,) = turn_reference(game)
    assert (move.grade, move.question) == ("seen", None)
    assert notices(game) == []


@pytest.mark.parametrize("how", ["moved", "laid back", "gone", "held for long", "swapped"])
def test_a_reference_that_was_touched_is_told_and_then_only_asked_about(
    begin: Begin, how: str
) -> None:
    game = reference_beside(begin, BESIDE)
    game.tap(type="announce", card="7H", verdict="angel")
    track = 6
    if how == "moved":
        game.move(6, (0.6, 0.75), "Ada")
    elif how == "laid back":
        game.see(CardLifted(at=game.at, track=6, card="BACK", place=BESIDE))
        game.see(CardLaidBack(at=game.at, track=6, card="BACK", place=BESIDE))
    elif how == "held for long":
        game.see(CardLifted(at=game.at, track=6, card="BACK", place=BESIDE))
        game.at += 9
    else:
        game.tracks["REF"] = 6
        game.remove("REF")
        if how == "swapped":
            game.lay("BACK", "Ada", BESIDE)
            track = 7
    (move,) = [move for move in turn_reference(game, track) if not move.remarks]
    assert (move.grade, move.question) == ("assumed", "Is the reference 7S?")
    assert "was moved, lifted or changed" in notices(game)[0]
    assert game.flags == [], "nobody is accused by a card that may have been changed"


def test_the_next_reference_is_not_read_while_it_is_chosen(begin: Begin) -> None:
    game = reference_beside(begin, BESIDE)
    game.hands_off()
    game.tap(type="announce", card="7H", verdict="devil")
    assert game.state["phase"] == "lay"
    assert turn_reference(game, 9, "2S") == []
    assert "2S" not in str(game.session.snapshot("referee"))
    (move,) = turn_reference(game, 6, "7S")
    assert move.grade == "seen", "the one that lay there may still be shown"


@pytest.mark.parametrize("backs", [(), (BESIDE, (0.7, 0.75))])
def test_no_single_reference_beside_the_five_is_told_at_once(begin: Begin, backs: Any) -> None:
    game = reference_beside(begin, *backs)
    game.hands_off()
    assert "No reference card lies face down" in notices(game)[0]
    (move,) = [move for move in turn_reference(game) if not move.remarks]
    assert move.grade == "assumed"


def test_where_the_app_judges_there_is_no_reference(open_game: Watched) -> None:
    open_game.hands_off()
    open_game.tap(type="seal", card="9H")
    moves = open_game.see(
        CardTurned(
            at=9, track=9, card="7S", before="BACK", confidence=0.9, place=EDGE, arc="Ada",
            arc_certainty=0.9,
        )
    )  # fmt: skip
    assert moves == []
