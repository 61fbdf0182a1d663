"""The table in the picture: seats, zones, and the file that describes them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.table import Arc, Table, TableError, View, Zone, read_table, table_from, table_toml

FOUR = (Arc("Ada", 90, 90), Arc("Bea", 180, 90), Arc("Cem", 270, 90), Arc("Dan", 0, 90))


def test_the_whole_picture_is_the_table_unless_corners_are_given() -> None:
    view = View(Table(), 1920, 1080)
    assert view.places(np.array([[960, 540], [1920, 0]], np.float32)) == pytest.approx(
        np.array([[0.5, 0.5], [1, 0]]), abs=1e-6
    )
    assert view.aspect == pytest.approx(16 / 9)


def test_corners_in_perspective_become_the_unit_square() -> None:
    corners = ((0.3, 0.2), (0.7, 0.2), (0.9, 0.9), (0.1, 0.9))
    view = View(Table(corners=corners), 1000, 1000)
    pixels = np.array(corners, np.float32) * 1000
    expected = [[0, 0], [1, 0], [1, 1], [0, 1]]
    assert view.places(pixels) == pytest.approx(np.array(expected), abs=1e-5)


@pytest.mark.parametrize(
    ("place", "name"),
    [((0.5, 1.0), "Ada"), ((0.0, 0.5), "Bea"), ((0.5, 0.0), "Cem"), ((1.0, 0.5), "Dan")],
)
def test_the_middle_of_each_edge_belongs_to_its_seat(place: tuple[float, float], name: str) -> None:
    seat, certainty = View(Table(seats=FOUR), 1920, 1080).seat_at(place)
    assert seat == name
    assert certainty > 0.99


def test_between_two_seats_it_is_even() -> None:
    _, certainty = View(Table(seats=FOUR), 1000, 1000).seat_at((1.0, 1.0))
    assert certainty == pytest.approx(0.5)


def test_without_seats_there_is_no_seat() -> None:
    assert View(Table(), 100, 100).seat_at((0, 0)) == (None, 0.0)


def test_where_nobody_sits_the_nearest_seat_is_doubtful() -> None:
    pair = (Arc("Ada", 90, 60), Arc("Bea", 150, 60))
    assert View(Table(seats=pair), 100, 100).seat_at((0.9, 0.1))[1] <= 0.5


def test_the_centre_is_an_ellipse() -> None:
    table = Table(zones={"centre": Zone(0.5, 0.5, 0.3, 0.1)})
    assert table.in_centre((0.75, 0.5))
    assert not table.in_centre((0.5, 0.65))


def test_talon_and_discard_go_before_the_centre_and_the_rest_is_edge_or_outside() -> None:
    table = Table(
        zones={
            "centre": Zone(0.5, 0.5, 0.4, 0.4),
            "talon": Zone(0.2, 0.5, 0.1, 0.1),
            "discard": Zone(0.8, 0.5, 0.1, 0.1),
        }
    )
    zones = {(0.5, 0.5): "centre", (0.2, 0.5): "talon", (0.8, 0.55): "discard"}
    zones |= {(0.5, 0.95): "edge", (0.02, 0.02): "edge", (1.0, 0.5): "edge"}
    zones |= {(0.5, 1.2): "outside", (-0.2, 0.5): "outside"}
    assert {place: table.zone_at(place) for place in zones} == zones


def test_a_table_that_names_no_talon_has_one_where_it_usually_lies() -> None:
    table = table_from({"zones": {"centre": [0.5, 0.5, 0.45, 0.45]}})
    assert table.zone_at((0.17, 0.5)) == "talon"
    assert table.zone_at((0.83, 0.5)) == "discard"
    assert table.in_centre((0.17, 0.5))


def test_the_file_of_a_new_table_names_all_its_zones() -> None:
    assert set(tomllib.loads(table_toml(Table()))["zones"]) == {"centre", "talon", "discard"}


def test_open_cards_belong_to_the_seat_before_which_they_lie() -> None:
    table = Table(seats=FOUR, aspect=1.0)
    assert table.seat_at((0.5, 0.9)) == View(table, 1000, 1000).seat_at((0.5, 0.9))
    assert table.seat_at((0.5, 0.9))[1] > 0.9
    assert Table().seat_at((0.5, 0.9)) == (None, 0.0)


numbers = st.floats(0.05, 0.4).map(lambda v: round(v, 3))
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)


@given(numbers, st.lists(names, min_size=2, max_size=10, unique=True), names)
def test_a_table_written_and_read_again_is_the_same(
    inset: float, seats: list[str], source: str
) -> None:
    table = Table(
        corners=((inset, inset), (1 - inset, inset), (1.0, 1.0), (0.0, 1.0)),
        seats=tuple(Arc(name, 360.0 * i / len(seats), 30.0) for i, name in enumerate(seats)),
        zones={"centre": Zone(0.5, 0.5, inset, inset), "talon": Zone(0.1, 0.1, inset, inset)},
        source=source,
        aspect=1.25,
    )
    again = table_from(tomllib.loads(table_toml(table)))
    assert [s.name for s in again.seats] == seats
    assert again.corners == pytest.approx(np.array(table.corners), abs=1e-5)
    assert again.zones == table.zones
    assert (again.source, again.aspect) == (source, 1.25)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("corners = [", "no TOML"),
        ("chairs = 4", "no key 'chairs'"),
        ("[table]\ncorners = [[0,0],[1,0],[1,1]]", "four corners"),
        ("[table]\ncorners = [[0,0],[0,1],[1,1],[1,0]]", "clockwise"),
        ('[table]\ncorners = [[0,0],[1,0],[1,"x"],[0,1]]', "numbers"),
        ("[table]\ncorners = 3", "list"),
        ("[table]\ncorners = [[0,0],[1,0],[1,nan],[0,1]]", "finite"),
        ("[table]\naspect = 0", "aspect"),
        ('[[seat]]\nname = "Ada"', "needs a name and a middle"),
        ('[[seat]]\nname = "Ada"\nmiddle = 1', "two to ten"),
        ('[[seat]]\nname = "A"\nmiddle = 1\n[[seat]]\nname = "A"\nmiddle = 2', "same name"),
        ("seat = 4", "list"),
        ("camera = 4", "section"),
        ("[zones]\ncellar = [0.5, 0.5, 0.1, 0.1]", "no zone 'cellar'"),
        ("[zones]\ncentre = [0.5, 0.5, 0.1]", "4 numbers"),
        ("[zones]\ncentre = [0.5, 0.5, 0, 0.1]", "above 0"),
    ],
)
def test_a_faulty_file_is_refused_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    with pytest.raises(TableError, match=words) as caught:
        read_table(path)
    assert "table.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"nowhere.toml cannot be read: No such file"):
        read_table(tmp_path / "nowhere.toml")


def test_what_is_no_text_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xb4\xff")
    with pytest.raises(TableError, match=r"table.toml is no text in UTF-8\."):
        read_table(path)
