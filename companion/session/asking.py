"""May I play this? The game is asked, nothing is booked, and nobody else hears of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion.errors import USAGE
from companion.games import InvalidEvent
from companion.session.outcome import SessionError
from companion.session.pages import LANGUAGES, Judged
from companion.session.replay import ASKING

ASK_LATER: Final = "The referee has a question to answer first; ask again after that."


@dataclass(frozen=True)
class Advice:
    """What a player is told beforehand, for the page that was asked and for no other."""

    may: Literal["yes", "no", "depends", "nothing"]
    rule: str
    reasons: Mapping[str, str]
    """One sentence in each language: `de`, `en`, `pl`."""
    unsure: bool
    """Whether it rests on something that was only assumed; `may` is `depends` then."""


def nothing_to_ask(judged: Judged) -> Advice | None:
    """What to say in a game in which no card is played from a hand; None in all others."""
    standing = judged.standing
    any_card = min(standing.game.deck(standing.state), default="")
    try:
        told = advice(judged, None, [any_card])
    except SessionError:
        return None
    return told if told.may == "nothing" else None


def advice(judged: Judged, player: str | None, cards: Sequence[str]) -> Advice:
    """Whether the player may play these cards, as the game stands; changes nothing.

    Raises SessionError while a question is open that the answer would give away or hang on.
    """
    standing = judged.standing
    asked = standing.block in ASKING or standing.block == "early"
    if asked or (standing.pending is not None and not judged.is_accusing):
        raise SessionError(ASK_LATER)
    game = standing.game
    try:
        answer = game.may_play(standing.state, player, cards)
    except InvalidEvent as fault:
        raise SessionError(f"{str(fault)[:1].upper()}{str(fault)[1:]}.", USAGE) from None
    steps = standing.steps
    # The play that is asked about has not happened: it is no event yet.
    known = [steps[number - 1].event for number in answer.why.rests_on if number <= len(steps)]
    unsure = not all(event.sure for event in known)
    return Advice(
        may="depends" if unsure and answer.may != "nothing" else answer.may,
        rule=answer.why.rule,
        reasons={language: game.reason(answer.why, language) for language in LANGUAGES},
        unsure=unsure,
    )
