"""`companion bench memory`: whether watching needs more memory the longer it lasts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from companion.commands._new_file import NewFile
from companion.commands.simulate import Size
from companion.errors import PlainError


@click.command("memory")
@click.option(
    "--minutes", default=20.0, show_default=True, type=click.FloatRange(6), help="Of the film."
)
@click.option("--size", type=Size(), help="Size of the pictures; drawn from the seed if left out.")
@click.option(
    "--knowing-eye",
    is_flag=True,
    help="Take the truth instead of the networks: measures all that is behind the eye.",
)
@click.option("--json", "json_file", type=NewFile(), help="Write the samples there.")
def command(
    minutes: float, size: tuple[int, int] | None, knowing_eye: bool, json_file: Path | None
) -> None:
    """How much more memory watching needs the longer it lasts: a film at full speed."""
    from companion_datasets.benchmarks import memory as measure
    from companion_datasets.simulator.knowing_eye import KnowingEye
    from vision.eye import Eye
    from vision.weights import ModelError

    try:
        measure.resident()
    except OSError:
        raise PlainError("Memory is measured on Linux only.") from None
    try:
        eye = None if knowing_eye else Eye.load()
    except ModelError as fault:
        raise PlainError(str(fault)) from fault
    with click.progressbar(length=1000, label="film", file=sys.stderr) as bar:
        found = measure.measure(
            minutes,
            lambda film: eye or KnowingEye(film),
            size=size,
            progress=lambda share: bar.update(int(share * 1000) - bar.pos),
        )
    click.echo(found.line())
    if json_file is not None:
        json_file.write_text(json.dumps(found.as_json()) + "\n", encoding="utf-8")
