"""Decks that are drawn for one scene only: there are as many as there are seeds.

A network that has seen a hundred decks knows a hundred decks; one that never sees the same deck
twice has to read the index. These reach further than the drawn decks of the cache in everything
that makers of cards vary (colours, sizes, signs, papers, courts), and some carry the pictures of a
gathered deck between indices of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from . import backs, fonts, pips, procedural, strangers
from .canvas import lettering
from .style import INDEX_LETTERS, Colour, Style, style_of

Art = NDArray[np.uint8]

HEIGHT = 352
"""Pixels; recognition looks at cards of 320."""
NARROWEST = 0.3
"""Width of an eight, a share of its height, below which nobody would read it from afar."""
CARDS = tuple(sorted([*procedural.cards(), "JOKER"]))

_INKS: tuple[Colour, ...] = (
    (20, 20, 22), (60, 66, 78), (30, 80, 190), (110, 125, 215), (20, 125, 55), (0, 150, 140),
    (225, 165, 25), (235, 120, 20), (120, 40, 150), (110, 70, 35), (205, 22, 30), (225, 70, 120),
)  # fmt: skip
_DARK: tuple[Colour, ...] = ((20, 20, 22), (45, 52, 66), (25, 28, 70), (15, 50, 35), (55, 35, 30))
_RED: tuple[Colour, ...] = (
    (205, 22, 30), (235, 60, 45), (160, 20, 40), (225, 60, 90), (240, 90, 60),
)  # fmt: skip


class Pictures(Protocol):
    """A deck whose pictures can be put between other indices."""

    @property
    def cards(self) -> tuple[str, ...]:
        """Ids of the faces."""

    def art(self, index: int, height: float) -> Art:
        """Face `index`, blue-green-red-alpha."""


def _jittered(rng: Generator, colour: Colour, spread: int) -> Colour:
    red, green, blue = (int(np.clip(c + rng.integers(-spread, spread + 1), 0, 255)) for c in colour)
    return red, green, blue


def _suit_colours(rng: Generator) -> dict[str, Colour]:
    kind = rng.random()
    if kind < 0.6:
        dark = _jittered(rng, _DARK[int(rng.choice(5, p=[0.6, 0.12, 0.12, 0.08, 0.08]))], 16)
        red = _jittered(rng, _RED[int(rng.integers(len(_RED)))], 20)
        return {"C": dark, "D": red, "H": red, "S": dark}
    order = [int(i) for i in rng.permutation(len(_INKS))]
    inks = [_jittered(rng, _INKS[i], 24) for i in order[:4]]
    colours = dict(zip("CDHS", inks, strict=True))
    if kind < 0.94:  # nearly all four-colour decks keep red hearts and most keep black spades
        colours["H"] = _jittered(rng, _RED[int(rng.integers(len(_RED)))], 20)
        if rng.random() < 0.6:
            colours["S"] = _jittered(rng, _DARK[int(rng.integers(len(_DARK)))], 16)
    return colours


def _look(rng: Generator) -> pips.Look:
    return pips.Look(
        width=rng.uniform(0.36, 0.54), lobe=rng.uniform(0.16, 0.38), belly=rng.uniform(0.28, 0.6),
        tip=rng.uniform(0.0, 0.42), notch=rng.uniform(0.06, 0.28), diamond=rng.uniform(0.28, 0.5),
        hollow=rng.uniform(-0.03, 0.13), leaf=rng.uniform(0.19, 0.275),
        spread=rng.uniform(0.23, 0.31), stem=rng.uniform(0.08, 0.36),
        foot=("straight", "curved", "flared", "bar")[int(rng.integers(4))],
    )  # fmt: skip


def bold_style(seed: int, cache_folder: Path) -> Style:
    """The look of a fresh deck."""
    rng = np.random.default_rng([seed, 54])
    base = style_of(seed, cache_folder)
    small = rng.random() < 0.25
    index = float(rng.uniform(48, 80)) if small else base.index
    colours = _suit_colours(rng)
    paper, low = base.paper, base.paper_low
    tinted = rng.random()
    if tinted < 0.04:  # a black deck
        paper = low = _jittered(rng, (30, 30, 34), 20)
        light: Colour = _jittered(rng, (225, 225, 220), 25)
        colours = {s: light if max(c) < 110 else c for s, c in colours.items()}
    elif tinted < 0.14:
        paper = low = _jittered(rng, (236, 226, 200), 18)
    signs = base.pips
    of_fonts = fonts.for_suits(cache_folder)
    if rng.random() < 0.6 or not of_fonts:
        signs = pips.vector_pips(_look(rng))
    letters = "".join(INDEX_LETTERS[base.language].values()) + fonts.INDEX
    display = fonts.for_display(cache_folder, letters)
    lettered = np.random.default_rng([seed, 55])
    font, squeeze, weight, lean = base.font, base.squeeze, 0.0, 0.0
    if display and lettered.random() < 0.6:
        font = display[int(lettered.integers(len(display)))]
    if lettered.random() < 0.4:
        squeeze = float(lettered.uniform(0.42, 1.15))
    if lettered.random() < 0.3:
        weight = float(lettered.uniform(0.02, 0.09))
    if lettered.random() < 0.2:
        lean = float(lettered.uniform(-0.1, 0.25))
    natural = lettering(font, "8").boundingRect().width()
    squeeze = max(squeeze, NARROWEST / natural)
    sign = float(rng.uniform(0.4, 0.62) if small and rng.random() < 0.5 else rng.uniform(0.5, 1.1))
    return replace(
        base,
        index=index,
        font=font,
        squeeze=squeeze,
        weight=weight,
        lean=lean,
        colours=colours,
        paper=paper,
        paper_low=low,
        pips=signs,
        index_sign=sign if index < 175 else base.index_sign,
        margin_x=float(rng.uniform(14, 56)),
        margin_y=float(rng.uniform(16, 66)),
        pip=float(rng.uniform(80, 185)),
        middle="numeral" if index < 118 and rng.random() < 0.12
        else "sign" if rng.random() < 0.08 else base.middle,
    )  # fmt: skip


@dataclass(frozen=True)
class FreshDeck:
    """A drawn deck whose cards are drawn when they are asked for."""

    style: Style
    pictures: Pictures | None = None
    """Where given, its pictures stand between this deck's indices."""
    swapped: bool = False
    """Whether the courts' pictures are exchanged, so that only the index tells the rank."""
    _drawn: dict[int, Art] = field(default_factory=dict, compare=False, repr=False)

    names = True
    part = "train"
    real = False
    cards = CARDS

    @property
    def name(self) -> str:
        """As scenes name it."""
        return f"fresh-{self.style.seed}"

    @property
    def aspect(self) -> float:
        """Height through width."""
        return self.style.aspect

    def art(self, index: int, height: float) -> Art:
        """Card `index`, (352 or 176, w, 4) blue-green-red-alpha, colours multiplied with alpha."""
        if index not in self._drawn:
            self._drawn[index] = self._draw(self.cards[index])
        return _sized(self._drawn[index], height)

    def _draw(self, card: str) -> Art:
        picture = self._picture(card)
        return _premultiplied(procedural.face(self.style, card, HEIGHT, picture, any_joker=True))

    def _picture(self, card: str) -> Art | None:
        source = self.pictures
        if source is None:
            return None
        if card == "JOKER":
            return self._jokers_picture(source)
        shown = card
        if self.swapped and card[0] in "JQK":
            shown = "QKJ"["JQK".index(card[0])] + card[1]
        return _middle(source, shown) if shown in source.cards else None

    def _jokers_picture(self, source: Pictures) -> Art | None:
        """For every other deck one of a court, as it is or in one ink: a joker may look like one,
        and what stands in its corners tells."""
        rng = np.random.default_rng([self.style.seed, 56])
        courts = [card for card in source.cards if card[0] in "JQK" and len(card) == 2]
        if not courts or rng.random() < 0.5:
            return None
        picture = _middle(source, courts[int(rng.integers(len(courts)))])
        if rng.random() < 0.4:
            grey = picture[..., :3].mean(axis=2, keepdims=True)
            paper = np.array(self.style.paper)
            ink = np.array(self.style.colours["S" if rng.random() < 0.6 else "H"])
            dark = np.clip((200 - grey) / rng.uniform(20, 180), 0, 1)
            picture[..., :3] = (paper * (1 - dark) + ink * dark).astype(np.uint8)
        return picture


def _middle(source: Pictures, card: str) -> Art:
    """A card's picture without its indices, red-green-blue-alpha."""
    art = source.art(source.cards.index(card), HEIGHT)
    high, wide = art.shape[:2]
    middle = art[int(high * 0.07) : int(high * 0.93), int(wide * 0.2) : int(wide * 0.8)]
    return np.ascontiguousarray(middle[..., [2, 1, 0, 3]])


def fresh(rng: Generator, cache_folder: Path, lenders: Sequence[Pictures]) -> FreshDeck:
    """A deck that nobody has seen before; three in ten carry a lender's pictures."""
    seed = int(rng.integers(100_000, 2**31))
    borrows = len(lenders) > 0 and rng.random() < 0.3
    pictures = lenders[int(rng.integers(len(lenders)))] if borrows else None
    return FreshDeck(bold_style(seed, cache_folder), pictures, swapped=bool(rng.random() < 0.3))


@dataclass(frozen=True)
class FreshStrangers:
    """Cards of another game, drawn for one scene; none has a name of the 52."""

    kind: str
    seed: int
    style: Style
    _drawn: dict[int, Art] = field(default_factory=dict, compare=False, repr=False)

    names = False
    part = "train"

    @property
    def name(self) -> str:
        """As scenes name it."""
        return f"fresh-{self.kind}-{self.seed}"

    @property
    def cards(self) -> tuple[str, ...]:
        """Ids of the faces."""
        return tuple(f"{self.kind}-{n:02d}" for n in range(strangers.FRESH_KINDS[self.kind][1]))

    @property
    def aspect(self) -> float:
        """Height through width."""
        return self.style.aspect

    def art(self, index: int, height: float) -> Art:
        """Card `index`, (352 or 176, w, 4) blue-green-red-alpha, colours multiplied with alpha."""
        if index not in self._drawn:
            face = strangers.strange_face(self.kind, self.seed, self.style, index, HEIGHT)
            self._drawn[index] = _premultiplied(face)
        return _sized(self._drawn[index], height)


def fresh_strangers(rng: Generator, cache_folder: Path) -> FreshStrangers:
    """A deck of another game that nobody has seen before."""
    seed = int(rng.integers(100_000, 2**31))
    kinds = tuple(strangers.FRESH_KINDS)
    kind = kinds[int(rng.integers(len(kinds)))]
    style = strangers.strange_style(seed, cache_folder)
    display = fonts.for_display(cache_folder)
    if display and rng.random() < 0.4:
        style = replace(style, font=display[int(rng.integers(len(display)))])
    return FreshStrangers(kind, seed, style)


@dataclass(frozen=True)
class FreshBack:
    """A back that is drawn for one scene, as a deck of one."""

    seed: int
    _drawn: list[Art] = field(default_factory=list, compare=False, repr=False)

    names = False
    part = "train"
    cards = ("BACK",)

    @property
    def name(self) -> str:
        """As scenes name it."""
        return f"fresh-back-{self.seed}"

    @property
    def aspect(self) -> float:
        """Height through width."""
        high, wide = self.art(0, HEIGHT).shape[:2]
        return float(high / wide)

    def art(self, index: int, height: float) -> Art:  # noqa: ARG002
        """The back, (352 or 176, w, 4) blue-green-red-alpha, colours multiplied with alpha."""
        if not self._drawn:
            rng = np.random.default_rng([self.seed, 8])
            face = backs.back(self.seed, height=HEIGHT)
            kind = rng.random()
            if kind < 0.3:
                _kaleidoscope(rng, face)
            elif kind < 0.65:
                _engraved(rng, face)
            self._drawn.append(_premultiplied(face))
        return _sized(self._drawn[0], height)


def _kaleidoscope(rng: Generator, face: Art) -> None:
    """Put a pattern on the back that is the same in all four quarters, as printed backs are."""
    high, wide = face.shape[:2]
    margin = int(rng.uniform(0.02, 0.07) * high) if rng.random() < 0.7 else 0
    rows, columns = (high - 2 * margin + 1) // 2, (wide - 2 * margin + 1) // 2
    cells = int(rng.integers(2, 14))
    rough = rng.uniform(0, 1, (cells + cells // 2, cells, 3)).astype(np.float32)
    smooth = cv2.resize(rough, (columns, rows), interpolation=cv2.INTER_CUBIC)
    inks = rng.integers(0, 256, (int(rng.integers(2, 5)), 3)).astype(np.float32)
    if rng.random() < 0.6:  # few flat inks, as most backs are printed
        chosen = np.clip((smooth[..., 0] * len(inks)).astype(int), 0, len(inks) - 1)
        quarter = inks[chosen]
    else:
        quarter = inks[0] * (1 - smooth) + inks[1] * smooth
    _printed(face, quarter, margin)


def _engraved(rng: Generator, face: Art) -> None:
    """Put fine lines on the back, as engravers' machines draw them: the levels of a field that runs
    straight, in rings, in rays and at random, in any mixture."""
    high, wide = face.shape[:2]
    margin = int(rng.uniform(0.02, 0.07) * high) if rng.random() < 0.5 else 0
    rows, columns = (high - 2 * margin + 1) // 2, (wide - 2 * margin + 1) // 2
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32) / high
    inks = rng.integers(0, 256, (int(rng.integers(2, 5)), 3)).astype(np.float32)
    if rng.random() < 0.4:  # one ink on white is the commonest of all
        inks[1:] = 250
    levels = np.zeros((rows, columns), int)
    for _ in range(int(rng.integers(1, 3))):
        cells = int(rng.integers(2, 10))
        rough = rng.normal(0, 1, (cells + 1, cells)).astype(np.float32)
        noise = cv2.resize(rough, (columns, rows), interpolation=cv2.INTER_CUBIC)
        about = rng.uniform(-0.2, 0.7, 2)
        away = np.hypot(x - about[0], y - about[1])
        turn = np.arctan2(y - about[1], x - about[0]) / (2 * np.pi)
        straight = x * np.cos(angle := rng.uniform(0, np.pi)) + y * np.sin(angle)
        share = rng.dirichlet((0.5, 0.5, 0.5))
        lines = rng.uniform(8, 60)
        level = lines * (share[0] * straight + share[1] * away + share[2] * 0.7 * turn)
        level += noise * rng.uniform(0, 2.5)
        levels += np.floor(level / rng.uniform(0.6, 1.6)).astype(int)
    _printed(face, inks[levels % len(inks)], margin)


def _printed(face: Art, quarter: NDArray[np.float32], margin: int) -> None:
    """Put a pattern, mirrored into all four quarters, inside the margin (pixels)."""
    high, wide = face.shape[:2]
    half = np.concatenate([quarter, quarter[:, ::-1]], axis=1)
    whole = np.concatenate([half, half[::-1]])[: high - 2 * margin, : wide - 2 * margin]
    inside = face[margin : high - margin, margin : wide - margin]
    inside[..., :3] = np.clip(whole, 0, 255).astype(np.uint8)


def _sized(art: Art, height: float) -> Art:
    """The picture, or half of it where that is large enough."""
    if height > HEIGHT // 2:
        return art
    half = (art.shape[1] // 2, HEIGHT // 2)
    return cast(Art, cv2.resize(art, half, interpolation=cv2.INTER_AREA))


def _premultiplied(face: Art) -> Art:
    """Red-green-blue-alpha as blue-green-red-alpha with the colours multiplied."""
    alpha = face[..., 3:]
    colour = (face[..., 2::-1].astype(np.uint16) * alpha // 255).astype(np.uint8)
    return np.dstack([colour, alpha])
