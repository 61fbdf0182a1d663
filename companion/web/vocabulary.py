"""All that templates can say."""

from __future__ import annotations

from flask import Flask

from companion.web.camera_said import camera_said, notice_said
from companion.web.flags_said import flag_said, flag_state, flag_title
from companion.web.questions_said import (
    choice_said,
    grade_said,
    question_said,
    status_said,
    who_said,
    why_said,
)
from companion.web.refusals_said import log_said
from companion.web.words import (
    card_name,
    cards_said,
    clock,
    contract_aim,
    contract_name,
    day,
    game_name,
    is_printed,
    move_said,
    points,
    rank_letter,
    suit_name,
)


def teach_words(app: Flask) -> None:
    """Make these words known to every template."""
    app.jinja_env.filters["suit_word"] = suit_name
    app.jinja_env.globals.update(
        camera_said=camera_said,
        card_name=card_name,
        cards_said=cards_said,
        choice_said=choice_said,
        clock=clock,
        contract_aim=contract_aim,
        contract_name=contract_name,
        day=day,
        flag_said=flag_said,
        flag_state=flag_state,
        flag_title=flag_title,
        game_name=game_name,
        grade_said=grade_said,
        is_printed=is_printed,
        log_said=log_said,
        move_said=move_said,
        notice_said=notice_said,
        points=points,
        question_said=question_said,
        rank_letter=rank_letter,
        status_said=status_said,
        suit_name=suit_name,
        who_said=who_said,
        why_said=why_said,
    )
