"""Two players with real cards, and what an honest referee has to say about them.

Knows the rules from the rules page alone: nothing of `companion.games` is used, so that game and
dealer are two witnesses. All that a player does is drawn from a seeded generator. With `mischief`
the players also try what is not allowed, and each event carries the flags that have to come with
it: for a false answer that is the reference, or the answer itself if the reference came first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from .berteln_dealer import Told

SUITS, RANKS = "CDHS", "23456789TJQKA"
ELEMENTS = ("wind", "wasser", "feuer", "eis", "erz", "humus")
VALUES = ("as", "zwei", "drei", "vier", "fuenf", "sechs")
INRAH = {
    **{f"{suit}-{rank}": {"suit": suit, "rank": rank} for suit in ELEMENTS for rank in VALUES},
    "narr": {},
}

Flags = list[tuple[str, str, "str | None", tuple[str, ...], tuple[str, ...]]]


@dataclass
class Dealer:
    """Lays and draws rounds until somebody has won, or for so many rounds."""

    options: dict[str, object]
    rng: random.Random
    mischief: float = 0.0
    """Probability that a player tries something when there is an occasion."""
    players: tuple[str, str] = ("Ada", "Bea")
    scores: dict[str, float] = field(default_factory=dict)
    winner: str | None = None
    rounds: int = 0
    """Rounds that counted so far."""
    voids: int = 0

    def __post_init__(self) -> None:
        noble = self.options.get("variant") == "noble"
        self.target, self.four, self.full = (12, 4, 7) if noble else (30, 5, 5)
        self.call_right = self.options.get("call_right", self.full)
        self.call_wrong = self.options.get("call_wrong", self.full)
        self.open = bool(self.options.get("open"))
        self.by_layer = self.open and self.options.get("judge") == "layer"
        self.by_app = self.open and not self.by_layer
        self.may_call = self.options.get("devil_call", True)
        self.share = self.options.get("share", "suit")
        self.layer = self.options.get("first_layer", self.players[0])
        self.scores = dict.fromkeys(self.players, 0)
        self.seen_round = False
        self.seals = 0

    @property
    def drawer(self) -> str:
        return next(name for name in self.players if name != self.layer)

    def play(self, most: int = 200) -> Iterator[Told]:
        """Whole rounds, as they come."""
        while self.winner is None and self.rounds + self.voids < most:
            yield from self._open_round() if self.open else self._face_down()
        if self.winner is not None:
            yield from self._after_the_game()

    # What both kinds of rounds share

    def _tries(self) -> bool:
        return self.rng.random() < self.mischief

    def _wrong_phase(self, *kinds: str) -> Iterator[Told]:
        if self._tries():
            cards = self._unknown_five()
            event: dict[str, object] = {"type": self.rng.choice(kinds)}
            if event["type"] in ("turn", "choose", "reference", "seal"):
                event["card"] = cards[0]
            if event["type"] == "lay_open":
                event["cards"] = cards
            if event["type"] == "announce":
                event |= {"card": cards[0], "verdict": "angel"}
            if event["type"] == "devil_call" and self.open:
                event["card"] = cards[0]
            yield Told(event, False, [("wrong_phase", "R6", None, (), ())])
        if self._tries():
            kind = self.rng.choice(["take_back", "accept"])
            yield Told({"type": kind}, False, [("nothing_pending", "R5", None, (), ())])

    def _unknown_five(self) -> list[str]:
        return list(INRAH)[:5] if "deck" in self.options else ["2C", "3C", "4C", "5C", "6C"]

    def _ends(self, winner: str | None, points: float) -> None:
        self.rounds += 1
        self.seen_round = True
        if winner is not None and self.scores[winner] >= self.target:
            if points >= self.full:
                self.scores[winner] = self.target + 1
                self.winner = winner
                return
        elif winner is not None:
            self.scores[winner] = min(self.target, self.scores[winner] + points)
        self.layer = self.drawer

    def _annuls(self) -> Told:
        self.voids += 1
        self.seen_round = True
        return Told({"type": "annul"})

    def _pends(self, event: dict[str, object], code: str, rule: str, who: str) -> Iterator[Told]:
        """A card that cannot stand: it waits, nothing else goes, it is taken back."""
        card = str(event["card"])
        yield Told(event, False, [(code, rule, who, (card,), ())])
        if self._tries():
            other = {"type": self.rng.choice(["bank", "dispute", "release", "start_round"])}
            yield Told(other, False, [("pending_first", "R2", None, (), ())])
        yield Told({"type": "accept"}, False, [("cannot_accept", "R2", who, (card,), ())])
        yield Told({"type": "take_back"})

    def _disturbs(self, released: bool) -> Iterator[Told]:
        if not self._tries():
            return
        kind = self.rng.choice(["moved", "peeked"])
        player = self.rng.choice([None, *self.players])
        event: dict[str, object] = {"type": kind, "position": self.rng.randint(1, 5)}
        if player:
            event["player"] = player
        code = "peeked" if kind == "peeked" else "moved_after_release"
        offence = released or (kind == "peeked" and player == self.drawer)
        flags = [(code, "V2", player, (), ())] if offence and not self.open else []
        yield Told(event, True, flags)

    def _after_the_game(self) -> Iterator[Told]:
        kinds = ["bank", "annul", "start_round", "moved", "lay_open" if self.open else "turn"]
        for kind in kinds:
            event: dict[str, object] = {"type": kind}
            event |= {"turn": {"card": "AC"}, "moved": {"position": 1}}.get(kind, {})
            event |= {"cards": self._unknown_five()} if kind == "lay_open" else {}
            if "deck" not in self.options or kind != "turn":
                yield Told(event, False, [("wrong_phase", "R6", None, (), ())])
        if self.by_app:
            yield Told({"type": "dispute"})
            yield Told({"type": "dispute"})

    # Face down

    def _face_down(self) -> Iterator[Told]:
        angels = list(self.options.get("angels", ["AC", "AD", "AH", "AS"]))
        devil = str(self.options.get("devil", "JOKER"))
        if self.seen_round and self._tries():
            flag = ("turned_after_end", "V6", None, (), ())
            yield Told({"type": "turn", "card": angels[0]}, False, [flag])
        if "deck" not in self.options and self.rng.random() < 0.2:
            *angels, devil = self.rng.sample([r + s for s in SUITS for r in RANKS], 5)
            yield Told({"type": "start_round", "angels": angels, "devil": devil})
            yield from self._wrong_phase("turn", "bank", "devil_call", "lay_open", "dispute")
            if self._tries():
                yield self._annuls()
                return
        else:
            yield from self._wrong_phase("bank", "devil_call", "choose", "seal", "annul")
        yield from self._disturbs(released=False)
        if self._tries():
            flag = ("wrong_number_of_cards", "V2", self.layer, (), ())
            down = self.rng.choice([0, 3, 4, 6])
            yield Told({"type": "release", "cards_down": down}, False, [flag])
        yield Told({"type": "release"} | ({"cards_down": 5} if self.rng.random() < 0.5 else {}))
        yield from self._draws(angels, devil)

    def _draws(self, angels: list[str], devil: str) -> Iterator[Told]:
        lying = self.rng.sample([*angels, devil], 5)
        turned: list[str] = []
        yield from self._wrong_phase("release", "start_round", "announce", "reference", "dispute")
        if self._tries():
            yield Told({"type": "bank"}, False, [("must_draw", "V3", self.drawer, (), ())])
        if not self.may_call and self._tries():
            flag = ("call_not_allowed", "V13", self.drawer, (), ())
            yield Told({"type": "devil_call"}, False, [flag])
        calls = bool(self.may_call) and self.rng.random() < 0.2
        if calls:
            finger = self.rng.randrange(5)
            place = {"position": finger + 1} if self.rng.random() < 0.5 else {}
            yield Told({"type": "devil_call", **place})
            del lying[finger]
        turner = self.layer if calls else self.drawer
        while True:
            yield from self._disturbs(released=True)
            if self._tries():
                yield from self._offends(turned, [*angels, devil], turner)
            if self._tries() and self.rng.random() < 0.3:
                yield self._annuls()
                return
            card = lying.pop()
            yield Told({"type": "turn", "card": card})
            if card == devil:
                if calls:
                    self._ends(self.layer, self.call_wrong)
                elif turned:
                    self._ends(None, 0)
                else:
                    self._ends(self.layer, self.full)
                return
            turned.append(card)
            if len(turned) == 4:
                self._ends(self.drawer, self.call_right if calls else self.four)
                return
            if calls:
                yield from self._wrong_phase("bank", "devil_call", "release")
                continue
            yield from self._wrong_phase("devil_call", "release", "start_round", "lay_open")
            if self.rng.random() < 0.3:
                yield Told({"type": "bank"})
                self._ends(self.drawer, len(turned))
                return

    def _offends(self, turned: list[str], five: list[str], turner: str) -> Iterator[Told]:
        rule, kind = ("V16", "choose") if self.open else ("V1", "turn")
        if turned and self.rng.random() < 0.5:
            event = {"type": kind, "card": self.rng.choice(turned)}
            yield from self._pends(event, "already_turned", rule, turner)
            return
        outside = INRAH if "deck" in self.options else ["KD", "narr", "2C"]
        card = self.rng.choice([card for card in outside if card not in five])
        yield from self._pends({"type": kind, "card": card}, "foreign_card", rule, turner)

    # Open

    def _sets(self) -> list[str]:
        if "deck" in self.options:
            same = "rank" if self.share == "rank" else "suit"
            value = self.rng.choice(VALUES if same == "rank" else ELEMENTS)
            cards = [card for card, of in INRAH.items() if of.get(same) == value]
            return self.rng.sample(cards, 5)
        suit = self.rng.choice(SUITS)
        return [rank + suit for rank in self.rng.sample(RANKS, 5)]

    def _open_round(self) -> Iterator[Told]:
        cards = self._sets()
        kinds = ["seal", "choose", "bank", "announce", "turn", "release", "annul", "devil_call"]
        yield from self._wrong_phase(*(k for k in kinds if k != "turn" or not self.seen_round))
        yield from self._disturbs(released=False)
        if self._tries():
            wrong = self.rng.choice([cards[:4], [*cards[:4], cards[0]], []])
            flag = ("wrong_number_of_cards", "V14", self.layer, tuple(wrong), ())
            yield Told({"type": "lay_open", "cards": wrong}, False, [flag])
        if self._tries():
            odd = "narr" if "deck" in self.options else "JOKER"
            mixed = [*cards[:4], odd]
            flag = ("not_a_set", "V14", self.layer, tuple(mixed), ())
            yield Told({"type": "lay_open", "cards": mixed}, False, [flag])
            ruling = self.rng.choice(["take_back", "accept", "annul"])
            if ruling == "annul":
                yield self._annuls()
                return
            yield Told({"type": ruling})
            if ruling == "accept":
                cards = mixed
            else:
                yield Told({"type": "lay_open", "cards": cards})
        else:
            yield Told({"type": "lay_open", "cards": cards})
        devil = self.rng.choice(cards)
        if self.by_app:
            yield from self._wrong_phase("dispute", "bank", "choose", "lay_open", "devil_call")
            if self._tries():
                flag = ("foreign_card", "V15", self.layer, (), ())
                card = next(c for c in ("KD", "KH", *INRAH) if c not in cards and self._known(c))
                yield Told({"type": "seal", "card": card}, False, [flag])
            yield Told({"type": "seal", "card": devil})
        yield from self._asks(cards, devil)

    def _known(self, card: str) -> bool:
        return "deck" not in self.options or card in INRAH

    def _reference(self, cards: list[str], devil: str) -> tuple[str, str | None]:
        """A reference card, and which of the five it means."""
        if self._tries():
            lone = "narr" if "deck" in self.options else "JOKER"
            return lone, lone if lone in cards else None
        return devil, devil

    def _asks(self, cards: list[str], devil: str) -> Iterator[Told]:
        left = self.rng.sample(cards, 5)
        asked: list[str] = []
        answers: list[tuple[str, str]] = []
        shown: list[tuple[str, str | None]] = []

        def false_ones(given: list[tuple[str, str]]) -> Flags:
            if not shown or shown[0][1] is None:
                return []
            reference, means = shown[0]
            return [
                ("false_announcement", "V18", self.layer, (card,), (reference,))
                for card, verdict in given
                if (verdict == "devil") != (card == means)
            ]

        def reveals() -> Told:
            shown.append(self._reference(cards, devil))
            flags = false_ones(answers)
            if shown[0][1] is None:
                flags = [("reference_unclear", "V18", self.layer, (shown[0][0],), ())]
            return Told({"type": "reference", "card": shown[0][0]}, True, flags)

        def answer(card: str) -> Iterator[Told]:
            """The verdict that the table hears, and the event in which the layer says it."""
            verdict = "devil" if card == devil else "angel"
            if self.by_layer:
                yield from self._wrong_phase("bank", "choose", "lay_open", "seal", "announce")
                if not shown and self.rng.random() < 0.1:
                    yield reveals()
                if self._tries():
                    verdict = "angel" if verdict == "devil" else "devil"
                event = {"type": "announce", "card": card, "verdict": verdict}
                answers.append((card, verdict))
                yield Told(event, True, false_ones([(card, verdict)]))
            else:
                answers.append((card, verdict))

        layer = self.layer
        yield from self._wrong_phase("release", "start_round", "lay_open", "turn")
        if self._tries():
            yield Told({"type": "bank"}, False, [("must_draw", "V3", self.drawer, (), ())])
        if not self.may_call and self._tries():
            flag = ("call_not_allowed", "V13", self.drawer, (), ())
            yield Told({"type": "devil_call", "card": cards[0]}, False, [flag])
        over = False
        if self.may_call and self.rng.random() < 0.2:
            if self._tries():
                card = next(c for c in ("KD", "KH", *INRAH) if c not in cards and self._known(c))
                event = {"type": "devil_call", "card": card}
                yield from self._pends(event, "foreign_card", "V16", self.drawer)
            card = left.pop()
            yield Told({"type": "devil_call", "card": card})
            yield from answer(card)
            right = answers[-1][1] == "devil"
            self._ends(
                self.drawer if right else layer, self.call_right if right else self.call_wrong
            )
            over = True
        while not over:
            yield from self._disturbs(released=True)
            if self._tries():
                yield from self._offends(asked, cards, self.drawer)
            if self._tries() and self.rng.random() < 0.3:
                ends = "dispute" if self.by_app and self.rng.random() < 0.5 else "annul"
                self.voids += 1
                self.seen_round = True
                yield Told({"type": ends})
                break
            if self.by_layer and not shown and self.rng.random() < 0.1:
                yield reveals()
            card = left.pop()
            yield Told({"type": "choose", "card": card})
            yield from answer(card)
            asked.append(card)
            if answers[-1][1] == "devil":
                self._ends(None, 0) if len(asked) > 1 else self._ends(layer, self.full)
                break
            if len(asked) == 4:
                self._ends(self.drawer, self.four)
                break
            yield from self._wrong_phase("devil_call", "lay_open")
            if self.rng.random() < 0.3:
                yield Told({"type": "bank"})
                self._ends(self.drawer, len(asked))
                break
        if self.by_layer and not shown and self.rng.random() < 0.5:
            now, self.layer = self.layer, layer
            yield reveals()
            self.layer = now
        elif self.by_layer and shown and self._tries():
            flag = ("wrong_phase", "R6", None, (), ())
            yield Told({"type": "reference", "card": cards[0]}, False, [flag])
        if self.by_app and self.winner is None and self.rng.random() < 0.1:
            yield Told({"type": "dispute"})
