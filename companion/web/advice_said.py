"""What to change about the camera's picture, in plain words: the lamp, the lens, the camera."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.advised import Placed
from companion.web.language import _
from vision.advice import LEAST_HEIGHT


@dataclass(frozen=True)
class Said:
    """One piece of advice for a page."""

    fault: str
    text: str
    place: tuple[float, float] | None
    """To be ringed on the picture: shares (0 to 1) of its width and height."""


def advice_said(advice: Iterable[Placed], playing: bool) -> list[Said]:
    """What to change, the worst first.

    While people play, an empty table is nothing unusual: only then `no_cards` is left out.
    """
    order = list(_sentences())
    found = sorted(advice, key=lambda one: order.index(one.fault))
    return [
        Said(one.fault, _said(one), one.place)
        for one in found
        if not (playing and one.fault == "no_cards")
    ]


def _sentences() -> dict[str, str]:
    return {
        "no_cards": _("No card is seen. Lay a few cards face up in the middle of the table."),
        "dark": _("The picture is too dark: switch on a lamp, or move it closer."),
        "mirrored": _(
            "The picture is mirrored: switch off the mirror image in the camera's settings."
        ),
        "blurred": _("The picture is blurred: wipe the lens, or focus the camera on the table."),
        "glare": _("The lamp shines on a card %(place)s: move the lamp or the camera a little."),
        "small": _(
            "A card %(place)s is only %(height)s pixels high, and %(needed)s are needed: move the "
            "camera closer or zoom in."
        ),
        "low_contrast": _(
            "A card %(place)s hardly stands out from the table: lay a plain darker cloth under it."
        ),
        "coloured": _(
            "The light has a strong colour: use a whiter lamp, or set the camera's white balance "
            "to automatic."
        ),
    }


def _said(one: Placed) -> str:
    parts = {
        "place": place_said(one.place) if one.place else "",
        "height": str(round(one.figure)),
        "needed": str(round(LEAST_HEIGHT)),
    }
    return " ".join((_sentences()[one.fault] % parts).split())


def place_said(place: tuple[float, float]) -> str:
    """Where in the picture something is, by thirds: "at the upper left"."""
    names = (
        (_("at the upper left"), _("at the top"), _("at the upper right")),
        (_("on the left"), _("in the middle"), _("on the right")),
        (_("at the lower left"), _("at the bottom"), _("at the lower right")),
    )
    column, row = (min(2, max(0, int(share * 3))) for share in place)
    return names[row][column]
