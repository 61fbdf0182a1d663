"""What can only be remembered: which suits players lack, which cards are still out."""

from __future__ import annotations

from companion.cards import DECK
from companion.session.booked import TAKE_BACK
from companion.session.replay import Standing
from companion.session.snapshot import Memory

_NOT_OUT = frozenset({"not_in_deck", "already_played"})


def remembered(standing: Standing) -> Memory | None:
    """What the referee may be reminded of in the running deal; None between deals."""
    game, state = standing.game, standing.state
    if standing.between_deals or "voids" not in standing.public:
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
    return {"voids": dict(standing.public.get("voids", {})), "cards_out": out}
