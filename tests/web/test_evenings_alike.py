"""The same evening with different devils: nobody can tell one from the other, whatever they see.

Everything that leaves the process is kept, step by step: every page and every answer for programs,
the stream of changes, the files for export, every line of a log at every level, the console and
the database. It has to be the same, byte for byte, up to the first answer that differs; the
commitments (and what is computed from them alone) are set apart, and so is what is encrypted.
"""

from __future__ import annotations

import logging
import random
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.session import TableSession
from companion.store import DATABASE_FILE, Store
from companion.vault import KEY_FILE
from companion.web import create_app

from ..companion.session.tables import fast_folder

FIVE = ["7H", "9H", "JH", "QH", "AH"]
SECOND = ["7S", "9S", "TS", "QS", "KS"]
GAME = "vier-engel"
MORE_PAGES = (
    "/seat/Bea", "/seat/Bea/now", "/judge/here?step=cards", "/api/state?view=seat",
    "/api/state?view=referee",
)  # fmt: skip
STREAMS = ("/live/changes", "/table/changes")
NO_TEXT = frozenset(
    {"live.changes", "table.changes", "live.picture", "setup.picture", "static", "source.source"}
)
APART = (
    # Digests: commitments, roots, hashes of rows; YAML quotes one that might be a number.
    (re.compile(rb"(\"?)[0-9a-f]{64}\1"), b"#"),
    (re.compile(rb"Content-Length: \d+"), b"#"),
    (re.compile(rb"(?:[0-9a-f]{8} ){8}"), b"#"),  # A root as it is shown.
    (re.compile(rb'"shown": "[0-9a-f]{16}"'), b"#"),  # Of the public state, so of the root.
    (re.compile(rb"[A-Za-z0-9+/]{64,}={0,2}"), b"#"),  # Encrypted, at times cut short in a log.
    (re.compile(rb"companion(-device)?=[^;]*"), b"#"),  # The number of a phone, in its own cookie.
    (re.compile(rb"Expires=[^;]*"), b"#"),  # So many seconds from now.
    (
        re.compile(rb"\[(?:generated|cached|no key)[^]]*\]|0x[0-9a-f]{6,}"),
        b"#",
    ),  # Times and places.
)
NOW = ("/table/now", "/referee/now", "/seat/Ada/now", "/seat/Bea/now", "/api/state?view=referee")
ON_PHONES = ("/seat", "/seat/Ada", "/seat/Bea", "/seat/Bea/now", "/judge", "/table/now")


class Frozen:
    """The time of the day: every look at it is a second later than the one before."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self._now

    def move(self) -> None:
        self._now += timedelta(seconds=1)


class Evening:
    """One evening, with all that leaves the process."""

    def __init__(self, folder: Path, capsys: Any, records: list[logging.LogRecord]) -> None:
        self._folder = folder
        self._capsys = capsys
        self._records = records
        self._clock = Frozen()
        self._random = random.Random(7).randbytes
        self.session: TableSession
        self.open()

    def open(self) -> None:
        self.session = TableSession(
            Store(self._folder, random=self._random), self._clock, self._random
        )
        self._app = create_app(self.session)
        self._app.secret_key = b"the same for both"
        rules = [rule for rule in self._app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        names = {"<int:game_id>": "1", "<player>": "Ada", "<int:event_id>": "3", "<game>": GAME}
        paths = [rule.rule for rule in rules if rule.endpoint not in NO_TEXT]
        for name, value in names.items():
            paths = [path.replace(name, value) for path in paths]
        self._pages = sorted({*(path for path in paths if "<" not in path), *MORE_PAGES})
        self._phones = {name: self._app.test_client() for name in ("Ada", "Bea", "host")}

    def restart(self) -> None:
        self.session.close()
        self.open()

    def press(self, who: str, path: str, **fields: Any) -> bytes:
        self._clock.move()
        answer = self._phones[who].post(path, data=fields, headers={"Accept": "application/json"})
        return bytes(str(answer.status_code), "ascii") + answer.data

    def seat(self, who: str, kind: str, **fields: Any) -> bytes:
        self.press(who, f"/seat/{who}/take")
        return self.press(who, f"/seat/{who}/move", type=kind, **fields)

    def referee(self, kind: str, **fields: Any) -> bytes:
        return self.press("host", "/referee/move", type=kind, **fields)

    def everything(self, answer: bytes, whole: bool) -> list[bytes]:
        """All that could be seen by now, by anybody; else what changes all the time."""
        found = [answer]
        for who, phone in self._phones.items():
            paths = self._pages if who == "host" else ON_PHONES
            for path in paths if whole else NOW if who == "host" else (f"/seat/{who}/now",):
                got = phone.get(path, headers={"Accept-Language": "de"})
                found.append(f"{who} {path} {got.status} {got.headers}".encode() + got.data)
        for path in STREAMS:
            stream = self._phones["host"].get(path, buffered=False)
            lines = iter(stream.response)
            found += [next(lines), next(lines)]
            stream.close()
        found += [record.getMessage().encode() for record in self._records]
        self._records.clear()
        found += [text.encode() for text in self._capsys.readouterr()]
        found += self._files()
        for pattern, mark in APART:
            found = [pattern.sub(mark, part) for part in found]
        return found

    def _files(self) -> Iterator[bytes]:
        for file in sorted(self._folder.rglob("*")):
            yield f"{file.relative_to(self._folder)} {file.stat().st_mode}".encode()
        connection = sqlite3.connect(f"file:{self._folder / DATABASE_FILE}?mode=ro", uri=True)
        for table in ("log", "head", "about"):
            for row in connection.execute(f"select * from {table}"):
                yield repr(row).encode()
        connection.close()


LOOKED_AROUND = frozenset({5, 9, 11, 20, 22, 23})
"""After these steps every page is opened: the seals, restarts, an answer, and the dispute."""

Step = Callable[[Evening], bytes | None]


def evening_with(devil: str, second: str) -> Iterator[Step]:
    """Two rounds, an undo, a restart and a dispute; of the first round QH and 7H are asked for."""
    yield lambda e: e.press("host", "/setup", game="vier-engel", player=["Ada", "Bea"], open="1")
    yield lambda e: e.referee("lay_open", cards=FIVE)
    yield lambda e: e.seat("Bea", "seal", card=devil)  # She is not the layer.
    yield lambda e: e.referee("seal", card=devil)  # Not from there.
    yield lambda e: e.seat("Ada", "seal", card="KS")  # None of the five.
    yield lambda e: e.seat("Ada", "seal", card=devil)
    yield lambda e: e.seat("Ada", "seal", card=devil)
    yield lambda e: e.press("host", "/referee/undo")
    yield lambda e: e.press("host", "/referee/redo")
    yield lambda e: e.restart()
    yield lambda e: e.seat("Bea", "ask", card="QH")
    yield lambda e: e.seat("Bea", "choose", card="QH", offered="1")
    yield lambda e: e.press("host", "/referee/undo")
    yield lambda e: e.referee("choose", card="2C")  # Does not lie there.
    yield lambda e: e.referee("take_back")
    yield lambda e: e.press("host", "/referee/events/6/correct", type="choose", card="7H")
    yield lambda e: e.restart()
    yield lambda e: e.seat("Bea", "choose", card="7H")
    yield lambda e: e.seat("Bea", "bank")
    yield lambda e: e.seat("Bea", "lay_open", cards=SECOND)
    yield lambda e: e.press("host", "/judge/seal", card=second)
    yield lambda e: e.seat("Ada", "devil_call", card="KS")
    yield lambda e: e.restart()
    yield lambda e: e.referee("dispute")


@pytest.fixture
def lines() -> Iterator[list[logging.LogRecord]]:
    """Every line that anything writes to a log, at any level."""
    records: list[logging.LogRecord] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            # When the pool closes a connection is the garbage collector's affair, and pages of
            # rules are put into HTML once for all evenings.
            if not record.name.startswith(("sqlalchemy.pool", "markdown_it")):
                records.append(record)

    keeper, root = Keeper(), logging.getLogger()
    noisy = [root, *(logging.getLogger(name) for name in ("sqlalchemy", "flask", "werkzeug"))]
    before = [logger.level for logger in noisy]
    root.addHandler(keeper)
    for logger in noisy:
        logger.setLevel(logging.DEBUG)
    yield records
    root.removeHandler(keeper)
    for logger, level in zip(noisy, before, strict=True):
        logger.setLevel(level)


@pytest.fixture
def recorded(capsys: Any, lines: Any) -> Iterator[Callable[..., list[list[bytes]]]]:
    """What an evening lets out, step by step."""

    def record(name: str, devil: str, second: str) -> list[list[bytes]]:
        folder = Path(place) / name
        folder.mkdir()
        evening = Evening(folder, capsys, lines)
        found = [
            evening.everything(step(evening) or b"", n in LOOKED_AROUND)
            for n, step in enumerate(evening_with(devil, second))
        ]
        evening.session.close()
        key = (folder / KEY_FILE).read_bytes().strip()
        assert not any(key in part for parts in found for part in parts)
        return found

    with tempfile.TemporaryDirectory(dir=fast_folder()) as place:
        yield record


def steps_alike(one: list[list[bytes]], other: list[list[bytes]]) -> int:
    """So many steps let out the same."""
    pairs = zip(one, other, strict=True)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), len(one))


def test_an_evening_looks_the_same_with_any_devil_up_to_the_first_answer_that_differs(
    recorded: Any,
) -> None:
    names = list(evening_with("9H", "9S"))
    first_answer, first_call, dispute = 11, len(names) - 3, len(names) - 1
    base = recorded("base", "9H", "9S")
    assert sum(map(len, base)) > 500, "nothing was looked at"
    # Other devils that are never asked for: the evenings differ with the dispute alone.
    assert steps_alike(base, recorded("others", "JH", "QS")) == dispute
    # The card that is called in the second round is the devil: that answer differs, none before.
    assert steps_alike(base, recorded("called", "AH", "KS")) == first_call
    # The first card that is asked for is the devil.
    assert steps_alike(base, recorded("asked", "QH", "9S")) == first_answer


def test_an_export_that_is_replayed_says_no_more_than_the_evening_did(
    tmp_path: Path, capsys: Any
) -> None:
    said = []
    for devil in ("9H", "JH"):
        folder = tmp_path / devil
        folder.mkdir()
        session = TableSession(Store(folder), random=random.Random(3).randbytes)
        client = create_app(session).test_client()
        session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
        moves = ({"type": "lay_open", "cards": FIVE}, {"type": "seal", "card": devil})
        for move in (*moves, {"type": "choose", "card": "QH"}, {"type": "bank"}):
            session.submit(move)
        exported = client.get("/history/1/record.json").data
        assert b'"root"' in exported
        session.close()
        file = folder / "record.json"
        file.write_bytes(exported)
        with pytest.raises(SystemExit) as stop:
            main(["replay", str(file), "--json"])
        assert not stop.value.code
        text = re.sub(r"[0-9a-f]{64}", "#", capsys.readouterr().out)
        assert '"QH", "verdict": "angel"' in text
        said.append(text)
    assert said[0] == said[1]
