"""`TableSession`: the one door to a running table, for pages, commands and the camera."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from companion.readers.move import ReadMove
from companion.session.listeners import Listeners, Subscription
from companion.session.outcome import Outcome
from companion.session.snapshot import GameHead, Grade, Snapshot, View
from companion.store import Store


def now_utc() -> datetime:
    """The time of the day, UTC."""
    return datetime.now(UTC)


class TableSession:
    """One table, safe to be called from any thread.

    What is not possible raises `SessionError`; a log that cannot be written raises `StoreError`;
    a move that is no valid event raises `companion.games.InvalidEvent`. Both of the first are
    `PlainError`s. After an error nothing has changed.

    `who` is free text for the log: "referee", "seat Bea", "camera".
    """

    def __init__(self, store: Store, clock: Callable[[], datetime] = now_utc) -> None:
        self._store = store
        self._clock = clock
        self._listeners = Listeners()

    # Games

    def start_game(
        self,
        game: str,
        players: list[str],
        options: Mapping[str, Any] | None = None,
        *,
        seats: Mapping[str, str] | None = None,
        deck: str = "french",
        who: str = "referee",
    ) -> int:
        """Begin a game and return its id; a running one is ended as it stands (and can be resumed).

        `seats` names the arc of the table for each player (left out: the player's own name).
        """
        raise NotImplementedError

    def end_game(self, who: str, why: str = "") -> None:
        """End the running game as it stands."""
        raise NotImplementedError

    def resume_game(self, game_id: int, who: str) -> None:
        """Go on with an earlier game; a running one is ended as it stands."""
        raise NotImplementedError

    def past_games(self) -> list[GameHead]:
        """All games of this log, the newest first, with their scores counted anew."""
        raise NotImplementedError

    def import_record(self, text: str, name: str, who: str) -> int:
        """Begin a game from a record (YAML or JSON text; `name` is for messages); its id."""
        raise NotImplementedError

    def export_record(self, game_id: int | None = None) -> dict[str, Any]:
        """A game (left out: the running one) as a record: head and events in the order in which
        they counted, each with `at` and what was `seen`."""
        raise NotImplementedError

    def change_options(
        self, options: Mapping[str, Any], who: str, confirmed: bool = False
    ) -> Outcome:
        """Change the variant and count all anew; once a card lies that needs `confirmed`."""
        raise NotImplementedError

    def set(self, name: str, value: Any, who: str) -> None:
        """Change a setting of the session, see `companion.session.settings`."""
        raise NotImplementedError

    # Moves and rulings by people

    def submit(
        self,
        move: Mapping[str, Any],
        grade: Grade = "confirmed",
        who: str = "referee",
        evidence: bytes | None = None,
        at: float | None = None,
    ) -> Outcome:
        """Book one move. `confirmed`: a person entered it; other grades are the camera's.

        A person's entry of a card that the camera has read (or asks about) confirms or corrects
        that reading; it is not booked twice.
        """
        raise NotImplementedError

    def take_back(self, who: str) -> Outcome:
        """The pending card went back to the hand."""
        return self.submit({"type": "take_back"}, "confirmed", who)

    def accept(self, who: str) -> Outcome:
        """The pending play stands."""
        return self.submit({"type": "accept"}, "confirmed", who)

    def annul(self, who: str) -> Outcome:
        """The deal is void (also: misdeal)."""
        return self.submit({"type": "annul"}, "confirmed", who)

    def no_play(self, event_id: int, who: str) -> Outcome:
        """That was no play: strike out the event (one tap)."""
        return self.delete(event_id, who, "that was no play")

    def rule(self, flag_id: str, state: str, who: str, why: str = "") -> Outcome:
        """Say what becomes of a flag: `open`, `stands` or `camera_wrong`."""
        raise NotImplementedError

    # Corrections

    def undo(self, who: str, steps: int = 1) -> Outcome:
        """Take back the last action, whatever it was; again for the one before."""
        raise NotImplementedError

    def redo(self, who: str, steps: int = 1) -> Outcome:
        """Do again what was undone last."""
        raise NotImplementedError

    def correct(self, event_id: int, move: Mapping[str, Any], who: str, why: str = "") -> Outcome:
        """It was another move. Later events count as they follow from the change."""
        raise NotImplementedError

    def insert(
        self,
        before_id: int | None,
        move: Mapping[str, Any],
        who: str,
        why: str = "",
        evidence: bytes | None = None,
    ) -> Outcome:
        """A move was missed: book it before that event (None: at the end)."""
        raise NotImplementedError

    def delete(self, event_id: int, who: str, why: str) -> Outcome:
        """Strike out an event; it stays in the log."""
        raise NotImplementedError

    def confirm(self, event_id: int, who: str) -> Outcome:
        """The event is as it was read."""
        raise NotImplementedError

    def answer(
        self,
        question_id: str,
        choice: str | bool,
        who: str,
        change: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Answer a question with the `id` of a choice (True and False mean `yes` and `no`).

        `change` gives another card or player that no choice has: `{"card": "9S"}`.
        """
        raise NotImplementedError

    # The camera

    def see(self, read_moves: Iterable[ReadMove]) -> list[Outcome]:
        """Take what the camera read, in order. Never raises for a log that cannot be written: what
        was read is kept and written with the next call, and `snapshot()["log"]` says so."""
        raise NotImplementedError

    def camera_status(self, state: str, text: str = "") -> None:
        """How the camera is: `none`, `live`, `lost`, `frozen` ..., with a sentence for people."""
        raise NotImplementedError

    def reader_state(self) -> dict[str, Any]:
        """The game's public state for the reader: `pending` as it is, and `waiting`: what lies on
        the table but does not count yet, `[{"player", "card", "track"}]`."""
        raise NotImplementedError

    # Watching

    def snapshot(self, view: View = "table", game_id: int | None = None) -> Snapshot:
        """All that a page of that kind may show (of an earlier game: with `game_id`)."""
        raise NotImplementedError

    def evidence(self, evidence_id: str) -> bytes | None:
        """The JPEG of that id, None once it was deleted."""
        raise NotImplementedError

    def listen(self) -> Subscription:
        """Notices of changes; `with session.listen() as changes: changes.get(timeout=15)`."""
        return self._listeners.listen()

    @property
    def version(self) -> int:
        """The version that `snapshot` would show."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the log and let others use the data folder."""
        self._store.close()
