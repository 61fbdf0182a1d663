"""What only a person can say: questions that follow from the standing, and what answers mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any, Final

from companion.readers.move import UNREAD
from companion.session.booked import ACCEPT, ANNUL, TAKE_BACK, Booked
from companion.session.flags import Raised, contradicted
from companion.session.replay import Standing, Step
from companion.session.snapshot import Choice, Question, QuestionKind
from companion.session.timeline import Timeline
from companion.session.wording import (
    card_text,
    cards_text,
    event_text,
    player_text,
    trick_text,
)

YES: Final = "yes"
NO: Final = "no"
NO_PLAY: Final = "none"
CARD: Final = "card:"
PLAYER: Final = "player:"

_HAPPENED: Final[Mapping[str, QuestionKind]] = {"play": "did_play", "pass": "did_pass"}


def questions(timeline: Timeline, standing: Standing, flags: Iterable[Raised]) -> list[Question]:
    """All open questions, those that the game waits for first; one an event at most."""
    found: dict[int, Question] = {}
    blocking = _blocking(timeline, standing)
    if blocking:
        found[blocking["event"]] = blocking
    steps = {step.event.id: step for step in standing.steps}
    settled = dict(standing.settled)
    for flag in flags:
        if not flag.doubtful or not flag.accuses or flag.step.deal in standing.void:
            continue
        if flag.pends and flag.step.event.id in settled:
            continue  # Ruled at the table meanwhile: nothing rests on the answer any more.
        event = flag.doubtful[0]
        if event.id not in found:
            waits = flag.pends and standing.block == "ruling"
            found[event.id] = _did(event, steps.get(event.id), timeline, flag.flag.code, waits)
    if standing.pending and standing.queue and not any(q["blocking"] for q in found.values()):
        found[standing.pending.id] = _does_it_stand(standing, standing.pending)
    for contradiction, assumed in contradicted(standing):
        event = assumed[-1]
        if contradiction.deal not in standing.void and event.id not in found:
            found[event.id] = _did(event, steps.get(event.id), timeline, None, False)
    for step in standing.steps:
        event = step.event
        closed = event.sure or step.deal in standing.void
        if event.question and not closed and event.id not in found:
            found[event.id] = _did(event, step, timeline, None, False)
    deck = standing.game.deck(standing.state)
    possible = [_with_cards_of(deck, question) for question in found.values()]
    return sorted(possible, key=lambda question: not question["blocking"])


def _with_cards_of(deck: Set[str], question: Question) -> Question:
    """The question without answers that the game would refuse: cards that it is not played with."""
    choices = [one for one in question["choices"] if one.get("card") in (None, *deck)]
    return {**question, "choices": choices}


def _blocking(timeline: Timeline, standing: Standing) -> Question | None:
    """The question about the first held event, if that is what the game waits for."""
    if not standing.queue:
        return None
    head = standing.queue[0]
    # A card that lies on the table belongs to the next trick once the last one is complete.
    trick = standing.trick + (not standing.public.get("trick")) if standing.deal else 0
    trick = trick if standing.trick or standing.public.get("contract") != "patience" else 0
    where = trick_text(trick)
    who = player_text(head.player)
    if standing.block == "card":
        text = f"Which card did {who} play{where}?"
        text = "Which card is turned up for trumps?" if "trump_card" in head.move else text
        choices = [*_cards(head.candidates), _no_play()]
        return _question("which_card", head, text, choices, trick)
    if standing.block == "player":
        text = f"Who played {card_text(head.card)}{where}?"
        choices = [*_players(timeline.head.players), _no_play()]
        return _question("which_player", head, text, choices, trick)
    if standing.block == "confirm":
        question = _did(head, None, timeline, None, True)
        return {**question, "trick": trick or None}
    if standing.block == "early":
        seen = [card_text(event.card) for event in standing.queue if event.id in standing.early]
        text = f"Are {', '.join(seen)}, seen before the announcement, plays of this deal?"
        return _question("early_cards", head, text, [_yes(), _no()], 0)
    return None


def _did(
    event: Booked, step: Step | None, timeline: Timeline, about: str | None, blocking: bool
) -> Question:
    """Whether an assumed event happened as it was understood."""
    kind = _HAPPENED.get(event.type, "did_happen")
    trick = step.trick if step else 0
    who, card = player_text(event.player), card_text(event.card)
    choices: list[Choice] = [_yes()]
    if event.supposed:
        cards = [card for card in (event.card, *event.candidates) if card is not None]
        choices = [*_cards(dict.fromkeys(cards)), _no_play()]
        kind, text = "which_card", f"Which card did {who} play{trick_text(trick)}?"
        question = _question(kind, event, text, choices, trick)
        return {**question, "card": None, "about": about, "blocking": blocking}
    if kind == "did_play":
        text = f"Did {who} lay {card}{trick_text(trick)}?"
        choices += _cards(other for other in event.candidates if other != event.card)
        if event.doubt != "card":
            choices += _players(name for name in timeline.head.players if name != event.player)
        choices += [_no(), _no_play()]
    elif kind == "did_pass":
        text = f"Did {who} pass?"
        choices.append(_no())
    else:
        text = f"Is this right: {event_text(event)}?"
        named = event.move.get("trump_card", event.card)
        if named is not None:
            choices += _cards(other for other in event.candidates if other != named)
        choices.append(_no())
    question = _question(kind, event, event.question or text, choices, trick)
    return {**question, "about": about, "blocking": blocking}


def _does_it_stand(standing: Standing, pending: Booked) -> Question:
    """The table plays on over a play that waits for a ruling."""
    who, cards = player_text(standing.pending_player), cards_text(pending)
    text = f"The table plays on. Does {cards} of {who} stand, or did it go back?"
    words = {ACCEPT: "It stands", TAKE_BACK: "It went back", ANNUL: "The deal is void"}
    choices: list[Choice] = [{"id": ruling, "text": words[ruling]} for ruling in rulings(standing)]
    return _question("does_it_stand", pending, text, choices, 0)


def rulings(standing: Standing) -> list[str]:
    """What can be ruled on the pending play now, by the game's rules."""
    possible = standing.game.legal(standing.state).types
    return [ruling for ruling in (ACCEPT, TAKE_BACK, ANNUL) if ruling in possible]


def _question(
    kind: QuestionKind, event: Booked, text: str, choices: list[Choice], trick: int
) -> Question:
    return {
        "id": f"{kind}-{event.id}",
        "kind": kind,
        "text": text,
        "event": event.id,
        "player": None if event.player == UNREAD else event.player,
        "card": None if event.card == UNREAD else event.card,
        "trick": trick or None,
        "choices": choices,
        "blocking": True,
        "about": None,
        "evidence": event.evidence,
    }


def _yes() -> Choice:
    return {"id": YES, "text": "Yes"}


def _no() -> Choice:
    return {"id": NO, "text": "No"}


def _no_play() -> Choice:
    return {"id": NO_PLAY, "text": "That was no play"}


def _cards(cards: Iterable[str]) -> list[Choice]:
    return [
        {"id": CARD + card, "text": card_text(card), "card": card}
        for card in cards
        if card != UNREAD
    ]


def _players(players: Iterable[str]) -> list[Choice]:
    return [{"id": PLAYER + name, "text": name, "player": name} for name in players]


def change_by(choice: str) -> dict[str, Any] | None:
    """The fields that an answer gives (`card:9S` gives `{"card": "9S"}`), None if it gives none."""
    for prefix in (CARD, PLAYER):
        if choice.startswith(prefix):
            return {prefix[:-1]: choice[len(prefix) :]}
    return None


def taken_apart(event: Booked) -> dict[str, Any]:
    """The move once a person said "no" to it: what was doubtful is not known any more."""
    doubtful = "player" if event.doubt == "player" else "card"
    return {**event.move, doubtful: UNREAD}
