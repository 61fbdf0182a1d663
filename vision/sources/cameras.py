"""Webcams: which there are, and opening exactly the one that was asked for.

On Linux a camera is known by its name and the socket it is plugged into (Video4Linux's `card` and
`bus_info`), so that after a loss the same one is found again under whatever number, and no other.
"""

from __future__ import annotations

import re
import struct
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Picture
from vision.sources.source import SourceError

#: What is asked of a camera; what it really gives is read back.
WISHED_WIDE, WISHED_HIGH, WISHED_RATE = 1920, 1080, 30
#: Seconds a camera has to open and to give its first picture.
OPENS_WITHIN = 10.0
#: Numbers tried where the system does not list its cameras.
TRIED_NUMBERS = 5

BACKENDS = {
    "v4l2": cv2.CAP_V4L2,
    "dshow": cv2.CAP_DSHOW,
    "msmf": cv2.CAP_MSMF,
    "avfoundation": cv2.CAP_AVFOUNDATION,
    "any": cv2.CAP_ANY,
}
SYSTEM_BACKENDS = {
    "linux": ("v4l2", "any"),
    "win32": ("msmf", "dshow", "any"),
    "darwin": ("avfoundation", "any"),
}
#: ioctl VIDIOC_QUERYCAP and the bit that tells a camera from its metadata node (videodev2.h).
QUERYCAP, CAPTURE = 0x80685600, 0x1


@dataclass(frozen=True)
class Camera:
    """A camera that the system knows."""

    number: int
    name: str
    socket: str
    """Where it is plugged in; empty where the system does not say."""

    @property
    def words(self) -> str:
        """For lists that people read."""
        return f"{self.number} ({self.name})" if self.name else str(self.number)


def cameras(folder: Path = Path("/dev")) -> list[Camera]:
    """The cameras that can be opened."""
    if sys.platform == "linux":
        paths = sorted(folder.glob("video*"), key=lambda p: int(re.sub(r"\D", "", p.name) or 0))
        return [camera for path in paths if (camera := _asked(path)) is not None]
    found = []
    for number in range(TRIED_NUMBERS):
        try:
            Webcam(number, ()).close()
        except SourceError:
            continue
        found.append(Camera(number, "", ""))
    return found


def _asked(path: Path) -> Camera | None:
    import fcntl

    number = re.fullmatch(r"video(\d+)", path.name)
    if number is None:
        return None
    try:
        with path.open("rb", buffering=0) as device:
            answer = fcntl.ioctl(device, QUERYCAP, bytes(104))
    except OSError:
        return None
    _driver, card, socket, _version, _all, can = struct.unpack("16s32s32sIII12x", answer)
    if not can & CAPTURE:
        return None
    return Camera(int(number[1]), _text(card), _text(socket))


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode("utf-8", "replace")


class Webcam:
    """An opened camera."""

    def __init__(self, number: int, backends: tuple[str, ...] = ()) -> None:
        """Open camera `number`. Raises SourceError, naming the cameras that there are."""
        self.number = number
        failed = []
        for backend in backends or SYSTEM_BACKENDS.get(sys.platform, ("any",)):
            capture = _opened_in_time(number, BACKENDS[backend])
            if capture is not None:
                self._capture, self.backend = capture, backend
                return
            failed.append(backend)
        raise SourceError(f"Camera {number} cannot be opened (tried {', '.join(failed)}).")

    def read(self) -> Picture | None:
        """The next picture, or None."""
        done, picture = self._capture.read()
        return np.asarray(picture, np.uint8) if done else None

    def describe(self) -> str:
        """What the camera really gives."""
        get = self._capture.get
        code = struct.pack("<I", int(get(cv2.CAP_PROP_FOURCC)) & 0xFFFFFFFF)
        kind = code.decode("ascii", "replace").strip("\0 ") or "unknown format"
        wide, high = int(get(cv2.CAP_PROP_FRAME_WIDTH)), int(get(cv2.CAP_PROP_FRAME_HEIGHT))
        rate = get(cv2.CAP_PROP_FPS)
        return (
            f"camera {self.number} ({wide} x {high}, {rate:g} pictures a second, {kind}, "
            f"by {self.backend})"
        )

    def close(self) -> None:
        """Let go of the camera."""
        self._capture.release()


def _opened_in_time(number: int, backend: int) -> cv2.VideoCapture | None:
    """The opened camera that gave a picture, or None; never waits longer than OPENS_WITHIN."""
    answer: list[cv2.VideoCapture] = []
    given_up = threading.Event()

    def attempt() -> None:
        capture = cv2.VideoCapture(number, backend)
        if capture.isOpened():
            # MJPG before the size: uncompressed pictures fill the cable, HD falls to 10 a second.
            capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WISHED_WIDE)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WISHED_HIGH)
            capture.set(cv2.CAP_PROP_FPS, WISHED_RATE)
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if capture.isOpened() and capture.read()[0] and not given_up.is_set():
            answer.append(capture)
        else:
            capture.release()

    thread = threading.Thread(target=attempt, name=f"opens camera {number}", daemon=True)
    thread.start()
    thread.join(OPENS_WITHIN)
    if not answer:
        given_up.set()
    return answer[0] if answer else None
