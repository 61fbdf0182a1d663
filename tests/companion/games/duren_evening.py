"""A game of Dureń Piątkowy told in few words, for tests."""

from __future__ import annotations

from companion.cards import is_card
from companion.games import Verdict, find

BARE = {"accept", "take_back", "annul", "take", "pass", "swap"}


def event_of(words: str) -> dict[str, object]:
    """`trumps 9H`, `Ada 6C 6D`, `6C 6D`, `6C < 7C`, `Ada pass`, `Bea swap`, `take` as an event."""
    match words.split():
        case ["trumps", card]:
            return {"type": "start", "trump_card": card}
        case [attack, "<", card]:
            return {"type": "beat", "attack": attack, "card": card}
        case [kind] if kind in BARE:
            return {"type": kind}
        case [player, kind] if kind in BARE:
            return {"type": kind, "player": player}
        case cards if all(map(is_card, cards)):
            return {"type": "attack", "cards": cards}
        case [player, *cards] if cards and all(map(is_card, cards)):
            return {"type": "attack", "player": player, "cards": cards}
    raise AssertionError(f"{words} is no event")


class DurenEvening:
    """A game and what the referee said last; hearts are trumps unless told otherwise."""

    def __init__(
        self, story: str = "", players: str = "Ada Bea Cem", trumps: str = "9H", **options: object
    ) -> None:
        self.game = find("duren-piatkowy")
        self.states = [self.game.start(players.split(), options)]
        self.verdict = Verdict(True)
        if trumps:
            self.tell(f"trumps {trumps}")
        self.tell(story)

    def tell(self, story: str) -> DurenEvening:
        """Let this happen: events with commas between them."""
        for words in story.split(","):
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
        """The last event's flags, like `D7 does_not_beat Bea 9S`."""
        return [
            " ".join([flag.rule, flag.code, *([flag.player] if flag.player else []), *flag.cards])
            for flag in self.verdict.flags
        ]

    @property
    def pairs(self) -> list[str]:
        """What lies on the table: `6C`, or `6C < 7C` once beaten."""
        return [
            f"{pair['attack']} < {pair['beaten_by']}" if pair["beaten_by"] else pair["attack"]
            for pair in self["table"]
        ]

    @property
    def sheet(self) -> dict[str, object]:
        """The payments."""
        return self.game.sheet(self.states[-1])
