"""What every game does the same way with a play that it refuses (rules R1 to R6): the rulings that
people make, and what the referee says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from companion.cards import Language, card_of, is_card
from companion.games import Flag
from companion.games._events import Fields


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The pending cards go back to the hand (R2)."""

    kind: ClassVar[str] = "take_back"


@dataclass(frozen=True, slots=True)
class Accept:
    """The pending cards stay where they lie (R2)."""

    kind: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Annul:
    """The running deal or game is void (R3)."""

    kind: ClassVar[str] = "annul"


Ruling = TakeBack | Accept | Annul

RULINGS: Final[Mapping[str, Ruling]] = {
    ruling.kind: ruling for ruling in (TakeBack(), Accept(), Annul())
}
"""By type; none of them says more than that."""
RULING_FIELDS: Final[Mapping[str, Fields]] = {kind: Fields() for kind in RULINGS}


def pending_first(player: str | None, cards: tuple[str, ...], rests_on: tuple[int, ...]) -> Flag:
    """Another play is pending: it has to be ruled first (R2)."""
    facts = {"pending_player": player, "pending_cards": cards}
    return Flag("pending_first", "R2", None, facts=facts, rests_on=rests_on)


def cannot_accept(pending: Flag, now: int) -> Flag:
    """The pending play has an offence that the table cannot let stand (R2)."""
    facts = {"offence": pending.code}
    rests_on = (*pending.rests_on, now)
    return Flag("cannot_accept", "R2", pending.player, pending.cards, (), facts, rests_on)


def nothing_pending(now: int) -> Flag:
    """There is no play to accept or to take back (R5)."""
    return Flag("nothing_pending", "R5", None, rests_on=(now,))


def wrong_phase(kind: str, phase: str, now: int) -> Flag:
    """An event of type `kind` has no place in this phase (R6)."""
    return Flag("wrong_phase", "R6", None, facts={"type": kind, "phase": phase}, rests_on=(now,))


REASONS: Final[Mapping[Language, Mapping[str, str]]] = {
    "de": {
        "pending_first": "Erst ist über {pending} zu entscheiden: zurücknehmen oder liegen lassen.",
        "nothing_pending": "Es liegt nichts, worüber zu entscheiden wäre.",
        "cannot_accept": "{cards} von {player} darf nicht liegen bleiben, nur zurück in die Hand.",
    },
    "en": {
        "pending_first": "First rule on {pending}: take it back or let it stand.",
        "nothing_pending": "There is no play to rule on.",
        "cannot_accept": "{player}'s {cards} cannot stand; it can only be taken back.",
    },
    "pl": {
        "pending_first": "Najpierw trzeba rozstrzygnąć {pending}: cofnąć albo zostawić.",
        "nothing_pending": "Nie ma zagrania do rozstrzygnięcia.",
        "cannot_accept": "Karta {cards} ({player}) nie może zostać, można to tylko cofnąć.",
    },
}
"""Sentences for the flags above; `wrong_phase` is the game's own, since its phases are."""

_OF: Final[Mapping[Language, str]] = {
    "de": "{cards} von {player}",
    "en": "{player}'s {cards}",
    "pl": "{cards} ({player})",
}


def card_names(codes: tuple[str, ...], language: Language) -> str:
    """The cards as they are said, with commas; ids of custom decks as they are."""
    return ", ".join(card_of(code).name(language) if is_card(code) else code for code in codes)


def words(flag: Flag, language: Language) -> dict[str, Any]:
    """What a sentence about `flag` may name: player, cards, because, and the flag's facts."""
    found: dict[str, Any] = {
        **flag.facts,
        "player": flag.player,
        "cards": card_names(flag.cards, language),
        "because": card_names(flag.because, language),
    }
    if flag.code == "pending_first":
        cards = card_names(flag.facts["pending_cards"], language)
        found["pending"] = _OF[language].format(cards=cards, player=flag.facts["pending_player"])
    return found
