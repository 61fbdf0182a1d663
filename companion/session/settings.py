"""What people may set for a table; every change is booked, and holds from then on."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.errors import USAGE
from companion.session.outcome import SessionError


@dataclass(frozen=True)
class Settings:
    """The settings of one table."""

    grace_seconds: float = 3.0
    """A pending play that is taken back within so many seconds is noted quietly. 0: announce at
    once; large values make the referee late."""
    memory_aid: bool = False
    """Whether table and seat pages show what is only remembered (voids, cards still out)."""
    evidence_days: float = 30.0
    """Evidence pictures are deleted after so many days."""
    confirm_each: bool = False
    """Whether every card that the camera reads waits for a tap."""
    speech: bool = False
    """Whether the table page speaks flags; else a quiet chime and the screen."""

    unread_goes_on: bool = False
    """Berteln: whether the game goes on with the likeliest card where one was not read, and asks
    beside it. Else it waits for the answer."""
    passes_are_tapped: bool = False
    """Whether every pass is tapped, so that the camera need guess none from later plays."""
    releases_itself: bool = False
    """Vier Engel: whether five backs that lie still release the table without a tap. What follows
    from such a release is asked, never flagged."""

    def to_json(self) -> dict[str, Any]:
        """The settings by name."""
        return asdict(self)

    def with_(self, name: str, value: Any) -> Settings:
        """The settings with one changed. Raises SessionError for what is no setting or value."""
        if name not in self.to_json():
            raise SessionError(
                f"There is no setting {name!r}; there are {', '.join(self.to_json())}.", USAGE
            )
        change: dict[str, Any] = {name: value}
        if isinstance(getattr(self, name), bool):
            if not isinstance(value, bool):
                raise SessionError(f"The setting {name} is either true or false.", USAGE)
            return replace(self, **change)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e6:
            raise SessionError(f"The setting {name} is a number from 0 to 999999.", USAGE)
        return replace(self, **change)


NO_CHANGES = Settings()
