"""What a table of Dureń Piątkowy shows becomes the right moves, sure or doubtful as it was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from watched import Watched, graded, told

from companion.readers import names, reader_for
from companion.session import TableSession
from companion.store import Store
from vision.events import CardRead, CardTurned
from vision.table import Arc, Table, Zone

PLAYERS = ("Ada", "Bea", "Cem", "Dan")
ZONES = {
    "centre": Zone(0.5, 0.5, 0.3, 0.32),
    "talon": Zone(0.12, 0.15, 0.07, 0.12),
    "discard": Zone(0.88, 0.15, 0.07, 0.12),
}
#: Ada at the bottom, then clockwise: Bea to the left, Cem at the top, Dan to the right.
TABLE = Table(
    seats=tuple(Arc(name, 90.0 * (i + 1) % 360, 90) for i, name in enumerate(PLAYERS)),
    zones=ZONES,
    aspect=16 / 9,
)
SLOTS = [(0.3 + 0.1 * i, 0.5) for i in range(5)]
TALON, DISCARD = (0.12, 0.15), (0.88, 0.15)
TURNED_UP, HEAP = (0.14, 0.15), (0.1, 0.15)
BEFORE = {"Ada": (0.5, 0.93), "Bea": (0.06, 0.5), "Cem": (0.5, 0.07), "Dan": (0.95, 0.5)}

Begin = Callable[..., Watched]


def over(slot: int) -> tuple[float, float]:
    """Half over the attack card of a slot."""
    return SLOTS[slot][0] + 0.01, SLOTS[slot][1] - 0.05


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    sessions = []

    def made(trump: str | None = "9H", *, taps: bool = False, **options: int) -> Watched:
        folder = tmp_path / str(len(sessions))
        folder.mkdir()
        session = TableSession(Store(folder))
        sessions.append(session)
        # Dan deals: Ada attacks Bea.
        session.start_game("duren-piatkowy", PLAYERS, options)
        if trump:
            session.submit({"type": "start", "trump_card": trump}, "confirmed", "tapped")
        reader = reader_for("duren-piatkowy", TABLE, PLAYERS, passes_are_tapped=taps)
        return Watched(session, reader)

    yield made
    for session in sessions:
        session.close()


@pytest.fixture
def game(begin: Begin) -> Watched:
    return begin()


def attacked(game: Watched, *cards: str, by: str = "Ada", first: int = 0) -> None:
    for slot, card in enumerate(cards, first):
        assert game.lay(card, by, SLOTS[slot]) == []


def test_the_game_can_be_followed() -> None:
    assert "duren-piatkowy" in names()


# The start


def test_a_face_half_under_the_talon_starts_the_game(begin: Begin) -> None:
    game = begin(None)
    assert game.lay("9H", "Dan", TURNED_UP) == []
    (move,) = game.lay("BACK", "Dan", HEAP)
    assert move.move == {"type": "start", "trump_card": "9H"}
    assert move.grade == "seen"
    assert (game.state["phase"], game.state["trump"]) == ("attack", "H")


def test_the_talon_may_lie_there_before_the_face_is_pushed_under_it(begin: Begin) -> None:
    game = begin(None)
    game.lay("BACK", "Dan", HEAP)
    assert told(game.lay("9H", "Dan", TURNED_UP)) == [{"type": "start", "trump_card": "9H"}]


def test_a_face_alone_in_the_talons_place_is_asked_about(begin: Begin) -> None:
    game = begin(None)
    game.lay("9H", "Dan", TALON)
    (move,) = game.hands_off()
    assert (move.move["trump_card"], move.grade, move.doubt) == ("9H", "assumed", "happened")
    assert len(game.questions) == 1


@pytest.mark.parametrize("read", ["JOKER", "?"])
def test_a_trump_misread_under_the_talon_is_asked_for_by_its_likeliest_name(
    begin: Begin, read: str
) -> None:
    game = begin(None)
    game.lay(read, "Dan", TURNED_UP, candidates={"JOKER": 0.5, "7C": 0.3, "7S": 0.1})
    (move,) = [*game.lay("BACK", "Dan", HEAP), *game.hands_off()]
    assert move.move == {"type": "start", "trump_card": "7C"}
    assert (move.grade, move.doubt) == ("assumed", "happened")
    assert len(game.questions) == 1


def test_where_no_card_was_seen_under_the_talon_it_is_asked_once_an_attack_is_laid(
    begin: Begin,
) -> None:
    game = begin(None)
    game.lay("BACK", "Dan", HEAP)
    assert game.hands_off() == []
    (move,) = game.lay("6C", "Ada", SLOTS[0])
    assert move.move == {"type": "start", "trump_card": "?"}
    assert game.lay("6D", "Ada", SLOTS[1]) == []
    (question,) = game.session.snapshot("referee")["questions"]
    assert question["text"] == "Which card is turned up for trumps?"
    assert question["blocking"]
    game.session.answer(question["id"], "card", "referee", {"card": "9H"})
    assert game.state["trump_card"] == "9H"
    assert told(game.hands_off()) == [{"type": "attack", "player": "Ada", "cards": ["6C", "6D"]}]


def test_the_card_turned_up_that_is_asked_for_can_be_entered(begin: Begin) -> None:
    game = begin(None)
    game.lay("BACK", "Dan", HEAP)
    game.lay("6C", "Ada", SLOTS[0])
    game.tap(type="start", trump_card="9H")
    assert (game.state["trump_card"], game.questions) == ("9H", [])
    assert len(game.session.snapshot("referee")["events"]) == 1


def test_cards_shown_in_the_centre_before_the_start_and_taken_away_are_no_attack(
    begin: Begin,
) -> None:
    game = begin(None)
    game.lay("6C", "Ada", SLOTS[0])
    game.remove("6C")
    game.tap(type="start", trump_card="9H")
    assert game.hands_off() == []


def test_an_attack_laid_before_the_start_was_tapped_is_told_then(begin: Begin) -> None:
    game = begin(None)
    game.lay("6C", "Ada", SLOTS[0])
    game.tap(type="start", trump_card="9H")
    assert told(game.hands_off()) == [{"type": "attack", "player": "Ada", "cards": ["6C"]}]


# Attack


def test_an_attack_is_all_cards_until_hands_are_off(game: Watched) -> None:
    attacked(game, "6C", "6D", "8S")
    (move,) = game.hands_off()
    assert move.move == {"type": "attack", "player": "Ada", "cards": ["6C", "6D", "8S"]}
    assert move.grade == "seen"
    assert [pair["attack"] for pair in game.state["table"]] == ["6C", "6D", "8S"]
    assert game.hands_off() == []


def test_the_defenders_first_card_ends_the_attack(game: Watched) -> None:
    attacked(game, "6C", "6D")
    assert told(game.lay("7D", "Bea", over(1))) == [
        {"type": "attack", "player": "Ada", "cards": ["6C", "6D"]},
        {"type": "beat", "attack": "6D", "card": "7D"},
    ]
    assert game.flags == []


def test_a_card_laid_late_belongs_to_the_attack_it_was_laid_to(game: Watched) -> None:
    attacked(game, "6C")
    game.hands_off()
    (move,) = game.lay("6D", "Ada", SLOTS[1])
    assert move.move == {"type": "attack", "player": "Ada", "cards": ["6C", "6D"]}
    assert move.revises
    assert game.flags == []


def test_an_attack_entered_by_hand_is_not_told_again(game: Watched) -> None:
    attacked(game, "6C", "6D")
    game.tap(type="attack", player="Ada", cards=["6C", "6D"])
    assert game.hands_off() == []
    assert told(game.lay("7D", "Bea", over(1))) == [{"type": "beat", "attack": "6D", "card": "7D"}]


def test_an_attack_against_the_rules_is_read_as_what_it_is_and_flagged(game: Watched) -> None:
    attacked(game, "6C", "8D")
    assert graded(game.hands_off()) == [("attack", "seen", "")]
    assert game.flags == ["bad_attack_pattern"]


def test_an_attack_out_of_turn_is_flagged_where_the_arm_is_sure(game: Watched) -> None:
    game.lay("6C", "Cem", SLOTS[0])
    assert told(game.hands_off()) == [{"type": "attack", "player": "Cem", "cards": ["6C"]}]
    assert game.flags == ["out_of_turn"]


@pytest.mark.parametrize(("arc", "certainty"), [(None, 0.0), ("Cem", 0.5), ("Cem", 0.7)])
def test_where_the_arm_is_unsure_the_turn_decides_and_nobody_is_accused(
    game: Watched, arc: str | None, certainty: float
) -> None:
    game.lay("6C", arc, SLOTS[0], certainty)
    (move,) = game.hands_off()
    assert (move.move["player"], move.grade, move.doubt) == ("Ada", "assumed", "player")
    assert game.flags == []


def test_a_card_taken_up_again_before_the_attack_was_complete_is_none_of_it(game: Watched) -> None:
    attacked(game, "6C", "8D")
    assert game.remove("8D") == []
    assert told(game.hands_off()) == [{"type": "attack", "player": "Ada", "cards": ["6C"]}]
    assert game.flags == []


def test_a_card_that_slides_from_the_edge_into_the_centre_attacks(game: Watched) -> None:
    game.lay("6C", "Ada", BEFORE["Ada"])
    assert game.move("6C", SLOTS[0], "Ada") == []
    assert told(game.hands_off()) == [{"type": "attack", "player": "Ada", "cards": ["6C"]}]


# Defence


def test_a_card_half_over_another_beats_that_one(game: Watched) -> None:
    attacked(game, "6C", "6D", "8S")
    game.hands_off()
    (move,) = game.lay("9S", "Bea", over(2))
    assert move.move == {"type": "beat", "attack": "8S", "card": "9S"}
    assert move.grade == "seen"


def test_a_card_that_does_not_beat_is_flagged_where_it_lies(game: Watched) -> None:
    attacked(game, "8S")
    game.hands_off()
    assert graded(game.lay("6S", "Bea", over(0))) == [("beat", "seen", "")]
    assert game.flags == ["does_not_beat"]


def test_a_card_on_no_attack_card_beats_the_only_one_it_can(game: Watched) -> None:
    attacked(game, "6C", "8D")
    game.tap(type="attack", player="Ada", cards=["6C"])  # the second card is not counted yet
    game.hands_off()
    (move,) = game.lay("9D", "Bea", (0.45, 0.72))
    assert move.move == {"type": "beat", "attack": "8D", "card": "9D"}
    assert (move.grade, move.doubt, move.question) == ("assumed", "happened", None)


def test_a_card_on_no_attack_card_that_could_beat_two_is_asked_about(game: Watched) -> None:
    attacked(game, "6C", "6D")
    game.hands_off()
    (move,) = game.lay("7H", "Bea", (0.42, 0.72))
    assert move.move == {"type": "beat", "attack": "6D", "card": "7H"}
    assert (move.grade, move.doubt) == ("assumed", "happened")
    assert game.questions == ["Did Bea beat 6D with 7H?"]


def test_a_card_over_two_attack_cards_is_asked_about(game: Watched) -> None:
    game.lay("6C", "Ada", (0.4, 0.5))
    game.lay("6D", "Ada", (0.47, 0.5))
    game.hands_off()
    (move,) = game.lay("7H", "Bea", (0.435, 0.46))
    assert (move.move["type"], move.grade) == ("beat", "assumed")
    assert len(game.questions) == 1
    assert game.flags == []


def test_a_beating_card_without_an_arm_accuses_nobody(game: Watched) -> None:
    attacked(game, "8S")
    game.hands_off()
    assert graded(game.lay("6S", None, over(0))) == [("beat", "assumed", "player")]
    assert game.flags == []


def test_a_beaten_card_pushed_aside_is_still_beaten(game: Watched) -> None:
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    assert game.move("6C", (0.33, 0.55), "Bea") == []
    assert game.flags == []


# Waves and passes


def test_who_adds_after_others_lets_them_have_passed(game: Watched) -> None:
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    assert game.state["phase"] == "add"
    assert game.lay("7D", "Cem", SLOTS[1]) == []
    moves = game.hands_off()
    assert told(moves) == [
        {"type": "pass", "player": "Ada"},
        {"type": "attack", "player": "Cem", "cards": ["7D"]},
    ]
    assert [move.grade for move in moves] == ["assumed", "seen"]
    assert game.flags == []


def test_the_defender_who_beats_a_wave_lets_the_rest_have_passed(game: Watched) -> None:
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    game.lay("7D", "Ada", SLOTS[1])
    assert told(game.lay("8D", "Bea", over(1))) == [
        {"type": "attack", "player": "Ada", "cards": ["7D"]},
        {"type": "pass", "player": "Cem"},
        {"type": "pass", "player": "Dan"},
        {"type": "beat", "attack": "7D", "card": "8D"},
    ]
    assert game.state["wave"] == 3
    assert game.flags == []


def test_two_who_add_one_after_the_other_are_two_attacks(game: Watched) -> None:
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    game.lay("7D", "Ada", SLOTS[1])
    assert told(game.lay("7S", "Cem", SLOTS[2])) == [
        {"type": "attack", "player": "Ada", "cards": ["7D"]}
    ]
    assert told(game.hands_off()) == [{"type": "attack", "player": "Cem", "cards": ["7S"]}]
    assert game.state["turn"] == "Dan"


def test_cards_set_aside_let_all_have_passed(game: Watched) -> None:
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    moves = game.sweep("6C", "7C", arc="Bea")
    assert told(moves) == [{"type": "pass", "player": name} for name in ("Ada", "Cem", "Dan")]
    assert {move.grade for move in moves} == {"assumed"}
    assert game.state["last_attack"] == "won"
    assert game.state["attacker"] == "Bea"


def test_the_next_attack_lets_all_have_passed(game: Watched) -> None:
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    assert [move["type"] for move in told(game.lay("TD", "Bea", SLOTS[3]))] == ["pass"] * 3
    assert told(game.hands_off()) == [{"type": "attack", "player": "Bea", "cards": ["TD"]}]
    assert game.flags == []


def test_where_passes_are_tapped_nobody_is_said_to_have_passed(begin: Begin) -> None:
    game = begin(taps=True)
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    game.tap(type="pass", player="Ada")
    game.lay("7D", "Cem", SLOTS[1])
    assert told(game.hands_off()) == [{"type": "attack", "player": "Cem", "cards": ["7D"]}]
    assert game.sweep("6C", "7C", "7D") == []


# Taking, setting aside, drawing


def test_attack_cards_at_the_defenders_edge_are_taken(game: Watched) -> None:
    attacked(game, "6C", "6D", "8S")
    game.lay("7C", "Bea", over(0))
    assert game.remove("7C") == []
    (move,) = game.move("6C", (0.05, 0.45), "Bea")
    assert (move.move, move.grade) == ({"type": "take"}, "seen")
    assert game.move("6D", (0.05, 0.5), "Bea") == []
    assert game.move("8S", (0.05, 0.55), "Bea") == []
    assert game.state["open_cards"]["Bea"] == ["6C", "6D", "8S"]
    assert game.state["attacker"] == "Bea"


def test_attack_cards_at_anothers_edge_are_asked_about(game: Watched) -> None:
    attacked(game, "6C")
    game.hands_off()
    (move,) = game.move("6C", BEFORE["Dan"], "Dan")
    assert (move.move, move.grade, move.doubt) == ({"type": "take"}, "assumed", "happened")
    assert game.questions == ["Did Bea take?"]


def test_cards_gathered_unbeaten_are_taken_as_is_asked(game: Watched) -> None:
    attacked(game, "6C", "6D")
    game.hands_off()
    assert game.sweep("6C", "6D", arc="Bea") == []
    assert graded(game.hands_off()) == [("take", "assumed", "happened")]
    assert game.questions == ["Did Bea take?"]


def test_cards_gathered_and_laid_open_before_the_defender_are_taken(game: Watched) -> None:
    attacked(game, "6C", "6D")
    game.hands_off()
    game.sweep("6C", "6D", arc="Bea")
    assert graded(game.lay("6D", "Bea", BEFORE["Bea"])) == [("take", "seen", "")]
    assert game.lay("6C", "Bea", BEFORE["Bea"]) == []
    assert game.hands_off() == []
    assert game.questions == []


def test_the_next_attack_by_the_defender_over_an_attack_gone_means_that_it_was_taken(
    game: Watched,
) -> None:
    attacked(game, "6C", "6D")
    game.hands_off()
    game.remove("6C")
    assert game.remove("6D") == []
    (move,) = game.lay("TD", "Bea", SLOTS[0])
    assert (move.move, move.grade) == ({"type": "take"}, "assumed")
    assert told(game.hands_off()) == [{"type": "attack", "player": "Bea", "cards": ["TD"]}]


def test_open_cards_taken_into_the_hand_tell_nothing(game: Watched) -> None:
    attacked(game, "6C")
    game.hands_off()
    game.move("6C", BEFORE["Bea"], "Bea")
    game.lay("TD", "Bea", SLOTS[0])
    game.hands_off()
    assert game.remove("6C") == []
    assert game.flags == []


def test_an_open_card_used_in_the_main_attack_is_flagged(game: Watched) -> None:
    attacked(game, "6C")
    game.hands_off()
    game.move("6C", BEFORE["Bea"], "Bea")
    game.move("6C", SLOTS[0], "Bea")
    assert told(game.hands_off()) == [{"type": "attack", "player": "Bea", "cards": ["6C"]}]
    assert game.flags == ["open_card_used"]


def test_faces_beside_the_centre_are_no_moves(game: Watched) -> None:
    assert game.lay("6C", "Ada", BEFORE["Ada"]) == []
    assert game.lay("7C", "Ada", DISCARD) == []
    assert game.lay("BACK", "Ada", SLOTS[0]) == []
    assert game.hands_off() == []


def test_the_two_of_trumps_under_the_talon_is_an_exchange(begin: Begin) -> None:
    game = begin(None)
    game.lay("9H", "Dan", TURNED_UP)
    game.lay("BACK", "Dan", HEAP)
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    game.sweep("6C", "7C", arc="Bea")  # Bea has beaten an attack
    game.remove("9H")
    (move,) = game.lay("2H", "Bea", TURNED_UP)
    assert (move.move, move.grade) == ({"type": "swap", "player": "Bea"}, "seen")
    assert game.state["trump_card"] == "2H"
    assert game.flags == []


def test_an_exchange_by_an_unsure_arm_is_asked_about(begin: Begin) -> None:
    game = begin()
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    game.sweep("6C", "7C", arc="Bea")
    (move,) = game.lay("2H", None, TURNED_UP)
    assert (move.move["player"], move.grade, move.doubt) == ("Bea", "assumed", "player")
    assert len(game.questions) == 1


# Doubt


def test_a_card_that_is_known_to_be_elsewhere_is_asked_about_and_accuses_nobody(
    game: Watched,
) -> None:
    attacked(game, "6C")
    game.lay("7C", "Bea", over(0))
    game.sweep("6C", "7C", arc="Bea")
    game.lay("6C", "Bea", SLOTS[0], candidates={"6C": 0.7, "6S": 0.3})
    (move,) = game.hands_off()
    assert (move.grade, move.doubt, move.candidates) == ("assumed", "card", ("6S",))
    assert game.flags == []
    assert "Did Bea lay 6C? 6C is known to be elsewhere." in game.questions


def test_a_card_that_no_deck_has_is_asked_about(game: Watched) -> None:
    game.lay("JOKER", "Ada", SLOTS[0])
    assert graded(game.hands_off()) == [("attack", "assumed", "card")]
    assert game.flags == []


def test_with_two_decks_a_card_may_come_twice(begin: Begin) -> None:
    game = begin(decks=2)
    attacked(game, "6C", "6C")
    assert graded(game.hands_off()) == [("attack", "seen", "")]
    assert game.flags == []


def test_an_attack_with_a_face_that_could_not_be_read_is_asked_about(game: Watched) -> None:
    attacked(game, "6C")
    game.lay("?", "Ada", SLOTS[1], candidates={"6D": 0.5, "8D": 0.4})
    (move,) = game.hands_off()
    assert move.move == {"type": "attack", "player": "Ada", "cards": ["6C", "?"]}
    assert (move.grade, move.doubt, move.candidates) == ("assumed", "card", ("6D", "8D"))


def test_what_beats_a_face_that_could_not_be_read_counts_with_the_answer(game: Watched) -> None:
    attacked(game, "6C")
    game.lay("?", "Ada", SLOTS[1], candidates={"6D": 0.5, "8D": 0.4})
    game.hands_off()
    (move,) = game.lay("9D", "Bea", over(1))
    assert (move.move, move.grade) == ({"type": "beat", "attack": "?", "card": "9D"}, "seen")
    (question,) = game.session.snapshot("referee")["questions"]
    game.session.answer(question["id"], "card:6D", "referee")
    assert game.state["table"][1]["beaten_by"] == "9D"
    assert game.flags == []
    beaten = game.session.snapshot("referee")["events"][-1]
    assert (beaten["move"]["attack"], beaten["status"]) == ("6D", "applied")


def test_what_beats_an_unread_face_comes_before_the_passes_that_followed_it(game: Watched) -> None:
    game.lay("?", "Ada", SLOTS[0], candidates={"6D": 0.5, "8D": 0.4})
    game.hands_off()
    game.lay("9D", "Bea", over(0))
    for player in ("Ada", "Cem", "Dan"):
        game.tap(type="pass", player=player)
    (question,) = game.session.snapshot("referee")["questions"]
    game.session.answer(question["id"], "card:6D", "referee")
    assert (game.state["attacker"], game.state["last_attack"]) == ("Bea", "won")
    assert game.flags == []


def test_an_unread_face_on_an_unread_face_is_asked_after_it(game: Watched) -> None:
    game.lay("?", "Ada", SLOTS[0], candidates={"6D": 0.5, "8D": 0.4})
    game.hands_off()
    game.lay("?", "Bea", over(0), candidates={"9D": 0.5, "9H": 0.4})
    for answer in ("card:6D", "card:9D"):
        (question,) = game.session.snapshot("referee")["questions"]
        game.session.answer(question["id"], answer, "referee")
    assert game.state["table"][0]["beaten_by"] == "9D"
    assert game.session.snapshot("referee")["questions"] == []


def test_a_face_read_later_names_what_was_beaten(game: Watched) -> None:
    game.lay("?", "Ada", SLOTS[0], candidates={"6D": 0.5, "8D": 0.4})
    track = game.track
    game.hands_off()
    game.lay("9D", "Bea", over(0))
    game.see(CardRead(at=4, track=track, card="6D", confidence=0.9))
    assert game.state["table"][0] == {"attack": "6D", "by": "Ada", "beaten_by": "9D"}
    assert game.session.snapshot("referee")["questions"] == []


def test_a_face_read_before_the_attack_is_complete_is_no_doubt(game: Watched) -> None:
    game.lay("?", "Ada", SLOTS[0], candidates={"6D": 0.5, "8D": 0.4})
    read = CardRead(at=2, track=game.track, card="6D", confidence=0.9, candidates={"6D": 0.9})
    assert game.see(read) == []
    assert told(game.hands_off()) == [{"type": "attack", "player": "Ada", "cards": ["6D"]}]


def test_a_beating_card_read_anew_revises_the_move(game: Watched) -> None:
    attacked(game, "6D")
    game.lay("7D", "Bea", over(0))
    (move,) = game.see(CardRead(at=4, track=game.track, card="8D", confidence=0.9))
    assert move.move == {"type": "beat", "attack": "6D", "card": "8D"}
    assert move.revises


def test_a_back_turned_up_in_the_centre_attacks(game: Watched) -> None:
    game.lay("BACK", "Ada", SLOTS[0])
    game.see(
        CardTurned(
            at=2, track=1, card="6C", before="BACK", confidence=0.9, place=SLOTS[0], arc="Ada",
            arc_certainty=0.95,
        )
    )  # fmt: skip
    assert told(game.hands_off()) == [{"type": "attack", "player": "Ada", "cards": ["6C"]}]


# Pending plays


def test_a_pending_attack_that_leaves_is_taken_back(game: Watched) -> None:
    attacked(game, "6C", "8D")
    game.hands_off()
    assert game.remove("6C") == []
    assert told(game.remove("8D")) == [{"type": "take_back"}]
    assert game.state["pending"] is None
    attacked(game, "6C", "6D")
    assert graded(game.hands_off()) == [("attack", "seen", "")]


def test_a_pending_attack_of_which_a_part_went_back_is_the_rest(game: Watched) -> None:
    attacked(game, "6C", "8D")
    game.hands_off()
    game.remove("8D")
    assert told(game.hands_off()) == [
        {"type": "take_back"},
        {"type": "attack", "player": "Ada", "cards": ["6C"]},
    ]
    assert [pair["attack"] for pair in game.state["table"]] == ["6C"]
    assert game.state["pending"] is None


def test_a_pending_beat_that_leaves_alone_is_taken_back(game: Watched) -> None:
    attacked(game, "8S")
    game.hands_off()
    game.lay("6S", "Bea", over(0))
    assert told(game.remove("6S")) == [{"type": "take_back"}]
    assert told(game.lay("9S", "Bea", over(0))) == [{"type": "beat", "attack": "8S", "card": "9S"}]
    assert game.state["pending"] is None


def test_what_is_laid_and_swept_while_a_play_is_pending_follows_in_order(game: Watched) -> None:
    attacked(game, "6C", "8D")  # no pattern: pending
    game.hands_off()
    for slot, card in ((0, "7C"), (1, "9D")):
        game.lay(card, "Bea", over(slot))
    game.lay("7D", "Ada", SLOTS[2])
    game.lay("TD", "Bea", over(2))
    game.sweep("6C", "8D", "7C", "9D", "7D", "TD", arc="Bea")
    assert game.state["table"] == []
    game.tap(type="accept")
    assert (game.state["table"], game.state["last_attack"]) == ([], "won")
    assert (game.state["attacker"], game.state["hand_sizes"]["Bea"]) == ("Bea", 5)
    assert game.flags == ["bad_attack_pattern"]


def test_what_is_laid_over_a_pending_play_is_kept_when_it_is_taken_back(game: Watched) -> None:
    game.lay("6C", "Cem", SLOTS[0])
    game.hands_off()
    assert game.flags == ["out_of_turn"]
    for slot, card in enumerate(("6D", "6S"), 1):
        game.lay(card, "Ada", SLOTS[slot])
    game.hands_off()
    game.lay("7D", "Bea", over(1))
    assert told(game.remove("6C")) == [{"type": "take_back"}]
    assert [(pair["attack"], pair["beaten_by"]) for pair in game.state["table"]] == [
        ("6D", "7D"), ("6S", None),
    ]  # fmt: skip


def test_what_is_being_laid_while_a_correction_ends_the_attack_before_is_told_all_the_same(
    begin: Begin,
) -> None:
    game = begin(taps=True)
    attacked(game, "7D")
    game.hands_off()
    game.lay("8D", "Bea", over(0))
    for player in ("Ada", "Cem"):
        game.tap(type="pass", player=player)
    game.sweep("7D", "8D", arc="Bea")
    attacked(game, "6C", by="Dan")  # Bea attacks Cem, and Dan is hasty: Dan's pass was forgotten.
    game.tap(type="pass", player="Dan")
    assert told(game.hands_off()) == [{"type": "attack", "player": "Dan", "cards": ["6C"]}]


def test_a_card_half_over_an_attack_card_beats_it_even_if_another_arm_seemed_to_bring_it(
    game: Watched,
) -> None:
    attacked(game, "3S")
    (attack, beat) = game.lay("TS", "Ada", over(0))
    assert attack.move == {"type": "attack", "player": "Ada", "cards": ["3S"]}
    assert beat.move == {"type": "beat", "attack": "3S", "card": "TS"}
    assert (beat.grade, beat.doubt) == ("assumed", "player")
    assert game.flags == []


def test_the_defender_who_lays_a_card_where_no_attack_was_seen_is_not_accused(
    game: Watched,
) -> None:
    game.lay("9D", "Bea", SLOTS[0])  # It beats a card of Ada's that the camera has missed.
    (move,) = game.hands_off()
    assert (move.grade, move.doubt) == ("assumed", "happened")
    assert game.flags == []
    (question,) = game.session.snapshot("referee")["questions"]
    assert question["blocking"]
    game.session.answer(question["id"], "yes", "referee")
    assert game.flags == ["out_of_turn"]


def test_the_defender_who_lays_a_card_beside_a_beaten_attack_is_not_accused(begin: Begin) -> None:
    game = begin(taps=True)
    attacked(game, "6D")
    game.hands_off()
    game.lay("9D", "Bea", over(0))
    game.lay("9C", "Bea", SLOTS[1])
    game.hands_off()
    assert game.flags == []
    assert len(game.questions) == 1


def test_a_card_that_is_hard_to_read_counts_and_accuses_nobody(game: Watched) -> None:
    game.lay("AH", "Ada", SLOTS[0])
    game.lay("2S", "Ada", SLOTS[1], candidates={"2S": 0.83, "7S": 0.14})
    (move,) = game.hands_off()
    assert (move.move["cards"], move.grade, move.doubt) == (["AH", "2S"], "assumed", "card")
    assert move.candidates == ("7S",)
    assert game.flags == []
    (question,) = game.session.snapshot("referee")["questions"]
    assert question["blocking"]
    game.session.answer(question["id"], "card", "referee", {"card": "7S"})
    assert [
        (flag["code"], flag["cards"]) for flag in game.session.snapshot("referee")["flags"]
    ] == [("bad_attack_pattern", ["AH", "7S"])]


def test_a_lawful_card_that_is_hard_to_read_is_not_asked_about(game: Watched) -> None:
    attacked(game, "6C")
    game.hands_off()
    (move,) = game.lay("8C", "Bea", over(0), candidates={"8C": 0.83, "9C": 0.14})
    assert (move.grade, move.doubt) == ("assumed", "card")
    assert game.state["table"][0]["beaten_by"] == "8C"
    assert game.questions == []
