"""The made-up evenings on which the speed of the rules is measured."""

from __future__ import annotations

import pytest

from companion.games import find, names
from companion_datasets.benchmarks.replays import evening, measure, measured


def test_every_game_there_is_can_be_measured() -> None:
    assert list(measured()) == list(names())


@pytest.mark.parametrize("name", names())
def test_an_evening_is_made_of_events_that_count(name: str) -> None:
    game = find(name)
    players = 2 if name == "vier-engel" else 4
    for events in evening(name, 300):
        state = game.start(["Ada", "Bea", "Cem", "Dan"][:players], {})
        for event in events:
            state, verdict = game.apply(state, game.parse(state, event))
            assert verdict.accepted


@pytest.mark.parametrize("name", names())
def test_later_states_do_not_weigh_much_more_than_earlier_ones(name: str) -> None:
    figures = measure(name, events=1000, weighed=500)
    first, second = figures.bytes_a_state
    assert second < 1.3 * first
    assert figures.events_a_second > 0
