"""The referee's pictures do not wait for the eye, and the eye misses nothing by them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from companion.side_view import CLOSEST_S, Pace, SideView
from companion.telling import Opened, Told, tell
from vision.frame import Frame, Picture
from vision.sighting import Look
from vision.sources import SourceError
from vision.table import Table

PATIENCE_S = 20.0


class Film:
    """Thirty dark frames, or a fault in the middle."""

    live = False

    def __init__(self, fault: bool = False) -> None:
        self.fault = fault
        self.closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        for number in range(30):
            if self.fault and number == 10:
                raise SourceError("The film is damaged.")
            if self.closed.is_set():
                return
            yield Frame(np.zeros((90, 160, 3), np.uint8), number / 15, number)

    def describe(self) -> str:
        return "a film"

    def close(self) -> None:
        self.closed.set()


class Camera(Film):
    live = True


class Patient:
    """An eye that looks until a picture has been shown meanwhile."""

    def __init__(self) -> None:
        self.shown = threading.Event()
        self.waited = False

    def look(self, picture: Picture) -> Look:
        self.shown.clear()
        self.waited = self.shown.wait(PATIENCE_S) or self.waited
        self.look = self._at_once  # type: ignore[method-assign]
        return Look((), 0.0, 0.0)

    def _at_once(self, picture: Picture) -> Look:
        return Look((), 0.0, 0.0)


def test_a_picture_is_shown_while_the_eye_looks() -> None:
    eye = Patient()
    pictures: list[Told] = []

    def aside(told: Told) -> None:
        pictures.append(told)
        eye.shown.set()

    opened = Opened(Film(), Table(), (), eye)
    told = list(tell(opened, pictures=True, real_time=True, aside=aside))
    assert eye.waited
    assert all(one.picture for one in pictures)
    assert all(one.picture is None for one in told), "none is told twice"
    assert told[-1].condition == ("ended", "a film")


def shown(frame_rate: float, stalled_s: float) -> list[float]:
    """When pictures are shown in ten seconds, if the machine stands still so long every second."""
    pace, now, found = Pace(), 0.0, []
    for number in range(round(10 * frame_rate)):
        now = max(now + 0.02, number / frame_rate)  # Frames that have waited come one upon another.
        if now % 1 < stalled_s:
            now += stalled_s - now % 1
        if pace.due(now):
            found.append(now)
    return found


@pytest.mark.parametrize("frame_rate", [15, 25, 30])
def test_ten_pictures_a_second_are_left_where_the_machine_stands_still_now_and_then(
    frame_rate: float,
) -> None:
    times = shown(frame_rate, stalled_s=0.2)
    assert len(times) >= 100
    assert min(b - a for a, b in pairwise(times)) >= CLOSEST_S


@pytest.mark.parametrize("frame_rate", [15, 25, 30, 50])
def test_no_more_pictures_are_drawn_than_are_worth_it(frame_rate: float) -> None:
    assert 118 <= len(shown(frame_rate, stalled_s=0.0)) <= 121


def test_every_frame_of_a_film_comes_in_order() -> None:
    numbers = [frame.number for frame in SideView(Film(), lambda frame: None)]
    assert numbers == list(range(30))


def test_of_a_camera_the_eye_gets_the_newest_frame() -> None:
    seen_last = threading.Event()

    class Quick(Camera):
        def __iter__(self) -> Iterator[Frame]:
            frames = super().__iter__()
            yield next(frames)
            taken.wait(PATIENCE_S)
            yield from frames
            seen_last.set()
            self.closed.wait(PATIENCE_S)

    taken = threading.Event()
    view = SideView(Quick(), lambda frame: None)
    frames = iter(view)
    assert next(frames).number == 0
    taken.set()
    assert seen_last.wait(PATIENCE_S)
    assert next(frames).number == 29
    view.close()
    assert list(frames) == []


def test_a_source_that_fails_says_so_where_its_frames_are_taken() -> None:
    frames = iter(SideView(Film(fault=True), lambda frame: None))
    assert [next(frames).number for _ in range(10)] == list(range(10))
    with pytest.raises(SourceError, match="damaged"):
        next(frames)


def test_closing_ends_it_while_the_film_waits_for_the_eye() -> None:
    film = Film()
    view = SideView(film, lambda frame: None)
    frames = iter(view)
    assert next(frames).number == 0
    view.close()
    assert len(list(frames)) <= 5
    assert film.closed.is_set()
