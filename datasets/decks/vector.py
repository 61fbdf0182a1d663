"""From drawings and pictures of decks to card pictures that end at the card's edge."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from .canvas import HEIGHT, Art, application, straight

_ROUGH = 900
"""Height at which drawings are rendered before they are trimmed and scaled to HEIGHT."""

Premultiplied = NDArray[np.float32]
"""(h, w, 4) red-green-blue-alpha of 255, colours multiplied with alpha."""


def _premultiplied(art: Art) -> Premultiplied:
    picture = art.astype(np.float32)
    picture[..., :3] *= picture[..., 3:] / 255
    return picture


def _decoded(data: NDArray[np.uint8], what: str) -> Premultiplied:
    picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3:
        raise ValueError(f"{what} cannot be read as a picture")
    order = cv2.COLOR_BGRA2RGBA if picture.shape[2] == 4 else cv2.COLOR_BGR2RGBA
    return _premultiplied(cast(Art, cv2.cvtColor(picture, order)))


def trimmed(picture: Premultiplied, what: str) -> Art:
    """The card alone, HEIGHT high: margins and drop shadows cut off, outside transparent."""
    solid = picture[..., 3] >= 200
    rows = np.flatnonzero(solid.mean(1) > 0.3)
    columns = np.flatnonzero(solid.mean(0) > 0.3)
    if len(rows) < 20 or len(columns) < 20:
        raise ValueError(f"{what} shows no card")
    inner = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    wide = round(inner.shape[1] * HEIGHT / inner.shape[0])
    way = cv2.INTER_AREA if inner.shape[0] > HEIGHT else cv2.INTER_CUBIC
    card = cv2.resize(inner, (wide, HEIGHT), interpolation=way)
    alpha = card[..., 3:]
    colour = card[..., :3] * 255 / np.maximum(alpha, 1)
    # A soft shadow around the card is half transparent at most; the card's own edge is steeper.
    alpha = (alpha - 90) * 255 / 150
    whole = np.concatenate([colour, alpha], 2).clip(0, 255)
    return cast(Art, whole.round().astype(np.uint8))


def on_paper(picture: Premultiplied, radius: float = 0.055) -> Premultiplied:
    """Art that has no card of its own, laid on a white one; `radius` in shares of the width."""
    high, wide = picture.shape[:2]
    mask = np.zeros((high * 4, wide * 4), np.uint8)
    corner = int(radius * wide * 4)
    cv2.rectangle(mask, (corner, 0), (wide * 4 - corner, high * 4), 255, -1)
    cv2.rectangle(mask, (0, corner), (wide * 4, high * 4 - corner), 255, -1)
    for x in (corner, wide * 4 - corner):
        for y in (corner, high * 4 - corner):
            cv2.circle(mask, (x, y), corner, 255, -1)
    small = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)[
        ..., None
    ]
    colour = picture[..., :3] + 255 - picture[..., 3:]
    return np.concatenate([colour * (small / 255), small], 2).astype(np.float32)


def _source(file: Path) -> bytes:
    data = file.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


class ElementSheet:
    """A drawing of a whole deck in which every card is an element with an id."""

    def __init__(self, file: Path) -> None:
        application()
        self._renderer = QSvgRenderer(str(file))
        if not self._renderer.isValid():
            raise ValueError(f"{file} is no drawing that can be read")

    def has(self, element: str) -> bool:
        """Whether there is an element of that id."""
        return bool(self._renderer.elementExists(element))

    def card(self, element: str) -> Art:
        """The card of that id."""
        box = self._renderer.boundsOnElement(element)
        wide = max(8, round(box.width() * _ROUGH / max(box.height(), 1e-6)))
        pad = 20
        image = QImage(
            wide + 2 * pad, _ROUGH + 2 * pad, QImage.Format.Format_RGBA8888_Premultiplied
        )
        image.fill(QColor(0, 0, 0, 0))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._renderer.render(painter, element, QRectF(pad, pad, wide, _ROUGH))
        painter.end()
        return trimmed(_premultiplied(straight(image)), element)


def rendered(file: Path, height: int = _ROUGH) -> Premultiplied:
    """A whole drawing, `height` pixels high, by librsvg (which knows clip paths)."""
    drawing = _source(file)
    if b"maxi-card" in drawing and b"<style" not in drawing:
        # This card forgot the rule that hides its simple variant for tiny sizes.
        drawing = re.sub(rb"<g>.*?</g>", b"", drawing, count=1)
    command = ["rsvg-convert", "-h", str(height), "--keep-aspect-ratio", "--unlimited"]
    try:
        done = subprocess.run(command, input=drawing, capture_output=True, check=True)
    except FileNotFoundError:
        raise FileNotFoundError(
            "rsvg-convert is missing: install it with apt-get install librsvg2-bin"
        ) from None
    except subprocess.CalledProcessError as failed:
        raise ValueError(f"{file} cannot be rendered: {failed.stderr.decode().strip()}") from None
    return _decoded(np.frombuffer(done.stdout, np.uint8), str(file))


def grid_cell(sheet: Premultiplied, row: int, column: int, what: str) -> Art:
    """The card in one of the 5 x 13 cells of a drawing of a whole deck."""
    high, wide = sheet.shape[0] / 5, sheet.shape[1] / 13
    cell = sheet[
        round(row * high) : round((row + 1) * high),
        round(column * wide) : round((column + 1) * wide),
    ]
    return trimmed(cell, what)


def single(file: Path, photographed: bool = False) -> Art:
    """A card of a file of its own: drawing, scan or photograph."""
    if file.suffix in (".svg", ".svgz"):
        picture = rendered(file)
    else:
        picture = _decoded(np.fromfile(file, np.uint8), str(file))
    flat = bool((picture[..., 3] > 128).mean() < 0.8)
    # A photograph's corners show the table: cut them off.
    if flat or (photographed and bool((picture[..., 3] > 250).all())):
        picture = on_paper(picture, 0.05 if photographed else 0.055)
    return trimmed(picture, str(file))
