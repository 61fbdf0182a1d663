"""Which language a page speaks, and where its words come from.

Translations are read from the committed `.po` files when they are first needed, so there is no
compile step that somebody could forget: adding a language is adding
`translations/<language>/messages.po`, nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

import flask_babel  # type: ignore[import-untyped]
from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, request

LANGUAGE_COOKIE = "language"
_FOLDER = Path(__file__).parent / "translations"


def _own_name(language: str) -> str:
    name = Locale(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


LANGUAGES = {
    language: _own_name(language)
    for language in ("en", *sorted(file.parent.name for file in _FOLDER.glob("*/messages.po")))
}
"""The languages offered, each under its own name; the source strings are English."""


@lru_cache
def translations(language: str) -> NullTranslations:
    """The catalogue of a language; the source strings themselves where there is none."""
    source = _FOLDER / language / "messages.po"
    if not source.exists():
        return Translations()
    with source.open("rb") as file:
        catalog = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Translations(compiled)


class PoDomain(flask_babel.Domain):  # type: ignore[misc]
    """A Flask-Babel domain that reads `.po` files itself."""

    def get_translations(self) -> NullTranslations:
        """The catalogue for the request at hand."""
        return translations(locale().language)


def locale() -> Locale:
    """The locale of the request at hand; English outside of one."""
    found = flask_babel.get_locale()
    return found if isinstance(found, Locale) else Locale("en")


def _(message: str, **parts: object) -> str:
    """The message in the reader's language, with its parts filled in."""
    return str(flask_babel.gettext(message, **parts))


def pgettext(context: str, message: str) -> str:
    """The same for a message whose English text alone does not say what it means."""
    return str(flask_babel.pgettext(context, message))


def ngettext(one: str, several: str, count: int, **parts: object) -> str:
    """The message for so many, in the language's own plural form; `%(num)s` is the count."""
    return str(flask_babel.ngettext(one, several, count, **parts))


def chosen_language() -> str:
    """The language asked for by cookie, else the browser's best match, else English."""
    asked = request.cookies.get(LANGUAGE_COOKIE, "")
    if asked in LANGUAGES:
        return asked
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def speak(app: Flask) -> None:
    """Give the app its languages."""
    babel = flask_babel.Babel(app, locale_selector=chosen_language)
    babel.domain_instance = PoDomain()
