"""Nobody can tell from anything that is shown which card was sealed, before it is answered for.

The same rounds are played with different devils; everything that anybody may see has to be the
same, byte for byte, until the first answer that differs. Commitments are set apart: they differ,
and are worth nothing without their nonces.
"""

from __future__ import annotations

import itertools
import json
import re

import pytest

from companion.cli import main
from companion.games import InvalidEvent, find

from .vier_engel_tables import FIVE, Evening, event_of

CARDS = FIVE.split()
HEX = re.compile(r"\b[0-9a-f]{64}\b")
STORY = [
    "seal KH",
    "SEAL",
    "seal 7H",
    "seal AH",
    "bank",
    "choose KH",
    "accept",
    "take_back",
    "moved 2",
    "Bea peeked 3",
    "lay 2C 3C 4C 5C 6C",
    "7H",
    "choose 7H",
    "bank",
    "take_back",
    "QH",
    "bank",
    "lay 2C 3C 4C 5C 6C",
]
"""7H and QH are asked for: JH, 9H and AH can be told apart by nothing."""


def played(devil, story=STORY, seed=bytes(32)):
    """A state and a verdict after each event, with that card sealed."""
    table = Evening(seed=seed, open=True).tell(f"lay {FIVE}")
    for words in story:
        table.tell(f"seal {devil}" if words == "SEAL" else words)
        yield table


def replayed(events, file, capsys, *options, **head):
    """What `companion replay` prints for these events."""
    record = {"game": "vier-engel", "players": ["Ada", "Bea"], "options": head, "events": events}
    file.write_text(json.dumps(record))
    with pytest.raises(SystemExit) as stop:
        main(["replay", str(file), *options])
    assert not stop.value.code
    out, err = capsys.readouterr()
    assert err == ""
    return HEX.sub("#", out)


def shown(table):
    """All that anybody may see of a game, and whatever a careless log might write."""
    game, state, verdict = table.game, table.state, table.verdict
    flags = [(flag.to_json(), repr(flag), dict(flag.facts)) for flag in verdict.flags]
    sentences = [game.reason(flag, language) for flag in verdict.flags for language in ("de", "pl")]
    public, sheet, audit = game.public(state), game.sheet(state), game.audit(state)
    parts = [json.dumps(part) for part in (public, sheet, audit)]
    parts += [repr(state), str(state), repr(game.legal(state)), repr(flags), repr(sentences)]
    return HEX.sub("#", "\n".join(parts))


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(["9H", "JH", "AH"], 2)])
def test_rounds_with_different_devils_look_the_same_to_the_end(one, other):
    for first, second in zip(played(one), played(other), strict=True):
        assert shown(first) == shown(second)


@pytest.mark.parametrize("devil", CARDS)
def test_a_round_looks_the_same_up_to_the_first_answer_that_differs(devil):
    same = 0
    for first, second in zip(played(devil), played("JH"), strict=True):
        if shown(first) != shown(second):
            break
        same += 1
    answered = {"7H": STORY.index("7H"), "QH": STORY.index("QH")}
    assert same == answered.get(devil, len(STORY))


def test_a_disputed_round_shows_the_devil_and_only_then():
    before, after = (played("9H", [*STORY[:2], "7H", *more]) for more in ([], ["dispute"]))
    *_, table = before
    assert '"devil"' not in json.dumps([table["seal"], table["announced"]])
    *_, table = after
    assert json.dumps(table["seal"]).count('"devil"') == 1


def test_the_move_that_seals_does_not_show_its_card():
    game = find("vier-engel")
    state = Evening(open=True).tell(f"lay {FIVE}").state
    moves = [game.parse(state, {"type": "seal", "card": card}) for card in CARDS]
    assert len({repr(move) for move in moves}) == 1
    assert "H" not in repr(moves[0])


def test_neither_seed_nor_unopened_nonce_is_in_any_text():
    seed = b"a very secret seed of 32 bytes!!"
    for table in played("9H", seed=seed):
        text = repr(table.state) + json.dumps([table.public, table.sheet])
        assert repr(seed)[2:-1] not in text
        assert seed.hex() not in text
        for sealed in table.state.seals:
            opened = {one["nonce"] for one in table["seal"]["openings"]}
            hidden = {one.nonce for one in sealed.seal.secret} - opened
            assert not any(nonce in text for nonce in hidden)


def test_errors_tell_nothing():
    wrong = [
        {"type": "seal", "card": "7X"},
        {"type": "choose", "card": "7H", "verdict": "devil"},
        {"type": "choose"},
        {"type": "devil_call", "position": 2},
    ]

    def errors(devil):
        for table in played(devil, STORY[:2]):
            for event in wrong:
                try:
                    table.game.parse(table.state, event)
                except InvalidEvent as fault:
                    yield str(fault), table["phase"]

    assert len({tuple(errors(devil)) for devil in CARDS}) == 1


@pytest.mark.parametrize("as_json", [True, False])
def test_replaying_a_record_shows_the_same_for_every_devil(as_json, tmp_path, capsys):
    def output(devil):
        words = [f"lay {FIVE}", *(f"seal {devil}" if one == "SEAL" else one for one in STORY)]
        events = [event_of(one, is_open=True) for one in words]
        options = ["--json"] if as_json else []
        return replayed(events, tmp_path / "record.json", capsys, *options, open=True)

    assert output("9H") == output("JH") == output("AH")


def test_a_card_turned_after_the_end_is_in_no_output(tmp_path, capsys):
    def output(card):
        events = [event_of(one, False) for one in ("release", "AC", "bank", f"turn {card}")]
        file = tmp_path / "record.json"
        return [replayed(events, file, capsys, *options) for options in ([], ["--json"])]

    assert output("AD") == output("JOKER")
