"""What is shown of a game of Berteln: the public state and the score sheet, as plain JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from companion.cards import SUITS
from companion.games._events import plain
from companion.games.berteln.patience import row_of
from companion.games.berteln.points import chances, taken
from companion.games.berteln.state import Deal, Finished, Laid, PatienceDeal, State, TrickDeal
from companion.games.berteln.table import CONTRACTS, Table
from companion.games.berteln.tricks import voids


def public(state: State) -> dict[str, Any]:
    """The state as everybody may see it, with the keys of the rules page (and the bids)."""
    table, deal, pending = state.table, state.deal, state.pending
    players = table.players
    trick = deal if isinstance(deal, TrickDeal) else None
    rows = deal.rows if isinstance(deal, PatienceDeal) else ()
    return {
        "phase": state.phase,
        "round": state.round,
        "deal": state.number,
        "dealer": players[state.dealer],
        "announcer": players[state.announcer],
        "contract": deal.contract if deal else None,
        "contracts_left": list(state.contracts_left),
        "turn": players[state.turn],
        "trick": _cards(table, trick.trick) if trick else [],
        "hand_sizes": _hand_sizes(table, deal),
        "voids": {
            name: voids(trick, seat) if trick and trick.discards else []
            for seat, name in enumerate(players)
        },
        "rows": {
            suit: [row.low.card.rank, row.high.card.rank]
            for suit in SUITS
            if (row := row_of(rows, suit))
        },
        "deal_points": _by_name(table, state.last_points)
        if deal is None
        else dict.fromkeys(players, 0),
        "scores": _by_name(table, state.scores),
        "pending": pending
        and {
            "code": pending.flag.code,
            "player": players[pending.play.seat],
            "card": pending.play.card.code,
        },
        "bids": _bids(table, deal) if deal else {},
        "remembered": _remembered(table, deal),
    }


def _remembered(table: Table, deal: Deal | None) -> dict[str, Any]:
    """What was seen in this deal and is to be kept in mind, each with the cards that show it.

    `voids` with `shown` (in which trick by which card), `cards_out` (nobody has shown them yet),
    and `chances`: the least and the most that each player can still get, bids left aside, and the
    scoring cards `taken`.
    """
    players = table.players
    found: dict[str, Any] = {
        "voids": {name: [] for name in players},
        "shown": {name: [] for name in players},
        "known_cards": {name: [] for name in players},
        "cards_out": [],
        "chances": {},
    }
    if deal is None:
        return found
    laid = {card.code for card in deal.out}
    found["cards_out"] = [code for code in table.codes if code not in laid]
    cards = taken(table, deal) if isinstance(deal, TrickDeal) else ((),) * len(players)
    found["chances"] = {
        name: {"least": least, "most": most, "taken": [card.code for card in had]}
        for name, (least, most), had in zip(
            players, chances(table, deal, cards), cards, strict=True
        )
    }
    if isinstance(deal, TrickDeal):
        for discard in deal.discards:
            name, suit = players[discard.card.seat], discard.led.card.suit
            card = discard.card.card.code
            found["shown"][name].append({"suit": suit, "trick": discard.trick, "card": card})
            found["voids"][name] = voids(deal, discard.card.seat)
    return found


def _hand_sizes(table: Table, deal: Deal | None) -> dict[str, int]:
    sizes = [table.hand if deal else 0] * len(table.players)
    for laid in deal.laid if deal else ():
        sizes[laid.seat] -= 1
    return dict(zip(table.players, sizes, strict=True))


def _by_name(table: Table, numbers: Sequence[Fraction]) -> dict[str, int | float]:
    return dict(zip(table.players, map(plain, numbers), strict=True))


def _bids(table: Table, deal: Deal) -> dict[str, int | float]:
    return {
        name: plain(bid)
        for name, bid in zip(table.players, deal.bids, strict=True)
        if bid is not None
    }


def _cards(table: Table, cards: Sequence[Laid]) -> list[dict[str, Any]]:
    return [{"player": table.players[laid.seat], "card": laid.card.code} for laid in cards]


def sheet(state: State) -> dict[str, Any]:
    """The score sheet: rounds down, contracts across, and behind each cell the cards.

    `rounds` is a list of `{"round", "announcer", "cells": {contract: cell or None}}`. A cell has
    `deal`, `dealer`, `points`, `totals` (after this deal), `bids`, and `tricks` (each `number`,
    `cards`, `winner`, `events`) or, in patience, `cards` with `events`; `unfinished` holds cards
    of a trick that counts for nobody. `taken` lists each player's scoring cards. `running` is
    the deal being played, in the same form without `points` and `totals`. Every deal that counts
    has its cell, also one of nothing but zeros; void deals have none.
    """
    table = state.table
    rounds: list[dict[str, Any]] = []
    totals = [Fraction(0)] * len(table.players)
    for finished in state.finished:
        if finished.number == 1:
            rounds.append(
                {
                    "round": finished.round,
                    "announcer": table.players[finished.announcer],
                    "cells": dict.fromkeys(CONTRACTS),
                }
            )
        totals = [a + b for a, b in zip(totals, finished.points, strict=True)]
        cell = _cell(table, finished)
        cell["totals"] = _by_name(table, totals)
        rounds[-1]["cells"][finished.deal.contract] = cell
    return {
        "players": list(table.players),
        "contracts": list(CONTRACTS),
        "pot": plain(table.pot),
        "rounds": rounds,
        "totals": _by_name(table, state.scores),
        "running": _behind(table, state.deal) if state.deal else None,
    }


def _cell(table: Table, finished: Finished) -> dict[str, Any]:
    return {
        "deal": finished.number,
        "dealer": table.players[finished.dealer],
        "points": _by_name(table, finished.points),
        **_behind(table, finished.deal),
    }


def _behind(table: Table, deal: Deal) -> dict[str, Any]:
    found: dict[str, Any] = {"contract": deal.contract, "bids": _bids(table, deal)}
    if isinstance(deal, PatienceDeal):
        return found | {
            "cards": _cards(table, deal.laid),
            "events": [laid.event for laid in deal.laid],
        }
    return found | {
        "tricks": [
            {
                "number": number,
                "cards": _cards(table, trick.cards),
                "winner": table.players[trick.winner],
                "events": [laid.event for laid in trick.cards],
            }
            for number, trick in enumerate(deal.tricks, 1)
        ],
        "unfinished": _cards(table, deal.trick),
        "taken": {
            name: [card.code for card in cards]
            for name, cards in zip(table.players, taken(table, deal), strict=True)
        },
    }
