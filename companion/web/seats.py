"""Which phone sits on which seat: whoever takes a seat has it to themselves.

A phone has one seat at most, and a seat has one phone; the referee can free a seat whose phone has
gone. Where there is a data folder the seats are written down there, so that a phone keeps its seat
when the program is started again in the middle of an evening; what is written is the hash of the
phone's number (`devices`), which gives nobody its seat.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from flask import current_app

from companion.errors import PlainError
from companion.session.names import alike
from companion.web import devices
from companion.web.language import _

SEATS_FILE: Final = "seats.json"
EVENING_S: Final = 12 * 3600.0
"""For so long after it was taken a seat is found again: an evening, and not the next one."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Held:
    """A seat that is locked."""

    device: str
    """The hash of the phone's number."""
    since: float
    """Seconds since 1970."""


class Seats:
    """Who holds which seat. A player who is written in another way tonight sits where they sat."""

    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        """`folder` is where they outlive the program; None: they do not."""
        self._file = folder / SEATS_FILE if folder is not None else None
        self._clock = clock
        self._held = self._found()
        self._lock = Lock()

    def holder(self, player: str) -> str | None:
        """The device that holds the seat, None where it is free."""
        held = next((one for name, one in self._held.items() if alike(name) == alike(player)), None)
        return held.device if held is not None else None

    def holds_any(self, device: str) -> bool:
        """Whether that device sits anywhere."""
        return any(held.device == device for held in self._held.values())

    def take(self, player: str, device: str) -> bool:
        """Give a free seat to the device, which then leaves any other; whether it has it now."""
        with self._lock:
            if self.holder(player) not in {None, device}:
                return False
            others = self._others(player)
            left = {name: held for name, held in others.items() if held.device != device}
            self._keep({**left, player: Held(device, self._clock())})
            return True

    def free(self, player: str) -> None:
        """Nobody's any more."""
        with self._lock:
            self._keep(self._others(player))

    def _others(self, player: str) -> dict[str, Held]:
        return {name: one for name, one in self._held.items() if alike(name) != alike(player)}

    def _keep(self, held: Mapping[str, Held]) -> None:
        self._held = dict(held)
        if self._file is None:
            return
        text = json.dumps({name: asdict(one) for name, one in held.items()}, indent=1)
        beside = self._file.with_suffix(".new")
        try:
            with open(beside, "w", encoding="utf-8", opener=_for_its_owner) as file:
                file.write(text)
            beside.replace(self._file)
        except OSError as fault:
            # The evening goes on; only a restart would be noticed.
            log.warning("The seats cannot be written to %s (%s).", self._file, fault.strerror)

    def _found(self) -> dict[str, Held]:
        """The seats of this evening that an earlier start left; none where that cannot be read."""
        if self._file is None:
            return {}
        written: object = None
        with contextlib.suppress(OSError, ValueError, RecursionError):
            written = json.loads(self._file.read_text(encoding="utf-8"))
        if not isinstance(written, dict):
            return {}
        found = {name: _held(one) for name, one in written.items()}
        now = self._clock()
        return {
            name: held
            for name, held in found.items()
            if held is not None and abs(now - held.since) < EVENING_S
        }


def _held(written: object) -> Held | None:
    """A seat as it was written down; None where that says nothing."""
    with contextlib.suppress(TypeError, LookupError, ValueError, OverflowError):
        one = dict(written)  # type: ignore[call-overload]
        return Held(str(one["device"]), float(one["since"]))
    return None


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def seats() -> Seats:
    """The seats of the app at hand."""
    found = current_app.extensions["seats"]
    assert isinstance(found, Seats)
    return found


def is_mine(player: str) -> bool:
    """Whether this request comes from the device that holds the seat."""
    holder = seats().holder(player)
    return holder is not None and holder == devices.brought()


def is_anothers(player: str) -> bool:
    """Whether another device holds the seat."""
    return seats().holder(player) is not None and not is_mine(player)


def take(player: str) -> None:
    """Lock the seat to this device. Raises PlainError where another has it."""
    if not seats().take(player, devices.device()):
        raise PlainError(_("This seat is locked to another phone. The referee can free it."))


def sits_somewhere() -> bool:
    """Whether this request comes from a device that holds a seat."""
    device = devices.brought()
    return device is not None and seats().holds_any(device)


def how_held(players: list[str]) -> Mapping[str, str]:
    """`mine`, `another` or `free`, for each player."""
    return {
        name: "mine" if is_mine(name) else "another" if is_anothers(name) else "free"
        for name in players
    }
