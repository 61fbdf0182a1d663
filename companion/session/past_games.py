"""Earlier games, and every moment of them: the part of a session that looks back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import USAGE
from companion.games import KeepsSecrets
from companion.session.desk import NO_GAME, Desk
from companion.session.exchange import to_record
from companion.session.outcome import SessionError
from companion.session.pages import Judged, snapshot
from companion.session.replay import Replay
from companion.session.snapshot import GameHead, Snapshot, View


class PastGames:
    """What a `TableSession` tells of games, also of those that are over."""

    _desk: Desk

    def past_games(self) -> list[GameHead]:
        """All games of this log, the newest first, with their scores counted anew."""
        with self._desk.lock:
            return self._desk.archive.heads()

    def game_of(self, event_id: int) -> int:
        """Id of the game in which that event was booked. Raises SessionError."""
        with self._desk.lock:
            return self._desk.game_of(event_id).timeline.head.id

    def export_record(self, game_id: int | None = None) -> dict[str, Any]:
        """A game (left out: the running one) as a record: head and events in the order in which
        they counted, each with `at` and what was `seen`."""
        return to_record(self._of_game(game_id))

    def audit(self, game_id: int | None = None) -> dict[str, Any]:
        """What anybody may check a game's judge with (left out: the running game's).

        Raises SessionError for a game without secrets.
        """
        standing = self._of_game(game_id).standing
        if not isinstance(standing.game, KeepsSecrets):
            raise SessionError("In this game nothing is kept secret that could be checked.", USAGE)
        return standing.game.audit(standing.state)

    def moments(self, game_id: int) -> list[int]:
        """The ids of the events that a game is replayed by, in the order in which they counted."""
        judged = self._of_game(game_id)
        fates = judged.standing.fates
        return [
            event.id
            for event in judged.timeline.events
            if not event.struck and fates.get(event.id) not in ("refused", "needless")
        ]

    def moment(self, game_id: int, event_id: int | None, view: View = "table") -> Snapshot:
        """All that a page of that kind could show right after that event (None: at the start).

        Corrections made later count from the start: what is shown is the game as it is known now.
        """
        judged = self._of_game(game_id)
        timeline = judged.timeline
        places = [n for n, event in enumerate(timeline.events, 1) if event.id == event_id]
        if event_id is not None and not places:
            raise SessionError(f"Game {game_id} has no event {event_id}.", USAGE)
        until = timeline.events[: sum(places)]
        then = replace(timeline, events=until, withdrawn=(), retracted=(), ended=None)
        before = Judged.of(then, Replay().run(then))
        desk = self._desk
        return snapshot(before, view, desk.shown.around, desk.clock(), desk.store.pictures.has)

    def _of_game(self, game_id: int | None) -> Judged:
        with self._desk.lock:
            if self._desk.judged and game_id in (None, self._desk.judged.timeline.head.id):
                return self._desk.judged
            if game_id is None:
                raise SessionError(NO_GAME)
            return self._desk.archive.judged(game_id)
