"""What can only be remembered: which suits players lack, which cards are still out.

A game that keeps count says so in its public state, as `remembered`.
"""

from __future__ import annotations

from companion.session.replay import Standing
from companion.session.snapshot import Memory


def remembered(standing: Standing) -> Memory | None:
    """What the referee may be reminded of in the running deal; None between deals."""
    own = standing.public.get("remembered")
    if standing.between_deals or own is None:
        return None
    return {
        "voids": own["voids"],
        "shown": own.get("shown", {}),
        "known_cards": own["known_cards"],
        "cards_out": own["cards_out"],
        "chances": own.get("chances", {}),
    }
