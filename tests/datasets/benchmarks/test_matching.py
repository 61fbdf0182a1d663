import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion_datasets.benchmarks.accuracy import Example, Judged, LabelError, Report, photographs
from companion_datasets.benchmarks.counting import Share, wilson
from companion_datasets.benchmarks.lookalikes import taken_for
from companion_datasets.benchmarks.matching import Box, Label, match
from vision import quads
from vision.sighting import Sighting

SIZE = (1000, 800)


def seen(card: str, box: Box, found: float = 0.9) -> Sighting:
    x1, y1, x2, y2 = box
    quad = quads.as_quad([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])
    if card == "BACK":
        return Sighting(quad, found, "back")
    known = card != "?"
    return Sighting(quad, found, "face", {card if known else "AS": 0.9}, known)


BOX: Box = (100, 100, 200, 245)
FAR: Box = (500, 300, 600, 445)


def outcomes(labels: list[Label], sightings: list[Sighting]) -> list[str]:
    return [r.outcome for r in match(labels, sightings, SIZE).results]


def test_a_name_counts_only_at_its_place() -> None:
    assert outcomes([Label("QH", True, BOX)], [seen("QH", BOX)]) == ["right"]
    assert outcomes([Label("QH", True, BOX)], [seen("QH", FAR)]) == ["missed"]


def test_another_name_at_the_place_is_wrong_and_a_doubt_is_unknown() -> None:
    assert outcomes([Label("QH", True, BOX)], [seen("QD", BOX)]) == ["wrong"]
    assert outcomes([Label("QH", True, BOX)], [seen("?", BOX)]) == ["unknown"]


def test_a_partly_covered_card_counts_by_name_where_its_box_is_only_what_shows() -> None:
    sliver: Box = (100, 100, 125, 245)
    assert outcomes([Label("QH", False, sliver)], [seen("QH", BOX)]) == ["right"]
    assert outcomes([Label("QH", True, sliver)], [seen("QH", BOX)]) == ["missed"]


def test_without_boxes_names_are_matched_as_a_multiset() -> None:
    labels = [Label("QH", True), Label("QH", True), Label("7C", True)]
    sightings = [seen("QH", BOX), seen("7C", FAR)]
    assert sorted(outcomes(labels, sightings)) == ["missed", "right", "right"]


def test_what_is_seen_of_two_cards_in_one_place_is_the_upper_one() -> None:
    place, nearly = quads.rectangle(100, 145), quads.rectangle(102, 147)
    labels = [
        Label("QS", False, None, nearly, visible=0.05),
        Label("4D", True, None, place, visible=1.0),
    ]
    sighting = replace(seen("4D", BOX), quad=nearly)
    assert outcomes(labels, [sighting]) == ["missed", "right"]


def test_a_card_where_none_lies_is_false_but_not_at_the_edge() -> None:
    edge: Box = (-60, 300, 20, 400)
    matched = match([], [seen("QH", FAR), seen("7C", edge)], SIZE)
    assert [s.card for s in matched.false] == ["QH"]


def test_each_sighting_serves_one_label_only() -> None:
    near: Box = (110, 100, 210, 245)
    labels = [Label("QH", True, BOX), Label("KH", True, near)]
    assert sorted(outcomes(labels, [seen("QH", BOX)])) == ["missed", "right"]


def test_the_report_counts_wrong_of_those_named_and_right_of_all() -> None:
    labels = (Label("QH", True, BOX), Label("7C", True, FAR))
    example = Example("a", "somewhere", labels, lambda: np.zeros((800, 1000, 3), np.uint8))
    report = Report()
    report.add(Judged(example, match(labels, [seen("QD", BOX), seen("?", FAR)], SIZE)))
    row = report.tables["all"]["unseen / full"]
    assert (row.right().hits, row.right().of) == (0, 2)
    assert (row.wrong().hits, row.wrong().of) == (1, 1)
    assert report.confusions == {("QH", "QD"): 1}
    assert json.loads(json.dumps(report.as_json()))["confusions"] == [["QH", "QD", 1]]
    assert any("QH as QD" in line for line in report.lines())


def test_look_alikes_are_counted_each_way_and_a_joker_is_no_king() -> None:
    named = Counter({"QH": 4, "KS": 5, "JOKER": 9, "6C": 2})
    confused = Counter({("QH", "KH"): 1, ("QH", "QD"): 2, ("6C", "JOKER"): 1})
    shares = {(a, b): (s.hits, s.of) for a, b, s in taken_for(named, confused)}
    assert shares["Q", "K"] == (1, 4)
    assert shares["K", "Q"] == (0, 5)
    assert shares["H", "D"] == (2, 4)
    assert shares["6", "8"] == (0, 2)


def test_a_missed_card_counts_among_those_of_its_height_and_side() -> None:
    back = Label("BACK", True, None, quads.rectangle(80, 120))
    example = Example("a", "somewhere", (back,), lambda: np.zeros((800, 1000, 3), np.uint8))
    report = Report()
    report.add(Judged(example, match((back,), [], SIZE)))
    assert report.tables["card height"]["under 130 px"].outcomes["missed"] == 1
    assert report.tables["side"]["backs"].outcomes["missed"] == 1


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    # Newcombe (1998), table I, method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=5e-5)


def test_a_share_of_nothing_is_no_figure() -> None:
    assert str(Share(0, 0)) == "-"
    assert wilson(0, 0) == (0.0, 1.0)


def test_labels_that_cannot_be_read_are_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"image": "a.jpg", "source": "x", "cards": []}\n{"image": 3}\n')
    with pytest.raises(LabelError, match="line 2"):
        list(photographs(path))
    with pytest.raises(LabelError, match="cannot be read"):
        list(photographs(tmp_path / "none.jsonl"))


def rows(path: Path, **card: object) -> list[Example]:
    whole = {"label": "AH", "visible": "full", "box": [10, 20, 60, 90], **card}
    path.write_text(json.dumps({"image": "a.jpg", "source": "x", "cards": [whole]}))
    return list(photographs(path))


def test_a_card_without_a_box_is_a_label_too(tmp_path: Path) -> None:
    (example,) = rows(tmp_path / "gold.jsonl", box=None)
    assert example.labels[0].box is None
    for card in ("BACK", "?", "JOKER"):
        assert rows(tmp_path / "gold.jsonl", label=card)[0].labels[0].card == card


@pytest.mark.parametrize(
    "odd",
    [{"label": ""}, {"label": "banana"}, {"label": None}, {"visible": "Full"}, {"visible": 3},
     {"box": [1, 2, 3]}, {"box": [1, 2, 1, 2]}, {"box": [50, 60, 10, 20]},
     {"box": [float("nan"), 1, 2, 3]}, {"box": [0, 0, float("inf"), 3]}, {"box": 7}],
)  # fmt: skip
def test_a_label_that_cannot_be_is_named_by_line_before_anything_is_measured(
    tmp_path: Path, odd: dict[str, object]
) -> None:
    with pytest.raises(LabelError, match=r"gold\.jsonl, line 1 is no row of labels"):
        rows(tmp_path / "gold.jsonl", **odd)


@pytest.mark.parametrize("written", [b"", b"\n \n", b"\xff\xfe\x00", b"[" * 200_000])
def test_a_file_that_holds_no_labels_is_said_plainly(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_bytes(written)
    with pytest.raises(LabelError, match=r"gold\.jsonl"):
        list(photographs(path))
