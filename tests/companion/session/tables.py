"""A real table: a session over a real SQLite log, with a clock that the test moves."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.session import Outcome, ReadMove, TableSession
from companion.store import Store

PLAYERS = ["Ada", "Bea", "Cem", "Dan"]


def fast_folder() -> str | None:
    """Memory in place of a disk, where there is such: a thousand commits take no minute."""
    return next((folder for folder in ("/dev/shm",) if os.access(folder, os.W_OK)), None)


class Clock:
    """The time of the day, which stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
        self.ran = 0.0

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        """Time goes by."""
        self.now += timedelta(seconds=seconds)
        self.ran += seconds

    def set(self, now: datetime) -> None:
        """Somebody sets the clock; no time goes by."""
        self.now = now

    def steady(self) -> float:
        return self.ran


class Table:
    """A session, and short words for what happens at it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = Clock()
        self.film = 0.0
        self.session = TableSession(Store(folder), self.clock, steady=self.clock.steady)

    def start(self, contract: str | None = "no_hearts", **options: Any) -> None:
        self.session.start_game("berteln", PLAYERS, options)
        if contract:
            self.tap({"type": "announce", "contract": contract})

    def tap(self, move: dict[str, Any]) -> Outcome:
        return self.session.submit(move, "confirmed", "referee")

    def enter(self, player: str, card: str) -> Outcome:
        return self.tap({"type": "play", "player": player, "card": card})

    def see(self, player: str, card: str, grade: str = "seen", **more: Any) -> Outcome:
        move = {"type": "play", "player": player, "card": card}
        return self.see_move(move, grade, **more)

    def see_move(self, move: dict[str, Any], grade: str = "seen", **more: Any) -> Outcome:
        self.film += 1
        read = ReadMove(move, grade, self.film, **more)  # type: ignore[arg-type]
        (outcome,) = self.session.see([read])
        return outcome

    def play(self, *cards: str) -> None:
        """The camera sees plays, each `Ada 7C`."""
        for card in cards:
            self.see(*card.split())

    def restart(self) -> None:
        self.session.close()
        self.session = TableSession(Store(self.folder), self.clock, steady=self.clock.steady)

    @property
    def page(self) -> dict[str, Any]:
        """The referee page's snapshot."""
        return dict(self.session.snapshot("referee"))

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.page["state"])

    @property
    def flags(self) -> list[tuple[str, str, str]]:
        """Code, player and state of each flag that accuses somebody."""
        flags = self.page["flags"]
        return [(f["code"], f["player"], f["state"]) for f in flags if f["player"]]

    @property
    def questions(self) -> list[str]:
        return [question["id"] for question in self.page["questions"]]

    def status(self, card: str) -> str:
        """What became of the play of a card."""
        return next(e["status"] for e in self.page["events"] if e["card"] == card)

    def trick(self) -> list[str]:
        return [f"{laid['player']} {laid['card']}" for laid in self.state["trick"]]
