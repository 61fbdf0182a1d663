"""A lesson: what is taken, what is noticed, what is asked; nothing shown is ever lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.decks.file import TaughtDeck
from companion.decks.shelf import Shelf
from companion.errors import PlainError
from companion.teaching.lesson import Lesson
from companion.teaching.naming import card_in_words
from companion.teaching.school import School
from companion.teaching.sight import Sight
from companion.teaching.still import StillCard
from companion_datasets.decks.load import load_deck
from vision.frame import Picture
from vision.sighting import BACK

ART = load_deck("english")
CARDS = list(ART.faces)


@pytest.fixture(scope="module")
def sight() -> Sight:
    return Sight()


def view(card: str, bright: float = 1.0) -> Picture:
    art = ART.back if card == BACK else ART.faces[card]
    alpha = art[..., 3:].astype(np.float32) / 255
    face = art[..., 2::-1] * alpha * bright + 90 * (1 - alpha)
    return cv2.resize(face.astype(np.uint8), (224, 320), interpolation=cv2.INTER_AREA)


class Table:
    """Lays cards before a lesson."""

    def __init__(self, shelf: Shelf, kind: str, sight: Sight, name: str = "mine") -> None:
        deck = shelf.open(name) if shelf.has(name) else None
        blank = TaughtDeck.blank(shelf.definition(kind)).called(name, "Mine")
        self.lesson = Lesson(shelf, deck or blank, sight.gallery)
        self.number = 0

    def lay(self, card: str, bright: float = 1.0, read: bool = False, **more: object):  # type: ignore[no-untyped-def]
        """Lay a card; `read`: the camera can tell which of the 52 it is."""
        self.number += 1
        still = StillCard(
            self.number, self.number, self.number - 0.4, view(card, bright),
            "back" if card == BACK else "face", {card: 0.99} if read else {}, read, **more,  # type: ignore[arg-type]
        )  # fmt: skip
        return self.lesson.show(still)


def test_cards_of_a_deck_of_ones_own_are_named_in_its_order(tmp_path: Path, sight: Sight) -> None:
    table = Table(Shelf(tmp_path), "inrah", sight)
    laid = [table.lay(card) for card in (BACK, "2C", "QH", "9S")]
    assert [one.kind for one in laid] == ["taken"] * 4
    assert [one.card for one in laid] == [BACK, "feuer-as", "feuer-zwei", "feuer-drei"]
    assert table.lesson.next == "feuer-vier"


def test_a_card_that_was_shown_is_noticed_in_other_light_and_upside_down(
    tmp_path: Path, sight: Sight
) -> None:
    table = Table(Shelf(tmp_path), "inrah", sight)
    for card in (BACK, "2C", "QH", "9S", "KD"):
        table.lay(card)
    again = table.lay("QH", bright=0.8)
    assert (again.kind, again.card) == ("again", "feuer-zwei")
    assert table.lesson.deck.shown("feuer-zwei") == 1
    # Whoever knows better says so.
    table.lesson.take(again.number, "Tod")
    assert table.lesson.deck.shown("tod") == 1


def test_a_french_card_says_itself_what_it_is_in_any_order(tmp_path: Path, sight: Sight) -> None:
    table = Table(Shelf(tmp_path), "french", sight)
    for card in ("QH", "2C", BACK, "TS"):
        assert table.lay(card, read=card != BACK).kind == "taken"
    assert table.lay("QH", read=True).kind == "again"
    assert set(table.lesson.deck.taught.views) == {"QH", "2C", BACK, "TS"}


def test_both_jokers_are_taken_and_a_third_is_noticed(tmp_path: Path, sight: Sight) -> None:
    table = Table(Shelf(tmp_path), "french", sight)
    for kind in ("taken", "taken", "again"):
        still = StillCard(table.number, 1, 0, view("2C"), "face", {"JOKER": 0.99}, True)
        assert table.lesson.show(still).kind == kind  # type: ignore[union-attr]
        table.number += 1


def test_a_bad_view_is_refused_and_the_same_card_seen_well_is_taken(
    tmp_path: Path, sight: Sight
) -> None:
    table = Table(Shelf(tmp_path), "french", sight)
    bad = StillCard(1, 1.0, 0.5, view("2C"), "face", {"2C": 0.9}, True, faults=("glare",))
    good = StillCard(1, 2.0, 1.5, view("2C"), "face", {"2C": 0.9}, True)
    assert table.lesson.show(bad).kind == "refused"  # type: ignore[union-attr]
    assert table.lesson.show(bad) is None
    assert table.lesson.show(good).kind == "taken"  # type: ignore[union-attr]
    assert [one.kind for one in table.lesson.shown] == ["taken"]


def test_a_wrong_name_is_put_right_and_the_order_goes_on_after_it(
    tmp_path: Path, sight: Sight
) -> None:
    table = Table(Shelf(tmp_path), "inrah", sight)
    table.lay(BACK)
    first = table.lay("2C")
    table.lesson.take(first.number, "wind as")
    assert table.lesson.next == "wind-zwei"
    assert table.lesson.deck.shown("feuer-as") == 0
    table.lesson.drop(first.number)
    assert not table.lesson.deck.shown("wind-as")
    assert table.lesson.next == "wind-as"


def test_cards_without_any_name_get_numbers_and_names_later(tmp_path: Path, sight: Sight) -> None:
    shelf = Shelf(tmp_path)
    from companion.decks.definition import Deck

    lesson = Lesson(shelf, TaughtDeck.blank(Deck("own", {"en": "Own"}, ())), sight.gallery)
    for number, card in enumerate((BACK, "2C", "QH"), 1):
        side = "back" if card == BACK else "face"
        lesson.show(StillCard(number, number, number, view(card), side, {}, False))  # type: ignore[arg-type]
    assert [card.id for card in lesson.deck.definition.cards] == ["nr-1", "nr-2"]
    lesson.rename("nr-2", "Die Königin")
    assert shelf.open("own").definition.card("die-koenigin") is not None
    assert shelf.open("own").definition.card("nr-2") is None


def test_a_slip_in_a_name_leaves_no_card_behind(tmp_path: Path, sight: Sight) -> None:
    from companion.decks.definition import Deck

    shelf = Shelf(tmp_path)
    lesson = Lesson(shelf, TaughtDeck.blank(Deck("own", {"en": "Own"}, ())), sight.gallery)
    lesson.show(StillCard(1, 1, 1, view(BACK), "back", {}, False))
    shown = lesson.show(StillCard(2, 2, 2, view("2C"), "face", {}, False))
    assert shown is not None
    for words in ("Hexxe", "Hexxe", "Hexe"):
        lesson.take(shown.number, words)
    assert [card.names["en"] for card in shelf.open("own").definition.cards] == ["Hexe"]
    assert shelf.open("own").missing == ()
    lesson.forget("hexe")
    again = lesson.show(StillCard(3, 3, 3, view("QH"), "face", {}, False))
    assert again is not None
    lesson.take(again.number, "Fee")
    assert shelf.open("own").missing == ("hexe",)


def test_names_in_any_script_and_with_signs_alone_between_them_are_cards_of_their_own(
    tmp_path: Path, sight: Sight
) -> None:
    from companion.decks.definition import Deck

    lesson = Lesson(
        Shelf(tmp_path), TaughtDeck.blank(Deck("own", {"en": "Own"}, ())), sight.gallery
    )
    names = ("Король", "Дама", "♥ 7", "♠ 7")
    for number, card in enumerate((BACK, "2C", "QH", "7D", "AS"), 1):
        side = "back" if card == BACK else "face"
        lesson.show(StillCard(number, number, number, view(card), side, {}, False))  # type: ignore[arg-type]
    for number, name in enumerate(names, 1):
        lesson.rename(f"nr-{number}", name)
    deck = lesson.deck.definition
    assert [card.names["en"] for card in deck.cards] == list(names)
    assert [card_in_words(name, deck) for name in names] == [card.id for card in deck.cards]
    assert len({card.id for card in deck.cards}) == len(names)


def test_a_deck_may_be_called_in_any_script(tmp_path: Path) -> None:
    school = School(Shelf(tmp_path), lambda: None)
    made = [school.new("", name) for name in ("Колода", "怪物")]
    assert [deck.definition.names["en"] for deck in made] == ["Колода", "怪物"]
    assert len({deck.id for deck in made}) == 2


def test_a_french_deck_takes_no_name_that_no_game_knows(tmp_path: Path, sight: Sight) -> None:
    table = Table(Shelf(tmp_path), "french-32", sight)
    shown = table.lay("7C", read=True)
    for words in ("Der Narr", "2c", ""):
        with pytest.raises(PlainError):
            table.lesson.rename("7C", words)
    assert table.lesson.take(shown.number, "Kreuz 8").card == "8C"


def test_a_lesson_goes_on_where_it_was_interrupted(tmp_path: Path, sight: Sight) -> None:
    table = Table(Shelf(tmp_path), "inrah", sight)
    table.lay(BACK)
    table.lay("2C")
    later = Table(Shelf(tmp_path), "inrah", sight)
    assert later.lesson.next == "feuer-zwei"
    assert later.lay("2C").kind == "again"


def test_a_killed_program_loses_nothing_that_was_told(tmp_path: Path) -> None:
    script = """
        import sys, time
        from pathlib import Path
        import numpy as np
        from companion.decks.file import TaughtDeck
        from companion.decks.shelf import Shelf
        from companion.teaching.lesson import Lesson
        from companion.teaching.still import StillCard
        shelf = Shelf(Path(sys.argv[1]))
        deck = TaughtDeck.blank(shelf.definition("french")).called("mine", "")
        lesson = Lesson(shelf, deck, None)
        for n, card in enumerate(("2C", "3C", "4C")):
            view = np.full((320, 224, 3), 40 * n + 60, np.uint8)
            lesson.show(StillCard(n, n, n, view, "face", {card: 0.99}, True))
            print(card, flush=True)
        time.sleep(600)
    """
    arguments = [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = [running.stdout.readline().strip() for _ in range(3)]
        running.send_signal(signal.SIGKILL)
    assert told == ["2C", "3C", "4C"]
    assert set(Shelf(tmp_path).open("mine").taught.views) == set(told)


@pytest.mark.parametrize(
    ("words", "kind", "card"),
    [
        ("feuer-as", "inrah", "feuer-as"),
        ("Feuer As", "inrah", "feuer-as"),
        ("ace of fire", "inrah", "feuer-as"),
        ("IMG_Luft_Ritter", "inrah", "wind-ritter"),
        ("Das Böse", "inrah", "das-boese"),
        ("back", "inrah", BACK),
        ("something", "inrah", None),
        ("RWS_Tarot_16_Tower", "tarot-78", "turm"),
        ("Cups07", "tarot-78", "kelche-7"),
        ("Pents11", "tarot-78", "muenzen-bube"),
        ("10c", "french", "TC"),
        ("QH", "french", "QH"),
        ("Herz_Dame", "french", "QH"),
        ("2C", "french-32", None),
    ],
)
def test_words_and_names_of_files_name_cards(words: str, kind: str, card: str | None) -> None:
    assert card_in_words(words, Shelf(None).definition(kind)) == card
