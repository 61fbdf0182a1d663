"""A game's score sheet for a spreadsheet, as those of the reader's language read it.

Where a comma parts the decimals a semicolon parts the columns: German and Polish spreadsheets open
such a file at once, and would take `-7.5` for a text or a date.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from babel.numbers import get_decimal_symbol

from companion.web.language import _, locale
from companion.web.words import contract_name, game_name

MARK = "\ufeff"
"""The byte order mark makes spreadsheets read names with umlauts."""


def sheet_csv(snapshot: Any) -> str:
    """A line for each deal, the totals last."""
    out = io.StringIO()
    decimal = get_decimal_symbol(locale())
    writer = csv.writer(out, delimiter=";" if decimal == "," else ",")
    rows = _with_contracts(snapshot) if snapshot["sheet"]["contracts"] else _numbered(snapshot)
    writer.writerows([_cell(value, decimal) for value in row] for row in rows)
    return MARK + out.getvalue()


def _with_contracts(snapshot: Any) -> Iterator[list[object]]:
    players, sheet = snapshot["players"], snapshot["sheet"]
    yield [_("Round"), _("Deal"), _("Contract"), _("Announcer"), *players]
    for cell in sheet["deals"]:
        said = [contract_name(cell["contract"]), cell["announcer"] or ""]
        yield [cell["round"], cell["deal"], *said, *_figures(cell["points"], players)]
    empty = ["", game_name(snapshot["game"]), ""]
    yield [_("Total"), *empty, *_figures(sheet["totals"], players)]


def _numbered(snapshot: Any) -> Iterator[list[object]]:
    """The same for a game that knows no contracts: its deals are numbered through."""
    players, sheet = snapshot["players"], snapshot["sheet"]
    yield [_("Deal"), *players]
    for cell in sheet["deals"]:
        yield [cell["deal"], *_figures(cell["points"], players)]
    yield [_("Total"), *_figures(sheet["totals"], players)]


def _figures(points: Any, players: Any) -> list[object]:
    return [points.get(player, 0) for player in players]


def _cell(value: object, decimal: str) -> str:
    if isinstance(value, int | float):
        return str(value).replace(".", decimal)
    text = str(value)
    # No spreadsheet takes a name for a formula.
    return f"'{text}" if text[:1] in "=+-@" and text else text
