import io
import json
import zipfile

import cv2
import numpy as np
import pytest

from vision import crops
from vision.frame import Picture
from vision.taught import MOST_VIEWS, Taught, TaughtError

WIDE, HIGH = crops.CARD_SIZE


def view(seed: int, rough: float = 0.0) -> Picture:
    """A card with a few blots, and as much noise as asked for."""
    rng = np.random.default_rng(seed)
    blots = cv2.resize(rng.uniform(0, 255, (5, 4, 3)).astype(np.float32), (WIDE, HIGH))
    noisy = blots + rng.normal(0, rough, (HIGH, WIDE, 3))
    return np.clip(noisy, 0, 255).astype(np.uint8)


def rewritten(data: bytes, **changes: object) -> bytes:
    """The file of a deck with another head."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "deck.json":
                content = json.dumps({**json.loads(content), **changes}).encode()
            new.writestr(name, content)
    return out.getvalue()


def test_a_deck_comes_back_from_its_file_as_it_was() -> None:
    taught = Taught("tarot", ("fool", "sun", "7C")).with_view("fool", view(1))
    taught = taught.with_view("BACK", view(2)).with_view("BACK", view(3))
    again = Taught.from_bytes(taught.to_bytes())
    assert again.deck == "tarot"
    assert again.cards == ("fool", "sun", "7C", "BACK")
    assert again.missing == ("sun", "7C")
    assert again.views == taught.views
    assert again.to_bytes() == taught.to_bytes()


def test_a_kept_view_looks_like_what_was_shown() -> None:
    shown = view(1, rough=6)
    (kept,) = Taught("d").with_view("fool", shown).pictures("fool")
    assert np.abs(kept.astype(int) - shown.astype(int)).mean() < 6


def test_a_tarot_deck_with_all_views_even_of_noise_stays_under_two_megabytes() -> None:
    taught = Taught("d")
    noise = view(1, rough=90)
    for number in range(78):
        for _ in range(MOST_VIEWS):
            taught = taught.with_view(f"card-{number}", noise)
    assert len(taught.to_bytes()) < 2_000_000


def test_the_first_view_of_a_card_is_kept_for_good() -> None:
    taught = Taught("d").with_view("fool", view(0))
    first = taught.views["fool"][0]
    for seed in range(1, 9):
        taught = taught.with_view("fool", view(seed))
    assert len(taught.views["fool"]) == MOST_VIEWS
    assert taught.views["fool"][0] == first
    assert taught.without_views("fool").missing == ("fool",)


def test_what_is_no_view_of_a_card_is_refused() -> None:
    with pytest.raises(TaughtError, match="224 x 320"):
        Taught("d").with_view("fool", np.zeros((100, 100, 3), np.uint8))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no file of a taught deck"),
        (b"PK\x03\x04 something", "no file of a taught deck"),
        (bytes(1000), "no file of a taught deck"),
    ],
)
def test_another_file_is_refused_in_a_sentence(data: bytes, says: str) -> None:
    with pytest.raises(TaughtError, match=says):
        Taught.from_bytes(data)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"version": 2}, "update the program"),
        ({"version": "1"}, "does not say its version"),
        ({"format": "recipe"}, "no file of a taught deck"),
        ({"cards": ["fool", "fool"]}, "list of cards"),
        ({"cards": "fool"}, "list of cards"),
        ({"views": {"sun": 1}}, "list of cards"),
        ({"views": {"fool": 3}}, "missing"),
    ],
)
def test_a_file_that_says_what_cannot_be_is_refused_in_a_sentence(
    changes: dict[str, object], says: str
) -> None:
    data = Taught("d").with_view("fool", view(1)).to_bytes()
    with pytest.raises(TaughtError, match=says):
        Taught.from_bytes(rewritten(data, **changes))


def test_a_file_that_is_cut_off_or_changed_anywhere_is_refused_in_a_sentence() -> None:
    data = Taught("d").with_view("fool", view(1)).to_bytes()
    for length in range(0, len(data), 97):
        with pytest.raises(TaughtError):
            Taught.from_bytes(data[:length])
    rng = np.random.default_rng(1)
    for _ in range(60):
        changed = bytearray(data)
        changed[int(rng.integers(len(data)))] ^= 0xFF
        try:
            Taught.from_bytes(bytes(changed))
        except TaughtError:
            continue


def test_a_huge_picture_in_a_file_is_never_unpacked() -> None:
    huge = cv2.imencode(".jpg", np.zeros((6000, 6000, 3), np.uint8))[1].tobytes()
    with pytest.raises(TaughtError, match="damaged"):
        Taught("d", ("fool",), {"fool": (huge,)}).pictures("fool")
