"""Change notices for pages: bounded queues, so that a slow page never holds up the table."""

from __future__ import annotations

import contextlib
import queue
import threading
from types import TracebackType

NOTICES_KEPT = 16


class Subscription:
    """One listener. A notice is the session's new version; old ones are dropped when it lags."""

    def __init__(self, listeners: Listeners) -> None:
        self._listeners = listeners
        self._notices: queue.Queue[int] = queue.Queue(NOTICES_KEPT)

    def get(self, timeout: float | None = None) -> int | None:
        """The newest version after a change; None if nothing changed for `timeout` seconds."""
        newest = None
        with contextlib.suppress(queue.Empty):
            newest = self._notices.get(timeout=timeout)
            while True:
                newest = self._notices.get_nowait()
        return newest

    def tell(self, version: int) -> None:
        """Put a notice in, in place of the oldest if there is no room. Never waits."""
        while True:
            try:
                return self._notices.put_nowait(version)
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._notices.get_nowait()

    def close(self) -> None:
        """Stop listening."""
        self._listeners.forget(self)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Listeners:
    """All that want to hear of changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: list[Subscription] = []

    def listen(self) -> Subscription:
        """A new listener."""
        subscription = Subscription(self)
        with self._lock:
            self._all.append(subscription)
        return subscription

    def __len__(self) -> int:
        """How many are listening."""
        with self._lock:
            return len(self._all)

    def forget(self, subscription: Subscription) -> None:
        """Drop a listener; dropping one twice does nothing."""
        with self._lock:
            if subscription in self._all:
                self._all.remove(subscription)

    def tell(self, version: int) -> None:
        """Tell all listeners."""
        with self._lock:
            listening = list(self._all)
        for subscription in listening:
            subscription.tell(version)
