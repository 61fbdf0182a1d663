"""What commands that watch a table need: its source, its description and its seats."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from companion.errors import USAGE, PlainError
from vision.sources import Source, SourceError, open_source, register
from vision.table import Arc, Table, TableError, read_table

KINDS = "write sim:RECORD?deck=NAME&seed=NUMBER&conditions=easy&size=1280x720&fps=15"
FORMS = {"seed": r"\d{1,40}", "size": r"\d{1,5}x\d{1,5}", "fps": r"\d{1,5}(\.\d+)?"}

if TYPE_CHECKING:
    from companion_datasets.simulator import SimulatedTable


def opened(text: str) -> Source:
    """The source; also `sim:RECORD?deck=…&seed=…&conditions=…`. Raises PlainError."""
    register("sim", _simulated)
    try:
        return open_source(text)
    except SourceError as fault:
        raise PlainError(str(fault)) from None


def described(path: str | None, players: Sequence[str], source: Source) -> Table:
    """The table in the file, or as the source knows it, or with the players evenly around it.

    Raises PlainError where a player has no seat.
    """
    try:
        table = read_table(path) if path else getattr(source, "table", Table())
    except TableError as fault:
        raise PlainError(str(fault), USAGE) from None
    if not table.seats:
        width = 360 / len(players)
        # The first player sits at the bottom of the picture, the next clockwise.
        around = [Arc(name, (90 + i * width) % 360, width) for i, name in enumerate(players)]
        return replace(table, seats=tuple(around))
    names = {seat.name for seat in table.seats}
    missing = [name for name in players if name not in names]
    if missing:
        raise PlainError(
            f"{path or 'The table'} has no seat for {missing[0]}; its seats are "
            f"{', '.join(sorted(names))}.",
            USAGE,
        )
    return table


def _simulated(text: str) -> SimulatedTable:
    from companion.record import read
    from companion_datasets.decks.load import DeckError
    from companion_datasets.simulator import SimulatedTable

    path, _, query = text.partition("?")
    values = dict(parse_qsl(query))
    for key, form in FORMS.items():
        if key in values and not re.fullmatch(form, values[key], re.ASCII):
            raise PlainError(f"sim:{text}: {values[key]!r} is no {key}; {KINDS}.", USAGE)
    wide, _, high = values.pop("size", "").partition("x")
    try:
        return SimulatedTable(
            read(path),
            values.pop("deck", "english"),
            int(values.pop("seed", "0")),
            values.pop("conditions", "normal"),
            size=(int(wide), int(high)) if wide else None,
            fps=float(values.pop("fps")) if "fps" in values else None,
            **values,
        )
    except TypeError:
        raise PlainError(
            f"A simulated table has no {next(iter(values))!r}; {KINDS}.", USAGE
        ) from None
    except DeckError as fault:
        raise PlainError(f"sim:{text}: {fault}.", USAGE) from None
    except ValueError as fault:
        raise PlainError(f"sim:{text}: {fault}; {KINDS}.", USAGE) from None


def taught_file(deck: str, data: str | None) -> Path | None:
    """The file of a taught deck that is named by its id or its path; None: any French deck.

    Raises PlainError where there is none.
    """
    from companion.data_folder import data_folder
    from companion.decks.shelf import ENDING, FRENCH, Shelf

    if deck == FRENCH:
        return None
    with contextlib.suppress(OSError):  # a name that no system would take is none of a file
        if deck.endswith(ENDING) and Path(deck).is_file():
            return Path(deck)
    shelf = Shelf(data_folder(data))
    if not shelf.has(deck):
        there = ", ".join(one.id for one in shelf.taught()) or "none yet"
        raise PlainError(f"There is no taught deck {deck}; there are: {there}.", USAGE)
    return shelf.path(deck)
