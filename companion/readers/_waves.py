"""Who may add to a wave of an attack, and who has passed without a word (D8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.readers.move import ReadMove


class Waves:
    """Remembers who was told to have acted in the running wave."""

    def __init__(self, players: Sequence[str], *, passes_are_tapped: bool) -> None:
        self._players = tuple(players)
        self._tapped = passes_are_tapped
        self._wave: tuple[Any, ...] = ()
        self.acted: set[str] = set()

    def follow(self, state: Mapping[str, Any]) -> None:
        """Forget the last wave once another one runs."""
        wave = tuple(state.get(key) for key in ("game_number", "attacker", "defender", "wave"))
        if wave != self._wave:
            self._wave = wave
            self.acted.clear()

    def may_add(self, state: Mapping[str, Any]) -> list[str]:
        """Those who have not acted yet, in order, from whose turn it is on."""
        attacker, turn = state.get("attacker"), state.get("turn")
        if attacker not in self._players:
            return []
        first = self._players.index(str(attacker))
        order = [*self._players[first:], *self._players[:first]]
        order = [player for player in order if player != state.get("defender")]
        if not waits(state):
            order = order[order.index(str(turn)) :] if turn in order else []
        return [player for player in order if player not in self.acted]

    def passes(
        self,
        state: Mapping[str, Any],
        at: float,
        until: str | None = None,
        laid: int = 0,
        *,
        later: bool = True,
    ) -> list[ReadMove]:
        """The assumed passes of all who added nothing, up to the player `until`, who acts now.

        `laid`: cards of this wave that `state` does not count yet. Where the game waits for a
        ruling, `later` says whether a later wave is being played all the same.
        """
        adding = later if waits(state) else state.get("phase") == "add"
        if self._tapped or not adding:
            return []
        if not waits(state) and (state.get("room") or 0) <= laid:
            return []  # Without room all are passed over.
        moves = []
        for player in self.may_add(state):
            if player == until:
                break
            if state["hand_sizes"].get(player):
                self.acted.add(player)
                why = "the table played on without a card of theirs"
                move = {"type": "pass", "player": player}
                moves.append(ReadMove(move, "assumed", at, why, "happened"))
        return moves


def waits(state: Mapping[str, Any]) -> bool:
    """Whether the game waits for a ruling or an answer, and does not know whose turn it is."""
    return bool(state.get("pending") or state.get("waiting"))
