"""How well whole deals are followed: rendered films through eye, tracker, reader, game, session.

Every film is one deal of Berteln that nobody played (see `simulator.evening`), in most of them with
one offence. Compared with its record are the plays, who won which trick, every player's score and
the referee's flags. Nobody answers questions: what the program does not know counts as not right.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from companion.follow import Followed, Follower, Tap
from companion.games.berteln.table import CONTRACTS
from companion.readers import reader_for
from companion.record import Record, replay
from companion.session import TableSession
from companion.store import Store
from companion.watching import FilmClock
from vision.frame import Frame
from vision.pipeline import Looker, Pipeline

from ..decks.load import list_decks
from ..scenes.shelf import Shelf
from ..simulator import SimulatedTable
from ..simulator.berteln import trick_taker
from ..simulator.evening import Evening, play
from .counting import Share

#: First seed of benchmark films; nothing is developed with seeds from here on.
FIRST_SEED = 9_000_000
OFFENCES = ("revoke", "out_of_turn", "out_of_turn_accepted", "")
PLAYERS = (4, 3, 5, 6)


@dataclass(frozen=True)
class Plan:
    """One film to be made."""

    seed: int
    conditions: str
    players: int
    contract: str
    offence: str
    """A key of `evening.WRONGS`, or empty."""
    deck: str
    cards_in_play: int | None = None
    """Fewer than usual makes a shorter film."""

    def evening(self) -> Evening:
        """The deal that is played."""
        offences = (self.offence,) if self.offence else ()
        return play(
            self.seed,
            self.players,
            (self.contract,),
            offences,
            cards_in_play=self.cards_in_play,
        )

    def film(self, evening: Evening, size: tuple[int, int] | None = None) -> SimulatedTable:
        """The film of it, on a table that no training scene has."""
        return SimulatedTable(
            evening.record, self.deck, self.seed, self.conditions, size=size, held_out=True
        )


def plans(conditions: str, count: int, first_seed: int = FIRST_SEED) -> list[Plan]:
    """So many films of all contracts and offences, with decks held out of training."""
    decks = held_out_decks()
    made = []
    for number in range(count):
        contract = CONTRACTS[number % len(CONTRACTS)]
        offence = OFFENCES[(number // len(CONTRACTS) + number) % len(OFFENCES)]
        if contract == "patience" and offence:
            offence = "false_pass"
        made.append(
            Plan(
                seed=first_seed + number,
                conditions=conditions,
                players=PLAYERS[(number // 2) % len(PLAYERS)],
                contract=contract,
                offence=offence,
                deck=decks[number % len(decks)],
            )
        )
    return made


def held_out_decks() -> tuple[str, ...]:
    """Decks of the 52 that no training picture shows; the demo decks where none was drawn."""
    try:
        shelf = Shelf.from_cache()
    except FileNotFoundError:
        return list_decks()
    kept = tuple(
        deck.name
        for deck in shelf.decks
        if deck.part != "train" and deck.names and len(set(deck.cards) & _FIFTY_TWO) == 52
    )
    return kept or list_decks()


_FIFTY_TWO = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")


@dataclass(frozen=True)
class Result:
    """One film compared with its record."""

    plan: Plan
    plays: Share
    """Plays booked as they were, in their order."""
    invented: int
    """Plays booked that nobody made."""
    tricks: Share
    """Tricks whose winner is right."""
    scores: Share
    """Players whose points are right."""
    flags: Share
    """Flags that had to come and came."""
    false_flags: int
    """Flags that nobody deserved."""
    questions: int
    """Asked of the referee, and never answered."""

    @property
    def perfect(self) -> bool:
        """Whether everything was right and nothing was invented."""
        shares = (self.plays, self.tricks, self.scores, self.flags)
        return all(s.hits == s.of for s in shares) and not self.invented and not self.false_flags

    def as_json(self) -> dict[str, Any]:
        """The plan and the counts."""
        shares = {name: getattr(self, name).as_json() for name in SHARES}
        return {
            **asdict(self.plan), **shares, "invented": self.invented,
            "false_flags": self.false_flags, "questions": self.questions, "perfect": self.perfect,
        }  # fmt: skip

    def line(self) -> str:
        """One line for people."""
        counts = " ".join(
            f"{name} {getattr(self, name).hits}/{getattr(self, name).of}" for name in SHARES
        )
        return (
            f"{self.plan.seed} {self.plan.conditions} {self.plan.contract} "
            f"({self.plan.players} players, {self.plan.offence or 'no offence'}, "
            f"{self.plan.deck}): {counts}, {self.invented} invented, "
            f"{self.false_flags} false flags, {self.questions} questions"
        )


SHARES = ("plays", "tricks", "scores", "flags")


def watched(
    film: SimulatedTable, eye: Looker
) -> Iterator[tuple[Frame, TableSession, Followed | None]]:
    """Follow a film frame by frame: the session as it stands after each, and what each brought.

    The taps that are left when the film is over come last, without anything seen.
    """
    record = film.record
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        clock = FilmClock()
        session = TableSession(Store(Path(folder)), clock)
        try:
            session.start_game(record.game, record.players, record.options, who="bench")
            reader = reader_for(record.game, film.table, record.players, passes_are_tapped=True)
            taps = [Tap(click.at, click.event) for click in film.clicks]
            one_deck = record.options.get("decks", 1) == 1
            pipeline = Pipeline(eye, film.table, one_deck=one_deck)
            follower = Follower(session, pipeline, reader, taps)
            frame: Frame | None = None
            for frame in film:
                clock.at = frame.at
                yield frame, session, follower.see(frame)
            follower.tap()
            if frame is not None:
                yield frame, session, None
        finally:
            session.close()


def follow(film: SimulatedTable, eye: Looker) -> Iterator[tuple[Frame, TableSession]]:
    """Follow a film frame by frame; the session as it stands after each."""
    for frame, session, _ in watched(film, eye):
        yield frame, session


def run(
    plan: Plan,
    eye: Callable[[SimulatedTable], Looker],
    *,
    size: tuple[int, int] | None = None,
    progress: Callable[[float], None] = lambda _share: None,
) -> Result:
    """Make one film, follow it and compare. `progress` hears which share of it is done."""
    evening = plan.evening()
    film = plan.film(evening, size)
    result: Result | None = None
    for frame, session in follow(film, eye(film)):
        progress(frame.number / len(film))
        if frame.number >= len(film) - 1:
            result = compared(plan, evening, session)
    if result is None:
        raise ValueError("a film without frames")
    return result


def compared(plan: Plan, evening: Evening, session: TableSession) -> Result:
    """A session at the end of a film against the record that was filmed."""
    snapshot = session.snapshot("referee")
    booked = Record(**session.export_record())
    wanted, got = _plays(evening.record.events), _plays(booked.events)
    blocks = SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks()
    right = sum(block.size for block in blocks)
    wanted_tricks, got_tricks = _winners(evening.record), _winners(booked)
    tricks = sum(a == b for a, b in zip(wanted_tricks, got_tricks, strict=False))
    totals = snapshot["sheet"]["totals"]
    wanted_flags = [(flag.code, flag.player, flag.cards, flag.because) for _, flag in evening.flags]
    got_flags = [
        (flag["code"], flag["player"], tuple(flag["cards"]), tuple(flag["because"]))
        for flag in snapshot["flags"]
    ]
    found = [flag for flag in wanted_flags if flag in got_flags]
    return Result(
        plan=plan,
        plays=Share(right, len(wanted)),
        invented=len(got) - right,
        tricks=Share(tricks, len(wanted_tricks)),
        scores=Share(
            sum(totals.get(player) == points for player, points in evening.scores.items()),
            len(evening.scores),
        ),
        flags=Share(len(found), len(wanted_flags)),
        false_flags=sum(flag not in wanted_flags for flag in got_flags),
        questions=len(snapshot["questions"]),
    )


def _plays(events: Sequence[object]) -> list[tuple[object, object]]:
    """Player and card of every play of a record, those taken back too."""
    return [
        (event.get("player"), event.get("card"))
        for event in events
        if isinstance(event, Mapping) and event.get("type") == "play"
    ]


def _winners(record: Record) -> list[str]:
    """Who won each trick, in order."""
    game, before = record.begin()
    winners = []
    for step in replay(record):
        taker = trick_taker(step, game.public(before), before)
        if taker is not None:
            winners.append(record.players[taker])
        before = step.state
    return winners


@dataclass
class Report:
    """Results of any number of films."""

    results: list[Result] = field(default_factory=list)

    def total(self, name: str) -> Share:
        """One of `SHARES` over all films."""
        shares = [getattr(result, name) for result in self.results]
        return Share(sum(s.hits for s in shares), sum(s.of for s in shares))

    def lines(self) -> list[str]:
        """A table for people: counts and 95 % intervals (Wilson)."""
        perfect = Share(sum(result.perfect for result in self.results), len(self.results))
        rows = [("films without any fault", perfect)]
        rows += [(f"{name} right", self.total(name)) for name in SHARES]
        found = [f"{title:24} {share}" for title, share in rows]
        for name in ("invented", "false_flags", "questions"):
            title = {"invented": "invented plays", "false_flags": "false flags"}.get(name, name)
            found.append(f"{title:24} {sum(getattr(result, name) for result in self.results)}")
        return found

    def as_json(self) -> dict[str, Any]:
        """All counts, and every film."""
        return {
            **{name: self.total(name).as_json() for name in SHARES},
            "perfect": Share(sum(r.perfect for r in self.results), len(self.results)).as_json(),
            "films": [result.as_json() for result in self.results],
        }
