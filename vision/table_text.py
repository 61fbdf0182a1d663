"""Writing a table into a file that people have written in: what they said about it stays."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from vision.table import Table, table_toml


def rewritten(text: str, table: Table) -> str:
    """The text of a table's file with this table in it; comments and order stay as they were.

    A text that is no TOML is replaced.
    """
    fresh = tomlkit.parse(table_toml(table))
    try:
        kept = tomlkit.parse(text)
    except TOMLKitError:
        return table_toml(table)
    _put(kept, fresh)
    return tomlkit.dumps(kept)


def _put(kept: MutableMapping[str, Any], fresh: MutableMapping[str, Any]) -> None:
    """Change `kept` only where it differs."""
    for name in [name for name in kept if name not in fresh]:
        del kept[name]
    for name, value in fresh.items():
        old = kept.get(name)
        if isinstance(old, AoT) and isinstance(value, AoT) and len(old) == len(value):
            for before, after in zip(old, value, strict=True):
                _put(before, after)
        elif isinstance(old, MutableMapping) and isinstance(value, MutableMapping):
            _put(old, value)
        elif old is None or not _same(old, value):
            kept[name] = value


def _same(old: Any, value: Any) -> bool:
    plain = tuple(part.unwrap() if hasattr(part, "unwrap") else part for part in (old, value))
    return bool(plain[0] == plain[1])
