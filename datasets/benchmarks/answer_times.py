"""Whether the time that the judge takes tells anything about a card that was not answered for.

Evenings are played over HTTP on a real log: five cards are laid and sealed, one is asked for, the
round is voided and played again. Two devils that are never asked for take turns at random, so that
whatever else the machine does meets both alike; then the times of each kind of request are
compared.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FIVE: Final = ("7H", "9H", "JH", "QH", "AH")
ASKED: Final = "QH"
"""An angel with either devil."""
DEVILS: Final = ("7H", "AH")
"""The first and the last of the five."""
STEPS: Final = ("seal", "page", "ask", "answer", "state")
SIGNIFICANT: Final = 0.01


@dataclass(frozen=True)
class Compared:
    """One kind of request with either devil."""

    step: str
    requests: int
    """With each devil."""
    medians_ms: tuple[float, float]
    p: float
    """Chance of such a difference, or a larger one, where there is none (Mann and Whitney 1947)."""

    def line(self) -> str:
        """One line for people."""
        one, other = self.medians_ms
        return (
            f"{self.step}: {one:.3f} ms and {other:.3f} ms (medians of {self.requests} each), "
            f"p = {self.p:.3f}"
        )


def measure(
    requests: int, seed: int = 1, told: Callable[[int], None] = lambda _: None
) -> list[Compared]:
    """Play `requests` rounds with each devil and compare the times; `told` hears of each round."""
    from scipy.stats import mannwhitneyu

    times: dict[str, dict[str, list[float]]] = {
        step: {devil: [] for devil in DEVILS} for step in STEPS
    }
    with tempfile.TemporaryDirectory() as folder:
        for number, (devil, taken) in enumerate(_rounds(Path(folder), requests, seed), 1):
            for step, seconds in taken.items():
                times[step][devil].append(seconds)
            told(number)
    found = []
    for step, of in times.items():
        one, other = (of[devil] for devil in DEVILS)
        p = float(mannwhitneyu(one, other).pvalue)
        found.append(Compared(step, requests, (_median(one) * 1000, _median(other) * 1000), p))
    return found


ROUNDS_A_GAME: Final = 10
"""A game with many events takes longer to show: it is begun anew before that matters."""


def _rounds(folder: Path, requests: int, seed: int) -> Any:
    """Each round's devil, and how long its requests took."""
    from companion.session import TableSession
    from companion.store import Store
    from companion.web import create_app

    rng = random.Random(seed)
    session = TableSession(Store(folder))
    app = create_app(session)
    phones = {name: app.test_client() for name in ("Ada", "Bea")}
    for name, phone in phones.items():
        session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
        phone.post(f"/seat/{name}/take")

    def post(who: str, **fields: Any) -> float:
        began = time.perf_counter()
        answer = phones[who].post(
            f"/seat/{who}/move", data=fields, headers={"Accept": "application/json"}
        )
        taken = time.perf_counter() - began
        if answer.status_code != 200:
            raise RuntimeError(answer.text)
        return taken

    def get(path: str) -> float:
        began = time.perf_counter()
        phones["Bea"].get(path)
        return time.perf_counter() - began

    # In pairs of either order, so that both devils meet the same places in a game.
    order = [devil for _ in range(requests) for devil in rng.sample(DEVILS, 2)]
    for number, devil in enumerate(order):
        if number % ROUNDS_A_GAME == 0:
            session.start_game("vier-engel", ["Ada", "Bea"], {"open": True})
        session.submit({"type": "lay_open", "cards": list(FIVE)})
        yield (
            devil,
            {
                "seal": post("Ada", type="seal", card=devil),
                "page": get("/seat/Bea/now"),
                "ask": post("Bea", type="ask", card=ASKED),
                "answer": post("Bea", type="choose", card=ASKED),
                "state": get("/api/state"),
            },
        )
        session.annul("referee")
    session.close()


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]
