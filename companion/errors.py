"""The one way in which a fault reaches a person: a plain sentence and an exit status."""

from __future__ import annotations

USAGE = 2
FAILED = 1


class PlainError(Exception):
    """Something a person can mend; `str(error)` is one sentence that says what to do."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status
