"""The tables of Vier Engel that tests play at, and a round told in few words."""

from __future__ import annotations

from companion.cards import is_card
from companion.games import Verdict, find

from .vier_engel_dealer import INRAH

TABLES = {
    "common": {},
    "noble": {"variant": "noble"},
    "local": {"call_right": 7, "call_wrong": 2},
    "without-call": {"devil_call": False},
    "inrah": {
        "angels": ["wind-as", "wasser-as", "feuer-as", "eis-as"],
        "devil": "narr",
        "deck": INRAH,
        "first_layer": "Bea",
    },
    "open": {"open": True},
    "open-noble": {"open": True, "variant": "noble"},
    "open-rank": {"open": True, "share": "rank", "deck": INRAH, "devil_call": False},
    "open-layer": {"open": True, "judge": "layer"},
    "open-layer-rank": {
        "open": True,
        "judge": "layer",
        "share": "rank",
        "deck": INRAH,
        "variant": "noble",
    },
}
"""One table for every variant, by name."""

FIVE = "7H 9H JH QH AH"


def event_of(words: str, is_open: bool) -> dict[str, object]:
    """`release`, `AC`, `call 3`, `lay 7H 9H`, `seal 9H`, `Ada moved 3`, `AH devil` as an event."""
    match words.split():
        case ["release", down]:
            return {"type": "release", "cards_down": int(down)}
        case ["call"]:
            return {"type": "devil_call"}
        case ["call", where] if is_open:
            return {"type": "devil_call", "card": where}
        case ["call", where]:
            return {"type": "devil_call", "position": int(where)}
        case ["lay", *cards]:
            return {"type": "lay_open", "cards": cards}
        case ["start", *cards]:
            named = {"angels": cards[:4], "devil": cards[4]} if cards else {}
            return {"type": "start_round", **named}
        case ["seal" | "choose" | "turn" | "reference" as kind, card]:
            return {"type": kind, "card": card}
        case [card, "angel" | "devil" as verdict]:
            return {"type": "announce", "card": card, "verdict": verdict}
        case [*who, "moved" | "peeked" as kind, position]:
            player = {"player": who[0]} if who else {}
            return {"type": kind, "position": int(position), **player}
        case [card] if is_card(card):
            return {"type": "choose" if is_open else "turn", "card": card}
        case [kind]:
            return {"type": kind}
    raise AssertionError(f"{words} is no event")


class Evening:
    """A game of Vier Engel and what the referee said last."""

    def __init__(self, seed: bytes = bytes(32), **options: object) -> None:
        self.game = find("vier-engel")
        self.states = [self.game.start(["Ada", "Bea"], options, seed)]
        self.verdict = Verdict(True)

    def tell(self, story: str) -> Evening:
        """Let this happen: events with commas between them."""
        for words in filter(str.strip, story.split(",")):
            self.happens(event_of(words, self.state.table.open))
        return self

    def happens(self, event: dict[str, object]) -> Verdict:
        """Let one event happen."""
        state, self.verdict = self.game.apply(self.state, self.game.parse(self.state, event))
        self.states.append(state)
        return self.verdict

    @property
    def state(self):
        return self.states[-1]

    @property
    def public(self) -> dict[str, object]:
        return self.game.public(self.state)

    def __getitem__(self, key: str) -> object:
        return self.public[key]

    @property
    def sheet(self) -> dict[str, object]:
        return self.game.sheet(self.state)

    @property
    def legal(self):
        return self.game.legal(self.state)

    @property
    def flags(self) -> list[str]:
        """The last event's flags, like `V18 false_announcement Ada JH < JS`."""
        return [
            " ".join(
                [
                    flag.rule,
                    flag.code,
                    *([flag.player] if flag.player else []),
                    *flag.cards,
                    *(["<", *flag.because] if flag.because else []),
                ]
            )
            for flag in self.verdict.flags
        ]

    @property
    def last(self) -> str:
        """The last round, like `Ada 5 devil_first`."""
        found = self["last_round"]
        return f"{found['winner']} {found['points']} {found['reason']}"
