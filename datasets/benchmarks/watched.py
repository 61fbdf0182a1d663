"""What watching one film gave, and the file in which results grow from run to run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .counting import Share
from .table_plans import GAMES, TablePlan


@dataclass(frozen=True)
class Watched:
    """One film compared with what was truly played."""

    plan: TablePlan
    eye: str
    events: Mapping[str, Share]
    """Table events right in kind, card, seat and order, by kind."""
    invented_events: int
    moves: Share
    """Moves booked as they were made, in their order."""
    invented_moves: int
    same_end: bool
    """Whether the public state at the end is the true one."""
    asked: int
    """Questions that a person was asked, each counted once."""
    put_right: int
    """Moves that a person had to put in, strike out or make another one to answer them."""
    left_open: int
    """Questions still open at the end."""
    flags: Share
    """Flags that had to come and came."""
    false_flags: int
    """Flags that name somebody who did not deserve them."""
    delays: tuple[float, ...]
    """Seconds of film from a card lying still to its event, for each card laid or turned."""
    film_seconds: float
    wall_seconds: float

    @property
    def outcome(self) -> str:
        """`right` with nothing asked, `right after answers`, `left open`: wrong, and something is
        still asked, or `silently wrong`."""
        if self.same_end:
            return "right after answers" if self.asked else "right"
        return "left open" if self.left_open else "silently wrong"

    def as_json(self) -> dict[str, Any]:
        """One entry of the file of results."""
        return {
            "plan": asdict(self.plan),
            "eye": self.eye,
            "outcome": self.outcome,
            "events": {kind: [share.hits, share.of] for kind, share in self.events.items()},
            "invented_events": self.invented_events,
            "moves": [self.moves.hits, self.moves.of],
            "invented_moves": self.invented_moves,
            "same_end": self.same_end,
            "asked": self.asked,
            "put_right": self.put_right,
            "left_open": self.left_open,
            "flags": [self.flags.hits, self.flags.of],
            "false_flags": self.false_flags,
            "delays": [round(delay, 2) for delay in self.delays],
            "film_seconds": round(self.film_seconds, 1),
            "wall_seconds": round(self.wall_seconds, 1),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Watched:
        """The result that `as_json` wrote."""
        return cls(
            plan=TablePlan(**data["plan"]),
            eye=data["eye"],
            events={kind: Share(*counts) for kind, counts in data["events"].items()},
            invented_events=data["invented_events"],
            moves=Share(*data["moves"]),
            invented_moves=data["invented_moves"],
            same_end=data["same_end"],
            asked=data["asked"],
            put_right=data["put_right"],
            left_open=data["left_open"],
            flags=Share(*data["flags"]),
            false_flags=data["false_flags"],
            delays=tuple(data["delays"]),
            film_seconds=data["film_seconds"],
            wall_seconds=data["wall_seconds"],
        )

    def line(self) -> str:
        """One line for people."""
        events = " ".join(f"{kind} {s.hits}/{s.of}" for kind, s in self.events.items() if s.of)
        return (
            f"{self.plan.key} ({self.plan.players} players, {self.plan.offence or 'no offence'}, "
            f"{self.plan.deck}): {self.outcome}; {events}; moves {self.moves.hits}/"
            f"{self.moves.of}, flags {self.flags.hits}/{self.flags.of}, {self.false_flags} false, "
            f"{self.asked} questions, {self.put_right} put right, {self.left_open} left open; "
            f"{self.film_seconds / self.wall_seconds:.1f} x film speed"
        )


class Results:
    """Results of single films in a JSON file, written after each."""

    def __init__(self, path: Path | None) -> None:
        """Raises ValueError for a file that holds something else."""
        self._path = path
        self._found: dict[str, Watched] = {}
        if path is not None and path.exists():
            try:
                films = json.loads(path.read_text("utf-8"))["films"]
                self._found = {
                    _key(one.eye, one.plan): one for one in map(Watched.from_json, films)
                }
            except (KeyError, TypeError, ValueError) as fault:
                raise ValueError(f"{path} holds no results of this benchmark") from fault

    def __iter__(self) -> Iterator[Watched]:
        return iter(self._found.values())

    def has(self, eye: str, plan: TablePlan) -> bool:
        """Whether that film was watched with that eye."""
        return _key(eye, plan) in self._found

    def add(self, watched_film: Watched) -> None:
        """Keep one more, at once also in the file."""
        self._found[_key(watched_film.eye, watched_film.plan)] = watched_film
        if self._path is not None:
            text = json.dumps({"films": [one.as_json() for one in self]}, indent=1)
            partial = self._path.with_suffix(".partial")
            partial.write_text(text + "\n", "utf-8")
            partial.replace(self._path)

    def lines(self, eye: str) -> list[str]:
        """A table for people: games and conditions, counts and 95 % intervals (Wilson)."""
        lines = []
        for game in GAMES:
            for conditions in ("easy", "normal", "hard"):
                films = [
                    one for one in self
                    if one.eye == eye and (one.plan.game, one.plan.conditions) == (game, conditions)
                ]  # fmt: skip
                if films:
                    lines += ["", f"== {game}, {conditions} ==", *summed(films)]
        return lines


def _key(eye: str, plan: TablePlan) -> str:
    return f"{eye}: {plan.key}"


def summed(films: Sequence[Watched]) -> list[str]:
    """What several films say together."""

    def share(name: str) -> Share:
        shares: list[Share] = [getattr(one, name) for one in films]
        return Share(sum(s.hits for s in shares), sum(s.of for s in shares))

    rows = [
        (f"films {outcome}", Share(sum(o.outcome == outcome for o in films), len(films)))
        for outcome in ("right", "right after answers", "left open", "silently wrong")
    ]
    for kind in films[0].events:
        of_kind = [one.events.get(kind, Share(0, 0)) for one in films]
        rows.append((kind, Share(sum(s.hits for s in of_kind), sum(s.of for s in of_kind))))
    rows += [("moves", share("moves")), ("violations flagged", share("flags"))]
    lines = [f"{title:26} {value}" for title, value in rows]
    counted = (
        "invented_events",
        "invented_moves",
        "false_flags",
        "asked",
        "put_right",
        "left_open",
    )
    for name in counted:
        lines.append(f"{name.replace('_', ' '):26} {sum(getattr(one, name) for one in films)}")
    delays = sorted(delay for one in films for delay in one.delays)
    if delays:
        median, late = delays[len(delays) // 2], delays[int(len(delays) * 0.95)]
        lines.append(f"{'delay, seconds':26} median {median:.2f}, 95 % {late:.2f}")
    speed = sum(one.film_seconds for one in films) / sum(one.wall_seconds for one in films)
    lines.append(f"{'film seconds a second':26} {speed:.2f}")
    return lines
