"""A truthful person at a film's table: answers what the program asks, after a moment.

They know what was truly laid, as everybody at the table does, and use what the referee's page
offers: the choices of a question, another card or player, and where the truth is none of these,
what was missed is put in, what never happened is struck out, and what was another move corrected.
A tap that the game did not take asks too: something before it is wrong. All else that is wrong in
silence stays wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import PlainError
from companion.games import InvalidEvent
from companion.readers.move import UNREAD
from companion.record import Record
from companion.session import RefusedError, TableSession
from companion.session.booked import RULINGS
from companion.session.snapshot import EventView, Question, Snapshot

from .recollection import Remembered, beside, remembered

WHO = "referee"
#: A person needs so long to see that something is asked, and to answer, seconds of film.
THINKS = 4.0
#: Nobody tries again and again: what is still asked after so many answers stays open.
TRIES = 3
#: Where something must be wrong, so many of the last moves are gone through.
LOOKED_OVER = 12


class Witness:
    """Watches a session as the film goes on, and answers."""

    def __init__(self, record: Record, acted: Sequence[float]) -> None:
        """`acted`: film times of the record's events."""
        self._truth = remembered(record, acted)
        self._open: dict[str, float] = {}
        """Since when each question is open, seconds of film."""
        self._tried: dict[str, int] = {}
        self.put_right = 0
        """Moves put in, struck out or made another one, since no answer said it."""

    @property
    def asked(self) -> int:
        """How many different questions were answered, or could not be."""
        return len(self._tried)

    def look(self, session: TableSession, at: float) -> None:
        """What a person does at that film time: answers what the game has waited for long enough.

        What the game does not wait for is looked at when the film is over.
        """
        snapshot = session.snapshot("referee")
        waits = _waits_for(snapshot) or self._taps_refused(snapshot, at)
        self._open = {key: self._open.get(key, at) for key in waits}
        for key in waits:
            if at - self._open[key] >= THINKS:
                self._open[key] = at
                self._answer(session, snapshot, key, at)
                return

    def finish(self, session: TableSession, at: float) -> None:
        """The film is over: everything that is still open is gone through."""
        while True:
            snapshot = session.snapshot("referee")
            keys = [*still_open(snapshot), *self._taps_refused(snapshot, at)]
            left = [key for key in keys if self._tried.get(key, 0) < TRIES]
            if not left:
                return
            for key in left:
                if self._answer(session, snapshot, key, at):
                    break
            else:
                return

    def _answer(self, session: TableSession, snapshot: Snapshot, key: str, at: float) -> bool:
        """Say how it was; whether anything was done."""
        if self._tried.get(key, 0) >= TRIES:
            return False
        told = _Told(session, snapshot, [one for one in self._truth if one.at <= at])
        question = next((one for one in snapshot["questions"] if one["id"] == key), None)
        event = question["event"] if question else int(key.partition("-")[2])
        said = None if question is None or question["kind"] == "does_it_stand" else question
        if said is None and told.is_rightly_pending(event, at - THINKS):
            return False  # Whoever rules does so in a moment, as they truly did.
        self._tried[key] = self._tried.get(key, 0) + 1
        try:
            if key.startswith("refused-"):
                told.tap_again(event)
            elif said is None:
                told.settle(event, question)
            elif said["kind"] == "early_cards":
                told.say_which_are_early(said)
            else:
                told.answer(said)
        except (PlainError, InvalidEvent):
            return self._tried[key] < TRIES  # Refused: perhaps it can be said later.
        finally:
            self.put_right += told.put_right
        return True

    def _taps_refused(self, snapshot: Snapshot, at: float) -> list[str]:
        """Taps that truly were moves of the game, and that the game did not take."""
        taps = [event for event in snapshot["events"] if event["in_vain"] and not event["camera"]]
        truth = [one for one in self._truth if one.at <= at]
        known = set(beside(truth, _booked(snapshot)).values())
        missed = [one for n, one in enumerate(truth) if one.is_move and n not in known]
        return [f"refused-{event_id}" for event_id in beside(missed, taps)]


def _waits_for(snapshot: Snapshot) -> list[str]:
    """What the game waits for a person to say: questions, and a play that is to be ruled upon."""
    keys = [question["id"] for question in snapshot["questions"] if question["blocking"]]
    waiting = snapshot["waiting"]
    if not keys and waiting and waiting["reason"] == "ruling":
        keys.append(f"ruling-{waiting['event']}")
    return keys


def still_open(snapshot: Snapshot) -> list[str]:
    """All that a person is still to say, what the game waits for first."""
    keys = [*_waits_for(snapshot), *(question["id"] for question in snapshot["questions"])]
    return list(dict.fromkeys(keys))


def _booked(snapshot: Snapshot) -> list[EventView]:
    """What the program takes for moves of the game, even if it could not make sense of them.

    Without rulings: a late one stands behind what was laid after the play that it is about.
    """
    return [
        event
        for event in snapshot["events"]
        if not (event["withdrawn"] or event["in_vain"] or event["type"] in RULINGS)
    ]


class _Told:
    """What was booked and what was true, side by side, at the moment of an answer."""

    def __init__(
        self, session: TableSession, snapshot: Snapshot, truth: Sequence[Remembered]
    ) -> None:
        self.session = session
        self.put_right = 0
        self._truth = truth
        self._all = snapshot["events"]
        self._booked = _booked(snapshot)
        self._pairs = beside(truth, self._booked)

    def is_rightly_pending(self, event_id: int, until: float) -> bool:
        """Whether it waits for a ruling that was not given at the table until then."""
        place = self._pairs.get(event_id)
        if place is None or not self._truth[place].pends:
            return False
        later = self._truth[place + 1 :]
        return not any(one.move["type"] in RULINGS and one.at <= until for one in later)

    def answer(self, question: Question) -> None:
        """Answer with the truth; what was missed just before is put in first."""
        event, true = self._event(question["event"]), self._true(question["event"])
        choices = {choice["id"] for choice in question["choices"]}
        if true is None:
            self.session.answer(question["id"], "none" if "none" in choices else "no", WHO)
            return
        self._put_in_before(event)
        wrong = true.differs_from(event["move"])
        if true.move["type"] != event["type"]:
            self._correct(event, true)
        elif self._puts_right_what_it_follows_from(event, wrong):
            return
        elif not wrong and "yes" in choices:
            self.session.answer(question["id"], "yes", WHO)
        elif set(wrong) <= {"card", "player"}:
            named = wrong or {"card": str(true.move["card"])}
            first = next(iter(named))
            choice = f"{first}:{named[first]}"
            self.session.answer(question["id"], choice, WHO, named if len(named) > 1 else None)
        elif (cards := _the_unread(event, true)) is not None:
            self.session.answer(question["id"], f"card:{cards}", WHO)
        else:
            self._correct(event, true)

    def settle(self, event_id: int, question: Question | None) -> None:
        """A play waits for a ruling, or the table plays on over it: say what was wrong, or rule."""
        event, true = self._event(event_id), self._true(event_id)
        if true is None:
            self.session.no_play(event_id, WHO)
            self.put_right += 1
            return
        missed = self._put_in_before(event)
        if self._puts_right_what_it_follows_from(event, true.differs_from(event["move"])):
            return
        if true.move["type"] != event["type"] or true.differs_from(event["move"]):
            self._correct(event, true)
        elif missed:
            return
        elif true.pends:
            later = self._truth[self._pairs[event_id] + 1 :]
            ruling = next(one.move["type"] for one in later if one.move["type"] in RULINGS)
            if question is not None:
                self.session.answer(question["id"], ruling, WHO)
            else:
                self.session.submit({"type": ruling}, "confirmed", WHO)
        else:
            self._look_further_back(self._booked.index(event))

    def tap_again(self, event_id: int) -> None:
        """A tap was refused: put right what was wrong before it, or else tap it again."""
        tap = next(one for one in self._all if one["id"] == event_id)
        earlier = [one for one in self._booked if (one["film"] or 0.0) <= (tap["film"] or 0.0)]
        place = self._booked.index(earlier[-1]) + 1 if earlier else 0
        if self._look_further_back(place) or self._put_in_before(tap):
            return
        later = self._booked[place]["id"] if place < len(self._booked) else None
        self.session.insert(later, tap["move"], WHO, "it was tapped too early")
        self.put_right += 1

    def say_which_are_early(self, question: Question) -> None:
        """The cards seen before the announcement are plays of the deal if any of them is one."""
        true = self._true(question["event"])
        self.session.answer(question["id"], "no" if true is None else "yes", WHO)

    def _puts_right_what_it_follows_from(self, event: EventView, wrong: Mapping[str, Any]) -> bool:
        """Where another card was beaten than the program knows of, that one comes first."""
        return "attack" in wrong and self._look_further_back(self._booked.index(event))

    def _look_further_back(self, place: int) -> bool:
        """Put right the first thing shortly before that place that was taken down wrongly."""
        for earlier in self._booked[max(0, place - LOOKED_OVER) : place]:
            true = self._true(earlier["id"])
            try:
                if true is None:
                    if not earlier["camera"]:
                        continue  # Somebody has said so.
                    self.session.no_play(earlier["id"], WHO)
                    self.put_right += 1
                    return True
                if self._put_in_before(earlier):
                    return True
                if true.move["type"] != earlier["type"] or true.differs_from(earlier["move"]):
                    self._correct(earlier, true)
                    return True
            except RefusedError:
                continue  # It hangs on something else.
        return False

    def _event(self, event_id: int) -> EventView:
        return next(event for event in self._booked if event["id"] == event_id)

    def _true(self, event_id: int) -> Remembered | None:
        place = self._pairs.get(event_id)
        return None if place is None else self._truth[place]

    def _put_in_before(self, event: EventView) -> bool:
        """Put in what was missed between this event and the one before it; whether anything was."""
        ids = [one["id"] for one in self._all[: self._all.index(event)]]
        before = max((self._pairs[one] for one in ids if one in self._pairs), default=-1)
        until = self._pairs.get(event["id"], before)
        if event["in_vain"]:
            tapped = [one for one in self._all if one["in_vain"] and not one["camera"]]
            until = beside(self._truth, tapped).get(event["id"], before)
        missed = [one for one in self._truth[before + 1 : until] if one.is_move]
        for one in missed:
            self.session.insert(event["id"], one.move, WHO, "it was missed")
            self.put_right += 1
        return bool(missed)

    def _correct(self, event: EventView, true: Remembered) -> None:
        self.session.correct(event["id"], true.move, WHO, "it was another move")
        self.put_right += 1


def _the_unread(event: EventView, true: Remembered) -> str | None:
    """The one card that was not read among several, where the others are as they were."""
    cards, booked = true.move.get("cards"), event["move"].get("cards")
    if not isinstance(cards, list) or not isinstance(booked, list) or len(cards) != len(booked):
        return None
    left = [str(card) for card in cards]
    for card in booked:
        if card in left:
            left.remove(card)
    return left[0] if len(left) == 1 and booked.count(UNREAD) == 1 else None
