"""A source whose referee's pictures are drawn while the eye looks.

A look takes longer than a picture may: drawn between two looks, pictures come in pairs and some
are never seen. Here the frames are fetched in a thread of their own, which draws some pictures a
second of them; the vision gets every frame of a film, and the newest of a live source, as ever.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

from vision.frame import Frame
from vision.sources import Source

PICTURES_A_SECOND = 12.0
"""Pictures a second for the referee's page, while nothing keeps them up: ten are to be left on a
machine that stands still for a fifth of every second."""
CLOSEST_S = 0.5 / PICTURES_A_SECOND
"""Of two pictures closer than this nobody sees the first: it is drawn in vain."""
AHEAD = 4
"""So many frames of a film are fetched while the eye looks; more would only be held in memory."""


class Pace:
    """Says when the next picture is due."""

    def __init__(self) -> None:
        self._due_at = self._shown_at = float("-inf")

    def due(self, now: float) -> bool:
        """Whether one is to be shown now (seconds of a clock), which then counts as shown."""
        if now < self._due_at or now - self._shown_at < CLOSEST_S:
            return False
        # By the clock and not from the last one: what came late is not late again.
        self._due_at = max(self._due_at + 1 / PICTURES_A_SECOND, now)
        self._shown_at = now
        return True


class SideView:
    """Hands on the frames of a source, and shows some of them as soon as they are there."""

    def __init__(
        self, source: Source, show: Callable[[Frame], None], real_time: bool = False
    ) -> None:
        """`show` is called in another thread; `real_time`: a film runs no faster than a clock."""
        self._source = source
        self._show = show
        self._real_time = real_time
        self.live = source.live
        self._frames: deque[Frame] = deque()
        self._changed = threading.Condition()
        self._fault: Exception | None = None
        self._over = False

    def describe(self) -> str:
        """What the source is."""
        return self._source.describe()

    def close(self) -> None:
        """Let go of the source. Iterating then ends."""
        with self._changed:
            self._over = True
            self._changed.notify_all()
        self._source.close()

    def __iter__(self) -> Iterator[Frame]:
        """The frames. Raises SourceError."""
        threading.Thread(target=self._run, name="side view", daemon=True).start()
        while True:
            with self._changed:
                while not (self._frames or self._over):
                    self._changed.wait()
                if not self._frames:
                    break
                frame = self._frames.popleft()
                self._changed.notify_all()
            yield frame
        if self._fault is not None:
            raise self._fault

    def _run(self) -> None:
        try:
            self._fetch()
        except Exception as fault:  # It is raised where the frames are taken.
            self._fault = fault
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def _fetch(self) -> None:
        started = time.monotonic()
        pace = Pace()
        for frame in self._source:
            if self._real_time and not self.live:
                time.sleep(max(0.0, started + frame.at - time.monotonic()))
            if pace.due(time.monotonic()):
                self._show(frame)
            with self._changed:
                if self.live:
                    self._frames.clear()
                while len(self._frames) >= AHEAD and not self._over:
                    self._changed.wait()
                if self._over:
                    return
                self._frames.append(frame)
                self._changed.notify_all()
