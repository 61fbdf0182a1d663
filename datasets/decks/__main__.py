"""`python -m companion_datasets.decks`: everything that scenes are drawn with, from nothing.

Downloads deck packages from Debian and npm into the cache (installing none), renders their cards,
draws decks, backs and cards of other kinds from seeds, and lists them in `decks/decks.json` with
source, licence, index language and whether a deck is held out from training. What is there
already stays; what cannot be had is named and left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2

from . import build
from .demo import write_demo
from .load import cache_folder


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m companion_datasets.decks",
        description="Gather and draw the decks that scenes are made with.",
    )
    parser.add_argument("--cache", type=Path, help="where to (default: ~/.cache/cardtable)")
    parser.add_argument("--again", action="store_true", help="also draw what is there already")
    parser.add_argument(
        "--drawn-only", action="store_true", help="no packages: only what is drawn from seeds"
    )
    parser.add_argument(
        "--photographs", type=Path, metavar="FOLDER",
        help="flat pictures of printed decks to use as well (bidly-photo, fomin-english-20-cc0)",
    )  # fmt: skip
    parser.add_argument(
        "--contact-sheets", type=Path, metavar="FOLDER", help="write a picture of every deck there"
    )
    parser.add_argument(
        "--demo", action="store_true", help="only draw anew the demo decks of the project"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    chosen = _parser().parse_args(arguments)
    cache = cache_folder(chosen.cache)

    def say(text: str) -> None:
        print(text, file=sys.stderr)

    if chosen.demo:
        for file in write_demo(cache):
            print(f"{file}: {file.stat().st_size // 1024} KiB")
        return 0
    entries: dict[str, build.Entry] = {}
    try:
        if not chosen.drawn_only:
            build.fetch_fonts(cache, say)
            entries.update(build.add_gathered(cache, chosen.again, chosen.photographs, say))
        entries.update(build.add_drawn(cache, chosen.again))
        entries.update(build.add_strange(cache, chosen.again))
        build.add_backs(cache)
    except (OSError, ValueError) as fault:
        say(f"The decks could not be drawn: {fault}")
        return 1
    listing = build.write_listing(cache, entries)
    if chosen.contact_sheets:
        chosen.contact_sheets.mkdir(parents=True, exist_ok=True)
        for name in entries:
            sheet = build.contact_sheet(cache / "decks" / name)
            cv2.imwrite(str(chosen.contact_sheets / f"{name}.jpg"), sheet)
    held_out = sum(bool(entry["held_out"]) for entry in entries.values())
    print(f"{len(entries)} decks, {held_out} of them held out from training: {listing}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
