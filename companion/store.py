"""The log of events: append-only, one writer, every row chained to the one before.

Events are the truth and scores are derived from them; nothing is ever changed or deleted here. A
correction is a further row that names the old one. SQLite in WAL mode with full sync by default;
any database that SQLAlchemy knows with a URL, where each table of a club has a chain of its own.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from companion.errors import USAGE, PlainError
from companion.evidence import EvidenceFolder
from companion.lock import FolderLock
from companion.vault import Random, Vault

SCHEMA = 2
OLDER = ("1",)
"""Forms that this version reads as they are: 1 had no encrypted secrets."""
DATABASE_FILE = "companion.sqlite"
EVIDENCE_FOLDER = "evidence"
SECRET = "secret"
"""Under this name what is secret in a row stands in its body, encrypted."""
FIRST = "0" * 64
"""What the first row of a chain names as the hash before it."""

_metadata = sa.MetaData()
_log = sa.Table(
    "log",
    _metadata,
    sa.Column("place", sa.String(64), primary_key=True),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Integer, nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("previous", sa.String(64), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
)
# Names the last row of each chain, so that rows cut off its end are missed.
_head = sa.Table(
    "head",
    _metadata,
    sa.Column("place", sa.String(64), primary_key=True),
    sa.Column("id", sa.Integer, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
)
_about = sa.Table(
    "about",
    _metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


class StoreError(PlainError):
    """The log cannot be opened, trusted or written; what was written before is not lost."""


@dataclass(frozen=True)
class Entry:
    """Something to be written down."""

    kind: str
    body: Mapping[str, Any]
    who: str
    at: str
    """UTC, ISO 8601."""
    game: int | None = None
    """Id of the game's first row; None for that first row itself."""
    secret: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What nobody may read in the log; it is written down encrypted."""


@dataclass(frozen=True)
class Row:
    """Something written down."""

    id: int
    game: int
    at: str
    """UTC, ISO 8601."""
    kind: str
    body: Mapping[str, Any]
    who: str
    hash: str
    secret: Mapping[str, Any] | None = field(default=None, repr=False)
    """What was written encrypted; None if there is nothing, or the key is not at hand."""
    text: str = field(default="", repr=False)
    """The body as it is written."""

    @property
    def is_locked(self) -> bool:
        """Whether something secret stands in it that cannot be opened."""
        return SECRET in self.body and self.secret is None


class Store:
    """One table's log and its evidence pictures; holds the data folder until `close`.

    Args:
        folder: The data folder, which must exist.
        database: An SQLAlchemy URL in place of the SQLite file in the folder.
        place: Which table of a club this is, when several write to one database.
        random: Where the key and the nonces of what is encrypted come from.

    Raises:
        PlainError: The folder is in use, or cannot be written.
        StoreError: The log is damaged, was changed by another hand, or is of a newer version.
    """

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        place: str = "table",
        random: Random = secrets.token_bytes,
    ) -> None:
        self._name = _shown(database) if database else str(folder / DATABASE_FILE)
        self._place = place
        self._lock = FolderLock(folder)
        self._engine: sa.Engine | None = None
        self._vault = Vault(folder, random)
        try:
            self.pictures = EvidenceFolder(folder / EVIDENCE_FOLDER)
            self._engine = _engine(database or f"sqlite:///{folder / DATABASE_FILE}")
            with self._plainly():
                self._prepare(self._engine)
                self._rows = self._read(self._engine)
        except BaseException:
            self.close()
            raise

    @property
    def rows(self) -> Sequence[Row]:
        """All rows as they were found when the log was opened, and those written since."""
        return self._rows

    @property
    def next_id(self) -> int:
        """The id that the next row will have."""
        return len(self._rows) + 1

    def draft(self, entries: Sequence[Entry]) -> list[Row]:
        """The rows that `write` would write now."""
        rows: list[Row] = []
        previous = self._rows[-1].hash if self._rows else FIRST
        for number, entry in enumerate(entries, self.next_id):
            kept = {SECRET: self._vault.sealed(entry.secret)} if entry.secret else {}
            body = _text({**entry.body, **kept})
            game = number if entry.game is None else entry.game
            fields = (number, game, entry.at, entry.kind, body, entry.who)
            digest = _digest(previous, self._place, *fields)
            fields_shown = (number, game, entry.at, entry.kind, json.loads(body), entry.who)
            rows.append(Row(*fields_shown, digest, entry.secret or None, body))
            previous = digest
        return rows

    def write(self, rows: Sequence[Row]) -> None:
        """Write drafted rows down, all or none; they are on the disk when this returns.

        Raises StoreError; then nothing was written.
        """
        if self._engine is None:
            raise StoreError("The log is closed already; start the companion again.")
        if not rows:
            return
        values = []
        previous = self._rows[-1].hash if self._rows else FIRST
        for row in rows:
            values.append(
                {
                    "place": self._place,
                    "id": row.id,
                    "game": row.game,
                    "at": row.at,
                    "kind": row.kind,
                    "body": row.text,
                    "who": row.who,
                    "previous": previous,
                    "hash": row.hash,
                }
            )
            previous = row.hash
        with self._plainly(), self._engine.begin() as connection:
            connection.execute(_log.insert(), values)
            connection.execute(
                _head.update()
                .where(self._is_here(_head))
                .values(id=rows[-1].id, hash=rows[-1].hash)
            )
        self._rows.extend(rows)

    def keep_evidence(self, jpeg: bytes) -> str:
        """Keep a picture beside the log; its id."""
        try:
            return self.pictures.keep(jpeg)
        except OSError as fault:
            raise StoreError(
                f"An evidence picture cannot be written beside {self._name} ({fault.strerror}); "
                "make room on the disk. Nothing that was booked is lost."
            ) from fault

    def close(self) -> None:
        """Close the log and let others have the folder; a second time does nothing."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
        self._lock.release()

    def _prepare(self, engine: sa.Engine) -> None:
        """Make the tables, or see that they are ours and whole."""
        if engine.dialect.name == "sqlite":
            with engine.connect() as connection:
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if found != "ok":
                raise StoreError(self._damaged())
        if not sa.inspect(engine).has_table(_about.name):
            with engine.begin() as connection:
                _metadata.create_all(connection)
                connection.execute(_about.insert().values(name="schema", value=str(SCHEMA)))
        with engine.begin() as connection:
            schema = connection.scalar(sa.select(_about.c.value).where(_about.c.name == "schema"))
            if schema in OLDER:
                schema = str(SCHEMA)
                named = _about.c.name == "schema"
                connection.execute(_about.update().where(named).values(value=schema))
            if schema != str(SCHEMA):
                raise StoreError(
                    f"The log {self._name} was written by another version of the companion "
                    f"(its form is {schema}, this one reads {SCHEMA}); use that version, or name "
                    "another folder with --data DIR."
                )
            if connection.scalar(sa.select(_head.c.id).where(self._is_here(_head))) is None:
                connection.execute(_head.insert().values(place=self._place, id=0, hash=FIRST))

    def _read(self, engine: sa.Engine) -> list[Row]:
        """All rows, each checked against the hash of the one before."""
        rows: list[Row] = []
        previous = FIRST
        with engine.connect() as connection:
            head = connection.execute(
                sa.select(_head.c.id, _head.c.hash).where(self._is_here(_head))
            ).one()
            for number, row in enumerate(
                connection.execute(sa.select(_log).where(self._is_here(_log)).order_by(_log.c.id)),
                1,
            ):
                digest = _digest(
                    previous, row.place, number, row.game, row.at, row.kind, row.body, row.who
                )
                if row.id != number or row.previous != previous or row.hash != digest:
                    raise StoreError(self._changed(number))
                body = json.loads(row.body)
                secret = self._vault.opened(body[SECRET]) if SECRET in body else None
                shown = (row.id, row.game, row.at, row.kind, body, row.who)
                rows.append(Row(*shown, digest, secret, row.body))
                previous = digest
        if (head.id, head.hash) != (len(rows), previous):
            raise StoreError(self._changed(min(head.id, len(rows)) + 1))
        return rows

    def _is_here(self, table: sa.Table) -> sa.ColumnElement[bool]:
        return table.c.place == self._place

    def _changed(self, number: int) -> str:
        return (
            f"The log {self._name} was changed outside the companion (row {number} does not follow "
            "from the one before); put back a copy of it, or name another folder with --data DIR."
        )

    def _damaged(self) -> str:
        return (
            f"The log {self._name} is damaged or no log at all; put back a copy of it, or name "
            "another folder with --data DIR. The file was left as it is."
        )

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """Turn the database's errors into sentences."""
        try:
            yield
        except IntegrityError as fault:
            raise StoreError(
                f"Another program writes to the same log ({self._name}); close it and start the "
                "companion again."
            ) from fault
        except DBAPIError as fault:
            said = str(fault.orig)
            if "full" in said:
                sentence = (
                    f"The disk that holds {self._name} is full; make room on it. "
                    "Nothing that was booked is lost."
                )
            elif "readonly" in said or "unable to open" in said:
                sentence = (
                    f"The log {self._name} cannot be written; give it write permission or name "
                    "another folder with --data DIR."
                )
            elif "malformed" in said or "not a database" in said:
                sentence = self._damaged()
            elif "locked" in said:
                sentence = f"Another program holds the log {self._name}; close it and try again."
            else:
                sentence = f"The log {self._name} cannot be used ({said})."
            raise StoreError(sentence) from fault


def _shown(url: str) -> str:
    """A database's URL for messages, which pages show too: without its password."""
    with suppress(ArgumentError):  # `_engine` says what is wrong with it.
        return sa.make_url(url).render_as_string(hide_password=True)
    return url


def _engine(url: str) -> sa.Engine:
    try:
        engine = sa.create_engine(url)
    except (ArgumentError, NoSuchModuleError) as fault:
        raise StoreError(
            f"{_shown(url)} names no database; an example is postgresql+psycopg://club@server/cards.",
            USAGE,
        ) from fault
    except ModuleNotFoundError as fault:
        raise StoreError(
            f"This database needs the Python package {fault.name}; install it first.", USAGE
        ) from fault
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _make_durable)
    return engine


def _make_durable(connection: Any, _: ConnectionPoolEntry) -> None:
    # WAL with full sync: a commit is on the disk before it returns, also if the power fails.
    # https://sqlite.org/pragma.html#pragma_synchronous
    for pragma in ("journal_mode = WAL", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}").close()


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, sort_keys=True)


def _digest(previous: str, place: str, *fields: Any) -> str:
    chained = json.dumps([previous, place, *fields], ensure_ascii=False)
    return hashlib.sha256(chained.encode()).hexdigest()
