from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.record import Record
from companion_datasets.decks.load import DeckError
from companion_datasets.simulator import SimulatedTable
from companion_datasets.simulator.evening import play
from companion_datasets.simulator.faces import Faces
from vision.table import View, table_from, table_toml

Make = Callable[..., SimulatedTable]


def test_the_same_seed_gives_the_same_film(film: Make) -> None:
    one, other = film("hard", 5), film("hard", 5)
    assert one.truth[3].at == other.truth[3].at
    for number in (0, 25, len(one) // 2):
        assert np.array_equal(one.frame(number).picture, other.frame(number).picture)


def test_another_seed_gives_another_film(film: Make) -> None:
    one, other = film("hard", 5), film("hard", 6)
    assert [event.at for event in one.truth] != [event.at for event in other.truth]
    assert not np.array_equal(one.frame(30).picture, other.frame(30).picture)


def test_a_frame_does_not_depend_on_the_frames_drawn_before_it(film: Make) -> None:
    whole, single = film("normal", 2), film("normal", 2)
    middle = len(whole) // 2
    for number in range(0, middle, 7):
        whole.frame(number)
    assert np.array_equal(whole.frame(middle).picture, single.frame(middle).picture)


def test_frames_come_in_film_time(film: Make) -> None:
    table = film()
    frames = [frame for frame, _ in zip(table, range(4), strict=False)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3]
    assert [frame.at for frame in frames] == pytest.approx([0.0, 0.1, 0.2, 0.3])
    assert len(table) == pytest.approx(table.duration * table.fps, abs=1)
    assert not table.live


@pytest.mark.parametrize("conditions", ["easy", "normal", "hard"])
@pytest.mark.parametrize("seed", [1, 4])
def test_all_conditions_draw_pictures_of_the_size_asked_for(
    film: Make, conditions: str, seed: int
) -> None:
    table = film(conditions, seed)
    picture = table.frame(len(table) // 2).picture
    assert picture.shape == (270, 480, 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 3


def likeness(picture: np.ndarray, quad: np.ndarray, face: np.ndarray) -> float:
    """How well what the quad encloses correlates with a card's face."""
    high, wide = face.shape[:2]
    target = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    flat = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, target), (wide, high))
    return float(np.corrcoef(flat.ravel(), face.ravel())[0, 1])


@pytest.mark.parametrize(("conditions", "seed"), [("easy", 1), ("normal", 3), ("hard", 4)])
def test_the_true_quads_lie_on_the_drawn_cards(
    film: Make, faces: Faces, conditions: str, seed: int
) -> None:
    table = film(conditions, seed)
    shifts = [(x, y) for x in (-3, 0, 3) for y in (-3, 0, 3)]
    checked = 0
    for number in range(10, len(table), 15):
        shown = [card for card in table.truth_look(number) if card.state == "resting"]
        picture = table.frame(number).picture if shown else None
        for card in shown:
            if card.card == "BACK" or card.visible < 0.98:
                continue
            face = cv2.resize(faces.art(card.card, 176)[2:-2, 2:-2, :3], (62, 88))
            alike = {
                shift: likeness(picture, card.quad + np.float32(shift), face) for shift in shifts
            }
            assert max(alike, key=lambda shift: alike[shift]) == (0, 0), (number, card.card)
            checked += 1
    assert checked >= 8


def test_every_play_of_the_record_is_laid_by_its_player_in_order(film: Make) -> None:
    laid = [
        (event.player, event.cards)
        for event in film("normal").truth
        if event.kind == "laid" and event.cards != ("BACK",)
    ]
    assert laid == [
        ("Ada", ("7C",)),
        ("Cem", ("9C",)),
        ("Bea", ("8C",)),
        ("Cem", ("9C",)),
        ("Dan", ("7D",)),
    ]


def test_a_card_taken_back_is_gone_before_the_next_one_is_laid(film: Make) -> None:
    table = film("normal")
    removed = next(event for event in table.truth if event.kind == "removed")
    assert (removed.player, removed.cards) == ("Cem", ("9C",))
    later = next(e for e in table.truth if e.kind == "laid" and e.at > removed.at)
    between = table.truth_look(later.frame - 1)
    assert [c.card for c in between if c.state == "resting"] == ["7C"]


def test_the_winner_sweeps_the_trick_to_his_edge_and_leaves_a_back_there(film: Make) -> None:
    table = film("easy")
    swept = next(event for event in table.truth if event.kind == "swept")
    assert swept.player == "Dan"
    assert sorted(swept.cards) == ["7C", "7D", "8C", "9C"]
    end = table.truth_look(len(table) - 1)
    assert [card.card for card in end] == ["BACK"]
    assert end[0].quad[:, 0].mean() > 480 * 0.8  # Dan sits on the right


@pytest.mark.parametrize("seed", [1, 2])
def test_hands_come_from_their_players_side(film: Make, seed: int) -> None:
    table = film("easy", seed)
    empty = table.frame(0).picture.astype(int)
    view = View(table.table, *table.size)
    checked = set()
    for event in table.truth:
        if event.kind != "laid" or event.cards == ("BACK",):
            continue
        changed = np.abs(table.frame(event.frame - 1).picture.astype(int) - empty).max(axis=2) > 40
        changed[4:-4, 4:-4] = False
        rows, columns = np.nonzero(changed)
        if len(rows) < 8:  # the arm left with the one before, or is as light as the table
            continue
        middle = np.array([[columns.mean(), rows.mean()]], np.float32)
        seat, _ = view.seat_at(tuple(view.places(middle)[0]))
        assert seat == event.player
        checked.add(seat)
    assert len(checked) >= 3


def test_what_has_no_picture_is_a_click_and_nothing_else_is(film: Make) -> None:
    table = film()
    assert [click.event["type"] for click in table.clicks] == ["announce"]
    first = next(event for event in table.truth if event.kind == "laid")
    assert table.clicks[0].at < first.at


def test_a_time_in_the_record_holds_an_event_back(film: Make, trick: Record) -> None:
    events = [dict(event) for event in trick.events]  # type: ignore[call-overload]
    events[1]["at"] = 9.0
    table = film("easy", 1, Record("berteln", trick.players, events=events))
    first = next(event for event in table.truth if event.kind == "laid")
    assert first.at == pytest.approx(9.0, abs=1.0)


def test_the_table_file_says_where_the_players_sit_and_cards_land_in_the_centre(
    film: Make,
) -> None:
    import tomllib

    table = film("normal", 3)
    again = table_from(tomllib.loads(table_toml(table.table)))
    assert [seat.name for seat in again.seats] == ["Ada", "Bea", "Cem", "Dan"]
    assert abs(again.seats[0].middle - 90) < 15
    for event in table.truth:
        if event.kind == "laid" and event.place is not None:
            assert again.in_centre(event.place) == (event.cards != ("BACK",))


def test_rows_of_a_patience_leave_every_card_to_be_seen(film: Make) -> None:
    cards = ["9C", "TC", "8C", "AS", "KS", "JC", "7C"]
    events: list[dict[str, object]] = [{"type": "announce", "contract": "patience"}]
    events += [{"type": "play", "card": cards[0]}]
    players = ["Bea", "Cem", "Dan", "Dan", "Ada", "Bea"]
    events += [
        {"type": "play", "player": player, "card": card}
        for player, card in zip(players, cards[1:], strict=True)
    ]
    table = film("normal", 2, Record("berteln", ("Ada", "Bea", "Cem", "Dan"), events=events))
    end = [c for c in table.truth_look(len(table) - 1) if c.state == "resting"]
    assert sorted(card.card for card in end) == sorted(cards)
    assert min(card.visible for card in end) > 0.3


def test_a_record_that_cannot_be_filmed_is_refused_in_a_sentence(faces: Faces) -> None:
    with pytest.raises(ValueError, match="films can be made of berteln, duren-piatkowy"):
        SimulatedTable(Record("whist", ("Ada", "Bea")), faces)
    attacks = Record(
        "duren-piatkowy", ("Ada", "Bea"), events=[{"type": "start", "trump_card": "9H"}]
    )
    without = Faces({"2C": faces.pictures["2C"], "BACK": faces.pictures["BACK"]}, "one card")
    with pytest.raises(ValueError, match="the deck 'one card' has no picture of 9H"):
        SimulatedTable(attacks, without)
    record = Record("berteln", ("Ada", "Bea", "Cem"))
    with pytest.raises(DeckError, match="there is no deck called 'no-such-deck'"):
        SimulatedTable(record, "no-such-deck")
    with pytest.raises(ValueError, match="take easy, normal or hard"):
        SimulatedTable(record, faces, conditions="mild")


def test_a_film_tells_when_each_event_of_its_record_is_seen() -> None:
    record = play(3, 3, ("no_hearts",), cards_in_play=12).record
    film = SimulatedTable(record, "english", 3, "easy", size=(480, 270))
    laid = [event.at for event in film.truth if event.kind == "laid"]
    tapped = [click.at for click in film.clicks]
    assert sorted(film.acted) == sorted(laid + tapped)
    assert list(film.acted) == sorted(film.acted)
