"""What the pages have to know of a game: one module a game, found by the game's name.

To show another game, add a module with a subclass of `PlainPages` here, name it in `_PAGES`, and
put its templates into `templates/games/<folder>/`, those of `plain` being the list of what can be
drawn. A game without pages of its own is shown plainly: its state in words, its score, its events.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games import names
from companion.web.games.berteln import BertelnPages
from companion.web.games.duren_piatkowy import DurenPages
from companion.web.games.plain import PlainPages
from companion.web.games.vier_engel import VierEngelPages
from companion.web.language import _

__all__ = ["PlainPages", "offered", "pages_of", "variants"]

_PAGES: Final[Mapping[str, PlainPages]] = {
    "berteln": BertelnPages(),
    "duren-piatkowy": DurenPages(),
    "vier-engel": VierEngelPages(),
}
_PLAIN: Final = PlainPages()


def pages_of(game: str | None) -> PlainPages:
    """The pages of that game; the plain ones for a game that has none of its own."""
    return _PAGES.get(game or "", _PLAIN)


def offered() -> Mapping[str, PlainPages]:
    """The games that can be started on the set-up page, with their pages."""
    return {name: pages for name, pages in _PAGES.items() if name in names()}


def variants(snapshot: Mapping[str, Any]) -> list[str]:
    """What is played otherwise than usual, for the line that always shows the variant."""
    said = pages_of(snapshot["game"]).variants(snapshot["options"])
    if snapshot["settings"].get("memory_aid"):
        said = [*said, _("memory aid on")]
    return said
