"""Runs that can be stopped at any moment and taken up again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from ..decks.load import cache_folder

REPORTED, SAVED_S = 50, 120
"""Steps between two lines of progress, and seconds between two checkpoints."""


def run_folder(run: str) -> Path:
    """Where a run keeps its checkpoint."""
    return cache_folder() / "runs" / run


def rate(done: float, warm: float = 0.02) -> float:
    """Share of the top learning rate when that share of the time is over."""
    if done < warm:
        return 0.05 + 0.95 * done / warm
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, (done - warm) / (1 - warm))))


def soon(step: int) -> float:
    """How much a running average keeps of itself: less in the beginning, which is forgotten."""
    return min(0.999, step / (step + 50))


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
    _sums: dict[str, float] = field(default_factory=dict)
    """Losses since the last line of progress."""

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

    def course(
        self,
        examples: Iterable[Any],
        minutes: float,
        top_rate: float,
        clock: Callable[[], float] = time.monotonic,
        pause: float = math.inf,
    ) -> Iterator[tuple[Any, float]]:
        """The examples to learn from, each with the share of the minutes that is over.

        Sets the learning rate before each, and tells and saves now and then. After `pause` minutes
        the rest is left for another time.
        """
        last, saved = clock(), time.monotonic()
        for example in examples:
            done = self.spent / (minutes * 60)
            if done >= 1 or self.spent >= pause * 60:
                break
            for group in self.optimiser.param_groups:
                group["lr"] = top_rate * rate(done)
            yield example, done
            now = clock()
            self.spent, last = self.spent + min(now - last, 30.0), now
            if self.step % REPORTED == 0:
                shown = " ".join(f"{k} {v / REPORTED:.4f}" for k, v in self._sums.items())
                self._sums.clear()
                print(f"seen {self.seen} minutes {self.spent / 60:.1f} {shown}", flush=True)
            if time.monotonic() - saved > SAVED_S:
                saved = time.monotonic()
                self.save()
        self.save()
        print(f"done: {self.seen} examples in {self.spent / 60:.1f} minutes", flush=True)

    def learn(
        self,
        loss: Tensor,
        parts: Mapping[str, Tensor],
        count: int,
        *,
        keep: Callable[[int], float],
        most: float = 5.0,
    ) -> None:
        """One step from so many examples; `parts` are told.

        `keep`: what the running average keeps of itself at a step; `most`: the gradient's norm.
        """
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), most)
        self.optimiser.step()
        self.step, self.seen = self.step + 1, self.seen + count
        self.follow(keep(self.step))
        for key, value in parts.items():
            self._sums[key] = self._sums.get(key, 0.0) + float(value.detach())

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
