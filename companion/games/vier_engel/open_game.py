"""The open variant: five cards face up, a sealed devil, a judge or the layer who answers.

Rules V14 to V18. `now` is the number of the event that is being judged.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games import Flag, Verdict
from companion.games.vier_engel.ending import (
    DONE,
    Outcome,
    refuse,
    show,
    void,
    wait,
    wrong_phase,
)
from companion.games.vier_engel.moves import Announce, Bare, LayOpen, MakeSeal, ShowReference
from companion.games.vier_engel.state import Reference, Round, Sealed, Shown, State
from companion.games.vier_engel.table import CARDS_IN_A_ROUND, Table
from companion.seal import Seal, close, mark_of
from companion.seal import Verdict as Answer


def lay_open(state: State, move: LayOpen, now: int) -> Outcome:
    """Five different cards that share their suit, or their rank (V14)."""
    table, cards = state.table, move.cards
    if not table.open or state.phase != "lay":
        return wrong_phase(state, move, now)
    layer = table.players[state.layer]
    if not len(cards) == len(set(cards)) == CARDS_IN_A_ROUND:
        twice = len(cards) > len(set(cards))
        facts: dict[str, object] = {"open": True, "found": len(cards), "twice": twice}
        rests_on = (now,)
        flag = Flag("wrong_number_of_cards", "V14", layer, cards, facts=facts, rests_on=rests_on)
        return refuse(state, flag, now)
    shared = {_shared(table, card) for card in cards}
    if None in shared or len(shared) > 1:
        facts = {"share": table.share}
        flag = Flag("not_a_set", "V14", layer, cards, facts=facts, rests_on=(now,))
        return wait(state, cards, flag, now, acceptable=True)
    return laid(state, cards, now, now)


def _shared(table: Table, card: str) -> str | None:
    features = table.features(card)
    return features.suit if table.share == "suit" else features.rank


def _apart(table: Table, card: str) -> str | None:
    """What the five cards do not share: by this the reference points to one of them (V18)."""
    features = table.features(card)
    return features.rank if table.share == "suit" else features.suit


def laid(state: State, cards: tuple[str, ...], event: int, now: int) -> Outcome:
    """The five cards of that event lie, as a set or accepted as they are."""
    current = replace(state.round, begun=event, lying=cards)
    return replace(state, round=current, pending=None, previous=None, events=now), DONE


def make_seal(state: State, move: MakeSeal, now: int) -> Outcome:
    """The layer picks the devil; only its commitment is shown (V15, V17)."""
    if not state.table.by_app or state.phase != "seal":
        return wrong_phase(state, move, now)
    if move.of not in (None, mark_of(state.round.lying)):
        # Whether it is one of other five than it was picked among would tell which card it is.
        return wrong_phase(state, move, now)
    current, number = state.round, len(state.seals) + 1
    if move.root is not None:
        seal = Seal(move.root)
    elif move.card in current.lying:
        seal = close(current.lying, str(move.card), state.table.seed, number, move.salt)
    else:
        # The card is named nowhere: what the layer thought of is the layer's own (V15).
        facts, rests_on = {"sealing": True}, (current.begun, now)
        layer = state.table.players[state.layer]
        flag = Flag("foreign_card", "V15", layer, facts=facts, rests_on=rests_on)
        return refuse(state, flag, now)
    sealed = Sealed(number, state.number, state.layer, current.lying, current.begun, now, seal)
    return replace(
        state,
        round=replace(current, sealed=now),
        seals=(*state.seals[:-1], *(one.forgotten() for one in state.seals[-1:]), sealed),
        events=now,
    ), DONE


def asked(state: State, card: str, verdict: Answer | None, now: int) -> Outcome:
    """The drawer asks for that card: the judge answers at once, the layer with `announce`."""
    if state.table.by_layer:
        current = replace(state.round, chosen=card, asked=now)
        return replace(state, round=current, events=now), DONE
    sealed = state.seals[-1]
    opening = sealed.seal.opening(card)
    answer = opening.verdict if opening else verdict
    if answer is None:  # `read_move` lets no such move through.
        return wrong_phase(state, Bare("choose"), now)
    answers = (*sealed.answers, Shown(card, answer, now, now))
    seals = (*state.seals[:-1], replace(sealed, answers=answers))
    told = replace(state, seals=seals, told=state.told + 1)
    return show(told, card, answer, now, now), DONE


def announce(state: State, move: Announce, now: int) -> Outcome:
    """The layer answers; after a clear reference the answer is checked at once (V18)."""
    current = state.round
    if not state.table.by_layer or state.phase != "answer" or move.card != current.chosen:
        return wrong_phase(state, move, now)
    flags: tuple[Flag, ...] = ()
    if current.reference and current.reference.means is not None:
        answer = Shown(move.card, move.verdict, now, current.asked)
        flags = _false(state.table, state.layer, current, current.reference, (answer,))
    after = show(state, move.card, move.verdict, now, current.asked)
    return after, Verdict(True, flags)


def reference_round(state: State) -> tuple[int, Round] | None:
    """The round whose reference may be shown now, and its layer; None if there is none (V18)."""
    if not state.table.by_layer:
        return None
    found = (state.layer, state.round) if state.phase in ("draw", "answer") else state.previous
    return found if found and found[1].reference is None else None


def show_reference(state: State, move: ShowReference, now: int) -> Outcome:
    """The reference is turned up: it names the devil, and proves answers false (V18)."""
    found = reference_round(state)
    if found is None:
        return wrong_phase(state, move, now)
    layer, current = found
    reference = Reference(move.card, meant(state.table, current.lying, move.card), now)
    current = replace(current, reference=reference)
    if state.phase in ("draw", "answer"):
        after = replace(state, round=current, events=now)
    else:
        after = replace(state, previous=(layer, current), events=now)
    if reference.means is None:
        flag = Flag(
            "reference_unclear",
            "V18",
            state.table.players[layer],
            (move.card,),
            facts={"share": state.table.share, "lying": current.lying},
            rests_on=(current.begun, now),
        )
        return after, Verdict(True, (flag,))
    return after, Verdict(True, _false(state.table, layer, current, reference, current.shown))


def meant(table: Table, lying: tuple[str, ...], card: str) -> str | None:
    """The one of the five that the reference means; None for none or several (V18)."""
    if card in lying:
        return card
    sign = _apart(table, card)
    fitting = [one for one in lying if sign is not None and _apart(table, one) == sign]
    return fitting[0] if len(fitting) == 1 else None


def _false(
    table: Table, layer: int, current: Round, reference: Reference, answers: tuple[Shown, ...]
) -> tuple[Flag, ...]:
    """A flag for each answer that the reference proves false, in the order of the answers."""
    return tuple(
        Flag(
            "false_announcement",
            "V18",
            table.players[layer],
            (answer.card,),
            (reference.card,),
            facts={"verdict": answer.verdict, "devil": reference.means},
            rests_on=(current.begun, *sorted({answer.asked, answer.event, reference.event})),
        )
        for answer in answers
        if (answer.verdict == "devil") != (answer.card == reference.means)
    )


def dispute(state: State, move: Bare, now: int) -> Outcome:
    """All of the last seal is opened; a running round is void (V17)."""
    if not state.table.by_app or not state.seals or state.phase == "seal":
        return wrong_phase(state, move, now)
    sealed = state.seals[-1]
    opened = replace(sealed, disputed=sealed.disputed or now)
    told = state.told + (not sealed.disputed)
    after = replace(state, seals=(*state.seals[:-1], opened), told=told, events=now)
    return (void(after, now) if state.phase == "draw" else after), DONE
