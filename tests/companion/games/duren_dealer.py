"""A table of players with real hands, and what an honest referee has to say about them.

Knows the rules from the rules page alone: nothing of `companion.games` is used, so that game and
dealer are two witnesses. What players do is drawn from a seeded generator. With `mischief` they
also attack out of turn, use open cards, play wrong ranks and cards that cannot be theirs; each
event carries the flag that has to come with it at once.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

SUITS = "CDHS"
RANKS = "23456789TJQKA"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
MAY_STAND = {"too_many_cards", "open_card_used", "bad_attack_pattern", "rank_not_allowed"}
MOST_ATTACKS = 150
"""Then nobody gets any further, and the game is annulled."""


@dataclass
class Told:
    """An event, and what the referee has to answer."""

    event: dict[str, object]
    accepted: bool = True
    flags: list[tuple[str, str, str | None, tuple[str, ...]]] = field(default_factory=list)
    """Code, rule, player, cards."""


@dataclass
class DurenDealer:
    """Deals one game to `players` and lets them play it."""

    players: Sequence[str]
    decks: int
    rng: random.Random
    dealer: str
    mischief: float = 0.0
    swapping: bool = True

    def __post_init__(self) -> None:
        cards = self.rng.sample(CARDS * self.decks, 52 * self.decks)
        self.hidden = {player: [cards.pop() for _ in range(5)] for player in self.players}
        self.open: dict[str, list[str]] = {player: [] for player in self.players}
        self.known: dict[str, Counter[str]] = {player: Counter() for player in self.players}
        self.talon = cards
        """The card turned up lies at the bottom, at its beginning."""
        self.trump = cards[0][1]
        self.aside: list[str] = []
        self.table: list[list[str | None]] = []
        """Attack card, who laid it, what beats it."""
        self.attacker = self.left_of(dealer := self.dealer)
        assert dealer in self.players
        self.defender = self.left_of(self.attacker)
        self.phase, self.turn, self.wave = "attack", self.attacker, 1
        self.done: list[str] = []
        self.limit = 5
        self.beaten_off: set[str] = set()
        self.over = False

    # What everybody can know

    def left_of(self, player: str) -> str:
        """The next player clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def size(self, player: str) -> int:
        """How many cards a player holds."""
        return len(self.hidden[player]) + len(self.open[player])

    def adders(self) -> list[str]:
        """Who may add, in order."""
        order, player = [self.attacker], self.left_of(self.defender)
        while player != self.attacker:
            order.append(player)
            player = self.left_of(player)
        return order

    def room(self) -> int:
        """How many more attack cards the limit lets in."""
        return max(0, self.limit - len(self.table))

    def loose(self, card: str) -> int:
        """Copies of a card that can be anywhere among the hidden ones."""
        seen = self.aside.count(card) + self.talon[:1].count(card)
        seen += sum((attack, beaten).count(card) for attack, _, beaten in self.table)
        seen += sum(self.open[p].count(card) + self.known[p][card] for p in self.players)
        return self.decks - seen

    def unknown(self, player: str) -> int:
        """Hidden cards of a player that are not known."""
        return len(self.hidden[player]) - self.known[player].total()

    # The referee by the book

    def _impossible(self, player: str, cards: Sequence[str]) -> list[str]:
        wanting = {
            card: cards.count(card) - self.open[player].count(card) - self.known[player][card]
            for card in cards
        }
        wrong = {card for card, n in wanting.items() if n > max(0, self.loose(card))}
        doubtful = [card for card, n in wanting.items() if n > 0]
        if sum(wanting[card] for card in doubtful) > self.unknown(player):
            wrong.update(doubtful)
        return [card for card in cards if card in wrong]

    def _not_playable(self, player: str, cards: Sequence[str]):
        if "JOKER" in cards:
            return "not_in_deck", "D1", [card for card in cards if card == "JOKER"]
        if len(cards) > self.size(player):
            return "not_enough_cards", "D20", cards
        wrong = self._impossible(player, cards)
        return ("impossible_card", "D19", wrong) if wrong else None

    def judge_attack(self, player: str, cards: Sequence[str]):
        """(code, rule, cards) of the first fault, and whether the play can be accepted."""
        faults = []
        if player != self.turn:
            faults.append(("out_of_turn", "D3" if self.wave == 1 else "D8", cards))
        if fault := self._not_playable(player, cards):
            return (faults or [fault])[0], False
        if len(cards) > self.room():
            faults.append(("too_many_cards", "D5", cards))
        if self.wave == 1:
            hidden_need = {c: cards.count(c) - self.known[player][c] for c in set(cards)}
            used = {c for c, n in hidden_need.items() if n > self.loose(c)}
            if sum(n for n in hidden_need.values() if n > 0) > self.unknown(player):
                used |= {c for c, n in hidden_need.items() if n > 0}
            used &= set(self.open[player])
            if used:
                faults.append(("open_card_used", "D6", [card for card in cards if card in used]))
            ranks = Counter(card[0] for card in cards)
            if sum(count % 2 for count in ranks.values()) > 1:
                faults.append(("bad_attack_pattern", "D4", cards))
        else:
            wrong = [card for card in cards if card[0] not in self.allowed()]
            if wrong:
                faults.append(("rank_not_allowed", "D9", wrong))
        if not faults:
            return None, True
        late = self.wave > 1 and player != self.defender and player not in self.done
        stands = all(code in MAY_STAND or (code == "out_of_turn" and late) for code, *_ in faults)
        return faults[0], stands

    def judge_beat(self, attack: str, card: str):
        """The same for a card that is to beat another."""
        if [attack, None] not in [[one, beaten] for one, _, beaten in self.table]:
            return ("nothing_to_beat", "D7", [card]), False
        if fault := self._not_playable(self.defender, [card]):
            return fault, False
        if not self.beats(card, attack):
            return ("does_not_beat", "D7", [card]), True
        return None, True

    def beats(self, card: str, attack: str) -> bool:
        """Whether a card beats another."""
        if card[1] != attack[1]:
            return card[1] == self.trump
        return RANKS.index(card[0]) > RANKS.index(attack[0])

    def allowed(self) -> set[str]:
        """Ranks that may be added."""
        return {beaten[0] for _, _, beaten in self.table if beaten}

    def may_swap(self, player: str) -> bool:
        """Whether the referee lets a player swap."""
        two = "2" + self.trump
        holds = two in self.open[player] or self.known[player][two]
        can_hold = holds or (self.loose(two) > 0 and self.unknown(player) > 0)
        return (
            len(self.talon) > 1
            and self.talon[0] != two
            and player in self.beaten_off
            and bool(can_hold)
        )

    # The game

    def game(self) -> Iterator[Told]:
        """The whole game, from the start to its end."""
        yield Told({"type": "start", "trump_card": self.talon[0]})
        for _ in range(MOST_ATTACKS):
            yield from self._attack()
            if self.over:
                return
        yield Told({"type": "annul"})

    def _tries(self) -> bool:
        return self.rng.random() < self.mischief

    def _attack(self) -> Iterator[Told]:
        yield from self._fuss()
        while True:
            cards = self._main_attack()
            told, ok = self._attempt(self.attacker, cards)
            yield from told
            if ok:
                break
        while True:
            self.phase, self.turn = "defend", self.defender
            while any(beaten is None for *_, beaten in self.table):
                yield from self._fuss()
                gave_up = yield from self._defend()
                if gave_up:
                    yield Told({"type": "take"})
                    self._ends(won=False)
                    return
            if not self.size(self.defender):
                break
            before = len(self.table)
            yield from self._wave()
            if len(self.table) == before:
                break
        self._ends(won=True)

    def _main_attack(self) -> list[str]:
        hand = self.hidden[self.attacker] or self.open[self.attacker]
        if self._tries():
            hand = hand + self.open[self.attacker]
            return self.rng.sample(hand, self.rng.randint(1, len(hand)))
        cards = [self.rng.choice(hand)]
        ranks = Counter(card[0] for card in hand)
        pairs = [rank for rank in ranks if ranks[rank] > 1]
        if pairs and self.room() > 1 and self.rng.random() < 0.5:
            rank = self.rng.choice(pairs)
            pair = [card for card in hand if card[0] == rank][:2]
            extra = [card for card in hand if card not in pair]
            cards = pair + (extra[:1] if self.room() > 2 and self.rng.random() < 0.5 else [])
        return cards

    def _attempt(self, player: str, cards: list[str]) -> tuple[list[Told], bool]:
        """Cards of a real hand are put down, in turn or not; whether they lie afterwards."""
        fault, stands = self.judge_attack(player, cards)
        play = {"type": "attack", "player": player, "cards": cards}
        if fault is None:
            self._lay(player, cards)
            return [Told(play)], True
        told = [Told(play, False, [(fault[0], fault[1], player, tuple(fault[2]))])]
        if stands and self.rng.random() < 0.4:
            self._lay(player, cards)
            return [*told, Told({"type": "accept"})], True
        return [*told, *self._refused(player, cards, stands)], False

    def _refused(self, player: str, cards: Sequence[str], stands: bool) -> list[Told]:
        told = [Told({"type": "take"}, False, [("pending_first", "R2", None, ())])]
        if not stands:
            refusal = ("cannot_accept", "R2", player, tuple(cards))
            told.append(Told({"type": "accept"}, False, [refusal]))
        return [*told, Told({"type": "take_back"})]

    def _lay(self, player: str, cards: Sequence[str]) -> None:
        sure = self.known[player] + Counter(self.open[player])
        for card in cards:
            # A hidden copy is played rather than the open one, if there is one.
            (self.hidden if card in self.hidden[player] else self.open)[player].remove(card)
            self.table.append([card, player, None])
        self.hidden[player] += self.open[player]
        self.open[player] = []
        self.known[player] = sure - Counter(cards)

    def _defend(self):
        targets = [attack for attack, _, beaten in self.table if beaten is None]
        attack, hand = self.rng.choice(targets), self.hidden[self.defender]
        fitting = [card for card in hand if self.beats(card, attack)]
        card = self.rng.choice(fitting) if fitting else None
        if hand and self._tries():
            card = self.rng.choice(hand)
        if card is None or self.rng.random() < 0.08:
            return True
        fault, stands = self.judge_beat(attack, card)
        play = {"type": "beat", "attack": attack, "card": card}
        if fault is None:
            yield Told(play)
        else:
            yield Told(play, False, [(fault[0], fault[1], self.defender, tuple(fault[2]))])
            if not stands or self.rng.random() < 0.5:
                yield from self._refused(self.defender, [card], stands)
                return False
            yield Told({"type": "accept"})
        hand.remove(card)
        self.known[self.defender] -= Counter([card])
        pair = next(p for p in self.table if p[0] == attack and p[2] is None)
        pair[2] = card
        return False

    def _wave(self) -> Iterator[Told]:
        self.phase, self.wave, self.done = "add", self.wave + 1, []
        while self.room():
            left = [p for p in self.adders() if p not in self.done and self.size(p)]
            if not left:
                return
            self.turn = left[0]
            yield from self._fuss()
            if self._tries():
                player = self.rng.choice([p for p in self.players if self.size(p)])
                cards = self.rng.sample(self.hidden[player], 1)
                told, ok = self._attempt(player, cards)
                yield from told
                if ok:
                    self.done.append(player)
                continue
            fitting = [c for c in self.hidden[self.turn] if c[0] in self.allowed()]
            if fitting and self.rng.random() < 0.8:
                most = min(len(fitting), self.room())
                told, _ = self._attempt(self.turn, fitting[: self.rng.randint(1, most)])
                yield from told
            else:
                yield Told({"type": "pass", "player": self.turn})
            self.done.append(self.turn)

    def _ends(self, won: bool) -> None:
        if won:
            self.beaten_off.add(self.defender)
            self.aside += [card for attack, _, beaten in self.table for card in (attack, beaten)]
        else:
            own = [beaten for *_, beaten in self.table if beaten]
            self.hidden[self.defender] += own
            self.known[self.defender] += Counter(own)
            self.open[self.defender] += [attack for attack, *_ in self.table]
        order = [self.attacker, *(p for p in self._from(self.defender) if p != self.attacker)]
        for player in order:
            while self.size(player) < 5 and self.talon:
                if len(self.talon) == 1:
                    self.known[player][self.talon[0]] += 1
                self.hidden[player].append(self.talon.pop())
        self.table, self.done, self.wave, self.phase = [], [], 1, "attack"
        self.attacker = self.turn = self.defender
        self.defender = self.left_of(self.attacker)
        self.limit = self.size(self.defender)
        self.over = any(not self.size(player) for player in self.players)

    def _from(self, player: str) -> list[str]:
        seat = self.players.index(player)
        return [*self.players[seat:], *self.players[:seat]]

    # Mischief that comes to nothing, and swaps

    def _fuss(self) -> Iterator[Told]:
        for player in self.players if self.swapping else ():
            two = "2" + self.trump
            if two in self.hidden[player] and self.may_swap(player):
                yield Told({"type": "swap", "player": player})
                self.hidden[player].remove(two)
                self.hidden[player].append(self.talon[0])
                self.known[player] = self.known[player] - Counter([two])
                self.known[player][self.talon[0]] += 1
                self.talon[0] = two
        if self._tries():
            player = self.rng.choice(self.players)
            if not self.may_swap(player):
                flag = ("swap_not_allowed", "D16", player, ())
                yield Told({"type": "swap", "player": player}, False, [flag])
        if self.phase == "add" and self._tries():
            player = self.rng.choice([p for p in self.players if p != self.turn])
            flag = ("out_of_turn", "D8", player, ())
            yield Told({"type": "pass", "player": player}, False, [flag])
        while self._tries():
            yield from self._nonsense()

    def _nonsense(self) -> Iterator[Told]:
        """Any cards at all, wherever they are; they go back if the book says that they must."""
        anything = [*CARDS, "JOKER", *self.aside, *self.aside]
        anything += [card for attack, _, beaten in self.table for card in (attack, beaten) if card]
        if self.phase == "defend":
            attack, card = self.rng.choice(self.table)[0], self.rng.choice(anything)
            if self.rng.random() < 0.2:
                attack = self.rng.choice(anything)
            player, cards = self.defender, [card]
            fault, stands = self.judge_beat(attack, card)
            play: dict[str, object] = {"type": "beat", "attack": attack, "card": card}
        else:
            player = self.rng.choice([self.turn, self.rng.choice(self.players)])
            cards = self.rng.choices(anything, k=self.rng.choice([1, 1, 2, 3, 6]))
            mine = self.hidden[player] + self.open[player]
            if mine and self.rng.random() < 0.4:
                cards = [*self.rng.sample(mine, self.rng.randint(1, len(mine))), *cards[:1]]
            fault, stands = self.judge_attack(player, cards)
            play = {"type": "attack", "player": player, "cards": cards}
        if fault is not None:
            yield Told(play, False, [(fault[0], fault[1], player, tuple(fault[2]))])
            yield from self._refused(player, cards, stands)

    def payments(self) -> dict[str, float]:
        """What everybody gets or pays at the end, card by card."""
        out = [player for player in self.players if not self.size(player)]
        paid = sum(self.size(player) for player in self.players)
        return {
            player: paid / len(out) if player in out else -self.size(player)
            for player in self.players
        }
