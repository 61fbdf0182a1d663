"""What somebody at the table may be called, and when two names are one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from companion.errors import USAGE
from companion.readers.move import UNREAD
from companion.session.outcome import SessionError

MOST_LETTERS: Final = 40
"""So long a name can be; every page and the sheet have room for it."""
_SHOWN: Final = 20
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Signs that are drawn as nothing, though Unicode counts them among letters and symbols."""


def tidy(name: str) -> str:
    """The name as it is written down: composed letters, single blanks, nothing invisible."""
    composed = unicodedata.normalize("NFC", name)
    shown = "".join(
        " " if sign.isspace() or sign in _BLANKS else sign
        for sign in composed
        if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cf")
    )
    return " ".join(shown.split())


def alike(name: str) -> str:
    """What two names have in common that people would take for one: `Ada`, `ada`, `Ａｄａ`."""
    letters = unicodedata.normalize("NFKC", tidy(name)).casefold()
    return unicodedata.normalize("NFC", "".join(filter(_is_drawn, letters)))


def _is_drawn(sign: str) -> bool:
    return not 0xFE00 <= ord(sign) <= 0xFE0F  # These only choose how another sign is drawn.


def spelled(names: Iterable[str]) -> dict[str, str]:
    """How each person is written who appears among the names, by `alike`: as they come first."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(alike(name), name)
    return found


def check_names(players: Sequence[str]) -> None:
    """Raise SessionError for a name that no page could show or address, or that two have."""
    players = [name for name in players if isinstance(name, str)]  # The game refuses the others.
    for name in players:
        if name == UNREAD:
            raise SessionError(f"Nobody can be called {UNREAD}: give that player a name.", USAGE)
        if len(name) > MOST_LETTERS:
            shown = " ".join(name[:_SHOWN].split())
            raise SessionError(
                f"The name {shown}… is too long: {MOST_LETTERS} letters at most.", USAGE
            )
        if "/" in name or not tidy(name).strip("."):  # Its page could not be addressed.
            raise SessionError(f"Give {name} another name, with a letter and without /.", USAGE)
        if tidy(name) != name:
            raise SessionError(
                f"A name has blanks too many or letters that cannot be seen: write {tidy(name)}.",
                USAGE,
            )
    first: dict[str, str] = {}
    for name in players:
        other = first.get(alike(name))
        if other == name:
            raise SessionError(f"Two players are called {name}: tell them apart.", USAGE)
        if other is not None:
            raise SessionError(f"{other} and {name} are one name: tell them apart.", USAGE)
        first[alike(name)] = name
