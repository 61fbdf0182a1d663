"""A knock-out evening: the part of a session that knows which games belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.errors import USAGE
from companion.games import InvalidGame, find
from companion.session.desk import Desk
from companion.session.knockout import FEWEST, MOST, Knockout, Pairing, Played, knockout
from companion.session.names import check_names
from companion.session.outcome import SessionError
from companion.session.timeline import KNOCKOUT, START
from companion.store import Entry, Row

PAIRING: Final = "pairing"
"""Under this name a game's first row says which pairing of which evening it is."""


@dataclass(frozen=True)
class Evening:
    """A knock-out evening as it stands."""

    id: int
    game: str
    options: Mapping[str, Any]
    knockout: Knockout

    def place(self, pairing: Pairing) -> dict[str, int]:
        """What is written down with a game of that pairing."""
        return {"evening": self.id, "round": pairing.round, "number": pairing.number}


class Evenings:
    """What a `TableSession` tells of games that belong together."""

    _desk: Desk

    def start_knockout(
        self, game: str, players: Sequence[str], options: Mapping[str, Any], who: str
    ) -> int:
        """Begin an evening on which whoever loses is out; its id. `players` in the order drawn.

        Raises SessionError, InvalidGame.
        """
        if not FEWEST <= len(players) <= MOST:
            raise SessionError(f"{FEWEST} to {MOST} players can take part.", USAGE)
        check_names(players)
        find(game).start(list(players[:2]), options)
        body = {"game": game, "players": list(players), "options": dict(options)}
        with self._desk.lock:
            return self._desk.open([Entry(KNOCKOUT, body, who, self._desk.now())])

    def knockout(self) -> Evening | None:
        """The evening that was begun last, None where there was none."""
        with self._desk.lock:
            rows = self._desk.store.rows
            head = next((row for row in reversed(rows) if row.kind == KNOCKOUT), None)
            if head is None:
                return None
            games = [
                self._played(row)
                for row in rows
                if row.kind == START and (row.body.get(PAIRING) or {}).get("evening") == head.id
            ]
        body = head.body
        return Evening(head.id, body["game"], body["options"], knockout(body["players"], games))

    def _played(self, row: Row) -> Played:
        place = row.body[PAIRING]
        try:
            public: Mapping[str, Any] = self._desk.archive.judged(row.id).standing.public
        except InvalidGame:
            public = {}
        return Played(
            row.id, place["round"], place["number"], public.get("scores", {}), public.get("winner")
        )
