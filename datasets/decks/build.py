"""Filling the cache with decks and backs, and the list of them, `decks/decks.json`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
from fontTools.ttLib import TTFont, TTLibError

from .backs import back
from .canvas import Art
from .fonts import DISPLAY as DISPLAY_FAMILIES
from .fonts import PACKAGES as FONT_PACKAGES
from .fonts import display_folder
from .gather import GatherError, draw_deck, fetch_debian, fetch_npm
from .procedural import deck as drawn_deck
from .sources import DECKS, GatheredDeck, package
from .strangers import KINDS, strange_deck
from .style import style_of

DRAWN, DRAWN_HELD_OUT = 60, 8
"""Decks drawn from seeds; the last ones are held out."""
STRANGE, STRANGE_SEED = 4, 7000
"""Decks of each kind that is not French, the last one held out; and their first seed."""
BACKS, BACKS_HELD_OUT = 70, 24
OWN_LICENCE = "AGPL-3.0-or-later"

Entry = dict[str, object]
Say = Callable[[str], None]


def save(file: Path, art: Art) -> None:
    """Write a picture as PNG."""
    file.parent.mkdir(parents=True, exist_ok=True)
    picture = cv2.cvtColor(art, cv2.COLOR_RGBA2BGRA)
    cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 4])[1].tofile(file)


def _save_deck(folder: Path, faces: Mapping[str, Art]) -> None:
    """Write a whole deck or, if interrupted, nothing; what was packed of an old one goes."""
    partial = folder.with_name(f".{folder.name}")
    shutil.rmtree(partial, ignore_errors=True)
    for card, art in faces.items():
        save(partial / f"{card}.png", art)
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)


def _entry(folder: Path, source: str, licence: str, back_name: str, **more: object) -> Entry:
    first = cv2.imread(str(min(folder.glob("*.png"))), cv2.IMREAD_UNCHANGED)
    if first is None:
        raise ValueError(f"{folder} holds a damaged picture: remove it and run this again")
    aspect = round(first.shape[0] / first.shape[1], 3)
    return {"source": source, "licence": licence, "aspect": aspect, "back": back_name, **more}


def _held(name: str, held_out: bool) -> str:
    return f"held-{name}" if held_out else name


def _drawn_back(held_out: bool, number: int) -> str:
    name = f"proc-{number % (BACKS_HELD_OUT if held_out else BACKS):03d}"
    return _held(name, held_out)


def add_backs(cache: Path) -> None:
    """Backs drawn from seeds; those that are held out begin with `held-`."""
    for held_out, count in ((False, BACKS), (True, BACKS_HELD_OUT)):
        for seed in range(count):
            file = cache / "backs" / f"{_drawn_back(held_out, seed)}.png"
            if not file.exists():
                save(file, back(seed, held_out))


def add_drawn(cache: Path, again: bool, count: int = DRAWN) -> Iterator[tuple[str, Entry]]:
    """Decks drawn from seeds."""
    for seed in range(count):
        held_out = seed >= count - DRAWN_HELD_OUT
        name, folder = f"proc-{seed:03d}", cache / "decks" / f"proc-{seed:03d}"
        if again or not folder.exists():
            _save_deck(folder, drawn_deck(seed, cache, held_out=held_out))
        yield name, _entry(
            folder, "drawn", OWN_LICENCE, _drawn_back(held_out, seed),
            names=True, index=style_of(seed, cache, held_out).language, held_out=held_out,
        )  # fmt: skip


def add_strange(cache: Path, again: bool) -> Iterator[tuple[str, Entry]]:
    """Decks of cards that are none of the 52."""
    for i, kind in enumerate(KINDS):
        for number in range(STRANGE):
            held_out = number == STRANGE - 1
            name = f"other-{kind}-{number}"
            folder = cache / "decks" / name
            if again or not folder.exists():
                seed = STRANGE_SEED + 10 * i + number
                _save_deck(folder, strange_deck(kind, seed, cache, held_out=held_out))
            yield name, _entry(
                folder, "drawn", OWN_LICENCE, _drawn_back(held_out, number),
                names=False, index="", held_out=held_out,
            )  # fmt: skip


def _add_one(
    deck: GatheredDeck, cache: Path, again: bool, photographs: Path | None
) -> Entry | None:
    folder = cache / "decks" / deck.name
    own = [_held(deck.name + suffix, deck.held_out) for suffix in deck.backs]
    if again or not folder.exists():
        faces, backs = draw_deck(deck, cache, photographs)
        if not faces:
            return None
        for suffix, art in backs.items():
            save(cache / "backs" / f"{_held(deck.name + suffix, deck.held_out)}.png", art)
        _save_deck(folder, faces)
    back_name = own[0] if own else _drawn_back(deck.held_out, len(deck.name))
    more: Entry = {"names": deck.names, "index": deck.index, "held_out": deck.held_out}
    if deck.real:
        more["real"] = True
    licence = deck.licence or package(deck.package).licence
    return _entry(folder, deck.package, licence, back_name, **more)


def add_gathered(
    cache: Path, again: bool, photographs: Path | None, say: Say
) -> Iterator[tuple[str, Entry]]:
    """Decks from packages; one that cannot be had is named and left out."""
    for deck in DECKS:
        try:
            entry = _add_one(deck, cache, again, photographs)
        except (GatherError, ValueError, OSError) as fault:
            say(f"left out {deck.name}: {fault}")
            continue
        if entry:
            yield deck.name, entry


def fetch_fonts(cache: Path, say: Say) -> None:
    """Unpack the font packages into the cache; what cannot be had is named and left out."""
    for name in FONT_PACKAGES:
        try:
            fetch_debian(name, cache, cache / "fonts")
        except GatherError as fault:
            say(f"left out {name}: {fault}")
    for number, family in enumerate(DISPLAY_FAMILIES):
        try:
            _unpack_display(cache, family)
        except (GatherError, OSError, TTLibError) as fault:
            # Without npm or a network every further one would fail as slowly.
            left = len(DISPLAY_FAMILIES) - number
            say(f"left out {left} of {len(DISPLAY_FAMILIES)} display families: {fault}")
            return


def _unpack_display(cache: Path, family: str) -> None:
    """The family's regular and bold face as files that can be drawn from."""
    folder = display_folder(cache)
    folder.mkdir(parents=True, exist_ok=True)
    files = fetch_npm(f"@fontsource/{family}", cache) / "package" / "files"
    for weight in (400, 700):
        packed, file = files / f"{family}-latin-{weight}-normal.woff", folder / f"{family}-{weight}"
        if packed.exists() and not file.with_suffix(".ttf").exists():
            face = TTFont(packed)
            face.flavor = None
            face.save(file.with_suffix(".partial"))
            file.with_suffix(".partial").replace(file.with_suffix(".ttf"))


def write_listing(cache: Path, entries: Mapping[str, Entry]) -> Path:
    """Write `decks/decks.json`; readers that wait for it never see half of it."""
    file = cache / "decks" / "decks.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(".part")
    text = json.dumps(dict(sorted(entries.items())), indent=1, ensure_ascii=False)
    partial.write_text(text + "\n", encoding="utf-8")
    partial.replace(file)
    return file


def contact_sheet(folder: Path, height: int = 150, columns: int = 13) -> Art:
    """All pictures of a deck on green, to be looked at: (h, w, 3) blue-green-red."""
    tiles = []
    for file in sorted(folder.glob("*.png")):
        art = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if art is None or art.ndim != 3:
            raise ValueError(f"{file} cannot be read as a picture")
        size = (round(art.shape[1] * height / art.shape[0]), height)
        small = cv2.resize(art, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        alpha = small[..., 3:] / 255
        tiles.append(small[..., :3] * alpha + np.array([60, 120, 40]) * (1 - alpha))
    wide = max(tile.shape[1] for tile in tiles) + 4
    rows = -(-len(tiles) // columns)
    sheet = np.full((rows * (height + 4), columns * wide, 3), (60, 120, 40), np.uint8)
    for i, tile in enumerate(tiles):
        y, x = i // columns * (height + 4) + 2, i % columns * wide + 2
        sheet[y : y + height, x : x + tile.shape[1]] = tile.round().astype(np.uint8)
    return sheet
