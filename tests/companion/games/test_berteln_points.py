"""Points of Berteln, counted by hand: B12 to B15, B21."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.cards import Card
from companion.games.berteln.points import points
from companion.games.berteln.state import Laid, PatienceDeal, Trick, TrickDeal
from companion.games.berteln.table import lay_table

from .evening import Evening

NAMES = ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal"]

# Cards in play: how many hearts each player took -> points.
NO_HEARTS = """
36: 9 0 0 -> 90 0 0                36: 0 9 0 -> 0 90 0
36: 8 1 0 -> -80 -10 0             36: 3 3 3 -> -30 -30 -30
36: 0 4 5 -> 0 -40 -50             12: 3 0 0 -> 30 0 0
12: 2 1 0 -> -20 -10 0             12: 1 1 1 -> -10 -10 -10
24: 6 0 0 -> 60 0 0                48: 11 1 0 -> -110 -10 0
32: 8 0 0 0 -> 80 0 0 0            32: 0 0 0 8 -> 0 0 0 80
32: 7 0 0 1 -> -70 0 0 -10         32: 2 2 2 2 -> -20 -20 -20 -20
32: 5 0 3 0 -> -50 0 -30 0         52: 13 0 0 0 -> 130 0 0 0
52: 12 1 0 0 -> -120 -10 0 0       40: 10 0 0 0 0 -> 100 0 0 0 0
40: 2 2 2 2 2 -> -20 -20 -20 -20 -20
48: 0 0 12 0 0 0 -> 0 0 120 0 0 0  48: 1 2 3 4 2 0 -> -10 -20 -30 -40 -20 0
28: 1 1 1 1 1 1 1 -> -10 -10 -10 -10 -10 -10 -10
32: 8 0 0 0 0 0 0 0 -> 80 0 0 0 0 0 0 0
"""

# Cards in play: how many queens each player took -> points.
NO_QUEENS = """
36: 4 0 0 -> 90 0 0                36: 3 1 0 -> -67.5 -22.5 0
36: 2 2 0 -> -45 -45 0             36: 2 1 1 -> -45 -22.5 -22.5
36: 0 0 4 -> 0 0 90                12: 4 0 0 -> 30 0 0
12: 2 1 1 -> -15 -7.5 -7.5         12: 3 0 1 -> -22.5 0 -7.5
24: 1 3 0 -> -15 -45 0             48: 2 2 0 -> -60 -60 0
32: 4 0 0 0 -> 80 0 0 0            32: 1 1 1 1 -> -20 -20 -20 -20
32: 0 3 0 1 -> 0 -60 0 -20         52: 1 1 2 0 -> -32.5 -32.5 -65 0
52: 0 0 0 4 -> 0 0 0 130           40: 1 1 1 1 0 -> -25 -25 -25 -25 0
40: 0 4 0 0 0 -> 0 100 0 0 0       20: 3 1 0 0 0 -> -37.5 -12.5 0 0 0
48: 0 0 0 0 0 4 -> 0 0 0 0 0 120   48: 2 0 0 0 1 1 -> -60 0 0 0 -30 -30
28: 1 1 0 0 2 0 0 -> -17.5 -17.5 0 0 -35 0 0
32: 0 0 0 1 1 1 0 1 -> 0 0 0 -20 -20 -20 0 -20
"""

# Cards in play, players: who took the king of hearts, or was first out in patience; the pot.
ONE_PLAYER = """
12 3: Ada 30   24 3: Bea 60   36 3: Cem 90   48 3: Ada 120  12 4: Dan 30   16 4: Ada 40
20 4: Bea 50   24 4: Cem 60   28 4: Dan 70   32 4: Ada 80   36 4: Bea 90   40 4: Cem 100
44 4: Dan 110  48 4: Ada 120  52 4: Bea 130  20 5: Eva 50   40 5: Ada 100  12 6: Fay 30
24 6: Bea 60   36 6: Cem 90   48 6: Dan 120  28 7: Gus 70   16 8: Hal 40   48 8: Ada 120
"""


def cells(table):
    """The cells of one of the tables above that stand between two or more blanks."""
    return [c.strip() for line in table.split("\n") for c in line.split("  ") if c.strip()]


def hand_out(contract, cards, numbers):
    """A finished deal in which each player has taken that many of the scoring cards."""
    table = lay_table(NAMES[: len(numbers)], {"cards_in_play": cards})
    scoring = [
        card
        for card in sorted(table.deck, key=str)
        if (card.suit == "H" if contract == "no_hearts" else card.rank == "Q")
    ]
    tricks = []
    for seat, number in enumerate(numbers):
        for _ in range(number):
            tricks.append(Trick((Laid(seat, scoring.pop(), 0),), seat))
    assert not scoring, "every scoring card has to be taken"
    return table, TrickDeal(contract, 0, (None,) * len(numbers), tricks=tuple(tricks))


@pytest.mark.parametrize("cell", cells(NO_HEARTS))
def test_hearts_cost_ten_each_and_all_of_them_bring_the_pot(cell):
    cards, numbers, made = cell.replace("->", ":").split(":")
    table, deal = hand_out("no_hearts", int(cards), list(map(int, numbers.split())))
    assert points(table, deal) == tuple(map(Fraction, made.split()))


@pytest.mark.parametrize("cell", cells(NO_QUEENS))
def test_queens_cost_a_quarter_of_the_pot_each_and_all_of_them_bring_it(cell):
    cards, numbers, made = cell.replace("->", ":").split(":")
    table, deal = hand_out("no_queens", int(cards), list(map(int, numbers.split())))
    assert points(table, deal) == tuple(map(Fraction, made.split()))


@pytest.mark.parametrize("cell", cells(ONE_PLAYER))
def test_the_king_of_hearts_costs_the_pot_and_the_first_out_gets_it(cell):
    head, made = cell.split(":")
    cards, players = map(int, head.split())
    name, pot = made.split()
    table = lay_table(NAMES[:players], {"cards_in_play": cards})
    laid = Laid(NAMES.index(name), Card("K", "H"), 0)
    nobody = (None,) * players
    lost = points(
        table, TrickDeal("no_king_of_hearts", 0, nobody, tricks=(Trick((laid,), laid.seat),))
    )
    won = points(table, PatienceDeal(0, nobody, laid=(laid,)))
    for seat in range(players):
        assert lost[seat] == -won[seat] == (-int(pot) if seat == laid.seat else 0)


def test_each_contract_has_at_least_twenty_deals_counted_by_hand():
    assert all(len(cells(table)) >= 20 for table in (NO_HEARTS, NO_QUEENS, ONE_PLAYER))


def test_a_quarter_of_ninety_is_shown_as_22_5():
    evening = Evening("Ada Bea Cem").tell("no_queens: 6C, QC, 7C, 6S, QS, 7S, 6H, 7H, QH")
    evening.tell("6D, 7D, QD, end_deal")
    assert evening["deal_points"] == {"Ada": -22.5, "Bea": -45, "Cem": -22.5}
    assert [type(points) for points in evening["scores"].values()] == [float, int, float]


def test_the_king_of_hearts_ends_the_deal_with_his_trick():
    evening = Evening().tell("no_king_of_hearts: 7H, KH, 8H")
    assert evening["phase"] == "play"
    evening.tell("AH")
    assert evening["phase"] == "announce"
    assert evening["deal_points"] == {"Ada": 0, "Bea": 0, "Cem": 0, "Dan": -80}


@pytest.mark.parametrize("story", ["", "QC, KH, AH", "QC, KH, AH, KC, QS, AS, QH"])
def test_a_deal_is_not_ended_early_while_a_scoring_card_is_out(story):
    evening = Evening("Ada Bea Cem", cards_in_play=12).tell(f"no_hearts: {story}, end_deal")
    assert evening.flags == ["B15 cards_outstanding"]
    assert evening["phase"] == "play"


def test_a_trick_not_finished_is_nobodys_when_the_deal_is_ended_early():
    evening = Evening("Ada Bea Cem", cards_in_play=12)
    evening.tell("no_hearts: QH, KH, AH, Cem AC, end_deal")
    assert evening["deal_points"] == {"Ada": 0, "Bea": 0, "Cem": 30}
    assert evening.sheet["rounds"][0]["cells"]["no_hearts"]["unfinished"] == [
        {"player": "Cem", "card": "AC"}
    ]


@pytest.mark.parametrize("contract", ["no_king_of_hearts", "patience"])
def test_the_other_contracts_end_by_themselves_only(contract):
    assert Evening().tell(f"{contract}: 9C, end_deal").flags == ["R6 wrong_phase"]


def remembered(story, players="Ada Bea Cem Dan", **options):
    return Evening(players, **options).tell(story)["remembered"]


def chances(story, **options):
    found = remembered(story, **options)["chances"]
    return {name: (one["least"], one["most"], one["taken"]) for name, one in found.items()}


def test_before_any_heart_is_taken_everybody_can_still_get_all_or_none():
    assert chances("no_hearts") == dict.fromkeys(["Ada", "Bea", "Cem", "Dan"], (-70, 80, []))


def test_whoever_took_a_heart_has_spoilt_it_for_the_others():
    # Dan's ace takes Bea's and Cem's hearts; nobody but Dan can get all of them any more.
    found = chances("no_hearts: 7C, 7H, 8H, AC")
    assert found["Dan"] == (-70, 80, ["7H", "8H"])
    assert found["Ada"] == found["Bea"] == found["Cem"] == (-60, 0, [])


def test_when_two_have_taken_queens_nobody_can_win_the_pot():
    found = chances("no_queens: 7C, QH, 8C, AC, KS, AS, QS, 7S")
    assert found["Dan"] == (-60, -20, ["QH"])
    assert found["Ada"] == (-60, -20, ["QS"])
    assert found["Bea"] == found["Cem"] == (-40, 0, [])


def test_the_king_of_hearts_costs_everybody_or_nobody_and_patience_is_open_to_all():
    assert list(chances("no_king_of_hearts").values()) == [(-80, 0, [])] * 4
    assert list(chances("patience").values()) == [(0, 80, [])] * 4


def test_what_is_remembered_names_the_card_behind_it():
    found = remembered("no_hearts: 7C, 9H, 8C, 9C")
    assert found["voids"]["Bea"] == ["C"]
    assert found["shown"]["Bea"] == [{"suit": "C", "trick": 1, "card": "9H"}]
    assert found["shown"]["Ada"] == []
    assert len(found["cards_out"]) == 28
    assert "9H" not in found["cards_out"]


def test_between_two_deals_nothing_is_remembered():
    assert remembered("") == {
        "voids": {name: [] for name in ("Ada", "Bea", "Cem", "Dan")},
        "shown": {name: [] for name in ("Ada", "Bea", "Cem", "Dan")},
        "known_cards": {name: [] for name in ("Ada", "Bea", "Cem", "Dan")},
        "cards_out": [],
        "chances": {},
    }
