from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.session import TableSession
from companion.store import Store
from companion_datasets.benchmarks.films import FIRST_SEED, Plan, Report, compared, plans, run
from companion_datasets.simulator.evening import play
from companion_datasets.simulator.knowing_eye import KnowingEye

PLAN = Plan(5, "easy", 3, "no_queens", "revoke", "english")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TableSession]:
    session = TableSession(Store(tmp_path))
    yield session
    session.close()


def test_an_evening_booked_as_it_was_is_perfect(session: TableSession) -> None:
    evening = play(5, 3, ("no_queens",), ("revoke",))
    session.import_record(evening.record, "test")
    result = compared(PLAN, evening, session)
    assert result.perfect
    assert result.flags.of >= 1
    assert result.tricks.of >= 8


def test_a_misread_card_costs_its_play_and_what_follows_from_it(session: TableSession) -> None:
    evening = play(5, 3, ("no_queens",), ("revoke",))
    session.start_game("berteln", evening.record.players)
    plays = 0
    for event in evening.record.events:
        plays += event["type"] == "play"
        wrong = plays == 2 and event["type"] == "play"
        session.submit({**event, "card": "2C"} if wrong else event)
        if wrong:  # not in the deck: a person has to let the game go on
            session.take_back("test")
            break
    result = compared(PLAN, evening, session)
    assert not result.perfect
    assert result.plays.hits == 1
    assert result.invented == 1
    assert result.false_flags == 1
    assert result.flags.hits == 0


def test_benchmark_films_keep_to_their_own_seeds_and_show_every_offence() -> None:
    made = plans("hard", 16)
    assert [plan.seed for plan in made] == list(range(FIRST_SEED, FIRST_SEED + 16))
    assert {plan.contract for plan in made} == {
        "no_hearts", "no_queens", "no_king_of_hearts", "patience",
    }  # fmt: skip
    assert {"revoke", "out_of_turn", "out_of_turn_accepted", "false_pass"} <= {
        plan.offence for plan in made
    }
    assert {plan.players for plan in made} == {3, 4, 5, 6}


def test_a_short_deal_is_followed_from_pictures_to_the_score() -> None:
    plan = Plan(2, "easy", 3, "no_king_of_hearts", "", "english", cards_in_play=12)
    heard: list[float] = []
    result = run(plan, KnowingEye, size=(480, 270), progress=heard.append)
    assert result.perfect, result.line()
    assert heard == sorted(heard)
    report = Report([result])
    assert report.lines()[0].startswith("films without any fault")
    assert report.as_json()["plays"]["of"] == result.plays.of
