"""How sure an attack and a beat are, and what is asked about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from companion.readers._arms import Witness
from companion.readers._attack import cannot_be_there
from companion.readers._faces import Face
from companion.readers.move import UNREAD, Doubt, ReadGrade, ReadMove

On = Literal["one", "two", "fits", "none"]
"""How many unbeaten attack cards a card was laid on; `fits`: on none, but it can beat only one."""


def attack_told(witness: Witness, faces: Sequence[Face], state: Mapping[str, Any]) -> ReadMove:
    """All that one player laid to a wave."""
    player, cards = witness.player, [face.card for face in faces]
    grade, doubt, why, question = witness.grade, witness.doubt, witness.why, None
    strange = [odd for card in cards if (odd := cannot_be_there(card, player, state))]
    if UNREAD in cards:
        grade, doubt, why = "assumed", "card", "a card could not be read"
        question = f"Which card did {player} lay?"
    elif strange:
        grade, doubt, why = "assumed", "card", strange[0]
        question = f"Did {player} lay {', '.join(cards)}? {strange[0]}."
    elif grade == "seen" and any(face.is_unsure for face in faces):
        grade, doubt, why = "assumed", "card", "a card is hard to read"
    unread = [face for face in faces if face.card == UNREAD]
    unsure = [*unread, *(face for face in faces if face.is_unsure), *faces][0]
    return ReadMove(
        move={"type": "attack", "player": player, "cards": cards},
        grade=grade,
        at=faces[0].at,
        why=why,
        doubt=doubt,
        candidates=unsure.candidates,
        evidence=unsure.evidence,
        track=faces[0].track,
        question=question,
    )


def beat_told(
    witness: Witness,
    face: Face,
    attack: str,
    on: On,
    state: Mapping[str, Any],
    hits: tuple[int, int] | None = None,
) -> ReadMove:
    """A card of the defender that beats the card `attack`; `hits` where that was not read."""
    card, defender = face.card, str(state.get("defender"))
    grade: ReadGrade = witness.grade
    doubt: Doubt = witness.doubt
    why, question = witness.why, None
    strange = cannot_be_there(card, defender, state)
    if card == UNREAD:
        grade, doubt, why = "assumed", "card", "the card could not be read"
        under = "a card that was not read" if attack == UNREAD else attack
        question = f"Which card did {defender} lay on {under}?"
    elif strange:
        grade, doubt, why = "assumed", "card", strange
        question = f"Did {defender} lay {card}? {strange}."
    elif on == "fits":
        grade, doubt, why = "assumed", "happened", "it lies on none, and beats only that one"
    elif on != "one":
        why = "it lies on two attack cards" if on == "two" else "it lies on no attack card"
        grade, doubt = "assumed", "happened"
        question = f"Did {defender} beat {attack} with {card}?"
    elif witness.player != defender:
        grade, doubt = "assumed", "player"
        question = f"Did {defender} lay {card} on {attack}?"
    elif face.is_unsure and grade == "seen":
        grade, doubt, why = "assumed", "card", "the card is hard to read"
    return ReadMove(
        move={"type": "beat", "attack": attack, "card": card},
        grade=grade,
        at=face.at,
        why=why,
        doubt=doubt,
        candidates=face.candidates,
        evidence=face.evidence,
        track=face.track,
        question=question,
        hits=hits if attack == UNREAD else None,
    )
