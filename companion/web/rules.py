"""The rules pages: every flag links to its rule's number here."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, abort, redirect, render_template, url_for
from markdown_it import MarkdownIt
from markupsafe import Markup
from werkzeug.wrappers import Response

import companion.games
from companion.games import names
from companion.web.answers import table_session
from companion.web.words import language

blueprint = Blueprint("rules", __name__, url_prefix="/rules")

_GAMES = Path(companion.games.__file__).parent
_FALLBACKS = ("en", "de")

# `<li><strong>B7</strong> …` or the same in a paragraph: the rule's number becomes its anchor.
_NUMBERED = re.compile(r"<(li|p)>\s*(<p>)?\s*<strong>([A-Z]{1,2}\d+[a-z]?)</strong>")


def _text_of(game: str, wanted: str) -> tuple[str, str] | None:
    stem = game.replace("-", "_")
    for code in dict.fromkeys((wanted, *_FALLBACKS)):
        for file in (_GAMES / f"{stem}.{code}.md", _GAMES / f"{game}.{code}.md"):
            if file.exists():
                return file.read_text(encoding="utf-8"), code
    return None


@lru_cache(maxsize=16)
def render(text: str) -> Markup:
    """A rules page as HTML; raw HTML in it is shown as text, but for anchors already there."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(_plain_anchors(text))

    def anchored(match: re.Match[str]) -> str:
        element, inner, number = match.groups()
        link = f'<a class="number" href="#{number}"><strong>{number}</strong></a>'
        return f'<{element} id="{number}">{inner or ""}{link}'

    return Markup(_NUMBERED.sub(anchored, html))


def _plain_anchors(text: str) -> str:
    # Written for readers on a forge: `<a id="B7"></a>` before a rule. Ours come from the number.
    return re.sub(r'<a (?:id|name)="[^"]*">\s*</a>\s*', "", text)


@blueprint.get("")
def first() -> Response:
    """The rules of the game at hand."""
    game = table_session().snapshot("table")["game"] or names()[0]
    return redirect(url_for("rules.page", game=game))


@blueprint.get("/<game>")
def page(game: str) -> str:
    """A game's rules, in the reader's language where they are written in it."""
    found = _text_of(game, language()) if game in names() else None
    if found is None:
        abort(404)
    text, code = found
    return render_template(
        "rules.html",
        game=game,
        html=render(text),
        code=code,
        games=names(),
        snapshot=table_session().snapshot("table"),
    )
