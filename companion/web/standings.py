"""Who is ahead over the evenings: a table for every group of people and every game they play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from flask import Blueprint, render_template

from companion.session.names import alike, spelled
from companion.session.snapshot import GameHead
from companion.web.answers import table_session
from companion.web.drawing import Chart, chart

blueprint = Blueprint("standings", __name__)


@dataclass(frozen=True)
class Evening:
    """What one evening brought everybody in one game."""

    at: str
    """Start of its first game, UTC, ISO 8601."""
    games: tuple[int, ...]
    points: Mapping[str, float]


@dataclass(frozen=True)
class Group:
    """The same people at the same game, over all their evenings."""

    game: str
    players: tuple[str, ...]
    """The one with the most points first."""
    evenings: tuple[Evening, ...]
    totals: Mapping[str, float]
    won: Mapping[str, int]
    """Games in which nobody had more points; a tie counts for all who tie."""
    course: Chart | None
    """Totals from evening to evening, once there are two."""


@blueprint.get("/standings")
def show() -> str:
    """The page."""
    return render_template("history/standings.html", groups=groups(table_session().past_games()))


def groups(heads: Iterable[GameHead]) -> list[Group]:
    """The groups, those that played last first. Games without any points are left out."""
    found: dict[tuple[str, frozenset[str]], list[GameHead]] = {}
    for head in _spelled_alike(list(heads)):
        if any(head["scores"].values()):
            found.setdefault((head["game"], frozenset(head["players"])), []).append(head)
    return [
        _group(game, sorted(of, key=lambda head: head["id"])) for (game, _), of in found.items()
    ]


def _spelled_alike(heads: Sequence[GameHead]) -> Iterator[GameHead]:
    """The games with everybody written as in their newest one: `ada` is no second Ada."""
    known = spelled(player for head in heads for player in head["players"])
    for head in heads:
        # An old log may hold a game in which two were written nearly alike: they stay two.
        own = {name: known[alike(name)] for name in head["players"]}
        if len(set(own.values())) < len(own):
            yield head
            continue
        scores = {own[name]: points for name, points in head["scores"].items()}
        yield {**head, "players": list(own.values()), "scores": scores}


def _group(game: str, heads: Sequence[GameHead]) -> Group:
    evenings = tuple(_evening(list(of)) for _, of in groupby(heads, key=_day))
    names = heads[-1]["players"]
    totals = {name: sum(one.points[name] for one in evenings) for name in names}
    won = {name: sum(_leads(head, name) for head in heads) for name in names}
    running, course = dict.fromkeys(names, 0.0), []
    for evening in evenings:
        running = {name: running[name] + evening.points[name] for name in names}
        course.append(running)
    return Group(
        game,
        tuple(sorted(names, key=lambda name: -totals[name])),
        evenings,
        totals,
        won,
        chart(names, course) if len(course) > 1 else None,
    )


def _evening(heads: Sequence[GameHead]) -> Evening:
    names = heads[0]["players"]
    points = {name: sum(head["scores"].get(name, 0) for head in heads) for name in names}
    return Evening(heads[0]["started"], tuple(head["id"] for head in heads), points)


def _day(head: GameHead) -> str:
    """The evening to which a game belongs: before six in the morning it is still last night."""
    began = datetime.fromisoformat(head["started"]).astimezone().timestamp() - 6 * 3600
    return datetime.fromtimestamp(began).date().isoformat()


def _id(head: GameHead) -> int:
    return head["id"]


def _leads(head: GameHead, player: str) -> bool:
    return head["scores"].get(player, 0) == max(head["scores"].values())
