"""When a card that is out of sight has left the table, and whether it left alone."""

from __future__ import annotations

from collections.abc import Sequence

from vision.arms import Arms
from vision.events import CardLifted, CardRemoved, Swept, TableEvent
from vision.laying import ArmMemory
from vision.sighting import BACK
from vision.track import Track, quads_overlap

#: A place has to be seen free of its card, of hands and of other cards for so long (seconds) and in
#: so many looks until the card is lifted; until it is gone.
LIFTED, LIFTED_LOOKS = 0.3, 2
GONE, GONE_LOOKS = 1.0, 4
#: No card leaves without a hand: where none was near it since so many seconds before it was last
#: seen, its place has to be free so much longer, since cards are overlooked in bad light.
UNTOUCHED, OVERLOOKED = 1.0, 4.0
#: While the hand that took it has not left the table, a single back may be laid again: so long at
#: most. Who takes several gathers them, and a face is known again by its name.
HELD = 5.0
#: Cards whose places became free within so many seconds left together.
TOGETHER = 1.5
#: So long a card that has gone waits for others that may have gone with it.
WAIT = 1.5
#: Share under a hand, or under other cards, that is no free place; under a hand that leaves enough
#: to see that the card is gone.
UNDER_HAND, UNDER_CARD, HALF_HIDDEN = 0.25, 0.35, 0.5


class Leaving:
    """Watches the cards that are out of sight."""

    def __init__(self, memory: ArmMemory) -> None:
        self._memory = memory
        self._left: list[tuple[float, Track]] = []
        """Cards that have gone, with the time at which their places became free."""

    def see(
        self, unseen: Sequence[Track], counted: Sequence[Track], arms: Arms, at: float
    ) -> list[TableEvent]:
        """What the cards that the last look did not show have done; `counted` is all that lie."""
        events: list[TableEvent] = []
        waiting = buried = False
        lifted = [track for track in unseen if track.lifted and not track.gone]
        for track in unseen:
            if not track.counts or track.gone:
                continue
            if track.lifted and _buried(track, counted):
                # Its place was seen free before the other card came.
                track.gone = True
                self._left.append((track.lifted_at, track))
                buried = True
                continue
            if not _free(track, counted, arms):
                track.free_since, track.free_looks = None, 0
                waiting = waiting or arms.over(track.outline) > UNDER_HAND
                continue
            track.free_since = at if track.free_since is None else track.free_since
            track.free_looks += 1
            track.landed = False
            free = at - track.free_since
            if track.reached_at < track.seen_at - UNTOUCHED:
                free -= OVERLOOKED
            if not track.lifted and free >= LIFTED and track.free_looks >= LIFTED_LOOKS:
                track.lifted, track.lifted_at = True, track.free_since
                events.append(
                    CardLifted(
                        at=track.free_since,
                        track=track.number,
                        card=track.card,
                        place=track.place,
                    )
                )
            alone = track.card == BACK and lifted == [track] and not self._left
            held = alone and free < HELD and self._memory.holds(track.outline, track.free_since)
            if free >= GONE and track.free_looks >= GONE_LOOKS and not held:
                track.gone = True
                self._left.append((track.free_since, track))
            else:
                waiting = True
        return events + self._said(waiting and not buried, at)

    def _said(self, waiting: bool, at: float) -> list[TableEvent]:
        """Cards that have gone, once none is left that may have gone with them."""
        if not self._left:
            return []
        first = min(since for since, _ in self._left)
        if waiting and at - first < GONE + WAIT:
            return []
        events: list[TableEvent] = []
        left = sorted(self._left, key=lambda item: item[0])
        self._left = []
        while left:
            start = left[0][0]
            group = [item for item in left if item[0] - start <= TOGETHER]
            left = left[len(group) :]
            events.append(self._event(group))
        return events

    def _event(self, group: Sequence[tuple[float, Track]]) -> TableEvent:
        since, last = group[-1]
        if len(group) == 1:
            return CardRemoved(at=since, track=last.number, card=last.card, place=last.place)
        seat, certainty = self._memory.took(last.outline, since)
        return Swept(
            at=since,
            tracks=tuple(track.number for _, track in group),
            cards=tuple(track.card for _, track in group),
            arc=seat,
            arc_certainty=certainty,
        )


def _buried(track: Track, counted: Sequence[Track]) -> bool:
    """Whether a card came to lie where this one was lifted off."""
    return any(
        not other.lifted
        and other.laid_at > track.lifted_at
        and quads_overlap(track.outline, other.outline) >= UNDER_CARD
        for other in counted
        if other is not track
    )


def _free(track: Track, counted: Sequence[Track], arms: Arms) -> bool:
    """Whether a card's place is in view and the card is not there."""
    over = arms.over(track.outline)
    if over > HALF_HIDDEN or (over > UNDER_HAND and not track.gone_beside(arms)):
        return False
    for other in counted:
        lies_on = other is not track and not other.lifted and not other.gone
        above = other.number > track.number or track.number in other.under
        if lies_on and above and quads_overlap(track.outline, other.outline) >= UNDER_CARD:
            return False
    return not track.still_shown(arms)
