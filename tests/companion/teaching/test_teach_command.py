"""`companion teach`: a folder of pictures, a film of a table, and decks as files."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cards import is_custom_id
from companion.commands.teach import command
from companion.decks.file import TaughtDeck
from companion.decks.shelf import Shelf
from companion.errors import PlainError
from companion.teaching.pictures import card_named
from companion_datasets.decks.load import load_deck

from .laying import SIZE, Laying

ART = load_deck("english")


def run(tmp_path: Path, *arguments: str) -> str:
    told = CliRunner().invoke(command, [*arguments, "--data", str(tmp_path / "data")])
    if told.exception is not None and not isinstance(told.exception, SystemExit):
        raise told.exception
    return told.output


def scan(card: str) -> np.ndarray:
    art = ART.faces[card]
    alpha = art[..., 3:].astype(np.float32) / 255
    return (art[..., 2::-1] * alpha + 255 * (1 - alpha)).astype(np.uint8)


def photograph(card: str) -> np.ndarray:
    lay = Laying([])
    return lay._frame(lay._with_card(lay._table, ART.faces[card], (640, 360, 7), 0)).picture


def test_a_picture_may_have_any_name_that_a_file_can_have(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    odd = {b"K\xf6nig": "KH", b"a\nb": "2C", b"x" * 200: "3C", "日本".encode(): "TD"}
    for name, card in odd.items():
        with open(os.fsencode(folder) + b"/" + name + b".png", "wb") as file:
            file.write(cv2.imencode(".png", scan(card))[1].tobytes())
    told = run(tmp_path, "my-own", "--images", str(folder))
    deck = Shelf(tmp_path / "data").open("my-own")
    assert len(deck.taught.views) == len(odd), told
    assert "K\ufffdnig" in told


def test_files_in_other_scripts_name_cards_apart() -> None:
    deck = Shelf(None).definition("inrah")
    names = ["Король", "日本", "♥ 7", "♠ 7", "7", "Opas Karte", "."]
    ids = [card_named(Path(f"{name}.png"), deck)[0] for name in names]
    assert len(set(ids)) == len(names)
    assert all(map(is_custom_id, ids))
    assert ids[4:6] == ["7", "opas-karte"]


def test_a_folder_of_scans_and_photographs_becomes_a_deck(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "Feuer As.png"), scan("AC"))
    cv2.imwrite(str(folder / "wasser_zwei.jpg"), photograph("7H"))
    cv2.imwrite(str(folder / "wind-as.jpg"), np.full(SIZE[::-1], 90, np.uint8))
    (folder / "eis-as.png").write_text("no picture")
    told = run(tmp_path, "inrah", "--images", str(folder))
    assert "1 of 77  ace of fire" in told
    assert "wind-as.jpg is not taken: no card can be made out in it" in told
    assert "eis-as.png is not taken" in told
    assert "75 still to be shown" not in told
    deck = Shelf(tmp_path / "data").open("inrah")
    assert set(deck.taught.views) == {"feuer-as", "wasser-zwei"}
    (kept,) = deck.taught.pictures("wasser-zwei")
    # The card's own edge, not the table's, fills the view.
    assert kept[8:-8, 8:-8].mean() > 150
    before = deck.taught.views
    run(tmp_path, "inrah", "--images", str(folder))
    assert Shelf(tmp_path / "data").open("inrah").taught.views == before


def test_one_picture_under_two_names_is_no_second_card(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("Hexe", "Hexe (Kopie)"):
        cv2.imwrite(str(folder / f"{name}.png"), scan("7C"))
    cv2.imwrite(str(folder / "Zauberer.png"), scan("8C"))
    told = run(tmp_path, "my-own", "--images", str(folder))
    assert "is not taken: it is the very picture that hexe" in told
    deck = Shelf(tmp_path / "data").open("my-own")
    assert len(deck.taught.views) == 2
    assert len(deck.definition.cards) == 2


def test_a_deck_is_listed_handed_on_renamed_and_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "Kreuz 7.png"), scan("7C"))
    run(tmp_path, "opas", "--of", "french-32", "--name", "Opas Karten", "--images", str(folder))
    told = run(tmp_path, "--list")
    assert "opas: Opas Karten, 1 of 32 cards shown" in told
    assert "--of inrah: Inrah, 77 cards" in told
    run(tmp_path, "opas", "--export", str(tmp_path))
    assert "is there as opas-2" in run(tmp_path, "--import", str(tmp_path / "opas.deck"))
    assert "7C is 8C now" in run(tmp_path, "opas-2", "--rename", "7c", "Kreuz 8")
    assert "8C is to be shown again" in run(tmp_path, "opas-2", "--forget", "8c")
    run(tmp_path, "opas-2", "--delete")
    assert [deck.id for deck in Shelf(tmp_path / "data").taught()] == ["opas"]


def test_a_picture_with_a_wrong_name_is_renamed_and_nothing_waits_to_be_shown(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name, card in (("7c", "8C"), ("back", "2H")):
        cv2.imwrite(str(folder / f"{name}.png"), scan(card))
    run(tmp_path, "opas", "--images", str(folder))
    assert "7c is 8c now" in run(tmp_path, "opas", "--rename", "7c", "8c")
    assert "opas: opas, 1 of 1 cards shown" in run(tmp_path, "--list")
    deck = Shelf(tmp_path / "data").open("opas")
    assert deck.missing == ()
    assert deck.shown("8c") == 1


def test_a_huge_file_is_refused_as_a_deck_without_being_read_to_its_end(tmp_path: Path) -> None:
    huge = tmp_path / "film.deck"
    with huge.open("wb") as file:
        file.truncate(1 << 37)  # Holes: it takes no room on the disk.
    with pytest.raises(PlainError, match="too large"):
        run(tmp_path, "--import", str(huge))


def rewritten(data: bytes, entry: str, content: bytes) -> bytes:
    """A deck's file with another content in one place of it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, content if name == entry else old.read(name))
    return out.getvalue()


BROKEN = {
    "cut off": (lambda data: data[: len(data) // 2], "cut off"),
    "empty": (lambda _data: b"", "no file of a taught deck"),
    "changed": (
        lambda data: data.replace(b"\xff\xd8\xff", b"\xff\xd8\x00", 1),
        "no file of a taught deck",
    ),
    "newer": (lambda data: rewritten(data, "definition.json", b'{"version": 2}'), "newer program"),
    "nested": (lambda data: rewritten(data, "definition.json", b"[" * 99_999), "damaged"),
    "bomb": (lambda data: rewritten(data, "definition.json", bytes(2_000_000)), "too long"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_deck_s_file_that_cannot_be_taken_in_is_refused_in_one_sentence(
    tmp_path: Path, how: str
) -> None:
    shelf = Shelf(tmp_path / "data")
    blank = TaughtDeck.blank(shelf.definition("inrah"))
    noise = np.random.default_rng(1).integers(0, 255, (320, 224, 3), np.uint8)
    breaks, says = BROKEN[how]
    sent = tmp_path / "sent.deck"
    sent.write_bytes(breaks(blank.with_view("narr", noise).to_bytes()))
    with pytest.raises(PlainError, match=says) as told:
        run(tmp_path, "--import", str(sent))
    assert str(told.value).startswith(f"{sent}: ")
    assert str(told.value).count("\n") == 0
    assert str(told.value).endswith(".")
    assert shelf.taught() == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Name the deck"),
        (["inrah"], "--images FOLDER or --source S"),
        (["inrah", "--images", "nowhere"], "is no folder"),
        (["french", "--images", "."], "another name"),
        (["Opa", "--images", "."], "lower-case"),
        (["mine", "--of", "uno", "--images", "."], "no deck 'uno'"),
        (["uno", "--export", "."], "has been taught"),
        (["--import", "nowhere.deck"], "cannot be read"),
        (["inrah", "--source", "nowhere.mp4"], "no source"),
    ],
)
def test_wrong_use_is_told_in_one_sentence(tmp_path: Path, arguments: list[str], says: str) -> None:
    with pytest.raises(PlainError, match=says):
        run(tmp_path, *arguments)


def test_cards_laid_before_a_camera_are_learned(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter_fourcc(*"mp4v"), 8, SIZE)
    cards = [("BACK", ART.back), ("7C", ART.faces["7C"]), ("QH", ART.faces["QH"])]
    for frame in Laying(cards, fps=8):
        writer.write(frame.picture)
    writer.release()
    told = run(tmp_path, "opas", "--of", "french-32", "--source", str(film))
    assert "0 of 32  the back" in told
    assert "1 of 32  7 of clubs" in told
    assert "2 of 32  queen of hearts" in told


def test_a_process_killed_over_a_folder_has_kept_what_it_told_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    names = ["AC", "2C", "3C", "4C", "5C"]
    for number, name in enumerate(names):
        cv2.imwrite(str(folder / f"{number:02} {name}.png"), scan(name))
    arguments = ["--of", "french", "--images", str(folder), "--data", str(tmp_path / "data")]
    process = [sys.executable, "-m", "companion.cli", "teach", "opas", *arguments]
    with subprocess.Popen(process, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = [running.stdout.readline() for _ in range(2)]
        running.send_signal(signal.SIGKILL)
        told += running.stdout.read().splitlines(keepends=True)
    said = [line for line in told if line.endswith("\n")]
    kept = Shelf(tmp_path / "data").open("opas").taught.views
    assert 2 <= len(said) <= len(kept)
    again = subprocess.run(process, capture_output=True, text=True, check=True)
    after = Shelf(tmp_path / "data").open("opas").taught.views
    assert set(after) == set(names), again.stdout
    assert all(after[card] == kept[card] for card in kept)
    assert [path.name for path in (tmp_path / "data" / "decks").iterdir()] == ["opas.deck"]
