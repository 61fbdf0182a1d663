"""A game told in few words, for tests."""

from __future__ import annotations

from companion.cards import is_card
from companion.games import Verdict, find

BARE = {"accept", "take_back", "annul", "end_deal", "pass"}
CONTRACTS = {"no_hearts", "no_queens", "no_king_of_hearts", "patience"}


def event_of(words: str) -> dict[str, object]:
    """`no_hearts`, `Ada 7C`, `7C`, `Bea pass`, `Cem bids -10`, `accept` as an event."""
    match words.split():
        case [contract] if contract in CONTRACTS:
            return {"type": "announce", "contract": contract}
        case [card] if is_card(card):
            return {"type": "play", "card": card}
        case [kind] if kind in BARE:
            return {"type": kind}
        case [player, "pass"]:
            return {"type": "pass", "player": player}
        case [player, "bids", points]:
            return {"type": "bid", "player": player, "points": float(points)}
        case [player, card] if is_card(card):
            return {"type": "play", "player": player, "card": card}
    raise AssertionError(f"{words} is no event")


class Evening:
    """A game of Berteln and what the referee said last."""

    def __init__(self, players: str = "Ada Bea Cem Dan", **options: object) -> None:
        self.game = find("berteln")
        self.states = [self.game.start(players.split(), options)]
        self.verdict = Verdict(True)

    def tell(self, story: str) -> Evening:
        """Let this happen: events with commas between them, contracts with a colon after them."""
        for words in story.replace(":", ",").split(","):
            if words.strip():
                self.happens(event_of(words))
        return self

    def happens(self, event: dict[str, object]) -> Verdict:
        """Let one event happen."""
        state = self.states[-1]
        state, self.verdict = self.game.apply(state, self.game.parse(state, event))
        self.states.append(state)
        return self.verdict

    def __getitem__(self, key: str) -> object:
        return self.game.public(self.states[-1])[key]

    @property
    def flags(self) -> list[str]:
        """The last event's flags, like `B7 revoke Bea 9S < QC`."""
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
    def trick(self) -> list[str]:
        """The cards of the running trick."""
        return [laid["card"] for laid in self["trick"]]

    @property
    def sheet(self) -> dict[str, object]:
        """The score sheet."""
        return self.game.sheet(self.states[-1])
