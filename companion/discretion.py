"""What the camera sees and nobody may: cards being gathered, and a reference under a cover.

While cards are laid or gathered no picture is shown. Face down, those that were not turned stay
secret for ever (rule V6): until the table is released no face gets a name, whatever is glimpsed.
In the open variant the layer may show the reference card to the camera under a cover: it is read,
the seal is made, and neither a picture nor the event leaves this module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from vision.events import CardLaid, CardRead, CardRemoved, CardTurned, Swept, TableEvent
from vision.frame import Picture
from vision.pipeline import Looker
from vision.sighting import BACK, UNKNOWN, Look

Covered = Literal["no", "waiting", "unclear"]

Seal = Callable[[str], bool]
"""Seals what a reference card means; whether it means one of the five."""


def is_blank(snapshot: Mapping[str, Any]) -> bool:
    """Whether no picture may be shown: cards of Vier Engel are being laid or gathered."""
    if snapshot["game"] != "vier-engel" or snapshot["ended"]:
        return False
    return snapshot["state"].get("phase") in ("lay", "over")


def is_hushed(snapshot: Mapping[str, Any]) -> bool:
    """Whether no face may get a name: those that are being gathered stay secret for ever.

    Five cards that are laid open have to be read, so there it is only the picture that is blank.
    """
    return is_blank(snapshot) and not snapshot["options"].get("open")


@dataclass(frozen=True)
class HushedEye:
    """An eye that finds cards but names none of them while that is wished."""

    eye: Looker
    hushed: Callable[[], bool]

    def look(self, picture: Picture) -> Look:
        """All cards in a picture; of faces no name is kept while hushed."""
        look = self.eye.look(picture)
        if not self.hushed():
            return look
        return replace(
            look, sightings=tuple(replace(one, names={}, known=False) for one in look.sightings)
        )


@dataclass
class UnderCover:
    """Waits for the reference card, and keeps what is shown there from everybody."""

    state: Covered = "no"
    _tracks: set[int] = field(default_factory=set)
    """Cards that came under the cover and are still there."""

    @property
    def is_blank(self) -> bool:
        """Whether no picture may be shown: somebody is about to show a card, or it lies there."""
        return self.state != "no" or bool(self._tracks)

    def begin(self) -> None:
        """From now on a card that comes is the reference."""
        self.state = "waiting"

    def end(self) -> None:
        """No more waiting; what lies there stays unseen until it has gone."""
        self.state = "no"

    def keeps(self, event: TableEvent, lying: tuple[str, ...], seal: Seal) -> bool:
        """Take an event in; whether nobody else may hear of it.

        A card that equals one of the five is taken for that one, seen anew as the cover passed
        over it, and never for the reference.
        """
        if isinstance(event, Swept):
            ours = self._tracks & set(event.tracks)
            self._tracks -= ours
            return bool(ours)
        track = getattr(event, "track", None)
        if isinstance(event, CardLaid) and self.state != "no" and event.card not in lying:
            self._tracks.add(event.track)
        if track not in self._tracks:
            return False
        if isinstance(event, CardRemoved):
            self._tracks.discard(event.track)
        match event:
            case CardLaid() | CardRead() | CardTurned() if self.state != "no":
                if event.card not in (BACK, UNKNOWN, *lying):
                    self.state = "no" if seal(event.card) else "unclear"
            case _:
                pass
        return True
