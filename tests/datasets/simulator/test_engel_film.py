"""A game of Vier Engel is filmed with everything that has a picture, and no secret but in backs."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.record import Record
from companion_datasets.simulator import SimulatedTable

Make = Callable[..., SimulatedTable]

OPTIONS = {"devil": "QS"}


def filmed(film: Make, events: Sequence[dict[str, Any]], **options: Any) -> SimulatedTable:
    record = Record("vier-engel", ("Ada", "Bea"), {**OPTIONS, **options}, list(events))
    return film("easy", 3, record)


def happened(table: SimulatedTable, *kinds: str) -> list[tuple[object, ...]]:
    return [
        (event.kind, event.player, *event.cards) for event in table.truth if event.kind in kinds
    ]


def test_five_cards_are_shown_once_and_then_five_backs_lie_apart(film: Make) -> None:
    table = filmed(film, [{"type": "release"}])
    laid = happened(table, "laid")
    assert {one[2] for one in laid[:5]} == {"AC", "AD", "AH", "AS", "QS"}
    assert laid[5:] == [("laid", "Ada", "BACK")] * 5
    (release,) = table.clicks
    look = table.truth_look(round(release.at * table.fps))
    assert [card.card for card in look] == ["BACK"] * 5
    assert min(card.visible for card in look) > 0.97
    for event in table.truth:
        if event.kind == "laid" and event.place is not None:
            assert table.table.in_centre(event.place)


def test_cards_are_turned_by_the_drawer_and_gathered_after_the_bank(film: Make) -> None:
    table = filmed(film, [{"type": "release"}, {"type": "turn", "card": "AC"}, {"type": "bank"}])
    assert happened(table, "turned") == [("turned", "Bea", "AC")]
    assert [click.event["type"] for click in table.clicks] == ["release", "bank"]
    swept = [event for event in table.truth if event.kind == "swept"][-1]
    assert swept.player == "Bea"
    assert sorted(swept.cards) == ["AC", "BACK", "BACK", "BACK", "BACK"]
    assert swept.at > table.clicks[-1].at


def test_only_turned_cards_ever_show_their_faces_after_the_release(film: Make) -> None:
    table = filmed(film, [{"type": "release"}, {"type": "turn", "card": "AC"}, {"type": "bank"}])
    release = round(table.clicks[0].at * table.fps)
    shown = {card.card for n in range(release, len(table), 5) for card in table.truth_look(n)}
    assert shown == {"BACK", "AC"}


def test_in_a_call_a_finger_rests_while_the_layer_turns_the_others(film: Make) -> None:
    table = filmed(
        film,
        [
            {"type": "release"},
            {"type": "devil_call", "position": 2},
            {"type": "turn", "card": "AC"},
            {"type": "turn", "card": "QS"},
        ],
    )
    (pointed,) = [event for event in table.truth if event.kind == "pointed"]
    assert pointed.player == "Bea"
    turned = [event for event in table.truth if event.kind == "turned"]
    assert [event.player for event in turned] == ["Ada", "Ada"]
    assert pointed.numbers[0] not in {event.numbers[0] for event in turned}
    out = next(e for e in table.truth if e.kind == "hand_out" and e.player == "Bea")
    assert out.at > turned[-1].at
    order = sorted(
        (e.place[0], e.numbers[0]) for e in table.truth
        if e.kind == "laid" and e.place and e.cards == ("BACK",)
    )  # fmt: skip
    assert order[1][1] == pointed.numbers[0]


def test_a_card_is_looked_at_and_another_moved(film: Make) -> None:
    table = filmed(
        film,
        [
            {"type": "release"},
            {"type": "peeked", "position": 4, "player": "Bea"},
            {"type": "moved", "position": 1, "player": "Ada"},
        ],
    )
    assert happened(table, "lifted", "laid_back", "moved") == [
        ("lifted", "Bea", "BACK"), ("laid_back", "Bea", "BACK"), ("moved", "Ada", "BACK"),
    ]  # fmt: skip
    lifted = next(event for event in table.truth if event.kind == "lifted")
    back = next(event for event in table.truth if event.kind == "laid_back")
    look = table.truth_look(round((lifted.at + back.at) / 2 * table.fps))
    assert sum(card.state == "resting" for card in look) == 4


def test_a_foreign_card_is_turned_and_laid_back(film: Make) -> None:
    table = filmed(
        film, [{"type": "release"}, {"type": "turn", "card": "7C"}, {"type": "take_back"}]
    )
    assert happened(table, "turned") == [("turned", "Bea", "7C"), ("turned", "Bea", "BACK")]


def test_a_card_turned_after_the_end_is_turned_before_all_are_gathered(film: Make) -> None:
    table = filmed(
        film,
        [
            {"type": "release"},
            {"type": "turn", "card": "QS"},
            {"type": "turn", "card": "AC"},
            {"type": "release"},
        ],
    )
    turned = [event for event in table.truth if event.kind == "turned"]
    assert [event.cards for event in turned] == [("QS",), ("AC",)]
    swept = [event for event in table.truth if event.kind == "swept"]
    assert swept[-1].at > turned[-1].at


def test_the_open_game_lies_face_up_and_a_finger_chooses(film: Make) -> None:
    five = ["7H", "8H", "9H", "TH", "QH"]
    table = filmed(
        film,
        [
            {"type": "lay_open", "cards": five},
            {"type": "seal", "card": "9H"},
            {"type": "choose", "card": "7H"},
            {"type": "choose", "card": "9H"},
        ],
        open=True,
    )
    assert happened(table, "laid", "pointed")[:7] == [
        *(("laid", "Ada", card) for card in five), ("pointed", "Bea", "7H"),
        ("pointed", "Bea", "9H"),
    ]  # fmt: skip
    assert [click.event["type"] for click in table.clicks] == ["seal", "choose", "choose"]


def test_the_reference_lies_beside_the_five_until_it_is_turned(film: Make) -> None:
    events = [
        {"type": "lay_open", "cards": ["7H", "8H", "9H", "TH", "QH"]},
        {"type": "choose", "card": "7H"},
        {"type": "announce", "card": "7H", "verdict": "angel"},
        {"type": "reference", "card": "7S"},
    ]
    table = filmed(film, events, open=True, judge="layer")
    assert happened(table, "turned") == [("turned", "Ada", "7S")]
