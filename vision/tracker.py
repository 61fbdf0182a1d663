"""Follows every card over time and says, once each, what happened to it.

Identity is place and evidence over time: a card that lies still keeps its name, a card under a
hand or under another card is still there, and only a place that is seen free has lost its card.
Which plays would be legal is never asked. That one deck holds each card once is.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.arms import Arms
from vision.deck import lies_elsewhere, same_card, settled
from vision.events import CardLaid, CardMoved, CardRead, CardTurned, TableEvent
from vision.evidence import evidence
from vision.frame import Frame
from vision.landing import REREAD_LOOKS, laid_back, landed, other_side, side_is_read
from vision.laying import ArmMemory
from vision.leaving import Leaving
from vision.matching import matched
from vision.pointing import Pointing
from vision.sighting import BACK, UNKNOWN, Look
from vision.stacks import COVERED, cover_of, moved_off, put_on, uncovered
from vision.table import Table, View
from vision.track import Spot, Track, as_outline, spot_of
from vision.votes import Votes

#: A card counts after lying still so long (seconds) in so many looks.
REST, REST_LOOKS = 0.3, 3
#: With a hand still on it, after so long; and a face that no vote settles is `?` after so long.
REST_UNDER_HAND = 1.0
READ_WITHIN = 1.5
#: Of the looks since it lies still, this share has to show it.
SHOWN = 0.5
#: Seconds out of sight after which what never counted is forgotten; under a hand.
FORGOTTEN, FORGOTTEN_UNDER_HAND = 0.6, 5.0
#: A face that stays unread is only asked about after so many looks with no hand over it, lest a
#: hand be taken for a card.
UNREAD_LOOKS = 5
#: A back that so many looks show as a face, in that share of their votes, was turned even if nobody
#: can say what it is.
TURNED_UNREAD_LOOKS, SHOWN_FACE = 6, 0.85
#: An event waits so long (seconds) for a card that came to rest before it; after a hand has left
#: that one; at most.
IN_ORDER, HAND_GONE, IN_ORDER_AT_MOST = 2.0, 1.0, 5.5
#: Card widths by which a card has to move to have moved; partly covered ones tremble more.
MOVED, MOVED_COVERED = 0.2, 0.5
#: Share of a card under a hand up to which its place is believed: what a finger hides is left out
#: of the outline.
CLEAR = 0.02
#: Seconds out of sight in which another card may have come to lie at a place.
OUT_OF_SIGHT = 0.4
#: A card that was read in so many clear looks was read right: another name is another card, unless
#: it was in question before.
CLEAR_LOOKS = 3


class Tracker:
    """Turns the looks at one table into table events."""

    def __init__(self, table: Table, *, one_deck: bool = True) -> None:
        self.table = table
        self.one_deck = one_deck
        """Whether the same card cannot lie twice."""
        self.tracks: list[Track] = []
        """Every card in view or waited for; those that count have a number."""
        self._memory = ArmMemory()
        self._leaving = Leaving(self._memory)
        self._pointing = Pointing()
        self._next = 1

    def see(self, frame: Frame, look: Look | None, arms: Arms) -> list[TableEvent]:
        """What the next frame tells; `look` is None where nobody looked at it."""
        events = self._memory.see(arms)
        events += self._pointing.see(arms, self.tracks)
        for track in self.tracks:
            track.touched(arms)
        if look is None:
            return events
        high, wide = frame.picture.shape[:2]
        view = View(self.table, wide, high)
        spots = [spot_of(s, view) for s in look.sightings]
        pairs, new = matched(spots, self.tracks, arms)
        for spot, index in pairs.items():
            self.tracks[index].see(spots[spot], frame.at, arms)
        seen = [self.tracks[index] for index in pairs.values()]
        unseen = [track for track in self.tracks if track not in seen]
        for track in unseen:
            track.lost_sight_of()
            track.disturbed |= frame.at - track.seen_at > OUT_OF_SIGHT
        for index in new:
            track = Track(spots[index], frame.at)
            track.see(spots[index], frame.at, arms)
            self.tracks.append(track)
            seen.append(track)
        events += self._changes(seen, frame, arms)
        events += self._settled(frame, arms)
        events += self._leaving.see(unseen, self._counted(), arms, frame.at)
        self._forget(arms, frame.at)
        return sorted(events, key=lambda event: event.at)

    # Cards that count already

    def _counted(self) -> list[Track]:
        return [track for track in self.tracks if track.counts and not track.gone]

    def _changes(self, seen: Iterable[Track], frame: Frame, arms: Arms) -> list[TableEvent]:
        events: list[TableEvent] = []
        for track in list(seen):
            if not track.counts or not _rests(track, frame.at):
                continue
            if track.lifted and not track.gone:
                if not side_is_read(track):
                    continue
                events += landed(track, self._memory)
            events += self._another_name(track, frame)
            events += self._moved(track, arms)
            events += uncovered(track, self.tracks)
        return events

    def _moved(self, track: Track, arms: Arms) -> list[TableEvent]:
        before = track.lies_at
        if before is None or self._only_seems_moved(track, before, arms):
            return []
        widths = float(np.linalg.norm(track.anchor - before.middle)) / track.spot.width
        if widths <= (MOVED_COVERED if cover_of(track, self._counted()) > COVERED else MOVED):
            return []
        seat, certainty = self._memory.who(track.outline, track.still_since)
        track.lies_at, track.lay = track.spot, None
        event = CardMoved(
            at=track.still_since,
            track=track.number,
            card=track.card,
            before=before.place,
            after=track.place,
            widths=round(widths, 3),
            arc=seat,
            arc_certainty=certainty,
        )
        counted = self._counted()
        return [event, *moved_off(track, counted), *put_on(track, counted)]

    @staticmethod
    def _only_seems_moved(track: Track, before: Spot, arms: Arms) -> bool:
        """Whether a hand hides a part of the card, or the picture shows it where it was."""
        hidden = max(arms.over(track.outline), arms.over(before.outline))
        # A face is known by its name wherever it is, also beside a hand that stays.
        patient = track.card == BACK or arms.at - track.still_since < REST_UNDER_HAND
        return (hidden > CLEAR and patient) or track.stays(arms)

    def _another_name(self, track: Track, frame: Frame) -> list[TableEvent]:
        """The card reads otherwise now: turned over, another one on top of it, or misread."""
        fresh = track.epoch or track.votes
        now = fresh.decided()
        if track.card == BACK and _turned_unread(fresh):
            return self._turned(track, UNKNOWN, frame)
        if now == UNKNOWN or fresh.looks < REREAD_LOOKS:
            return []
        if now == track.card:
            track.epoch = None
            return []
        if other_side(track, now):
            return self._turned(track, now, frame)
        read_clearly = track.card != UNKNOWN and track.clear_looks >= CLEAR_LOOKS
        if track.epoch and read_clearly and now not in track.in_question:
            return self._laid_on(track, frame)
        if self.one_deck and lies_elsewhere(now, track, self._counted()):
            return []
        track.card, track.votes, track.epoch = now, fresh, None
        return [
            CardRead(
                at=frame.at,
                track=track.number,
                card=now,
                confidence=_confidence(track),
                candidates=track.votes.candidates(),
                evidence=evidence(frame, track.spot.sighting.quad),
            )
        ]

    def _turned(self, track: Track, now: str, frame: Frame) -> list[TableEvent]:
        before, track.card = track.card, now
        track.votes, track.epoch = track.epoch or track.votes, None
        # A card that is turned where it lies has lain still: the hand tells when it was.
        at = max(track.still_since, track.hand_at)
        seat, certainty = self._memory.who(track.outline, at)
        return [
            CardTurned(
                at=at,
                track=track.number,
                card=now,
                before=before,
                confidence=_confidence(track),
                candidates=track.votes.candidates(),
                place=track.place,
                arc=seat,
                arc_certainty=certainty,
                evidence=evidence(frame, track.spot.sighting.quad),
            )
        ]

    def _laid_on(self, track: Track, frame: Frame) -> list[TableEvent]:
        """What lies here is another card: the old one is under it and keeps its name."""
        upper = Track(track.spot, track.still_since)
        upper.anchor, upper.seen_at = track.anchor, track.seen_at
        upper.votes, track.epoch = track.epoch or track.votes, None
        upper.still_looks = upper.looks_since_still = upper.votes.looks
        self.tracks.append(upper)
        if track.lies_at is not None:
            track.spot = track.lies_at
            track.anchor = track.lies_at.middle.copy()
        track.looked = None
        return self._laid(upper, upper.votes.decided(), frame)

    # Cards that come to lie

    def _settled(self, frame: Frame, arms: Arms) -> list[TableEvent]:
        """The cards that have come to rest, in the order in which they did.

        Faces do not wait for backs: those stir in every hand that is held over the table.
        """
        events: list[TableEvent] = []
        backs_wait = False
        coming = [t for t in self.tracks if not t.counts and (t.still_looks >= 2 or _nudged(t))]
        for track in sorted(coming, key=lambda t: t.laid_at):
            back = track.votes.leading() == BACK
            if back and backs_wait:
                continue
            card = self._ready(track, frame.at, arms)
            if card is not None:
                counted = self._counted()
                old = same_card(track, card, counted, frame.at, one_deck=self.one_deck)
                events += (
                    self._laid(track, card, frame) if old is None else self._again(track, old, arms)
                )
            elif _awaited(track, frame.at):
                if not back:
                    break
                backs_wait = True
        return events

    def _ready(self, track: Track, at: float, arms: Arms) -> str | None:
        """The card that may be said to lie there now, or None to wait."""
        if not _rests(track, at) or at - track.seen_at > 0.5:
            return None
        if track.still_looks < SHOWN * track.looks_since_still:
            return None
        rest = at - track.still_since
        if arms.over(track.outline) > 0.25 and rest < REST_UNDER_HAND:
            return None
        card = track.votes.decided()
        counted = self._counted()
        if self.one_deck and (card == UNKNOWN or lies_elsewhere(card, track, counted)):
            card = settled(track, counted)
        unread = rest >= READ_WITHIN and track.clear_looks >= UNREAD_LOOKS
        return card if card != UNKNOWN or unread else None

    def _again(self, track: Track, old: Track, arms: Arms) -> list[TableEvent]:
        """The old track takes over what was followed as a new one."""
        self.tracks.remove(track)
        old.spot, old.anchor, old.votes, old.epoch = track.spot, track.anchor, track.votes, None
        old.still_since, old.seen_at = track.still_since, track.seen_at
        old.still_looks, old.looks_since_still = track.still_looks, track.looks_since_still
        old.free_since, old.free_looks, old.disturbed = None, 0, False
        events = laid_back(old, self._memory) if old.lifted else []
        return events + self._moved(old, arms)

    def _laid(self, track: Track, card: str, frame: Frame) -> list[TableEvent]:
        track.number, self._next = self._next, self._next + 1
        track.card, track.lies_at = card, track.spot
        track.disturbed = False
        arms = self._memory.came(track.outline, track.laid_at)
        seat = max(arms, key=lambda name: arms[name], default=None)
        event = CardLaid(
            at=track.laid_at,
            track=track.number,
            card=card,
            confidence=_confidence(track),
            candidates=track.votes.candidates(),
            place=track.place,
            quad_table=as_outline(track.outline),
            arc=seat,
            arc_certainty=arms[seat] if seat is not None else 0.0,
            arms=arms,
            evidence=evidence(frame, track.spot.sighting.quad),
        )
        return [event, *put_on(track, self._counted())]

    def _forget(self, arms: Arms, at: float) -> None:
        def kept(track: Track) -> bool:
            if track.gone:
                return bool(track.under) and at - track.seen_at < 30
            if track.counts:
                return True
            hidden = arms.over(track.outline) > 0.15
            return at - track.seen_at <= (FORGOTTEN_UNDER_HAND if hidden else FORGOTTEN)

        self.tracks = [track for track in self.tracks if kept(track)]


def _turned_unread(fresh: Votes) -> bool:
    """Whether what had been a back is plainly a face, which no vote settles."""
    shares = fresh.shares()
    unread = fresh.looks >= TURNED_UNREAD_LOOKS and fresh.decided() == UNKNOWN
    return unread and shares.get(BACK, 0.0) < 1 - SHOWN_FACE


def _rests(track: Track, at: float, seconds: float = REST, looks: int = REST_LOOKS) -> bool:
    return track.still_looks >= looks and at - track.still_since >= seconds


def _awaited(track: Track, at: float) -> bool:
    """Whether later cards wait for this one, which came to rest before them."""
    until = max(track.laid_at + IN_ORDER, track.hand_at + HAND_GONE)
    if at >= min(until, track.laid_at + IN_ORDER_AT_MOST):
        return False
    return _nudged(track) or _rests(track, at, 0.15, 2)


def _nudged(track: Track) -> bool:
    """Whether it had come to rest before it was pushed to where it is."""
    return track.laid_at < track.still_since


def _confidence(track: Track) -> float:
    if track.card == BACK:
        return round(track.votes.shares().get(BACK, 0.0), 4)
    return round(next(iter(track.votes.candidates().values()), 0.0), 4)
