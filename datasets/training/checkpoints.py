"""Runs that can be stopped at any moment and taken up again."""

from __future__ import annotations

import math
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from ..decks.load import cache_folder


def run_folder(run: str) -> Path:
    """Where a run keeps its checkpoint."""
    return cache_folder() / "runs" / run


def rate(done: float, warm: float = 0.02) -> float:
    """Share of the top learning rate when that share of the time is over."""
    if done < warm:
        return 0.05 + 0.95 * done / warm
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, (done - warm) / (1 - warm))))


@dataclass
class Run:
    """A network that is being trained, its running average, and how far it has come."""

    path: Path
    model: nn.Module
    average: nn.Module
    optimiser: torch.optim.Optimizer
    spent: float = 0.0
    """Seconds of learning."""
    step: int = 0
    seen: int = 0
    """Examples."""

    @classmethod
    def taken_up(cls, run: str, model: nn.Module, optimiser: torch.optim.Optimizer) -> Run:
        """The run of that name where it stopped, or a new one."""
        path = run_folder(run) / "last.pt"
        path.parent.mkdir(parents=True, exist_ok=True)
        this = cls(path, model, deepcopy(model).eval(), optimiser)
        if path.exists():
            state = torch.load(path, weights_only=False)
            model.load_state_dict(state["weights"])
            this.average.load_state_dict(state["average"])
            optimiser.load_state_dict(state["optimiser"])
            this.spent, this.step, this.seen = state["spent"], state["step"], state["seen"]
        return this

    def follow(self, keep: float) -> None:
        """Move the running average a little towards the network: it keeps that share."""
        with torch.no_grad():
            for slow, fast in zip(
                self.average.state_dict().values(), self.model.state_dict().values(), strict=True
            ):
                if slow.dtype.is_floating_point:
                    slow.mul_(keep).add_(fast.detach(), alpha=1 - keep)
                else:
                    slow.copy_(fast)

    def save(self) -> None:
        """Write a checkpoint that survives being killed while it is written."""
        partial = self.path.with_suffix(".partial")
        torch.save(
            {
                "weights": self.model.state_dict(),
                "average": self.average.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "spent": self.spent,
                "step": self.step,
                "seen": self.seen,
            },
            partial,
        )
        partial.replace(self.path)
