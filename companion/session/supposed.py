"""What an unread card is supposed to be, where the table does not wait for the answer.

A card that was not read is one of those that the eye hesitated between, or that nobody has played
yet. What it is supposed to be follows from all plays of its deal, later ones too: one that is seen
elsewhere it cannot have been, and the only one that is left it must be. The question stays open,
unless there is but one card that it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from companion.readers.move import UNREAD
from companion.session.booked import BEGINS_DEAL, Booked


def supposed(events: Sequence[Booked], deck: Set[str], *, waits: bool) -> list[Booked]:
    """The events with a card for every unread play that can have one.

    `deck`: the cards of the game, each of which is played once a deal. `waits`: only where there is
    but one card that it can be. Whoever asks about a play finds it as it was booked in the
    timeline: what is supposed is never written down.
    """
    found: list[Booked] = []
    for deal in _deals(events):
        out = {event.card for event in deal if _is_play(event)} - {UNREAD}
        for event in deal:
            card = _card_of(event, deck - out, waits) if _is_unread_play(event) else None
            if card is not None:
                event = _as(event, card, certain=len(deck - out) == 1)
                out.add(card)
            found.append(event)
    return found


def _deals(events: Sequence[Booked]) -> Iterator[list[Booked]]:
    deal: list[Booked] = []
    for event in events:
        counts = not (event.struck or event.while_pending or event.refused)
        if event.type in BEGINS_DEAL and counts:
            yield deal
            deal = []
        deal.append(event)
    yield deal


def _is_play(event: Booked) -> bool:
    return event.type == "play" and not event.struck and not event.gone


def _is_unread_play(event: Booked) -> bool:
    return _is_play(event) and event.camera and event.unread == "card"


def _card_of(event: Booked, left: Set[str], waits: bool) -> str | None:
    if len(left) == 1:
        return next(iter(left))
    return None if waits else next((card for card in event.candidates if card in left), None)


def _as(event: Booked, card: str, *, certain: bool) -> Booked:
    question = None if certain else event.question or f"Which card did {event.player} lay?"
    why = f"no other card than {card} is left" if certain else event.why
    return replace(
        event, move={**event.move, "card": card}, grade="assumed", doubt="card", supposed=True,
        question=question, why=why,
    )  # fmt: skip
