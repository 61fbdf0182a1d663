"""Memory over a film: what the first minutes fill is no growth, what comes on top of it is."""

import sys

import numpy as np
import pytest

from companion_datasets.benchmarks.memory import Growth, measure, resident
from companion_datasets.simulator.knowing_eye import KnowingEye

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Linux says what a process holds")


def test_what_the_first_minutes_fill_is_no_growth() -> None:
    filling = [(minute, 200 + 100 * min(minute, 5)) for minute in range(21)]
    assert Growth(tuple(filling)).in_ten_minutes == pytest.approx(0, abs=1e-6)


def test_growth_is_told_for_ten_minutes_of_film() -> None:
    growth = Growth(tuple((minute / 6, 300 + 0.8 * minute / 6) for minute in range(121)))
    assert growth.in_ten_minutes == pytest.approx(8)
    assert "+8.0 MB in ten minutes" in growth.line()


@LINUX
def test_what_a_process_holds_is_seen() -> None:
    before = resident()
    kept = np.ones((64, 1024, 1024), np.uint8)
    assert resident() - before > 50
    assert kept.any()


@LINUX
def test_a_film_is_watched_for_as_long_as_was_asked() -> None:
    growth = measure(0.5, KnowingEye, size=(320, 180))
    assert [round(minute * 6) for minute, _ in growth.samples] == [0, 1, 2, 3]
