"""The line from a phone's page, served here, to the eye, which looks in a process of its own.

line = PhoneLine()
eye = EyeProcess(partial(open_phone, line.connect(), table))
line.picture(jpeg)
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from multiprocessing.connection import Connection

from companion.telling import Opened
from vision.sources import Phone
from vision.sources.phones import Letter
from vision.table import Table

PHONE = "phone"
"""In place of a source: whichever phone joins."""


def open_phone(letters: Connection, table: Table) -> Opened:
    """The source of the phone's pictures, in the eye's process."""
    return Opened(Phone(letters), table)


class PhoneLine:
    """Hands on the newest picture of the one phone that films; drops what the eye cannot take.

    Several phones may ask; the one that began last films, and the others are told so.
    """

    def __init__(self) -> None:
        self._turn = 0
        self._wanted = False
        self._letter: Letter | None = None
        self._pipe: Connection | None = None
        self._fresh = threading.Condition()
        threading.Thread(target=self._run, name="phone line", daemon=True).start()

    @property
    def wanted(self) -> bool:
        """Whether the table is looked at through a phone."""
        return self._wanted

    def connect(self) -> Connection:
        """A new line for an eye that begins to look; the old one ends."""
        receiver, sender = multiprocessing.get_context("spawn").Pipe(duplex=False)
        with self._fresh:
            self._pipe, old = sender, self._pipe
            self._wanted, self._letter = True, None
        if old is not None:
            old.close()
        return receiver

    def disconnect(self) -> None:
        """The table is looked at through something else, or not at all."""
        with self._fresh:
            self._pipe, old = None, self._pipe
            self._wanted = False
        if old is not None:
            old.close()

    def begin(self) -> int:
        """A phone begins to film; the number that its pictures have to carry."""
        with self._fresh:
            self._turn += 1
            return self._turn

    def is_turn(self, turn: int) -> bool:
        """Whether it is that phone which films."""
        return turn == self._turn

    def picture(self, jpeg: bytes) -> None:
        """The newest picture."""
        self._put(("picture", jpeg, time.monotonic()))

    def asleep(self) -> None:
        """The phone's page was put away."""
        self._put(("asleep",))

    def _put(self, letter: Letter) -> None:
        with self._fresh:
            self._letter = letter
            self._fresh.notify()

    def _run(self) -> None:
        while True:
            with self._fresh:
                while self._letter is None:
                    self._fresh.wait()
                letter, self._letter = self._letter, None
                pipe = self._pipe
            if pipe is None:
                continue
            try:
                pipe.send(letter)  # waits until the eye has taken it
            except (OSError, ValueError):
                continue  # that eye has ended; the next one has a line of its own
