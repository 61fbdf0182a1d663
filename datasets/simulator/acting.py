"""How each game is acted out: the room that it needs, its cards, and its choreography.

To film another game, write its choreography and name it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from numpy.random import Generator

from companion.record import Record

from .berteln import Choreographer
from .conditions import FilmRanges
from .duren_piatkowy import DurenChoreographer
from .duren_places import DurenPlaces
from .engel_places import EngelPlaces
from .faces import Faces
from .handling import Handling
from .layout import Layout
from .room import Area, Room
from .script import Script
from .vier_engel import EngelChoreographer

#: Fields of events that name a card of the table; lists of them in `cards`.
CARD_FIELDS = ("card", "attack", "trump_card")


@dataclass(frozen=True)
class Acting:
    """How one record is acted out."""

    room: Room
    perform: Callable[[Handling, Generator], Script]


def acting_of(record: Record, faces: Faces, ranges: FilmRanges) -> Acting:
    """How to act a record out with a deck.

    Raises RecordError for a record that is not valid, ValueError for a game that cannot be filmed
    or a card that the deck does not have.
    """
    if record.game not in _ACTINGS:
        raise ValueError(f"films can be made of {', '.join(_ACTINGS)}, not of {record.game}")
    for card in _cards(record):
        if card not in faces:
            raise ValueError(f"the deck {faces.name!r} has no picture of {card}")
    return _ACTINGS[record.game](record, faces, ranges)


def _berteln(record: Record, faces: Faces, ranges: FilmRanges) -> Acting:
    _, state = record.begin()
    layout = Layout(
        players=len(record.players),
        card_wide=faces.wide,
        least_visible=ranges.scene.visible[0],
        mess=ranges.mess,
        ranks=len(state.table.ranks),
    )
    patience = any(event.get("contract") == "patience" for event in _events(record))
    trick = layout.trick_extent()
    zone_x = zone_y = trick + 15
    needed = trick + 45
    if patience:
        across, down = layout.patience_extent()
        zone_x, zone_y = max(zone_x, across * 1.35), max(zone_y, down * 1.15)
        needed = max(needed, zone_y + 60, (zone_x + 60) * 9 / 16)
    return Acting(
        Room({"centre": Area(0.0, 0.0, zone_x, zone_y)}, needed),
        lambda stage, rng: Choreographer(stage, layout, ranges, rng).act(record),
    )


def _duren(record: Record, faces: Faces, ranges: FilmRanges) -> Acting:  # noqa: ARG001
    places = DurenPlaces(ranges.mess)
    return Acting(
        places.room(),
        lambda stage, rng: DurenChoreographer(stage, places, ranges, rng).act(record),
    )


def _engel(record: Record, faces: Faces, ranges: FilmRanges) -> Acting:
    places = EngelPlaces(ranges.mess)
    game, state = record.begin()
    cards = game.public(state)["cards"]
    five = (*cards["angels"], cards["devil"]) if cards else ()
    shown = tuple(sorted(five)) if all(card in faces for card in five) else ()
    return Acting(
        places.room(),
        lambda stage, rng: EngelChoreographer(stage, places, ranges, rng, shown).act(record),
    )


_ACTINGS: Mapping[str, Callable[[Record, Faces, FilmRanges], Acting]] = {
    "berteln": _berteln,
    "duren-piatkowy": _duren,
    "vier-engel": _engel,
}


def _events(record: Record) -> Iterable[Mapping[str, object]]:
    return [event for event in record.events if isinstance(event, Mapping)]


def _cards(record: Record) -> set[str]:
    """Every card that lies face up at some time; a sealed one never does for being sealed."""
    found: set[str] = set()
    for event in _events(record):
        if event.get("type") == "seal":
            continue
        named = [event.get(name) for name in CARD_FIELDS]
        several = event.get("cards")
        named += list(several) if isinstance(several, list | tuple) else []
        found |= {card for card in named if isinstance(card, str)}
    return found
