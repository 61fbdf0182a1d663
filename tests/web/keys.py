"""Somebody at a page with a keyboard and nothing else."""

from __future__ import annotations

from .club import Screen

FARTHEST = 90
"""So many presses of the Tab key lead once around any page."""

RING = """() => {
  const now = document.activeElement;
  const shown = now.matches("input[type=radio], input[type=checkbox]") && now.id
    ? [now, document.querySelector(`label[for="${now.id}"]`)] : [now];
  return shown.some((one) => one && getComputedStyle(one).outlineStyle !== "none"
    && parseFloat(getComputedStyle(one).outlineWidth) >= 2);
}"""


class Keys:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._page = screen.page
        self._mouse_is_dead()

    def _mouse_is_dead(self) -> None:
        self._page.mouse.move(0, 0)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)

    def is_at(self, what: str) -> bool:
        return bool(self._page.evaluate("(w) => document.activeElement.matches(w)", what))

    def reach(self, what: str, key: str = "Tab") -> None:
        """Go on with the Tab key until that has the focus, and see that it shows it."""
        for _ in range(FARTHEST):
            if self.is_at(what):
                assert self._page.evaluate(RING), f"no ring around {what}"
                return
            self.press(key)
        raise AssertionError(f"{what} is out of the keyboard's reach")

    def push(self, what: str, key: str = "Tab") -> None:
        """Reach a button and push it; what it books is shown, and the place is kept."""
        self.reach(what, key)
        self._screen.booked(lambda: self.press("Enter"))
        assert not self.is_at("body"), f"after {what} the focus was lost"

    def card(self, card: str) -> None:
        self._screen.type(card)
        assert not self.is_at("body"), f"after {card} the focus was lost"
