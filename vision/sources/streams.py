"""Streams of pictures from the network: RTSP, HTTP."""

from __future__ import annotations

import re

import cv2
import numpy as np

from vision.frame import Picture
from vision.sources.source import SourceError

#: Milliseconds for opening, and for each picture.
OPEN_LIMIT, READ_LIMIT = 8000, 5000


def without_password(address: str) -> str:
    """The address as it may be shown."""
    return re.sub(r"//[^/@]*@", "//", address)


class Stream:
    """An opened network stream."""

    def __init__(self, address: str) -> None:
        self.address = address
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            OPEN_LIMIT,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            READ_LIMIT,
        ]
        self._capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            raise SourceError(
                f"Nothing that can be shown comes from {without_password(address)}; "
                "is the address right and the camera on?"
            )

    def read(self) -> Picture | None:
        """The next picture, or None when the stream has ended or hangs."""
        done, picture = self._capture.read()
        return np.asarray(picture, np.uint8) if done else None

    def describe(self) -> str:
        """Address without password, and size."""
        wide = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        high = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        return f"{without_password(self.address)} ({wide} x {high})"

    def close(self) -> None:
        """Let go of the connection."""
        self._capture.release()
