"""A file that a command will write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class NewFile(click.Path):
    """A file that will be written: whether it can be is known before hours are measured."""

    def __init__(self, *endings: str) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)
        self._endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path. Wrong use where its folder is missing or its ending is none of those known."""
        path = Path(str(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            self.fail(f"There is no folder {path.parent} for {path.name}.", param, ctx)
        if self._endings and path.suffix.lower() not in self._endings:
            self.fail(
                f"The name {path.name} has to end in {' or '.join(self._endings)}.", param, ctx
            )
        return path
