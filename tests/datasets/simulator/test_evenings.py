"""Games of Dureń Piątkowy and Vier Engel that nobody played keep to the rules but for one wrong."""

import pytest

from companion.record import replay
from companion_datasets.simulator.duren_evening import WRONGS as DUREN_WRONGS
from companion_datasets.simulator.duren_evening import play_duren
from companion_datasets.simulator.engel_evening import WRONGS as ENGEL_WRONGS
from companion_datasets.simulator.engel_evening import play_engel


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_four_attacks_are_played_without_any_flag(players: int, seed: int) -> None:
    evening = play_duren(seed, players)
    assert evening.flags == ()
    ended, before = 0, None
    for step in replay(evening.record):
        public = step.game.public(step.state)
        now = (public["attacker"], public["defender"])
        ended += before is not None and before[0] is not None and now != before
        before = now
    assert 1 <= ended <= 4


@pytest.mark.parametrize("wrong", sorted(DUREN_WRONGS))
def test_a_wrong_attack_or_beat_that_is_asked_for_is_flagged(wrong: str) -> None:
    evening = play_duren(5, 4, wrong)
    assert [flag.code for _, flag in evening.flags] == [DUREN_WRONGS[wrong]]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("open_game", [False, True])
def test_three_rounds_are_played_without_any_flag(seed: int, open_game: bool) -> None:
    evening = play_engel(seed, open_game=open_game)
    assert evening.flags == ()
    assert all(step.verdict.accepted for step in replay(evening.record))
    *_, last = replay(evening.record)
    assert last.game.public(last.state)["round"] == 4


@pytest.mark.parametrize("wrong", sorted(ENGEL_WRONGS))
@pytest.mark.parametrize("seed", range(4))
def test_a_card_disturbed_after_the_release_is_flagged(wrong: str, seed: int) -> None:
    evening = play_engel(seed, wrong)
    assert [flag.code for _, flag in evening.flags] == [ENGEL_WRONGS[wrong]]


def test_a_wrong_that_nobody_can_do_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody can do 'cheat' wrong"):
        play_duren(1, 3, "cheat")
    with pytest.raises(ValueError, match="nobody can do 'peeked' wrong"):
        play_engel(1, "peeked", open_game=True)
