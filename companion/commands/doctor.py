"""`companion doctor`: what works on this machine and what does not, in plain words."""

from __future__ import annotations

import platform
import re
import shutil
import ssl
import tempfile
from collections.abc import Iterator
from http.client import HTTPException
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import chain
from pathlib import Path
from urllib.request import urlopen

import click
import numpy as np

from companion.data_folder import data_folder
from companion.errors import FAILED, PlainError

PACKAGE = "card-table-companion"
SEEING = ("numpy", "opencv-python", "openvino")
"""Their versions are told one by one: what the camera sees depends on them most."""
SLOW_MS = 1000.0
"""From here on the camera's pictures are looked at less than once a second."""

LITTLE_SPACE = 500_000_000
"""Bytes; an evening's log and pictures take some 50 MB."""


@click.command()
def command() -> None:
    """Check cameras, models, the data folder, disk, port, certificate and versions.

    Ends with status 1 where something is broken; a table without a camera is not, nor is a port
    that somebody else uses.
    """
    broken = False
    for good, words in chain(_versions(), _models(), _folder()):
        broken |= not good
        click.echo(f"{'ok ' if good else 'NO '} {words}")
    for good, words in chain(_port(), _network(), _certificate(), _cameras()):
        click.echo(f"{'ok ' if good else 'NO '} {words}")
    if broken:
        raise click.exceptions.Exit(FAILED)


def _versions() -> Iterator[tuple[bool, str]]:
    system = f"{platform.system()} {platform.machine()}"
    yield True, f"This is Python {platform.python_version()} on {system}."
    try:
        yield True, f"The companion is version {version(PACKAGE)}."
        wanted = dict(_required())
    except PackageNotFoundError:
        yield False, "The companion is not installed, only its files are here: pip install ."
        return
    there = 0
    for package, bounds in wanted.items():
        try:
            found = version(package)
        except PackageNotFoundError:
            yield False, f"{package} is not installed; install the companion again (pip install .)."
            continue
        if not within(found, bounds):
            asked = f"{package} is version {found}, and {bounds} is needed"
            yield False, f"{asked}; install the companion again (pip install .)."
            continue
        there += 1
        if package in SEEING:
            yield True, f"{package} {found} is installed."
    if there == len(wanted):
        yield True, f"All {there} packages that the companion needs are installed."
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


def _required() -> Iterator[tuple[str, str]]:
    """What the companion needs at run time: package and version bounds, like `<6,>=4.10`."""
    for line in requires(PACKAGE) or ():
        found = re.fullmatch(r"([\w.-]+?)\s*([<>=!~][^;]*)?", line)
        if found is not None:  # With a `;` it is an extra's.
            yield found[1], (found[2] or "").strip()


def within(found: str, bounds: str) -> bool:
    """Whether a version lies within bounds like `<6,>=4.10`; other bounds are not looked at."""
    for sign, bound in re.findall(r"(<|>=)([\d.]+)", bounds):
        have, want = _numbers(found), _numbers(bound)
        if (have < want) != (sign == "<"):
            return False
    return True


def _numbers(text: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", text)[:4]]


def _models() -> Iterator[tuple[bool, str]]:
    from vision.eye import Eye
    from vision.weights import ModelError

    empty = np.full((1080, 1920, 3), 90, np.uint8)
    try:
        eye = Eye.load()
        eye.look(empty)  # The first look takes longer than all others.
        look = eye.look(empty)
    except ModelError as fault:
        yield False, str(fault)
        return
    took = look.detect_ms + look.recognise_ms
    yield True, f"The networks that read the cards work: a look at the table takes {took:.0f} ms."
    if took > SLOW_MS:
        yield False, "That is slow: cards may be read seconds late. Close other programs."


def _cameras() -> Iterator[tuple[bool, str]]:
    from vision.sources import SourceError, cameras
    from vision.sources.cameras import Webcam

    found = cameras()
    for camera in found:
        try:
            opened = Webcam(camera.number)
        except SourceError as fault:
            yield False, f"Camera {camera.words}: {fault} Perhaps another program uses it."
            continue
        gives = opened.describe().partition("(")[2].rstrip(")")
        opened.close()
        use = f"companion serve --source {camera.number}"
        yield True, f"Camera {camera.words} gives {gives}: {use}."
    if found:
        return
    if any(Path("/dev").glob("video*")):
        yield (
            False,
            "There are cameras that you may not use: have yourself added to the group `video` "
            "(sudo usermod -aG video YOUR-NAME), and log in again.",
        )
    else:
        yield (
            False,
            "No camera is connected. Without one plays are entered by hand, or a phone films the "
            "table: companion serve --host 0.0.0.0, then choose the phone on the set-up page.",
        )


def _folder() -> Iterator[tuple[bool, str]]:
    try:
        folder = data_folder()
        with tempfile.TemporaryFile(dir=folder):
            pass
    except PlainError as fault:
        yield False, str(fault)
        return
    except OSError as fault:
        yield (
            False,
            f"Nothing can be written to {folder} ({fault.strerror}): give it write permission, or "
            "name another folder with --data DIR.",
        )
        return
    yield True, f"Games are kept in {folder}."
    free = shutil.disk_usage(folder).free
    room = f"{free / 1e9:.1f} GB are free on its disk"
    if free < LITTLE_SPACE:
        yield False, f"Only {room}: make room before the evening."
    else:
        yield True, f"{room}."


def _port() -> Iterator[tuple[bool, str]]:
    from companion.commands.serve import PORT
    from companion.web.server import try_address

    for port, what in ((PORT, "the pages"), (PORT + 1, "the encrypted pages that phones need")):
        try:
            try_address("0.0.0.0", port)
        except PlainError:
            if _is_companion(port):
                yield True, f"A companion is running on port {port}."
            else:
                other = "companion serve --port 9000, say"
                yield False, f"Port {port}, for {what}, is in use; choose another: {other}."
        else:
            yield True, f"Port {port}, for {what}, is free."


def _network() -> Iterator[tuple[bool, str]]:
    from companion.web.server import address_in_lan

    address = address_in_lan()
    if address is None:
        yield False, "This machine is in no network: phones and other screens cannot join."
    else:
        asked = "companion serve --host 0.0.0.0"
        yield True, f"Phones in the same network can reach this machine at {address}: {asked}."


def _is_companion(port: int) -> bool:
    """Whether one of ours answers there; one that asks for a code answers as well."""
    for scheme in ("http", "https"):
        try:
            with urlopen(
                f"{scheme}://127.0.0.1:{port}/licence", timeout=2, context=_no_questions()
            ) as answer:
                return b"AFFERO" in answer.read(4000)
        except (OSError, HTTPException):
            continue
    return False


def _no_questions() -> ssl.SSLContext:
    """Our own certificate on our own machine needs no proof for this question."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _certificate() -> Iterator[tuple[bool, str]]:
    from companion.certificate import kept

    try:
        found = kept(data_folder())
    except (OSError, PlainError):
        yield (
            False,
            "The certificate of the encrypted pages cannot be read: delete certificate.pem and "
            "certificate-key.pem in the data folder, and a new one is made.",
        )
        return
    if found is None:
        asked = "companion serve --host 0.0.0.0"
        yield True, f"The certificate that phones need is made at the first start of {asked}."
        return
    until = found.until.date().isoformat()
    yield True, f"The certificate that phones need is valid until {until} and renewed by itself."
    yield True, f"Its fingerprint is {found.fingerprint}."
