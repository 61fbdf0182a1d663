"""What a snapshot puts on the drawn table: the felt's cards, the rows of patience, the totals.

A snapshot is already cut for its viewer; nothing here adds to what it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from companion.cards import RANKS, SUITS
from companion.games.berteln.table import FEWEST_CARDS, lay_table
from companion.games.berteln.table import NAME as BERTELN
from companion.web.drawing import Place, places


@dataclass(frozen=True)
class Seat:
    """One player's place on the felt and what lies there."""

    player: str
    place: Place
    card: str | None
    state: str
    """`empty`, `laid`, `before` (a finished trick, still shown) or `pending`."""
    to_play: bool
    dealer: bool
    announcer: bool
    cards_left: int
    under: str | None = None
    """The card that lies there already when another one waits for a ruling."""


@dataclass(frozen=True)
class Row:
    """One suit's row of patience: for every rank in play whether its card lies."""

    suit: str
    cards: tuple[tuple[str, bool], ...]
    next: tuple[str, ...]
    """Cards that fit now."""
    pending: str | None = None
    """A card of this suit that waits for a ruling."""


@dataclass(frozen=True)
class Standing:
    """One line of the score: `change` is what the last finished deal brought."""

    player: str
    total: float
    change: float
    leads: bool


def ranks_in_play(snapshot: Mapping[str, Any]) -> str:
    """The ranks of the deck in play, lowest first."""
    if snapshot["game"] == BERTELN:
        return lay_table(snapshot["players"], snapshot["options"]).ranks
    return RANKS


def cards_allowed(players: int) -> list[int]:
    """How many cards so many players can play with (rule B2)."""
    step = lcm(4, players)
    return [count for count in range(step, 53, step) if count >= FEWEST_CARDS]


def seats(snapshot: Mapping[str, Any]) -> list[Seat]:
    """Every player's place; between two tricks the finished one lies there still."""
    state, players = snapshot["state"], snapshot["players"]
    lying = {play["player"]: play["card"] for play in state["trick"]}
    shown = "laid"
    if not lying and state["phase"] == "play" and state["contract"] != "patience":
        lying = {event["player"]: event["card"] for event in last_trick(snapshot)}
        shown = "before"
    pending = state.get("pending") or {}
    found = []
    for player, place in zip(players, places(len(players)), strict=True):
        card, under = lying.get(player), None
        kind = shown if card else "empty"
        if pending.get("player") == player and pending.get("card"):
            under = card if kind == "laid" else None
            card, kind = pending["card"], "pending"
        found.append(
            Seat(
                player,
                place,
                card,
                kind,
                to_play=state["turn"] == player,
                dealer=state["dealer"] == player,
                announcer=state["announcer"] == player,
                cards_left=state["hand_sizes"].get(player, 0),
                under=under,
            )
        )
    return found


def last_trick(snapshot: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The plays of the trick finished last in the running deal, in order."""
    plays = [
        event
        for event in snapshot["events"]
        if event["type"] == "play" and event["accepted"] and not event["withdrawn"]
    ]
    if not plays:
        return []
    latest = max((event["deal"], event["trick"]) for event in plays)
    return [event for event in plays if (event["deal"], event["trick"]) == latest]


def rows(snapshot: Mapping[str, Any]) -> list[Row]:
    """The rows of patience, one a suit, over all ranks in play."""
    ranks, laid = ranks_in_play(snapshot), snapshot["state"]["rows"]
    waits = (snapshot["state"].get("pending") or {}).get("card") or ""
    begun = bool(laid)
    found = []
    for suit in SUITS:
        if suit not in laid:
            fits: tuple[str, ...] = (f"A{suit}",) if begun else ()
            empty = tuple((rank + suit, False) for rank in ranks)
            found.append(Row(suit, empty, fits, waits if waits[1:] == suit else None))
            continue
        low, high = (ranks.index(rank) for rank in laid[suit])
        cards = tuple((rank + suit, low <= n <= high) for n, rank in enumerate(ranks))
        ends = (low - 1, high + 1)
        fits = tuple(ranks[n] + suit for n in ends if 0 <= n < len(ranks))
        found.append(Row(suit, cards, fits, waits if waits[1:] == suit else None))
    return found


def standings(snapshot: Mapping[str, Any]) -> list[Standing]:
    """The totals in seating order; whoever leads is marked once a deal has been scored."""
    totals: Mapping[str, float] = snapshot["sheet"]["totals"]
    deals: Sequence[Mapping[str, Any]] = snapshot["sheet"]["deals"]
    last = deals[-1]["points"] if deals else {}
    best = max(totals.values(), default=0)
    return [
        Standing(
            player,
            totals.get(player, 0),
            last.get(player, 0),
            bool(deals) and totals.get(player) == best,
        )
        for player in snapshot["players"]
    ]


@dataclass(frozen=True)
class SheetLine:
    """One contract of one round; `deal` is the number of its deal in the game, None if unplayed."""

    contract: str
    deal: int | None
    points: Mapping[str, float]


@dataclass(frozen=True)
class SheetRound:
    """One round of the score sheet: a line for each contract, in their usual order."""

    number: int
    announcer: str | None
    lines: tuple[SheetLine, ...]


def sheet_rounds(snapshot: Mapping[str, Any]) -> list[SheetRound]:
    """The score sheet as it is kept on paper, with the running round's empty lines."""
    sheet, state = snapshot["sheet"], snapshot["state"]
    numbers = {deal["round"] for deal in sheet["deals"]}
    if not snapshot["ended"]:
        numbers.add(state.get("round", 1))
    found = []
    for number in sorted(numbers):
        played = {
            cell["contract"]: (n, cell)
            for n, cell in enumerate(sheet["deals"], 1)
            if cell["round"] == number
        }
        announcer = next((cell["announcer"] for _, cell in played.values()), state.get("announcer"))
        lines = []
        for contract in sheet["contracts"]:
            n, cell = played.get(contract, (None, None))
            lines.append(SheetLine(contract, n, cell["points"] if cell else {}))
        found.append(SheetRound(number, announcer, tuple(lines)))
    return found


def last_plays(snapshot: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The newest events that counted or wait, newest first; fewer where many names need room."""
    count = max(3, 9 - len(snapshot["players"]))
    shown = [
        event
        for event in snapshot["events"]
        if not event["withdrawn"] and event["status"] != "refused"
    ]
    return list(reversed(shown[-count:]))


def tricks_in_deal(snapshot: Mapping[str, Any]) -> int:
    """How many tricks a whole deal has: as many as cards in a hand (rule B2)."""
    return len(ranks_in_play(snapshot)) * 4 // max(len(snapshot["players"]), 1)


def trick_number(snapshot: Mapping[str, Any]) -> int:
    """The number of the trick that lies on the table, from 1: the finished one between two."""
    state = snapshot["state"]
    if state["phase"] != "play" or state["contract"] == "patience":
        return 0
    done = tricks_in_deal(snapshot) - max(state["hand_sizes"].values(), default=0)
    return done + 1 if state["trick"] else max(done, 1)
