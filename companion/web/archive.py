"""What the history's pages share: the games of the log, and how to find some of them."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort

from companion.session.snapshot import GameHead
from companion.web.answers import table_session
from companion.web.words import day, game_name


def head_of(game_id: int) -> GameHead:
    """The game of that id; a plain 404 where there is none."""
    found = [head for head in table_session().past_games() if head["id"] == game_id]
    return found[0] if found else abort(404)


def found(heads: Sequence[GameHead], wanted: str) -> list[GameHead]:
    """The games in which every word of a search occurs: a player, the game, or its day."""
    words = wanted.casefold().split()
    return [head for head in heads if all(word in _searched(head) for word in words)]


def _searched(head: GameHead) -> str:
    parts = [game_name(head["game"]), head["started"][:10], day(head["started"]), *head["players"]]
    return " ".join(parts).casefold()
