"""A knock-out evening follows from its games, however many take part."""

from __future__ import annotations

import pytest

from companion.games import InvalidGame
from companion.session import SessionError
from companion.session.knockout import Played, knockout

NAMES = [f"P{number}" for number in range(1, 33)]


def won(round_number, number, winner, loser, game=0):
    scores = {winner: 13, loser: 5}
    return Played(game, round_number, number, scores, winner)


@pytest.mark.parametrize("count", range(2, 33))
def test_whoever_is_not_beaten_wins_and_everybody_else_is_beaten_once(count):
    players, games = NAMES[:count], []
    while (evening := knockout(players, games)).champion is None:
        due = [pair for one in evening.rounds for pair in one if pair.is_due]
        one, other = due[0].players
        games.append(won(due[0].round, due[0].number, other, one))
    assert len(games) == count - 1
    table = evening.table
    assert table[0].player == evening.champion
    assert table[0].out_in is None
    assert all(line.out_in is not None for line in table[1:])
    assert table[1].out_in == len(evening.rounds), "the loser of the final is second"
    assert sum(line.won for line in table) == count - 1


def test_those_who_go_on_without_a_game_do_so_in_the_first_round_only():
    evening = knockout(NAMES[:5], [])
    first, second, final = evening.rounds
    assert [(pair.players, pair.free) for pair in first] == [
        (("P1", None), True),
        (("P2", None), True),
        (("P3", None), True),
        (("P4", "P5"), False),
    ]
    assert [pair.players for pair in second] == [("P1", "P2"), ("P3", None)]
    assert [pair.is_due for pair in second] == [True, False]
    assert final[0].players == (None, None)


def test_of_a_pairing_played_twice_the_game_that_was_won_counts():
    games = [Played(1, 1, 1, {"P1": 3}, None), won(1, 1, "P2", "P1", 2)]
    games.append(Played(3, 1, 1, {}, None))
    assert knockout(NAMES[:2], games).champion == "P2"
    assert knockout(NAMES[:2], games[:1]).rounds[0][0].is_due


def play(table, evening, round_number, number, loser_lays=True):
    """The first named lays, the other draws the devil first until the layer has won."""
    found = table.session.knockout().knockout.pairing(round_number, number)
    place = table.session.knockout().place(found)
    table.session.start_game(
        evening.game, [str(name) for name in found.players], evening.options, pairing=place
    )
    first = found.players[0]
    while table.state["winner"] is None:
        table.tap({"type": "release"})
        if table.state["layer"] == first:
            table.tap({"type": "turn", "card": "JOKER"})
        else:
            table.tap({"type": "turn", "card": "AC"})
            table.tap({"type": "turn", "card": "JOKER"})
    return table.state["winner"]


def test_an_evening_is_played_at_the_table_and_stands_after_a_restart(table):
    table.session.start_knockout(
        "vier-engel", ["Ada", "Bea", "Cem"], {"variant": "noble"}, "referee"
    )
    evening = table.session.knockout()
    assert [pair.players for pair in evening.knockout.rounds[0]] == [("Ada", None), ("Bea", "Cem")]
    assert play(table, evening, 1, 2) == "Bea"
    table.restart()
    assert play(table, evening, 2, 1) == "Ada"
    standing = table.session.knockout().knockout
    assert standing.champion == "Ada"
    assert [(line.player, line.won, line.points) for line in standing.table] == [
        ("Ada", 1, 13),
        ("Bea", 1, 13),
        ("Cem", 0, 0),
    ]


def test_a_corrected_game_corrects_the_evening(table):
    table.session.start_knockout("vier-engel", ["Ada", "Bea"], {"variant": "noble"}, "referee")
    evening = table.session.knockout()
    play(table, evening, 1, 1)
    last = table.page["events"][-1]["id"]
    table.session.delete(last, "referee", "it was another card")
    assert table.session.knockout().knockout.champion is None


def test_other_games_and_earlier_evenings_do_not_count(table):
    assert table.session.knockout() is None
    table.session.start_knockout("vier-engel", ["Ada", "Bea"], {"variant": "noble"}, "referee")
    play(table, table.session.knockout(), 1, 1)
    table.session.start_knockout("vier-engel", ["Ada", "Bea"], {}, "referee")
    table.session.start_game("vier-engel", ["Ada", "Bea"])
    assert table.session.knockout().knockout.rounds[0][0].played is None
    assert len(table.session.past_games()) == 2


def test_an_evening_that_cannot_be_is_refused_and_nothing_is_begun(table):
    session = table.session
    for players, fault in ((["Ada"], "2 to 32"), (NAMES + ["P33"], "2 to 32"), (["A", "A"], "Two")):
        with pytest.raises(SessionError, match=fault):
            session.start_knockout("vier-engel", players, {}, "referee")
    with pytest.raises(InvalidGame):
        session.start_knockout("vier-engel", ["Ada", "Bea"], {"variant": "x"}, "referee")
    assert session.knockout() is None
