"""What is shown of a game of Dureń Piątkowy: the public state and the sheet, as plain JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from companion.cards import DECK, Card
from companion.games._events import plain
from companion.games.duren_piatkowy.attacks import allowed_ranks
from companion.games.duren_piatkowy.knowledge import voids
from companion.games.duren_piatkowy.state import Deal, Ended, Finished, Pair, State
from companion.games.duren_piatkowy.swapping import hindrance
from companion.games.duren_piatkowy.table import Table

CODES: Final = tuple(card.code for card in DECK)


def public(state: State) -> dict[str, Any]:
    """The state as everybody may see it, with the keys of the rules page, and what follows.

    Beyond those: `dealer`, `may_swap` (names of those who could exchange the 2 now, for all that
    is known), and in `remembered` what cannot be seen on the table but only be remembered:
    `known_cards` (hidden in a hand, but known to be there), `voids` (suits that a hand provably
    lacks) and `cards_out` (cards whose place is not known, twice if two copies are out).
    """
    table, deal, pending = state.table, state.deal, state.pending
    players = table.players
    plays = deal is not None and deal.phase != "over"
    return {
        "phase": state.phase,
        "game_number": state.number,
        "dealer": players[state.dealer],
        "wave": deal.wave if deal and plays else 0,
        "attacker": players[deal.attacker] if deal and plays else None,
        "defender": players[deal.defender] if deal and plays else None,
        "turn": players[deal.turn] if deal and plays else None,
        "trump": deal.trump if deal else None,
        "trump_card": deal.trump_card.code if deal and deal.trump_card else None,
        "talon": deal.talon if deal else 0,
        "hand_sizes": _each(table, deal.hands if deal else [0] * len(players)),
        "open_cards": _open_cards(table, deal),
        "table": _pairs(table, deal.table) if deal else [],
        "allowed_ranks": list(allowed_ranks(deal)) if deal and deal.phase == "add" else None,
        "room": deal.room if deal and deal.phase in ("attack", "add") else None,
        "last_attack": _result(deal.ended[-1]) if deal and deal.ended else None,
        "winners": [players[seat] for seat in state.finished[-1].winners]
        if state.phase == "over"
        else [],
        "scores": _points(table, state.scores),
        "pending": pending
        and {
            "code": pending.flag.code,
            "player": players[pending.play.seat],
            "cards": _codes(pending.play.cards),
        },
        "may_swap": _may_swap(table, deal) if deal and plays else [],
        "remembered": _remembered(table, deal) if deal and plays else _nothing(table),
    }


def _remembered(table: Table, deal: Deal) -> dict[str, Any]:
    placed = deal.placed.codes()
    out = [code for code in CODES if placed.get(code, 0) < table.decks]
    if table.decks > 1:
        out = [code for code in out for _ in range(table.decks - placed.get(code, 0))]
    free_suits = frozenset({code[1] for code in out})
    seats = range(len(table.players))
    return {
        "known_cards": _each(table, (list(pile.listed()) for pile in deal.known)),
        "voids": _each(table, (voids(deal, seat, free_suits) for seat in seats)),
        "cards_out": out,
    }


def _nothing(table: Table) -> dict[str, Any]:
    nothing: list[list[str]] = [[] for _ in table.players]
    return {
        "known_cards": _each(table, nothing),
        "voids": _each(table, nothing),
        "cards_out": [],
    }


def _open_cards(table: Table, deal: Deal | None) -> dict[str, list[str]]:
    if deal is None:
        return _each(table, [[] for _ in table.players])
    return _each(table, (list(pile.listed()) for pile in deal.open))


def _may_swap(table: Table, deal: Deal) -> list[str]:
    return [name for seat, name in enumerate(table.players) if not hindrance(table, deal, seat)]


def _each(table: Table, values: Iterable[Any]) -> dict[str, Any]:
    return dict(zip(table.players, values, strict=True))


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def _points(table: Table, numbers: Sequence[Fraction]) -> dict[str, int | float]:
    return _each(table, map(plain, numbers))


def _pairs(table: Table, pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    return [
        {
            "attack": pair.attack.code,
            "by": table.players[pair.by],
            "beaten_by": pair.beaten_by.code if pair.beaten_by else None,
        }
        for pair in pairs
    ]


def _result(attack: Ended) -> str:
    return "won" if attack.won else "lost"


def sheet(state: State) -> dict[str, Any]:
    """The payments, game by game, and behind each game its attacks.

    `deals` is a list of finished games, each with `number`, `dealer`, `winners`, `points` (they
    add up to nothing), `totals` (after it), `hands` (cards held at the end) and `attacks`, each
    with `number`, `attacker`, `defender`, `result` (`won` or `lost` by the defender), `table` and
    `events` (of the cards laid, in order). `running` is the game being played, in the same form
    without points; a game that was annulled leaves nothing.
    """
    table = state.table
    totals = [Fraction(0)] * len(table.players)
    deals = []
    for finished in state.finished:
        totals = [a + b for a, b in zip(totals, finished.points, strict=True)]
        deals.append(_finished(table, finished) | {"totals": _points(table, totals)})
    running = None
    if state.deal is not None and state.deal.phase != "over":
        running = {"number": state.number, "dealer": table.players[state.dealer]}
        running |= _behind(table, state.deal)
        running["table"] = _pairs(table, state.deal.table)
    return {
        "players": list(table.players),
        "deals": deals,
        "totals": _points(table, state.scores),
        "running": running,
    }


def _finished(table: Table, finished: Finished) -> dict[str, Any]:
    return {
        "number": finished.number,
        "dealer": table.players[finished.dealer],
        "winners": [table.players[seat] for seat in finished.winners],
        "points": _points(table, finished.points),
        "hands": _each(table, finished.deal.hands),
        **_behind(table, finished.deal),
    }


def _behind(table: Table, deal: Deal) -> dict[str, Any]:
    return {
        "trump_card": deal.turned_up.code,
        "attacks": [
            {
                "number": number,
                "attacker": table.players[attack.attacker],
                "defender": table.players[attack.defender],
                "result": _result(attack),
                "table": _pairs(table, attack.pairs),
                "events": _events(attack),
            }
            for number, attack in enumerate(deal.ended, 1)
        ],
    }


def _events(attack: Ended) -> list[int]:
    laid = {pair.event for pair in attack.pairs} | {pair.beaten for pair in attack.pairs}
    return sorted(laid - {0})
