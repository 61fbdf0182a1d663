"""Cards in stored pictures: flat scans that fill the picture, photographs, cut-outs."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol, cast

import cv2
import numpy as np

from companion.decks.definition import MOST_LETTERS, Deck
from companion.decks.shelf import id_of
from companion.errors import PlainError
from companion.teaching.naming import card_in_words
from companion.teaching.still import StillCard, faults_of, in_rows, still_card
from vision import quads
from vision.frame import Picture
from vision.pictures import PictureError, read_picture
from vision.quads import Quad
from vision.sighting import Look, Sighting
from vision.sources.films import PICTURE_SUFFIXES

BORDER: Final = 0.2
"""Of a picture's longer side, laid around it: where a card fills the picture its edge is needed."""
FILLS: Final = 0.8
"""Share of the picture from which on a card fills it."""
SMALLEST: Final = 0.02
"""Share of the picture from which on something found is a card to be learned."""
LONGEST, ASPECTS, UNSEEN_ASPECTS = 1600, (1.15, 2.2), (1.36, 1.75)
"""Pixels of a picture that is looked at; a card's height through its width, and that of a scan in
which no card was found: a photograph of an empty table is 4:3 or 16:9."""
PLAIN: Final = 12.0
"""Standard deviation of brightness below which there is nothing in a picture."""
GREY: Final = (128, 128, 128)


class Looks(Protocol):
    """Whoever finds cards in a picture: the eye."""

    def look(self, picture: Picture) -> Look:
        """All cards in a picture (H, W, 3), uint8, blue-green-red."""
        ...


def card_pictures(folder: Path) -> list[Path]:
    """The pictures in a folder and below it, in the order of their names. Raises PlainError."""
    if not folder.is_dir():
        raise PlainError(f"{folder} is no folder of pictures.")
    found = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in PICTURE_SUFFIXES and path.is_file()
    )
    if not found:
        raise PlainError(f"There are no pictures in the folder {folder}.")
    return found


def card_named(path: Path, deck: Deck) -> tuple[str, str]:
    """The card that a file's name names: its id, and a name for one that the deck has not."""
    # Systems that write names in other ways leave letters that no file of ours could hold.
    stem = os.fsencode(path.stem).decode("utf-8", "replace")
    known = card_in_words(stem, deck)
    if known:
        return known, ""
    name = "".join(letter if letter.isprintable() else " " for letter in stem)
    return id_of(stem), name[:MOST_LETTERS].strip()


def cards_in(picture: Picture, eye: Looks) -> list[StillCard]:
    """The cards in a picture, row by row; a scan that is all card is one.

    The picture is (H, W, 3), uint8, blue-green-red.
    """
    picture = _fitting(picture)
    high, wide = picture.shape[:2]
    edge = round(BORDER * max(high, wide))
    framed = cast(
        Picture,
        cv2.copyMakeBorder(picture, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=GREY),
    )
    look = eye.look(framed)
    found = [one for one in look.sightings if abs(quads.area(one.quad)) > SMALLEST * high * wide]
    largest = max(found, key=lambda one: abs(quads.area(one.quad)), default=None)
    whole = _whole(picture, edge)
    if largest is None or quads.iou(largest.quad, whole) > FILLS:
        least, most = ASPECTS if largest else UNSEEN_ASPECTS
        if not least <= max(high / wide, wide / high) <= most or picture.std() < PLAIN:
            return []
        names = largest or Sighting(whole, 1.0, "face")
        scan = Sighting(_as_read(whole, names.quad), 1.0, names.side, names.names, names.known)
        return [replace(still_card(framed, scan, 0.0, 0.0, 1, ()), height=0.0)]
    cards = []
    for number, one in enumerate(found, 1):
        above = [other.quad for other in found if other is not one]
        faults = faults_of(picture, _moved(one, -edge), [quad - np.float32(edge) for quad in above])
        cards.append(replace(still_card(framed, one, 0.0, 0.0, number, faults), height=0.0))
    return in_rows(cards)


def main_card(picture: Picture, eye: Looks) -> StillCard | None:
    """The card that a cut-out was made of: the one nearest to its middle."""
    cards = cards_in(picture, eye)

    def off(card: StillCard) -> float:
        return abs(card.place[0] - 0.5) + abs(card.place[1] - 0.5)

    return min(cards, key=off, default=None)


def read_cards(path: Path, eye: Looks) -> list[StillCard]:
    """The cards in a picture file. Raises PlainError where it cannot be read."""
    try:
        picture = read_picture(path).picture
    except PictureError as fault:
        raise PlainError(str(fault)) from None
    return cards_in(picture, eye)


def _fitting(picture: Picture) -> Picture:
    longest = max(picture.shape[:2])
    if longest <= LONGEST:
        return picture
    size = tuple(round(side * LONGEST / longest) for side in picture.shape[1::-1])
    return cast(Picture, cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def _whole(picture: Picture, edge: int) -> Quad:
    high, wide = picture.shape[:2]
    quad = quads.rectangle(wide, high) + np.float32(edge)
    # A card lies on its side in a picture that is wider than high.
    return quads.turned(quad, 3) if wide > high else quad


def _as_read(whole: Quad, found: Quad) -> Quad:
    """The picture's own outline, beginning at the corner at which the card was found to begin."""
    ways = [whole, quads.turned(whole, 2)]
    return min(ways, key=lambda way: float(np.abs(way - found).sum()))


def _moved(sighting: Sighting, by: float) -> Sighting:
    return Sighting(
        (sighting.quad + np.float32(by)).astype(np.float32),
        sighting.found,
        sighting.side,
        sighting.names,
        sighting.known,
    )
