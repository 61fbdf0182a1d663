"""One table: what was seen and tapped becomes a game, its score, its flags and its questions."""

from companion.readers.move import ReadMove
from companion.session.outcome import Outcome, RefusedError, SessionError
from companion.session.snapshot import Snapshot, View
from companion.session.table_session import TableSession

__all__ = [
    "Outcome",
    "ReadMove",
    "RefusedError",
    "SessionError",
    "Snapshot",
    "TableSession",
    "View",
]
