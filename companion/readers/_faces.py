"""A face on the table as a reader remembers it, and how far one card lies over another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.readers.move import UNREAD
from vision.events import CardLaid, CardMoved, CardTurned, Outline, Point

#: A name with a smaller share of the votes counts, but nobody is accused by it.
SURE = 0.9


@dataclass(frozen=True)
class Face:
    """A face that lies on the table."""

    track: int
    card: str
    """Its code, or `?` where it could not be read."""
    at: float
    place: Point
    quad: Outline | None = None
    """Table coordinates; None where only its middle is known."""
    arc: str | None = None
    certainty: float = 0.0
    arms: Mapping[str, float] = field(default_factory=dict)
    """Each seat whose arm was at the card, with its certainty."""
    candidates: tuple[str, ...] = ()
    """Other cards that it may be."""
    votes: Mapping[str, float] = field(default_factory=dict)
    """Every card that it may be, with its share of the votes."""
    evidence: bytes | None = None

    @property
    def is_unsure(self) -> bool:
        """Whether it has a name that another one comes too near to accuse anybody by it."""
        return self.card != UNREAD and self.votes.get(self.card, 1.0) < SURE

    def read_as(self, card: str, candidates: Mapping[str, float], evidence: bytes | None) -> Face:
        """The same face, read anew."""
        others = tuple(name for name in candidates if name != card)
        return replace(
            self, card=card, candidates=others, votes=candidates,
            evidence=evidence or self.evidence,
        )  # fmt: skip

    def moved(self, event: CardMoved) -> Face:
        """The same face at another place, brought there by whoever moved it."""
        x, y = event.after[0] - self.place[0], event.after[1] - self.place[1]
        quad = None
        if self.quad is not None:
            a, b, c, d = ((px + x, py + y) for px, py in self.quad)
            quad = (a, b, c, d)
        return replace(
            self, at=event.at, place=event.after, quad=quad, arc=event.arc,
            certainty=event.arc_certainty, arms={},
        )  # fmt: skip


def face_of(event: CardLaid | CardTurned) -> Face:
    """What an event shows, side up as it lies now."""
    laid = event if isinstance(event, CardLaid) else None
    return Face(
        track=event.track,
        card=event.card,
        at=event.at,
        place=event.place,
        quad=laid.quad_table if laid else None,
        arc=event.arc,
        certainty=event.arc_certainty,
        arms=laid.arms if laid else {},
        candidates=tuple(name for name in event.candidates if name != event.card),
        votes=event.candidates,
        evidence=event.evidence,
    )


def distance(a: Point, b: Point) -> float:
    """Between two places, table coordinates."""
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def cover(lower: Face, upper: Face) -> float:
    """Share of the lower card that the upper one covers, 0 to 1."""
    if lower.quad is None or upper.quad is None:
        return 0.0
    whole = _area(lower.quad)
    return _area(_common(lower.quad, upper.quad)) / whole if whole > 0 else 0.0


def _common(lower: Sequence[Point], upper: Sequence[Point]) -> list[Point]:
    """The part of one convex outline that lies in another (Sutherland and Hodgman 1974)."""
    part = list(lower)
    turn = 1.0 if _signed_area(upper) > 0 else -1.0
    for (ax, ay), (bx, by) in zip(upper, [*upper[1:], upper[0]], strict=True):

        def inside(
            point: Point, ax: float = ax, ay: float = ay, bx: float = bx, by: float = by
        ) -> float:
            return turn * ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax))

        corners, part = part, []
        for here, there in zip(corners, [*corners[1:], *corners[:1]], strict=True):
            now, then = inside(here), inside(there)
            if now >= 0:
                part.append(here)
            if (now >= 0) != (then >= 0):
                share = now / (now - then)
                part.append(
                    (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]))
                )
    return part


def _area(outline: Sequence[Point]) -> float:
    return abs(_signed_area(outline))


def _signed_area(outline: Sequence[Point]) -> float:
    following = [*outline[1:], *outline[:1]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, following, strict=True)) / 2
