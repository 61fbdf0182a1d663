"""Runs the eye in a process of its own, so that no page ever waits for it.

with EyeProcess(partial(open_at, "0", table)) as eye:
    for told in eye:
        watch.take(told)
"""

from __future__ import annotations

import multiprocessing
import queue
import signal
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from companion.errors import FAILED, PlainError
from companion.telling import Opened, Told, tell
from vision.pipeline import LOOKS_A_SECOND
from vision.sources import SourceError, SourceState

#: So many frames may wait for the game before the eye waits for it.
QUEUED = 64


class EyeProcess:
    """Runs the eye in a process of its own; iterate over what it tells.

    A fault there is raised here as `PlainError`.
    """

    def __init__(
        self,
        opener: Callable[[], Opened],
        *,
        pictures: bool = True,
        real_time: bool = True,
        looks_a_second: float = LOOKS_A_SECOND,
    ) -> None:
        """`opener` is called in the other process: a function of a module, or a partial of one."""
        context = multiprocessing.get_context("spawn")
        self.teaching = context.Event()
        """Whether cards that lie still are to be told."""
        self.hushed = context.Event()
        """Whether no face may get a name."""
        self.two_decks = context.Event()
        """Whether the same card may lie twice."""
        self._told: multiprocessing.Queue[Told | str | None] = context.Queue(QUEUED)
        self._process = context.Process(
            target=_run_eye,
            args=(
                self._told, opener, pictures, real_time, looks_a_second, self.teaching.is_set,
                self.hushed.is_set, self.two_decks.is_set,
            ),
            name="eye",
            daemon=True,
        )  # fmt: skip
        self._process.start()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Told]:
        while not self._closed:
            try:
                told = self._told.get(timeout=0.5)
            except queue.Empty:
                if not self._process.is_alive() and self._told.empty() and not self._closed:
                    raise PlainError("The process that watches the table has ended.") from None
                continue
            if told is None:
                return
            if isinstance(told, str):
                raise PlainError(told, FAILED)
            yield told

    def close(self) -> None:
        """End the process."""
        self._closed = True
        if self._process.is_alive():
            self._process.terminate()
        self._process.join(timeout=5)
        self._told.close()
        self._told.cancel_join_thread()


def _run_eye(
    told: multiprocessing.Queue[Told | str | None],
    opener: Callable[[], Opened],
    pictures: bool,
    real_time: bool,
    looks_a_second: float,
    teaching: Callable[[], bool],
    hushed: Callable[[], bool],
    two_decks: Callable[[], bool],
) -> None:
    """The other process. Ctrl-C goes to the whole group; only the first process answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from vision.weights import ModelError

    try:
        opened = opener()
        if hasattr(opened.source, "told"):  # live sources say so when they are lost

            def condition(state: SourceState) -> None:
                at = time.monotonic()
                told.put(Told(at, opened.table, condition=(state.kind, state.text)))

            opened.source.told = condition
        telling = tell(
            opened,
            pictures=pictures,
            real_time=real_time,
            looks_a_second=looks_a_second,
            teaching=teaching,
            hushed=hushed,
            two_decks=two_decks,
            aside=told.put,
        )
        for one in telling:
            told.put(one)
        told.put(None)
    except (SourceError, ModelError, PlainError, ValueError) as fault:
        told.put(str(fault))
    except Exception as fault:  # whatever it is, the first process has to hear of it
        told.put(f"The eye failed ({type(fault).__name__}: {fault}).")
