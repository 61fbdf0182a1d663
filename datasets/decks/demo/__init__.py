"""The two decks that come with the project, one picture each, and how they are made.

`english`: Adrian Kennard's cards (CC0, npm package @letele/playing-cards). `german`: drawn from a
seed with the letters B, D and K.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from .. import backs, gather, procedural, sources, style
from ..canvas import Art
from ..load import CARDS

GERMAN_SEED = 1376
HEIGHT = 500
"""Height of a card on the sheets, pixels."""
_COLUMNS = 13


def _sheet(faces: Mapping[str, Art], back: Art) -> Art:
    """Cards in the order of `load.CARDS`, then joker and back, in rows of 13."""
    pictures = [faces[card] for card in (*CARDS, "JOKER")] + [back]
    wide = round(pictures[0].shape[1] * HEIGHT / pictures[0].shape[0])
    rows = -(-len(pictures) // _COLUMNS)
    sheet = np.zeros((rows * HEIGHT, _COLUMNS * wide, 4), np.uint8)
    for i, picture in enumerate(pictures):
        small = cv2.resize(picture, (wide, HEIGHT), interpolation=cv2.INTER_AREA)
        y, x = i // _COLUMNS * HEIGHT, i % _COLUMNS * wide
        sheet[y : y + HEIGHT, x : x + wide] = small
    return sheet


def write_demo(cache: Path) -> tuple[Path, ...]:
    """Draw both sheets anew; needs Qt, the fonts and the npm package (see `build`)."""
    english = next(d for d in sources.DECKS if d.name == "npm-letele")
    faces, kennard_backs = gather.draw_deck(english, cache, None)
    look = style.style_of(GERMAN_SEED, cache, language="BDK")
    look = replace(look, paper=(252, 251, 247), paper_low=(252, 251, 247))
    german = {card: procedural.face(look, card) for card in (*procedural.cards(), "JOKER")}
    sheets = {
        "english": _sheet(faces, kennard_backs["-2"]),
        "german": _sheet(german, backs.back(5, aspect=look.aspect)),
    }
    files = []
    for name, sheet in sheets.items():
        file = Path(__file__).with_name(f"{name}.webp")
        picture = cv2.cvtColor(sheet, cv2.COLOR_RGBA2BGRA)
        cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tofile(file)
        files.append(file)
    return tuple(files)
