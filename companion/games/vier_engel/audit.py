"""The audit of the judge: what was sealed, answered and opened (rule V17; `companion/seal.md`)."""

from __future__ import annotations

from typing import Any, Final

from companion.games.vier_engel.state import Sealed, State
from companion.games.vier_engel.table import NAME

FORMAT: Final = f"{NAME}-audit"
VERSION: Final = 1


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
