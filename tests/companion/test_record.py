"""Records are read and written without loss, and a wrong one is told plainly."""

from __future__ import annotations

import json
import os
from contextlib import suppress

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import PlainError
from companion.record import Record, RecordError, dump, read, replay, write
from companion.record_text import MOST_BYTES, UnreadableError, load_json, load_yaml

HEAD = "game: berteln\nplayers: [Ada, Bea, Cem]\n"


def fault_of(tmp_path, content, name="evening.yaml"):
    """What is said about a file of that content, without the file's name."""
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RecordError) as caught:
        list(replay(read(path)))
    assert caught.value.status == 2
    assert str(caught.value).startswith(f"{path}: event {caught.value.event}: ")
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    "deck", ["{narr: {}, narr: {suit: luft}}", "{narr: {suit: luft, suit: wind}}"]
)
def test_a_card_of_a_custom_deck_that_stands_twice_is_told(tmp_path, deck):
    head = f"game: vier-engel\nplayers: [Ada, Bea]\noptions: {{deck: {deck}}}\nevents: []\n"
    assert "stands twice" in fault_of(tmp_path, head)


def test_a_record_is_read_with_its_head_and_events(tmp_path):
    path = tmp_path / "evening.yaml"
    path.write_text(HEAD + "options: {may_pass: true}\nevents:\n  - {type: accept}\n")
    record = read(path)
    assert record.game == "berteln"
    assert record.players == ("Ada", "Bea", "Cem")
    assert record.options == {"may_pass": True}
    assert record.events == [{"type": "accept"}]


def test_json_and_yaml_say_the_same(tmp_path):
    content = {"game": "berteln", "players": ["Ada", "Bea", "Cem"], "events": [{"type": "annul"}]}
    for name in ("a.json", "b.yaml", "c.JSON"):
        (tmp_path / name).write_text(json.dumps(content))
    assert read(tmp_path / "a.json") == read(tmp_path / "b.yaml") == read(tmp_path / "c.JSON")


def test_a_mark_at_the_beginning_of_the_file_does_no_harm(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbf" + HEAD.encode() + b"events: []\n")
    assert read(tmp_path / "a.yaml").players == ("Ada", "Bea", "Cem")


def test_a_head_alone_is_enough_to_begin_a_game_but_no_record(tmp_path):
    (tmp_path / "head.yaml").write_text(HEAD)
    assert read(tmp_path / "head.yaml", head_only=True).events == []
    assert fault_of(tmp_path, HEAD) == "event 0: the key 'events' is missing"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("", "a record is a mapping"),
        ("berteln", "a record is a mapping"),
        ("[1, 2]", "a record is a mapping"),
        ("game: berteln\nevents: []", "the key 'players' is missing"),
        ("players: [A, B, C]\nevents: []", "the key 'game' is missing"),
        (HEAD + "events: []\ntitle: x", "no key 'title'"),
        (HEAD + "events: []\n7: x", "no key 7"),
        (HEAD + "events: []\ngame: berteln", "the key 'game' stands twice"),
        (HEAD + "events: []\noptions: {may_pass: true, may_pass: false}", "stands twice"),
        (HEAD + "events:", "events is a list"),
        (HEAD + "events: {}", "events is a list"),
        (HEAD + "events: []\noptions: [1]", "options is a mapping"),
        (HEAD + "events: []\noptions: {bid_bonus: .nan}", "bid_bonus: nan is no number"),
        (HEAD + "events: []\noptions: {bid_bonus: .inf}", "bid_bonus: inf is no number"),
        (HEAD + "events: []\noptions: {bid_bonus: 99999999999999999999}", "more than 15 digits"),
        (HEAD + "events: []\noptions: {cards_in_play: 12.0}", "12.0 is no whole number"),
        ("game: [berteln]\nplayers: [A, B, C]\nevents: []", "game is the name of a game"),
        ("game: pinochle\nplayers: [A, B, C]\nevents: []", "no game 'pinochle'"),
        ("game: berteln\nplayers: Ada\nevents: []", "players is a list"),
        ("game: berteln\nplayers: [Ada, Bea, {a: b}]\nevents: []", "not a mapping"),
        ("game: berteln\nplayers: [Ada, Bea, 3]\nevents: []", "not 3"),
        ("game: berteln\nplayers: [Ada, Bea, Ada]\nevents: []", "two players are called 'Ada'"),
        ("game: berteln\nplayers: [Ada, Bea, ' ']\nevents: []", "name is a text"),
        ('game: berteln\nplayers: [Ada, Bea, "C\\nm"]\nevents: []', "name is a text"),
        ("game: berteln\n---\ngame: berteln", "more than one document"),
        ("game: {a: b", "this is no YAML"),
        ("game: berteln\n\tplayers: x", "this is no YAML"),
        ("a: \x07", "this is no YAML"),
        ("game: *nobody", "the alias *nobody names nothing"),
        ("game: &game [*game]", "the alias *game names nothing"),
        ("game: !!python/object/apply:os.system [ls]", "python/object/apply:os.system means"),
        ("game: !card 7C", "the tag !card means nothing"),
        ("{[game]: berteln}", "a key of a mapping is a text"),
        ("[" * 60_000, "nest"),
        ("game: " + "9" * 5000, "a number is too long"),
        (b"\xff\xfe\x00\x01binary\x00", "no text in UTF-8"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_file_that_is_no_record_is_told_so_in_one_sentence(tmp_path, content, fault):
    said = fault_of(tmp_path, content)
    assert said.startswith("event 0: ")
    assert fault in said
    assert len(said) < 250


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("", "this is no JSON: Expecting value (line 1, column 1)"),
        ("{", "this is no JSON"),
        ("[" * 200_000, "the nesting too deep"),
        ('{"game": ' + "9" * 5000 + "}", "a number is too long"),
        ('{"game": "berteln", "game": "x", "players": [], "events": []}', "'game' stands twice"),
        (
            '{"game": "berteln", "players": ["A","B","C"], "events": [],'
            ' "options": {"bid_bonus": NaN}}',
            "bid_bonus: nan is no number",
        ),
        (
            '{"game": "berteln", "players": ["A","B","\\ud800"], "events": []}',
            "a player's name is a text",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_json_file_that_is_no_record_is_told_so_as_well(tmp_path, content, fault):
    assert fault in fault_of(tmp_path, content, "evening.json")


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        ("7", "7 is no event"),
        ("", "nothing is no event"),
        ("[type, accept]", "a list is no event"),
        ("{type: accept, type: annul}", "the field 'type' stands twice"),
        ("{type: play, card: 7C, card: 8C}", "the field 'card' stands twice"),
        ("{type: play, card: [&a [x, x], *a]}", "a list is no card"),
        ("{type: bid, points: .nan}", "points: nan is no number"),
        ("{type: bid, points: 1e999}", "points: inf is no number"),
        ("{type: play}", "play needs the field 'card'"),
    ],
)
def test_what_is_wrong_with_an_event_names_its_number(tmp_path, event, fault):
    said = fault_of(tmp_path, f"{HEAD}events:\n  - {{type: accept}}\n  - {event}\n")
    assert said.startswith("event 2: ")
    assert fault in said


def test_aliases_that_would_blow_up_are_refused(tmp_path):
    lines = ["a0: &a0 [" + ", ".join("x" * 10) + "]"]
    for level in range(1, 12):
        lines.append(f"a{level}: &a{level} [" + ", ".join([f"*a{level - 1}"] * 10) + "]")
    assert "too many values" in fault_of(tmp_path, "\n".join(lines))


def test_an_alias_that_means_no_harm_is_read(tmp_path):
    (tmp_path / "a.yaml").write_text(
        "game: berteln\nplayers: [&ada Ada, Bea, Cem]\noptions: {dealer: *ada}\nevents: []\n"
    )
    assert read(tmp_path / "a.yaml").options == {"dealer": "Ada"}


def test_what_is_not_there_or_no_file_is_told_so(tmp_path):
    for path in (tmp_path / "missing.yaml", tmp_path, tmp_path / "a\0b"):
        with pytest.raises(
            RecordError, match=r"event 0: (the file cannot be read|this is no name)"
        ):
            read(path)


def test_a_file_larger_than_any_evening_is_refused(tmp_path):
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(RecordError, match="larger than"):
        read(path)
    path.unlink()


def test_plain_words_mean_what_they_say_in_yaml():
    assert load_yaml("[No, on, 2026-11-30, 1_000, 12:30, 7C, '7', !!str 7]") == [
        "No",
        "on",
        "2026-11-30",
        "1_000",
        "12:30",
        "7C",
        "7",
        "7",
    ]
    assert load_yaml("[true, FALSE, ~, Null, -7, +7, 22.5, 1e3, .5, !!int '7']") == [
        True,
        False,
        None,
        None,
        -7,
        7,
        22.5,
        1000.0,
        0.5,
        7,
    ]


TEXT = st.text(max_size=12) | st.sampled_from(["No", "null", "7", "1e5", "08", "7C", "~", "- a"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)
)
NAMES = st.text(min_size=1, max_size=8).filter(lambda name: name.strip() and name.isprintable())


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    players=st.lists(NAMES, min_size=3, max_size=5, unique=True),
    events=st.lists(st.dictionaries(TEXT, VALUES, max_size=4), max_size=4),
)
def test_a_record_that_is_written_reads_the_same(tmp_path_factory, players, events):
    record = Record("berteln", tuple(players), {"may_pass": True}, events)
    for name in ("a.yaml", "a.json"):
        path = tmp_path_factory.getbasetemp() / name
        write(record, path)
        assert read(path) == record


def test_a_written_record_is_what_other_programs_read_too():
    event = {"type": "play", "player": "No", "card": "7C", "note": 'a "b" – ♣', "at": 0.5}
    record = Record("berteln", ("No", "1e5", "Łucja"), {}, [event])
    assert yaml.safe_load(dump(record)) == {
        "game": "berteln",
        "players": ["No", "1e5", "Łucja"],
        "options": {},
        "events": [event],
    }
    assert json.loads(dump(record, as_json=True))["events"] == [event]
    assert "  - {type: play, player: " in dump(record)


def test_half_a_surrogate_pair_is_replaced_when_written():
    record = Record("berteln", ("A", "B", "C"), {}, [{"type": "accept", "note": "\ud800"}])
    assert load_yaml(dump(record))["events"][0]["note"] == "\ufffd"


def test_a_record_that_cannot_be_written_is_told_so(tmp_path):
    record = Record("berteln", ("A", "B", "C"))
    with pytest.raises(PlainError, match=r"cannot be written: .*\.$"):
        write(record, tmp_path / "missing" / "a.yaml")


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(alphabet="{}[]:,-&*!|>'\"\n #?%a7", max_size=40))
def test_any_text_is_read_or_refused_but_never_crashes(text):
    for load in (load_yaml, load_json):
        with suppress(UnreadableError):
            load(text)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read anything")
def test_a_file_one_may_not_read_is_told_so(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(HEAD)
    path.chmod(0)
    with pytest.raises(RecordError, match="cannot be read"):
        read(path)
