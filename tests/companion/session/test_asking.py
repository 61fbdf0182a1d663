"""May I play this? At a real table nothing remembers that somebody asked."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from tables import Table

from companion.session import SessionError


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def everything(table: Table) -> str:
    views = [table.session.snapshot(view) for view in ("table", "seat", "referee")]
    return json.dumps([views, table.session.export_record(), table.session.past_games()])


def test_asking_is_not_logged_and_changes_nothing(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table.start()
    table.play("Ada 7C")
    before, disk, version = everything(table), files_in(table.folder), table.session.version
    with table.session.listen() as changes:
        for card in ("9C", "AH", "7C", "2C", "JOKER"):
            table.session.may_play("Bea", [card])
        table.session.may_play("Dan", ["KS"])
        table.session.may_play(None, ["KS"])
        assert changes.get(timeout=0.05) is None
    assert table.session.version == version
    assert everything(table) == before
    assert files_in(table.folder) == disk
    assert caplog.records == []
    table.restart()
    assert table.trick() == ["Ada 7C"]


def test_the_answer_names_its_rule_and_speaks_every_language(table: Table) -> None:
    table.start()
    table.play("Ada 7C")
    said = table.session.may_play("Bea", ["AH"])
    assert (said.may, said.rule, said.unsure) == ("depends", "B7", False)
    assert said.reasons["de"] == (
        "Nur, wenn Bea kein Kreuz mehr hat: Kreuz ist ausgespielt, "
        "und die Hand sieht sonst niemand."
    )
    assert set(said.reasons) == {"de", "en", "pl"}
    assert table.session.may_play("Bea", ["AC"]).may == "yes"
    assert table.session.may_play("Cem", ["AC"]).may == "no"


def test_what_rests_on_something_assumed_is_neither_yes_nor_no(table: Table) -> None:
    table.start()
    table.see("Ada", "7C", "assumed", doubt="card")
    for player, card in (("Bea", "AC"), ("Cem", "AC"), ("Bea", "AH")):
        said = table.session.may_play(player, [card])
        assert (said.may, said.unsure) == ("depends", True)
    table.session.confirm(table.page["events"][-1]["id"], "referee")
    assert table.session.may_play("Bea", ["AC"]).may == "yes"


def test_while_the_referee_is_asked_nothing_is_given_away(table: Table) -> None:
    table.start()
    table.play("Ada 7C")
    table.see("Bea", "?", candidates=("9C", "9S"))
    with pytest.raises(SessionError, match="question"):
        table.session.may_play("Cem", ["AC"])


def test_a_play_that_is_only_doubted_is_not_accused_by_an_answer(table: Table) -> None:
    table.start()
    table.see("Cem", "7C", "assumed", doubt="player")
    with pytest.raises(SessionError, match="question"):
        table.session.may_play("Ada", ["AC"])


def test_a_play_that_waits_for_its_ruling_comes_first(table: Table) -> None:
    table.start()
    table.enter("Cem", "7C")
    said = table.session.may_play("Ada", ["AC"])
    assert (said.may, said.rule) == ("no", "R2")


def test_without_a_game_or_with_nonsense_a_sentence_says_so(table: Table) -> None:
    with pytest.raises(SessionError, match="No game is running"):
        table.session.may_play("Ada", ["AC"])
    table.start()
    for player, cards in (("Zoe", ["AC"]), ("Ada", []), ("Ada", ["1X"]), ("Ada", ["AC", "7C"])):
        with pytest.raises(SessionError) as fault:
            table.session.may_play(player, cards)
        assert str(fault.value).endswith(".")
    table.session.end_game("referee")
    with pytest.raises(SessionError, match="No game is running"):
        table.session.may_play("Ada", ["AC"])
