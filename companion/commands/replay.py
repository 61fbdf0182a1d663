"""`companion replay`: the rules alone, over a record."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import get_args

import click

from companion.cards import Language, card_of, is_card
from companion.games._events import UNCHECKED
from companion.record import Record, Step, read
from companion.record import replay as replay_record


@click.command()
@click.argument("record")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each event.")
@click.option(
    "--language",
    type=click.Choice(get_args(Language)),
    default="en",
    show_default=True,
    help="Language of the reasons for flags.",
)
def command(record: str, as_json: bool, language: Language) -> None:
    """Replay RECORD, a game told in YAML or JSON: what the referee says, and the score.

    A record that is not valid ends with status 2 and a line that says which event is wrong; what
    was printed before stands.
    """
    game = read(record)
    lines = _json_lines(game) if as_json else _told(game, language)
    try:
        for line in lines:
            sys.stdout.write(line + "\n")
    finally:
        sys.stdout.flush()


def _json_lines(record: Record) -> Iterator[str]:
    encode = json.JSONEncoder().encode
    return (encode(step.to_json()) for step in replay_record(record))


def _told(record: Record, language: Language) -> Iterator[str]:
    """The game for people: a line for each event, flags with their reasons, the score."""
    game, state = record.begin()
    yield f"{record.game}: {', '.join(record.players)}"
    for step in replay_record(record):
        state = step.state
        yield _event_line(step)
        for flag in step.verdict.flags:
            yield f"        {flag.rule}: {game.reason(flag, language)}"
    scores = game.public(state)["scores"]
    yield "Score: " + ", ".join(f"{player} {points}" for player, points in scores.items())


def _event_line(step: Step) -> str:
    event = step.event
    told = [_said(event[key]) for key in event if key not in UNCHECKED and not _secret(step, key)]
    refused = "" if step.verdict.accepted else "  (not applied)"
    return f"{step.number:5}  {' '.join([str(event['type']), *told])}{refused}"


def _secret(step: Step, key: str) -> bool:
    """The sealed devil, and a card turned when its round was over: nobody is to read them here."""
    turned_late = any(flag.code == "turned_after_end" for flag in step.verdict.flags)
    return key == "card" and (step.event["type"] == "seal" or turned_late)


def _said(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(_said, value))
    if isinstance(value, Mapping):
        return json.dumps(value)
    return card_of(value).symbol if isinstance(value, str) and is_card(value) else str(value)
