"""What a page says outside of its language's catalogue, found by marking every translation.

The app is given catalogues in which each translated message stands between ⟦ and ⟧, and what is
filled into it between ⟪ and ⟫. Whatever a page then shows outside of the marks was never looked
up: it has to be a name, a number, a card, or a sentence that a game itself says in this language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

import companion.web

TRANSLATIONS = Path(companion.web.__file__).parent / "translations"
PART = re.compile(r"%\(\w+\)s|%s")
SILENT = {"script", "style"}
SAID = {"alt", "aria-label", "placeholder", "title", "aria-description", "content", "label"}
CODES = {"data-only", "data-live", "data-allowed", "data-usual", "data-plan", "data-place"}
OWN_WORDS = {"select[name=language]"}


def marked(code: str) -> Translations:
    """The catalogue of a language, every message between marks."""
    with (TRANSLATIONS / code / "messages.po").open("rb") as file:
        catalog = read_po(file, locale=code)
    for entry in catalog:
        if not entry.id:
            continue
        if isinstance(entry.string, str):
            entry.string = _marked(entry.string)
        else:
            entry.string = tuple(map(_marked, entry.string))
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Translations(compiled)


def _marked(text: str) -> str:
    return "⟦" + PART.sub(lambda part: f"⟪{part[0]}⟫", text) + "⟧"


def unmarked(text: str) -> str:
    """What stands outside of translations: beside them, or filled into them."""
    found, inside = [], [False]
    for letter in text:
        if letter in "⟦⟪":
            inside.append(letter == "⟦")
            found.append("\n")
        elif letter in "⟧⟫":
            if len(inside) > 1:
                inside.pop()
            found.append("\n")
        elif not inside[-1]:
            found.append(letter)
    return "".join(found)


class _Page(HTMLParser):
    """The visible text of a page, and what its attributes say to those who listen or tap."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.attributes: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if self._is_silent(tag, known):
            self._silent += 1
        self.text.append("\n")
        for name, value in attrs:
            told = name.startswith("data-") and name not in CODES and " " in (value or "")
            says = name in SAID or told
            if value and says and not (name == "content" and tag == "meta"):
                self.attributes.append(value)
            if name == "value" and tag == "input" and known.get("type") in ("submit", "button"):
                self.attributes.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style", "select"} and self._silent:
            self._silent -= 1
        self.text.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.text.append(data)

    @staticmethod
    def _is_silent(tag: str, known: dict[str, str | None]) -> bool:
        return tag in SILENT or (tag == "select" and known.get("name") == "language")


def said_in(answer: Any) -> Iterator[str]:
    """What an answer says outside of its language's catalogue, piece by piece."""
    if 300 <= answer.status_code < 400 or not answer.mimetype.startswith(
        ("text/", "application/j")
    ):
        return
    body = answer.get_data(as_text=True)
    if answer.mimetype == "text/html":
        page = _Page()
        page.feed(body)
        pieces = ["".join(page.text), *page.attributes]
    elif answer.mimetype == "application/json":
        told = json.loads(body)
        pieces = [str(told.get(name) or "") for name in ("error", "text")]
    else:
        pieces = [body]
    for piece in pieces:
        for line in unmarked(piece).splitlines():
            if re.search(r"[^\W\d_]{2,}", line):
                yield line.strip()
