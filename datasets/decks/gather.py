"""Fetching the packages, and rendering their decks."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.cards import RANKS, SUITS

from .canvas import Art
from .sources import GatheredDeck, package
from .vector import ElementSheet, grid_cell, rendered, single

_GRID_RANKS = "A23456789TJQK"
_ELEMENT_SUITS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_ELEMENT_RANKS = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}


class GatherError(Exception):
    """A package could not be fetched; the message says what to do."""


def _run(command: Sequence[str], folder: Path, hint: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise GatherError(f"{command[0]} is missing: {hint}") from None
    except subprocess.CalledProcessError as failed:
        last = (failed.stderr.strip() or "no reason given").splitlines()[-1]
        raise GatherError(f"'{' '.join(command)}' failed ({last}): {hint}") from None
    return done.stdout


def fetch_debian(name: str, cache: Path, into: Path | None = None) -> Path:
    """The folder with what a Debian package would install; nothing is installed."""
    hint = "this needs Debian or Ubuntu, and a run of 'apt-get update' before"
    into = into or cache / "packages" / name
    stamp = into / f".unpacked-{name}"
    if not stamp.exists():
        debs = cache / "debs"
        if not list(debs.glob(f"{name}_*.deb")):
            _run(["apt-get", "download", name], debs, hint)
        archive = max(debs.glob(f"{name}_*.deb"))
        _run(["dpkg", "-x", str(archive), str(into)], into, hint)
        stamp.touch()
    return into


def fetch_npm(name: str, cache: Path) -> Path:
    """The folder with the contents of an npm package."""
    flat = name.replace("@", "").replace("/", "-")
    into = cache / "packages" / flat
    if not into.exists():
        folder = cache / "npm"
        hint = "this needs npm (apt-get install npm) and a network"
        archives = list(folder.glob(f"{flat}-[0-9]*.tgz"))
        if not archives:
            written = _run(["npm", "pack", name], folder, hint)
            archives = [folder / written.strip().splitlines()[-1]]
        with tarfile.open(max(archives)) as archive:
            archive.extractall(into, filter="data")
    if name == "@letele/playing-cards" and not (into / "package" / "svg").exists():
        script = Path(__file__).with_name("react_drawings.mjs")
        bundle = into / "package" / "dist" / "index.esm.js"
        command = ["node", str(script), str(bundle), str(into / "package" / "svg")]
        _run(command, into, "install node (apt-get install nodejs)")
    return into


def card_file(pattern: str, card: str) -> str:
    """The file of a card in a deck of one file a card.

    >>> card_file("cards/{rank10}{suit_low}.svg", "TH")
    'cards/10h.svg'
    """
    rank, suit = card[0], card[1]
    rank10 = "10" if rank == "T" else rank
    return pattern.format(
        rank=rank, rank10=rank10, rank_low=rank.lower(), rank10_low=rank10.lower(),
        number=_GRID_RANKS.index(rank) + 1, suit=suit, suit_low=suit.lower(),
        shcd="SHCD".index(suit),
    )  # fmt: skip


def _element(sheet: ElementSheet, card: str) -> str:
    rank, suit = _ELEMENT_RANKS.get(card[0], card[0]), _ELEMENT_SUITS[card[1]]
    for name in (f"{suit}_{rank}", f"{rank}_{suit}"):
        if sheet.has(name):
            return name
    raise ValueError(f"there is no element for {card}")


def _folder(deck: GatheredDeck, cache: Path, photographs: Path | None) -> Path | None:
    """Where the deck's package lies; None for photographs that are not there."""
    registry = package(deck.package).registry
    if registry == "debian":
        return fetch_debian(deck.package, cache)
    if registry == "npm":
        return fetch_npm(deck.package, cache)
    folder = photographs / deck.package if photographs else None
    return folder if folder and folder.is_dir() else None


def _cards(deck: GatheredDeck) -> Iterator[str]:
    for suit in SUITS:
        for rank in RANKS:
            if rank not in deck.without:
                yield rank + suit


def draw_deck(
    deck: GatheredDeck, cache: Path, photographs: Path | None
) -> tuple[dict[str, Art], dict[str, Art]]:
    """Faces by card, and backs by the suffix of their name; both empty if it cannot be had.

    `photographs` is a folder with flat pictures of printed decks, one subfolder a deck.
    Errors: GatherError if the package cannot be fetched.
    """
    folder = _folder(deck, cache, photographs)
    if folder is None:
        return {}, {}
    if deck.draw == "elements":
        sheet = ElementSheet(folder / deck.file)
        faces = {card: sheet.card(_element(sheet, card)) for card in _cards(deck)}
        if deck.joker:
            faces["JOKER"] = sheet.card(deck.joker)
        return faces, {suffix: sheet.card(name) for suffix, name in deck.backs.items()}
    if deck.draw == "grid":
        whole = rendered(folder / deck.file, 4500)
        faces = {
            card: grid_cell(whole, "CDHS".index(card[1]), _GRID_RANKS.index(card[0]), card)
            for card in _cards(deck)
        }
        faces["JOKER"] = grid_cell(whole, 4, 0, "joker")
        return faces, {"": grid_cell(whole, 4, 2, "back")}
    photographed = deck.draw == "pictures"
    files = {card: folder / card_file(deck.file, card) for card in _cards(deck)}
    if deck.joker:
        files["JOKER"] = folder / deck.joker
    # The photographed short deck has 20 cards.
    faces = {
        card: single(_any_case(file), photographed)
        for card, file in files.items()
        if not photographed or _any_case(file).exists()
    }
    return faces, {suffix: single(folder / file) for suffix, file in deck.backs.items()}


def _any_case(file: Path) -> Path:
    """`10c.jpg` or `Kc.jpg`: photographs are named in both ways."""
    capital = file.with_name(file.name[0].upper() + file.name[1:])
    return capital if not file.exists() and capital.exists() else file
