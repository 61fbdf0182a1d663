"""Who may keep a stream of changes open: a club's evening always, nobody at the others' expense.

A stream holds one of the server's threads. Whoever has more of them than browsers keep open loses
the oldest; and where all are taken, whoever comes anew gets a place from the address that holds
most, if that holds clearly more. A page without a place is not cut off: it hears of changes by
asking again and again, as `EventSource` does by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Lock
from types import TracebackType
from typing import Final

MOST_STREAMS: Final = 120
"""So many pages hold a stream: a hundred viewers, and some whose page has gone unnoticed."""
MOST_OF_ONE: Final = 12
"""So many does one browser hold. It opens no more than six connections to an address at once; a
page that was left counts until the next heartbeat finds it gone."""
CLEARLY_MORE: Final = 2


class Place:
    """One open stream; `is_over` once another has got its place."""

    def __init__(self, viewers: Viewers, who: tuple[str, str], wake: Callable[[], None]) -> None:
        self.who = who
        self.is_over = False
        self._viewers = viewers
        self._wake = wake

    def end(self) -> None:
        """Let go of the stream, now."""
        self.is_over = True
        self._wake()

    def __enter__(self) -> Place:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._viewers.leave(self)


class Viewers:
    """All open streams, the oldest first."""

    def __init__(self, most: int = MOST_STREAMS, most_of_one: int = MOST_OF_ONE) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._places: list[Place] = []
        self._closed = False
        self._lock = Lock()

    def __len__(self) -> int:
        """How many hold a place now."""
        with self._lock:
            return len(self._places)

    def come(self, address: str, browser: str, wake: Callable[[], None]) -> Place:
        """A place for a stream; `wake` is called when it is to end before its time.

        Where there is no room the place is over from the beginning.
        """
        place = Place(self, (address, browser), wake)
        with self._lock:
            if self._closed:
                place.is_over = True
                return place
            self._places.append(place)
            mine = [one for one in self._places if one.who == place.who]
            gone = mine[0] if len(mine) > self._most_of_one else None
            if gone is None and len(self._places) > self._most:
                gone = self._who_yields(place)
            if gone is not None:
                self._places.remove(gone)
        if gone is not None:
            gone.end()
        return place

    def close(self) -> None:
        """End all streams, now; who comes later finds no place."""
        with self._lock:
            self._closed = True
            open_now = list(self._places)
        for place in open_now:
            place.end()

    def _who_yields(self, newest: Place) -> Place:
        """Who gives up a place for the newest: the address that holds most, its greediest browser;
        the newest itself where nobody holds clearly more."""
        of_address = Counter(place.who[0] for place in self._places)
        of_browser = Counter(place.who for place in self._places)
        most = max(self._places, key=lambda p: (of_address[p.who[0]], of_browser[p.who]))
        if most.who[0] == newest.who[0]:
            more = of_browser[most.who] - of_browser[newest.who]
        else:
            more = of_address[most.who[0]] - of_address[newest.who[0]]
        return most if more >= CLEARLY_MORE else newest

    def leave(self, place: Place) -> None:
        """The stream has ended."""
        with self._lock:
            if place in self._places:
                self._places.remove(place)
