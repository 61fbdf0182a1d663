"""An eye that knows a taught deck, and learns at once what is added to the deck's file."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from companion.decks import DeckError
from companion.decks.shelf import read_taught
from vision.eye import Eye
from vision.frame import Picture
from vision.gallery import Gallery
from vision.sighting import Look
from vision.taught import TaughtError

CHECKED_EVERY_S: Final = 1.0


class TaughtEye:
    """Names cards after the taught deck in a file."""

    def __init__(self, file: Path, eye: Eye | None = None) -> None:
        """Raises DeckError for the file, and ModelError."""
        self._file = file
        self._eye = eye or Eye.load()
        self._stamp = self._checked_at = 0.0
        self._gallery = self._read()

    def look(self, picture: Picture) -> Look:
        """Every card of a picture (H, W, 3), uint8, blue-green-red; quads in its pixels."""
        now = time.monotonic()
        if now - self._checked_at > CHECKED_EVERY_S:
            self._checked_at = now
            self._refresh()
        return self._eye.with_deck(self._gallery).look(picture)

    def _refresh(self) -> None:
        try:
            if self._file.stat().st_mtime != self._stamp:
                self._gallery = self._read()
        except (OSError, DeckError):
            pass  # The deck is known as it was; its page says what is wrong with the file.

    def _read(self) -> Gallery:
        deck = read_taught(self._file)
        self._stamp = self._file.stat().st_mtime
        try:
            return Gallery.load(deck.taught, self._eye.recogniser)
        except TaughtError as fault:
            raise DeckError(self._file, str(fault).rstrip(".")) from None
