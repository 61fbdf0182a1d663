"""Game records: one YAML or JSON file that tells a whole game, event by event.

    record = read("evening.yaml")
    for step in replay(record):
        print(step.to_json())

A record has a head (`game`, `players`, `options`) and `events`. Whatever is wrong with it is a
`RecordError`, whose text is `FILE: event N: what is wrong`; N is 0 for the head.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.errors import USAGE, PlainError
from companion.games import Event, Game, InvalidEvent, InvalidGame, Verdict, find
from companion.games._events import said
from companion.record_text import Mapped, UnreadableError, load

HEAD = ("game", "players")
KEYS = ("game", "players", "options", "events")

_PLAIN = re.compile(r"[2-9TJQKA][CDHS]|[^\W\d_][\w-]*( [\w-]+)*")
"""Text that needs no quotes in YAML: a card's code, or words."""
_MISREAD = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


class RecordError(PlainError):
    """A record that is not valid; `event` is the number of the event at fault, 0 for the head."""

    def __init__(self, source: str, event: int, fault: str) -> None:
        line = f"{source}: event {event}: {fault}"
        super().__init__(" ".join(line.splitlines()), status=USAGE)
        self.event = event


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: its head, and events that are not yet checked."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    events: Sequence[object] = ()
    """Mappings, unless the file was wrong: `replay` says so when it gets there."""
    source: str = field(default="record", compare=False)
    """The file's name, for messages."""

    def begin(self) -> tuple[Game[Any, Any], Any]:
        """The game and its first state; raises RecordError for a head that is not valid."""
        try:
            game = find(self.game)
            return game, game.start(self.players, self.options)
        except InvalidGame as fault:
            raise RecordError(self.source, 0, str(fault)) from None


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a record, judged."""

    number: int
    event: Event
    verdict: Verdict
    game: Game[Any, Any]
    state: Any
    """The state after it."""

    def to_json(self) -> dict[str, Any]:
        """The line that `companion replay --json` prints."""
        return {
            "event": self.number,
            "accepted": self.verdict.accepted,
            "flags": [flag.to_json() for flag in self.verdict.flags],
            "state": self.game.public(self.state),
        }


def read(path: Path | str, *, head_only: bool = False) -> Record:
    """Read a record, `.json` as JSON and anything else as YAML; its head is checked.

    `head_only` lets `events` be left out, for what begins a game rather than tells one.
    Raises RecordError.
    """
    source = str(path)
    try:
        content = load(Path(path))
    except UnreadableError as fault:
        raise RecordError(source, 0, str(fault)) from None
    record = _record(content, source, needed=HEAD if head_only else (*HEAD, "events"))
    record.begin()
    return record


def _record(content: object, source: str, needed: Sequence[str]) -> Record:
    def wrong(fault: str) -> RecordError:
        return RecordError(source, 0, fault)

    if not isinstance(content, Mapped):
        raise wrong("a record is a mapping with the keys game, players, options and events")
    for key in content:
        if key not in KEYS:
            raise wrong(f"a record has no key {said(key)}; it has {', '.join(KEYS)}")
    for key in needed:
        if key not in content:
            raise wrong(f"the key {key!r} is missing")
    game, players = content["game"], content["players"]
    options, events = content.get("options", Mapped()), content.get("events", [])
    if not isinstance(game, str):
        raise wrong(f"game is the name of a game, not {said(game)}")
    if not isinstance(players, list):
        raise wrong(f"players is a list of names, not {said(players)}")
    if not isinstance(options, Mapped):
        raise wrong(f"options is a mapping ({{}} if there are none), not {said(options)}")
    if not isinstance(events, list):
        raise wrong(f"events is a list ([] if there are none), not {said(events)}")
    for mapping in (content, *_mappings(options)):
        if mapping.twice is not None:
            raise wrong(f"the key {said(mapping.twice)} stands twice")
    return Record(game, tuple(players), options, events, source)


def _mappings(value: Mapped) -> Iterator[Mapped]:
    """The mapping and all mappings that stand in it, however deep."""
    waiting = [value]
    while waiting:
        mapping = waiting.pop()
        yield mapping
        waiting += [inner for inner in mapping.values() if isinstance(inner, Mapped)]


def replay(record: Record) -> Iterator[Step]:
    """Every event of the record with its verdict and the state after it, as far as it is valid.

    Raises RecordError at the first event that is not.
    """
    game, state = record.begin()
    for number, event in enumerate(record.events, 1):
        try:
            if not isinstance(event, Mapping):
                raise InvalidEvent(f"{said(event)} is no event; an event is like {{type: accept}}")
            if isinstance(event, Mapped) and event.twice is not None:
                raise InvalidEvent(f"the field {said(event.twice)} stands twice")
            move = game.parse(state, event)
        except InvalidEvent as fault:
            raise RecordError(record.source, number, str(fault)) from None
        state, verdict = game.apply(state, move)
        yield Step(number, event, verdict, game, state)


def dump(record: Record, *, as_json: bool = False) -> str:
    """The record as text, one event a line; `read` gives the same record back."""
    head = {"game": record.game, "players": list(record.players), "options": dict(record.options)}
    if as_json:
        lines = [f'  "{key}": {json.dumps(value)},' for key, value in head.items()]
        events = ",\n".join(f"    {json.dumps(event)}" for event in record.events)
        return "\n".join(
            ["{", *lines, '  "events": [', *([events] if events else []), "  ]", "}\n"]
        )
    lines = [f"{key}: {_flow(value)}" for key, value in head.items()]
    events = "".join(f"\n  - {_flow(event)}" for event in record.events) or " []"
    return "\n".join([*lines, f"events:{events}\n"])


def _flow(value: object) -> str:
    """`value` in YAML's flow style; JSON in quotes wherever plain words could be misread."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(of)}" for key, of in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else f"{value:+}".replace("inf", ".inf")
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _MISREAD:
        return value
    return '"' + "".join(map(_in_quotes, value)) + '"'


def _in_quotes(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if "\ud800" <= letter <= "\udfff":
        return "\N{REPLACEMENT CHARACTER}"  # half a surrogate pair cannot be written
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"


def write(record: Record, path: Path | str) -> None:
    """Write the record, as JSON if the file is called `.json`; raises PlainError if it cannot."""
    path = Path(path)
    text = dump(record, as_json=path.suffix.lower() == ".json")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise PlainError(f"{path} cannot be written: {fault.strerror}.") from None
