"""The pages of Dureń Piątkowy: the table with its pairs, moves by hand, what a player may press."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.cards import parse
from companion.errors import PlainError
from companion.games.duren_piatkowy.defence import beats
from companion.games.duren_piatkowy.table import DECKS, FEWEST_PLAYERS, most_players
from companion.web.answers import table_session
from companion.web.drawing import CARD_RATIO, FELT
from companion.web.entries import card_sent, card_typed, player_sent
from companion.web.games.plain import Fields, PlainPages, Snapshot, names_filled_in
from companion.web.language import _, ngettext

MIDDLE = (185.0, 815.0, 386.0, 776.0)
"""Where the pairs lie on the felt: left, right, upper, lower edge, in felt units."""
NARROWER: Final = 100.0
"""So much less at both sides where more than six sit around it."""
WIDEST_CARD = 96.0
OVER: Final = (0.42, 0.36)
"""How far the beating card lies beside and below the one that it beats, in widths and heights."""
ACROSS, DOWN = 352.0, 398.0
"""Half axes of the oval on which the names stand."""
LETTERS: Final = ((6, "large", 36.0, 12), (10, "middling", 34.0, 8), (20, "small", 20.0, 9))
"""For up to so many players: size of the letters by name and in units, longest name in letters."""
AT_SIDE: Final = 10
"""Longest name, in letters, at the sides, where the rim is near."""
RIM: Final = 40.0
"""So near to the edge of the felt a name comes at most."""
LAST_ATTACK: Final = (606.0, 650.0, 700.0)
"""Where it is said what became of the last attack, between the names at the sides."""
LINE: Final = 55.0
"""So far below each other two lines are told apart."""
LETTER, SMALLER = 0.57, 0.72
"""Width of a letter over its height; height of the small letters over that of the large ones."""


@dataclass(frozen=True)
class Lying:
    """An attack card and what lies half over it; `x`, `y` are the upper left corner."""

    attack: str
    by: str
    beaten_by: str | None
    x: float
    y: float
    width: float
    waits: str = ""
    """Which of the two waits for a ruling: `attack`, `beaten_by` or neither."""

    @property
    def over(self) -> tuple[float, float]:
        """The upper left corner of the beating card."""
        height = self.width * CARD_RATIO
        return self.x + OVER[0] * self.width, self.y + OVER[1] * height


@dataclass(frozen=True)
class Plate:
    """One player's name on the felt; `open` holds code, x and y of each open card."""

    player: str
    name: str
    """The player's name, cut to fit."""
    under: str
    """How many cards they hold, and what they do in this attack."""
    x: float
    y: float
    letters: str
    """`large`, `middling` or `small`: how many names there are room for."""
    size: float
    """Of the letters, in felt units."""
    wide: float
    """Of the plate, as far as letters can be guessed."""
    cards: int
    to_play: bool
    open: tuple[tuple[str, float, float], ...]
    open_width: float


class DurenPages(PlainPages):
    """What the pages ask of Dureń Piątkowy."""

    folder = "duren_piatkowy"
    habits = ("passes_are_tapped",)
    fewest = FEWEST_PLAYERS
    most = most_players(max(DECKS))

    def drawn(self, snapshot: Snapshot) -> dict[str, Any]:
        """Pairs, names and talon."""
        state, plates = snapshot["state"], _plates(snapshot)
        return {
            "pairs": _lying(snapshot),
            "plates": plates,
            "last_attack_at": _last_attack_at(plates),
            "unbeaten": [pair["attack"] for pair in state["table"] if not pair["beaten_by"]],
            "sorted_cards": [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"],
        }

    def options_sent(self, form: Fields, players: Sequence[str]) -> dict[str, Any]:
        """The number of decks and the first dealer."""
        options: dict[str, Any] = {}
        if str(form.get("decks", "")) == "2":
            options["decks"] = 2
        if dealer := player_sent(form.get("dealer"), players):
            options["dealer"] = dealer
        return options

    def check(self, players: Sequence[str], options: Mapping[str, Any]) -> None:
        """Whether the cards suffice for so many players."""
        super().check(players, options)
        decks = options.get("decks", 1)
        if len(players) > most_players(decks):
            can = ngettext(
                "With one deck at most %(most)s can play.",
                "With %(num)s decks at most %(most)s can play.",
                decks,
                most=most_players(decks),
            )
            raise PlainError(f"{can} {names_filled_in(players)}")

    def asks_several(self, snapshot: Snapshot) -> bool:
        """All cards of an attack come at once, those of the defence one by one."""
        return snapshot["state"].get("phase") in ("attack", "add")

    def moves_sent(self, fields: Fields) -> list[dict[str, Any]]:
        """One move: an attack's cards belong together."""
        return [self.move_sent(fields)]

    def move_sent(self, fields: Fields) -> dict[str, Any]:
        """One move by hand."""
        kind = str(fields.get("type", "attack"))
        move: dict[str, Any] = {"type": kind}
        if fields.get("player") and kind in ("attack", "pass", "swap"):
            move["player"] = str(fields["player"])
        if kind == "attack":
            move["cards"] = _cards_sent(fields)
        elif kind == "beat":
            move["card"] = card_sent(fields)
            named = str(fields.get("attack", "")).strip()
            move["attack"] = card_typed(named) if named else _the_one_it_beats(move["card"])
        elif kind == "start":
            trump_card = fields.get("trump_card")
            move["trump_card"] = card_typed(str(trump_card)) if trump_card else card_sent(fields)
        return move

    def may(self, snapshot: Snapshot, player: str) -> set[str]:
        """Pass, take, swap, or take one's own cards back."""
        state = snapshot["state"]
        allowed = super().may(snapshot, player)
        if allowed or state.get("pending"):
            return allowed
        if state["phase"] == "add" and state["turn"] == player:
            allowed.add("pass")
        if state["phase"] == "defend" and state["turn"] == player:
            allowed.add("take")
        if player in state["may_swap"]:
            allowed.add("swap")
        return allowed

    def own_move(self, kind: str, player: str, fields: Fields) -> dict[str, Any]:  # noqa: ARG002
        """What a player's own page sends."""
        return {"type": kind, "player": player} if kind in ("pass", "swap") else {"type": kind}

    def variants(self, options: Mapping[str, Any]) -> list[str]:
        """Two decks."""
        return [_("two decks")] if options.get("decks") == 2 else []


def _cards_sent(fields: Fields) -> list[str]:
    """The cards of an attack: ticked, typed with commas, or tapped one alone."""
    ticked = fields.get("cards") or []
    cards = list(ticked) if isinstance(ticked, list) else [ticked]
    cards += [part for part in str(fields.get("card", "")).split(",") if part.strip()]
    if not cards and "suit" in fields:
        return [card_sent(fields)]
    if not cards:
        raise PlainError(_("Choose the cards first."))
    return [card_typed(str(card)) for card in cards]


def _the_one_it_beats(code: str) -> str:
    """Which card on the table this one beats, where it can only be one. Raises PlainError."""
    state = table_session().snapshot("table")["state"]
    unbeaten = [pair["attack"] for pair in state.get("table", ()) if not pair["beaten_by"]]
    if not unbeaten:
        raise PlainError(_("No card lies there to be beaten."))
    card, trump = parse(code), state["trump"]
    fitting = {one for one in unbeaten if beats(card, parse(one), trump)} or set(unbeaten)
    if len(fitting) > 1:
        raise PlainError(_("Say which card is beaten: it could be more than one."))
    return str(fitting.pop())


def _waiting(snapshot: Snapshot) -> Mapping[str, Any]:
    """The move that waits for a ruling; empty if there is none."""
    if not snapshot["state"].get("pending"):
        return {}
    waiting = (event for event in snapshot["events"] if event["status"] == "pending")
    return next((event["move"] for event in waiting), {})


def _lying(snapshot: Snapshot) -> list[Lying]:
    """The pairs on the table, and what waits for a ruling among them."""
    state, move = snapshot["state"], _waiting(snapshot)
    pairs = [(pair["attack"], pair["by"], pair["beaten_by"], "") for pair in state["table"]]
    if move.get("type") == "attack":
        player = str(move.get("player") or state["turn"])
        pairs += [(card, player, None, "attack") for card in move["cards"]]
    elif move.get("type") == "beat":
        free = [n for n, pair in enumerate(pairs) if pair[0] == move["attack"] and not pair[2]]
        if free:
            attack, by, _none, _mark = pairs[free[0]]
            pairs[free[0]] = (attack, by, str(move["card"]), "beaten_by")
        else:
            pairs.append((str(move["card"]), str(state["turn"]), None, "attack"))
    places = _grid(len(pairs), NARROWER if len(snapshot["players"]) > LETTERS[0][0] else 0.0)
    return [
        Lying(attack, by, over, x, y, width, waits)
        for (attack, by, over, waits), (x, y, width) in zip(pairs, places, strict=True)
    ]


def _grid(count: int, narrower: float = 0.0) -> list[tuple[float, float, float]]:
    """Corner and width of so many pairs, as large as they go, row by row and in the middle."""
    left, right, upper, lower = MIDDLE
    left, right = left + narrower, right - narrower
    best = (0.0, 1)
    for columns in range(1, count + 1):
        rows = math.ceil(count / columns)
        wide = (right - left) / columns / (1 + OVER[0] + 0.18)
        high = (lower - upper) / rows / (1 + OVER[1] + 0.12) / CARD_RATIO
        best = max(best, (min(wide, high, WIDEST_CARD), columns))
    width, columns = best
    step_x, step_y = width * (1 + OVER[0] + 0.18), width * CARD_RATIO * (1 + OVER[1] + 0.12)
    rows = math.ceil(count / columns)
    found = []
    for n in range(count):
        row, column = divmod(n, columns)
        here = min(columns, count - row * columns)
        x = (left + right) / 2 + (column - here / 2) * step_x
        y = (upper + lower) / 2 + (row - rows / 2) * step_y
        found.append((round(x, 1), round(y, 1), round(width, 1)))
    return found


def _last_attack_at(plates: Sequence[Plate]) -> float:
    """The height at which the sentence about the last attack meets no name."""
    free = (y for y in LAST_ATTACK if all(abs(plate.y - y) > LINE for plate in plates))
    return next(free, LAST_ATTACK[0])


def _plates(snapshot: Snapshot) -> list[Plate]:
    """Where each name stands, the first player at the bottom and then clockwise."""
    state, players = snapshot["state"], snapshot["players"]
    count = len(players)
    letters, size, longest = next(step[1:] for step in LETTERS if count <= step[0])
    roles = {state["dealer"]: _("deals")} if state["attacker"] is None else {}
    roles |= {state["attacker"]: _("attacks"), state["defender"]: _("defends")}
    found = []
    for seat, player in enumerate(players):
        angle = math.radians(90.0 + 360.0 * seat / count)
        x = FELT / 2 + ACROSS * math.cos(angle)
        y = FELT / 2 + DOWN * math.sin(angle)
        opened = state["open_cards"].get(player, [])
        width = min(64.0, 330.0 / max(len(opened), 1))
        middle = min(max(x, 210.0), FELT - 210.0)
        upper = y + 44 if y < FELT / 2 + 1 else y - 40 - 64.0 * CARD_RATIO
        first = middle - width * len(opened) / 2
        cards = state["hand_sizes"].get(player, 0)
        room = min(longest, AT_SIDE) if abs(x - FELT / 2) > ACROSS / 2 else longest
        name = player if len(player) <= room else player[: room - 1] + "…"
        reach = RIM + (len(name) + 2) * size * LETTER / 2
        x = min(max(x, reach), FELT - reach)
        under = f"{cards} · {roles[player]}" if player in roles else str(cards)
        found.append(
            Plate(
                player,
                name,
                under,
                round(x, 1),
                round(y, 1),
                letters,
                size,
                round(max(len(name) + 2, len(under) * SMALLER) * size * LETTER + 30, 1),
                cards,
                to_play=state["turn"] == player,
                open=tuple(
                    (card, round(first + n * width, 1), round(upper, 1))
                    for n, card in enumerate(opened)
                ),
                open_width=round(width, 1),
            )
        )
    return found
