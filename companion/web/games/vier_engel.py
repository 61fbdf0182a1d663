"""The pages of Vier Engel: five cards, the judge's words, and what each of the two may press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.cards import DECK, is_card, is_custom_id
from companion.errors import PlainError
from companion.web.entries import card_typed, player_sent, points_sent
from companion.web.games.plain import Fields, PlainPages, Snapshot, names_filled_in
from companion.web.language import _

WIDTH, HEIGHT, GAP = 156.0, 218.4, 18.0
"""Of a card on the felt and between two, in felt units."""
MIDDLE_Y = 520.0
FELT_MIDDLE: Final = 500.0

WITH_CARD: Final = frozenset({"turn", "choose", "seal", "announce", "reference"})


@dataclass(frozen=True)
class Place:
    """One of the five places on the felt: its card, None while that lies face down."""

    card: str | None
    verdict: str
    """`angel`, `devil` or empty."""
    mark: str
    """`pending`, `asked` or empty."""
    x: float
    """The upper left corner."""
    y: float
    width: float


class VierEngelPages(PlainPages):
    """What the pages ask of Vier Engel, ein Teufel."""

    folder = "vier_engel"
    habits = ("releases_itself",)
    fewest = 2
    most = 2

    def drawn(self, snapshot: Snapshot) -> dict[str, Any]:
        """The five places, the cards that can be named, and the judge's last word."""
        options = snapshot["options"]
        return {
            "places": _places(snapshot),
            "can_be_named": _can_be_named(snapshot),
            "laid_from": list(options.get("deck") or [card.code for card in DECK]),
            "is_open": bool(options.get("open")),
            "by_app": options.get("judge", "app") == "app",
            "word": _last_word(snapshot),
            "asked": _asked(snapshot),
        }

    def options_sent(self, form: Fields, players: Sequence[str]) -> dict[str, Any]:
        """The options that differ from the defaults."""
        options: dict[str, Any] = {}
        for name, value in (("variant", "noble"), ("judge", "layer"), ("share", "rank")):
            if form.get(name) == value:
                options[name] = value
        if form.get("open"):
            options["open"] = True
        if form.get("no_call"):
            options["devil_call"] = False
        for name in ("call_right", "call_wrong"):
            if str(form.get(name, "")).strip():
                options[name] = points_sent(form[name])
        if str(form.get("angels", "")).strip():
            options["angels"] = cards_typed(form["angels"])
        if str(form.get("devil", "")).strip():
            options["devil"] = any_card_typed(str(form["devil"]))
        if str(form.get("own_deck", "")).strip():
            options["deck"] = deck_typed(str(form["own_deck"]))
        if layer := player_sent(form.get("first_layer"), players):
            options["first_layer"] = layer
        return options

    def check(self, players: Sequence[str], options: Mapping[str, Any]) -> None:  # noqa: ARG002
        """Whether there are two of them."""
        if len(players) != self.most:
            two = _("Two play this game.")
            raise PlainError(f"{two} {names_filled_in(players)}")

    def moves_sent(self, fields: Fields) -> list[dict[str, Any]]:
        """One move: five cards laid open belong together."""
        return [self.move_sent(fields)]

    def move_sent(self, fields: Fields) -> dict[str, Any]:
        """One move by hand; the devil is sealed on the layer's own page only."""
        kind = str(fields.get("type", ""))
        if kind == "seal":
            raise PlainError(_("The devil is sealed on the layer's own page."))
        return _move(kind, fields)

    def may(self, snapshot: Snapshot, player: str) -> set[str]:
        """What the layer and the drawer can press, each on their own page."""
        state = snapshot["state"]
        allowed = super().may(snapshot, player)
        if state.get("pending"):
            return allowed
        phase, is_open = state["phase"], bool(snapshot["options"].get("open"))
        by_app = snapshot["options"].get("judge", "app") == "app"
        if player == state["layer"]:
            allowed |= {
                "lay": {"lay_open"} if is_open else {"release"},
                "seal": {"seal"},
                "answer": {"announce"},
            }.get(phase, set())
        elif phase == "draw":
            allowed |= {"choose", "ask", "dismiss"} if is_open else set()
            if state["round_points"]:
                allowed.add("bank")
            elif snapshot["options"].get("devil_call", True):
                allowed.add("devil_call")
        if is_open and by_app and state["seal"] and phase != "seal":
            allowed.add("dispute")
        if not is_open and phase != "over":
            allowed |= {"moved", "peeked"}
        return allowed

    def asked_for(self, snapshot: Snapshot, fields: Fields) -> dict[str, Any]:
        """The card that is tapped is repeated by the judge before it is asked for."""
        card = any_card_typed(str(fields.get("card", "")))
        if snapshot["state"].get("phase") != "draw" or card not in _can_be_named(snapshot):
            raise PlainError(_("That card cannot be asked for now."))
        return {"type": "choose", "card": card}

    def own_move(self, kind: str, player: str, fields: Fields) -> dict[str, Any]:  # noqa: ARG002
        """What a player's own page sends; `player` in it is whom they name."""
        return _move(kind, fields)

    def variants(self, options: Mapping[str, Any]) -> list[str]:
        """The noble or open variant, other points for the call, other cards."""
        said = []
        if options.get("variant") == "noble":
            said.append(_("as the nobility plays, to 13"))
        if options.get("open"):
            layer = options.get("judge") == "layer"
            said.append(_("open, the layer answers") if layer else _("open, judged by the program"))
            if options.get("share") == "rank":
                said.append(_("five of one rank"))
        if not options.get("devil_call", True):
            said.append(_("without Teufel-komm-raus"))
        elif "call_right" in options or "call_wrong" in options:
            full = 7 if options.get("variant") == "noble" else 5
            right, wrong = options.get("call_right", full), options.get("call_wrong", full)
            said.append(_("Teufel-komm-raus %(right)s to %(wrong)s", right=right, wrong=wrong))
        if {"angels", "devil", "deck"} & options.keys():
            said.append(_("cards of your own"))
        return said


def _move(kind: str, fields: Fields) -> dict[str, Any]:
    move: dict[str, Any] = {"type": kind}
    if kind == "lay_open":
        move["cards"] = cards_typed(fields.get("cards") or fields.get("card") or "")
    elif kind == "devil_call":
        if fields.get("card"):
            move["card"] = any_card_typed(str(fields["card"]))
        elif fields.get("position"):
            move["position"] = points_sent(fields["position"])
    elif kind == "release" and fields.get("cards_down"):
        move["cards_down"] = points_sent(fields["cards_down"])
    elif kind in ("moved", "peeked"):
        move["position"] = points_sent(fields.get("position"))
        if fields.get("player"):
            move["player"] = str(fields["player"])
    elif kind == "start_round":
        if str(fields.get("angels", "")).strip():
            move["angels"] = cards_typed(fields["angels"])
        if str(fields.get("devil", "")).strip():
            move["devil"] = any_card_typed(str(fields["devil"]))
    elif kind in WITH_CARD:
        move["card"] = any_card_typed(str(fields.get("card", "")))
        if kind == "announce":
            move["verdict"] = str(fields.get("verdict", ""))
    return move


def any_card_typed(text: str) -> str:
    """A card of any deck as somebody types it; ids of an own deck as they are."""
    word = text.strip()
    if word.upper() == "JOKER":
        return "JOKER"
    try:
        return card_typed(word)
    except PlainError:
        if word and is_custom_id(word.lower()):
            return word.lower()
        raise


def cards_typed(value: object) -> list[str]:
    """Several cards: ticked, or typed with commas."""
    parts = value if isinstance(value, list) else [value]
    typed = [word for part in parts for word in str(part).split(",") if word.strip()]
    return [any_card_typed(word) for word in typed]


def deck_typed(text: str) -> dict[str, dict[str, str]]:
    """A deck of one's own, a card a line: its name, its suit, its rank (both may be missing)."""
    deck = {}
    for line in text.splitlines():
        words = line.replace(",", " ").split()
        if not words:
            continue
        card, *features = words
        name = card if is_card(card) else card.lower()
        if len(features) > 2 or not (is_card(name) or is_custom_id(name)):
            raise PlainError(
                _(
                    "“%(line)s” is no card: write its name, its suit and its rank.",
                    line=line.strip(),
                )
            )
        deck[name] = dict(zip(("suit", "rank"), features, strict=False))
    return deck


def _can_be_named(snapshot: Snapshot) -> list[str]:
    """The cards of the round that were not turned or asked for yet."""
    state = snapshot["state"]
    five = state["lying"]
    if not five and state["cards"]:
        five = [*state["cards"]["angels"], state["cards"]["devil"]]
    shown = {one["card"] for one in [*state["turned"], *state["announced"]]}
    return [card for card in five if card not in shown]


def _asked(snapshot: Snapshot) -> str | None:
    """The card that the judge repeats: pointed at or tapped, and not yet asked for."""
    proposed = snapshot["proposed"] or {}
    return str(proposed["card"]) if proposed.get("type") == "choose" else None


def _last_word(snapshot: Snapshot) -> Mapping[str, Any] | None:
    """What the judge, or the layer, said last in this round or with its end."""
    state = snapshot["state"]
    if state["announced"]:
        return dict(state["announced"][-1])
    seal = state["seal"]
    ended = state["phase"] in ("lay", "over") and seal and not seal["disputed"]
    if ended and seal["openings"] and state["last_round"]["reason"] not in ("void", "banked"):
        return _last_opening(snapshot, seal["openings"])
    return None


def _last_opening(snapshot: Snapshot, openings: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The opening of the card that ended the round: the devil, or the last one asked for."""
    asked = [e["card"] for e in snapshot["events"] if e["type"] in ("choose", "devil_call")]
    devils = [one for one in openings if one["verdict"] == "devil"]
    last = [one for one in openings if asked and one["card"] == asked[-1]]
    return (devils or last or list(openings))[-1]


def _places(snapshot: Snapshot) -> list[Place]:
    """The five cards: laid open in their order, or those turned and then the backs."""
    state = snapshot["state"]
    waits = (state["pending"] or {}).get("card")
    verdicts = {one["card"]: one["verdict"] for one in [*state["turned"], *state["announced"]]}
    call = state["call"] or {}
    cards: list[str | None]
    if state["lying"]:
        cards = list(state["lying"])
    elif state["hidden"]:
        cards = [*verdicts, *[None] * state["hidden"]]
    else:
        cards = []
    if waits and waits not in cards:
        cards.append(waits)
    full = len(cards) * WIDTH + (len(cards) - 1) * GAP
    scale = min(1.0, 880.0 / full) if cards else 1.0
    step, left = (WIDTH + GAP) * scale, FELT_MIDDLE - full * scale / 2
    return [
        Place(
            card,
            verdicts.get(card or "", ""),
            "pending" if card and card == waits else "asked" if card and card == asked else "",
            round(left + n * step, 1),
            round(MIDDLE_Y - HEIGHT * scale / 2, 1),
            round(WIDTH * scale, 1),
        )
        for asked in [state["chosen"] or call.get("card")]
        for n, card in enumerate(cards)
    ]
