"""The score sheet of a table: the game's own, with ids of events in place of its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.session.replay import Standing
from companion.session.snapshot import Sheet, SheetCell


def score_sheet(standing: Standing, with_running: bool) -> Sheet:
    """All finished deals in order and the totals; nothing of it is ever stored."""
    own: dict[str, Any] = _with_event_ids(standing.game.sheet(standing.state), standing)
    if not with_running:
        # The tricks behind the running deal are what players have to remember themselves.
        own.pop("running", None)
    return {
        "contracts": list(own.get("contracts", ())),
        "deals": [cell for one in _finished(own) for cell in _deals(one)],
        "totals": own.get("totals", dict(standing.public.get("scores", {}))),
        "own": own,
    }


def _finished(own: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What has been played to its end: `deals` of a game's sheet, or `rounds` (of deals)."""
    return list(own["deals"] if "deals" in own else own.get("rounds", ()))


def _deals(one: Mapping[str, Any]) -> Iterator[SheetCell]:
    """The finished deals of a round in the order in which they were played."""
    if "cells" not in one:
        number = one["number"] if "number" in one else one["round"]
        yield {
            "round": number,
            "deal": number,
            "contract": "",
            "announcer": None,
            "points": one["counted"] if "counted" in one else one["points"],
            "events": list(_events(one)),
        }
        return
    cells = [(name, cell) for name, cell in one.get("cells", {}).items() if cell]
    for contract, cell in sorted(cells, key=lambda named: int(named[1]["deal"])):
        yield {
            "round": one["round"],
            "deal": cell["deal"],
            "contract": contract,
            "announcer": one.get("announcer"),
            "points": cell["points"],
            "events": list(_events(cell)),
        }


def _events(value: Any) -> Iterator[int]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from part if name == "events" else _events(part)
    elif isinstance(value, list):
        for part in value:
            yield from _events(part)


def _with_event_ids(value: Any, standing: Standing) -> Any:
    if isinstance(value, Mapping):
        return {
            name: [standing.steps[number - 1].event.id for number in part]
            if name == "events"
            else _with_event_ids(part, standing)
            for name, part in value.items()
        }
    if isinstance(value, list):
        return [_with_event_ids(part, standing) for part in value]
    return value
