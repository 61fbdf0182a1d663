from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.cards import DECK
from companion.record import Record
from companion_datasets.simulator import SimulatedTable
from companion_datasets.simulator.faces import Faces

SMALL = (480, 270)


def drawn_face(number: int, text: str) -> np.ndarray:
    """A card that no other looks like: its own colours, its name in large letters."""
    dice = np.random.default_rng(number)
    face = np.full((176, 124, 4), 255, np.uint8)
    face[10:-10, 10:-10, :3] = dice.integers(0, 200, 3)
    face[40:90, 20:60, :3] = dice.integers(60, 255, 3)
    face[100:150, 60:100, :3] = dice.integers(0, 255, 3)
    cv2.putText(face, text, (14, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 0, 255), 3)
    return face


@pytest.fixture(scope="session")
def faces() -> Faces:
    pictures = {card.code: drawn_face(number, card.code) for number, card in enumerate(DECK)}
    return Faces({**pictures, "BACK": drawn_face(99, "##")}, "drawn")


@pytest.fixture(scope="session")
def trick() -> Record:
    """Cem plays before his turn and takes the card back; Dan wins the trick with a trump."""
    return Record(
        "berteln",
        ("Ada", "Bea", "Cem", "Dan"),
        events=[
            {"type": "announce", "contract": "no_queens"},
            {"type": "play", "player": "Ada", "card": "7C"},
            {"type": "play", "player": "Cem", "card": "9C"},
            {"type": "take_back"},
            {"type": "play", "player": "Bea", "card": "8C"},
            {"type": "play", "player": "Cem", "card": "9C"},
            {"type": "play", "player": "Dan", "card": "7D"},
        ],
    )


@pytest.fixture(scope="session")
def film(faces: Faces, trick: Record) -> Callable[..., SimulatedTable]:
    def make(conditions: str = "easy", seed: int = 1, record: Record = trick) -> SimulatedTable:
        return SimulatedTable(record, faces, seed, conditions, size=SMALL, fps=10)

    return make
