"""Pictures go in, table events come out; the eye is spared where nothing happens."""

from __future__ import annotations

from scenery import HIGH, WIDE, tablecloth, with_arm, with_card
from scripted import quad_at

from vision.events import CardLaid, CardRemoved, HandIn, TableEvent
from vision.frame import Frame, Picture
from vision.pipeline import Pipeline
from vision.sighting import Look, Sighting
from vision.table import Arc, Table

TABLE = Table(seats=(Arc("Ada", 90, 180), Arc("Cem", 270, 180)))
CLOTH = tablecloth()
RATE = 15


class ScriptedEye:
    """Sees the card in the frames in which it lies there and no hand covers it."""

    def __init__(self, shown: range, covered: range) -> None:
        self.shown, self.covered = shown, covered
        self.number = 0
        self.looks: list[int] = []

    def look(self, picture: Picture) -> Look:
        assert picture.shape == (HIGH, WIDE, 3)
        self.looks.append(self.number)
        if self.number not in self.shown or self.number in self.covered:
            return Look(())
        quad = quad_at(480, 270, tall=120)
        return Look((Sighting(quad, 0.9, "face", {"7C": 0.97, "7S": 0.03}, known=True),))


def scene(number: int) -> Picture:
    """Ada lays a card, later covers it for two seconds, and at last takes it away."""
    picture = with_card(CLOTH, 480, 270) if number in range(20, 130) else CLOTH
    if number in range(14, 26) or number in range(60, 90) or number in range(125, 135):
        return with_arm(picture, (480, 600), (480, 300))
    return picture


def test_a_card_laid_covered_and_taken_is_told_so() -> None:
    eye = ScriptedEye(range(20, 130), range(60, 90))
    pipeline = Pipeline(eye, TABLE)
    events: list[TableEvent] = []
    for number in range(180):
        eye.number = number
        events += pipeline.see(Frame(scene(number), number / RATE, number)).events
    told = [event for event in events if isinstance(event, CardLaid | CardRemoved)]
    assert [type(event).__name__ for event in told] == ["CardLaid", "CardRemoved"]
    laid = told[0]
    assert isinstance(laid, CardLaid)
    assert (laid.card, laid.arc) == ("7C", "Ada")
    assert laid.at < 27 / RATE
    assert len([event for event in events if isinstance(event, HandIn)]) == 3
    assert told[1].at > 120 / RATE


def test_the_eye_is_spared_where_nothing_moves() -> None:
    eye = ScriptedEye(range(0), range(0))
    pipeline = Pipeline(eye, TABLE)
    for number in range(150):
        eye.number = number
        picture = with_arm(CLOTH, (480, 600), (480, 300)) if number in range(100, 150) else CLOTH
        pipeline.see(Frame(picture, number / RATE, number))
    still = [number for number in eye.looks if 30 <= number < 100]
    moving = [number for number in eye.looks if number >= 100]
    assert len(still) <= 8
    assert len(moving) >= 20


def test_a_film_run_twice_gives_the_same_events() -> None:
    def told() -> list[object]:
        eye = ScriptedEye(range(20, 130), range(60, 90))
        frames = [Frame(scene(number), number / RATE, number) for number in range(60)]
        events: list[object] = []
        pipeline = Pipeline(eye, TABLE)
        for frame in frames:
            eye.number = frame.number
            events += [event.to_json() for event in pipeline.see(frame).events]
        return events

    assert told() == told()
