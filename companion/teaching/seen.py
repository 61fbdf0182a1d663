"""Whether a card was shown already, asked again and again while a deck grows.

A gallery looks at all its pictures anew whenever one is added. So the deck is kept here in small
galleries of a few cards, of which only one has to be made anew after each card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from vision.frame import Picture
from vision.gallery import Gallery, Named
from vision.taught import Taught

AT_ONCE: Final = 8
"""Cards of one gallery."""
LISTED: Final = 6


class SeenBefore:
    """Knows the cards of a growing deck."""

    def __init__(self, load: Callable[[Taught], Gallery]) -> None:
        self._load = load
        self._groups: list[tuple[Taught, Gallery]] = []

    def follow(self, taught: Taught) -> None:
        """The deck is like this now. Raises TaughtError for a damaged picture, and ModelError."""
        left = {card: taught.views[card] for card in taught.cards if taught.views.get(card)}
        groups = []
        for part, gallery in self._groups:
            same = {card: left.pop(card) for card in part.cards if card in left}
            # Only the last group grows.
            while len(same) < AT_ONCE and left and part is self._groups[-1][0]:
                card = next(iter(left))
                same[card] = left.pop(card)
            if same == dict(part.views):
                groups.append((part, gallery))
            elif same:
                groups.append(self._group(taught, same))
        while left:
            chosen = list(left)[:AT_ONCE]
            groups.append(self._group(taught, {card: left.pop(card) for card in chosen}))
        self._groups = groups

    def _group(self, taught: Taught, views: dict[str, tuple[bytes, ...]]) -> tuple[Taught, Gallery]:
        part = replace(taught, cards=tuple(views), views=MappingProxyType(views))
        return part, self._load(part)

    def named(self, view: Picture) -> Named | None:
        """What the deck so far says of a card view; None where nothing was shown yet.

        Within each group a card's odds are those against a stranger, so they can be compared.
        """
        odds: dict[str, float] = {}
        turned: dict[str, bool] = {}
        for _, gallery in self._groups:
            said = gallery.name([view])[0]
            for card, share in said.names.items():
                odds[card] = share / max(said.stranger, 1e-6)
                turned[card] = said.turned
        if not odds:
            return None
        total = 1.0 + sum(odds.values())
        best = sorted(odds, key=lambda card: -odds[card])[:LISTED]
        names = {card: odds[card] / total for card in best}
        return Named(names, 1.0 / total, turned[best[0]])

    @property
    def sure(self) -> float:
        """From this probability on a card is known."""
        return min((float(gallery.sure) for _, gallery in self._groups), default=1.0)
