"""What can only be remembered: which suits players lack, which cards are still out.

A game that keeps count itself says so in its public state, as `remembered`; tricks are asked.
"""

from __future__ import annotations

from companion.cards import DECK
from companion.session.booked import TAKE_BACK
from companion.session.replay import Standing
from companion.session.snapshot import Memory

_NOT_OUT = frozenset({"not_in_deck", "already_played"})


def remembered(standing: Standing) -> Memory | None:
    """What the referee may be reminded of in the running deal; None between deals."""
    game, state = standing.game, standing.state
    if standing.between_deals:
        return None
    own = standing.public.get("remembered")
    if own is not None:
        return {
            "voids": own["voids"],
            "cards_out": own["cards_out"],
            "known_cards": own["known_cards"],
        }
    if "voids" not in standing.public:
        return None
    if standing.pending:
        state, _ = game.apply(state, game.parse(state, {"type": TAKE_BACK}))
    # The rules themselves are asked: a card is out if they would let somebody still have it.
    out = [
        card.code
        for card in DECK
        if not _NOT_OUT
        & {
            flag.code
            for flag in game.apply(state, game.parse(state, {"type": "play", "card": card.code}))[
                1
            ].flags
        }
    ]
    return {"voids": dict(standing.public["voids"]), "cards_out": out, "known_cards": {}}
