"""A deck that was shown to the camera: its card ids, and pictures of every card.

What is kept are the pictures themselves, never what some network makes of them, so that a deck
taught today is still known after the networks have changed. The file is a ZIP archive that any
program opens: `deck.json` and one small JPEG a view, at most 2 MB for a tarot deck of 78 cards with
all the views that are kept of each.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, cast

import cv2
import numpy as np
from PIL import Image

from vision import crops
from vision.frame import Picture

VERSION = 1
"""Of the file; a later one is refused."""
MOST_VIEWS = 3
"""So many views are kept of a card; the oldest goes when another comes."""
MOST_BYTES = 8_400
"""Of one view: 78 cards with all their views stay under 2 MB."""
MOST_CARDS = 400
_DATE = (1980, 1, 1, 0, 0, 0)
_QUALITIES = (90, 84, 78, 72, 66, 60, 52, 44, 36, 28, 20)


class TaughtError(Exception):
    """A deck that cannot be opened or a view that cannot be kept; one plain sentence."""


@dataclass(frozen=True)
class Taught:
    """A deck as far as it has been shown. Every change is a new value.

    >>> Taught("tarot").with_card("fool").missing
    ('fool',)
    """

    deck: str
    """The deck's id, as the other rooms name it."""
    cards: tuple[str, ...] = ()
    """All card ids of the deck, in its order, shown or not: `7C`, `JOKER`, `BACK`, or ids of its
    own in lower case."""
    views: Mapping[str, tuple[bytes, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Card id -> its views as JPEG files of flat, straight cards, the first shown first."""

    def with_card(self, card: str) -> Taught:
        """The deck with that card in it, still to be shown."""
        return self if card in self.cards else replace(self, cards=(*self.cards, card))

    def with_view(self, card: str, view: Picture) -> Taught:
        """The deck after one more view of a card, as `crops.card_view` cuts it.

        Which end of the card is up in the first view is what counts as upright afterwards. Raises
        TaughtError where the picture is no view of a card.
        """
        wide, high = crops.CARD_SIZE
        if view.shape != (high, wide, 3) or view.dtype != np.uint8:
            raise TaughtError(f"A view of a card is {wide} x {high} pixels, not {view.shape}.")
        kept = (*self.views.get(card, ()), _small(view))
        # The first view stays: it says which end is up.
        kept = kept if len(kept) <= MOST_VIEWS else (kept[0], *kept[-MOST_VIEWS + 1 :])
        there = self.with_card(card)
        return replace(there, views=MappingProxyType({**self.views, card: kept}))

    def without_views(self, card: str) -> Taught:
        """The deck with that card still to be shown again."""
        rest = {name: views for name, views in self.views.items() if name != card}
        return replace(self, views=MappingProxyType(rest))

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards that were not shown yet."""
        return tuple(card for card in self.cards if card not in self.views)

    def pictures(self, card: str) -> tuple[Picture, ...]:
        """The views of a card, uint8 (320, 224, 3), blue-green-red; none where it was not shown."""
        return tuple(_decoded(self.deck, card, view) for view in self.views.get(card, ()))

    def to_bytes(self) -> bytes:
        """The deck as a file; the same deck gives the same bytes."""
        shown = [card for card in self.cards if card in self.views]
        head = {
            "format": "taught deck",
            "version": VERSION,
            "deck": self.deck,
            "cards": list(self.cards),
            "views": {card: len(self.views[card]) for card in shown},
        }
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            text = json.dumps(head, ensure_ascii=False, indent=1)
            archive.writestr(zipfile.ZipInfo("deck.json", _DATE), text.encode())
            for card in shown:
                for number, view in enumerate(self.views[card]):
                    archive.writestr(zipfile.ZipInfo(_entry(self, card, number), _DATE), view)
        return out.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Taught:
        """The deck in a file. Raises TaughtError, in a plain sentence, for anything else."""
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                return cls._read(archive)
        except TaughtError:
            raise
        except zipfile.BadZipFile:
            raise TaughtError("This is no file of a taught deck, or it is cut off.") from None
        except Exception as fault:  # archives raise nearly anything at damaged data
            raise TaughtError(f"The file of the taught deck is damaged ({fault}).") from None

    @classmethod
    def _read(cls, archive: zipfile.ZipFile) -> Taught:
        head = _head(archive)
        cards, counts = tuple(head["cards"]), head["views"]
        bare = cls(head["deck"], cards)
        views = {
            card: tuple(
                _whole(archive, _entry(bare, card, number)) for number in range(counts[card])
            )
            for card in cards
            if card in counts
        }
        for card, kept in views.items():
            for view in kept:
                _decoded(bare.deck, card, view)
        return replace(bare, views=MappingProxyType(views))


def _entry(taught: Taught, card: str, number: int) -> str:
    """Where a view lies in the archive: ids may hold what no file name can."""
    return f"views/{taught.cards.index(card):03d}-{number}.jpg"


def _head(archive: zipfile.ZipFile) -> dict[str, Any]:
    if "deck.json" not in archive.namelist():
        raise TaughtError("This is no file of a taught deck: there is no deck.json in it.")
    if archive.getinfo("deck.json").file_size > 1_000_000:
        raise TaughtError("The file of the taught deck is damaged: its deck.json is too large.")
    head = json.loads(archive.read("deck.json"))
    if not isinstance(head, dict) or head.get("format") != "taught deck":
        raise TaughtError("This is no file of a taught deck.")
    version = head.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise TaughtError("The file of the taught deck does not say its version.")
    if version > VERSION:
        raise TaughtError(
            f"This deck was taught to a newer program (version {version} of its file; this program "
            f"reads {VERSION}): update the program."
        )
    deck, cards, counts = head.get("deck"), head.get("cards"), head.get("views")
    fitting = (
        isinstance(deck, str)
        and isinstance(cards, list)
        and all(isinstance(card, str) and card for card in cards)
        and len(set(cards)) == len(cards) <= MOST_CARDS
        and all(map(_is_text, (deck, *cards)))
        and isinstance(counts, dict)
        and set(counts) <= set(cards)
        and all(type(n) is int and 1 <= n <= MOST_VIEWS for n in counts.values())
    )
    if not fitting:
        raise TaughtError("The file of the taught deck is damaged: its list of cards is wrong.")
    return head


def _is_text(text: str) -> bool:
    """Whether any file could hold it: JSON can name half a letter, UTF-8 cannot."""
    return text.encode("utf-8", "ignore").decode() == text


def _whole(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        entry = archive.getinfo(name)
    except KeyError:
        raise TaughtError(f"The file of the taught deck is damaged: {name} is missing.") from None
    if entry.file_size > 10 * MOST_BYTES:
        raise TaughtError(f"The file of the taught deck is damaged: {name} is too large.")
    return archive.read(name)


def _small(view: Picture) -> bytes:
    """The view as JPEG, as good as there is room for."""
    for quality in _QUALITIES:
        _, coded = cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if coded.size <= MOST_BYTES:
            break
    else:  # nothing but noise is so hard to pack
        smooth = cv2.GaussianBlur(view, (0, 0), 2.5)
        _, coded = cv2.imencode(".jpg", smooth, [cv2.IMWRITE_JPEG_QUALITY, _QUALITIES[-1]])
    return coded.tobytes()


def _decoded(deck: str, card: str, view: bytes) -> Picture:
    """The view's picture; its size is looked at before anything is unpacked."""
    try:
        with Image.open(io.BytesIO(view), formats=["JPEG"]) as image:
            fitting = image.size == crops.CARD_SIZE
    except (OSError, ValueError):
        fitting = False
    picture = cv2.imdecode(np.frombuffer(view, np.uint8), cv2.IMREAD_COLOR) if fitting else None
    if picture is None:
        raise TaughtError(f"A view of {card} in the taught deck {deck} is damaged.")
    return cast(Picture, picture)
