"""An eye that knows the truth: for trying everything behind the eye, without any network.

It stands in for `vision.eye.Eye` and sees what a film really shows: cards enough of which is
visible, with their true outlines. Arms, tracker, reader and session then work on real pictures.
"""

from __future__ import annotations

from vision.frame import Picture
from vision.sighting import Look, Sighting

from .film import SimulatedTable
from .script import BACK

#: Shares of a card that must show for it to be found and to be read.
FOUND, READ = 0.3, 0.45


class KnowingEye:
    """Looks at the frame that its film gave last."""

    def __init__(self, film: SimulatedTable) -> None:
        self._film = film

    def look(self, picture: Picture) -> Look:
        """The cards of the film's last frame; `picture` gives only the size."""
        high, wide = picture.shape[:2]
        sightings = []
        for card in self._film.truth_look(self._film.shown):
            x, y = card.quad.mean(axis=0)
            if card.visible < FOUND or not (0 <= x < wide and 0 <= y < high):
                continue
            if card.card == BACK:
                sightings.append(Sighting(card.quad, 0.95, "back"))
            else:
                read = card.visible >= READ
                names = {card.card: 0.97 if read else 0.4}
                sightings.append(Sighting(card.quad, 0.95, "face", names, read))
        return Look(tuple(sightings))
