"""`TableSession`: the one door to a running table, for pages, commands and the camera."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.errors import USAGE
from companion.games import KeepsSecrets, find
from companion.readers.move import ReadMove
from companion.record import Record, replay
from companion.session import bookings
from companion.session.asking import Advice, advice, nothing_to_ask
from companion.session.bookings import Action
from companion.session.corrections import NOT_OPEN, Corrections
from companion.session.desk import NO_GAME, Desk
from companion.session.evenings import PAIRING, Evenings
from companion.session.exchange import from_record
from companion.session.listeners import Subscription
from companion.session.names import check_names
from companion.session.outcome import Outcome, SessionError
from companion.session.pages import Judged, snapshot
from companion.session.past_games import PastGames
from companion.session.snapshot import Condition, Grade, Snapshot, View
from companion.session.timeline import (
    MOVE,
    OPTIONS,
    RESUME,
    RULE,
    START,
)
from companion.store import Entry, Store
from companion.vault import Random

SEED_BYTES = 32
"""Of the secret seed from which a game's judge derives what nobody may guess."""


def now_utc() -> datetime:
    """The time of the day, UTC."""
    return datetime.now(UTC)


class TableSession(PastGames, Corrections, Evenings):
    """One table, safe to be called from any thread.

    What is not possible raises `SessionError`; a log that cannot be written raises `StoreError`
    (both are `PlainError`s); a move that is no event of the game raises
    `companion.games.InvalidEvent`, a game that cannot begin so `companion.games.InvalidGame`.
    After an error nothing has changed. What is returned is on the disk: kill the process at any
    moment, and the next one shows the table as it stood.

    `who` is free text for the log: "referee", "seat Bea", "camera".
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime] = now_utc,
        random: Random = secrets.token_bytes,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` is the time of the day, `steady` seconds on a clock that nobody sets."""
        self._desk = Desk(store, clock, steady, random)
        self._random = random

    # Games

    def start_game(
        self,
        game: str,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        *,
        seats: Mapping[str, str] | None = None,
        deck: str = "french",
        who: str = "referee",
        pairing: Mapping[str, int] | None = None,
    ) -> int:
        """Begin a game and return its id; a running one is ended as it stands (and can be resumed).

        `seats` names the arc of the table for each player (left out: the player's own name),
        `pairing` its place in a knock-out evening (see `evenings.Evening.place`).
        """
        options = dict(options or {})
        check_names(players)
        find(game).start(list(players), options)
        body = {
            "game": game,
            "players": list(players),
            "options": options,
            "seats": {name: (seats or {}).get(name, name) for name in players},
            "deck": deck,
            **({PAIRING: dict(pairing)} if pairing else {}),
        }
        keeps = isinstance(find(game), KeepsSecrets)
        secret = {"seed": self._random(SEED_BYTES).hex()} if keeps else {}
        with self._desk.lock:
            entries = self._desk.ending("another game was started", who)
            entries.append(Entry(START, body, who, self._desk.now(), secret=secret))
            return self._desk.open(entries)

    def end_game(self, who: str, why: str = "") -> None:
        """End the running game as it stands."""
        with self._desk.lock:
            self._desk.running()
            self._desk.open(self._desk.ending(why, who))

    def resume_game(self, game_id: int, who: str) -> None:
        """Go on with an earlier game; a running one is ended as it stands."""
        with self._desk.lock:
            if game_id not in self._desk.archive.games:
                raise SessionError(f"There is no game {game_id} in the log.", USAGE)
            if self._desk.judged and not self._desk.judged.timeline.ended:
                if self._desk.judged.timeline.head.id == game_id:
                    return
                self._desk.archive.judged(game_id)  # Raises before anything is ended.
            entries = self._desk.ending("another game goes on", who)
            entries.append(Entry(RESUME, {}, who, self._desk.now(), game_id))
            self._desk.open(entries)

    def import_record(
        self, record: Record, who: str, seats: Mapping[str, str] | None = None
    ) -> int:
        """Begin a game from a record and return its id; what waited in it waits again.

        Raises `companion.record.RecordError`, and then no game was begun.
        """
        events = [step.event for step in replay(record)]
        with self._desk.lock:
            game_id = self.start_game(
                record.game, record.players, record.options, seats=seats, who=who
            )
            for event in from_record(events):
                judged = self._desk.running()
                booked = bookings.imported(judged, event)
                self._desk.book([booked], who)
            return game_id

    def change_options(
        self, options: Mapping[str, Any], who: str, confirmed: bool = False
    ) -> Outcome:
        """Change the variant and count all anew; once anything is booked that needs `confirmed`."""
        with self._desk.lock:
            judged = self._desk.running()
            head = judged.timeline.head
            find(head.game).start(head.players, options)
            if judged.timeline.events and not confirmed:
                raise SessionError(
                    "The game has begun: confirm that all of it is to be counted anew.", USAGE
                )
            return self._desk.book([Action(OPTIONS, {"options": dict(options)})], who)

    def set(self, name: str, value: Any, who: str) -> None:
        """Change a setting of the session, see `companion.session.settings`."""
        with self._desk.lock:
            self._desk.set(name, value, who)

    # Moves and rulings by people

    def submit(
        self,
        move: Mapping[str, Any],
        grade: Grade = "confirmed",
        who: str = "referee",
        evidence: bytes | None = None,
        at: float | None = None,
        moment: str | None = None,
    ) -> Outcome:
        """Book one move. `confirmed`: a person entered it; other grades are the camera's.

        A person's entry of a card that the camera has read (or asks about) confirms or corrects
        that reading; it is not booked twice. With the `moment` of the snapshot that a button was
        drawn from it counts only while the game still stands so.
        """
        with self._desk.lock:
            self._desk.take_in()
            self._desk.still(moment)
            judged = self._desk.running()
            if grade == "confirmed":
                return self._desk.book(
                    [bookings.entered(judged, move, at, self._desk.keep(evidence))], who
                )
            read = ReadMove(move, grade, at or 0.0, evidence=evidence)
            action = bookings.seen(judged, read, self._desk.keep(evidence))
            if action is None:
                raise SessionError("The camera has told that already.")
            if action.kind == MOVE:
                action = Action(MOVE, {**action.body, "film": at})
            return self._desk.book([action], who)

    def take_back(self, who: str) -> Outcome:
        """The pending card went back to the hand."""
        return self.submit({"type": "take_back"}, "confirmed", who)

    def accept(self, who: str) -> Outcome:
        """The pending play stands."""
        return self.submit({"type": "accept"}, "confirmed", who)

    def annul(self, who: str) -> Outcome:
        """The deal is void (also: misdeal)."""
        return self.submit({"type": "annul"}, "confirmed", who)

    def no_play(self, event_id: int, who: str) -> Outcome:
        """That was no play: strike out the event (one tap)."""
        return self.delete(event_id, who, "that was no play")

    def rule(self, flag_id: str, state: str, who: str, why: str = "") -> Outcome:
        """Say what becomes of a flag: `open`, `stands`, `camera_wrong`, or `annulled`.

        For the flag of a pending play `stands` accepts it, `taken_back` takes it back and
        `camera_wrong` strikes it out. `annulled` voids the deal.
        """
        with self._desk.lock:
            judged = self._desk.on_show()
            flag = next((flag for flag in judged.proved if flag.id == flag_id), None)
            if flag is None or not flag.accuses:
                raise SessionError("That flag is no longer there, or accuses nobody.")
            pending = judged.standing.pending
            if state == "annulled":
                return self.annul(who)
            if flag.pends and pending and pending.id == flag.step.event.id:
                if state in ("stands", "taken_back"):
                    return self.accept(who) if state == "stands" else self.take_back(who)
                if state == "camera_wrong":
                    return self.no_play(pending.id, who)
            elif not flag.pends and state in ("open", "stands", "camera_wrong"):
                if state == judged.timeline.ruled.get(flag_id, "open"):
                    return self._desk.as_it_is(flag.step.event.id)
                action = Action(RULE, {"flag": flag_id, "state": state, "why": why})
                return self._desk.book([action], who, flag.step.event.id, of=judged)
            raise SessionError(f"This flag cannot become {state!r} now.", USAGE)

    def may_play(self, player: str | None, cards: Sequence[str]) -> Advice:
        """Whether that player (None: whose turn it is) may play these cards, before it is done.

        For the eyes of whoever asks: nothing is written down, no page changes, nobody is told.
        """
        return advice(self._shown(), player, cards)

    def nothing_to_ask(self) -> Advice | None:
        """What `may_play` says of any card in a game without hands; None in all others."""
        return nothing_to_ask(self._shown())

    def _shown(self) -> Judged:
        """The running game as it is shown: nobody waits for the disk to see it."""
        judged = self._desk.shown.judged
        if judged is None or judged.timeline.ended:
            raise SessionError(NO_GAME)
        return judged

    # The camera

    def see(self, read_moves: Iterable[ReadMove]) -> list[Outcome]:
        """Take what the camera read, in order.

        Never raises for a log that cannot be written: what was read is kept and written as soon as
        it can be, and `snapshot()["log"]` says so. What the camera tells while no game is running
        is not kept.
        """
        with self._desk.lock:
            for read in read_moves:
                if read.remarks:
                    self._desk.notice(read.why)
                else:
                    self._desk.inbox.append(read)
            return self._desk.take_in()

    def propose(self, read: ReadMove) -> None:
        """Show what the camera understood and does not book: what it brings (the judge's answer)
        could not be taken back. It is offered until something else happens."""
        with self._desk.lock:
            judged = self._desk.shown.judged
            if judged is None or judged.timeline.ended:
                return
            if read.move != self._desk.around.proposed:
                self._desk.changed(proposed=read.move)

    def take_up(self, move: Mapping[str, Any], who: str) -> Outcome:
        """Book what is proposed: somebody tapped it. Only once, however many tap it: raises
        SessionError where it is no longer offered.

        What is proposed names a card; what exactly is asked about it (`choose`, `devil_call`) is
        said with the tap."""
        with self._desk.lock:
            proposed = self._desk.around.proposed
            if proposed is None or {**move, "type": proposed["type"]} != proposed:
                raise SessionError(NOT_OPEN)
            return self.submit(move, "confirmed", who)

    def dismiss(self) -> None:
        """Drop what is proposed: that was not meant."""
        with self._desk.lock:
            if self._desk.around.proposed is not None:
                self._desk.changed(proposed=None)

    def seal_meant(self, card: str, who: str) -> bool:
        """Book the secret move that a card means which was shown to nobody but the camera.

        False, and nothing booked, where it means none or several."""
        with self._desk.lock:
            standing = self._desk.running().standing
            move = (
                standing.game.meant(standing.state, card)
                if isinstance(standing.game, KeepsSecrets)
                else None
            )
            return move is not None and self.submit(move, "confirmed", who).accepted

    def counted(self, cards_down: int | None) -> None:
        """So many cards lie face down and apart, as the camera counts; None: it does not count."""
        with self._desk.lock:
            if cards_down != self._desk.around.cards_down:
                self._desk.changed(cards_down=cards_down)

    def camera_status(self, state: str, text: str = "") -> None:
        """How the camera is: `none`, `live`, `lost`, `frozen` ..., with a sentence for people."""
        with self._desk.lock:
            if self._desk.around.camera != {"state": state, "text": text}:
                self._desk.changed(camera=Condition(state=state, text=text))

    def refresh(self) -> None:
        """Have the pages drawn anew: something that they show beside the game has changed."""
        with self._desk.lock:
            self._desk.changed()

    def reader_state(self) -> dict[str, Any]:
        """The game's public state for the reader: `pending` as it is, `waiting`: what lies on the
        table but does not count yet, `[{"player", "card", "track"}]`, and `deck`: the codes of the
        cards that the game is played with. Empty without a game."""
        judged = self._desk.shown.judged
        if judged is None or judged.timeline.ended:
            return {}
        waiting = [
            {"player": event.player, "card": event.card, "track": event.track}
            for event in judged.standing.queue
            if event.lays_card
        ]
        standing = judged.standing
        deck = standing.game.deck(standing.state)
        return {**standing.public, "waiting": waiting, "deck": deck}

    # Watching

    def snapshot(self, view: View = "table", game_id: int | None = None) -> Snapshot:
        """All that a page of that kind may show (of an earlier game: with `game_id`)."""
        desk = self._desk
        shown = desk.shown
        if game_id is None or (shown.judged and shown.judged.timeline.head.id == game_id):
            return shown.snapshot(view, desk.clock(), desk.store.pictures)
        judged = self._of_game(game_id)
        return snapshot(judged, view, shown.around, desk.clock(), desk.store.pictures.has)

    def evidence(self, evidence_id: str) -> bytes | None:
        """The JPEG of that id, None once it was deleted."""
        return self._desk.store.pictures.read(evidence_id)

    def listen(self) -> Subscription:
        """Notices of changes; `with session.listen() as changes: changes.get(timeout=15)`."""
        return self._desk.listeners.listen()

    @property
    def listening(self) -> int:
        """How many listen now."""
        return len(self._desk.listeners)

    @property
    def version(self) -> int:
        """The version that `snapshot` would show."""
        return self._desk.shown.around.version

    def tick(self) -> None:
        """Do what time brings: announce a pending play, write what could not be written."""
        self._desk.tick()

    def close(self) -> None:
        """Close the log and let others use the data folder."""
        with self._desk.lock:
            self._desk.close()
