"""How a drawn deck looks: everything that its seed decides, drawn once for the whole deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.random import Generator
from PySide6.QtCore import QPointF

from . import fonts, pips
from .canvas import UNITS

Colour = tuple[int, int, int]

INDEX_LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "JQK": {"J": "J", "Q": "Q", "K": "K", "A": "A"},
    "BDK": {"J": "B", "Q": "D", "K": "K", "A": "A"},
    "WDK": {"J": "W", "Q": "D", "K": "K", "A": "A"},
    "VDR": {"J": "V", "Q": "D", "K": "R", "A": "A"},
    "1VDR": {"J": "V", "Q": "D", "K": "R", "A": "1"},
    "ТВДК": {"J": "В", "Q": "Д", "K": "К", "A": "Т"},
}
"""Printed letters by language: English, German, Polish, French (twice), Russian."""
_LANGUAGE_SHARES: Final = {
    "JQK": 0.34, "BDK": 0.22, "WDK": 0.14, "VDR": 0.08, "1VDR": 0.08, "ТВДК": 0.14,
}  # fmt: skip

Court = Literal["figure", "letter", "silhouette", "landscape", "emblem"]
Middle = Literal["pips", "sign", "numeral"]


@dataclass(frozen=True)
class Style:
    """One deck's look. Lengths are thousandths of the card's height."""

    seed: int
    language: str
    aspect: float
    """Height through width."""
    radius: float
    paper: Colour
    paper_low: Colour
    """Colour at the lower edge; the paper runs into it."""
    edge: float
    """Strength of the line around the card, 0 to 1."""
    colours: Mapping[str, Colour]
    font: Path
    squeeze: float
    """Width of the index letters, 1 = as the font has them."""
    index: float
    """Height of the index letters."""
    ten_tightness: float
    index_sign: float
    """Height of the suit sign of the index, as a share of the letters'."""
    beside: bool
    """Suit sign beside the letters, not below."""
    margin_x: float
    margin_y: float
    """From the card's edge to the index."""
    indices: int
    """Two (top left, bottom right) or four corners."""
    pips: pips.Pips
    pip: float
    """Height of the signs in the middle of a number card."""
    middle: Middle
    turned: bool
    """Whether signs in the lower half stand on their heads."""
    column: float
    """Distance of the outer columns of signs from the middle, as a share of the card's width."""
    low_seven: bool
    """The odd sign of a seven below the middle, as some decks have it."""
    number_frame: int
    """0 none, 1 thin line, 2 with corner ornaments."""
    court: Court
    court_frame: int
    """0 none, 1 line, 2 double, 3 ornamented."""
    court_colours: tuple[Colour, ...]
    court_sign: bool
    """Whether court cards carry large suit signs inside their frame."""
    ornate_ace: bool
    weight: float = 0.0
    """How much fatter the index letters are than the font's, a share of their height."""
    lean: float = 0.0
    """How far they lean to the right, a share of their height."""

    @property
    def width(self) -> float:
        """Width of the card, units."""
        return UNITS / self.aspect

    @property
    def middle_point(self) -> QPointF:
        """The middle of the card."""
        return QPointF(self.width / 2, UNITS / 2)


def _near(rng: Generator, colour: Colour, spread: int) -> Colour:
    red, green, blue = (
        int(rng.integers(max(0, c - spread), min(255, c + spread) + 1)) for c in colour
    )
    return red, green, blue


def _colours(rng: Generator) -> dict[str, Colour]:
    """Suit colours: red and black, or one of the usual four-colour sets."""
    red = _near(rng, ((205, 22, 30), (225, 40, 40), (180, 25, 40))[int(rng.integers(3))], 18)
    black = _near(rng, ((20, 20, 22), (35, 35, 40), (25, 28, 55))[int(rng.integers(3))], 12)
    green, blue = _near(rng, (20, 125, 55), 22), _near(rng, (30, 80, 190), 25)
    yellow = _near(rng, (225, 165, 25), 20)
    sets: tuple[dict[str, Colour], ...] = (
        {"C": green, "D": blue, "H": red, "S": black},
        {"C": black, "D": yellow, "H": red, "S": green},
        {"C": green, "D": yellow, "H": red, "S": blue},
    )
    if rng.random() < 0.26:
        return sets[int(rng.integers(len(sets)))]
    return {"C": black, "D": red, "H": red, "S": black}


def _paper(rng: Generator) -> tuple[Colour, Colour]:
    """White, cream, aged or bluish paper; only its brightness varies much, not its hue."""
    bases = ((253, 253, 253), (250, 246, 234), (238, 229, 209), (236, 241, 245))
    base = bases[int(rng.choice(4, p=[0.58, 0.2, 0.12, 0.1]))]
    darker = int(rng.integers(0, 10))
    red, green, blue = (max(0, c - darker) for c in _near(rng, base, 2))
    if rng.random() < 0.7:
        return (red, green, blue), (red, green, blue)
    drop = int(rng.integers(3, 16))
    return (red, green, blue), (red - drop, green - drop, blue - drop)


def _court_colours(rng: Generator) -> tuple[Colour, ...]:
    """Five colours for robes: most decks use strong red, yellow, blue and black."""
    if rng.random() < 0.75:
        base = ((200, 30, 35), (240, 200, 50), (35, 70, 160), (25, 25, 30), (250, 245, 235))
        return tuple(_near(rng, c, 25) for c in base)
    hue = rng.uniform(0, 1)
    found = []
    for step in range(5):
        turn = (hue + step * rng.uniform(0.12, 0.3)) % 1.0
        wave = 0.5 + 0.5 * np.cos(2 * np.pi * (turn - np.array([0, 1 / 3, 2 / 3])))
        shade = (0.35 + 0.6 * rng.random()) * 255 * (0.25 + 0.75 * wave)
        found.append((int(shade[0]), int(shade[1]), int(shade[2])))
    return tuple(found)


def _index_height(rng: Generator) -> float:
    """Bridge size, poker size, jumbo or large print."""
    low, high = ((62, 90), (90, 130), (130, 175), (175, 255), (255, 340))[
        int(rng.choice(5, p=[0.24, 0.36, 0.18, 0.14, 0.08]))
    ]
    return float(rng.uniform(low, high))


def style_of(seed: int, cache_folder: Path, held_out: bool = False, language: str = "") -> Style:
    """The look of a seed; `language` (a key of `INDEX_LETTERS`) fixes the index letters."""
    rng = np.random.default_rng([seed, 52])
    languages = list(_LANGUAGE_SHARES)
    chosen = language or languages[int(rng.choice(len(languages), p=[*_LANGUAGE_SHARES.values()]))]
    letters = "".join(INDEX_LETTERS[chosen].values()) + fonts.INDEX
    faces = fonts.for_indices(cache_folder, held_out, letters)
    of_fonts = () if held_out else fonts.for_suits(cache_folder)
    signs = pips.vector_pips(pips.look(rng, held_out))
    if of_fonts and rng.random() < 0.3:
        signs = pips.font_pips(of_fonts[int(rng.integers(len(of_fonts)))])
    index = _index_height(rng)
    paper, paper_low = _paper(rng)
    large = index > 175
    indices = 4 if index < 118 and rng.random() < 0.3 else 2
    column = float(rng.uniform(0.19, 0.25))
    middle: Middle = "pips"
    if large:
        middle = "sign"  # ten small signs have no room between such letters
    elif index < 118 and rng.random() < 0.05:
        middle = "numeral"
    courts: tuple[Court, ...] = ("figure", "letter", "silhouette", "landscape", "emblem")
    return Style(
        seed=seed, language=chosen, aspect=float(rng.uniform(1.38, 1.58)),
        radius=float(rng.uniform(18, 62)), paper=paper, paper_low=paper_low,
        edge=float(rng.choice([0.0, 0.25, 0.6, 1.0], p=[0.45, 0.25, 0.2, 0.1])),
        colours=_colours(rng), font=faces[int(rng.integers(len(faces)))],
        squeeze=float(rng.uniform(0.62, 1.05)), index=index,
        ten_tightness=float(rng.uniform(-0.05, 0.28)),
        index_sign=float(rng.uniform(0.5, 0.72 if large else 1.0)),
        beside=bool(large and rng.random() < 0.3),
        margin_x=float(rng.uniform(22, 52)), margin_y=float(rng.uniform(24, 62)),
        indices=indices, pips=signs, pip=float(rng.uniform(112, 178)), middle=middle,
        turned=bool(rng.random() < 0.93), column=column, low_seven=bool(rng.random() < 0.12),
        number_frame=0 if index > 118 else int(rng.choice(3, p=[0.72, 0.18, 0.1])),
        court=courts[int(rng.choice(5, p=[0.64, 0.1, 0.1, 0.08, 0.08]))],
        court_frame=int(rng.choice(4, p=[0.25, 0.4, 0.2, 0.15])),
        court_colours=_court_colours(rng), court_sign=bool(rng.random() < 0.8),
        ornate_ace=bool(rng.random() < 0.5),
    )  # fmt: skip
