"""How sure a card turned in Vier Engel is, and what is asked about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.readers._faces import Face
from companion.readers.move import UNREAD, Doubt, ReadMove

#: Share of the votes that one of the five needs at least, and so many times those of the others.
LIKELY, PLAINLY = 0.25, 4.0


def turn_told(
    face: Face, before: Sequence[str], state: Mapping[str, Any], *, known: bool
) -> ReadMove:
    """A card was turned.

    `before`: cards told as turned in this round already; `known`: whether it is one of the five
    that lay there.
    """
    doubt: Doubt = "card"
    card = face.card if face.card != UNREAD else _only_one(face, before, state)
    question = _strange(card, before, state)
    if question is None:
        doubt = "" if known else "happened"
        question = None if known else f"Was {card} turned?"
    return ReadMove(
        move={"type": "turn", "card": card},
        grade="assumed" if doubt else "seen",
        at=face.at,
        why="a card was turned" if known else "a face came to lie there",
        doubt=doubt,
        candidates=face.candidates,
        evidence=face.evidence,
        track=face.track,
        question=question,
    )


def _only_one(face: Face, before: Sequence[str], state: Mapping[str, Any]) -> str:
    """The only one of the five that a face which is hard to read may be, or `?`.

    The five are known (V1) and each can be turned once, so that other names do not count.
    """
    turned = {*before, *(one["card"] for one in state.get("turned", ()))}
    shares = sorted(
        (face.votes.get(name, 0.0), name) for name in set(state.get("deck", ())) - turned
    )
    if not shares or shares[-1][0] < LIKELY:
        return UNREAD
    others = sum(share for share, _ in shares[:-1])
    return shares[-1][1] if shares[-1][0] >= PLAINLY * others else UNREAD


def _strange(card: str, before: Sequence[str], state: Mapping[str, Any]) -> str | None:
    """What is asked about a card that was rather misread: none of the five, or turned already."""
    if card == UNREAD:
        return "Which card was turned?"
    if card not in state.get("deck", (card,)):
        return f"Was {card} turned? It is none of the five."
    if card in [*before, *(one["card"] for one in state.get("turned", ()))]:
        return f"Was {card} turned? It was turned before in this round."
    return None
