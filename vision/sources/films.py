"""Film files and folders of pictures: every frame, in film time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Frame
from vision.pictures import PictureError, read_picture
from vision.sources.source import SourceError

PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
#: Pictures a second that a folder stands for: a slow film, since nobody sorts more by hand.
FOLDER_RATE = 5.0


class Film:
    """A video file."""

    live = False

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise SourceError(f"There is no file {path}.")
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise SourceError(f"{path} is no film that can be read here; MP4 and AVI can.")
        self.rate = float(self._capture.get(cv2.CAP_PROP_FPS)) or 25.0
        self.wide = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        self.high = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))

    def __iter__(self) -> Iterator[Frame]:
        """Every frame with its own time stamp, so that films of uneven rate keep their time."""
        number, last = 0, -1.0
        while self._capture.isOpened():
            done, picture = self._capture.read()
            if not done:
                break
            at = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
            if at <= last:
                at = last + 1 / self.rate if number else 0.0
            last = at
            yield Frame(np.asarray(picture, np.uint8), at, number)
            number += 1
        if number == 0:
            raise SourceError(f"{self.path} holds no picture that can be read.")

    def describe(self) -> str:
        """Name, size and rate."""
        return f"film {self.path.name} ({self.wide} x {self.high}, {self.rate:g} pictures a second)"

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()


class Folder:
    """A folder of pictures, in the order of their names (`img2` before `img10`)."""

    live = False

    def __init__(self, path: str | Path, rate: float = FOLDER_RATE) -> None:
        self.path = Path(path)
        self.rate = rate
        self.pictures = sorted(
            (p for p in self.path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES), key=_natural
        )
        if not self.pictures:
            raise SourceError(f"There are no pictures in the folder {path}.")
        self.skipped: list[str] = []
        """Why pictures were left out, a sentence each."""
        self._closed = False

    def __iter__(self) -> Iterator[Frame]:
        """A frame for each picture; those that cannot be read are left out."""
        for number, path in enumerate(self.pictures):
            if self._closed:
                return
            try:
                picture = read_picture(path).picture
            except PictureError as fault:
                self.skipped.append(str(fault))
                continue
            yield Frame(picture, number / self.rate, number)
        if len(self.skipped) == len(self.pictures):
            raise SourceError(f"No picture in {self.path} can be read: {self.skipped[0]}")

    def describe(self) -> str:
        """Name and number of pictures."""
        return f"folder {self.path.name} ({len(self.pictures)} pictures)"

    def close(self) -> None:
        """Stop giving pictures."""
        self._closed = True


def _natural(path: Path) -> list[tuple[int, str]]:
    """Digits compare as numbers."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]
