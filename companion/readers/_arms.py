"""Whose arm brought a card: the arms that were at it, checked against whose turn it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.readers.move import UNREAD, Doubt, ReadGrade

#: How certain the seat must be where it agrees with the turn, and where it contradicts it: two
#: witnesses who agree need less each. An arm in the middle between two seats gives 0.5.
AGREES, CONTRADICTS = 0.6, 0.85
#: Where several arms were at a card, this certainty is enough for the one whose turn it was.
BESIDE_OTHERS = 0.3
#: With this certainty the arm of whose turn it was may have been there too: nobody is accused.
PRESENT = 0.05
#: Where two may act, a certainty of the other one that makes it doubtful.
DISTURBS = 0.1


@dataclass(frozen=True)
class Witness:
    """Who it was, how sure that is, what is in doubt, and why."""

    player: str
    """`?` where nothing tells who it was."""
    grade: ReadGrade
    doubt: Doubt
    why: str


def whose(
    arm: str | None,
    certainty: float,
    shares: Mapping[str | None, float],
    may_act: Sequence[str | None],
) -> Witness:
    """The player who brought a card.

    `arm` is the player nearest to the arm, `shares` each player whose arm was at the card with its
    certainty, `may_act` those whose turn it is; the first of them is meant where nothing was seen.
    """
    turn = may_act[0] if may_act else None
    both = [name for name in may_act if name and shares.get(name, 0.0) >= DISTURBS]
    if len(both) > 1 and arm in may_act and certainty < CONTRADICTS:
        why = f"{' and '.join(both)} had an arm there"
        return Witness(arm or UNREAD, "assumed", "player", why)
    if arm is not None and arm in may_act and certainty >= AGREES:
        return Witness(arm, "seen", "", f"the arm came from {arm}, whose turn it was")
    there = [name for name in may_act if name and shares.get(name, 0.0) >= BESIDE_OTHERS]
    if len(shares) > 1 and len(there) == 1:
        why = f"{there[0]}, whose turn it was, had an arm at the card"
        return Witness(there[0], "seen", "", why)
    alone = turn is None or shares.get(turn, 0.0) < PRESENT
    if arm is not None and certainty >= CONTRADICTS and alone:
        return Witness(arm, "seen", "", f"the arm came from {arm}")
    if turn is not None:
        seen = f"the arm may have come from {arm}" if arm else "no arm was seen"
        return Witness(turn, "assumed", "player", f"{seen}; it was {turn}'s turn")
    return Witness(arm or UNREAD, "assumed", "player", "neither arm nor turn tells who it was")
