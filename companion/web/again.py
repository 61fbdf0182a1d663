"""From one game to the next: the same people again, and whether anything is lost by starting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.web.answers import table_session
from companion.web.games import offered, pages_of

OFFERED = 3
"""So many tables of before can be had again with one tap."""
FOR_ONE_GAME = frozenset({"announcer", "dealer", "first_layer", "deck"})
"""Options that say who begins this time, and the deck, which has a field of its own."""


@dataclass(frozen=True)
class Before:
    """A game with the people who played it, the newest of that kind."""

    game_id: int
    game: str
    players: tuple[str, ...]


def tables_before() -> list[Before]:
    """Who played what last, the newest first; the same people at the same game once."""
    known: dict[tuple[str, tuple[str, ...]], Before] = {}
    for head in table_session().past_games():
        players = tuple(head["players"])
        if head["game"] in offered():
            known.setdefault((head["game"], players), Before(head["id"], head["game"], players))
    return list(known.values())[:OFFERED]


def filled_again(game_id: int | None) -> dict[str, Any]:
    """The set-up page's fields as they were for that game; empty for no game of the log."""
    heads = {head["id"]: head for head in table_session().past_games()}
    head = heads.get(game_id) if game_id is not None else None
    if head is None or head["game"] not in offered():
        return {"player": []}
    kept = {name: value for name, value in head["options"].items() if name not in FOR_ONE_GAME}
    deck = table_session().snapshot("table", head["id"])["deck"]
    return {**kept, "game": head["game"], "player": list(head["players"]), "deck": deck}


def ends_a_game() -> bool:
    """Whether a game runs that would be cut short if another one began now."""
    return would_be_cut_short(table_session().snapshot("table"))


def would_be_cut_short(snapshot: Mapping[str, Any]) -> bool:
    """The same of a snapshot: something has happened, and the rules have not ended it."""
    if snapshot["game"] is None or snapshot["ended"] or not snapshot["events"]:
        return False
    return not pages_of(snapshot["game"]).is_settled(snapshot)
