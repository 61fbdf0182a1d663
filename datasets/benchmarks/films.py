"""Following a rendered film: eye, tracker, reader, game and session, as at a table."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.follow import Followed, Follower, Tap
from companion.readers import reader_for
from companion.session import TableSession
from companion.store import Store
from companion.watching import FilmClock
from vision.frame import Frame
from vision.pipeline import Looker, Pipeline

from ..decks.load import list_decks
from ..scenes.shelf import Shelf
from ..simulator import SimulatedTable
from .answering import Witness

#: First seed of benchmark films; nothing is developed with seeds from here on.
FIRST_SEED = 9_000_000


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


def watched(
    film: SimulatedTable, eye: Looker, witness: Witness | None = None
) -> Iterator[tuple[Frame, TableSession, Followed | None]]:
    """Follow a film frame by frame: the session as it stands after each, and what each brought.

    The taps that are left when the film is over come last, without anything seen. The `witness`
    answers what is asked; without one nobody does.
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
                followed = follower.see(frame)
                if witness is not None:
                    witness.look(session, frame.at)
                yield frame, session, followed
            follower.tap()
            if frame is not None:
                if witness is not None:
                    witness.finish(session, film.duration)
                yield frame, session, None
        finally:
            session.close()
