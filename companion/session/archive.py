"""The games of a log: which there are, which one runs, and how each stands, counted anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import reduce

from companion.errors import USAGE
from companion.games import InvalidGame
from companion.session.outcome import SessionError
from companion.session.pages import Judged
from companion.session.replay import Replay
from companion.session.settings import NO_CHANGES, Settings
from companion.session.snapshot import GameHead
from companion.session.timeline import END, RESUME, SETTING, START, Timeline
from companion.store import Row, Store


def judged_after(timeline: Timeline, rows: Sequence[Row], replay: Replay) -> Judged:
    """How a game stands after further rows. Raises InvalidGame."""
    timeline = reduce(Timeline.after, rows, timeline)
    return Judged.of(timeline, replay.run(timeline))


def digest(judged: Judged) -> str:
    """A short hash of the public state: whether two countings show the same."""
    public = json.dumps(judged.standing.public, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(public.encode()).hexdigest()[:16]


class Archive:
    """Reads the rows of a store as games."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, tuple[int, Judged]] = {}
        """Earlier games already counted, each with how many rows it had."""

    @property
    def games(self) -> list[int]:
        """Ids of all games, the oldest first."""
        return [row.id for row in self._store.rows if row.kind == START]

    @property
    def running(self) -> int | None:
        """Id of the game that was started or resumed last, unless it was ended since."""
        for row in reversed(self._store.rows):
            if row.kind in (START, RESUME):
                return row.game
            if row.kind == END:
                return None
        return None

    def settings(self) -> Settings:
        """The settings as they are now."""
        changes = (row.body for row in self._store.rows if row.kind == SETTING)
        return reduce(lambda now, row: now.with_(row["name"], row["value"]), changes, NO_CHANGES)

    def judged(self, game_id: int, replay: Replay | None = None) -> Judged:
        """How a game stands. Raises SessionError, InvalidGame."""
        rows = [row for row in self._store.rows if row.game == game_id or row.kind == SETTING]
        if not any(row.kind == START for row in rows):
            raise SessionError(f"There is no game {game_id} in the log.", USAGE)
        count, known = self._known.get(game_id, (0, None))
        if known is None or count != len(rows) or replay is not None:
            timeline = Timeline.of(rows)
            known = Judged.of(timeline, (replay or Replay()).run(timeline))
            self._known[game_id] = (len(rows), known)
        return known

    def is_as_shown(self, game_id: int, judged: Judged) -> bool:
        """Whether a game stands as it was shown when its last row was written."""
        for row in reversed(self._store.rows):
            if row.game == game_id and "shown" in row.body:
                return bool(row.body["shown"] == digest(judged))
        return True

    def heads(self) -> list[GameHead]:
        """All games, the newest first."""
        return [self._head(game_id) for game_id in reversed(self.games)]

    def _head(self, game_id: int) -> GameHead:
        start = self._store.rows[game_id - 1]
        head: GameHead = {
            "id": game_id,
            "game": start.body["game"],
            "players": start.body["players"],
            "options": start.body["options"],
            "started": start.at,
            "ended": None,
            "put_right": None,
            "running": game_id == self.running,
            "events": 0,
            "scores": {},
            "as_shown": True,
        }
        try:
            judged = self.judged(game_id)
        except InvalidGame:
            return head  # Of a game that this version does not have.
        head["ended"] = judged.timeline.ended
        head["put_right"] = judged.timeline.put_right_at
        head["options"] = dict(judged.timeline.head.options)
        head["events"] = len(judged.standing.steps)
        head["scores"] = dict(judged.standing.public.get("scores", {}))
        head["as_shown"] = self.is_as_shown(game_id, judged)
        return head
