"""What the eye has to tell of a source, frame by frame: table events, taps and pictures.

for told in tell(open_at("0", table)):
    watch.take(told)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from companion import overlay
from companion.discretion import HushedEye
from companion.follow import Tap
from companion.side_view import Pace, SideView
from companion.teaching.still import StillCard, StillCards
from vision.advice import Advice, advise
from vision.events import TableEvent
from vision.frame import Frame
from vision.pipeline import LOOKS_A_SECOND, Looker, Pipeline, Seen
from vision.sighting import Look
from vision.sources import Source, open_source
from vision.table import Table, View

#: Seconds between two checks of what is wrong with the picture.
CHECKED_EVERY = 2.0


@dataclass(frozen=True)
class Opened:
    """A source with its table, ready to be watched."""

    source: Source
    table: Table
    taps: tuple[Tap, ...] = ()
    """Moves without a picture, in order of time."""
    eye: Looker | None = None
    """Who looks; None: the released networks."""


@dataclass(frozen=True)
class Told:
    """What the eye has to tell after one frame."""

    at: float
    """Seconds of film time, or of the live source's clock."""
    table: Table
    events: tuple[TableEvent, ...] = ()
    taps: tuple[Tap, ...] = ()
    """Those that are due."""
    picture: bytes | None = None
    """JPEG for the referee, with what is seen drawn in."""
    taken: float = 0.0
    """`time.monotonic()` at which the picture was taken."""
    condition: tuple[str, str] | None = None
    """How the camera is now, if that has changed: state and sentence."""
    advice: tuple[Advice, ...] | None = None
    """What is wrong with the picture, now and then."""
    whole: bytes | None = None
    """JPEG of that picture with nothing hidden or drawn in: to set up the table by."""
    size: tuple[int, int] = (1, 1)
    """Its width and height as the camera gave it."""
    still: tuple[StillCard, ...] = ()
    """Cards that have come to lie still, while a deck is being taught."""

    @property
    def is_news(self) -> bool:
        """Whether it tells anything at all."""
        news = (self.events, self.taps, self.picture, self.condition, self.still)
        return any(news) or self.advice is not None


def open_at(source: str, table: Table) -> Opened:
    """A camera, film or stream by its name. Raises SourceError."""
    return Opened(open_source(source), table)


def with_deck(opener: Callable[[], Opened], deck: Path | None) -> Opened:
    """What the opener opens, looked at by an eye that knows the taught deck in this file.

    Raises what `opener` raises, DeckError for the file, and ModelError.
    """
    opened = opener()
    if deck is None or opened.eye is not None:
        return opened
    from companion.teaching.taught_eye import TaughtEye

    return replace(opened, eye=TaughtEye(deck))


def tell(
    opened: Opened,
    *,
    pictures: bool = False,
    real_time: bool = False,
    looks_a_second: float = LOOKS_A_SECOND,
    teaching: Callable[[], bool] = bool,
    hushed: Callable[[], bool] = bool,
    two_decks: Callable[[], bool] = bool,
    aside: Callable[[Told], None] | None = None,
) -> Iterator[Told]:
    """Everything that a source shows, frame by frame, and at its end the taps that are left.

    `pictures`: also draw them for the referee; `real_time`: a film runs no faster than it would
    on a wall clock; `teaching`: whether cards that lie still are told just now; `hushed`: whether
    no face may get a name just now; `two_decks`: whether the same card may lie twice just now;
    `aside`: whom to tell of pictures as soon as they are there, in another thread, so that none
    waits for a look (without it they are told between looks, in order).
    Raises SourceError, and ModelError where there are no networks.
    """
    source, taps = opened.source, list(opened.taps)
    eye = opened.eye or _released_eye()
    pipeline = Pipeline(HushedEye(eye, hushed), opened.table, looks_a_second=looks_a_second)
    started = time.monotonic()
    look: Look | None = None
    pace, checked_at = Pace(), float("-inf")
    at = 0.0
    condition: tuple[str, str] | None = ("live", source.describe())
    still: StillCards | None = None
    if pictures and aside is not None:

        def shown(frame: Frame) -> None:
            whole = overlay.whole(frame.picture) if still is not None else None
            picture = _drawn(frame, look, opened.table)
            taken = frame.at if source.live else time.monotonic()
            aside(Told(at, opened.table, picture=picture, taken=taken, whole=whole))

        frames: Source = SideView(source, shown, real_time)
    else:
        frames = source
    for frame in frames:
        pipeline.tracker.one_deck = not two_decks()
        seen = pipeline.see(frame)
        at = frame.at
        if real_time and not source.live and frames is source:
            time.sleep(max(0.0, started + at - time.monotonic()))
        look = seen.look or look
        now = time.monotonic()
        picture = None
        if pictures and aside is None and pace.due(now):
            picture = _drawn(frame, look, opened.table)
        advice = whole = None
        if picture is not None and still is not None:
            whole = overlay.whole(seen.frame.picture)
        if pictures and seen.look is not None and now - checked_at >= CHECKED_EVERY:
            checked_at = now
            advice = advise(seen.frame.picture, seen.look)
            whole = overlay.whole(seen.frame.picture)
        due = tuple(tap for tap in taps if tap.at <= at)
        del taps[: len(due)]
        told = Told(
            at, opened.table, seen.events, due, picture,
            seen.frame.at if source.live else now, condition, advice, whole,
            (seen.frame.picture.shape[1], seen.frame.picture.shape[0]),
        )  # fmt: skip
        if teaching() != (still is not None):
            # A lesson begins with what lies there already.
            still = StillCards() if still is None else None
            pipeline.eye = HushedEye(eye if still is None else _attentive(eye), hushed)
        if still is not None and seen.look is not None:
            told = replace(told, still=tuple(_lying_still(still, seen, seen.look, opened.table)))
        if told.is_news:
            yield told
        condition = None
    yield Told(at, opened.table, (), tuple(taps), condition=("ended", source.describe()))


def _lying_still(still: StillCards, seen: Seen, look: Look, table: Table) -> list[StillCard]:
    high, wide = seen.frame.picture.shape[:2]
    view = View(table, wide, high)
    return still.see(
        seen.frame.picture, seen.frame.at, look, lambda quad: seen.arms.over(view.places(quad))
    )


def _drawn(frame: Frame, look: Look | None, table: Table) -> bytes:
    high, wide = frame.picture.shape[:2]
    return overlay.drawn(frame.picture, look, View(table, wide, high))


def _attentive(eye: Looker) -> Looker:
    from companion.teaching.attentive import AttentiveEye
    from vision.eye import Eye

    return AttentiveEye.of(eye) if isinstance(eye, Eye) else eye


def _released_eye() -> Looker:
    from vision.eye import Eye

    return Eye.load()
