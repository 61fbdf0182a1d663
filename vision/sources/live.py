"""Live sources: the newest picture only, and plain words when there is none.

A thread reads the device as fast as it gives pictures and keeps the last one; who asks gets that,
however slow he is. A source that stalls, freezes or vanishes says so and recovers by itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from vision.frame import Frame, Picture
from vision.sources.source import SourceError, SourceState

#: Seconds after which a picture is too old to be judged.
STALE_AFTER = 1.0
#: Seconds of the very same picture after which it is frozen: real sensors always have noise.
FROZEN_AFTER = 3.0
#: Seconds of a frozen picture after which the device is opened anew.
REOPEN_FROZEN_AFTER = 10.0
#: Seconds before the device is tried again, doubled each time.
FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0


class Device(Protocol):
    """An opened camera or stream."""

    def read(self) -> Picture | None:
        """The next picture, or None when the device gives none any more."""
        ...

    def describe(self) -> str:
        """Name, size and rate as they really are."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class Newest:
    """A place for the newest picture; whoever has one puts it, whoever wants one iterates.

    The base of all live sources. A browser page that sends a phone's pictures uses it as it is.
    """

    live = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.told: Callable[[SourceState], None] = lambda _state: None
        """Called at every change of state, from any thread; must not block."""
        self._state = SourceState("live", f"{name}: waiting for the first picture.")
        self._fresh = threading.Condition()
        self._newest: Frame | None = None
        self._put_at = time.monotonic()
        self._same_since: float | None = None
        self._closed = False

    @property
    def state(self) -> SourceState:
        """How the source is doing now."""
        if self._state.kind == "live" and time.monotonic() - self._put_at > 2 * STALE_AFTER:
            self._say(SourceState("stalled", f"{self.name} gives no pictures at the moment."))
        return self._state

    def put(self, picture: Picture, at: float | None = None) -> None:
        """The newest picture; `at` is `time.monotonic()` at its capture, now by default."""
        with self._fresh:
            at = time.monotonic() if at is None else at
            before = self._newest
            self._put_at = at
            if before is not None and _same(before.picture, picture):
                self._same_since = at if self._same_since is None else self._same_since
                if at - self._same_since >= FROZEN_AFTER:
                    self._say(SourceState("frozen", f"{self.name} shows the same picture again."))
                    return
            else:
                self._same_since = None
            number = before.number + 1 if before else 0
            self._newest = Frame(picture, at, number)
            self._say(SourceState("live", f"{self.name} is live."))
            self._fresh.notify_all()

    def __iter__(self) -> Iterator[Frame]:
        """Each time the newest picture that was not given yet, none older than a second."""
        last = -1
        while True:
            with self._fresh:
                while not self._closed and (self._newest is None or self._newest.number <= last):
                    self._fresh.wait(0.25)
                    self.state  # noqa: B018 - notices a stall while nothing comes
                if self._closed or self._newest is None:
                    return
                frame = self._newest
            last = frame.number
            if time.monotonic() - frame.at <= STALE_AFTER:
                yield frame

    def describe(self) -> str:
        """The name."""
        return self.name

    def close(self) -> None:
        """End the iteration."""
        with self._fresh:
            self._closed = True
            self._say(SourceState("closed", f"{self.name} is closed."))
            self._fresh.notify_all()

    def _say(self, state: SourceState) -> None:
        if state != self._state:
            self._state = state
            self.told(state)


class Reader(Newest):
    """Reads a device in a thread of its own, and opens the same one again when it is lost."""

    def __init__(
        self,
        name: str,
        device: Device,
        reopen: Callable[[], Device],
        first_wait: float = FIRST_WAIT,
    ) -> None:
        """`reopen` opens the same device, never another; it raises SourceError where it cannot."""
        super().__init__(name)
        self._description = device.describe()
        self._reopen = reopen
        self._first_wait = first_wait
        self._wake = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(device,), name=f"reads {name}", daemon=True
        )
        self._thread.start()

    def describe(self) -> str:
        """Name, size and rate."""
        return self._description

    def close(self) -> None:
        """Let go of the device; a read that hangs is left to its own time limit."""
        super().close()
        self._wake.set()
        self._thread.join(timeout=2.0)

    def _run(self, device: Device | None) -> None:
        wait = self._first_wait
        while not self._closed:
            if device is None:
                self._wake.wait(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                device = self._opened()
                continue
            picture = device.read()
            if picture is not None and not self._frozen_long():
                self.put(picture)
                wait = self._first_wait
                continue
            if picture is None:
                self._say(SourceState("lost", f"{self.name} is gone; it is tried again."))
            self._same_since = None
            device.close()
            device = None
        if device is not None:
            device.close()

    def _opened(self) -> Device | None:
        if self._closed:
            return None
        try:
            device = self._reopen()
        except SourceError as fault:
            self._say(SourceState("lost", str(fault)))
            return None
        self._description = device.describe()
        return device

    def _frozen_long(self) -> bool:
        since = self._same_since
        return since is not None and time.monotonic() - since > REOPEN_FROZEN_AFTER


def _same(a: Picture, b: Picture) -> bool:
    # Every seventh row and column is enough: noise is everywhere.
    return a.shape == b.shape and bool(np.array_equal(a[::7, ::7], b[::7, ::7]))
