"""Which films of which games the table benchmark watches."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.berteln.table import CONTRACTS

from ..simulator import SimulatedTable
from ..simulator.duren_evening import ATTACKS, play_duren
from ..simulator.duren_evening import WRONGS as DUREN_WRONGS
from ..simulator.engel_evening import ROUNDS, play_engel
from ..simulator.engel_evening import WRONGS as ENGEL_WRONGS
from ..simulator.evening import Evening, play
from ..simulator.faces import load_faces
from .films import FIRST_SEED, held_out_decks

GAMES = ("berteln", "duren-piatkowy", "vier-engel")
BERTELN_WRONGS = ("revoke", "out_of_turn", "out_of_turn_accepted", "")
BERTELN_PLAYERS = (4, 3, 5, 6)


@dataclass(frozen=True)
class TablePlan:
    """One film to be watched."""

    game: str
    conditions: str
    seed: int
    players: int
    offence: str
    """A key of the game's `WRONGS`, or empty."""
    variant: str
    """Berteln's contract; `open` or `face down` in Vier Engel; empty."""
    deck: str
    length: int | None = None
    """Cards in play, attacks or rounds, where a film is to be shorter than usual."""

    @property
    def key(self) -> str:
        """What names this film in the file of results."""
        return f"{self.game} {self.conditions} {self.seed}"

    def evening(self) -> Evening:
        """What is played."""
        if self.game == "berteln":
            wrongs = (self.offence,) if self.offence else ()
            return play(self.seed, self.players, (self.variant,), wrongs, cards_in_play=self.length)
        if self.game == "duren-piatkowy":
            return play_duren(self.seed, self.players, self.offence, self.length or ATTACKS)
        devil = "JOKER" if "JOKER" in load_faces(self.deck) else "QS"
        return play_engel(
            self.seed,
            self.offence,
            self.length or ROUNDS,
            open_game=self.variant == "open",
            devil=devil,
        )

    def film(
        self, evening: Evening, size: tuple[int, int] | None = None, fps: float | None = None
    ) -> SimulatedTable:
        """The film of it, on a table that no training scene has."""
        return SimulatedTable(
            evening.record, self.deck, self.seed, self.conditions,
            size=size, fps=fps, held_out=True,
        )  # fmt: skip


def table_plans(
    game: str, conditions: str, count: int, first_seed: int = FIRST_SEED
) -> list[TablePlan]:
    """So many films of one game, in most of them with one offence, with decks held out."""
    decks = held_out_decks()
    if game == "berteln":
        return [
            _deal(conditions, number, first_seed + number, decks[number % len(decks)])
            for number in range(count)
        ]
    offences = (*(DUREN_WRONGS if game == "duren-piatkowy" else ENGEL_WRONGS), "")
    made = []
    for number in range(count):
        offence = offences[number % len(offences)]
        variant, players = "", (4, 3, 2, 5, 6)[number % 5]
        if game == "vier-engel":
            variant = "open" if not offence and number % 2 else "face down"
            players = 2
        elif offence == "out_of_turn":
            players = max(players, 3)
        made.append(
            TablePlan(
                game, conditions, first_seed + number, players, offence, variant,
                decks[number % len(decks)],
            )
        )  # fmt: skip
    return made


def _deal(conditions: str, number: int, seed: int, deck: str) -> TablePlan:
    """One deal of Berteln; all contracts and offences take turns."""
    contract = CONTRACTS[number % len(CONTRACTS)]
    offence = BERTELN_WRONGS[(number // len(CONTRACTS) + number) % len(BERTELN_WRONGS)]
    if contract == "patience" and offence:
        offence = "false_pass"
    players = BERTELN_PLAYERS[(number // 2) % len(BERTELN_PLAYERS)]
    return TablePlan("berteln", conditions, seed, players, offence, contract, deck)
