"""The program's own source and licence, as the AGPL asks of a program used over a network."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from flask import Blueprint, Response, abort

import companion
import vision

blueprint = Blueprint("source", __name__)

_PACKAGE = "card-table-companion"
_TOP_LEVEL = ("pyproject.toml", "setup.py", "Makefile", "README.md", "CONTRIBUTING.md", "LICENSE")
_LEFT_OUT = frozenset({"__pycache__"})


def program_version() -> str:
    """The version that is running."""
    try:
        return version(_PACKAGE)
    except PackageNotFoundError:
        return "0"


def _licence_text() -> str | None:
    beside = Path(companion.__file__).parents[1] / "LICENSE"
    if beside.exists():
        return beside.read_text(encoding="utf-8")
    try:
        return distribution(_PACKAGE).read_text("licenses/LICENSE")
    except PackageNotFoundError:
        return None


@lru_cache(maxsize=1)
def _zipped() -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for package in (companion, vision):
            folder = Path(package.__file__ or "").parent
            for file in sorted(folder.rglob("*")):
                if file.is_file() and not _LEFT_OUT & set(file.parts):
                    packed.write(file, Path(folder.name) / file.relative_to(folder))
        root = Path(companion.__file__).parents[1]
        # Beside an installed package lie other people's files; only a checkout's are ours.
        in_checkout = (root / "pyproject.toml").exists()
        for name in _TOP_LEVEL if in_checkout else ():
            if (root / name).exists():
                packed.write(root / name, name)
    return archive.getvalue()


@blueprint.get("/source.zip")
def source() -> Response:
    """The source of the program that is running, whether it was changed or not."""
    name = f"{_PACKAGE}-{program_version()}.zip"
    return Response(
        _zipped(),
        mimetype="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@blueprint.get("/licence")
def licence() -> Response:
    """The licence's text."""
    text = _licence_text()
    if text is None:
        abort(404)
    return Response(text, mimetype="text/plain")
