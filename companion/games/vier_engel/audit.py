"""The judge's secrets: what may be told, kept, exported and checked of them.

Rules V6, V15 and V17; the format of the audit stands in `companion/seal.md`.
"""

from __future__ import annotations

from typing import Any, Final

from companion.games import Event
from companion.games.vier_engel.state import Sealed, State, is_after_the_end
from companion.games.vier_engel.table import NAME

FORMAT: Final = f"{NAME}-audit"
VERSION: Final = 1
UNSEEN: Final = "unseen"
"""Stands for a card that was turned when its round was over."""


def openings(sealed: Sealed) -> list[dict[str, Any]]:
    """What is opened of a seal: the cards answered for, all of them after a dispute."""
    answered = {shown.card for shown in sealed.answers}
    return [
        {
            "position": one.position,
            "card": one.card,
            "verdict": one.verdict,
            "nonce": one.nonce,
        }
        for one in sealed.seal.secret
        if sealed.disputed or one.card in answered
    ]


def audit(state: State) -> dict[str, Any]:
    """The audit of all sealed rounds so far, ready for JSON; nothing unopened is in it."""
    players = state.table.players
    return {
        "format": FORMAT,
        "version": VERSION,
        "players": list(players),
        "rounds": [
            {
                "seal": sealed.number,
                "round": sealed.round,
                "layer": players[sealed.layer],
                "drawer": players[1 - sealed.layer],
                "cards": list(sealed.cards),
                "root": sealed.seal.root,
                "commitments": list(sealed.seal.commitments),
                "sealed_by_event": sealed.sealed,
                "answers": [
                    {"card": shown.card, "verdict": shown.verdict, "event": shown.event}
                    for shown in sealed.answers
                ],
                "disputed": sealed.disputed > 0,
                "openings": openings(sealed),
            }
            for sealed in state.seals
        ],
    }


def kept(state: State, event: Event) -> Event:
    """The event without the card that was turned after the round: that is stored nowhere (V6)."""
    if event.get("type") != "turn" or state.table.open or not is_after_the_end(state):
        return event
    return {**event, "card": _unseen(state)}


def _unseen(state: State) -> str:
    """A card that is none of the five: should the turn count after all, it has to be asked for."""
    deck = state.table.deck
    if deck is None:
        return UNSEEN
    return next((card for card in deck if card not in state.round.cards), state.round.angels[0])


def exported(before: State, after: State, event: Event) -> Event | None:
    """The event of a real evening in its record (V15).

    Of a seal the root; beside a question the answer. A seal that was refused is left out, or told
    without its card where only the moment was wrong: what the layer thought of is told nowhere.
    """
    kind = event["type"]
    if kind == "seal" and "card" in event:
        rest = {key: value for key, value in event.items() if key not in ("card", "salt", "of")}
        if len(after.seals) > len(before.seals):
            return {**rest, "root": after.seals[-1].seal.root}
        if not before.table.by_app or before.phase == "seal":
            return None
        return {**rest, "root": "0" * 64}
    if kind in ("choose", "devil_call") and after.told > before.told:
        return {**event, "verdict": after.seals[-1].answers[-1].verdict}
    return kept(before, event)
