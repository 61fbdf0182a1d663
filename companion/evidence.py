"""Evidence pictures: small JPEGs of cards, named by their content, deleted after some days."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

_ID = re.compile(r"[0-9a-f]{64}")


class EvidenceFolder:
    """Pictures as files `ab/abcdef….jpg`, named by the SHA-256 of what is in them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._there = {path.stem for path in folder.glob("??/*.jpg")} if folder.is_dir() else set()

    def keep(self, jpeg: bytes) -> str:
        """Write a picture to the disk for good and return its id. Raises OSError."""
        name = hashlib.sha256(jpeg).hexdigest()
        path = self._path(name)
        if path.exists():
            # Seen again: its days count from now.
            os.utime(path)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, unfinished = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(jpeg)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(unfinished, path)
            except BaseException:
                Path(unfinished).unlink(missing_ok=True)
                raise
        self._there.add(name)
        return name

    def read(self, name: str) -> bytes | None:
        """The picture of that id; None if there is none (any more), or the id is none."""
        if not _ID.fullmatch(name):
            return None
        try:
            return self._path(name).read_bytes()
        except OSError:
            return None

    def has(self, name: str | None) -> bool:
        """Whether the picture is still there, without asking the disk."""
        return name in self._there

    def forget(self, days: float, now: datetime) -> int:
        """Delete the pictures older than that many days; how many were deleted."""
        oldest = (now - timedelta(days=days)).timestamp()
        deleted = 0
        for path in list(self._folder.glob("??/*")):
            try:
                if path.stat().st_mtime < oldest:
                    path.unlink()
                    self._there.discard(path.stem)
                    deleted += 1
            except OSError:
                continue  # Held open by somebody (Windows): the next turn gets it.
        return deleted

    def _path(self, name: str) -> Path:
        return self._folder / name[:2] / f"{name}.jpg"
