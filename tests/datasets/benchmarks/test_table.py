"""Films of all games are watched and compared; results grow from run to run."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.berteln.table import CONTRACTS
from companion_datasets.benchmarks.counting import Share
from companion_datasets.benchmarks.events import Compared, compared_events
from companion_datasets.benchmarks.films import FIRST_SEED
from companion_datasets.benchmarks.table import falsely_accused, in_order, watch
from companion_datasets.benchmarks.table_plans import GAMES, TablePlan, table_plans
from companion_datasets.benchmarks.watched import Results, Watched, summed
from companion_datasets.simulator import SimulatedTable, TrueEvent
from companion_datasets.simulator.knowing_eye import KnowingEye
from vision.events import CardLaid, CardRemoved, CardTurned, Swept
from vision.frame import Picture
from vision.sighting import Look

PLAN = TablePlan("vier-engel", "easy", 4, 2, "peeked", "face down", "english")
PLACE = (0.5, 0.5)
RESULT = Watched(
    plan=PLAN,
    eye="knowing eye",
    events={"laid": Share(4, 5), "gone": Share(0, 0)},
    invented_events=1,
    moves=Share(7, 8),
    invented_moves=0,
    same_end=True,
    asked=0,
    put_right=0,
    left_open=0,
    flags=Share(1, 1),
    false_flags=0,
    delays=(0.3, 0.5),
    film_seconds=20.0,
    wall_seconds=10.0,
)


def true(kind: str, at: float, player: str | None, *cards: str) -> TrueEvent:
    return TrueEvent(at, 0, kind, player, cards, (), None, None)


def laid(card: str, at: float, arc: str) -> CardLaid:
    return CardLaid(
        at=at, track=1, card=card, confidence=1, place=PLACE, quad_table=(PLACE,) * 4,  # type: ignore[arg-type]
        arc=arc, arc_certainty=1,
    )  # fmt: skip


def test_events_are_right_in_kind_card_seat_and_order() -> None:
    truth = [
        true("laid", 1, "Ada", "7C"), true("laid", 3, "Bea", "8C"), true("laid", 5, "Cem", "9C"),
        true("turned", 6, "Ada", "AS"), true("swept", 8, "Cem", "7C", "8C", "BACK"),
    ]  # fmt: skip
    seen = Compared()
    seen.add(1.4, [laid("7C", 1, "Ada")])
    seen.add(3.5, [laid("8C", 3, "Cem")])  # the wrong seat
    seen.add(5.3, [laid("9C", 5, "Cem")])
    seen.add(
        6.8,
        [
            CardTurned(
                at=6, track=2, card="AS", before="BACK", confidence=1, place=PLACE, arc="Ada",
                arc_certainty=1,
            )
        ],
    )  # fmt: skip
    seen.add(9, [Swept(at=8, tracks=(1, 3), cards=("8C", "BACK"))])
    seen.add(9, [CardRemoved(at=8, track=4, card="7C", place=PLACE)])
    shares, invented, delays = compared_events(truth, seen)
    assert shares["laid"] == Share(2, 3)
    assert shares["turned"] == Share(1, 1)
    assert shares["gone"] == Share(2, 2)
    assert invented == 0
    assert delays == pytest.approx((0.4, 0.3, 0.8))


def test_moves_count_in_their_order() -> None:
    assert in_order("abcd", "abcd") == 4
    assert in_order("abcd", "acbd") == 3
    assert in_order("abcd", "") == 0


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, "right"),
        ({"same_end": False}, "silently wrong"),
        ({"same_end": False, "asked": 1}, "silently wrong"),
        ({"same_end": False, "asked": 1, "left_open": 1}, "left open"),
        ({"asked": 2}, "right after answers"),
    ],
)
def test_a_film_is_right_at_once_or_after_answers_left_open_or_silently_wrong(
    changes: dict[str, object], outcome: str
) -> None:
    assert replace(RESULT, **changes).outcome == outcome  # type: ignore[arg-type]


def test_results_grow_from_run_to_run(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    first = Results(path)
    first.add(RESULT)
    again = Results(path)
    assert again.has("knowing eye", PLAN)
    assert not again.has("released networks", PLAN)
    again.add(replace(RESULT, eye="released networks"))
    assert [one.eye for one in Results(path)] == ["knowing eye", "released networks"]
    assert next(iter(Results(path))) == RESULT
    lines = Results(path).lines("knowing eye")
    assert "== vier-engel, easy ==" in lines
    assert any(line.startswith("films right") and "1/1" in line for line in lines)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text("[1, 2]")
    with pytest.raises(ValueError, match="holds no results"):
        Results(path)


def test_several_films_are_summed_with_delay_and_speed() -> None:
    lines = summed([RESULT, replace(RESULT, same_end=False)])
    assert any("laid" in line and "8/10" in line for line in lines)
    assert any("silently wrong" in line and "1/2" in line for line in lines)
    assert lines[-1].split()[-1] == "2.00"


@pytest.mark.parametrize("game", GAMES)
def test_films_keep_to_their_own_seeds_and_show_offences(game: str) -> None:
    made = table_plans(game, "hard", 6)
    assert [plan.seed for plan in made] == list(range(FIRST_SEED, FIRST_SEED + 6))
    assert len({plan.key for plan in made}) == 6
    assert any(plan.offence for plan in made)
    assert any(not plan.offence for plan in made)
    if game == "vier-engel":
        assert {plan.variant for plan in made} == {"open", "face down"}


def test_films_of_berteln_show_every_contract_offence_and_number_of_players() -> None:
    made = table_plans("berteln", "hard", 16)
    assert {plan.variant for plan in made} == set(CONTRACTS)
    assert {plan.offence for plan in made} == {
        "revoke", "out_of_turn", "out_of_turn_accepted", "false_pass", "",
    }  # fmt: skip
    assert {plan.players for plan in made} == {3, 4, 5, 6}


def test_a_film_is_made_watched_and_compared() -> None:
    plan = TablePlan("berteln", "easy", 2, 3, "", "no_king_of_hearts", "english", 12)
    result = watch(plan, KnowingEye, "knowing eye", size=(480, 270), fps=10)
    assert result.outcome == "right", result.line()
    assert result.moves.hits == result.moves.of
    assert result.events["laid"].hits == result.events["laid"].of
    assert result.delays


def test_a_flag_that_names_nobody_accuses_nobody() -> None:
    deserved = [("revoke", "Ada", ("7C",))]
    unsaid = ("pending_first", None, ())
    wrong = ("revoke", "Bea", ("7C",))
    assert falsely_accused(deserved, [*deserved, unsaid, wrong]) == [wrong]


class ShortSighted:
    """Knows the truth but for one card, which it cannot read."""

    def __init__(self, film: SimulatedTable, card: str) -> None:
        self._eye = KnowingEye(film)
        self._card = card

    def look(self, picture: Picture) -> Look:
        seen = self._eye.look(picture).sightings
        return Look(
            tuple(
                replace(one, names={"QC": 0.5, **one.names}, known=False)
                if self._card in one.names
                else one
                for one in seen
            )
        )


def test_what_could_not_be_read_is_asked_answered_truthfully_and_all_that_follows_counts() -> None:
    plan = TablePlan("berteln", "easy", 2, 3, "", "no_king_of_hearts", "english", 12)
    first = next(e["card"] for e in plan.evening().record.events if e["type"] == "play")  # type: ignore[index]
    result = watch(
        plan, lambda film: ShortSighted(film, first), "short-sighted", size=(480, 270), fps=10
    )
    assert result.outcome == "right after answers", result.line()
    assert (result.asked, result.put_right, result.left_open) == (1, 0, 0)
    assert result.moves.hits == result.moves.of
