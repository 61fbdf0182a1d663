"""How a card's corners are found from a rough rectangle."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion_datasets.benchmarks.speed import eight_cards
from vision import crops, quads
from vision.corners import CornerFinder
from vision.eye import Eye
from vision.weights import Network


@dataclass
class Counted:
    """A network that remembers how many cards it looked at in each run."""

    network: Network
    runs: list[int] = field(default_factory=list)

    def run(self, **inputs: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        self.runs.append(len(next(iter(inputs.values()))))
        return self.network.run(**inputs)


def counted() -> tuple[CornerFinder, Counted]:
    finder = CornerFinder.load()
    network: Any = Counted(finder.network)
    return replace(finder, network=network), network


def test_only_corners_that_were_far_off_are_looked_for_twice() -> None:
    picture = eight_cards()
    eye = Eye.load()
    true = [one.quad for one in eye.look(picture).sightings]
    rectangles = [crops.upright_rectangle(quad) for quad in true]
    off = rectangles[0] + np.float32(0.15 * quads.height(rectangles[0]))
    finder, network = counted()
    found = finder.outline(crops.Pyramid(picture), [off, *rectangles[1:]])
    assert network.runs == [8, 1]
    for outline, quad in zip(found, true, strict=True):
        assert quads.iou(outline.quad, quad) > 0.95


def test_nothing_is_looked_for_where_nothing_was_found() -> None:
    finder, network = counted()
    assert finder.outline(crops.Pyramid(eight_cards()), []) == []
    assert network.runs == []
