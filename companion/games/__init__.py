"""The rules of the games. Pure: no clock, no files, no network, no randomness of its own.

A game is a value. `start` gives its first state, `apply` a new state and a verdict for every
move; states are immutable, so undo is taking an older one and a correction is replaying.

    game = find("berteln")
    state = game.start(["Ada", "Bea", "Cem"], {})
    move = game.parse(state, {"type": "announce", "contract": "no_hearts"})
    state, verdict = game.apply(state, move)
    game.public(state)  # what everybody may see, ready for JSON

To add a game, add one module or package here with a `GAME`; `-` in the game's name is `_` in the
module's. Its rules pages stand beside it (`berteln.de.md`, `.en.md`, `.pl.md`; every rule is an
anchor, `#B7`). Modules that begin with `_` are shared by games and are none.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from companion.cards import Language

Event = Mapping[str, object]
"""A move as it travels between rooms and stands in a record: `{"type": "play", "card": "7C"}`."""


class InvalidGame(ValueError):  # noqa: N818 - it says what is invalid
    """A game cannot begin so: `str(error)` says which player or option is wrong, and why."""


class InvalidEvent(ValueError):  # noqa: N818
    """An event is none of this game's: `str(error)` says which type or field is wrong, and why."""


@dataclass(frozen=True, slots=True)
class Flag:
    """What the referee has to say about a move, citing a rule."""

    code: str
    rule: str
    """`B7`: an anchor of the game's rules page."""
    player: str | None
    """Who made the play, or None where the flag is about nobody."""
    cards: tuple[str, ...] = ()
    """Codes of the cards of the offending play."""
    because: tuple[str, ...] = ()
    """Codes of the cards that prove it, where it was proved later."""
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """What else the sentence tells: the trick's number, the suit led, whose turn it was."""
    rests_on: tuple[int, ...] = ()
    """Numbers (from 1, in the order applied) of the events without which there is no flag.

    The session shows a flag only if all of them were seen or confirmed.
    """

    def to_json(self) -> dict[str, object]:
        """The flag as a line of `companion replay --json` shows it."""
        return {
            "code": self.code,
            "rule": self.rule,
            "player": self.player,
            "cards": list(self.cards),
            "because": list(self.because),
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a move: whether it was applied, and what is flagged."""

    accepted: bool
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class Legal:
    """What is known to be allowed in a state, hands being hidden."""

    types: tuple[str, ...]
    """Event types that would be applied now (with the right card, player or choice)."""
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each player who may act: the cards that they could play without any flag."""
    choices: tuple[str, ...] = ()
    """What can be chosen where the next event is a choice (contracts in Berteln)."""


Hands = Mapping[str, Sequence[str]]
"""The cards that players hold, by their names, where they are given; all other hands are hidden."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player is told who asks whether cards may be played, before playing them."""

    may: Literal["yes", "no", "depends", "nothing"]
    """`depends`: on what only that player can see; `nothing`: no card is played from a hand."""
    why: Flag
    """The rule and the words for it; `rests_on` as with any flag. It accuses nobody."""


S = TypeVar("S")
M = TypeVar("M")
S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Game(Protocol[S, M]):
    """A game's rules; `S` is its state and `M` its move, both immutable."""

    @property
    def name(self) -> str:
        """As a record's head says it: `berteln`."""

    def start(self, players: Sequence[str], options: Mapping[str, object], seed: bytes = b"") -> S:
        """The state before the first event.

        `players` are clockwise, `options` only what differs from the defaults. `seed` is secret
        and feeds whatever must not be guessed (the judge's nonces); most games ignore it.
        Raises InvalidGame.
        """

    def parse(self, state: S, event: Event) -> M:
        """The move that `event` means; only its form is checked, `state` gives players and deck.

        `at`, `note` and `seen` may stand in every event and mean nothing. Raises InvalidEvent.
        """

    def apply(self, state: S, move: M) -> tuple[S, Verdict]:
        """The state after `move`, and the verdict on it. Never raises for a parsed move."""

    def legal(self, state: S, hands: Hands | None = None) -> Legal:
        """What is known to be allowed now.

        Of a hand that is given, `cards` are those that may be played from it, also where that
        proves an earlier offence; and what that hand forbids is not among the `types`.
        """

    def may_play(self, state: S, player: str | None, cards: Sequence[str]) -> Answer:
        """Whether `player` (None: whose turn it is) may play these cards now.

        The player is believed to hold them, and told only what the rules make of what lies open:
        nothing that has to be remembered, nothing about other hands, and not what the play would
        prove about an earlier one. Nothing has happened by asking. Raises InvalidEvent.
        """

    def public(self, state: S) -> dict[str, Any]:
        """What everybody may see, with the keys of the game's rules page; plain JSON values.

        `remembered`, where there is one, holds what follows from all that was seen but lies on the
        table no more; players are shown it only where the table wants a memory aid.
        """

    def deck(self, state: S) -> frozenset[str]:
        """Codes of all cards that this game is played with; others on the table are misread."""

    def reason(self, flag: Flag, language: Language) -> str:
        """One sentence that tells a person why `flag` was raised."""

    def sheet(self, state: S) -> dict[str, Any]:
        """The score sheet: a row for each deal that counts, and what lies behind it; plain JSON."""


@runtime_checkable
class KeepsSecrets(Protocol[S_contra]):
    """What a game has besides if it keeps secrets: those of a judge, and cards nobody may know."""

    def told(self, state: S_contra) -> int:
        """How often a secret was given away so far; no correction may reach back across that."""

    def kept(self, state: S_contra, event: Event) -> Event:
        """The event as it may be written down: without a card that is nobody's to know."""

    def exported(self, before: S_contra, after: S_contra, event: Event) -> Event | None:
        """The event as a record may tell it, from the states around it; None leaves it out."""

    def meant(self, state: S_contra, card: str) -> Event | None:
        """The secret move that a card means which is shown to the judge alone; None if unclear."""

    def audit(self, state: S_contra) -> dict[str, Any]:
        """What anybody may check the judge with; plain JSON values, nothing unopened in it."""


@runtime_checkable
class EachCardOnce(Protocol):
    """What a game has besides if every `play` of a deal is of another card: one that was not read
    is none of those that were."""

    each_card_once: Literal[True]


def names() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(
        sorted(
            module.name.replace("_", "-")
            for module in pkgutil.iter_modules(__path__)
            if not module.name.startswith("_")
        )
    )


def find(name: str) -> Game[Any, Any]:
    """The game of that name; raises InvalidGame, naming those there are, if there is none."""
    if name not in names():
        raise InvalidGame(f"there is no game {name!r}; there are {', '.join(names())}")
    game: Game[Any, Any] = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").GAME
    return game
