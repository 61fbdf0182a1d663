"""All decks of one data folder: the ready-made definitions, people's own, and taught decks.

    shelf = Shelf(data_folder())
    deck = shelf.open("inrah")          # a TaughtDeck; shelf.save(deck) keeps it

Definitions are `decks/<id>.toml`, taught decks `decks/<id>.deck`.
"""

from __future__ import annotations

import os
import re
import tempfile
import unicodedata
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from companion.cards import is_custom_id
from companion.decks.definition import Deck, DeckError
from companion.decks.file import LARGEST, TaughtDeck
from companion.decks.reading import read_deck
from companion.errors import USAGE, PlainError

READY_MADE: Final = Path(__file__).parent
FOLDER: Final = "decks"
ENDING: Final = ".deck"
FRENCH: Final = "french"
"""Any French deck, read as it is, without teaching; no taught deck may be called so."""

LONGEST_NAME: Final = 60
"""Letters of a taught deck's id."""

Stamp = tuple[int, int]
"""When a file was written last, and its size."""


class Shelf:
    """The decks below a data folder; safe to be used from any thread."""

    def __init__(self, folder: Path | None) -> None:
        """`folder` is the data folder; None: only ready-made definitions, and nothing is kept."""
        self._folder = folder / FOLDER if folder else None
        self._lock = Lock()
        self._read: dict[str, Deck | DeckError] = {}
        self._read_of: object = None
        self._opened: dict[str, tuple[Stamp, TaughtDeck | DeckError]] = {}

    # Definitions

    def definitions(self) -> dict[str, Deck]:
        """All definitions by id; own ones go before ready-made ones. Broken files are left out."""
        return {name: deck for name, deck in self._all().items() if isinstance(deck, Deck)}

    def definition(self, name: str) -> Deck:
        """The definition of that id. Raises DeckError for a broken one, PlainError for none."""
        deck = self._all().get(name)
        if deck is None:
            there = ", ".join(self.definitions())
            raise PlainError(f"There is no deck {name!r}; there are {there}.", USAGE)
        if isinstance(deck, DeckError):
            raise deck
        return deck

    def faults(self) -> list[str]:
        """What is wrong with people's own files, a sentence each."""
        found = [*self._all().values(), *map(self._of, self._taught_names())]
        return [str(fault) for fault in found if isinstance(fault, DeckError)]

    def _all(self) -> dict[str, Deck | DeckError]:
        folders = [READY_MADE, *([self._folder] if self._folder else [])]
        files = [path for folder in folders for path in sorted(folder.glob("*.toml"))]
        stamp = [(path, _stamp(path)) for path in files]
        with self._lock:
            if self._read_of != stamp:
                self._read, self._read_of = _definitions(files), stamp
            return self._read

    # Taught decks

    def taught(self) -> list[TaughtDeck]:
        """All taught decks, by id; broken files are left out (`faults` names them)."""
        decks = (self._of(name) for name in self._taught_names())
        return [deck for deck in decks if isinstance(deck, TaughtDeck)]

    def has(self, name: str) -> bool:
        """Whether there is a taught deck of that id."""
        return name in self._taught_names()

    def open(self, name: str) -> TaughtDeck:
        """The taught deck of that id. Raises DeckError for a broken file, PlainError for none."""
        if not self.has(name):
            raise PlainError(f"No deck {name!r} has been taught.", USAGE)
        deck = self._of(name)
        if isinstance(deck, DeckError):
            raise deck
        return deck

    def path(self, name: str) -> Path:
        """Where the taught deck of that id is, or would be, kept. Raises PlainError."""
        if self._folder is None:
            raise PlainError("Nothing can be kept here: there is no data folder.")
        if not is_custom_id(name) or len(name) > LONGEST_NAME:
            raise PlainError(
                f"{name!r} is no name of a deck: use lower-case letters, digits, - and _.", USAGE
            )
        if name == FRENCH:
            raise PlainError(
                "french is how any French deck is read without teaching: give yours another name.",
                USAGE,
            )
        return self._folder / f"{name}{ENDING}"

    def save(self, deck: TaughtDeck) -> None:
        """Keep the deck: when this returns it is on the disk. Raises PlainError."""
        path = self.path(deck.id)
        with self._lock:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".part")
                try:
                    with os.fdopen(handle, "wb") as file:
                        file.write(deck.to_bytes())
                        file.flush()
                        os.fsync(file.fileno())
                    os.replace(draft, path)
                except BaseException:
                    Path(draft).unlink(missing_ok=True)
                    raise
            except OSError as fault:
                raise PlainError(f"{path} cannot be written: {fault.strerror}.") from None
            self._opened[deck.id] = (_stamp(path), deck)

    def delete(self, name: str) -> None:
        """Forget a taught deck. Raises PlainError."""
        path = self.path(name)
        try:
            path.unlink()
        except FileNotFoundError:
            raise PlainError(f"No deck {name!r} has been taught.", USAGE) from None
        except OSError as fault:
            raise PlainError(f"{path} cannot be deleted: {fault.strerror}.") from None

    def take_in(self, data: bytes, source: object) -> TaughtDeck:
        """Keep the deck in a file that somebody sent; its id gets a number where it is taken.

        Raises DeckError for what is no such file.
        """
        deck = TaughtDeck.from_bytes(data, source)
        name = self.free_name(deck.id if is_custom_id(deck.id) else slug(deck.id))
        deck = deck.called(name, "")
        self.save(deck)
        return deck

    def free_name(self, wanted: str) -> str:
        """`wanted`, or with a number where a deck of that id is there already."""
        wanted = wanted or "deck"
        if wanted != FRENCH and not self.has(wanted):
            return wanted
        numbered = (f"{wanted[: LONGEST_NAME - len(f'-{i}')]}-{i}" for i in range(2, 10_000))
        return next(name for name in numbered if not self.has(name))

    def known(self, name: str) -> Deck | None:
        """The definition of a taught deck or, where none is called so, of that id; None if none."""
        taught = self._of(name) if self.has(name) else None
        return taught.definition if isinstance(taught, TaughtDeck) else self.definitions().get(name)

    def _taught_names(self) -> list[str]:
        if self._folder is None:
            return []
        return sorted(path.stem for path in (self._folder).glob(f"*{ENDING}"))

    def _of(self, name: str) -> TaughtDeck | DeckError:
        assert self._folder is not None
        path = self._folder / f"{name}{ENDING}"
        with self._lock:
            stamp = _stamp(path)
            known = self._opened.get(name)
            if known is None or known[0] != stamp:
                self._opened[name] = known = (stamp, _opened(path))
            return known[1]


def _definitions(files: list[Path]) -> dict[str, Deck | DeckError]:
    """What is in the files; of two with one id the later one counts and may extend the earlier."""
    found: dict[str, Deck | DeckError] = {}
    of_id: dict[str, list[Path]] = {}
    for path in files:
        of_id.setdefault(path.stem, []).append(path)

    def read(path: Path, above: tuple[Path, ...]) -> Deck | DeckError:
        def find(name: str) -> Deck | None:
            others = [other for other in reversed(of_id.get(name, [])) if other not in above]
            deck = read(others[0], (*above, others[0])) if others else None
            return deck if isinstance(deck, Deck) else None

        try:
            return read_deck(path, find)
        except DeckError as fault:
            return fault

    for name, paths in of_id.items():
        found[name] = read(paths[-1], (paths[-1],))
    return found


def read_taught(path: Path) -> TaughtDeck:
    """The taught deck in a file; its id is the file's name. Raises DeckError."""
    found = _opened(path)
    if isinstance(found, DeckError):
        raise found
    return found


def _opened(path: Path) -> TaughtDeck | DeckError:
    try:
        if path.stat().st_size > LARGEST:
            return DeckError(path, "it is too large to be a taught deck")
        return TaughtDeck.from_bytes(path.read_bytes(), path).called(path.stem, "")
    except DeckError as fault:
        return fault
    except OSError as fault:
        return DeckError(path, f"it cannot be read ({fault.strerror})")


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


def plain(text: str) -> str:
    """Text in small letters without accents, as people type it: `König` is `koenig`."""
    text = text.casefold()
    for letter, written in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("ł", "l")):
        text = text.replace(letter, written)
    bare = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def slug(text: str) -> str:
    """Text as an id: `Opas Karten` is `opas-karten`, `König` is `koenig`; empty for nothing."""
    return re.sub(r"[^a-z0-9]+", "-", plain(text)).strip("-")[:LONGEST_NAME]


def id_of(text: str) -> str:
    """As `slug`, where signs that no id has still tell apart: `Король` and `Дама`, `♥ 7` and `♠ 7`.

    Empty for nothing at all.
    """
    short, words = slug(text), " ".join(plain(text).split())
    if not words or (short and words.isascii()):
        return short
    return f"{short[:40] or 'card'}-{sha256(words.encode()).hexdigest()[:8]}"
