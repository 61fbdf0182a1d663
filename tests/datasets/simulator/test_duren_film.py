"""A game of Dureń Piątkowy is filmed with everything that has a picture."""

from collections.abc import Callable

import pytest

from companion.record import Record
from companion_datasets.simulator import SimulatedTable

Make = Callable[..., SimulatedTable]

PLAYERS = ("Ada", "Bea", "Cem")
GAME = Record(
    "duren-piatkowy",
    PLAYERS,
    events=[
        {"type": "start", "trump_card": "9H"},
        {"type": "attack", "player": "Ada", "cards": ["6C", "8D"]},  # no pattern
        {"type": "take_back"},
        {"type": "attack", "player": "Ada", "cards": ["6C", "6D"]},
        {"type": "beat", "attack": "6D", "card": "7D"},
        {"type": "take"},
        {"type": "attack", "player": "Bea", "cards": ["TC"]},
        {"type": "beat", "attack": "TC", "card": "JC"},
        {"type": "pass", "player": "Bea"},
        {"type": "pass", "player": "Ada"},
        {"type": "swap", "player": "Cem"},
    ],
)


@pytest.fixture(scope="module", params=["easy", "hard"])
def table(request: pytest.FixtureRequest) -> SimulatedTable:
    faces = request.getfixturevalue("faces")
    return SimulatedTable(GAME, faces, 3, request.param, size=(480, 270), fps=10)


def happened(table: SimulatedTable, *kinds: str) -> list[tuple[object, ...]]:
    return [
        (event.kind, event.player, *sorted(event.cards))
        for event in table.truth
        if event.kind in kinds
    ]


def test_the_talon_lies_on_the_card_turned_up(table: SimulatedTable) -> None:
    assert happened(table, "laid")[:2] == [("laid", "Cem", "9H"), ("laid", "Cem", "BACK")]
    first = next(event for event in table.truth if event.cards == ("6C",))
    shown = {card.card: card for card in table.truth_look(first.frame - 1)}
    assert 0.45 < shown["9H"].visible < 0.95


def test_every_card_of_the_record_is_laid_by_its_player(table: SimulatedTable) -> None:
    laid = [one[1:] for one in happened(table, "laid") if one[2] != "BACK"][1:]
    assert laid == [
        ("Ada", "6C"), ("Ada", "8D"), ("Ada", "6C"), ("Ada", "6D"), ("Bea", "7D"),
        ("Bea", "TC"), ("Cem", "JC"), ("Cem", "2H"),
    ]  # fmt: skip


def test_attack_and_beating_cards_lie_in_the_centre_and_nothing_else_does(
    table: SimulatedTable,
) -> None:
    zones = {
        card: {table.table.zone_at(e.place) for e in table.truth if e.kind == "laid" and e.place
               and e.cards == (card,)}
        for card in ("6C", "8D", "6D", "7D", "TC", "JC", "9H", "2H")
    }  # fmt: skip
    assert zones.pop("9H") == zones.pop("2H") == {"talon"}
    assert set(map(frozenset, zones.values())) == {frozenset({"centre"})}


def test_a_beating_card_leaves_more_than_half_of_the_other_to_be_seen(
    table: SimulatedTable,
) -> None:
    taken = next(event for event in table.truth if event.kind == "moved" and "6D" in event.cards)
    beaten = next(event for event in table.truth if event.cards == ("7D",))
    between = table.truth_look((beaten.frame + taken.frame) // 2 - 8)
    shares = {card.card: card.visible for card in between}
    assert 0.4 < shares["6D"] < 0.9
    assert shares["7D"] > 0.98 or shares["7D"] > 0.5


def test_what_goes_back_is_gone_before_the_attack_is_laid_anew(table: SimulatedTable) -> None:
    (back,) = [e for e in table.truth if e.kind == "swept" and set(e.cards) == {"6C", "8D"}]
    again = [e for e in table.truth if e.kind == "laid" and e.cards == ("6C",)][1]
    assert back.player == "Ada"
    assert back.at < again.at


def test_taken_cards_lie_open_before_the_defender_and_the_own_card_goes_to_the_hand(
    table: SimulatedTable,
) -> None:
    assert ("removed", "Bea", "7D") in happened(table, "removed")
    moved = [e for e in table.truth if e.kind == "moved" and e.player == "Bea"]
    assert sorted(e.cards[0] for e in moved) == ["6C", "6D"]
    for event in moved:
        assert event.place is not None
        assert table.table.zone_at(event.place) == "edge"
        assert table.table.seat_at(event.place)[0] == "Bea"


def test_open_cards_are_taken_up_after_the_main_attack(table: SimulatedTable) -> None:
    attack = next(event for event in table.truth if event.cards == ("TC",))
    taken = [e for e in table.truth if e.kind == "swept" and set(e.cards) == {"6C", "6D"}]
    assert [e.player for e in taken] == ["Bea"]
    assert taken[0].at > attack.at


def test_a_won_attack_goes_to_the_discard(table: SimulatedTable) -> None:
    (aside,) = [e for e in table.truth if e.kind == "swept" and set(e.cards) == {"TC", "JC"}]
    assert aside.player == "Cem"
    end = table.truth_look(len(table) - 1)
    assert [card.card for card in end if card.state == "resting"].count("BACK") == 2


def test_the_two_lies_under_the_talon_after_the_exchange(table: SimulatedTable) -> None:
    assert ("removed", "Cem", "9H") in happened(table, "removed")
    end = {card.card: card for card in table.truth_look(len(table) - 1) if card.card == "2H"}
    assert 0.4 < end["2H"].visible < 0.95


def test_passes_and_nothing_else_are_clicks(table: SimulatedTable) -> None:
    assert [click.event["type"] for click in table.clicks] == ["pass", "pass"]


def test_hands_go_to_the_talon_where_cards_are_drawn(table: SimulatedTable) -> None:
    taken = next(event for event in table.truth if event.kind == "moved" and event.player == "Bea")
    attack = next(event for event in table.truth if event.cards == ("TC",))
    reaching = {
        e.player for e in table.truth if e.kind == "hand_in" and taken.at < e.at < attack.at
    }
    assert "Ada" in reaching


@pytest.mark.parametrize("players", [2, 6, 10])
def test_two_to_ten_sit_around_one_table(film: Make, players: int) -> None:
    names = ("Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gil", "Hao", "Ivo", "Jan")[:players]
    events = [
        {"type": "start", "trump_card": "9H"},
        {"type": "attack", "player": "Ada", "cards": ["6C", "6D", "8S"]},
        {"type": "take"},
    ]
    table = film("normal", 2, Record("duren-piatkowy", names, events=events))
    assert [seat.name for seat in table.table.seats] == list(names)
    moved = [event for event in table.truth if event.kind == "moved" and event.player == "Bea"]
    assert len(moved) == 3
    for event in moved:
        assert event.place is not None
        assert table.table.zone_at(event.place) == "edge"
