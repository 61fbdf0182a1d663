"""`companion simulate`: a record becomes a film of a table, with the truth about it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2

from companion.errors import USAGE, PlainError
from companion.record import read

if TYPE_CHECKING:
    from companion_datasets.simulator import SimulatedTable

#: OpenCV's wheels can decode H.264 but only encode MPEG-4 part 2.
CODEC = "mp4v"


class Size(click.ParamType[tuple[int, int]]):
    """A picture size such as 1280x720."""

    name = "WIDTHxHEIGHT"

    def convert(
        self,
        value: str | tuple[int, int],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int, int]:
        """Two even numbers between 64 and 7680."""
        if isinstance(value, tuple):
            return value
        wide, _, high = value.partition("x")
        if not (wide.isdigit() and high.isdigit()):
            self.fail(f"{value!r} is no picture size; write it like 1280x720.", param, ctx)
        size = int(wide), int(high)
        if not all(64 <= side <= 7680 and side % 2 == 0 for side in size):
            self.fail("both sides must be even and between 64 and 7680 pixels.", param, ctx)
        return size


def _a_number(
    _context: click.Context, _option: click.Parameter, value: float | None
) -> float | None:
    """`nan` is in no range and out of none."""
    if value is not None and math.isnan(value):
        raise click.BadParameter("nan is no number that can be used.")
    return value


@click.command()
@click.argument("record", type=click.Path())
@click.option("--out", type=click.Path(), required=True, help="The film, an MP4 file.")
@click.option("--truth", type=click.Path(), help="Also write what truly happens, as JSON lines.")
@click.option("--table", type=click.Path(), help="Also write the table's corners and seats (TOML).")
@click.option("--deck", default="english", show_default=True, help="The deck to play with.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--conditions",
    type=click.Choice(["easy", "normal", "hard"]),
    default="normal",
    show_default=True,
    help="How well the camera sees.",
)
@click.option("--size", type=Size(), help="Size of the pictures; drawn from the seed if left out.")
@click.option(
    "--fps",
    type=click.FloatRange(1, 120),
    callback=_a_number,
    help="Frames a second; drawn from the seed if left out.",
)
def command(
    record: str,
    out: str,
    truth: str | None,
    table: str | None,
    deck: str,
    seed: int,
    conditions: str,
    size: tuple[int, int] | None,
    fps: float | None,
) -> None:
    """Render RECORD, a game told in YAML or JSON, as a film of a table with hands.

    The same record, deck, seed and conditions give the same film. Events that have no picture
    (announcements, passes) stand in the truth file as clicks at their time.
    """
    from companion_datasets.decks.load import DeckError
    from companion_datasets.simulator import SimulatedTable

    try:
        film = SimulatedTable(read(record), deck, seed, conditions, size=size, fps=fps)
    except DeckError as fault:
        raise PlainError(f"{str(fault)[:1].upper()}{str(fault)[1:]}.", USAGE) from None
    except ValueError as fault:
        raise PlainError(f"{record}: {fault}.", USAGE) from None
    if truth is not None:
        _write(Path(truth), "".join(line + "\n" for line in _truth_lines(film)))
    if table is not None:
        from vision.table import table_toml

        _write(Path(table), table_toml(film.table))
    _write_film(film, Path(out))


def _truth_lines(film: SimulatedTable) -> list[str]:
    """The true events and the clicks in order of time, a JSON object each."""
    timed = [(event.at, event.to_json()) for event in film.truth]
    timed += [
        (
            click_.at,
            {
                "at": round(click_.at, 3),
                "event": "click",
                "move": dict(click_.event),
                "number": click_.number,
            },
        )
        for click_ in film.clicks
    ]
    return [json.dumps(line) for _, line in sorted(timed, key=lambda pair: pair[0])]


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise PlainError(f"{path} cannot be written: {fault.strerror}.") from None


def _write_film(film: SimulatedTable, path: Path) -> None:
    """Write the pictures, showing how far it is. A film that is not finished is not left behind."""
    if path.suffix.lower() != ".mp4":
        raise PlainError(f"{path}: films are written as MP4; give a name that ends in .mp4.", USAGE)
    if not path.parent.is_dir():
        raise PlainError(f"{path} cannot be written: there is no folder {path.parent}.")
    partial = path.with_name(f".{path.stem}.partial.mp4")
    writer = cv2.VideoWriter(str(partial), cv2.VideoWriter.fourcc(*CODEC), film.fps, film.size)
    if not writer.isOpened():
        raise PlainError(f"{path} cannot be written: the folder takes no file, or OpenCV no film.")
    try:
        with click.progressbar(
            film, length=len(film), label=f"{path.name} ({film.duration:.0f} s)"
        ) as frames:
            for frame in frames:
                writer.write(frame.picture)
        writer.release()
        if not partial.exists() or partial.stat().st_size < 1000:
            raise PlainError(f"{path} could not be written; is the disk full?")
        partial.replace(path)
    finally:
        writer.release()
        partial.unlink(missing_ok=True)
