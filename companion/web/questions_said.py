"""Questions to the referee and their answers, and what is known of an event, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from companion.web.language import _
from companion.web.words import filled, move_said, player_said, said_card


def grade_said(grade: str) -> str:
    """How sure an event is."""
    grades = {"seen": _("seen"), "confirmed": _("by hand"), "assumed": _("assumed")}
    return grades.get(grade, grade)


def status_said(status: str) -> str:
    """What became of an event, where it did not simply count."""
    states = {
        "refused": _("refused"),
        "pending": _("waits for a ruling"),
        "taken_back": _("taken back"),
        "accepted": _("let stand"),
        "held": _("seen, waiting"),
        "asked": _("is being asked about"),
        "annulled": _("annulled"),
        "needless": _("not needed"),
        "withdrawn": _("struck out"),
    }
    return states.get(status, status)


def question_said(
    question: Mapping[str, Any], drawn: bool = False, event: Mapping[str, Any] | None = None
) -> str | Markup:
    """A question to the referee as one sentence; `event` is what it is about."""
    parts: dict[str, object] = {
        "player": player_said(question.get("player"), _("somebody")),
        "card": said_card(question.get("card") or "?", drawn),
        "trick": question.get("trick") or "",
    }
    messages = {
        "did_play": _("Did %(player)s lay %(card)s in trick %(trick)s?")
        if question.get("trick")
        else _("Did %(player)s lay %(card)s?"),
        "did_pass": _("Did %(player)s pass?"),
        "which_card": _("Which card did %(player)s lay?"),
        "which_player": _("Who laid %(card)s?"),
        "early_cards": _("Cards were laid before the announcement. Do they belong to this deal?"),
        "does_it_stand": _("The table plays on over %(card)s of %(player)s. What becomes of it?"),
    }
    message = messages.get(str(question.get("kind")))
    if question.get("kind") == "which_card" and event and "trump_card" in event["move"]:
        message = _("Which card is turned up for trumps?")
    if message is None and event:
        message, parts["what"] = _("Did this happen: %(what)s?"), move_said(event["move"], drawn)
    return filled(message or _("Is this right?"), drawn, parts)


def choice_said(
    choice: Mapping[str, Any], question: Mapping[str, Any], drawn: bool = False
) -> str | Markup:
    """An answer that can be tapped."""
    name = str(choice["id"])
    if name == "none":
        return _("No, nothing was played") if question.get("card") else _("That was no play")
    said = {
        "yes": _("Yes"),
        "no": _("No, something else") if question.get("card") else _("No"),
        "accept": _("Let it stand"),
        "take_back": _("It was taken back"),
        "annul": _("Annul the deal"),
    }
    if name in said:
        return said[name]
    if name.startswith("card:"):
        return said_card(name.removeprefix("card:"), drawn)
    player = name.removeprefix("player:")
    if question.get("kind") == "which_player":
        return player
    return _("No, it was %(player)s", player=player)


def who_said(who: str) -> str:
    """Who entered something, from the log's free text."""
    known = {
        "camera": _("the camera"),
        "demo": _("the demonstration"),
        "judge's screen": _("the referee's screen"),
        "referee": _("the referee"),
        "under the cover": _("the camera"),
        "watch": _("the camera"),
    }
    return known.get(who) or who.removeprefix("seat ")


def why_said(why: str) -> str:
    """Why something was put right: the buttons' own reasons, or what somebody wrote."""
    known = {
        "the camera was wrong": _("the camera was wrong"),
        "that was no play": _("that was no play"),
    }
    return known.get(why, why)
