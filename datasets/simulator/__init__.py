"""Plays a game record on a drawn table: a film with hands, and the truth about every picture."""

from .film import SimulatedTable, TrueCard, TrueEvent
from .script import Click

__all__ = ["Click", "SimulatedTable", "TrueCard", "TrueEvent"]
