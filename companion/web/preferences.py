"""How this browser likes its pages: language, light or dark, two or four colours."""

from __future__ import annotations

from flask import Blueprint, Flask, redirect, request
from werkzeug.wrappers import Response

from companion.web.guard import safe_next
from companion.web.language import LANGUAGE_COOKIE, LANGUAGES, chosen_language
from companion.web.source import program_version

blueprint = Blueprint("preferences", __name__)

THEMES = ("auto", "light", "dark")
SUITS = ("two", "four")
_YEAR_S = 365 * 24 * 3600
_OFFERED = {LANGUAGE_COOKIE: tuple(LANGUAGES), "theme": THEMES, "suits": SUITS}


def chosen(name: str) -> str:
    """A preference of this browser, the first one offered where it has none."""
    value = request.cookies.get(name, "")
    return value if value in _OFFERED[name] else _OFFERED[name][0]


def know_preferences(app: Flask) -> None:
    """Let every template know how this browser likes its pages."""

    @app.context_processor
    def _known() -> dict[str, object]:
        return {
            "language": chosen_language(),
            "languages": LANGUAGES,
            "theme": chosen("theme"),
            "suit_colours": chosen("suits"),
            "program_version": program_version(),
        }


@blueprint.post("/preferences")
def keep() -> Response:
    """Remember the preferences that were sent, and go back."""
    answer = redirect(safe_next(request.form.get("next", "")), 303)
    for name, offered in _OFFERED.items():
        value = request.form.get(name)
        if value in offered:
            answer.set_cookie(name, value, max_age=_YEAR_S, samesite="Lax", httponly=True)
    return answer
