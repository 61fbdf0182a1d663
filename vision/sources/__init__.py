"""Where pictures come from: webcams, films, folders, network streams, and what others register."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import cv2

from vision.sources.cameras import BACKENDS, Camera, Webcam, cameras
from vision.sources.films import Film, Folder
from vision.sources.live import Device, Newest, Reader
from vision.sources.phones import Phone
from vision.sources.source import Source, SourceError, SourceState
from vision.sources.streams import Stream, without_password

__all__ = [
    "Camera",
    "Newest",
    "Phone",
    "Source",
    "SourceError",
    "SourceState",
    "cameras",
    "open_source",
    "register",
]

# The decoders' own messages go to the terminal otherwise; ours say what to do.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
# OpenCV 4 has it here, OpenCV 5 there; 0 is silence in both.
_set_level = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
_set_level(0)

KINDS = (
    "a camera's number (0), its device path, a film, a folder of pictures, "
    "or an address (rtsp://…, http://…)"
)
_openers: dict[str, Callable[[str], Source]] = {}


def register(prefix: str, opener: Callable[[str], Source]) -> None:
    """Let `prefix:REST` be opened by `opener(REST)`; the simulator is hooked in so."""
    _openers[prefix] = opener


def open_source(text: str) -> Source:
    """The source that `text` names. Raises SourceError with one plain sentence."""
    text = text.strip()
    prefix, colon, rest = text.partition(":")
    if colon and prefix in _openers:
        return _openers[prefix](rest)
    if not text:
        raise SourceError(f"Name a source: {KINDS}.")
    path = Path(text).expanduser()
    if text == "auto" or text.startswith("/dev/") or (text[0].isdigit() and not path.exists()):
        return _camera(text)
    if re.match(r"[a-z][a-z0-9+.-]*://", text):
        name = without_password(text)
        return Reader(name, Stream(text), lambda: Stream(text))
    if not path.exists():
        raise SourceError(f"There is no source {text!r}; a source is {KINDS}.")
    return Folder(path) if path.is_dir() else Film(path)


def _camera(text: str) -> Source:
    if text == "auto":
        return _any_webcam()
    if text.startswith("/dev/"):
        return _device(text)
    number = re.fullmatch(r"(\d+)(?:@(\w+))?", text)
    if number is None:
        raise SourceError(f"There is no source {text!r}; a source is {KINDS}.")
    return _webcam(int(number[1]), number[2])


def _webcam(number: int, backend: str | None) -> Source:
    if backend is not None and backend.lower() not in BACKENDS:
        raise SourceError(f"There is no camera backend {backend!r}; try {', '.join(BACKENDS)}.")
    backends = (backend.lower(),) if backend else ()
    listed = cameras() if sys.platform == "linux" else []
    wanted = next((camera for camera in listed if camera.number == number), None)
    if sys.platform == "linux" and wanted is None:
        raise SourceError(f"There is no camera {number}. {_usable(listed)}")
    try:
        device = Webcam(number, backends)
    except SourceError as fault:
        raise SourceError(f"{fault} {_usable(listed or cameras())}") from None
    name = f"camera {wanted.words if wanted else number}"
    return Reader(name, device, lambda: _same_webcam(name, wanted, backends))


def _same_webcam(name: str, wanted: Camera | None, backends: tuple[str, ...]) -> Device:
    """Open the camera that was lost, under whatever number it has now, and no other."""
    if wanted is None or not wanted.socket:
        raise SourceError(f"{name} is lost; connect it and choose it again.")
    for camera in cameras():
        if (camera.name, camera.socket) == (wanted.name, wanted.socket):
            return Webcam(camera.number, backends)
    raise SourceError(f"{name} is lost; connect it to the same socket again.")


def _any_webcam() -> Source:
    listed = cameras()
    for camera in listed:
        try:
            return _webcam(camera.number, None)
        except SourceError:
            continue
    raise SourceError(f"No camera can be opened. {_usable(listed)}")


def _device(text: str) -> Source:
    # A stable name (/dev/v4l/by-id/…) is a link to the number that the camera has today.
    number = re.fullmatch(r"video(\d+)", Path(os.path.realpath(text)).name)
    if number is None:
        raise SourceError(f"There is no camera {text}. {_usable(cameras())}")
    return _webcam(int(number[1]), None)


def _usable(listed: list[Camera]) -> str:
    if not listed:
        return "No camera is connected, or you may not use it."
    return f"Usable cameras: {', '.join(camera.words for camera in listed)}."
