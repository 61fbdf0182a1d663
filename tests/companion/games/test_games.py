"""What every game has: a name, a protocol, rules pages, and playthroughs that never change.

A playthrough is called like its game, or like its game and a variant: `vier-engel-noble.yaml`.
After a change that is meant, write them anew with

    for record in tests/companion/games/playthroughs/*.yaml; do
        companion replay "$record" --json > "${record%.yaml}.jsonl"
    done

and read the difference before committing it.
"""

from __future__ import annotations

import json
import re
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest

from companion.cards import Language
from companion.games import Game, InvalidGame, find, names
from companion.record import read, replay

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
RECORDED = sorted(path.stem for path in PLAYTHROUGHS.glob("*.yaml"))
RULINGS = {f"R{number}" for number in range(1, 7)}


def test_berteln_is_there():
    assert "berteln" in names()


@pytest.mark.parametrize("name", names())
def test_a_game_is_found_by_its_name_and_keeps_the_protocol(name):
    game = find(name)
    assert game.name == name
    assert isinstance(game, Game)


@pytest.mark.parametrize("name", ["pinochle", "", "berteln ", "_events", "../cards"])
def test_another_name_is_refused_with_the_games_there_are(name):
    with pytest.raises(InvalidGame, match="berteln"):
        find(name)


def lines_of(name):
    return (PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def playthroughs_of(name):
    return [stem for stem in RECORDED if stem == name or stem.startswith(f"{name}-")]


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_playthrough_of_its_own(name):
    assert name in playthroughs_of(name)
    for stem in playthroughs_of(name):
        assert read(PLAYTHROUGHS / f"{stem}.yaml").game == name


@pytest.mark.parametrize("name", names())
def test_every_option_of_a_game_is_played_in_one_of_its_playthroughs(name):
    table = import_module(f"companion.games.{name.replace('-', '_')}.table")
    played = [read(PLAYTHROUGHS / f"{stem}.yaml").options for stem in playthroughs_of(name)]
    assert {} in played
    assert set().union(*played) == set(table.OPTIONS)


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_playthrough_has_not_changed(name):
    steps = replay(read(PLAYTHROUGHS / f"{name}.yaml"))
    for step, line in zip(steps, lines_of(name), strict=True):
        assert json.dumps(step.to_json()) == line


def page_of(name, language):
    page = files("companion.games") / f"{name.replace('-', '_')}.{language}.md"
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", get_args(Language))
@pytest.mark.parametrize("name", names())
def test_every_rule_has_one_anchor_on_the_rules_page_of_every_language(name, language):
    anchors = re.findall(r'<a id="(\w+)"></a>\*\*(\w+)\*\*', page_of(name, language))
    assert all(anchor == rule for anchor, rule in anchors)
    rules = [rule for rule, _ in anchors]
    assert len(rules) == len(set(rules))
    assert set(rules) >= RULINGS
    assert set(rules) == {
        rule for rule, _ in re.findall(r'<a id="(\w+)"></a>(\*)', page_of(name, "de"))
    }


@pytest.mark.parametrize("language", get_args(Language))
@pytest.mark.parametrize("name", names())
def test_every_flag_of_the_playthrough_cites_a_rule_of_the_page_and_is_explained_there(
    name, language
):
    page = page_of(name, language)
    for line in [line for stem in playthroughs_of(name) for line in lines_of(stem)]:
        for flag in json.loads(line)["flags"]:
            assert f'<a id="{flag["rule"]}"></a>' in page
            assert f"`{flag['code']}`" in page
