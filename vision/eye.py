"""The eye: one picture in, all its cards with outlines and names out."""

from __future__ import annotations

import time
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import exp, log
from pathlib import Path

import numpy as np

from vision import crops, quads
from vision.abreast import abreast
from vision.corners import CornerFinder, Outline
from vision.covered import made_whole
from vision.detector import Detector, Found
from vision.distinct import distinct
from vision.frame import Picture
from vision.gallery import Gallery, Named
from vision.quads import Quad
from vision.recogniser import Reading, Recogniser
from vision.rereading import SURE, is_doubtful, joined, other_views
from vision.sighting import BACK, Look, Sighting
from vision.sizes import oddness
from vision.weights import cores

DOUBTED = 0.15
"""What was found less surely is not looked at, even where a deck was taught whose cards may look
like none to the detector: of those that pass, only what is surely named after the deck stays."""
CARD, NAMELESS = 0.5, 0.79
"""So sure it must be that a card lies there: one with a name, and one without."""
SURELY = 0.95
"""What is so surely a card tells how large cards are here, as one with a name does."""
ODD_SIZE = 5.0
"""So many log odds are taken from a card without a name for each e-fold by which its size is off.
With `NAMELESS` chosen on 600 generated scenes: half as many false ones as without it at 0.85, and
as many backs and unread faces that lie open."""
NAMELESS_TAUGHT = 0.85
"""As `NAMELESS` for a card of a taught deck, whose size is not asked for."""
READ = 0.5
"""From this share of its surest name on, a face says which of two outlines is its own."""
PLAIN, CARD_ALONE = 0.3, 0.7
"""A place shows a card on its own if the detector and the corner finder are so sure of it."""
ACROSS = 1.05
"""Height through width of an outline, below which its card may lie across."""
WIDER = 1.1
"""From so much further out a card of a taught deck is looked for again that could not be named."""
BESIDE, MOST = 0.5, 8
"""Where less than that share of it lies within known cards, and so often at most."""


@dataclass(frozen=True, eq=False)
class _Looked:
    """A place with one outline, and what is seen in it."""

    found: Found
    outline: Outline
    view: Picture
    reading: Reading

    def tells_more_than(self, other: _Looked) -> bool:
        """Whether this outline of the same place is the better one."""
        here, there = (next(iter(one.reading.names.values())) for one in (self, other))
        if max(here, there) >= READ:
            return here > there
        sure, surely = (_present(one.found, one.outline, one.reading) for one in (self, other))
        return sure > surely


@dataclass(frozen=True)
class Eye:
    """Detector, corner finder and recogniser in one."""

    detector: Detector
    corners: CornerFinder
    recogniser: Recogniser
    gallery: Gallery | None = None
    """The taught deck that lies on the table, where there is one."""
    cores: int = 1
    """So many cores look at cards at once, each at its share of them."""

    @classmethod
    def load(cls, folder: Path | None = None, threads: int | None = None) -> Eye:
        """The released networks (see `weights.Network.load`). Raises ModelError."""
        return cls(
            Detector.load(folder, threads),
            CornerFinder.load(folder, threads),
            Recogniser.load(folder, threads),
            cores=cores(threads),
        )

    def with_deck(self, gallery: Gallery | None) -> Eye:
        """The same eye, which names cards after this taught deck; None: after the 52."""
        return replace(self, gallery=gallery)

    def look(self, picture: Picture) -> Look:
        """Every card of a picture (H, W, 3), uint8, blue-green-red; quads in its pixels."""
        start = time.perf_counter()
        found = self.detector.find(picture)
        pyramid = crops.Pyramid(picture)
        outlines = abreast(
            lambda some: self.corners.outline(pyramid, some),
            [f.rectangle for f in found],
            self.cores,
        )
        between = time.perf_counter()
        if self.gallery is None:
            sightings = self._named(pyramid, picture.shape, found, outlines)
        else:
            sightings = self._taught(self.gallery, pyramid, picture.shape, found, outlines)
        end = time.perf_counter()
        return Look(tuple(distinct(sightings)), (between - start) * 1000, (end - between) * 1000)

    def _made_whole(
        self,
        pyramid: crops.Pyramid,
        found: Sequence[Found],
        outlines: list[Outline],
        settled: Container[int] = (),
    ) -> list[Outline]:
        """The outlines, with those of partly covered cards as long as cards are here; those of the
        `settled` places as they are."""
        plain = [
            f.score >= PLAIN and o.empty <= 1 - CARD_ALONE
            for f, o in zip(found, outlines, strict=True)
        ]
        whole = made_whole([outline.quad for outline in outlines], plain)
        other = [
            i
            for i, outline in enumerate(outlines)
            if whole[i] is not outline.quad and i not in settled
        ]
        # Whether a card lies there is asked again: a half of one had looked like none.
        made = list(outlines)
        again = self.corners.judged(pyramid, [whole[i] for i in other])
        for i, outline in zip(other, again, strict=True):
            made[i] = outline
        return made

    def _read(
        self, pyramid: crops.Pyramid, places: Sequence[tuple[Found, Outline]]
    ) -> list[_Looked]:
        """What is seen at each place."""

        def looked_at(some: Sequence[tuple[Found, Outline]]) -> list[tuple[Picture, Reading]]:
            views = [crops.card_view(pyramid, outline.quad) for _, outline in some]
            return list(zip(views, self.recogniser.read(views), strict=True))

        seen = abreast(looked_at, places, self.cores)
        return [_Looked(*place, *one) for place, one in zip(places, seen, strict=True)]

    def _read_again(self, pyramid: crops.Pyramid, cards: Sequence[_Looked]) -> list[_Looked]:
        """The same cards, those that were not quite surely read with what several views say."""

        def again(some: Sequence[int]) -> list[Reading]:
            views = [other_views(pyramid, cards[i].outline.quad, cards[i].view) for i in some]
            others = iter(self.recogniser.read([view for several in views for view in several]))
            return [joined(cards[i].reading, list(islice(others, len(views[0])))) for i in some]

        settled = list(cards)
        doubtful = [i for i, card in enumerate(cards) if is_doubtful(card.reading)]
        for i, reading in zip(doubtful, abreast(again, doubtful, self.cores), strict=True):
            settled[i] = replace(cards[i], reading=reading)
        return settled

    def _looked(
        self,
        pyramid: crops.Pyramid,
        shape: tuple[int, ...],
        places: Sequence[tuple[int, tuple[Found, Outline]]],
    ) -> dict[int, _Looked]:
        """What is seen at those of the numbered places where a card may lie."""
        cards = [(i, one) for i, one in places if _is_card(*one, shape, CARD)]
        looked = self._read(pyramid, [one for _, one in cards])
        return {i: one for (i, _), one in zip(cards, looked, strict=True)}

    def _named(
        self,
        pyramid: crops.Pyramid,
        shape: tuple[int, ...],
        found: Sequence[Found],
        outlines: list[Outline],
    ) -> list[Sighting]:
        """What lies at each place, as a card of the 52.

        Where a place may have another outline and its card is not surely read, that outline counts
        in which more can be read, or a card is more surely seen.
        """
        best = self._looked(pyramid, shape, list(enumerate(zip(found, outlines, strict=True))))
        settled = {i for i, one in best.items() if next(iter(one.reading.names.values())) >= SURE}
        whole = self._made_whole(pyramid, found, outlines, settled)
        other = [(i, (found[i], one)) for i, one in enumerate(whole) if one is not outlines[i]]
        for i, one in self._looked(pyramid, shape, other).items():
            if i not in best or not best[i].tells_more_than(one):
                best[i] = one
        cards = self._read_again(pyramid, list(best.values()))
        sure = [
            self._is_named(card.reading)
            or _present(card.found, card.outline, card.reading) >= SURELY
            for card in cards
        ]
        odd = oddness([card.outline.quad for card in cards], sure)
        return [
            self._sighting(card.found, card.outline, card.reading)
            for card, off in zip(cards, odd, strict=True)
            if self._stays_card(card.found, card.outline, card.reading, off)
        ]

    def _taught(
        self,
        gallery: Gallery,
        pyramid: crops.Pyramid,
        shape: tuple[int, ...],
        found: Sequence[Found],
        outlines: list[Outline],
    ) -> list[Sighting]:
        """What lies at each place, as cards of the taught deck.

        Where a place may have another outline both are tried. Of cards that it never saw the corner
        finder may not know which sides are the long ones: where an outline is hardly higher than
        wide, both ways are tried.
        """
        whole = self._made_whole(pyramid, found, outlines)
        places = [
            (f, o) for f, o in zip(found, whole, strict=True) if _is_card(f, o, shape, DOUBTED)
        ]
        other = [
            (f, o)
            for f, o, made in zip(found, outlines, whole, strict=True)
            if made is not o and _is_card(f, o, shape, DOUBTED)
        ]
        across = [
            (f, replace(o, quad=quads.turned(o.quad, 1)))
            for f, o in places
            if quads.height(o.quad) < ACROSS * quads.width(o.quad)
        ]
        tried = self._named_after(gallery, pyramid, [*places, *other, *across], len(places))
        known = [card.outline.quad for card, name in tried if name.confidence >= gallery.sure]
        again = self._outlined_again(pyramid, places, known)
        tried += [
            (card, name)
            for card, name in self._named_after(gallery, pyramid, again, len(again))
            if name.confidence >= gallery.sure
        ]
        return [
            self._taught_sighting(gallery.sure, card, name)
            for card, name in tried
            if self._stays_taught(gallery.sure, card, name)
        ]

    def _named_after(
        self,
        gallery: Gallery,
        pyramid: crops.Pyramid,
        places: Sequence[tuple[Found, Outline]],
        first: int,
    ) -> list[tuple[_Looked, Named]]:
        """What each place shows, as a card of the 52 and as one of the taught deck. Only the
        `first` so many say which deck lies there; the rest are the same cards, outlined otherwise.
        """
        looked = self._read(pyramid, places)
        if gallery.french:
            looked = self._read_again(pyramid, looked)
        surely = [
            i < first and _present(card.found, card.outline, card.reading) >= CARD
            for i, card in enumerate(looked)
        ]
        views, readings = [card.view for card in looked], [card.reading for card in looked]
        return list(zip(looked, gallery.name(views, readings, surely), strict=True))

    def _outlined_again(
        self, pyramid: crops.Pyramid, places: Sequence[tuple[Found, Outline]], known: list[Quad]
    ) -> list[tuple[Found, Outline]]:
        """What lies beside the cards that are known, looked for anew from a little further out: a
        dark card, or one with a frame in it, is often outlined along something else at first."""
        beside = [
            (found, outline)
            for found, outline in places
            if all(
                quads.overlap(outline.quad, quad) < BESIDE * abs(quads.area(outline.quad))
                for quad in known
            )
        ]
        likely = sorted(beside, key=lambda place: -max(place[0].score, 1 - place[1].empty))[:MOST]
        wider = [_wider(quads.long_side_up(outline.quad)) for _, outline in likely]
        outlines = self.corners.outline(pyramid, wider)
        return [(found, o) for (found, _), o in zip(likely, outlines, strict=True)]

    def _is_named(self, reading: Reading) -> bool:
        return next(iter(reading.names.values())) >= self.recogniser.sure

    def _stays_card(
        self, found: Found, outline: Outline, reading: Reading, off: float = 0.0
    ) -> bool:
        """Whether a card lies there still after its face was looked at.

        What can be named is hardly ever a mistake; a back, or a face that says nothing, has to be
        found more surely, and the more so the further its size is `off` (see `oddness`).
        """
        sure = _present(found, outline, reading)
        if self._is_named(reading):
            return sure >= CARD
        return _odds(sure) - ODD_SIZE * off >= _odds(NAMELESS)

    def _sighting(self, found: Found, outline: Outline, reading: Reading) -> Sighting:
        back = _agreed(
            found.back / max(found.back + found.face, 1e-6),
            outline.back / max(outline.back + outline.face, 1e-6),
            reading.back,
        )
        if back > 0.5:
            return Sighting(outline.quad, found.score, "back")
        names = reading.names
        return Sighting(outline.quad, found.score, "face", names, self._is_named(reading))

    @staticmethod
    def _stays_taught(sure: float, card: _Looked, named: Named) -> bool:
        """As `_stays_card`; a deck of one's own may look like nothing to the other networks."""
        found, outline, reading = card.found, card.outline, card.reading
        if named.confidence >= sure:
            # What is named as a card of another deck has to be as surely one as without teaching.
            return named.stranger <= 0.5 or _present(found, outline, reading) >= CARD
        if _agreed(found.score, 1 - outline.empty) < CARD:
            return False
        empty = min(reading.empty, named.stranger)
        return _agreed(found.score, 1 - outline.empty, 1 - empty) >= NAMELESS_TAUGHT

    def _taught_sighting(self, sure: float, card: _Looked, named: Named) -> Sighting:
        found, outline = card.found, card.outline
        known = named.confidence >= sure
        if not known:
            # A card of the deck that cannot be told from others is no back all the same.
            plain = self._sighting(found, outline, card.reading)
            if plain.side == "back" and named.stranger > 0.5:
                return plain
        elif named.card == BACK:
            return Sighting(outline.quad, found.score, "back")
        turned = named.turned and named.stranger <= 0.5
        quad = quads.turned(outline.quad, 2) if turned else outline.quad
        faces = {name: share for name, share in named.names.items() if name != BACK}
        return Sighting(quad, found.score, "face", faces, known)


def _wider(quad: Quad) -> Quad:
    middle = quad.mean(axis=0)
    return np.asarray((quad - middle) * WIDER + middle, np.float32)


def _odds(share: float) -> float:
    """Log odds; what is nearly sure counts as 99 in 100."""
    share = min(max(share, 0.01), 0.99)
    return log(share / (1 - share))


def _agreed(*shares: float) -> float:
    """Several opinions on one question as one: their mean in log odds."""
    return 1 / (1 + exp(-sum(map(_odds, shares)) / len(shares)))


def _present(found: Found, outline: Outline, reading: Reading) -> float:
    """What all three networks say together of whether a card lies there."""
    return _agreed(found.score, 1 - outline.empty, 1 - reading.empty)


def _is_card(found: Found, outline: Outline, shape: tuple[int, ...], least: float) -> bool:
    """Whether the close look agrees so surely that a card lies there, with a possible shape."""
    quad = outline.quad
    if not np.isfinite(quad).all() or abs(quads.area(quad)) < 60:
        return False
    if _agreed(found.score, 1 - outline.empty) < least:
        return False
    x, y = quads.centre(quad)
    high, wide = shape[:2]
    return -0.2 * wide < x < 1.2 * wide and -0.2 * high < y < 1.2 * high
