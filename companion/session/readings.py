"""The camera reads the cards of an earlier event once more: which event, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.readers.move import UNREAD, ReadMove
from companion.session.booked import TAKE_BACK, Booked
from companion.session.wording import card_text, event_text, player_text


def tracked(events: Sequence[Booked], read: ReadMove) -> Booked | None:
    """The earlier event that a reading is about."""
    if read.track is None or read.move.get("type") == TAKE_BACK:
        return None
    for event in reversed(events):
        if event.track == read.track and event.lays_card and not event.struck:
            return event if read.revises or event.unread == "card" else None
    return None


def read_again(event: Booked, read: ReadMove, evidence: str | None) -> dict[str, Any] | None:
    """What becomes of an event by a later reading of its cards; None if that says nothing new."""
    again = _as_read_now(event, read.move)
    if event.grade == "confirmed" or again == dict(event.move):
        return None
    values: dict[str, Any] = {"move": again, "candidates": list(read.candidates)}
    if evidence:
        values["evidence"] = evidence
    if event.unread == "card" or _more_of(event.move.get("cards"), again.get("cards")):
        values["doubt"] = read.doubt
        values["grade"] = read.grade if event.doubt != "player" else event.grade
        values["question"] = read.question
        return values
    # Two readings of one card: the later one has more looks behind it, but a person is asked.
    others = [event.card] if event.card else []
    others += [other for other in read.candidates if other != again.get("card")]
    values |= {
        "grade": "assumed",
        "doubt": "card",
        "candidates": list(dict.fromkeys(others)),
        "question": _which_reading(event, replace(event, move=again)),
    }
    return values


def _which_reading(first: Booked, now: Booked) -> str:
    if now.type == "play":
        asked, before = f"Did {player_text(now.player)} lay {card_text(now.card)}?", first.card
        return f"{asked} It was first read as {card_text(before)}."
    return f"Is this right: {event_text(now)}? It was first read otherwise: {event_text(first)}."


def fits(read: Mapping[str, Any], move: Mapping[str, Any]) -> bool:
    """Whether a move is what was read, as far as its cards were read at all."""
    if any(read.get(name) not in (UNREAD, move.get(name)) for name in ("card", "attack")):
        return False
    cards, named = read.get("cards"), move.get("cards")
    if not isinstance(cards, list) or not isinstance(named, list):
        return cards == named
    known = [card for card in cards if card != UNREAD]
    return len(cards) == len(named) and all(named.count(c) >= known.count(c) for c in known)


def _as_read_now(event: Booked, move: Mapping[str, Any]) -> dict[str, Any]:
    """The event's move with what its cards are read as now; what was read before stays read."""
    now = dict(event.move)
    # What was hit without being read is named by the move that laid it.
    for name in ("card",) if event.hits else ("card", "attack"):
        if name in now and move.get(name, UNREAD) != UNREAD:
            now[name] = move[name]
    cards, before = move.get("cards"), now.get("cards")
    if isinstance(cards, list) and isinstance(before, list):
        known = [*before, *[UNREAD] * len(cards)]
        now["cards"] = [
            known[place] if card == UNREAD else card for place, card in enumerate(cards)
        ]
    return now


def _more_of(before: object, now: object) -> bool:
    """Whether there are only further cards beside those that lay there already."""
    if not isinstance(before, list) or not isinstance(now, list):
        return False
    return len(now) > len(before) and now[: len(before)] == before
