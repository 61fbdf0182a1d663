"""`companion detect`: the cards in pictures."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table as Sheet

from companion.errors import FAILED, PlainError
from vision.pictures import PictureError, StillPicture, read_picture
from vision.sighting import Look, Sighting


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(), metavar="IMAGE...")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each picture.")
def command(images: Sequence[str], as_json: bool) -> None:
    """Find and name the cards in each IMAGE.

    Corners are in pixels of the original picture (turned the way its camera tag says), clockwise
    from the card's top left. A picture that cannot be read does not stop the others.
    """
    from vision.eye import Eye
    from vision.weights import ModelError

    try:
        eye = Eye.load()
    except ModelError as fault:
        raise PlainError(str(fault)) from None
    failed = False
    for image in images:
        try:
            still = read_picture(image)
        except PictureError as fault:
            click.echo(str(fault), err=True)
            failed = True
            continue
        look = eye.look(still.picture)
        if as_json:
            click.echo(json.dumps(as_line(image, still, look)))
        else:
            _show(image, still, look)
    if failed:
        sys.exit(FAILED)


def as_line(image: str, still: StillPicture, look: Look) -> dict[str, Any]:
    """What `--json` prints for a picture."""
    return {
        "image": image,
        "width": still.width,
        "height": still.height,
        "cards": [_card(sighting, still.scale) for sighting in look.sightings],
        "ms": {"detect": round(look.detect_ms, 1), "recognise": round(look.recognise_ms, 1)},
    }


def _card(sighting: Sighting, scale: float) -> dict[str, Any]:
    corners = [[round(float(x) * scale, 1), round(float(y) * scale, 1)] for x, y in sighting.quad]
    return {
        "card": sighting.card,
        "confidence": _share(sighting.confidence),
        "corners": corners,
        "candidates": {name: _share(share) for name, share in sighting.names.items()},
    }


def _share(value: float) -> float:
    return round(value, 4) if math.isfinite(value) else 0.0


def _show(image: str, still: StillPicture, look: Look) -> None:
    console = Console(highlight=False)
    took = look.detect_ms + look.recognise_ms
    count = len(look.sightings)
    console.print(
        f"{image}: {still.width} x {still.height}, {count} card{'s' * (count != 1)}, {took:.0f} ms",
        markup=False,
        soft_wrap=True,
    )
    if not count:
        return
    sheet = Sheet("Card", "Sure", "Middle", "Else")
    for sighting in look.sightings:
        x, y = sighting.quad.mean(axis=0) * still.scale
        others = [
            f"{name} {share:.0%}"
            for name, share in sighting.names.items()
            if name != sighting.card and share >= 0.01
        ]
        sheet.add_row(
            sighting.card, f"{sighting.confidence:.0%}", f"{x:.0f}, {y:.0f}", ", ".join(others[:3])
        )
    console.print(sheet)
