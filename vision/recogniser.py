"""Names cards: a flat view of each becomes probabilities over the 52, joker, back and strangers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision import crops
from vision.frame import Picture
from vision.weights import Network

RANKS = "23456789TJQKA"
SUITS = "CDHS"
NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
KINDS = ("face", "joker", "back", "other", "none")
"""A face of the 52, a joker, a back, another game's card, and a place where no card lies."""
HEADS = (len(KINDS), len(RANKS), len(SUITS), 1)
"""How many of the network's answers are of kind, rank, suit, and whether it can be read at all."""
LISTED = 6
"""So many candidates are kept for each card."""

Numbers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Reading:
    """What a close look at one card says."""

    names: dict[str, float]
    """The most probable names with their probability, the surest first. They need not add up to
    one: what is missing is the probability that the card is a back, another game's card or cannot
    be read."""
    back: float
    empty: float
    """That no card lies there."""
    readable: float


def _softmax(logits: Numbers) -> Numbers:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)


@dataclass(frozen=True)
class Recogniser:
    """The trained recogniser and its settings."""

    network: Network
    temperature: float
    """Divides rank's and suit's logits so that probabilities mean what they say."""
    strangers: float
    """How much rarer other games' cards are at a table than among what was learned from."""
    sure: float
    """From this probability on a name is given; chosen on generated scenes only."""

    @classmethod
    def load(cls, folder: Path | None = None, threads: int | None = None) -> Recogniser:
        """The released recogniser. Raises ModelError."""
        network = Network.load(
            "recogniser", folder, threads, inputs=["whole", "corners"], abreast=True
        )
        return cls(
            network,
            network.number("temperature", 0.01, 100),
            network.number("strangers", 1e-6),
            network.number("sure"),
        )

    def heads(self, views: list[Picture]) -> Numbers:
        """What the network answers to card views (320, 224, 3), one or more: (n, sum of HEADS)."""
        parts = [crops.card_parts(view) for view in views]
        whole = crops.tensor([part[0] for part in parts])
        corners = np.stack([crops.tensor([part[k] for part in parts]) for k in (1, 2)], axis=1)
        return self.network.run(whole=whole, corners=corners)[0]

    def read(self, views: list[Picture]) -> list[Reading]:
        """One reading for each card view (320, 224, 3)."""
        if not views:
            return []
        heads = self.heads(views)
        kinds, ranks, suits, readables = np.split(heads, np.cumsum(HEADS)[:-1], axis=1)
        kinds[:, KINDS.index("other")] += np.log(self.strangers)
        kind = _softmax(kinds)
        rank = _softmax(ranks / self.temperature)
        suit = _softmax(suits / self.temperature)
        readable = 1 / (1 + np.exp(-readables[:, 0]))
        named = (rank[:, :, None] * suit[:, None, :]).reshape(-1, len(NAMES))
        named = named * (kind[:, 0] * readable)[:, None]
        return [
            Reading(_listed(named[i], float(kind[i, 1])), float(kind[i, 2]), float(kind[i, 4]),
                    float(readable[i]))
            for i in range(len(views))
        ]  # fmt: skip


def _listed(probabilities: Numbers, joker: float) -> dict[str, float]:
    best = np.argsort(-probabilities)[:LISTED]
    names = {NAMES[i]: float(probabilities[i]) for i in best}
    names["JOKER"] = joker
    ordered = sorted(names.items(), key=lambda item: -item[1])[:LISTED]
    return {name: round(share, 4) for name, share in ordered}
