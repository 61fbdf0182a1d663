"""The log keeps what it is given, notices what others did to it, and says so plainly."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from companion.errors import PlainError
from companion.store import DATABASE_FILE, Entry, Store, StoreError

AT = "2026-11-30T20:00:00.000+00:00"


def entry(**body):
    return Entry("move", body, "referee", AT, 1)


def append(store, *entries):
    rows = store.draft(entries)
    store.write(rows)
    return rows


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path)
    yield store
    store.close()


@pytest.fixture
def filled(tmp_path):
    """A folder with a log of five rows."""
    store = Store(tmp_path)
    append(store, *(entry(n=n, text="Ümläut ♥") for n in range(5)))
    store.close()
    return tmp_path


def change(folder, statement):
    with sqlite3.connect(folder / DATABASE_FILE) as database:
        database.execute(statement)
    database.close()


def said(folder, **more):
    """What a store says that cannot be opened."""
    with pytest.raises(PlainError) as caught:
        Store(folder, **more)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "Traceback" not in sentence
    return sentence


def test_rows_are_read_back_as_they_were_written(filled):
    store = Store(filled)
    assert [row.id for row in store.rows] == [1, 2, 3, 4, 5]
    assert store.rows[3].body == {"n": 3, "text": "Ümläut ♥"}
    assert store.rows[3].who == "referee"
    assert store.next_id == 6
    append(store, entry(n=6))
    store.close()
    store = Store(filled)
    assert len(store.rows) == 6
    store.close()


def test_the_log_is_in_wal_mode_with_full_sync(store):
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


@pytest.mark.parametrize(
    ("statement", "row"),
    [
        ("UPDATE log SET body = '{\"n\": 9}' WHERE id = 3", 3),
        ("UPDATE log SET who = 'nobody' WHERE id = 1", 1),
        ("UPDATE log SET at = '2020' WHERE id = 5", 5),
        ("DELETE FROM log WHERE id = 2", 2),
        ("DELETE FROM log WHERE id = 5", 5),
        ("DELETE FROM log", 1),
        ("UPDATE log SET id = 9 WHERE id = 5", 5),
        ("UPDATE head SET id = 4", 5),
    ],
)
def test_whoever_changes_the_log_by_hand_is_found_out(filled, statement, row):
    change(filled, statement)
    assert f"row {row} does not follow" in said(filled)


def test_a_log_of_another_version_is_left_alone(filled):
    change(filled, "UPDATE about SET value = '99' WHERE name = 'schema'")
    assert "another version" in said(filled)


def test_a_file_that_is_no_log_is_told_and_left_as_it_is(tmp_path):
    path = tmp_path / DATABASE_FILE
    path.write_bytes(b"this is no database " * 500)
    assert "damaged or no log" in said(tmp_path)
    assert path.read_bytes().startswith(b"this is no database")


def test_a_log_with_a_damaged_page_is_told(filled):
    path = filled / DATABASE_FILE
    content = bytearray(path.read_bytes())
    assert len(content) > 8192
    content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)
    assert "damaged or no log" in said(filled)


def test_a_log_that_cannot_be_written_is_told_and_what_was_read_stays(filled):
    url = f"sqlite:///file:{filled / DATABASE_FILE}?mode=ro&uri=true"
    store = Store(filled, database=url)
    assert len(store.rows) == 5
    with pytest.raises(StoreError, match="write permission"):
        append(store, entry(n=6))
    assert len(store.rows) == 5
    store.close()


def test_a_full_disk_is_told_nothing_is_lost_and_writing_goes_on_once_there_is_room(store):
    append(store, entry(n=1))
    with store._engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match="full"):
        append(store, entry(text="x" * 100_000))
    assert len(store.rows) == 1
    with store._engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 100000")
    append(store, entry(text="x" * 100_000))
    assert len(store.rows) == 2


def test_a_folder_that_cannot_be_used_is_told(tmp_path):
    file = tmp_path / "file"
    file.write_text("no folder")
    assert "--data" in said(file)


def test_a_second_store_on_the_same_folder_is_refused_with_the_number_of_the_process(store):
    sentence = said(store.pictures._folder.parent)
    assert f"in use by another companion (process {os.getpid()})" in sentence


def test_a_second_process_on_the_same_folder_is_refused(store):
    folder = store.pictures._folder.parent
    program = (
        "import sys; from pathlib import Path; from companion.store import Store\n"
        "from companion.errors import PlainError\n"
        "try: Store(Path(sys.argv[1]))\n"
        "except PlainError as fault: print(fault); sys.exit(3)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert "in use by another companion" in done.stdout
    assert done.stderr == ""
    append(store, entry(n=1))


def test_a_lock_left_by_a_killed_process_or_held_by_its_child_blocks_nobody(tmp_path):
    program = (
        "import os, sys, time; from pathlib import Path; from companion.store import Store\n"
        "store = Store(Path(sys.argv[1]))\n"
        "child = os.fork()\n"
        "os.write(1, b'%d\\n' % child)\n"  # at once: two processes share the pipe
        "time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    # The child tells that it runs, so that it had the time to let go.
    child = max(int(process.stdout.readline()) for _ in range(2))
    try:
        assert "in use" in said(tmp_path)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        Store(tmp_path).close()
    finally:
        os.kill(child, signal.SIGKILL)
        process.stdout.close()


def test_two_programs_on_one_database_are_noticed(tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    url = f"sqlite:///{tmp_path / 'club.sqlite'}"
    one, two = (Store(folder, database=url) for folder in folders)
    append(one, entry(n=1))
    with pytest.raises(StoreError, match="Another program writes"):
        append(two, entry(n=2))
    one.close()
    two.close()


def test_two_tables_of_a_club_share_a_database_and_each_has_its_own_chain(tmp_path):
    url = f"sqlite:///{tmp_path / 'club.sqlite'}"
    for place in ("north", "south"):
        (tmp_path / place).mkdir()
    one, two = (Store(tmp_path / place, url, place) for place in ("north", "south"))
    append(one, entry(n=1), entry(n=2))
    append(two, entry(n=3))
    one.close()
    two.close()
    one, two = (Store(tmp_path / place, url, place) for place in ("north", "south"))
    assert [row.body["n"] for row in one.rows] == [1, 2]
    assert [row.body["n"] for row in two.rows] == [3]
    one.close()
    two.close()


@pytest.mark.parametrize("url", ["no database", "cards://here", "oracle://club"])
def test_a_database_that_cannot_be_reached_is_told(tmp_path, url):
    assert said(tmp_path, database=url)
    Store(tmp_path).close()


def test_a_closed_store_says_so(store):
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        append(store, entry(n=1))


def test_evidence_is_kept_under_its_content_and_deleted_after_its_days(store, tmp_path):
    name = store.keep_evidence(b"a card")
    assert store.keep_evidence(b"a card") == name
    assert store.pictures.read(name) == b"a card"
    assert len(list(tmp_path.glob("evidence/??/*"))) == 1
    now = datetime.now(UTC)
    assert store.pictures.forget(30, now + timedelta(days=29)) == 0
    assert store.pictures.forget(30, now + timedelta(days=31)) == 1
    assert store.pictures.read(name) is None
    assert not store.pictures.has(name)


@pytest.mark.parametrize("name", ["", "..", "../log", "a" * 63, "A" * 64, "/etc/passwd"])
def test_names_that_are_no_evidence_give_none(store, name):
    assert store.pictures.read(name) is None


def test_evidence_is_known_again_after_a_restart(tmp_path):
    store = Store(tmp_path)
    name = store.keep_evidence(b"a card")
    store.close()
    store = Store(tmp_path)
    assert store.pictures.has(name)
    store.close()


def test_no_message_names_the_password_of_a_database(tmp_path):
    with pytest.raises(StoreError) as fault:
        Store(tmp_path, "cardbase://club:geheim@server/cards")
    assert str(fault.value).startswith("cardbase://club:***@server/cards names no database")
    url = f"sqlite://club:geheim@/{tmp_path}/cards.sqlite"
    with pytest.raises(StoreError) as fault:
        Store(tmp_path, url)
    assert "geheim" not in str(fault.value)
