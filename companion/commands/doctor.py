"""`companion doctor`: what works on this machine and what does not, in plain words."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click
import numpy as np

from companion.data_folder import data_folder
from companion.errors import FAILED, PlainError

PACKAGES = (
    "card-table-companion",
    "numpy",
    "opencv-python",
    "openvino",
    "pillow",
    "scipy",
    "flask",
    "sqlalchemy",
)


@click.command()
def command() -> None:
    """Check cameras, models, the data folder and versions.

    Ends with status 1 where something is broken; a table without a camera is not.
    """
    broken = False
    for good, words in [*_versions(), *_models(), *_folder()]:
        broken |= not good
        click.echo(f"{'ok ' if good else 'NO '} {words}")
    for good, words in _cameras():
        click.echo(f"{'ok ' if good else 'NO '} {words}")
    if broken:
        raise click.exceptions.Exit(FAILED)


def _versions() -> Iterator[tuple[bool, str]]:
    system = f"{platform.system()} {platform.machine()}"
    yield True, f"Python {platform.python_version()} on {system}."
    for package in PACKAGES:
        try:
            yield True, f"{package} {version(package)}."
        except PackageNotFoundError:
            yield False, f"{package} is not installed; install the companion again."
    try:
        version("opencv-python-headless")
    except PackageNotFoundError:
        return
    yield (
        False,
        (
            "opencv-python-headless is installed beside opencv-python, and one spoils the other: "
            "pip uninstall opencv-python-headless, then install opencv-python again."
        ),
    )


def _models() -> Iterator[tuple[bool, str]]:
    from vision.eye import Eye
    from vision.weights import ModelError

    try:
        look = Eye.load().look(np.full((1080, 1920, 3), 90, np.uint8))
    except ModelError as fault:
        yield False, str(fault)
        return
    took = look.detect_ms + look.recognise_ms
    yield True, f"The models see; an empty table of 1920 x 1080 pixels takes them {took:.0f} ms."


def _cameras() -> Iterator[tuple[bool, str]]:
    from vision.sources import cameras

    found = cameras()
    for camera in found:
        yield True, f"Camera {camera.words} can be used: companion serve --source {camera.number}."
    if found:
        return
    if any(Path("/dev").glob("video*")):
        yield False, "There are cameras that you may not use; join the group `video`."
    else:
        yield False, "No camera is connected. Films, folders and a phone work without one."


def _folder() -> Iterator[tuple[bool, str]]:
    try:
        yield True, f"Games are kept in {data_folder()}."
    except PlainError as fault:
        yield False, str(fault)
