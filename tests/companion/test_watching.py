from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import PlainError
from companion.eye_process import EyeProcess
from companion.follow import Tap
from companion.overlay import open_to_see
from companion.record import Record
from companion.session import TableSession
from companion.store import Store
from companion.telling import Opened, Told, open_at, tell
from companion.watching import FilmClock, TableWatch
from companion_datasets.simulator import SimulatedTable
from companion_datasets.simulator.knowing_eye import KnowingEye
from vision import quads
from vision.events import CardLaid, HandsOff, Pointed
from vision.frame import Frame
from vision.sighting import Look, Sighting
from vision.sources import Newest, SourceState
from vision.table import Arc, Table, View

TRICK = Record(
    "berteln",
    ("Ada", "Bea", "Cem", "Dan"),
    events=[
        {"type": "announce", "contract": "no_queens"},
        {"type": "play", "player": "Ada", "card": "7C"},
        {"type": "play", "player": "Cem", "card": "9C"},
        {"type": "take_back", "at": 10},
        {"type": "play", "player": "Bea", "card": "8C"},
    ],
)


def opened_film() -> Opened:
    film = SimulatedTable(TRICK, "english", 3, "easy", size=(480, 270), fps=15)
    taps = tuple(Tap(click.at, click.event) for click in film.clicks)
    return Opened(film, film.table, taps, KnowingEye(film))


class Blind:
    """An eye that sees nothing."""

    def look(self, picture: np.ndarray) -> Look:
        return Look(())


class LostCamera(Newest):
    """A camera that is pulled out before it gives a picture."""

    def __iter__(self) -> Iterator[Frame]:
        self.told(SourceState("lost", f"{self.name} is gone; it is tried again."))
        yield from ()


def opened_lost_camera() -> Opened:
    return Opened(LostCamera("camera 0"), Table(), (), Blind())


def plays(watch: TableWatch) -> list[tuple[str | None, str, str]]:
    events = watch.session.snapshot("referee")["events"]
    return [(e["player"], e["card"], e["status"]) for e in events if e["card"]]


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[TableWatch]:
    clock = FilmClock()
    session = TableSession(Store(tmp_path), clock)
    session.start_game(TRICK.game, TRICK.players)
    yield TableWatch(session, clock=clock)
    session.close()


def test_a_film_is_followed_into_the_session(watch: TableWatch) -> None:
    for told in tell(opened_film(), pictures=True):
        watch.take(told)
    snapshot = watch.session.snapshot("referee")
    assert plays(watch) == [
        ("Ada", "7C", "applied"),
        ("Cem", "9C", "taken_back"),
        ("Bea", "8C", "applied"),
    ]
    assert [flag["code"] for flag in snapshot["flags"]] == ["out_of_turn"]
    assert watch.refused == []
    assert snapshot["camera"]["state"] == "ended"
    newest = watch.latest()
    assert newest is not None
    assert cv2.imdecode(np.frombuffer(newest[0], np.uint8), cv2.IMREAD_COLOR).shape == (270, 480, 3)


def test_what_is_wrong_with_the_picture_is_told_now_and_then(watch: TableWatch) -> None:
    for told in tell(opened_film(), pictures=True):
        watch.take(told)
        if any(advice.fault == "small" for advice in watch.advice):
            return  # cards of this little film are far too small to read
    pytest.fail("nobody said that the cards are too small")


def test_a_picture_with_nothing_hidden_is_shown_only_while_no_game_runs(watch: TableWatch) -> None:
    watch.take(Told(0.0, Table(), whole=b"a picture"))
    assert watch.whole() is None
    watch.session.end_game("referee")
    assert watch.whole() == (b"a picture", 1, 0.0)
    watch.forget()
    assert watch.whole() is None


def test_taps_come_at_their_film_time_and_none_is_forgotten() -> None:
    opened = opened_film()
    late = Tap(1e6, {"type": "end_deal"})
    told = list(tell(Opened(opened.source, opened.table, (*opened.taps, late), opened.eye)))
    tapped = [(one.at, tap) for one in told for tap in one.taps]
    assert [tap.move["type"] for _, tap in tapped] == ["announce", "end_deal"]
    at, first = tapped[0]
    assert first.at <= at < first.at + 0.2


def test_the_referee_sees_only_the_zones_clearly() -> None:
    view = View(Table(), 480, 270)
    mask = open_to_see(view, (480, 270))
    assert mask[135, 240]
    assert not mask[5, 5]
    assert not mask[135, 2]


def test_a_tap_that_the_session_refuses_is_told_and_stops_nothing(watch: TableWatch) -> None:
    opened = opened_film()
    wrong = Tap(0.5, {"type": "accept", "colour": "red"})
    for told in tell(Opened(opened.source, opened.table, (wrong, *opened.taps), opened.eye)):
        watch.take(told)
        if watch.session.snapshot("table")["state"]["contract"]:
            break
    assert len(watch.refused) == 1
    assert "colour" in watch.refused[0]


def test_the_eye_works_in_a_process_of_its_own(
    watch: TableWatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "test_of_watching.py"
    module.write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import test_of_watching  # type: ignore[import-not-found]

    with EyeProcess(test_of_watching.opened_film, pictures=False, real_time=False) as eye:
        for told in eye:
            watch.take(told)
    assert plays(watch) == [
        ("Ada", "7C", "applied"),
        ("Cem", "9C", "taken_back"),
        ("Bea", "8C", "applied"),
    ]


def test_a_camera_that_is_lost_says_so_from_the_other_process(
    watch: TableWatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "test_of_watching.py"
    module.write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import test_of_watching  # type: ignore[import-not-found]

    heard = []
    with EyeProcess(test_of_watching.opened_lost_camera) as eye:
        for told in eye:
            watch.take(told)
            heard += [told.condition] if told.condition else []
    assert ("lost", "camera 0 is gone; it is tried again.") in heard


def test_a_source_that_is_not_there_is_a_sentence_in_the_first_process() -> None:
    with (
        EyeProcess(partial(open_at, "no-such-film.mp4", Table())) as eye,
        pytest.raises(PlainError, match=r"There is no source 'no-such-film\.mp4'"),
    ):
        list(eye)


def backs_are_laid(watch: TableWatch) -> None:
    """Ada lays five backs, and all hands leave the table."""
    table = Table(seats=(Arc("Ada", 90, 180), Arc("Bea", 270, 180)), aspect=16 / 9)
    row = [(0.3 + 0.1 * number, 0.5) for number in range(5)]
    laid = [
        CardLaid(
            at=number, track=number, card="BACK", confidence=0.9, place=place,
            quad_table=((0.0, 0.0), (0.05, 0.0), (0.05, 0.1), (0.0, 0.1)),
            arc="Ada", arc_certainty=0.95, arms={"Ada": 0.95},
        )
        for number, place in enumerate(row, 1)
    ]  # fmt: skip
    watch.take(Told(9.0, table, (*laid, HandsOff(at=9.0, since=7.0))))


@pytest.mark.parametrize(("wished", "phase"), [(False, "lay"), (True, "draw")])
def test_five_backs_release_the_table_only_where_that_was_set(
    watch: TableWatch, wished: bool, phase: str
) -> None:
    watch.session.start_game("vier-engel", ["Ada", "Bea"])
    watch.session.set("releases_itself", wished, "referee")
    backs_are_laid(watch)
    assert watch.session.snapshot("table")["state"]["phase"] == phase


def test_a_finger_on_a_card_is_proposed_and_books_nothing(watch: TableWatch) -> None:
    watch.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    table = Table(seats=(Arc("Ada", 90, 180), Arc("Bea", 270, 180)), aspect=16 / 9)
    faces = [
        CardLaid(
            at=number, track=number, card=card, confidence=0.9, candidates={card: 0.9},
            place=(0.2 + 0.1 * number, 0.5),
            quad_table=((0.0, 0.0), (0.05, 0.0), (0.05, 0.1), (0.0, 0.1)),
            arc="Ada", arc_certainty=0.95, arms={"Ada": 0.95},
        )
        for number, card in enumerate(("7H", "9H", "JH", "QH", "AH"), 1)
    ]  # fmt: skip
    watch.take(Told(9.0, table, tuple(faces)))
    watch.take(Told(12.0, table, (HandsOff(at=12.0, since=10.0),)))
    watch.session.submit({"type": "seal", "card": "7H"}, "confirmed", "seat Ada")
    finger = Pointed(at=15.0, track=4, arc="Bea", arc_certainty=0.95)
    watch.take(Told(15.0, table, (finger,)))
    snapshot = watch.session.snapshot("seat")
    assert snapshot["proposed"] == {"type": "choose", "card": "QH"}
    assert snapshot["state"]["announced"] == []


class SevenTwice:
    """An eye that sees the same card at two places."""

    def look(self, picture: np.ndarray) -> Look:
        card = quads.rectangle(60, 90)
        places = (card + np.float32([100, 60]), card + np.float32([300, 60]))
        return Look(tuple(Sighting(place, 0.95, "face", {"7D": 0.99}, True) for place in places))


class Still:
    """A film of four seconds in which nothing moves."""

    live = False

    def __iter__(self) -> Iterator[Frame]:
        for number in range(60):
            yield Frame(np.full((270, 480, 3), 90, np.uint8), number / 15, number)

    def describe(self) -> str:
        return "a still film"

    def close(self) -> None:
        pass


def opened_still() -> Opened:
    return Opened(Still(), Table(), (), SevenTwice())


def cards_told(telling: Iterable[Told]) -> list[str]:
    events = [event for told in telling for event in told.events]
    return sorted(event.card for event in events if isinstance(event, CardLaid))


@pytest.mark.parametrize(("two", "told"), [(False, ["7D", "?"]), (True, ["7D", "7D"])])
def test_only_where_two_decks_are_played_with_the_same_card_is_told_twice(
    two: bool, told: list[str]
) -> None:
    assert cards_told(tell(opened_still(), two_decks=lambda: two)) == sorted(told)


def test_the_eyes_process_hears_that_two_decks_are_played_with() -> None:
    with EyeProcess(opened_still, pictures=False) as eye:
        eye.two_decks.set()
        assert cards_told(eye) == ["7D", "7D"]


def test_two_decks_are_those_of_the_running_game(watch: TableWatch) -> None:
    assert not watch.two_decks
    watch.session.end_game("referee")
    watch.session.start_game("duren-piatkowy", ["Ada", "Bea", "Cem"], {"decks": 2})
    assert watch.two_decks
