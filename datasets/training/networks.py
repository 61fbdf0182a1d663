"""The two small networks that follow the detector: corner finder and recogniser."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

RANKS = "23456789TJQKA"
SUITS = "CDHS"
KINDS = ("face", "joker", "back", "other")


def step(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    """A 3x3 convolution with its normalisation and nonlinearity."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class CornerFinder(nn.Module):
    """Where the corners lie within an outline view (3, 128, 96), and whether it is a card at all.

    Output (n, 12): eight corner offsets from `crops.outline_target` in shares of the view's width
    and height; logit of "lies across"; logits of face, back, no card.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            step(3, 16, 2),
            step(16, 32, 2),
            step(32, 32),
            step(32, 56, 2),
            step(56, 56),
            step(56, 80, 2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(80 * 8 * 6, 160),
            nn.ReLU(inplace=True),
            nn.Linear(160, 12),
        )

    def forward(self, views: Tensor) -> Tensor:
        """Views (n, 3, 128, 96) in -1 to 1."""
        return cast(Tensor, self.body(views))


class Recogniser(nn.Module):
    """Names a card from its whole face and both index corners.

    Outputs: logits of kind (n, 4), of rank (n, 13), of suit (n, 4), of "can be read" (n, 1), and
    an embedding (n, 128) of length one by which a taught deck's cards are told apart.
    """

    def __init__(self) -> None:
        super().__init__()
        self.whole = nn.Sequential(
            step(3, 20, 2),
            step(20, 40, 2),
            step(40, 40),
            step(40, 80, 2),
            step(80, 80),
            step(80, 128, 2),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(128 * 9 * 6, 160),
            nn.ReLU(inplace=True),
        )
        self.corner = nn.Sequential(
            step(3, 20, 2),
            step(20, 40, 2),
            step(40, 40),
            step(40, 80, 2),
            step(80, 80),
            step(80, 112, 2),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(112 * 6 * 5, 160),
            nn.ReLU(inplace=True),
        )
        self.join = nn.Sequential(nn.Linear(480, 192), nn.ReLU(inplace=True))
        self.embed = nn.Linear(192, 128)
        self.heads = nn.Linear(192, len(KINDS) + len(RANKS) + len(SUITS) + 1)

    def forward(self, whole: Tensor, corners: Tensor) -> tuple[Tensor, Tensor]:
        """Whole cards (n, 3, 136, 96) and corners (n, 2, 3, 96, 68), -1 to 1.

        Returns the heads side by side (n, 22) in the order kind, rank, suit, readable, and the
        embeddings (n, 128).
        """
        both = self.corner(corners.flatten(0, 1)).unflatten(0, (-1, 2))
        joined = self.join(
            torch.cat([self.whole(whole), both.amax(dim=1), both.mean(dim=1)], dim=1)
        )
        embedding = nn.functional.normalize(self.embed(joined), dim=1)
        return self.heads(joined), embedding
