"""The released networks for teaching, loaded when they are first needed."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from threading import RLock

from companion.teaching.attentive import AttentiveEye
from vision.eye import Eye
from vision.frame import Picture
from vision.gallery import Gallery
from vision.likeness import Likeness
from vision.sighting import Look
from vision.taught import Taught


class Sight:
    """An eye that opens late; safe to be used from any thread."""

    def __init__(self, models: Path | None = None, threads: int | None = None) -> None:
        """`models` is the folder of the networks, the released ones by default."""
        self._models = models
        self._threads = threads
        self._lock = RLock()

    @cached_property
    def _eye(self) -> Eye:
        return AttentiveEye.of(Eye.load(self._models, self._threads))

    @cached_property
    def _likeness(self) -> Likeness:
        return Likeness.load(self._models)

    def look(self, picture: Picture) -> Look:
        """All cards in a picture, as if they were of a French deck. Raises ModelError."""
        with self._lock:
            return self._eye.look(picture)

    def gallery(self, taught: Taught) -> Gallery:
        """What knows the cards of a taught deck. Raises ModelError, TaughtError."""
        with self._lock:
            return Gallery.of(taught, self._eye.recogniser, self._likeness)
