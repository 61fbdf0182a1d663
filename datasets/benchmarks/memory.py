"""Whether watching needs more memory the longer it lasts: a long film in one process, full speed.

What is measured is the whole process as the system sees it, with the simulator that draws the film.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.games.berteln.table import CONTRACTS
from vision.pipeline import Looker

from ..simulator import SimulatedTable
from ..simulator.evening import play
from .films import watched

WARM_MINUTES = 5.0
"""What the first minutes fill (pictures of cards, pools of the networks) is no growth."""
SAMPLED_S = 10.0
"""Seconds of film between two samples."""
_STATUS = Path("/proc/self/status")


@dataclass(frozen=True)
class Growth:
    """Resident memory over the minutes of a film."""

    samples: tuple[tuple[float, float], ...]
    """Minutes of film, megabytes."""

    @property
    def settled(self) -> list[tuple[float, float]]:
        """The samples after the first minutes."""
        return [one for one in self.samples if one[0] >= WARM_MINUTES]

    @property
    def in_ten_minutes(self) -> float:
        """Megabytes more in ten minutes of film, by the line that fits best."""
        minutes, megabytes = np.array(self.settled).T
        return float(np.polyfit(minutes, megabytes, 1)[0] * 10)

    def line(self) -> str:
        """One line for people."""
        settled = [megabytes for _, megabytes in self.settled]
        return (
            f"{self.samples[-1][0]:.1f} minutes of film: {settled[0]:.0f} MB after the first "
            f"{WARM_MINUTES:.0f}, {settled[-1]:.0f} MB at the end, {max(settled):.0f} MB at most; "
            f"{self.in_ten_minutes:+.1f} MB in ten minutes"
        )

    def as_json(self) -> dict[str, Any]:
        """The samples and what they say."""
        return {
            "samples": [[round(value, 2) for value in one] for one in self.samples],
            "in_ten_minutes": round(self.in_ten_minutes, 2),
        }


def resident() -> float:
    """Megabytes that this process holds in memory. Raises OSError where Linux does not say."""
    lines: Sequence[str] = _STATUS.read_text("ascii").splitlines()
    return float(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1024


def measure(
    minutes: float,
    eye: Callable[[SimulatedTable], Looker],
    *,
    size: tuple[int, int] | None = None,
    seed: int = 1,
    progress: Callable[[float], None] = lambda _share: None,
) -> Growth:
    """Watch a film of Berteln of at least so many minutes, as fast as it goes."""
    rounds = 1
    film = _film(rounds, seed, size)
    while film.duration < minutes * 60:
        rounds = max(rounds + 1, round(rounds * minutes * 60 / film.duration))
        film = _film(rounds, seed, size)
    return Growth(tuple(_sampled(film, eye(film), minutes, progress)))


def _film(rounds: int, seed: int, size: tuple[int, int] | None) -> SimulatedTable:
    record = play(seed, 4, CONTRACTS * rounds).record
    return SimulatedTable(record, "english", seed, "normal", size=size, held_out=True)


def _sampled(
    film: SimulatedTable, eye: Looker, minutes: float, progress: Callable[[float], None]
) -> Iterator[tuple[float, float]]:
    due = 0.0
    for frame, _, _ in watched(film, eye):
        if frame.at >= due:
            due += SAMPLED_S
            progress(min(1.0, frame.at / (minutes * 60)))
            yield frame.at / 60, resident()
        if frame.at >= minutes * 60:
            return
