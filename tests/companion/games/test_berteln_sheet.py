"""The score sheet of Berteln tells how every number came about."""

from __future__ import annotations

import json

from .evening import Evening


def round_of_three():
    evening = Evening("Ada Bea Cem", cards_in_play=12).tell("no_king_of_hearts: QH, KH, AH")
    evening.tell("no_hearts: QC, annul")
    evening.tell("no_hearts: QH, KH, AH, end_deal")
    evening.tell("no_queens: QH, QD, AD, QC, AC, KC, QS, KS, AS, end_deal")
    return evening.tell("patience: KC, AC, Cem QC, Ada AS, KS, QS")


def test_every_deal_has_its_cell_with_points_and_the_total_after_it():
    (first_round,) = round_of_three().sheet["rounds"]
    cells = first_round["cells"]
    assert first_round["announcer"] == "Ada"
    assert [cells[contract]["deal"] for contract in cells] == [2, 3, 1, 4]
    assert cells["no_hearts"]["points"] == {"Ada": 30, "Bea": 0, "Cem": 0}
    assert cells["no_hearts"]["totals"] == {"Ada": 30, "Bea": 0, "Cem": -30}
    assert cells["no_queens"]["points"] == {"Ada": 0, "Bea": -22.5, "Cem": -7.5}


def test_behind_a_cell_lie_the_tricks_with_their_events_and_what_each_player_took():
    cell = round_of_three().sheet["rounds"][0]["cells"]["no_hearts"]
    assert cell["tricks"] == [
        {
            "number": 1,
            "cards": [
                {"player": "Bea", "card": "QH"},
                {"player": "Cem", "card": "KH"},
                {"player": "Ada", "card": "AH"},
            ],
            "winner": "Ada",
            "events": [9, 10, 11],
        }
    ]
    assert cell["taken"] == {"Ada": ["QH", "KH", "AH"], "Bea": [], "Cem": []}


def test_behind_a_patience_lie_its_cards():
    cell = round_of_three().sheet["rounds"][0]["cells"]["patience"]
    assert [laid["card"] for laid in cell["cards"]] == ["KC", "AC", "QC", "AS", "KS", "QS"]
    assert len(cell["events"]) == 6


def test_a_deal_of_nothing_but_zeros_has_its_cell():
    evening = Evening("Ada Bea Cem", cards_in_play=12, bid_bonus=30)
    evening.tell("no_king_of_hearts: Cem bids -30, QH, KH, AH")
    cell = evening.sheet["rounds"][0]["cells"]["no_king_of_hearts"]
    assert cell["points"] == {"Ada": 0, "Bea": 0, "Cem": 0}
    assert cell["bids"] == {"Cem": -30}


def test_a_deal_that_is_running_stands_beside_and_a_contract_to_come_is_empty():
    evening = Evening().tell("no_queens: 7C, 8C, KC, 9C, 8S")
    sheet = evening.sheet
    assert sheet["rounds"] == []
    assert sheet["running"]["tricks"][0]["winner"] == "Cem"
    assert sheet["running"]["unfinished"] == [{"player": "Cem", "card": "8S"}]
    one = Evening("Ada Bea Cem", cards_in_play=12).tell("no_king_of_hearts: QH, KH, AH").sheet
    assert one["rounds"][0]["cells"]["patience"] is None


def test_a_void_deal_leaves_no_trace_in_the_sheet():
    evening = Evening("Ada Bea Cem", cards_in_play=12).tell("no_king_of_hearts: QH, KH, AH, annul")
    assert evening.sheet["rounds"] == []
    assert set(evening.sheet["totals"].values()) == {0}


def test_the_cells_add_up_to_the_totals_and_all_is_plain_json():
    evening = round_of_three()
    sheet = json.loads(json.dumps(evening.sheet))
    for name in sheet["players"]:
        points = [cell["points"][name] for cell in sheet["rounds"][0]["cells"].values()]
        assert sum(points) == sheet["totals"][name] == evening["scores"][name]
