"""What the two small networks learn from their examples."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from vision.recogniser import HEADS, RANKS, SUITS

from .examples import as_input
from .networks import CornerFinder, Recogniser


def corner_loss(model: nn.Module, example: list[Tensor]) -> dict[str, Tensor]:
    """Losses of the corner finder: heat maps, their means, and its other answers."""
    view, facts = example
    finder = cast(CornerFinder, model)
    heat, kinds = (answer.float() for answer in finder.maps(as_input(view)))
    offsets = finder.means(heat)
    weight = facts[:, 10]
    total = weight.sum().clamp(min=1)
    away = nn.functional.smooth_l1_loss(offsets, facts[:, :8], reduction="none", beta=0.01)
    rows, columns = finder.GRID
    place = (facts[:, :8] + finder.nominal).unflatten(1, (4, 2))
    dx = (finder.across - place[:, :, 0, None, None]) * columns
    dy = (finder.down - place[:, :, 1, None, None]) * rows
    wanted = (-(dx**2 + dy**2) / 2).flatten(2).softmax(dim=2)
    blurred = -(wanted * heat.flatten(2).log_softmax(dim=2)).sum(dim=2).mean(dim=1)
    turned = nn.functional.binary_cross_entropy_with_logits(
        kinds[:, 0], facts[:, 8], reduction="none"
    )
    return {
        "corners": (away.mean(dim=1) * weight).sum() / total * 20,
        "heat": (blurred * weight).sum() / total * 0.1,
        "turned": (turned * weight).sum() / total * 0.3,
        "kind": nn.functional.cross_entropy(kinds[:, 1:], facts[:, 9].long()) * 0.5,
    }


def index_loss(answers: Tensor, facts: Tensor) -> Tensor:
    """How badly the corners alone (n, 2, 17) read readable cards: both of a card that lies open, of
    others the better one."""
    ranks, suits = answers.split([len(RANKS), len(SUITS)], dim=2)

    def away(logits: Tensor, column: int) -> Tensor:
        truth = facts[:, column].long().clamp(min=0)[:, None].expand(-1, 2)
        return nn.functional.cross_entropy(logits.flatten(0, 1), truth.flatten(), reduction="none")

    each = (away(ranks, 1) + away(suits, 2)).unflatten(0, (-1, 2))
    asked = torch.where(facts[:, 5] > 0.5, each.mean(dim=1), each.amin(dim=1))
    return (asked * facts[:, 3]).sum() / facts[:, 3].sum().clamp(min=1)


def name_loss(model: nn.Module, example: list[Tensor]) -> dict[str, Tensor]:
    """Losses of the recogniser's four heads, and the share of readable cards named right."""
    whole, corners, facts = example
    heads, _, index = cast(Recogniser, model).learn(as_input(whole), as_input(corners))
    heads = heads.float()
    kind, rank, suit, readable = heads.split(HEADS, dim=1)
    ranks, suits = facts[:, 1].long(), facts[:, 2].long()
    read = nn.functional.binary_cross_entropy_with_logits(
        readable[:, 0], facts[:, 3], reduction="none"
    )
    named = facts[:, 3] > 0.5
    right = (rank.argmax(1) == ranks) & (suit.argmax(1) == suits)
    return {
        "kind": nn.functional.cross_entropy(kind, facts[:, 0].long()),
        "rank": nn.functional.cross_entropy(rank, ranks, ignore_index=-1),
        "suit": nn.functional.cross_entropy(suit, suits, ignore_index=-1),
        "index": index_loss(index.float(), facts) * 0.5,
        "read": (read * facts[:, 4]).sum() / facts[:, 4].sum().clamp(min=1) * 0.5,
        "right": right[named].float().mean().detach() if named.any() else torch.zeros(()),
    }
