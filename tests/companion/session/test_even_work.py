"""The judge does the same work whichever card is the devil, so that no clock can tell.

What is counted is every line of the program that is executed: that needs no quiet machine.
`companion bench judge` measures the times themselves.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

FIVE = ["7H", "9H", "JH", "QH", "AH"]


def lines_of(act):
    """How often each line is executed while something is done."""
    counted: Counter[tuple[str, int]] = Counter()

    def trace(frame, event, _):
        if "/companion/" in frame.f_code.co_filename and event == "line":
            counted[frame.f_code.co_filename, frame.f_lineno] += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return counted


def evening(table, devil, second):
    """What is executed for each request of an evening with these devils."""
    table.session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
    table.tap({"type": "lay_open", "cards": FIVE})
    acts = [
        lambda: table.tap({"type": "seal", "card": devil}),
        lambda: table.session.snapshot("seat"),
        lambda: table.tap({"type": "choose", "card": "QH"}),
        lambda: table.session.snapshot("table"),
        table.session.export_record,
        table.session.audit,
        lambda: table.session.annul("referee"),
        lambda: table.tap({"type": "lay_open", "cards": FIVE}),
        lambda: table.tap({"type": "seal", "card": second}),
        lambda: table.session.undo("referee"),
        lambda: table.session.redo("referee"),
        lambda: table.tap({"type": "devil_call", "card": "JH"}),
        lambda: table.session.snapshot("referee"),
    ]
    return [lines_of(act) for act in acts]


@pytest.mark.parametrize("devils", [("9H", "7H"), ("AH", "9H"), ("JH", "QH")])
def test_the_same_lines_are_executed_as_often_for_any_devil_that_is_not_asked_for(table, devils):
    evening(table, "7H", "AH")  # What is done once only is done now.
    one, other = evening(table, "7H", "AH"), evening(table, *devils)
    assert sum(map(len, one)) > 1000, "nothing was counted"
    for step, (first, second) in enumerate(zip(one, other, strict=True)):
        different = (first - second) + (second - first)
        assert not different, f"step {step}: {different.most_common(5)}"
