"""Which language a page speaks, and where its words come from.

Translations are read from the committed `.po` files when they are first needed, so there is no
compile step that somebody could forget: adding a language is adding
`translations/<language>/messages.po` and its own name to `LANGUAGES`.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, request
from flask_babel import Babel, Domain, get_locale

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages offered, each under its own name; the source strings are English."""

LANGUAGE_COOKIE = "language"
_FOLDER = Path(__file__).parent / "translations"


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


class PoDomain(Domain):  # type: ignore[misc]
    """A Flask-Babel domain that reads `.po` files itself."""

    def get_translations(self) -> NullTranslations:
        """The catalogue for the request at hand."""
        locale = get_locale()
        return translations(str(locale.language) if locale else "en")


def chosen_language() -> str:
    """The language asked for by cookie, else the browser's best match, else English."""
    asked = request.cookies.get(LANGUAGE_COOKIE, "")
    if asked in LANGUAGES:
        return asked
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def speak(app: Flask) -> None:
    """Give the app its languages."""
    babel = Babel(app, locale_selector=chosen_language)
    babel.domain_instance = PoDomain()
