"""What is secret stands in no file in the clear, and only its owner's key opens it."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.errors import PlainError
from companion.games import InvalidGame
from companion.session import TableSession
from companion.store import DATABASE_FILE, Entry, Store
from companion.vault import KEY_FILE, Vault

FIVE = ["7H", "9H", "JH", "QH", "AH"]
AT = "2026-11-30T20:00:00+00:00"


def test_what_was_sealed_opens_again_and_with_no_other_key(tmp_path: Path) -> None:
    kept = Vault(tmp_path).sealed({"card": "9H"})
    assert Vault(tmp_path).opened(kept) == {"card": "9H"}
    (tmp_path / "other").mkdir()
    other = Vault(tmp_path / "other")
    assert other.opened(kept) is None, "there is no key yet"
    other.sealed({})
    assert other.opened(kept) is None


@pytest.mark.parametrize("changed", ["", "no base64!", "AAAA", "A" * 400])
def test_what_was_changed_does_not_open(tmp_path: Path, changed: str) -> None:
    vault = Vault(tmp_path)
    vault.sealed({"card": "9H"})
    assert vault.opened(changed) is None


def test_no_two_are_alike_and_all_are_of_one_length(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    texts = [vault.sealed({"card": card}) for card in ("9H", "9H", "JOKER", "feuer-as-der-welt")]
    assert len(set(texts)) == 4
    assert len(set(map(len, texts))) == 1


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps the user's folder from others")
def test_the_key_file_is_for_its_owner_only_also_where_it_was_put_back_otherwise(
    tmp_path: Path,
) -> None:
    before = os.umask(0)
    try:
        kept = Vault(tmp_path).sealed({"card": "9H"})
    finally:
        os.umask(before)
    file = tmp_path / KEY_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert Vault(tmp_path).opened(kept) == {"card": "9H"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_damaged_key_is_told_in_one_sentence_and_never_written_over(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("rubbish")
    with pytest.raises(PlainError, match="cannot be used"):
        Vault(tmp_path).sealed({"card": "9H"})
    assert (tmp_path / KEY_FILE).read_text() == "rubbish"


def sealed_evening(folder: Path) -> str:
    session = TableSession(Store(folder))
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    session.submit({"type": "lay_open", "cards": FIVE})
    session.submit({"type": "seal", "card": "9H"})
    root = str(session.snapshot("table")["state"]["commitment"])
    session.close()
    return root


def test_the_sealed_card_and_the_seed_are_in_no_file_and_the_row_names_the_commitment(
    tmp_path: Path,
) -> None:
    root = sealed_evening(tmp_path)
    rows = sa.create_engine(f"sqlite:///{tmp_path / DATABASE_FILE}").connect()
    bodies = [row.body for row in rows.execute(sa.text("select body from log order by id"))]
    rows.close()
    assert '"seed"' not in "".join(bodies)
    assert bodies[-1].count('"card"') == 0
    # What is encrypted may hold any two signs by chance.
    assert "9H" not in re.sub(r'"secret": "[^"]*"', "", bodies[-1])
    assert root in bodies[-1]
    vault = Vault(tmp_path)
    texts = [bodies[0].split('"secret": "')[1][:8], bodies[-1].split('"secret": "')[1][:8]]
    assert len(set(texts)) == 2
    assert vault.opened("") is None
    for file in tmp_path.rglob("*"):
        if file.is_file() and file.name != KEY_FILE:
            assert b'"card": "9H"' not in file.read_bytes(), file


def test_without_the_key_that_game_stays_closed_and_says_so_and_all_others_go_on(
    tmp_path: Path,
) -> None:
    sealed_evening(tmp_path)
    (tmp_path / KEY_FILE).unlink()
    session = TableSession(Store(tmp_path))
    (notice,) = session.snapshot("referee")["notices"]
    assert "secret.key" in notice
    with pytest.raises(InvalidGame, match=r"secret\.key"):
        session.export_record(1)
    session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    assert [head["id"] for head in session.past_games()] == [4, 1]
    session.close()


def test_games_that_keep_no_secrets_need_no_key(tmp_path: Path) -> None:
    session = TableSession(Store(tmp_path))
    session.start_game("berteln", ["Ada", "Bea", "Cem"])
    session.close()
    assert not (tmp_path / KEY_FILE).exists()


def test_a_log_that_was_written_before_secrets_were_encrypted_goes_on(tmp_path: Path) -> None:
    head = {"game": "vier-engel", "players": ["Ada", "Bea"], "options": {"open": True}}
    more = {"seats": {"Ada": "Ada", "Bea": "Bea"}, "deck": "french", "seed": "00" * 32}
    told = {"grade": "confirmed", "camera": False}
    old = [
        Entry("start", {**head, **more}, "referee", AT),
        Entry("move", {"move": {"type": "lay_open", "cards": FIVE}, **told}, "referee", AT, 1),
        Entry("move", {"move": {"type": "seal", "card": "9H"}, **told}, "seat Ada", AT, 1),
    ]
    store = Store(tmp_path)
    store.write(store.draft(old))
    store.close()
    engine = sa.create_engine(f"sqlite:///{tmp_path / DATABASE_FILE}")
    with engine.begin() as connection:
        connection.execute(sa.text("update about set value = '1' where name = 'schema'"))
    engine.dispose()
    session = TableSession(Store(tmp_path))
    session.submit({"type": "choose", "card": "9H"})
    assert session.snapshot("table")["state"]["last_round"]["reason"] == "devil_first"
    assert '"card": "9H"' not in repr(session.snapshot("referee")["events"][1]["move"])
    session.close()
