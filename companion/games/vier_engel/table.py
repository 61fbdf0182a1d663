"""Who plays with which cards, and what a round is worth (rules V1, V10, V11, V13, V14, V18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Final

from companion.games import InvalidGame
from companion.games._events import exact, options_of, said, seated
from companion.games.vier_engel.deck import Features, UnknownCard, deck_of, known

NAME: Final = "vier-engel"
ANGELS: Final = ("AC", "AD", "AH", "AS")
DEVIL: Final = "JOKER"
CARDS_IN_A_ROUND: Final = 5

OPTIONS: Final = (
    "angels",
    "devil",
    "first_layer",
    "variant",
    "call_right",
    "call_wrong",
    "devil_call",
    "open",
    "share",
    "judge",
    "deck",
)


@dataclass(frozen=True, slots=True)
class Variant:
    """The point values of a variant."""

    target: Fraction
    """What has to be collected before a full score wins (V10)."""
    four_angels: Fraction
    devil_first: Fraction
    full: Fraction
    """The least that a full score is worth; also what a call is worth by default (V13)."""


VARIANTS: Final[Mapping[str, Variant]] = {
    "common": Variant(Fraction(30), Fraction(5), Fraction(5), Fraction(5)),
    "noble": Variant(Fraction(12), Fraction(4), Fraction(7), Fraction(7)),
}
"""V4 and V10; the noble variant of V11."""


@dataclass(frozen=True)
class Table:
    """What stays the same all game. Seats are numbers, 0 and 1."""

    players: tuple[str, ...]
    first_layer: int = 0
    angels: tuple[str, ...] = ANGELS
    devil: str = DEVIL
    variant: str = "common"
    call_right: Fraction = Fraction(5)
    call_wrong: Fraction = Fraction(5)
    devil_call: bool = True
    open: bool = False
    share: str = "suit"
    judge: str = "app"
    deck: Mapping[str, Features] | None = None
    """Suit and rank of each card of a custom deck; None without the option `deck`."""
    exempt: frozenset[str] = frozenset()
    """Default angels and devil in use: they need not be in `deck`."""
    seed: bytes = field(default=b"", repr=False)
    """Feeds the judge's nonces (V17)."""

    @cached_property
    def values(self) -> Variant:
        """The point values."""
        return VARIANTS[self.variant]

    @property
    def by_app(self) -> bool:
        """Whether the app judges the open game (V15), so that there is a seal."""
        return self.open and self.judge == "app"

    @property
    def by_layer(self) -> bool:
        """Whether the layer answers in the open game (V18)."""
        return self.open and self.judge == "layer"

    def card(self, code: object) -> str:
        """The card's code, if it is one of this table's; raises UnknownCard."""
        return known(code, self.deck, self.exempt)

    def features(self, card: str) -> Features:
        """The card's suit and rank, as far as it has them (V14)."""
        return Features.of(card, self.deck)

    def named(self, names: Mapping[str, object]) -> tuple[tuple[str, ...], str]:
        """The four angels and the devil that `angels` and `devil` name, else the table's (V1).

        Raises ValueError, with words for a message.
        """
        angels, devil = self.angels, self.devil
        try:
            if "angels" in names:
                given = names["angels"]
                if not isinstance(given, list | tuple) or len(given) != len(ANGELS):
                    raise ValueError(f"angels: {said(given)} is not a list of four cards")
                angels = tuple(map(self.card, given))
            if "devil" in names:
                devil = self.card(names["devil"])
        except UnknownCard as fault:
            raise ValueError(f"angels and devil: {fault}") from None
        five = (*angels, devil)
        twice = next((card for card in five if five.count(card) > 1), None)
        if twice is not None:
            raise ValueError(f"angels and devil: {twice} stands twice among the five cards")
        return angels, devil


def lay_table(players: Sequence[str], options: Mapping[str, object], seed: bytes) -> Table:
    """The table of these players and options; raises InvalidGame."""
    seats = seated(NAME, players, 2, 2)
    options_of(NAME, options, OPTIONS)
    deck = None
    try:
        deck = deck_of(options["deck"]) if "deck" in options else None
    except ValueError as fault:
        raise InvalidGame(f"deck: {fault}") from None
    variant = _one_of("variant", options, tuple(VARIANTS))
    full = VARIANTS[variant].full
    open_game = _flag("open", options, default=False)
    try:
        angels, devil = Table(seats, deck=deck).named(options)
    except ValueError as fault:
        raise InvalidGame(str(fault)) from None
    return Table(
        players=seats,
        first_layer=_seat("first_layer", options, seats),
        angels=angels,
        devil=devil,
        variant=variant,
        call_right=_points("call_right", options, full),
        call_wrong=_points("call_wrong", options, full),
        devil_call=_flag("devil_call", options, default=True),
        open=open_game,
        share=_one_of("share", options, ("suit", "rank")),
        judge=_one_of("judge", options, ("app", "layer")),
        deck=deck,
        exempt=frozenset() if open_game else _defaults(options),
        seed=seed,
    )


def _defaults(options: Mapping[str, object]) -> frozenset[str]:
    """The default cards that are played with face down; in the open game they mean nothing."""
    devil = () if "devil" in options else (DEVIL,)
    return frozenset((*(() if "angels" in options else ANGELS), *devil))


def _one_of(key: str, options: Mapping[str, object], allowed: tuple[str, ...]) -> str:
    """The option's value; the first one allowed is the default."""
    value = options.get(key, allowed[0])
    if not isinstance(value, str) or value not in allowed:
        raise InvalidGame(f"{key}: {said(value)} is neither {' nor '.join(allowed)}")
    return value


def _flag(key: str, options: Mapping[str, object], *, default: bool) -> bool:
    value = options.get(key, default)
    if not isinstance(value, bool):
        raise InvalidGame(f"{key}: {said(value)} is neither true nor false")
    return value


def _points(key: str, options: Mapping[str, object], default: Fraction) -> Fraction:
    if key not in options:
        return default
    try:
        points = exact(options[key])
    except ValueError as fault:
        raise InvalidGame(f"{key}: {fault}") from None
    if points < 0:
        raise InvalidGame(f"{key}: {said(options[key])} is less than 0")
    return points


def _seat(key: str, options: Mapping[str, object], seats: Sequence[str]) -> int:
    if key not in options:
        return 0
    name = options[key]
    if not isinstance(name, str) or name not in seats:
        raise InvalidGame(f"{key}: no player {said(name)} sits at the table")
    return seats.index(name)
