"""One module a game: table events become moves of that game.

    reader = reader_for("berteln", table, players)
    moves = reader.see(event, session.reader_state())

To add a game's reader, add a module with the game's name (`-` is `_`) and a class `READER` in it.
Modules that begin with `_` are shared by readers and are none.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from companion.readers.move import Habits, ReadMove
from vision.events import TableEvent
from vision.table import Table


class Reader(Protocol):
    """Understands one game's table. It may know whose turn it is, never what would be legal."""

    def see(self, event: TableEvent, state: Mapping[str, Any]) -> list[ReadMove]:
        """The moves that an event tells, given the public state of the game before them.

        `state` is `TableSession.reader_state()`; empty while no game is running.
        """
        ...


def names() -> tuple[str, ...]:
    """The games that the camera can follow, sorted."""
    return tuple(
        sorted(
            module.name.replace("_", "-")
            for module in pkgutil.iter_modules(__path__)
            if module.name != "move" and not module.name.startswith("_")
        )
    )


def reader_for(
    game: str,
    table: Table,
    players: Sequence[str],
    seats: Mapping[str, str] | None = None,
    *,
    passes_are_tapped: bool = False,
    releases_itself: bool = False,
) -> Reader:
    """A reader for a game. Raises LookupError where the camera cannot follow that game.

    `players` are clockwise; `seats` names the arc of the table of each (left out: his own name).
    `passes_are_tapped` and `releases_itself`: see `move.Habits`.
    """
    if game not in names():
        raise LookupError(f"the camera cannot follow {game}; it can {', '.join(names())}")
    module = importlib.import_module(f"{__name__}.{game.replace('-', '_')}")
    arcs = {name: (seats or {}).get(name, name) for name in players}
    reader: Reader = module.READER(
        table,
        players,
        {arc: name for name, arc in arcs.items()},
        Habits(passes_are_tapped, releases_itself),
    )
    return reader
