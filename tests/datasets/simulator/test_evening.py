import pytest

from companion.games.berteln.table import CONTRACTS, lay_table
from companion.record import replay
from companion_datasets.simulator.evening import NAMES, WRONGS, play


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_round_of_all_contracts_is_played_without_any_flag(players: int) -> None:
    evening = play(7, players)
    assert evening.flags == ()
    announced = [e["contract"] for e in evening.record.events if e["type"] == "announce"]
    assert announced == list(CONTRACTS)
    *_, last = replay(evening.record)
    public = last.game.public(last.state)
    assert (public["phase"], public["round"], public["deal"]) == ("announce", 2, 1)
    assert evening.scores == public["scores"]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_nobody_plays_a_card_that_was_not_dealt(contract: str) -> None:
    evening = play(11, 4, (contract,), to_the_end=True)
    cards = [event["card"] for event in evening.record.events if event["type"] == "play"]
    assert len(set(cards)) == len(cards)
    in_play = {card.code for card in lay_table(NAMES[:4], {}).deck}
    assert set(cards) <= in_play
    if contract in ("no_hearts", "no_queens"):
        assert set(cards) == in_play


@pytest.mark.parametrize("wrong", sorted(WRONGS))
@pytest.mark.parametrize("seed", [1, 2])
def test_a_wrong_that_is_asked_for_is_flagged_and_nothing_else_is(wrong: str, seed: int) -> None:
    contract = "patience" if wrong == "false_pass" else "no_queens"
    evening = play(seed, 4, (contract,), (wrong,))
    assert {flag.code for _, flag in evening.flags} == {WRONGS[wrong]}
    types = [event["type"] for event in evening.record.events]
    assert ("take_back" in types) == (wrong == "out_of_turn")
    assert ("accept" in types) == (wrong == "out_of_turn_accepted")


def test_several_wrongs_are_spread_over_the_deals() -> None:
    evening = play(3, 4, ("no_hearts", "no_queens", "patience"), tuple(WRONGS))
    assert {flag.code for _, flag in evening.flags} == set(WRONGS.values())


def test_the_same_seed_gives_the_same_evening() -> None:
    assert play(5).record == play(5).record
    assert play(5).record != play(6).record


def test_a_wrong_that_a_contract_cannot_show_is_refused() -> None:
    with pytest.raises(ValueError, match="revoke does not happen in patience"):
        play(1, 4, ("patience",), ("revoke",))
    with pytest.raises(ValueError, match="nobody can do 'cheat' wrong"):
        play(1, 4, wrongs=("cheat",))
