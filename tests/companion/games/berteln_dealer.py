"""A table of players with real hands, and what an honest referee has to say about them.

Knows the rules from the rules page alone: nothing of `companion.games` is used, so that game and
dealer are two witnesses. Everything a player does is drawn from a seeded generator. With
`mischief` the players also revoke, pass falsely, play out of turn and lay impossible cards; each
event carries the flags that have to come with it, which for a revoke or a false pass is the first
moment at which it can be proved.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

SUITS = "CDHS"
RANKS = "23456789TJQKA"


@dataclass
class Told:
    """An event, and what the referee has to answer."""

    event: dict[str, object]
    accepted: bool = True
    flags: list[tuple[str, str, str | None, tuple[str, ...], tuple[str, ...]]] = field(
        default_factory=list
    )
    """Code, rule, player, cards, because."""


@dataclass
class Dealer:
    """Deals one deal to `players` and lets them play it."""

    players: Sequence[str]
    contract: str
    cards: int
    rng: random.Random
    dealer: str
    announcer: str
    mischief: float = 0.0
    """Probability that a player tries something at their turn."""

    def __post_init__(self) -> None:
        ranks = RANKS[-self.cards // 4 :]
        self.deck = [rank + suit for suit in SUITS for rank in ranks]
        shuffled = self.rng.sample(self.deck, self.cards)
        each = self.cards // len(self.players)
        self.hands = {
            player: shuffled[seat * each : (seat + 1) * each]
            for seat, player in enumerate(self.players)
        }
        self.played: list[str] = []
        self.tricks: list[list[tuple[str, str]]] = []
        """Complete tricks: player and card, in order."""
        self.first_out: str | None = None

    def left_of(self, player: str) -> str:
        """The next player clockwise."""
        seat = self.players.index(player)
        return self.players[(seat + 1) % len(self.players)]

    def deal(self) -> Iterator[Told]:
        """The whole deal, from the announcement to its end."""
        yield Told({"type": "announce", "contract": self.contract})
        yield from self._patience() if self.contract == "patience" else self._tricks()

    def _tries(self) -> bool:
        return self.rng.random() < self.mischief

    def _play(self, player: str, card: str) -> dict[str, object]:
        return {"type": "play", "player": player, "card": card}

    def _impossible(self, player: str) -> Iterator[Told]:
        """A card that nobody can play: out of the deck, or already played. It goes back."""
        outside = [rank + suit for suit in SUITS for rank in RANKS]
        outside = [card for card in outside if card not in self.deck] + ["JOKER"]
        code, card = "not_in_deck", self.rng.choice(outside)
        if self.played and self.rng.random() < 0.5:
            code, card = "already_played", self.rng.choice(self.played)
        yield Told(self._play(player, card), False, [(code, "B1", player, (card,), ())])
        yield Told({"type": "accept"}, False, [("cannot_accept", "R2", player, (card,), ())])
        yield Told({"type": "take_back"})

    # Tricks

    def _tricks(self) -> Iterator[Told]:
        turn = self.left_of(self.dealer)
        denied: list[tuple[str, str, str]] = []  # player, suit led, card thrown instead

        def lays(player: str, card: str, trick: list[tuple[str, str]]) -> list:
            self.hands[player].remove(card)
            self.played.append(card)
            suit = card[1]
            proved = [thrown for who, led, thrown in denied if (who, led) == (player, suit)]
            denied[:] = [d for d in denied if d[:2] != (player, suit)]
            trick.append((player, card))
            if trick[0][1][1] != suit:
                denied.append((player, trick[0][1][1], card))
            return [("revoke", "B7", player, (thrown,), (card,)) for thrown in proved]

        while not self._tricks_over():
            trick: list[tuple[str, str]] = []
            while len(trick) < len(self.players):
                done = [player for player, _ in trick]
                while turn in done:
                    turn = self.left_of(turn)
                if self._tries():
                    yield from self._impossible(self.rng.choice(self.players))
                if self._tries():
                    player = self.rng.choice([p for p in self.players if p != turn])
                    if self.hands[player]:
                        card = self.rng.choice(self.hands[player])
                        flag = ("out_of_turn", "B6", player, (card,), ())
                        yield Told(self._play(player, card), False, [flag])
                        if player in done:
                            refusal = ("cannot_accept", "R2", player, (card,), ())
                            yield Told({"type": "accept"}, False, [refusal])
                        elif self.rng.random() < 0.5:
                            yield Told({"type": "accept"}, True, lays(player, card, trick))
                            continue
                        yield Told({"type": "take_back"})
                hand = self.hands[turn]
                follow = [card for card in hand if trick and card[1] == trick[0][1][1]]
                if follow and len(follow) < len(hand) and self._tries():
                    follow = [card for card in hand if card not in follow]
                card = self.rng.choice(follow or hand)
                yield Told(self._play(turn, card), True, lays(turn, card, trick))
            turn = trick_winner(trick)
            self.tricks.append(trick)

    def _tricks_over(self) -> bool:
        if self.contract == "no_king_of_hearts" and "KH" in self.played:
            return True
        return len(self.played) == self.cards

    # Patience

    def _fits(self, table: Sequence[str], card: str) -> bool:
        heights = [RANKS.index(other[0]) for other in table if other[1] == card[1]]
        if not table:
            return True
        if not heights:
            return card[0] == "A"
        return RANKS.index(card[0]) in (max(heights) + 1, min(heights) - 1)

    def _side(self, card: str) -> str:
        """The row and the direction in which a fitting card makes it longer."""
        heights = [RANKS.index(other[0]) for other in self.played if other[1] == card[1]]
        return card[1] + ("up" if heights and RANKS.index(card[0]) > max(heights) else "down")

    def _patience(self) -> Iterator[Told]:
        passes: list[tuple[str, list[str]]] = []  # player, and what lay when they passed

        def lays(player: str, card: str) -> list:
            self.hands[player].remove(card)
            proved = [p for p in passes if p[0] == player and self._fits(p[1], card)]
            passes[:] = [p for p in passes if p not in proved]
            self.played.append(card)
            if not self.hands[player]:
                self.first_out = player
            return [("false_pass", "B19", player, (), (card,))] * len(proved)

        turn = self.announcer
        card = self.rng.choice(self.hands[turn])
        yield Told(self._play(turn, card), True, lays(turn, card))
        turn = self.left_of(turn)
        still = None  # who could go on laying, as long as `turn` has not acted
        while not self.first_out:
            if self._tries():
                yield from self._impossible(self.rng.choice(self.players))
            if self._tries():
                player = self.rng.choice([p for p in self.players if p not in (turn, still)])
                card = self.rng.choice(self.hands[player])
                flag = ("out_of_turn", "B16", player, (card,), ())
                yield Told(self._play(player, card), False, [flag])
                if not self._fits(self.played, card):
                    refusal = ("cannot_accept", "R2", player, (card,), ())
                    yield Told({"type": "accept"}, False, [refusal])
                elif self.rng.random() < 0.5:
                    yield Told({"type": "accept"}, True, lays(player, card))
                    turn, still = self.left_of(player), None
                    continue
                yield Told({"type": "take_back"})
            yield from self._lays_what_does_not_fit(turn)
            fitting = [card for card in self.hands[turn] if self._fits(self.played, card)]
            if not fitting or self._tries():
                yield Told({"type": "pass", "player": turn})
                passes.append((turn, list(self.played)))
                turn, still = self.left_of(turn), None
                continue
            card = self.rng.choice(fitting)
            side = self._side(card)
            yield Told(self._play(turn, card), True, lays(turn, card))
            while not self.first_out:
                fitting = [card for card in self.hands[turn] if self._fits(self.played, card)]
                other = [card for card in fitting if self._side(card) != side]
                if other and self._tries():
                    card = self.rng.choice(other)
                    flag = ("one_row_one_direction", "B18", turn, (card,), ())
                    yield Told(self._play(turn, card), False, [flag])
                    yield Told({"type": "take_back"})
                same = [card for card in fitting if self._side(card) == side]
                if not same or self.rng.random() < 0.3:
                    break
                yield Told(self._play(turn, same[0]), True, lays(turn, same[0]))
            still = turn
            if not self.first_out and self.rng.random() < 0.3:
                yield Told({"type": "pass", "player": turn})
                still = None
            turn = self.left_of(turn)

    def _lays_what_does_not_fit(self, turn: str) -> Iterator[Told]:
        wrong = [card for card in self.hands[turn] if not self._fits(self.played, card)]
        if wrong and self._tries():
            card = self.rng.choice(wrong)
            flag = ("cannot_place", "B17", turn, (card,), ())
            yield Told(self._play(turn, card), False, [flag])
            yield Told({"type": "take_back"})

    def points(self) -> dict[str, float]:
        """What the deal is worth, counted card by card: the oracle of the score tests."""
        pot = 10 * len(RANKS[-self.cards // 4 :])
        points = dict.fromkeys(self.players, 0.0)
        if self.contract == "patience":
            points[self.first_out] += pot
            return points
        scoring = {
            "no_hearts": [card for card in self.deck if card[1] == "H"],
            "no_queens": [card for card in self.deck if card[0] == "Q"],
            "no_king_of_hearts": ["KH"],
        }[self.contract]
        owners = []
        for card in scoring:
            for trick in self.tricks:
                if card in [other for _, other in trick]:
                    owners.append(trick_winner(trick))
                    points[owners[-1]] -= pot / len(scoring)
        if len(scoring) > 1 and len(set(owners)) == 1 and len(owners) == len(scoring):
            points[owners[0]] = pot
        return points


def trick_winner(trick: Sequence[tuple[str, str]]) -> str:
    """Who wins: the player whose card no other card of the trick beats."""

    def beats(card: str, other: str) -> bool:
        if card[1] == other[1]:
            return RANKS.index(card[0]) > RANKS.index(other[0])
        return card[1] == "D" or (card[1] == trick[0][1][1] and other[1] != "D")

    (winner,) = [
        player for player, card in trick if not any(beats(other, card) for _, other in trick)
    ]
    return winner
