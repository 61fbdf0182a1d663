"""One writer a data folder: a lock that the system itself lets go when its holder dies."""

from __future__ import annotations

import contextlib
import os
import sys
import weakref
from pathlib import Path
from typing import BinaryIO

from companion.errors import PlainError

LOCK_FILE = "companion.lock"

if sys.platform == "win32":
    import msvcrt

    # Locked bytes cannot be read by others: the lock lies behind the number of the process.
    LOCKED_BYTE = 64

    def _take(file: BinaryIO) -> None:
        file.seek(LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderLock:
    """Holds a folder for this process until `release` or the end of the process, however it ends.

    The lock is the system's (flock, on Windows msvcrt.locking), not the file: a file left behind by
    a killed process blocks nobody.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK_FILE
        try:
            # Never truncated before it is ours: it names the process that holds it.
            self._file: BinaryIO | None = open(  # noqa: SIM115
                os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b", buffering=0
            )
        except OSError as fault:
            raise PlainError(
                f"The data folder {folder} cannot be written ({fault.strerror}); "
                "give it write permission or name another with --data DIR."
            ) from fault
        try:
            _take(self._file)
        except (BlockingIOError, PermissionError) as fault:
            self._file.seek(0)
            holder = self._file.read(32).decode("ascii", "replace").strip()
            self._file.close()
            raise PlainError(
                f"The data folder {folder} is in use by another companion"
                f"{f' (process {holder})' if holder else ''}; "
                "close that one or name another folder with --data DIR."
            ) from fault
        except OSError as fault:
            self._file.close()
            raise PlainError(
                f"The data folder {folder} cannot be locked ({fault.strerror}), as happens on some "
                "network drives; name a folder on this computer with --data DIR."
            ) from fault
        self._file.seek(0)
        self._file.truncate()
        # A full disk must not keep an evening from being read; the number is for a message only.
        with contextlib.suppress(OSError):
            self._file.write(str(os.getpid()).encode())
        _held.add(self)

    def release(self) -> None:
        """Let others have the folder; a second time does nothing."""
        _held.discard(self)
        if self._file is not None:
            self._file.close()
            self._file = None


_held: weakref.WeakSet[FolderLock] = weakref.WeakSet()


def _let_go_in_child() -> None:
    # A forked child would keep the lock alive after its parent was killed.
    for lock in list(_held):
        lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_in_child)
