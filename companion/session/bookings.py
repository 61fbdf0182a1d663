"""What is written down when somebody enters, corrects or answers something, or the camera reads.

Each function looks at how the table stands and gives the actions to book; none changes anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import USAGE
from companion.games import KeepsSecrets
from companion.readers.move import UNREAD, ReadMove
from companion.session import questions as asked
from companion.session import readings
from companion.session.booked import Booked
from companion.session.outcome import SessionError
from companion.session.pages import Judged
from companion.session.snapshot import Grade, Question
from companion.session.timeline import ADMIT, CONFIRM, CORRECT, DELETE, MOVE, READ

TAKES_PLAYER = ("play", "pass", "attack", "swap")
"""Moves that get the name of the player whose turn it is when it is left out."""


@dataclass(frozen=True)
class Action:
    """Something to be written down: a row's kind and body."""

    kind: str
    body: Mapping[str, Any]


def entered(
    judged: Judged,
    move: Mapping[str, Any],
    film: float | None = None,
    evidence: str | None = None,
) -> Action:
    """A move that a person entered.

    If it is what the camera has read, or asks about, it confirms or corrects that. Raises
    InvalidEvent.
    """
    move = with_player(judged, move)
    checked(judged, move)
    same = _same_card(judged, move)
    if same is None:
        body = _booking(judged, move, "confirmed", False)
        return Action(MOVE, {**body, "film": film, "evidence": evidence})
    if dict(same.move) == dict(move) and not same.supposed:
        return confirmed([same])
    return corrected(same, {**same.move, **move})


def seen(judged: Judged, read: ReadMove, evidence: str | None) -> Action | None:
    """A move that the camera read; None if it says nothing new. Raises InvalidEvent."""
    known = readings.tracked(judged.timeline.events, read)
    if known is not None:
        values = readings.read_again(known, read, evidence)
        return None if values is None else _read(known, values)
    move = with_player(judged, read.move)
    if not is_unread(move):
        checked(judged, move)
    by_hand = _entered_before(judged, move)
    if by_hand is not None:
        # Entered while the camera was away: this is that card, not a second one.
        return _read(by_hand, {"track": read.track, "evidence": evidence or by_hand.evidence})
    body = {
        **_booking(judged, move, read.grade, True),
        "film": read.at,
        "why": read.why,
        "evidence": evidence,
        "track": read.track,
        "doubt": read.doubt,
        "candidates": list(read.candidates),
        "question": read.question,
        **({"hits": list(read.hits)} if read.hits else {}),
    }
    return Action(MOVE, body)


def imported(judged: Judged, event: Mapping[str, Any]) -> Action:
    """An event of a record."""
    move = event["move"] if judged.standing.pending else with_player(judged, event["move"])
    return Action(MOVE, {**event, **_booking(judged, move, event["grade"], event["camera"])})


def inserted(
    judged: Judged,
    before: int | None,
    move: Mapping[str, Any],
    why: str,
    evidence: str | None,
) -> Action:
    """A move that was missed, before that event. Raises InvalidEvent, SessionError."""
    if before is None:
        move = with_player(judged, move)
    else:
        event_of(judged, before)
    checked(judged, move)
    body = _booking(judged, move, "confirmed", False)
    # It belongs to another moment: what waits now has nothing to do with it.
    body |= {"on": None, "while_pending": False} if before is not None else {}
    return Action(MOVE, {**body, "before": before, "why": why, "evidence": evidence})


def corrected(event: Booked, move: Mapping[str, Any], why: str = "") -> Action:
    """It was that move; said by a person."""
    still_unread = is_unread(move)
    values: dict[str, Any] = {
        "move": dict(move),
        "corrected": True,
        "struck": False,
        "refused": "",
    }
    if not still_unread:
        values |= {"grade": "confirmed", "question": None, "doubt": ""}
    return Action(CORRECT, {"events": [event.id], "set": values, "why": why})


def confirmed(events: Sequence[Booked]) -> Action:
    """It was as it was read; said by a person."""
    ids = [event.id for event in events]
    return Action(CONFIRM, {"events": ids, "set": {"grade": "confirmed", "question": None}})


def struck_out(events: Sequence[Booked], why: str) -> Action:
    """It did not happen."""
    ids = [event.id for event in events]
    return Action(DELETE, {"events": ids, "set": {"struck": True}, "why": why})


def put_back(event: Booked, why: str) -> Action:
    """An event that was struck out happened after all."""
    return Action(CORRECT, {"events": [event.id], "set": {"struck": False}, "why": why})


def answered(
    judged: Judged, question: Question, choice: str, change: Mapping[str, Any] | None
) -> Action:
    """What an answer means. Raises SessionError for one that the question has not."""
    event = event_of(judged, question["event"])
    kind = question["kind"]
    change = change or asked.change_by(choice)
    action: Action | None = None
    if kind == "does_it_stand":
        if choice in asked.rulings(judged.standing):
            action = entered(judged, {"type": choice})
    elif kind == "early_cards":
        held = [e for e in judged.standing.queue if e.id in judged.standing.early]
        if choice == asked.YES:
            ids = [e.id for e in held]
            action = Action(ADMIT, {"events": ids, "set": {"admitted": True}})
        elif choice == asked.NO:
            action = struck_out(held, "seen before the announcement, no plays of the deal")
    elif change:
        move = _changed(event, change)
        checked(judged, move)
        action = corrected(event, move)
    elif choice == asked.NO_PLAY or (choice == asked.NO and kind in ("did_pass", "did_happen")):
        action = struck_out([event], "that was no play")
    elif choice == asked.YES and kind.startswith("did_"):
        action = confirmed([event])
    elif choice == asked.NO and kind == "did_play":
        values = {"move": asked.taken_apart(event), "grade": "assumed", "question": None}
        action = Action(CORRECT, {"events": [event.id], "set": values, "why": "not as read"})
    if action is None:
        raise SessionError(f"{choice!r} is no answer to the question: {question['text']}", USAGE)
    return action


def _changed(event: Booked, change: Mapping[str, Any]) -> dict[str, Any]:
    """The event's move with another card or player; of several cards it is the unread one."""
    if "trump_card" in event.move and "card" in change:
        return {**event.move, "trump_card": change["card"]}
    move = {**event.move, **change}
    cards = event.move.get("cards")
    if isinstance(cards, list) and "card" in change:
        del move["card"]
        place = cards.index(UNREAD) if UNREAD in cards else -1
        move["cards"] = [*cards[:place], change["card"], *cards[place:][1:]]
    return move


def event_of(judged: Judged, event_id: int) -> Booked:
    """The event of that id; raises SessionError."""
    event = judged.timeline.event(event_id)
    if event is None:
        raise SessionError(f"There is no event {event_id} in this game (any more).", USAGE)
    return event


def checked(judged: Judged, move: Mapping[str, Any]) -> None:
    """Raises InvalidEvent if the move is no event of the game; an unread `?` may stand in it."""
    known = {name: value for name, value in move.items() if value != UNREAD}
    for name in ("card", "attack", "trump_card"):
        if name in move and name not in known:
            known[name] = _some_card(judged)
    if isinstance(move.get("cards"), list):
        known["cards"] = [_some_card(judged) if card == UNREAD else card for card in move["cards"]]
    judged.standing.game.parse(judged.standing.state, known)


def _some_card(judged: Judged) -> str:
    """Any card of the game, in place of one that was not read."""
    return min(judged.standing.game.deck(judged.standing.state))


def is_unread(move: Mapping[str, Any]) -> bool:
    """Whether a card or the player of the move was not seen well enough."""
    cards = move.get("cards")
    several = cards if isinstance(cards, list) else []
    named = (move.get("card"), move.get("trump_card"), move.get("player"))
    return UNREAD in (*named, *several)


def with_player(judged: Judged, move: Mapping[str, Any]) -> dict[str, Any]:
    """The move with the name of the player whose turn it is, where none is named.

    Left out where moves are held: whose turn it will be is not known then.
    """
    turn = judged.standing.public.get("turn")
    named = {name: value for name, value in move.items() if value is not None}
    takes_player = named.get("type") in TAKES_PLAYER and "player" not in named
    if takes_player and isinstance(turn, str) and not judged.standing.queue:
        return {**named, "player": turn}
    return named


def _booking(judged: Judged, move: Mapping[str, Any], grade: Grade, camera: bool) -> dict[str, Any]:
    standing = judged.standing
    game = standing.game
    if isinstance(game, KeepsSecrets) and not standing.queue:
        move = game.kept(standing.state, move)
    ruling = move.get("type") in ("take_back", "accept", "annul")
    refused = standing.pending is not None and not camera and not ruling
    return {
        "move": dict(move),
        "grade": grade,
        "camera": camera,
        "on": standing.waits_on if ruling or refused else None,
        "while_pending": refused,
    }


def _same_card(judged: Judged, move: Mapping[str, Any]) -> Booked | None:
    """The event of the camera's that a person's play tells about, if there is one."""
    head = judged.standing.asked
    shows = head is not None and (head.lays_card or "trump_card" in head.move)
    if head is not None and shows and head.type == move.get("type"):
        same_player = head.player in (UNREAD, None) or move.get("player") in (None, head.player)
        if same_player and (readings.fits(head.move, move) or head.must_confirm):
            return head
    if move.get("type") != "play":
        return None  # In other games the same card may come again: it is no proof of anything.
    turn = judged.standing.public.get("turn")
    open_cards = [e for e in _this_deal(judged) if e.camera and e.grade != "confirmed"]
    for event in open_cards:
        if event.card == move.get("card"):
            return event
    # Who is not to play says which card it was that could not be read.
    return next(
        (e for e in open_cards if e.supposed and e.player == move.get("player") != turn), None
    )


def _entered_before(judged: Judged, move: Mapping[str, Any]) -> Booked | None:
    if move.get("type") != "play" or move.get("card") == UNREAD:
        return None
    return next(
        (
            event
            for event in _this_deal(judged)
            if not event.camera and event.track is None and event.card == move.get("card")
        ),
        None,
    )


def _this_deal(judged: Judged) -> Iterator[Booked]:
    """The plays of the running deal: those that count, the pending one, those held."""
    standing = judged.standing
    yield from standing.queue
    if standing.between_deals:
        return
    for step in reversed(standing.steps):
        if step.deal != standing.deal:
            return
        is_pending = standing.pending is not None and standing.pending.id == step.event.id
        if step.event.type == "play" and (step.accepted or is_pending):
            yield step.event


def _read(event: Booked, values: Mapping[str, Any]) -> Action:
    return Action(READ, {"events": [event.id], "set": dict(values), "camera": True})
