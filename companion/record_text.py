"""Text of a record into plain values, safely: a broken or hostile file is a sentence, no crash.

YAML is read event by event rather than with `yaml.safe_load`, so that deep nesting cannot exhaust
the stack, aliases cannot blow up, and a key that stands twice is noticed. Both formats give
`Mapped`, lists, strings, numbers, true, false and None.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import yaml

MOST_BYTES: Final = 64 * 2**20
"""A long evening is 100 kB."""
MOST_VALUES: Final = 5_000_000
"""In a file, aliases written out."""
DEEPEST: Final = 64

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG: Final = "tag:yaml.org,2002:"
_READ_AS_PLAIN: Final = {_TAG + name for name in ("null", "bool", "int", "float")}
_TAGS: Final = {None, "!", _TAG + "str", _TAG + "map", _TAG + "seq", *_READ_AS_PLAIN}

_WORDS: Final[Mapping[str, object]] = {
    "": None,
    "~": None,
    **{
        form(word): value
        for word, value in (("null", None), ("true", True), ("false", False))
        for form in (str.lower, str.upper, str.title)
    },
    **{
        form(sign + ".inf"): float(sign + "inf")
        for sign in ("", "+", "-")
        for form in (str.lower, str.upper)
    },
    **{form(".nan"): math.nan for form in (str.lower, str.upper)},
}
_INT: Final = re.compile(r"[-+]?[0-9]+")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


class UnreadableError(ValueError):
    """A file that cannot be read as a record; `str(error)` says why."""


class Mapped(dict[Any, Any]):
    """A mapping of the file; `twice` is a key that stands in it twice, if there is one."""

    twice: str | None = None

    def put(self, key: Hashable, value: object) -> None:
        """Set a key, noticing whether it was there."""
        if key in self:
            self.twice = str(key)
        self[key] = value


def load(path: Path) -> object:
    """What stands in the file, `.json` as JSON, else YAML; raises UnreadableError."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise UnreadableError(f"the file cannot be read ({fault.strerror or fault})") from None
    except ValueError:
        raise UnreadableError("this is no name of a file") from None
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"the file is larger than {MOST_BYTES // 2**20} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableError("the file is no text in UTF-8") from None
    return load_json(text) if path.suffix.lower() == ".json" else load_yaml(text)


def load_json(text: str) -> object:
    """The value of a JSON text; raises UnreadableError."""

    def mapped(pairs: list[tuple[str, Any]]) -> Mapped:
        result = Mapped()
        for key, value in pairs:
            result.put(key, value)
        return result

    try:
        return json.loads(text, object_pairs_hook=mapped)
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise UnreadableError(f"this is no JSON: {fault.msg} ({where})") from None
    except (ValueError, RecursionError):
        raise UnreadableError("a number is too long or the nesting too deep") from None


def load_yaml(text: str) -> object:
    """The value of a YAML text with one document; raises UnreadableError."""
    try:
        return _Builder().build(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        where = f" (line {mark.line + 1}, column {mark.column + 1})" if mark else ""
        problem = fault.problem or fault.context
        raise UnreadableError(f"this is no YAML: {problem}{where}") from None
    except yaml.YAMLError:
        raise UnreadableError("this is no YAML: there are control characters in it") from None


@lru_cache(maxsize=4096)
def plain_value(text: str) -> object:
    """What a scalar without quotes means: YAML 1.2's core schema, decimal numbers only.

    So a player can be called `No`, and dates stay text.
    """
    if text in _WORDS:
        return _WORDS[text]
    try:
        if _INT.fullmatch(text):
            return int(text)
        return float(text) if _FLOAT.fullmatch(text) else text
    except ValueError:
        raise UnreadableError("a number is too long") from None


class _Builder:
    """Builds one document out of the parser's events, with a stack of its own."""

    def __init__(self) -> None:
        self.anchors: dict[str, tuple[object, int]] = {}
        """The finished value of each anchor, and how many values it holds."""
        self.size = 0
        """How many values there were so far, aliases written out."""
        self.documents: list[object] = []
        self.open: list[_Open] = []

    def build(self, events: Iterable[yaml.Event]) -> object:
        """The value of the only document; None if there is none."""
        for event in events:
            if isinstance(event, yaml.ScalarEvent):
                self._check_tag(event.tag)
                is_plain = event.implicit[0] or event.tag in _READ_AS_PLAIN
                value = plain_value(event.value) if is_plain else event.value
                self._add(value, event.anchor, self.size)
            elif isinstance(event, yaml.CollectionStartEvent):
                self._check_tag(event.tag)
                if len(self.open) == DEEPEST:
                    raise UnreadableError("the nesting is too deep")
                is_mapping = isinstance(event, yaml.MappingStartEvent)
                self.open.append(_Open(Mapped() if is_mapping else [], event.anchor, self.size))
            elif isinstance(event, yaml.CollectionEndEvent):
                done = self.open.pop()
                self._add(done.value, done.anchor, done.size_before)
            elif isinstance(event, yaml.AliasEvent):
                anchor = str(event.anchor)
                if anchor not in self.anchors:
                    raise UnreadableError(f"the alias *{anchor[:60]} names nothing yet")
                value, size = self.anchors[anchor]
                self.size += size - 1
                self._add(value, None, self.size)
        return self.documents[0] if self.documents else None

    @staticmethod
    def _check_tag(tag: str | None) -> None:
        if tag not in _TAGS:
            raise UnreadableError(f"the tag {str(tag)[:60]} means nothing in a record")

    def _add(self, value: object, anchor: str | None, size_before: int) -> None:
        """Put a finished value where it belongs."""
        self.size += 1
        if self.size > MOST_VALUES:
            raise UnreadableError("there are too many values in the file, aliases written out")
        if anchor is not None:
            self.anchors[anchor] = value, self.size - size_before
        if self.open:
            self.open[-1].add(value)
        elif self.documents:
            raise UnreadableError("there is more than one document in the file")
        else:
            self.documents.append(value)


class _Open:
    """A mapping or list whose end has not come yet."""

    def __init__(self, value: Mapped | list[object], anchor: str | None, size_before: int) -> None:
        self.value = value
        self.anchor = anchor
        self.size_before = size_before
        self.key: object = _NO_KEY

    def add(self, value: object) -> None:
        """Take the next list entry, or the next key or value of a mapping."""
        if isinstance(self.value, list):
            self.value.append(value)
        elif self.key is _NO_KEY:
            if not isinstance(value, Hashable):
                raise UnreadableError("a key of a mapping is a text")
            self.key = value
        else:
            self.value.put(self.key, value)
            self.key = _NO_KEY


_NO_KEY: Final = object()
