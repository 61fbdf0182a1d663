"""Table events compared with what truly happened on a film's table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from vision.events import (
    CardLaid,
    CardLaidBack,
    CardMoved,
    CardRemoved,
    CardTurned,
    Pointed,
    Swept,
    TableEvent,
)
from vision.sighting import BACK

from ..simulator import TrueEvent
from .counting import Share

Told = tuple[str, str, str | None]
"""Kind, card and seat."""
KINDS = ("laid", "turned", "moved", "gone", "looked at", "pointed")
#: Cards that are drawn away together have no order among them.
UNORDERED = ("moved", "gone")


@dataclass
class Compared:
    """What was said, with the film time at which it was."""

    said: list[tuple[float, TableEvent]] = field(default_factory=list)

    def add(self, at: float, events: Iterable[TableEvent]) -> None:
        """What one frame told."""
        self.said += [(at, event) for event in events]


def compared_events(
    truth: Sequence[TrueEvent], seen: Compared
) -> tuple[dict[str, Share], int, tuple[float, ...]]:
    """Events right by kind, how many were invented, and the delays of cards laid or turned.

    Laid, turned, looked at and pointed have to be right in kind, card, seat and order among their
    like; of cards that are moved or gone (faces only) the name counts. Pushes by accident are none.
    Invented are faces beyond those that were laid or turned: backs also stand for heaps.
    """
    shares, invented = {}, 0
    delays: list[float] = []
    for kind in KINDS:
        wanted = [(told, at) for told, at in _true(truth) if told[0] == kind]
        got = [(told, at) for told, at in _said(seen) if told[0] == kind]
        if kind in UNORDERED:
            both = Counter(t for t, _ in wanted) & Counter(t for t, _ in got)
            pairs: list[tuple[float, float]] = []
            hits = both.total()
        else:
            pairs = matched(wanted, got)
            hits = len(pairs)
        shares[kind] = Share(hits, len(wanted))
        if kind in ("laid", "turned"):
            faces = [told for told, _ in got if told[1] != BACK]
            invented += max(0, len(faces) - sum(told[1] != BACK for told, _ in wanted))
        if kind in ("laid", "turned"):
            delays += [said - true for true, said in pairs]
    return shares, invented, tuple(delays)


def matched(
    wanted: Sequence[tuple[Told, float]], got: Sequence[tuple[Told, float]]
) -> list[tuple[float, float]]:
    """Times of the longest sequence that both have in common."""
    best: list[list[tuple[tuple[int, int], ...]]] = [[()] * (len(got) + 1)]
    for row, (one, _) in enumerate(wanted):
        line: list[tuple[tuple[int, int], ...]] = [()]
        for place, (other, _) in enumerate(got):
            if one == other:
                line.append((*best[-1][place], (row, place)))
            else:
                line.append(max(line[-1], best[-1][place + 1], key=len))
        best.append(line)
    return [(wanted[row][1], got[place][1]) for row, place in best[-1][-1]]


def _true(truth: Sequence[TrueEvent]) -> list[tuple[Told, float]]:
    found: list[tuple[Told, float]] = []
    for event in truth:
        if event.kind in ("laid", "turned", "pointed"):
            found.append(((event.kind, event.cards[0], event.player), event.at))
        elif event.kind == "moved" and event.player is not None:
            found.append((("moved", event.cards[0], None), event.at))
        elif event.kind == "laid_back":
            found.append((("looked at", event.cards[0], event.player), event.at))
        elif event.kind in ("removed", "swept"):
            faces = [card for card in event.cards if card != BACK]
            found += [(("gone", card, None), event.at) for card in faces]
    return found


def _said(seen: Compared) -> list[tuple[Told, float]]:
    found: list[tuple[Told, float]] = []
    names: dict[int, str] = {}
    for at, event in seen.said:
        if isinstance(event, CardLaid | CardTurned):
            kind = "laid" if isinstance(event, CardLaid) else "turned"
            names[event.track] = event.card
            found.append(((kind, event.card, event.arc), at))
        elif isinstance(event, CardMoved):
            found.append((("moved", event.card, None), at))
        elif isinstance(event, CardLaidBack):
            found.append((("looked at", event.card, event.arc), at))
        elif isinstance(event, Pointed):
            found.append((("pointed", names.get(event.track, ""), event.arc), at))
        elif isinstance(event, CardRemoved):
            found.append((("gone", event.card, None), at))
        elif isinstance(event, Swept):
            found += [(("gone", card, None), at) for card in event.cards]
    return [one for one in found if one[0][:2] != ("gone", BACK)]
