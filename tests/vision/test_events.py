"""Table events travel as JSON and come back the same."""

from __future__ import annotations

import json

import pytest

from vision.events import (
    CardCovered,
    CardLaid,
    CardLaidBack,
    CardLifted,
    CardMoved,
    CardRead,
    CardRemoved,
    CardTurned,
    CardUncovered,
    HandIn,
    HandOut,
    HandsOff,
    Pointed,
    Swept,
    TableEvent,
    from_json,
)

LAID = CardLaid(
    at=1.5,
    track=3,
    card="QH",
    confidence=0.9,
    candidates={"QH": 0.9, "QD": 0.1},
    place=(0.5, 0.4),
    quad_table=((0.4, 0.3), (0.6, 0.3), (0.6, 0.5), (0.4, 0.5)),
    arc="Ada",
    arc_certainty=0.97,
    arms={"Ada": 0.97, "Bea": 0.02},
    evidence=b"\xff\xd8\x00jpeg",
)
EVENTS: list[TableEvent] = [
    LAID,
    CardRead(at=2, track=3, card="QD", confidence=0.8, candidates={"QD": 0.8}),
    CardTurned(
        at=2,
        track=3,
        card="QD",
        before="BACK",
        confidence=0.8,
        place=(0, 1),
        arc=None,
        arc_certainty=0,
    ),
    CardMoved(at=2, track=3, card="QD", before=(0, 0), after=(1, 1), widths=4),
    CardCovered(at=2, track=3, by=4, share=0.5),
    CardUncovered(at=2, track=3, by=4),
    CardLifted(at=2, track=3, card="BACK", place=(0, 0)),
    CardLaidBack(at=2, track=3, card="BACK", place=(0, 0), arc="Ada", arc_certainty=0.9),
    CardRemoved(at=2, track=3, card="QD", place=(0, 0)),
    Swept(at=2, tracks=(3, 4), cards=("QD", "7C"), arc="Ada", arc_certainty=1),
    Pointed(at=2, track=3, arc="Ada", arc_certainty=1),
    HandIn(at=2, arc="Ada", certainty=0.6),
    HandOut(at=2, arc=None, certainty=0),
    HandsOff(at=4, since=2),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_comes_back_from_json_the_same(event: TableEvent) -> None:
    assert from_json(json.loads(json.dumps(event.to_json()))) == event


def test_every_kind_of_event_is_tried_above() -> None:
    assert {type(event) for event in EVENTS} == set(TableEvent.kinds.values())


@pytest.mark.parametrize(
    "data", [{}, {"event": "CardEaten"}, {"event": "HandIn"}, {**LAID.to_json(), "evidence": "%"}]
)
def test_what_is_no_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"no table event|not a "):
        from_json(data)
