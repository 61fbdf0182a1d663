"""How well cards are named: on labelled photographs, and on generated scenes beside them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from companion.cards import is_card
from vision import quads
from vision.eye import Eye
from vision.frame import Picture
from vision.pictures import read_picture
from vision.sighting import BACK, UNKNOWN

from .counting import Share
from .lookalikes import taken_for
from .matching import Box, Label, Matched, Result, counts_as_named, match

HEIGHTS = (60, 90, 130, 200, 300, 500)
"""Bounds of the classes of card height, pixels."""
THRESHOLDS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
"""Of the curve of risk and coverage."""
SEEN_IN_TRAINING = frozenset({"rf100-poker-cards", "bidly"})
"""Sources of whose deck training has seen other photographs; they are counted apart."""


class LabelError(Exception):
    """A file of labels that cannot be used; one plain sentence."""


@dataclass(frozen=True, eq=False)
class Example:
    """One picture with its labels."""

    name: str
    source: str
    labels: tuple[Label, ...]
    open: Callable[[], Picture]


@dataclass(frozen=True, eq=False)
class Judged:
    """One picture after the eye looked at it."""

    example: Example
    matched: Matched


@dataclass
class Tally:
    """Counts over any number of labels and pictures."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrongly_named: int = 0
    named: int = 0
    false_named: int = 0
    false_other: int = 0
    pictures: int = 0

    def add(self, result: Result) -> None:
        """Count one label."""
        self.outcomes[result.outcome] += 1
        if counts_as_named(result):
            self.named += 1
            self.wrongly_named += result.outcome != "right"

    @property
    def labels(self) -> int:
        """How many labelled cards were counted."""
        return sum(self.outcomes.values())

    def right(self) -> Share:
        """Named right, of all."""
        return Share(self.outcomes["right"], self.labels)

    def wrong(self) -> Share:
        """Named wrong, of those that were given a name."""
        return Share(self.wrongly_named, self.named)

    def as_json(self) -> dict[str, Any]:
        """All counts and shares."""
        return {
            "cards": self.labels,
            "right": self.right().as_json(),
            "wrong": self.wrong().as_json(),
            "unknown": self.outcomes["unknown"],
            "missed": self.outcomes["missed"],
            "false_named": self.false_named,
            "false_other": self.false_other,
            "pictures": self.pictures,
        }


def photographs(labels: Path) -> Iterator[Example]:
    """The examples of a labels file in the form of `gold.jsonl` (JSON lines; boxes in pixels).

    Raises LabelError naming file and line for what cannot be read, or where there is no row.
    """
    try:
        lines = labels.read_text(encoding="utf-8").splitlines()
    except OSError as fault:
        raise LabelError(f"The labels {labels} cannot be read: {fault.strerror}.") from fault
    except UnicodeDecodeError as fault:
        raise LabelError(f"The labels {labels} are no text; JSON lines are needed.") from fault
    rows = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise LabelError(f"The labels {labels} are empty; a JSON line for each picture is needed.")
    for number, line in rows:
        try:
            row = json.loads(line)
            cards = tuple(_label(c) for c in row["cards"])
            path = labels.parent / row["image"]
            source = str(row["source"])
        except KeyError as fault:
            missing = f"{labels}, line {number} is no row of labels: {fault} is missing."
            raise LabelError(missing) from fault
        except (ValueError, TypeError, RecursionError) as fault:
            raise LabelError(f"{labels}, line {number} is no row of labels ({fault}).") from fault
        yield Example(str(row["image"]), source, cards, partial(_read, path))


def _label(card: Mapping[str, Any]) -> Label:
    """One card of a row. Raises KeyError, TypeError and ValueError."""
    name, visible = card["label"], card["visible"]
    if name not in (BACK, UNKNOWN) and not is_card(name):
        raise ValueError(f"the label {name!r} is no card")
    if visible not in ("full", "partial"):
        raise ValueError(f"a card is visible 'full' or 'partial', not {visible!r}")
    return Label(name, visible == "full", _box(card["box"]) if card["box"] else None)


def _box(corners: Sequence[Any]) -> Box:
    left, top, right, bottom = (float(value) for value in corners)
    if not (-inf < left < right < inf and -inf < top < bottom < inf):
        raise ValueError(f"the box {corners} is not left, top, right, bottom")
    return left, top, right, bottom


def _read(path: Path) -> Picture:
    return read_picture(path).picture


def judge(eye: Eye, examples: Iterable[Example]) -> Iterator[Judged]:
    """Look at every picture and match what is seen with its labels."""
    for example in examples:
        picture = example.open()
        look = eye.look(picture)
        size = (picture.shape[1], picture.shape[0])
        yield Judged(example, match(example.labels, look.sightings, size))


def groups_of(judged: Judged, result: Result) -> Iterator[tuple[str, str]]:
    """The rows (table, row) in which a label is counted."""
    cover = "full" if result.label.full else "partly"
    yield "source", f"{judged.example.source} / {cover}"
    unseen = judged.example.source not in SEEN_IN_TRAINING
    yield "all", f"{'unseen' if unseen else 'apart'} / {cover}"
    if not result.label.full:
        if result.label.visible is not None:
            step = int(result.label.visible * 5) * 20
            yield "visible share", f"{step:02d}-{step + 20} %"
        return
    card = result.label.card
    side = {BACK: "backs", UNKNOWN: "cards of other games", "JOKER": "jokers"}
    yield "side", side.get(card, "faces")
    if card not in side:
        yield "rank", card[0]
        yield "suit", card[1]
    high = _height(result)
    bound = next((h for h in HEIGHTS if high < h), None)
    yield "card height", f"under {bound} px" if bound else f"{HEIGHTS[-1]} px and more"


def _height(result: Result) -> float:
    """Pixels from the card's top to its bottom, as exactly as they are known."""
    label = result.label
    if label.quad is not None:
        return quads.height(label.quad)
    if result.sighting is not None:
        return quads.height(result.sighting.quad)
    if label.box is not None:
        return max(label.box[2] - label.box[0], label.box[3] - label.box[1])
    return 0.0


@dataclass
class Report:
    """Everything that the benchmark counts."""

    tables: dict[str, dict[str, Tally]] = field(default_factory=dict)
    named: Counter[str] = field(default_factory=Counter)
    """How often each card of the 52 was given a name."""
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    corner_errors: list[float] = field(default_factory=list)
    """Largest distance of a corner from the truth, in card heights, of fully visible cards."""
    confidences: list[tuple[float, bool]] = field(default_factory=list)
    """Of every face that was seen: the surest name's probability, and whether it was right."""

    def add(self, judged: Judged) -> None:
        """Count one picture."""
        source = judged.example.source
        for result in judged.matched.results:
            for table, row in groups_of(judged, result):
                self._tally(table, row).add(result)
            if counts_as_named(result):
                self.named[result.label.card] += 1
            if counts_as_named(result) and result.outcome == "wrong" and result.sighting:
                self.confusions[result.label.card, result.sighting.card] += 1
            if result.sighting and result.sighting.names:
                name, share = next(iter(result.sighting.names.items()))
                self.confidences.append((share, name == result.label.card))
            if result.label.full and result.label.quad is not None and result.sighting:
                self.corner_errors.append(_corner_error(result.label.quad, result.sighting.quad))
        whole = self._tally("pictures", source)
        whole.pictures += 1
        for sighting in judged.matched.false:
            if sighting.names:
                self.confidences.append((next(iter(sighting.names.values())), False))
            if sighting.card in (UNKNOWN, BACK):
                whole.false_other += 1
            else:
                whole.false_named += 1

    def _tally(self, table: str, row: str) -> Tally:
        return self.tables.setdefault(table, {}).setdefault(row, Tally())

    def as_json(self) -> dict[str, Any]:
        """The whole report."""
        errors = sorted(self.corner_errors)
        return {
            "tables": {
                name: {row: tally.as_json() for row, tally in sorted(rows.items())}
                for name, rows in self.tables.items()
            },
            "confusions": [[*pair, count] for pair, count in self.confusions.most_common()],
            "look-alikes": [
                {"card": one, "said": other, **share.as_json()}
                for one, other, share in taken_for(self.named, self.confusions)
            ],
            "risk": [
                {"sure": sure, "named": named.as_json(), "wrong": wrong.as_json()}
                for sure, named, wrong in self.risk()
            ],
            "corner_error": {
                "cards": len(errors),
                "median": errors[len(errors) // 2] if errors else None,
                "p95": errors[int(len(errors) * 0.95)] if errors else None,
            },
        }

    def risk(self) -> Iterator[tuple[float, Share, Share]]:
        """For each threshold: the share of the faces that are named, and of those the wrong ones.

        Faces are all that were seen, those included where no card lies (risk and coverage, El-Yaniv
        and Wiener, 2010).
        """
        for sure in THRESHOLDS:
            named = [right for share, right in self.confidences if share >= sure]
            wrong = sum(not right for right in named)
            yield sure, Share(len(named), len(self.confidences)), Share(wrong, len(named))

    def lines(self) -> Iterator[str]:
        """The report as a table to read."""
        for table, rows in self.tables.items():
            if table == "pictures":
                yield f"\n{'by source':34s} pictures  false cards with a name / without"
                for row, tally in sorted(rows.items()):
                    false = f"{tally.false_named} / {tally.false_other}"
                    yield f"{row:34s} {tally.pictures:8d}  {false}"
                continue
            yield (
                f"\n{'by ' + table:34s} {'cards':>5s}  {'named right':31s} "
                f"{'wrong, of those named':28s} unknown missed"
            )
            for row, tally in sorted(rows.items()):
                yield (
                    f"{row:34s} {tally.labels:5d}  {tally.right()!s:31s} {tally.wrong()!s:28s} "
                    f"{tally.outcomes['unknown']:7d} {tally.outcomes['missed']:6d}"
                )
        if self.confusions:
            listed = ", ".join(f"{a} as {b} ({n})" for (a, b), n in self.confusions.most_common(30))
            yield f"\nconfused: {listed}"
        if self.named:
            yield "\nlook-alikes taken for each other, of those named"
            for one, other, share in taken_for(self.named, self.confusions):
                yield f"{one} as {other:29s} {share}"
        if self.confidences:
            yield f"\n{'named from this probability on':34s} {'of the faces seen':28s} wrong"
            for sure, named, wrong in self.risk():
                yield f"{sure:<34.3f} {named!s:28s} {wrong}"
        if self.corner_errors:
            errors = sorted(self.corner_errors)
            middle, high = errors[len(errors) // 2], errors[int(len(errors) * 0.95)]
            yield (
                f"\ncorners of fully visible cards: median {100 * middle:.1f} %, "
                f"95th percentile {100 * high:.1f} % of the card's height"
            )


def _corner_error(truth: quads.Quad, seen: quads.Quad) -> float:
    """Largest corner distance, in card heights; a card may be read from either end."""
    size = max(quads.height(truth), 1e-6)
    return min(
        float(((truth - quads.turned(seen, k)) ** 2).sum(axis=1).max() ** 0.5) / size
        for k in (0, 2)
    )
